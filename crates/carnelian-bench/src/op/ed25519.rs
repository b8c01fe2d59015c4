//! Ed25519, RFC 8032, over messages of 59 bytes: keys, signatures and verification, one and many at once.

use super::answers::{Answer, Deterministic};
use super::{Operation, Subject, in_turns, random_array, repeat};
use crate::document::Scheme;
use std::hint::black_box;
use std::rc::Rc;

/// A private key as RFC 8032 has it.
pub type Seed = [u8; 32];
/// A public key in bytes.
pub type PublicKey = [u8; 32];
/// A signature.
pub type Signature = [u8; 64];

/// Whether a signature of a message is valid.
pub type Verify = fn(&PublicKey, &[u8], &Signature) -> bool;
/// A signing key object: signs a message.
pub type Signer = Box<dyn Fn(&[u8]) -> Signature>;
/// Signing key objects: each signs the message at the same place.
pub type SignerBatch = Box<dyn Fn(&[&[u8]]) -> Vec<Signature>>;
/// A public key that has been decoded and prepared: verifies a signature of a message.
pub type Verifier = Box<dyn Fn(&[u8], &Signature) -> bool>;

/// A message and its signature by the holder of a public key.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// Who signs.
    pub public_key: PublicKey,
    /// What is signed.
    pub message: &'a [u8],
    /// The signature.
    pub signature: Signature,
}

/// What a library offers to be measured here.
///
/// Libraries differ in which malformed and small-order encodings they accept; all agree on the signatures that signers
/// make, and on those with a bit flipped.
#[derive(Clone)]
pub struct Ed25519 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Makes a signing key object and reads the public key from it.
    pub public_key: fn(&Seed) -> PublicKey,
    /// Makes a signing key object.
    pub signer: fn(&Seed) -> Signer,
    /// Makes many, if the library has a call for many signatures; else they are made one after the other.
    pub signer_batch: Option<fn(&[Seed]) -> SignerBatch>,
    /// Whether a signature is valid.
    pub verify: Verify,
    /// Prepares a public key in the way that makes verification fastest, if the library has objects for that; `None`
    /// from the function if it refuses the key.
    pub verifier: Option<fn(&PublicKey) -> Option<Verifier>>,
    /// Whether all signatures are valid, if the library has a call for many; else they are verified one after the
    /// other.
    pub verify_batch: Option<fn(&[Signed]) -> bool>,
}

impl Ed25519 {
    /// Many signing key objects, used in the best way that the library has.
    #[must_use]
    pub fn signer_all(&self, seeds: &[Seed]) -> SignerBatch {
        if let Some(signer_batch) = self.signer_batch {
            return signer_batch(seeds);
        }
        let signers: Vec<Signer> = seeds.iter().map(self.signer).collect();
        Box::new(move |messages| signers.iter().zip(messages).map(|(sign, message)| sign(message)).collect())
    }

    /// Whether all signatures are valid, found out in the best way that the library has.
    #[must_use]
    pub fn verify_all(&self, all: &[Signed]) -> bool {
        match self.verify_batch {
            Some(verify_batch) => verify_batch(all),
            None => all.iter().all(|one| (self.verify)(&one.public_key, one.message, &one.signature)),
        }
    }
}

/// What it hands out, and how large that is.
#[must_use]
pub fn scheme() -> Scheme {
    super::scheme(
        "Ed25519",
        &[("key generation", "ed25519/keygen"), ("sign", "ed25519/sign"), ("verify", "ed25519/verify")],
        &[("secret key", 32), ("public key", 32), ("signature", 64)],
    )
}

