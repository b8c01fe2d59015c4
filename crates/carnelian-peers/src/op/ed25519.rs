//! Ed25519, RFC 8032: key generation, signing and verification, single and in batches. Messages have 59 bytes unless
//! their size is the parameter.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use super::items::{first_part, of_items};
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject, repeat};
use crate::reference;
use crate::values::{PreparedKeys, Scheme, Unit};
use std::fmt::Display;
use std::hint::black_box;

/// A private key as defined in RFC 8032.
pub type Seed = [u8; 32];
/// A public key in bytes.
pub type PublicKey = [u8; 32];
/// A signature.
pub type Signature = [u8; 64];

/// Returns whether a signature of a message is valid.
pub type Verify = fn(&PublicKey, &[u8], &Signature) -> bool;
/// A signing key object: signs a message.
pub type Signer = Box<dyn Fn(&[u8]) -> Signature>;
/// Signing key objects: each signs the message with the same index.
pub type SignerBatch = Box<dyn Fn(&[&[u8]]) -> Vec<Signature>>;
/// A decoded and prepared public key: verifies a signature of a message.
pub type Verifier = Box<dyn Fn(&[u8], &Signature) -> bool>;

/// A message with its signature and the signer's public key.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// The signer's public key.
    pub public_key: PublicKey,
    /// The signed message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: Signature,
}

/// A library's offer for the operations of this module.
///
/// Libraries differ in which malformed and small-order encodings they accept; all agree on honestly generated
/// signatures, and on those with a bit flipped.
#[derive(Clone)]
pub struct Ed25519 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Creates a signing key object and reads the public key from it.
    pub public_key: fn(&Seed) -> PublicKey,
    /// Creates a signing key object.
    pub signer: fn(&Seed) -> Signer,
    /// Creates many signing key objects, if the library can sign in batches; otherwise signatures are made one by one.
    pub signer_batch: Option<fn(&[Seed]) -> SignerBatch>,
    /// Returns whether a signature is valid.
    pub verify: Verify,
    /// Prepares a public key such that verification is fastest, if the library has objects for that. The function
    /// returns `None` if it refuses the key.
    pub verifier: Option<fn(&PublicKey) -> Option<Verifier>>,
    /// Returns whether all signatures are valid, if the library can verify in batches; otherwise they are verified one
    /// by one.
    pub verify_batch: Option<fn(&[Signed]) -> bool>,
}

impl Ed25519 {
    /// Creates many signing key objects that use the library's fastest strategy.
    #[must_use]
    pub fn signer_all(&self, seeds: &[Seed]) -> SignerBatch {
        if let Some(signer_batch) = self.signer_batch {
            return signer_batch(seeds);
        }
        let signers: Vec<Signer> = seeds.iter().map(self.signer).collect();
        Box::new(move |messages| signers.iter().zip(messages).map(|(sign, message)| sign(message)).collect())
    }

    /// Returns the library's `signature` in a form that can be compared with another library's. RFC 8032 defines
    /// exactly one signature for each key and message, so this is usually `signature` itself. A library with randomized
    /// signatures produces a different one each time; if ours accepts `signature` as valid, the deterministic one is
    /// returned instead.
    #[must_use]
    pub fn comparable(&self, seed: &Seed, message: &[u8], signature: &Signature) -> Signature {
        let sign = (self.signer)(seed);
        if sign(message) == sign(message) {
            return *signature;
        }
        reference::of(|ours: &Self| {
            let valid = (ours.verify)(&(ours.public_key)(seed), message, signature);
            if valid { (ours.signer)(seed)(message) } else { *signature }
        })
    }

    /// Returns whether all signatures are valid, using the library's fastest strategy.
    #[must_use]
    pub fn verify_all(&self, all: &[Signed]) -> bool {
        match self.verify_batch {
            Some(verify_batch) => verify_batch(all),
            None => all.iter().all(|one| (self.verify)(&one.public_key, one.message, &one.signature)),
        }
    }
}

/// Returns the scheme's operations by their roles, and the sizes of its outputs.
#[must_use]
pub fn scheme() -> Scheme {
    Scheme::new(
        "Ed25519",
        &[("key generation", "ed25519/keygen"), ("sign", "ed25519/sign"), ("verify", "ed25519/verify")],
        &[("secret key", 32), ("public key", 32), ("signature", 64)],
    )
}

/// Public keys that are prepared for many verifications.
pub const PREPARED_KEYS: PreparedKeys = PreparedKeys {
    keys: "Ed25519 public key",
    prepare: "ed25519/prepare",
    plain: "ed25519/verify",
    prepared: "ed25519/verify-prepared",
};

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        key_generation(),
        sign("ed25519/sign", MESSAGE),
        sign_many("ed25519/sign-batch16", 16),
        verify("ed25519/verify", MESSAGE),
        prepare(),
        verify_prepared(),
        verify_many("ed25519/verify-batch64", 64),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("ed25519/sign-SIZE", sign_includes("SIZE"), sign),
        Growing::over_sizes("ed25519/verify-SIZE", verify_includes("SIZE"), verify),
        Growing::over_batches("ed25519/sign-batchN", 1024, sign_many_includes("N"), sign_many),
        Growing::over_batches("ed25519/verify-batchN", 65_536, verify_many_includes("N"), verify_many),
    ]
}

