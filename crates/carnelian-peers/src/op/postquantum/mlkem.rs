//! ML-KEM, FIPS 203.

use super::kem::{Family, Given, Kem, Seeded, scheme};
use super::{batches, drawn};
use crate::operation::Operation;
use crate::values::{PreparedKeys, Scheme};

/// The seed of a key, d ‖ z.
pub type Seed = [u8; 64];

/// A library's offer for a parameter set.
pub type MlKem<S> = Given<S>;

/// Writes the sets: the name of the type, of the family, of the standard, and the lengths of keys and ciphertexts.
macro_rules! sets {
    ($($Set:ident: $family:literal, $name:literal, $ek:literal, $c:literal;)+) => {$(
        #[doc = $name]
        #[derive(Debug)]
        pub enum $Set {}

        impl Kem for $Set {
            const FAMILY: &'static str = $family;
            const NAME: &'static str = $name;
            type EncapsulationKey = [u8; $ek];
            type Ciphertext = [u8; $c];
            type Secret = [u8; 32];
        }

        impl Seeded for $Set {
            type Seed = Seed;
            type Message = [u8; 32];
        }
    )+};
}

sets! {
    MlKem512: "mlkem512", "ML-KEM-512", 800, 768;
    MlKem768: "mlkem768", "ML-KEM-768", 1184, 1088;
    MlKem1024: "mlkem1024", "ML-KEM-1024", 1568, 1568;
}

/// Returns the schemes' operations by their roles, and the sizes of their keys and outputs.
#[must_use]
pub fn schemes() -> [Scheme; 3] {
    [
        scheme::<MlKem512>(&[("seed", 64), ("decapsulation key", 1632)]),
        scheme::<MlKem768>(&[("seed", 64), ("decapsulation key", 2400)]),
        scheme::<MlKem1024>(&[("seed", 64), ("decapsulation key", 3168)]),
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
    [of_set::<MlKem512>(), of_set::<MlKem768>(), of_set::<MlKem1024>()].into_iter().flatten().collect()
}

fn of_set<S: Seeded>() -> Vec<Box<dyn Operation>> {
    let kinds = [
        Family::<S>::operations(),
        Family::<S>::with_prepared_keys(),
        drawn::beside_given::<S>(),
        batches::operations::<S>(16),
    ];
    kinds.into_iter().flatten().collect()
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