/// The operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        Box::new(Deterministic {
            name: "ed25519/keygen",
            includes: "one call: from a seed to a signing key object, and the public key read from it",
            amount: 1,
            subject: |offer: &Ed25519| {
                let (public_key, seed) = (offer.public_key, seed(0));
                Some(Subject::new(&offer.backend, repeat(move || public_key(black_box(&seed)))))
            },
            answers: |offer| vec![Answer::bytes("public key", &(offer.public_key)(&seed(0)))],
        }),
        Box::new(Deterministic {
            name: "ed25519/sign",
            includes: "one call: from a signing key object and a message of 59 bytes to the signature",
            amount: 1,
            subject: |offer: &Ed25519| {
                let (sign, message) = ((offer.signer)(&seed(0)), message(0));
                Some(Subject::new(&offer.backend, repeat(move || sign(black_box(&message)))))
            },
            answers: |offer| vec![Answer::bytes("signature", &(offer.signer)(&seed(0))(&message(0)))],
        }),
        Box::new(Deterministic {
            name: "ed25519/sign-batch16",
            includes: "one call: from sixteen signing key objects and a message of 59 bytes for each to the sixteen \
                       signatures; a library without a call for many makes them one after the other",
            amount: SIGN_BATCH,
            subject: |offer: &Ed25519| {
                let (seeds, messages) = sign_batch();
                let sign = offer.signer_all(&seeds);
                let calls = repeat(move || sign(&black_box(&messages).each_ref().map(|message| &message[..])));
                Some(Subject::of_batch(&offer.backend, offer.signer_batch.is_some(), calls))
            },
            answers: |offer| {
                let (seeds, messages) = sign_batch();
                let signatures = offer.signer_all(&seeds)(&messages.each_ref().map(|message| &message[..]));
                signatures.iter().map(|signature| Answer::bytes("signature", signature)).collect()
            },
        }),
        Box::new(Deterministic {
            name: "ed25519/verify",
            includes: "one call: from a public key in bytes, a message of 59 bytes and a signature to the verdict; \
                       calls take turns among 64 keys, messages and signatures",
            amount: 1,
            subject: |offer: &Ed25519| {
                let verify = offer.verify;
                let calls = signed(offer).into_iter().map(|(public_key, message, signature)| {
                    repeat(move || verify(black_box(&public_key), black_box(&message), black_box(&signature)))
                });
                Some(Subject::new(&offer.backend, in_turns(calls.collect())))
            },
            answers: |offer| verdicts(offer, offer.verify),
        }),
        Box::new(Deterministic {
            name: "ed25519/verify-prepared",
            includes: "one call: from a public key that has been decoded and prepared, a message of 59 bytes and a \
                       signature to the verdict; calls take turns among 64 messages and signatures by one key",
            amount: 1,
            subject: |offer: &Ed25519| {
                let verify: Rc<Verifier> = Rc::new((offer.verifier?)(&(offer.public_key)(&seed(0)))?);
                let sign = (offer.signer)(&seed(0));
                let calls = (0..VERIFY_BATCH).map(message).map(|message| {
                    let (verify, signature) = (Rc::clone(&verify), sign(&message));
                    repeat(move || verify(black_box(&message), black_box(&signature)))
                });
                Some(Subject::new(&offer.backend, in_turns(calls.collect())))
            },
            answers: |offer| {
                let Some(verifier) = offer.verifier else { return Vec::new() };
                verdicts(offer, |public_key, message, signature| {
                    verifier(public_key).is_some_and(|verify| verify(message, signature))
                })
            },
        }),
        Box::new(Deterministic {
            name: "ed25519/verify-batch64",
            includes: "one call: from 64 public keys in bytes, a message of 59 bytes and a signature by each to the \
                       verdict on them all; a library without a call for many verifies them one after the other",
            amount: VERIFY_BATCH,
            subject: |offer: &Ed25519| {
                let (owned, library) = (signed(offer), offer.clone());
                let calls = repeat(move || library.verify_all(&black_box(&owned).each_ref().map(borrowed)));
                Some(Subject::of_batch(&offer.backend, offer.verify_batch.is_some(), calls))
            },
            answers: |offer| {
                let owned = signed(offer);
                verdicts(offer, |public_key, message, signature| {
                    let mut all = owned.each_ref().map(borrowed);
                    all[all.len() / 2] = Signed { public_key: *public_key, message, signature: *signature };
                    offer.verify_all(&all)
                })
            },
        }),
    ]
}

const SIGN_BATCH: u64 = 16;
const VERIFY_BATCH: u64 = 64;

type Message = [u8; 59];

fn seed(number: u64) -> Seed {
    random_array(number)
}

fn message(number: u64) -> Message {
    random_array(1 << 32 | number)
}

fn sign_batch() -> ([Seed; SIGN_BATCH as usize], [Message; SIGN_BATCH as usize]) {
    (std::array::from_fn(|i| seed(i as u64)), std::array::from_fn(|i| message(i as u64)))
}

/// A public key, a message, and the signature.
type Owned = (PublicKey, Message, Signature);

/// Made by the library itself, whose answers show whether they are right.
fn signed(offer: &Ed25519) -> [Owned; VERIFY_BATCH as usize] {
    std::array::from_fn(|i| {
        let (seed, message) = (seed(i as u64), message(i as u64));
        ((offer.public_key)(&seed), message, (offer.signer)(&seed)(&message))
    })
}

fn borrowed((public_key, message, signature): &Owned) -> Signed<'_> {
    Signed { public_key: *public_key, message, signature: *signature }
}

/// What the library thinks of a signature, and of that signature when a bit of anything is flipped.
fn verdicts(offer: &Ed25519, verify: impl Fn(&PublicKey, &[u8], &Signature) -> bool) -> Vec<Answer> {
    let (public_key, message, signature) = signed(offer)[0];
    let (mut other_key, mut other_message, mut other_r, mut other_s) = (public_key, message, signature, signature);
    other_key[7] ^= 1;
    other_message[58] ^= 0x80;
    other_r[0] ^= 1;
    other_s[32] ^= 1;
    vec![
        Answer::bytes("public key", &public_key),
        Answer::bytes("signature", &signature),
        Answer::verdict("a signature", verify(&public_key, &message, &signature)),
        Answer::verdict("a signature with another R", verify(&public_key, &message, &other_r)),
        Answer::verdict("a signature with another S", verify(&public_key, &message, &other_s)),
        Answer::verdict("a signature of another message", verify(&public_key, &other_message, &signature)),
        Answer::verdict("a signature by another key", verify(&other_key, &message, &signature)),
    ]
}