/// The size of messages, unless it is the parameter.
const MESSAGE: usize = 59;

/// The number of signatures that calls cycle through. Code with data-dependent branches then meets more inputs than the
/// branch predictor can memorize.
const TURNS: usize = 64;

fn key_generation() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "ed25519/keygen".to_owned(),
        includes: "one call: from a seed to a signing key object, and the public key read from it".to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Ed25519| {
            let (public_key, seed) = (offer.public_key, seed(0));
            Some(Subject::new(&offer.backend, repeat(move || public_key(black_box(&seed)))))
        }),
        answers: Box::new(|offer| vec![Answer::bytes("public key", &(offer.public_key)(&seed(0)))]),
    })
}

fn sign_includes(size: impl Display) -> String {
    format!("one call: from a signing key object and a message of {size} bytes to the signature")
}

fn sign(name: &str, size: usize) -> Box<dyn Operation> {
    let message = move || random_bytes(size, 0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: sign_includes(size),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &Ed25519| {
            let (sign, message) = ((offer.signer)(&seed(0)), message());
            Some(Subject::new(&offer.backend, repeat(move || sign(black_box(&message)))))
        }),
        answers: Box::new(move |offer| vec![signature(offer, 0, &message(), &(offer.signer)(&seed(0))(&message()))]),
    })
}

fn sign_many_includes(count: impl Display) -> String {
    format!(
        "one call: from {count} signing key objects and a message of {MESSAGE} bytes for each to their signatures; a \
         library without a call for many makes them one after the other"
    )
}

fn sign_many(name: &str, count: usize) -> Box<dyn Operation> {
    let signer = move |offer: &Ed25519| offer.signer_all(&seeds(count).collect::<Vec<_>>());
    of_items(
        count,
        "signature",
        Deterministic {
            name: name.to_owned(),
            includes: sign_many_includes(count),
            unit: Unit::Operations(count as u64),
            subject: Box::new(move |offer: &Ed25519| {
                let (sign, messages) = (signer(offer), Messages::new(count, MESSAGE));
                let calls = Box::new(move |calls| {
                    let messages = messages.all();
                    for _ in 0..calls {
                        black_box(sign(black_box(&messages)));
                    }
                });
                Some(Subject::of_batch(&offer.backend, offer.signer_batch.is_some(), calls))
            }),
            answers: Box::new(move |offer| {
                let messages = Messages::new(count, MESSAGE);
                let messages = messages.all();
                let message = |i| messages.get(i).copied().unwrap_or_default();
                let signatures = signer(offer)(&messages).into_iter().enumerate();
                signatures.map(|(i, made)| signature(offer, i as u64, message(i), &made)).collect()
            }),
        },
    )
}

fn verify_includes(size: impl Display) -> String {
    format!(
        "one call: from a public key in bytes, a message of {size} bytes and a signature to the verdict; calls take \
         turns among {TURNS} keys, messages and signatures"
    )
}

fn verify(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: verify_includes(size),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &Ed25519| {
            let (verify, signed) = (offer.verify, Batch::signed_by(offer, seeds(TURNS), size));
            let mut turn = 0;
            let calls = repeat(move || {
                let Signed { public_key, message, signature } = signed.get(turn);
                turn = (turn + 1) % TURNS;
                verify(black_box(&public_key), black_box(message), black_box(&signature))
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let signed = Batch::signed_by(offer, seeds(1), size);
            verdicts(offer, &signed.get(0), |one| (offer.verify)(&one.public_key, one.message, &one.signature))
        }),
    })
}

