//! X25519, RFC 7748: public keys, shared secrets, and batches of shared secrets.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use super::items::of_items;
use crate::inputs::random_array;
use crate::operation::{Operation, Subject, repeat};
use crate::values::{Scheme, Unit};
use std::fmt::Display;
use std::hint::black_box;

/// A secret key in bytes, not clamped.
pub type SecretKey = [u8; 32];
/// A public key in bytes.
pub type PublicKey = [u8; 32];
/// A shared secret; all zeros also represents a library's refusal to return an all-zero secret.
pub type SharedSecret = [u8; 32];

/// A secret key object: computes the secret shared with the holder of a public key.
pub type DiffieHellman = Box<dyn Fn(&PublicKey) -> SharedSecret>;
/// Secret key objects: compute the secret that each shares with the holder of the public key at the same index.
pub type DiffieHellmanBatch = Box<dyn Fn(&[PublicKey]) -> Vec<SharedSecret>>;

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct X25519 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Computes the public key of a secret key in bytes.
    pub public_key: fn(&SecretKey) -> PublicKey,
    /// Creates a secret key object.
    pub diffie_hellman: fn(&SecretKey) -> DiffieHellman,
    /// Creates many secret key objects, if the library can compute shared secrets in batches; otherwise they are
    /// computed one by one.
    pub diffie_hellman_batch: Option<fn(&[SecretKey]) -> DiffieHellmanBatch>,
}

impl X25519 {
    /// Creates many secret key objects that use the library's fastest strategy.
    #[must_use]
    pub fn diffie_hellman_all(&self, secrets: &[SecretKey]) -> DiffieHellmanBatch {
        if let Some(diffie_hellman_batch) = self.diffie_hellman_batch {
            return diffie_hellman_batch(secrets);
        }
        let secrets: Vec<DiffieHellman> = secrets.iter().map(self.diffie_hellman).collect();
        Box::new(move |publics| secrets.iter().zip(publics).map(|(secret, public)| secret(public)).collect())
    }
}

/// Returns the scheme's operations by their roles, and the sizes of its outputs.
#[must_use]
pub fn scheme() -> Scheme {
    Scheme::new(
        "X25519",
        &[("key generation", "x25519/keygen"), ("key exchange", "x25519/dh")],
        &[("secret key", 32), ("public key", 32), ("shared secret", 32)],
    )
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![key_generation(), shared_secret(), shared_secrets("x25519/dh-batch16", 16)]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Growing::over_batches("x25519/dh-batchN", 1024, shared_secrets_include("N"), shared_secrets)]
}

fn key_generation() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "x25519/keygen".to_owned(),
        includes: "one call: from the bytes of a secret key to those of its public key".to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &X25519| {
            let (public_key, secret) = (offer.public_key, secret(0));
            Some(Subject::new(&offer.backend, repeat(move || public_key(black_box(&secret)))))
        }),
        answers: Box::new(|offer| vec![Answer::bytes("public key", &(offer.public_key)(&secret(0)))]),
    })
}

fn shared_secret() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "x25519/dh".to_owned(),
        includes: "one call: from a secret key object and the bytes of another's public key to the shared secret"
            .to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &X25519| {
            let (secret, public) = ((offer.diffie_hellman)(&secret(0)), public(offer, 0));
            Some(Subject::new(&offer.backend, repeat(move || secret(black_box(&public)))))
        }),
        answers: Box::new(|offer| {
            let secret = (offer.diffie_hellman)(&secret(0));
            vec![
                Answer::bytes("public key", &public(offer, 0)),
                Answer::bytes("shared secret", &secret(&public(offer, 0))),
                Answer::bytes("secret shared with a point of order 4", &secret(&ORDER_4)),
            ]
        }),
    })
}

fn shared_secrets_include(count: impl Display) -> String {
    format!(
        "one call: from {count} secret key objects and the bytes of a public key for each to their shared secrets; a \
         library without a call for many makes them one after the other"
    )
}

fn shared_secrets(name: &str, count: usize) -> Box<dyn Operation> {
    let secrets = move || -> Vec<SecretKey> { (0..count as u64).map(secret).collect() };
    let publics = move |offer: &X25519| -> Vec<PublicKey> { (0..count as u64).map(|i| public(offer, i)).collect() };
    of_items(
        count,
        "secret",
        Deterministic {
            name: name.to_owned(),
            includes: shared_secrets_include(count),
            unit: Unit::Operations(count as u64),
            subject: Box::new(move |offer: &X25519| {
                let (secrets, publics) = (offer.diffie_hellman_all(&secrets()), publics(offer));
                let calls = repeat(move || secrets(black_box(&publics)));
                Some(Subject::of_batch(&offer.backend, offer.diffie_hellman_batch.is_some(), calls))
            }),
            answers: Box::new(move |offer| {
                let publics = publics(offer);
                let shared = offer.diffie_hellman_all(&secrets())(&publics);
                let publics = publics.iter().map(|public| Answer::bytes("public key", public));
                publics.chain(shared.iter().map(|shared| Answer::bytes("shared secret", shared))).collect()
            }),
        },
    )
}

/// The u-coordinate of a point of order 4. The secret shared with it is zero for every secret key.
pub const ORDER_4: PublicKey = [0; 32];

fn secret(number: u64) -> SecretKey {
    random_array(number)
}

/// Returns another party's public key.
fn public(offer: &X25519, number: u64) -> PublicKey {
    (offer.public_key)(&random_array(1 << 32 | number))
}
