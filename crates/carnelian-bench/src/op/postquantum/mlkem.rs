//! ML-KEM, FIPS 203: keys, encapsulation and decapsulation, with keys as bytes and with prepared keys.

use crate::op::answers::{Answer, Deterministic};
use crate::op::{Operation, Subject, Unit, random_array, repeat};
use crate::values::{PreparedKeys, Scheme};
use std::fmt;
use std::hint::black_box;
use std::marker::PhantomData;

/// The seed of a key, d ‖ z.
pub type Seed = [u8; 64];
/// The message m, from which an encapsulation is computed.
pub type Message = [u8; 32];
/// A shared secret.
pub type Secret = [u8; 32];

/// A parameter set: a marker type that tells the libraries' offers apart.
pub trait Set: Sized + 'static {
    /// The family in names of operations.
    const FAMILY: &'static str;
    /// The name in FIPS 203.
    const NAME: &'static str;
    /// The bytes of an encapsulation key.
    type EncapsulationKey: AsRef<[u8]> + AsMut<[u8]> + Clone;
    /// The bytes of a ciphertext.
    type Ciphertext: AsRef<[u8]> + AsMut<[u8]> + Clone;
}

/// Writes the sets: the name of the type, of the family, of the standard, and the lengths of keys and ciphertexts.
macro_rules! sets {
    ($($Set:ident: $family:literal, $name:literal, $ek:literal, $c:literal;)+) => {$(
        #[doc = $name]
        #[derive(Debug)]
        pub enum $Set {}

        impl Set for $Set {
            const FAMILY: &'static str = $family;
            const NAME: &'static str = $name;
            type EncapsulationKey = [u8; $ek];
            type Ciphertext = [u8; $c];
        }
    )+};
}

sets! {
    MlKem512: "mlkem512", "ML-KEM-512", 800, 768;
    MlKem768: "mlkem768", "ML-KEM-768", 1184, 1088;
    MlKem1024: "mlkem1024", "ML-KEM-1024", 1568, 1568;
}

/// A ciphertext and the secret in it.
pub type Encapsulated<S> = (<S as Set>::Ciphertext, Secret);
/// An encapsulation key object.
pub type Encapsulate<S> = Box<dyn Fn(&Message) -> Encapsulated<S>>;
/// Encapsulates to a key in bytes; `None` if the library refuses the key.
pub type EncapsulateToBytes<S> = fn(&<S as Set>::EncapsulationKey, &Message) -> Option<Encapsulated<S>>;
/// Prepares an encapsulation key.
pub type Prepare<S> = fn(&<S as Set>::EncapsulationKey) -> Encapsulate<S>;
/// A decapsulation key object.
pub type Decapsulate<S> = Box<dyn Fn(&<S as Set>::Ciphertext) -> Secret>;

/// A library's offer for the operations of this module. What a library does from its own randomness alone, it does not
/// offer.
pub struct MlKem<S: Set> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Generates a key pair from a seed, and reads the encapsulation key from it.
    pub key_pair: Option<fn(&Seed) -> S::EncapsulationKey>,
    /// Encapsulates to a key in bytes; `None` if the library refuses the key.
    pub encapsulate: Option<EncapsulateToBytes<S>>,
    /// Creates a decapsulation key object, as the library makes them from a seed or from bytes.
    pub decapsulation_key: fn(&Seed) -> Decapsulate<S>,
    /// Prepares an encapsulation key for many encapsulations.
    pub prepare: Option<Prepare<S>>,
    /// Prepares a decapsulation key for many decapsulations.
    pub prepare_decapsulation: Option<fn(&Seed) -> Decapsulate<S>>,
}

impl<S: Set> fmt::Debug for MlKem<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", S::NAME, self.backend)
    }
}

/// Returns the schemes' operations by their roles, and the sizes of their outputs.
#[must_use]
pub fn schemes() -> [Scheme; 3] {
    [
        Family::<MlKem512>::scheme(&[64, 1632, 800, 768]),
        Family::<MlKem768>::scheme(&[64, 2400, 1184, 1088]),
        Family::<MlKem1024>::scheme(&[64, 3168, 1568, 1568]),
    ]
}

