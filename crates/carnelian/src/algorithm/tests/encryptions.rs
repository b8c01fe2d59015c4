//! Public-key encryption by its role against the types.

use super::are_distinct;
use crate::algorithm::{EncryptionAlgorithm, EncryptionError, encryption, encryptions};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::composite::nacl_box::anonymous;
use crate::curve::x25519::SecretKey;
use core::ptr;
use std::{format, vec};

/// A source that cannot deliver.
struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

#[test]
fn schemes_are_distinct() {
    are_distinct(encryptions().iter().map(EncryptionAlgorithm::identity));
}

#[test]
fn messages_and_keys_come_back() {
    for scheme in encryptions() {
        let random = &mut TestRandom::new(50);
        let key = scheme.generate(random).unwrap();
        assert!(ptr::eq(key.algorithm(), scheme) && ptr::eq(key.encryption_key().algorithm(), scheme));
        assert!(!scheme.backend().is_empty());
        let public = key.encryption_key().to_bytes();
        let (secret_len, public_len) = (scheme.decryption_key_len(), scheme.encryption_key_len());
        assert_eq!((key.to_bytes().expose().len(), public.len()), (secret_len, public_len));
        let read = scheme.decryption_key_from_bytes(key.to_bytes().expose()).unwrap();
        for len in [0, 1, 1000] {
            let message = vec![7; len];
            let to = scheme.encryption_key_from_bytes(&public).unwrap();
            let ciphertext = to.encrypt(&message, random).unwrap();
            assert_eq!(ciphertext.len(), len + scheme.overhead());
            assert_eq!(read.decrypt(&ciphertext).unwrap().expose(), &message);
        }
        let shown = format!("{key:?}");
        assert!(shown.contains("(..)"), "{shown}");
    }
}

#[test]
fn changed_ciphertexts_and_other_keys_are_refused() {
    for scheme in encryptions() {
        let random = &mut TestRandom::new(51);
        let (key, other) = (scheme.generate(random).unwrap(), scheme.generate(random).unwrap());
        let ciphertext = key.encryption_key().encrypt(b"a message", random).unwrap();
        for at in 0..ciphertext.len() {
            let mut changed = ciphertext.clone();
            changed[at] ^= 0x40;
            assert_eq!(key.decrypt(&changed).err(), Some(EncryptionError::Invalid), "byte {at}");
            assert_eq!(key.decrypt(&ciphertext[..at]).err(), Some(EncryptionError::Invalid), "{at} bytes");
        }
        assert_eq!(other.decrypt(&ciphertext).err(), Some(EncryptionError::Invalid));
    }
}

#[test]
fn other_lengths_and_sources_that_fail_are_refused() {
    for scheme in encryptions() {
        let key = scheme.generate(&mut TestRandom::new(52)).unwrap();
        assert_eq!(scheme.generate(&mut Broken).err(), Some(RandomError));
        let refused = key.encryption_key().encrypt(b"a message", &mut Broken);
        assert_eq!(refused.err(), Some(EncryptionError::Random(RandomError)));
        for (len, right) in [scheme.decryption_key_len(), scheme.encryption_key_len()].into_iter().enumerate() {
            for bytes in [vec![], vec![1; right - 1], vec![1; right + 1]] {
                let refused = match len {
                    0 => scheme.decryption_key_from_bytes(&bytes).err(),
                    _ => scheme.encryption_key_from_bytes(&bytes).err(),
                };
                assert!(matches!(refused, Some(EncryptionError::Length(error)) if error.found == bytes.len()));
            }
        }
    }
}

#[test]
fn sealed_boxes_are_those_of_the_functions() {
    let scheme = encryption("crypto_box_seal").unwrap();
    let (secret, key) = (SecretKey::from_bytes([7; 32]), scheme.decryption_key_from_bytes(&[7; 32]).unwrap());
    let public = secret.public_key();
    let by_role = key.encryption_key().encrypt(b"a message", &mut TestRandom::new(53)).unwrap();
    let by_type = anonymous::seal_combined(&public, b"a message", &mut TestRandom::new(53)).unwrap();
    assert_eq!(by_role, by_type);
    assert_eq!(anonymous::open_combined(&secret, &public, &by_role).unwrap(), b"a message");
    assert_eq!(scheme.encryption_key_from_bytes(&[0; 32]).err(), Some(EncryptionError::NonContributory));
}