fn prepare() -> Box<dyn Operation> {
    first_part(Deterministic {
        name: PREPARED_KEYS.prepare.to_owned(),
        includes: format!(
            "one call: from a public key in bytes to an object that verifies fastest, and the end of that object; calls \
             take turns among {TURNS} keys"
        ),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Ed25519| {
            let prepare = offer.verifier?;
            let keys: Vec<PublicKey> = seeds(TURNS).map(|seed| (offer.public_key)(&seed)).collect();
            // A library that refuses the key prepares nothing.
            drop(prepare(&keys[0])?);
            let mut turn = 0;
            let calls = repeat(move || {
                let key = keys[turn];
                turn = (turn + 1) % TURNS;
                prepare(black_box(&key))
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(prepared_verdicts),
    })
}

/// Returns the verdicts of a prepared key.
fn prepared_verdicts(offer: &Ed25519) -> Vec<Answer> {
    let Some(verifier) = offer.verifier else { return Vec::new() };
    let signed = Batch::signed_by(offer, seeds(1), MESSAGE);
    verdicts(offer, &signed.get(0), |one| {
        verifier(&one.public_key).is_some_and(|verify| verify(one.message, &one.signature))
    })
}

fn verify_prepared() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: PREPARED_KEYS.prepared.to_owned(),
        includes: format!(
            "one call: from a public key that has been decoded and prepared, a message of {MESSAGE} bytes and a \
             signature to the verdict; calls take turns among {TURNS} messages and signatures by one key"
        ),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Ed25519| {
            let signed = Batch::signed_by(offer, std::iter::repeat_n(seed(0), TURNS), MESSAGE);
            let verify = (offer.verifier?)(&signed.get(0).public_key)?;
            let mut turn = 0;
            let calls = repeat(move || {
                let Signed { message, signature, .. } = signed.get(turn);
                turn = (turn + 1) % TURNS;
                verify(black_box(message), black_box(&signature))
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(prepared_verdicts),
    })
}

fn verify_many_includes(count: impl Display) -> String {
    format!(
        "one call: from {count} public keys in bytes, a message of {MESSAGE} bytes and a signature by each to the \
         verdict on them all; a library without a call for many verifies them one after the other"
    )
}

fn verify_many(name: &str, count: usize) -> Box<dyn Operation> {
    of_items(
        count,
        "signature",
        Deterministic {
            name: name.to_owned(),
            includes: verify_many_includes(count),
            unit: Unit::Operations(count as u64),
            subject: Box::new(move |offer: &Ed25519| {
                let (library, signed) = (offer.clone(), Batch::signed_by(offer, seeds(count), MESSAGE));
                let calls = Box::new(move |calls| {
                    let signed = signed.all();
                    for _ in 0..calls {
                        black_box(library.verify_all(black_box(&signed)));
                    }
                });
                Some(Subject::of_batch(&offer.backend, offer.verify_batch.is_some(), calls))
            }),
            answers: Box::new(move |offer| {
                let signed = Batch::signed_by(offer, seeds(count), MESSAGE);
                verdicts(offer, &signed.get(0), |one| {
                    let mut all = signed.all();
                    all[count / 2] = *one;
                    offer.verify_all(&all)
                })
            }),
        },
    )
}

/// Returns the answer for a signature made with a numbered key.
fn signature(offer: &Ed25519, number: u64, message: &[u8], made: &Signature) -> Answer {
    Answer::bytes("signature", &offer.comparable(&seed(number), message, made))
}

fn seed(number: u64) -> Seed {
    random_array(number)
}

fn seeds(count: usize) -> impl ExactSizeIterator<Item = Seed> {
    (0..count).map(|number| seed(number as u64))
}

/// Different messages of one size. They start [`Messages::STEP`] bytes apart in the same random bytes, so that many
/// large ones fit into a cache together and memory bandwidth does not dominate.
struct Messages {
    bytes: Vec<u8>,
    count: usize,
    size: usize,
}

impl Messages {
    const STEP: usize = 64;

    fn new(count: usize, size: usize) -> Self {
        Self { bytes: random_bytes(Self::STEP * count + size, 0), count, size }
    }

    fn get(&self, i: usize) -> &[u8] {
        &self.bytes[Self::STEP * i..][..self.size]
    }

    fn all(&self) -> Vec<&[u8]> {
        (0..self.count).map(|i| self.get(i)).collect()
    }
}

/// Messages with their signatures and the signers' public keys.
struct Batch {
    messages: Messages,
    signatures: Vec<(PublicKey, Signature)>,
}

impl Batch {
    /// Signs messages with the library itself; comparing its answers shows whether it signs correctly.
    fn signed_by(offer: &Ed25519, seeds: impl ExactSizeIterator<Item = Seed>, size: usize) -> Self {
        let messages = Messages::new(seeds.len(), size);
        let signature = |(i, seed)| ((offer.public_key)(&seed), (offer.signer)(&seed)(messages.get(i)));
        let signatures = seeds.enumerate().map(signature).collect();
        Self { messages, signatures }
    }

    fn get(&self, i: usize) -> Signed<'_> {
        let (public_key, signature) = self.signatures[i];
        Signed { public_key, message: self.messages.get(i), signature }
    }

    fn all(&self) -> Vec<Signed<'_>> {
        (0..self.signatures.len()).map(|i| self.get(i)).collect()
    }
}

/// Returns the library's verdicts on a signature, and on variants in which a bit of the key, the message, R or S is
/// flipped.
fn verdicts(offer: &Ed25519, signed: &Signed, verify: impl Fn(&Signed) -> bool) -> Vec<Answer> {
    let Signed { public_key, message, signature } = *signed;
    let (mut other_key, mut other_message, mut other_r, mut other_s) =
        (public_key, message.to_vec(), signature, signature);
    other_key[7] ^= 1;
    other_message[message.len() - 1] ^= 0x80;
    other_r[0] ^= 1;
    other_s[32] ^= 1;
    vec![
        Answer::bytes("public key", &public_key),
        self::signature(offer, 0, message, &signature),
        Answer::verdict("a signature", verify(signed)),
        Answer::verdict("a signature with another R", verify(&Signed { signature: other_r, ..*signed })),
        Answer::verdict("a signature with another S", verify(&Signed { signature: other_s, ..*signed })),
        Answer::verdict("a signature of another message", verify(&Signed { message: &other_message, ..*signed })),
        Answer::verdict("a signature by another key", verify(&Signed { public_key: other_key, ..*signed })),
    ]
}
