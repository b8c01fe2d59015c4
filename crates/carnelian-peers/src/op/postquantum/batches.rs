//! Key encapsulation for many keys in one call.

pub use super::kem::Batches;

use super::Bytes as _;
use super::kem::{DecapsulateAll, EncapsulatedAll, Given, Key, Seeded, of_encapsulated};
use crate::op::answers::{Answer, Deterministic};
use crate::op::items::of_items;
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// Generates many key pairs.
pub type KeyPairs<K> = Box<dyn Fn(&[<K as Seeded>::Seed]) -> Vec<Key<K>>>;
/// Encapsulates to many keys; `None` if the library refuses one.
pub type EncapsulateAll<K> = Box<dyn Fn(&[Key<K>], &[<K as Seeded>::Message]) -> EncapsulatedAll<K>>;

impl<K: Seeded> Given<K> {
    /// Returns a function that generates many key pairs by the library's fastest strategy.
    #[must_use]
    pub fn key_pairs(&self) -> Option<KeyPairs<K>> {
        if let Some(batches) = &self.batches {
            return Some(Box::new(batches.key_pairs));
        }
        let key_pair = self.key_pair?;
        Some(Box::new(move |seeds| seeds.iter().map(key_pair).collect()))
    }

    /// Returns a function that encapsulates to many keys by the library's fastest strategy.
    #[must_use]
    pub fn encapsulate_all(&self) -> Option<EncapsulateAll<K>> {
        if let Some(batches) = &self.batches {
            return Some(Box::new(batches.encapsulate));
        }
        let encapsulate = self.encapsulate?;
        Some(Box::new(move |keys, messages| {
            keys.iter().zip(messages).map(|(key, message)| encapsulate(key, message)).collect()
        }))
    }

    /// Creates many decapsulation key objects that use the library's fastest strategy.
    #[must_use]
    pub fn decapsulation_keys(&self, seeds: &[K::Seed]) -> DecapsulateAll<K> {
        if let Some(batches) = &self.batches {
            return (batches.decapsulation_keys)(seeds);
        }
        let keys: Vec<_> = seeds.iter().map(self.decapsulation_key).collect();
        Box::new(move |ciphertexts| keys.iter().zip(ciphertexts).map(|(key, ciphertext)| key(ciphertext)).collect())
    }
}

/// Returns the operations on `count` keys.
pub(super) fn operations<K: Seeded>(count: usize) -> Vec<Box<dyn Operation>> {
    vec![key_generation::<K>(count), encapsulation::<K>(count), decapsulation::<K>(count)]
}

fn operation<K: Seeded>(
    name: &str,
    includes: &str,
    (count, item): (usize, &str),
    subject: impl Fn(&Given<K>) -> Option<Subject> + 'static,
    answers: impl Fn(&Given<K>) -> Vec<Answer> + 'static,
) -> Box<dyn Operation> {
    let includes =
        format!("one call: from {count} {includes}; a library without a call for many makes them one after the other");
    of_items(
        count,
        item,
        Deterministic {
            name: format!("{}/{name}-batch{count}", K::FAMILY),
            includes,
            unit: Unit::Operations(count as u64),
            subject: Box::new(subject),
            answers: Box::new(answers),
        },
    )
}

fn key_generation<K: Seeded>(count: usize) -> Box<dyn Operation> {
    operation::<K>(
        "keygen",
        "seeds to key pairs, and the encapsulation keys read from them",
        (count, "key pair"),
        move |offer| {
            let (key_pairs, seeds) = (offer.key_pairs()?, seeds::<K>(count));
            let calls = repeat(move || key_pairs(black_box(&seeds)));
            Some(Subject::of_batch(&offer.backend, offer.batches.is_some(), calls))
        },
        move |offer| {
            let keys = offer.key_pairs().map(|key_pairs| key_pairs(&seeds::<K>(count)));
            keys.iter().flatten().map(|key| Answer::bytes("encapsulation key", key.as_ref())).collect()
        },
    )
}

fn encapsulation<K: Seeded>(count: usize) -> Box<dyn Operation> {
    operation::<K>(
        "encaps",
        "encapsulation keys in bytes, with their checks, and a message for each to ciphertexts and shared secrets",
        (count, "secret"),
        move |offer| {
            let (encapsulate, keys, messages) = (offer.encapsulate_all()?, keys::<K>(count), messages::<K>(count));
            let calls = repeat(move || encapsulate(black_box(&keys), black_box(&messages)));
            Some(Subject::of_batch(&offer.backend, offer.batches.is_some(), calls))
        },
        move |offer| {
            let Some(encapsulate) = offer.encapsulate_all() else { return Vec::new() };
            let made = encapsulate(&keys::<K>(count), &messages::<K>(count)).unwrap_or_default();
            made.iter().flat_map(|made| of_encapsulated::<K>(Some(made))).collect()
        },
    )
}

fn decapsulation<K: Seeded>(count: usize) -> Box<dyn Operation> {
    operation::<K>(
        "decaps",
        "decapsulation key objects, as the library makes them, and a ciphertext for each to shared secrets",
        (count, "secret"),
        move |offer| {
            let (decapsulate, ciphertexts) = (offer.decapsulation_keys(&seeds::<K>(count)), ciphertexts::<K>(count));
            let calls = repeat(move || decapsulate(black_box(&ciphertexts)));
            Some(Subject::of_batch(&offer.backend, offer.batches.is_some(), calls))
        },
        move |offer| {
            let mut ciphertexts = ciphertexts::<K>(count);
            // One of them is rejected.
            ciphertexts[count / 2].as_mut()[0] ^= 1;
            let secrets = offer.decapsulation_keys(&seeds::<K>(count))(&ciphertexts);
            secrets.iter().map(|secret| Answer::bytes("shared secret", secret.as_ref())).collect()
        },
    )
}

fn seeds<K: Seeded>(count: usize) -> Vec<K::Seed> {
    (0..count as u64).map(K::Seed::numbered).collect()
}

fn messages<K: Seeded>(count: usize) -> Vec<K::Message> {
    (0..count as u64).map(|number| K::Message::numbered(1 << 16 | number)).collect()
}

/// Returns encapsulation keys, by our library.
fn keys<K: Seeded>(count: usize) -> Vec<K::EncapsulationKey> {
    let offers = crate::reference::offers();
    let key_pairs = offers.get::<Given<K>>().and_then(Given::key_pairs);
    key_pairs.expect("our library has every operation")(&seeds::<K>(count))
}

/// Returns a ciphertext for each key, by our library.
fn ciphertexts<K: Seeded>(count: usize) -> Vec<K::Ciphertext> {
    let offers = crate::reference::offers();
    let encapsulate = offers.get::<Given<K>>().and_then(Given::encapsulate_all);
    let made = encapsulate.expect("our library has every operation")(&keys::<K>(count), &messages::<K>(count));
    made.expect("valid keys").into_iter().map(|(ciphertext, _)| ciphertext).collect()
}
