//! Key encapsulation mechanisms: keys, encapsulation and decapsulation, with keys as bytes and with prepared keys.

use super::Bytes;
use crate::op::answers::{Answer, Deterministic};
use crate::operation::{Operation, Subject, repeat};
use crate::values::{Scheme, Unit};
use std::fmt;
use std::hint::black_box;
use std::marker::PhantomData;

/// One call of an operation that decapsulates.
pub(in crate::op) const DECAPSULATION: &str =
    "one call: from a decapsulation key object, as the library makes it, and a ciphertext to the shared secret";

/// A mechanism with its parameters: a marker type that tells the libraries' offers apart.
pub trait Kem: Sized + 'static {
    /// The family in names of operations.
    const FAMILY: &'static str;
    /// The name in the standard.
    const NAME: &'static str;
    /// The bytes of an encapsulation key.
    type EncapsulationKey: Bytes;
    /// The bytes of a ciphertext.
    type Ciphertext: Bytes;
    /// The bytes of a shared secret.
    type Secret: Bytes;
}

/// A mechanism that computes keys from a seed and ciphertexts from a message, so that all libraries give the same.
pub trait Seeded: Kem {
    /// The seed of a key.
    type Seed: Bytes;
    /// The randomness of an encapsulation.
    type Message: Bytes;
}

/// A ciphertext and the secret in it.
pub type Encapsulated<K> = (<K as Kem>::Ciphertext, <K as Kem>::Secret);
/// An encapsulation key object.
pub type Encapsulate<K> = Box<dyn Fn(&<K as Seeded>::Message) -> Encapsulated<K>>;
/// Encapsulates to a key in bytes; `None` if the library refuses the key.
pub type EncapsulateToBytes<K> = fn(&<K as Kem>::EncapsulationKey, &<K as Seeded>::Message) -> Option<Encapsulated<K>>;
/// Generates a key pair from a seed, and reads the encapsulation key from it.
pub type KeyPair<K> = fn(&<K as Seeded>::Seed) -> <K as Kem>::EncapsulationKey;
/// Creates a decapsulation key object from a seed.
pub type DecapsulationKey<K> = fn(&<K as Seeded>::Seed) -> Decapsulate<K>;
/// Prepares an encapsulation key.
pub type Prepare<K> = fn(&<K as Kem>::EncapsulationKey) -> Encapsulate<K>;
/// A decapsulation key object.
pub type Decapsulate<K> = Box<dyn Fn(&<K as Kem>::Ciphertext) -> <K as Kem>::Secret>;

/// An encapsulation key in bytes.
pub type Key<K> = <K as Kem>::EncapsulationKey;
/// Encapsulates to many keys in bytes.
pub type EncapsulateMany<K> = fn(&[Key<K>], &[<K as Seeded>::Message]) -> EncapsulatedAll<K>;
/// Ciphertexts and the secrets in them; `None` if the library refuses a key.
pub type EncapsulatedAll<K> = Option<Vec<Encapsulated<K>>>;
/// Decapsulation key objects: each decapsulates the ciphertext at the same index.
pub type DecapsulateAll<K> = Box<dyn Fn(&[<K as Kem>::Ciphertext]) -> Vec<<K as Kem>::Secret>>;

/// A library's functions for many keys.
pub struct Batches<K: Seeded> {
    /// Generates key pairs from seeds, and reads the encapsulation keys from them.
    pub key_pairs: fn(&[K::Seed]) -> Vec<K::EncapsulationKey>,
    /// Encapsulates to keys in bytes, each with the message at the same index; `None` if the library refuses a key.
    pub encapsulate: EncapsulateMany<K>,
    /// Creates decapsulation key objects.
    pub decapsulation_keys: fn(&[K::Seed]) -> DecapsulateAll<K>,
}

/// A library's offer of what is computed from given seeds and messages. What it does from its own randomness alone is
/// offered as [`Drawn`](super::drawn::Drawn).
pub struct Given<K: Seeded> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Generates a key pair from a seed, and reads the encapsulation key from it.
    pub key_pair: Option<KeyPair<K>>,
    /// Encapsulates to a key in bytes; `None` if the library refuses the key.
    pub encapsulate: Option<EncapsulateToBytes<K>>,
    /// Creates a decapsulation key object, as the library makes them from a seed or from bytes.
    pub decapsulation_key: DecapsulationKey<K>,
    /// Prepares an encapsulation key for many encapsulations.
    pub prepare: Option<Prepare<K>>,
    /// Prepares a decapsulation key for many decapsulations.
    pub prepare_decapsulation: Option<DecapsulationKey<K>>,
    /// Computes for many keys at once, if the library has functions for that; otherwise they are processed one by one.
    pub batches: Option<Batches<K>>,
}

