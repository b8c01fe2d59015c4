//! Key agreement by its role against the types.

use super::are_distinct;
use crate::algorithm::{AgreementAlgorithm, AgreementError, agreement, agreements};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::curve::x25519::{self, NonContributory, SecretKey};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyInfo, SubjectPublicKeyInfo};
use core::ptr;
use std::format;
use std::string::ToString;
use std::vec;

#[test]
fn schemes_are_distinct() {
    are_distinct(agreements().iter().map(AgreementAlgorithm::identity));
}

#[test]
fn keys_agree_and_come_back() {
    for scheme in agreements() {
        let random = &mut TestRandom::new(34);
        let (mine, theirs) = (scheme.generate(random).unwrap(), scheme.generate(random).unwrap());
        assert!(ptr::eq(mine.algorithm(), scheme) && !scheme.backend().is_empty());
        let shared = mine.agree(&theirs.public_key()).unwrap();
        assert_eq!(theirs.agree(&mine.public_key()).unwrap().expose(), shared.expose());
        assert_eq!(
            (mine.to_bytes().expose().len(), mine.public_key().len()),
            (scheme.key_len(), scheme.public_key_len())
        );
        assert_eq!(shared.expose().len(), scheme.shared_secret_len());
        assert!(scheme.check_public_key(&mine.public_key()).is_ok());

        let info = mine.to_private_key_info();
        assert!(ptr::eq(AgreementAlgorithm::of_key_files(info.algorithm()).unwrap(), scheme));
        assert_eq!(info.algorithm().oid().to_string().split(' ').next(), scheme.identity().oid);
        for read in [scheme.key_from_bytes(mine.to_bytes().expose()).unwrap(), scheme.key_from_info(&info).unwrap()] {
            assert_eq!(read.public_key(), mine.public_key());
            assert_eq!(read.to_bytes().expose(), mine.to_bytes().expose());
        }
        assert_eq!(scheme.public_key_from_info(&mine.to_subject_public_key_info()).unwrap(), mine.public_key());
        let shown = format!("{mine:?}");
        assert!(shown.contains("(..)") && !shown.contains('['), "{shown}");
    }
}

#[test]
fn x25519_is_that_of_the_type() {
    let scheme = agreement("X25519").unwrap();
    let (role, of_type) = (scheme.key_from_bytes(&[7; 32]).unwrap(), SecretKey::from_bytes([7; 32]));
    let peer = SecretKey::from_bytes([8; 32]).public_key();
    assert_eq!(role.public_key(), of_type.public_key().as_bytes());
    assert_eq!(role.agree(peer.as_bytes()).unwrap().expose(), of_type.diffie_hellman(&peer).unwrap().expose());
    let generated = SecretKey::generate(&mut TestRandom::new(35)).unwrap();
    assert_eq!(scheme.generate(&mut TestRandom::new(35)).unwrap().public_key(), generated.public_key().as_bytes());
    assert_eq!(role.to_bytes().expose(), &[7; 32], "the bytes are not clamped");
}

#[test]
fn results_of_zero_are_refused() {
    let (scheme, low) = (agreement("x25519").unwrap(), [0; 32]);
    let key = scheme.key_from_bytes(&[7; 32]).unwrap();
    assert_eq!(key.agree(&low).unwrap_err(), AgreementError::NonContributory);
    assert_eq!(scheme.check_public_key(&low), Err(AgreementError::NonContributory));
    assert_eq!(AgreementError::from(NonContributory).to_string(), NonContributory.to_string());
    assert!(key.agree(&x25519::BASE).is_ok());
}

#[test]
fn other_lengths_and_algorithms_are_refused() {
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    let private = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None).unwrap();
    let public = SubjectPublicKeyInfo::new(Algorithm::Ed25519, &[7; 32]).unwrap();
    for scheme in agreements() {
        let key = scheme.generate(&mut TestRandom::new(36)).unwrap();
        for len in [0, 31, 33] {
            let bytes = vec![1; len];
            for refused in
                [key.agree(&bytes).err(), scheme.key_from_bytes(&bytes).err(), scheme.check_public_key(&bytes).err()]
            {
                assert!(matches!(refused, Some(AgreementError::Length(error)) if error.found == len));
            }
        }
        assert_eq!(scheme.generate(&mut Broken).err(), Some(RandomError));
        let refused = scheme.key_from_info(&private).unwrap_err();
        assert!(
            matches!(refused, EncodingError::WrongAlgorithm { expected, .. } if expected == Some(scheme.key_files()))
        );
        assert!(matches!(scheme.public_key_from_info(&public), Err(EncodingError::WrongAlgorithm { .. })));
    }
    assert!(AgreementAlgorithm::of_key_files(Algorithm::Ed25519).is_none());
}
