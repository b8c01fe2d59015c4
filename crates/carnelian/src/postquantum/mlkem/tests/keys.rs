//! Keys and ciphertexts from bytes: what is accepted and what is refused, and for which reason.

use crate::base::random::TestRandom;
use crate::base::secret::Secret;
use crate::error::LengthError;
use crate::postquantum::mlkem::hazmat::key_gen_internal;
use crate::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, DecapsulationKeyError, EncapsulationKey, EncapsulationKeyError, MlKem512, MlKem768,
    MlKem1024, Parameters,
};

fn lengths_are_checked<P: Parameters>() {
    let bytes = [0; 4000];
    for found in [0, 1, P::ENCAPSULATION_KEY_LEN - 1, P::ENCAPSULATION_KEY_LEN + 1] {
        let error = LengthError { what: "an ML-KEM encapsulation key", expected: P::ENCAPSULATION_KEY_LEN, found };
        let refused = EncapsulationKey::<P>::from_slice(&bytes[..found]);
        assert_eq!(refused.unwrap_err(), EncapsulationKeyError::Length(error));
    }
    for found in [0, 64, P::DECAPSULATION_KEY_LEN - 1, P::DECAPSULATION_KEY_LEN + 1] {
        let error = LengthError { what: "an ML-KEM decapsulation key", expected: P::DECAPSULATION_KEY_LEN, found };
        let error = DecapsulationKeyError::Length(error);
        assert_eq!(DecapsulationKey::<P>::from_expanded_slice(&bytes[..found]).unwrap_err(), error);
        let both = DecapsulationKey::<P>::from_seed_and_expanded_slice(&[0; 64], &bytes[..found]);
        assert_eq!(both.unwrap_err(), error);
    }
    for found in [0, P::CIPHERTEXT_LEN - 1, P::CIPHERTEXT_LEN + 1] {
        let error = LengthError { what: "an ML-KEM ciphertext", expected: P::CIPHERTEXT_LEN, found };
        assert_eq!(Ciphertext::<P>::from_slice(&bytes[..found]).unwrap_err(), error);
    }
}

#[test]
fn lengths() {
    lengths_are_checked::<MlKem512>();
    lengths_are_checked::<MlKem768>();
    lengths_are_checked::<MlKem1024>();
}

fn forms<P: Parameters>() {
    let key = DecapsulationKey::<P>::from_seed(&[7; 64]);
    assert_eq!(key.as_seed().map(Secret::expose), Some(&[7; 64]));
    let expanded = key.as_expanded_bytes().expose();
    let again = DecapsulationKey::<P>::from_expanded_slice(expanded.as_ref()).unwrap();
    assert_eq!(again.as_seed().map(Secret::expose), None);
    assert_eq!(again.as_expanded_bytes().expose(), expanded);
    let same = DecapsulationKey::<P>::from_expanded_bytes(expanded).unwrap();
    assert_eq!(same.as_expanded_bytes().expose(), expanded);
    let internal = key_gen_internal::<P>(&[7; 32], &[7; 32]);
    assert_eq!(internal.as_expanded_bytes().expose(), expanded);
    let both = DecapsulationKey::<P>::from_seed_and_expanded_slice(&[7; 64], expanded.as_ref()).unwrap();
    assert_eq!(both.as_seed().map(Secret::expose), Some(&[7; 64]));
    let other = DecapsulationKey::<P>::from_seed_and_expanded_slice(&[8; 64], expanded.as_ref());
    assert_eq!(other.unwrap_err(), DecapsulationKeyError::Seed);

    let ek = key.encapsulation_key();
    assert_eq!(EncapsulationKey::from_slice(ek.as_ref()), Ok(ek));
    assert_eq!(EncapsulationKey::from_bytes(ek.as_bytes()), Ok(ek));
    let (c, k) = ek.encapsulate(&mut TestRandom::new(1)).unwrap();
    assert_eq!(Ciphertext::from_slice(c.as_ref()), Ok(c));
    assert_eq!(Ciphertext::from_bytes(c.as_bytes()), c);
    assert_eq!(again.decapsulate(&c).expose(), k.expose());
    assert_ne!(ek.encapsulate(&mut TestRandom::new(2)).unwrap().0, c);
}

#[test]
fn there_and_back() {
    forms::<MlKem512>();
    forms::<MlKem768>();
    forms::<MlKem1024>();
}

/// The hash check finds every changed byte of the encapsulation key and of the hash.
#[test]
fn a_changed_decapsulation_key() {
    let key = DecapsulationKey::<MlKem512>::from_seed(&[9; 64]);
    for i in 768..768 + 800 + 32 {
        let mut bytes = *key.as_expanded_bytes().expose();
        bytes[i] ^= 1 << (i % 8);
        let refused = DecapsulationKey::<MlKem512>::from_expanded_slice(&bytes);
        assert_eq!(refused.unwrap_err(), DecapsulationKeyError::Hash, "{i}");
    }
}

#[test]
fn a_coefficient_that_is_not_reduced() {
    let bytes = *DecapsulationKey::<MlKem768>::from_seed(&[9; 64]).encapsulation_key().as_bytes();
    for i in 0..3 * 384 / 3 {
        let mut changed = bytes;
        changed[3 * i] = 0x01;
        changed[3 * i + 1] = changed[3 * i + 1] & 0xf0 | 0x0d; // 0xd01 = 3329
        let refused = EncapsulationKey::<MlKem768>::from_slice(&changed);
        assert_eq!(refused.unwrap_err(), EncapsulationKeyError::Modulus, "{i}");
        changed[3 * i] = 0x00;
        assert!(EncapsulationKey::<MlKem768>::from_slice(&changed).is_ok(), "{i}");
    }
}

/// Every changed bit of a ciphertext leads to another secret, and the same bit always to the same one.
#[test]
fn implicit_rejection() {
    let key = DecapsulationKey::<MlKem768>::from_seed(&[3; 64]);
    let (c, k) = key.encapsulation_key().encapsulate(&mut TestRandom::new(5)).unwrap();
    let mut seen = std::collections::BTreeSet::from([*k.expose()]);
    for i in (0..8 * MlKem768::CIPHERTEXT_LEN).step_by(37) {
        let mut bytes = c.to_bytes();
        bytes[i / 8] ^= 1 << (i % 8);
        let changed = Ciphertext::from_slice(&bytes).unwrap();
        let rejected = *key.decapsulate(&changed).expose();
        assert!(seen.insert(rejected), "{i}");
        assert_eq!(*key.prepare().decapsulate(&changed).expose(), rejected, "{i}");
    }
}

#[test]
fn a_source_that_cannot_deliver() {
    use crate::random::{Random, RandomError};
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    assert_eq!(DecapsulationKey::<MlKem512>::generate(&mut Broken).err(), Some(RandomError));
    let ek = DecapsulationKey::<MlKem512>::from_seed(&[0; 64]).encapsulation_key();
    assert_eq!(ek.encapsulate(&mut Broken).err(), Some(RandomError));
}