impl<K: Seeded> fmt::Debug for Given<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", K::NAME, self.backend)
    }
}

/// Returns a scheme's operations by their roles, and the sizes of its keys and outputs.
pub(super) fn scheme<K: Kem>(key_sizes: &[(&str, u64)]) -> Scheme {
    let name = |operation: &str| format!("{}/{operation}", K::FAMILY);
    let [keygen, encaps, decaps] = ["keygen", "encaps", "decaps"].map(name);
    let outputs = [
        ("encapsulation key", K::EncapsulationKey::LEN as u64),
        ("ciphertext", K::Ciphertext::LEN as u64),
        ("shared secret", K::Secret::LEN as u64),
    ];
    Scheme::new(
        K::NAME,
        &[("key generation", &keygen), ("encapsulation", &encaps), ("decapsulation", &decaps)],
        &[key_sizes, &outputs[..]].concat(),
    )
}

/// The operations of a mechanism.
pub(super) struct Family<K>(PhantomData<K>);

impl<K: Seeded> Family<K> {
    /// Returns the operations with keys as bytes and as objects.
    pub(super) fn operations() -> Vec<Box<dyn Operation>> {
        vec![Self::key_generation(), Self::encapsulation(), Self::decapsulation()]
    }

    /// Returns the operations with prepared keys.
    pub(super) fn with_prepared_keys() -> Vec<Box<dyn Operation>> {
        vec![Self::preparing(), Self::prepared_encapsulation(), Self::prepared_decapsulation()]
    }

    fn operation(
        name: &str,
        includes: impl Into<String>,
        subject: impl Fn(&Given<K>) -> Option<Subject> + 'static,
        answers: impl Fn(&Given<K>) -> Vec<Answer> + 'static,
    ) -> Box<dyn Operation> {
        Box::new(Deterministic {
            name: format!("{}/{name}", K::FAMILY),
            includes: includes.into(),
            unit: Unit::Operations(1),
            subject: Box::new(subject),
            answers: Box::new(answers),
        })
    }

    fn key_generation() -> Box<dyn Operation> {
        Self::operation(
            "keygen",
            format!(
                "one call: from a seed of {} bytes to a key pair, and the encapsulation key read from it",
                K::Seed::LEN
            ),
            |offer| {
                let (key_pair, seed) = (offer.key_pair?, seed::<K>());
                Some(Subject::new(&offer.backend, repeat(move || key_pair(black_box(&seed)))))
            },
            |offer| {
                let key = offer.key_pair.map(|key_pair| key_pair(&seed::<K>()));
                key.iter().map(|key| Answer::bytes("encapsulation key", key.as_ref())).collect()
            },
        )
    }

    fn encapsulation() -> Box<dyn Operation> {
        Self::operation(
            "encaps",
            "one call: from an encapsulation key in bytes, with its checks, and a message to the ciphertext and the \
             shared secret",
            |offer| {
                let (encapsulate, key, message) = (offer.encapsulate?, key::<K>(), message::<K>());
                Some(Subject::new(&offer.backend, repeat(move || encapsulate(black_box(&key), black_box(&message)))))
            },
            |offer| {
                let Some(encapsulate) = offer.encapsulate else { return Vec::new() };
                let mut answers = of_encapsulated::<K>(encapsulate(&key::<K>(), &message::<K>()).as_ref());
                answers.push(Answer::verdict(
                    "a key with a coefficient that is too great",
                    encapsulate(&with_a_great_coefficient(key::<K>()), &message::<K>()).is_some(),
                ));
                answers
            },
        )
    }

    fn decapsulation() -> Box<dyn Operation> {
        Self::operation(
            "decaps",
            DECAPSULATION,
            |offer| {
                let (decapsulate, (ciphertext, _)) = ((offer.decapsulation_key)(&seed::<K>()), encapsulated::<K>());
                Some(Subject::new(&offer.backend, repeat(move || decapsulate(black_box(&ciphertext)))))
            },
            |offer| of_decapsulation::<K>(&(offer.decapsulation_key)(&seed::<K>())),
        )
    }