/// The encapsulation keys, which can be prepared.
pub(in crate::op) const PREPARED_KEYS: [PreparedKeys; 3] = [
    PreparedKeys {
        keys: "ML-KEM-512 encapsulation key",
        prepare: "mlkem512/prepare",
        plain: "mlkem512/encaps",
        prepared: "mlkem512/encaps-prepared",
    },
    PreparedKeys {
        keys: "ML-KEM-768 encapsulation key",
        prepare: "mlkem768/prepare",
        plain: "mlkem768/encaps",
        prepared: "mlkem768/encaps-prepared",
    },
    PreparedKeys {
        keys: "ML-KEM-1024 encapsulation key",
        prepare: "mlkem1024/prepare",
        plain: "mlkem1024/encaps",
        prepared: "mlkem1024/encaps-prepared",
    },
];

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let sets = [Family::<MlKem512>::operations(), Family::<MlKem768>::operations(), Family::<MlKem1024>::operations()];
    sets.into_iter().flatten().collect()
}

/// The operations of a set.
struct Family<S>(PhantomData<S>);

impl<S: Set> Family<S> {
    fn scheme(lengths: &[u64; 4]) -> Scheme {
        let [seed, expanded, key, ciphertext] = *lengths;
        let name = |operation: &str| format!("{}/{operation}", S::FAMILY);
        let [keygen, encaps, decaps] = ["keygen", "encaps", "decaps"].map(name);
        crate::op::scheme(
            S::NAME,
            &[("key generation", &keygen), ("encapsulation", &encaps), ("decapsulation", &decaps)],
            &[
                ("seed", seed),
                ("decapsulation key", expanded),
                ("encapsulation key", key),
                ("ciphertext", ciphertext),
                ("shared secret", 32),
            ],
        )
    }

    fn operations() -> Vec<Box<dyn Operation>> {
        vec![
            Self::key_generation(),
            Self::encapsulation(),
            Self::decapsulation(),
            Self::preparing(),
            Self::prepared_encapsulation(),
            Self::prepared_decapsulation(),
        ]
    }

    fn operation(
        name: &str,
        includes: &str,
        subject: impl Fn(&MlKem<S>) -> Option<Subject> + 'static,
        answers: impl Fn(&MlKem<S>) -> Vec<Answer> + 'static,
    ) -> Box<dyn Operation> {
        Box::new(Deterministic {
            name: format!("{}/{name}", S::FAMILY),
            includes: includes.to_owned(),
            unit: Unit::Operations(1),
            subject: Box::new(subject),
            answers: Box::new(answers),
        })
    }

    fn key_generation() -> Box<dyn Operation> {
        Self::operation(
            "keygen",
            "one call: from a seed of 64 bytes to a key pair, and the encapsulation key read from it",
            |offer| {
                let (key_pair, seed) = (offer.key_pair?, seed());
                Some(Subject::new(&offer.backend, repeat(move || key_pair(black_box(&seed)))))
            },
            |offer| {
                let key = offer.key_pair.map(|key_pair| key_pair(&seed()));
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
                let (encapsulate, key, message) = (offer.encapsulate?, key::<S>(), message());
                Some(Subject::new(&offer.backend, repeat(move || encapsulate(black_box(&key), black_box(&message)))))
            },
            |offer| {
                let Some(encapsulate) = offer.encapsulate else { return Vec::new() };
                let (key, mut other) = (key::<S>(), key::<S>());
                // The first coefficient becomes 4095.
                other.as_mut()[0] = 0xff;
                other.as_mut()[1] |= 0x0f;
                let mut answers = of_encapsulated::<S>(encapsulate(&key, &message()).as_ref());
                answers.push(Answer::verdict(
                    "a key with a coefficient that is too great",
                    encapsulate(&other, &message()).is_some(),
                ));
                answers
            },
        )
    }

    fn decapsulation() -> Box<dyn Operation> {
        Self::operation(
            "decaps",
            "one call: from a decapsulation key object, as the library makes it, and a ciphertext to the shared secret",
            |offer| {
                let (decapsulate, (ciphertext, _)) = ((offer.decapsulation_key)(&seed()), encapsulated::<S>());
                Some(Subject::new(&offer.backend, repeat(move || decapsulate(black_box(&ciphertext)))))
            },
            |offer| of_decapsulation::<S>(&(offer.decapsulation_key)(&seed())),
        )
    }

