//! Elligator 2 for curve25519 with the conventions of Monocypher's `crypto_elligator_*`: both maps, and key pairs whose
//! public half is hidden.

use super::answers::{Answer, Deterministic};
use super::items::searching;
use super::x25519::X25519;
use crate::inputs::random_array;
use crate::operation::{Operation, Subject, repeat};
use crate::reference;
use crate::values::Unit;
use std::hint::black_box;

/// A public key of X25519 in bytes.
pub type PublicKey = [u8; 32];
/// A representative, with random top bits.
pub type Hidden = [u8; 32];

/// A library's offer for the operations of this module.
pub struct Elligator2 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Maps a representative to its public key.
    pub map: fn(&Hidden) -> PublicKey,
    /// Returns a representative of a public key, which the tweak selects; `None` if there is none.
    pub rev: fn(&PublicKey, u8) -> Option<Hidden>,
    /// Derives the representative and the secret key of the first suitable key that a seed leads to.
    pub key_pair: fn(&[u8; 32]) -> (Hidden, [u8; 32]),
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![map(), rev(), key_pair()]
}

fn map() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "elligator2/map".to_owned(),
        includes: "one call: from a representative to the public key".to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Elligator2| {
            let (map, hidden) = (offer.map, random_array(0));
            Some(Subject::new(&offer.backend, repeat(move || map(black_box(&hidden)))))
        }),
        answers: Box::new(|offer| {
            let maps = |hidden| Answer::bytes("public key", &(offer.map)(hidden));
            [random_array(0), random_array(1), [0; 32], [0xff; 32]].iter().map(maps).collect()
        }),
    })
}

fn rev() -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: "elligator2/rev".to_owned(),
        includes: "one call: from a public key that has one to its representative".to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Elligator2| {
            let (rev, public) = (offer.rev, (offer.map)(&random_array(0)));
            Some(Subject::new(&offer.backend, repeat(move || rev(black_box(&public), black_box(0xc1)))))
        }),
        answers: Box::new(|offer| {
            // Half of all public keys have no representative. What is not the coordinate of a point has none either, but
            // not every library looks.
            let public_key = reference::of(|ours: &X25519| ours.public_key);
            let key = |seed| public_key(&random_array(seed));
            let publics = [(offer.map)(&random_array(0))].into_iter().chain((0..20).map(key));
            let reps = publics.map(|public| (offer.rev)(&public, public[5]));
            reps.map(|hidden| Answer::bytes_or_refusal("representative", hidden.as_ref().map(|h| &h[..]))).collect()
        }),
    })
}

/// Half of all keys have no representative, so a call makes two attempts on average, and one in a thousand makes ten.
fn key_pair() -> Box<dyn Operation> {
    searching(Deterministic {
        name: "elligator2/hidden-keypair".to_owned(),
        includes:
            "one call: from a fresh seed to a secret key and the representative of its public key, which takes two \
                   attempts on average; the time is the mean over all seeds"
                .to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(|offer: &Elligator2| {
            let (key_pair, mut number) = (offer.key_pair, 0);
            let calls = repeat(move || {
                number += 1;
                key_pair(black_box(&numbered(number)))
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(|offer| {
            let pairs = (0..20).map(|number| (offer.key_pair)(&numbered(number)));
            pairs
                .flat_map(|(hidden, secret)| {
                    [Answer::bytes("representative", &hidden), Answer::bytes("secret key", &secret)]
                })
                .collect()
        }),
    })
}

/// Returns a seed that no other number has.
fn numbered(number: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
}
