//! EdDSA over edwards25519 with BLAKE2b-512, Monocypher's `crypto_eddsa_*`: key generation, signing and verification
//! of messages of 59 bytes.

use super::answers::{Answer, Deterministic};
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

pub use super::ed25519::{PublicKey, Seed, Signature, Signer, Verify};

/// A library's offer for the operations of this module.
pub struct EddsaBlake2b {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Creates a signing key object and reads the public key from it.
    pub public_key: fn(&Seed) -> PublicKey,
    /// Creates a signing key object.
    pub signer: fn(&Seed) -> Signer,
    /// Returns whether a signature is valid.
    pub verify: Verify,
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![key_generation(), sign(), verify()]
}

const MESSAGE: usize = 59;

/// The number of signatures that calls cycle through: see `ed25519/verify`.
const TURNS: usize = 64;

fn seed(number: u64) -> Seed {
    random_array(number)
}

fn key_generation() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "eddsa-blake2b/keygen".to_owned(),
        includes: "one call: from a seed to a signing key object, and the public key read from it".to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &EddsaBlake2b| {
            let (public_key, seed) = (offer.public_key, seed(0));
            Some(Subject::new(&offer.backend, repeat(move || public_key(black_box(&seed)))))
        }),
        answers: Box::new(|offer| vec![Answer::bytes("public key", &(offer.public_key)(&seed(0)))]),
    })
}

fn sign() -> Box<dyn Operation> {
    let message = || random_bytes(MESSAGE, 0);
    Box::new(Deterministic {
        name: "eddsa-blake2b/sign".to_owned(),
        includes: format!("one call: from a signing key object and a message of {MESSAGE} bytes to the signature"),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &EddsaBlake2b| {
            let (sign, message) = ((offer.signer)(&seed(0)), message());
            Some(Subject::new(&offer.backend, repeat(move || sign(black_box(&message)))))
        }),
        answers: Box::new(move |offer| vec![Answer::bytes("signature", &(offer.signer)(&seed(0))(&message()))]),
    })
}

fn verify() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "eddsa-blake2b/verify".to_owned(),
        includes: format!(
            "one call: from a public key in bytes, a message of {MESSAGE} bytes and a signature to the verdict; calls \
             take turns among {TURNS} keys, messages and signatures"
        ),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &EddsaBlake2b| {
            let verify = offer.verify;
            let signed: Vec<_> = (0..TURNS as u64).map(|number| signed(offer, number)).collect();
            let mut turn = 0;
            let calls = repeat(move || {
                let (public_key, message, signature) = &signed[turn];
                turn = (turn + 1) % TURNS;
                verify(black_box(public_key), black_box(message), black_box(signature))
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(|offer| {
            let (public_key, message, signature) = signed(offer, 0);
            let (mut other_message, mut other_r, mut other_s) = (message.clone(), signature, signature);
            other_message[7] ^= 1;
            other_r[0] ^= 1;
            other_s[32] ^= 1;
            let verdict = |what, message: &[u8], signature| {
                Answer::verdict(what, (offer.verify)(&public_key, message, signature))
            };
            vec![
                Answer::bytes("public key", &public_key),
                Answer::bytes("signature", &signature),
                verdict("a signature", &message, &signature),
                verdict("a signature with another R", &message, &other_r),
                verdict("a signature with another S", &message, &other_s),
                verdict("a signature of another message", &other_message, &signature),
            ]
        }),
    })
}

/// Signs a numbered message with a numbered key, by the library itself.
fn signed(offer: &EddsaBlake2b, number: u64) -> (PublicKey, Vec<u8>, Signature) {
    let (seed, message) = (seed(number), random_bytes(MESSAGE, number));
    let signature = (offer.signer)(&seed)(&message);
    ((offer.public_key)(&seed), message, signature)
}