    fn preparing() -> Box<dyn Operation> {
        Self::operation(
            "prepare",
            "one call: from an encapsulation key in bytes to an object with the matrix",
            |offer| {
                let (prepare, key) = (offer.prepare?, key::<S>());
                Some(Subject::new(&offer.backend, repeat(move || prepare(black_box(&key)))))
            },
            of_prepared::<S>,
        )
    }

    fn prepared_encapsulation() -> Box<dyn Operation> {
        Self::operation(
            "encaps-prepared",
            "one call: from an encapsulation key object with the matrix and a message to the ciphertext and the shared \
             secret",
            |offer| {
                let (encapsulate, message) = (offer.prepare?(&key::<S>()), message());
                Some(Subject::new(&offer.backend, repeat(move || encapsulate(black_box(&message)))))
            },
            of_prepared::<S>,
        )
    }

    fn prepared_decapsulation() -> Box<dyn Operation> {
        Self::operation(
            "decaps-prepared",
            "one call: from a decapsulation key object with the matrix and a ciphertext to the shared secret",
            |offer| {
                let (decapsulate, (ciphertext, _)) = (offer.prepare_decapsulation?(&seed()), encapsulated::<S>());
                Some(Subject::new(&offer.backend, repeat(move || decapsulate(black_box(&ciphertext)))))
            },
            |offer| {
                let key = offer.prepare_decapsulation.map(|prepare| prepare(&seed()));
                key.map_or(Vec::new(), |key| of_decapsulation::<S>(&key))
            },
        )
    }
}

fn of_encapsulated<S: Set>(encapsulated: Option<&Encapsulated<S>>) -> Vec<Answer> {
    let ciphertext = encapsulated.map(|(ciphertext, _)| ciphertext.as_ref());
    let secret = encapsulated.map(|(_, secret)| &secret[..]);
    vec![Answer::bytes_or_refusal("ciphertext", ciphertext), Answer::bytes_or_refusal("shared secret", secret)]
}

fn of_prepared<S: Set>(offer: &MlKem<S>) -> Vec<Answer> {
    let encapsulate = offer.prepare.map(|prepare| prepare(&key::<S>()));
    encapsulate.map_or(Vec::new(), |encapsulate| of_encapsulated::<S>(Some(&encapsulate(&message()))))
}

/// The secrets of a ciphertext and of one that is rejected.
fn of_decapsulation<S: Set>(decapsulate: &Decapsulate<S>) -> Vec<Answer> {
    let (ciphertext, _) = encapsulated::<S>();
    let mut other = ciphertext.clone();
    other.as_mut()[0] ^= 1;
    vec![
        Answer::bytes("shared secret", &decapsulate(&ciphertext)),
        Answer::bytes("secret of a ciphertext that is rejected", &decapsulate(&other)),
    ]
}

/// Returns d and z.
///
/// # Panics
/// Never.
#[must_use]
pub fn halves(seed: &Seed) -> [[u8; 32]; 2] {
    let (d, z) = seed.split_first_chunk().expect("64 bytes");
    [*d, z.try_into().expect("the other 32 bytes")]
}

fn seed() -> Seed {
    random_array(0)
}

fn message() -> Message {
    random_array(1)
}

/// Returns the encapsulation key of the seed, by our library.
fn key<S: Set>() -> S::EncapsulationKey {
    let offers = crate::peer::carnelian::library().offers;
    let offer = offers.get::<MlKem<S>>().expect("our library has every set");
    offer.key_pair.expect("our library has every operation")(&seed())
}

/// Returns a ciphertext for the key, by our library.
fn encapsulated<S: Set>() -> Encapsulated<S> {
    let offers = crate::peer::carnelian::library().offers;
    let offer = offers.get::<MlKem<S>>().expect("our library has every set");
    let encapsulate = offer.encapsulate.expect("our library has every operation");
    encapsulate(&key::<S>(), &message()).expect("a valid key")
}