    fn preparing() -> Box<dyn Operation> {
        Self::operation(
            "prepare",
            "one call: from an encapsulation key in bytes to an object with the matrix",
            |offer| {
                let (prepare, key) = (offer.prepare?, key::<K>());
                Some(Subject::new(&offer.backend, repeat(move || prepare(black_box(&key)))))
            },
            of_prepared::<K>,
        )
    }

    fn prepared_encapsulation() -> Box<dyn Operation> {
        Self::operation(
            "encaps-prepared",
            "one call: from an encapsulation key object with the matrix and a message to the ciphertext and the shared \
             secret",
            |offer| {
                let (encapsulate, message) = (offer.prepare?(&key::<K>()), message::<K>());
                Some(Subject::new(&offer.backend, repeat(move || encapsulate(black_box(&message)))))
            },
            of_prepared::<K>,
        )
    }

    fn prepared_decapsulation() -> Box<dyn Operation> {
        Self::operation(
            "decaps-prepared",
            "one call: from a decapsulation key object with the matrix and a ciphertext to the shared secret",
            |offer| {
                let (decapsulate, (ciphertext, _)) = (offer.prepare_decapsulation?(&seed::<K>()), encapsulated::<K>());
                Some(Subject::new(&offer.backend, repeat(move || decapsulate(black_box(&ciphertext)))))
            },
            |offer| {
                let key = offer.prepare_decapsulation.map(|prepare| prepare(&seed::<K>()));
                key.map_or(Vec::new(), |key| of_decapsulation::<K>(&key))
            },
        )
    }
}

/// Changes the first coefficient of a key of ML-KEM, which is where all keys here start, to 4095.
fn with_a_great_coefficient<B: Bytes>(mut key: B) -> B {
    key.as_mut()[0] = 0xff;
    key.as_mut()[1] |= 0x0f;
    key
}

pub(super) fn of_encapsulated<K: Kem>(encapsulated: Option<&Encapsulated<K>>) -> Vec<Answer> {
    let ciphertext = encapsulated.map(|(ciphertext, _)| ciphertext.as_ref());
    let secret = encapsulated.map(|(_, secret)| secret.as_ref());
    vec![Answer::bytes_or_refusal("ciphertext", ciphertext), Answer::bytes_or_refusal("shared secret", secret)]
}

fn of_prepared<K: Seeded>(offer: &Given<K>) -> Vec<Answer> {
    let encapsulate = offer.prepare.map(|prepare| prepare(&key::<K>()));
    encapsulate.map_or(Vec::new(), |encapsulate| of_encapsulated::<K>(Some(&encapsulate(&message::<K>()))))
}

/// The secrets of a ciphertext and of one that is rejected.
fn of_decapsulation<K: Seeded>(decapsulate: &Decapsulate<K>) -> Vec<Answer> {
    let (ciphertext, _) = encapsulated::<K>();
    let mut other = ciphertext;
    other.as_mut()[0] ^= 1;
    vec![
        Answer::bytes("shared secret", decapsulate(&ciphertext).as_ref()),
        Answer::bytes("secret of a ciphertext that is rejected", decapsulate(&other).as_ref()),
    ]
}

fn seed<K: Seeded>() -> K::Seed {
    K::Seed::numbered(0)
}

fn message<K: Seeded>() -> K::Message {
    K::Message::numbered(1)
}

/// Returns the encapsulation key of the seed, by our library.
fn key<K: Seeded>() -> K::EncapsulationKey {
    let offers = crate::reference::offers();
    let offer = offers.get::<Given<K>>().expect("our library has every mechanism");
    offer.key_pair.expect("our library has every operation")(&seed::<K>())
}

/// Returns a ciphertext for the key, by our library.
fn encapsulated<K: Seeded>() -> Encapsulated<K> {
    let offers = crate::reference::offers();
    let offer = offers.get::<Given<K>>().expect("our library has every mechanism");
    let encapsulate = offer.encapsulate.expect("our library has every operation");
    encapsulate(&key::<K>(), &message::<K>()).expect("a valid key")
}
