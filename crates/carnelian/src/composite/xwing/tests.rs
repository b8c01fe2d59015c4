//! The draft's vectors, and errors.

use super::{Ciphertext, DecapsulationKey, EncapsulationKey};
use crate::base::hex;
use crate::base::random::{Random as _, RandomError, TestRandom};
use crate::error::{FaultError, LengthError};
use crate::hash::Sha256;
use crate::postquantum::mlkem::EncapsulationKeyError;

/// Appendix C: sk, eseed, the SHA-256 hashes of pk and of ct, and ss.
const VECTORS: [[&str; 5]; 3] = [
    [
        "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
        "3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2\
         35b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2",
        "2e816deebcd76c5c80d0cd2d174478871658e8e2ff42bc9d4a6e486372e856bb",
        "17cd532d657e44c897ca6583e548a5424fc70bf54f99515a4d2bcf99e3469f33",
        "d2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384",
    ],
    [
        "badfd6dfaac359a5efbb7bcc4b59d538df9a04302e10c8bc1cbf1a0b3a5120ea",
        "17cda7cfad765f5623474d368ccca8af0007cd9f5e4c849f167a580b14aabdef\
         aee7eef47cb0fca9767be1fda69419dfb927e9df07348b196691abaeb580b32d",
        "c42ba5f8430d7d2c83739338203819f090e8303ce9c8b02107c272bfa5376916",
        "1661ea86d608a1924ba30840cb0a65f13ae051e3aec9cf0f064efc0bc92f2154",
        "f2e86241c64d60f6649fbc6c5b7d17180b780a3f34355e64a85749949c45f150",
    ],
    [
        "ef58538b8d23f87732ea63b02b4fa0f4873360e2841928cd60dd4cee8cc0d4c9",
        "22a96188d032675c8ac850933c7aff1533b94c834adbb69c6115bad4692d8619\
         f90b0cdf8a7b9c264029ac185b70b83f2801f2f4b3f70c593ea3aeeb613a7f1b",
        "6b080d6b84f095342092fa7a22423e58bd681397ad0ef00eac92bd254db4fa95",
        "d3ca5578500344b5896cffc4fd740c9311946b82951df155e6fd86a7966b43c6",
        "953f7f4e8c5b5049bdc771d1dffada0dd961477d1a2ae0988baa7ea6898d893f",
    ],
];

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    hex::decode("a vector", text).unwrap()
}

#[test]
fn the_vectors_of_the_draft() {
    for [sk, eseed, pk, ct, ss] in VECTORS {
        let key = DecapsulationKey::from_bytes(&bytes(sk));
        assert_eq!(key.to_bytes(), &bytes(sk));
        let ek = key.encapsulation_key();
        assert_eq!(Sha256::digest(&ek.to_bytes()), bytes(pk));
        assert_eq!(EncapsulationKey::from_bytes(&ek.to_bytes()), Ok(ek));
        let (ciphertext, secret) = ek.encapsulate_derand(&bytes(eseed));
        assert_eq!(Sha256::digest(ciphertext.as_bytes()), bytes(ct));
        assert_eq!(secret.expose(), &bytes(ss));
        assert_eq!(key.decapsulate(&ciphertext).expose(), &bytes(ss));
    }
}

#[test]
fn every_part_of_a_ciphertext_counts() {
    let mut random = TestRandom::new(3);
    let key = DecapsulationKey::generate(&mut random).unwrap();
    let (ciphertext, secret) = key.encapsulation_key().encapsulate(&mut random).unwrap();
    assert_eq!(key.decapsulate(&ciphertext).expose(), secret.expose());
    for at in [0, 500, 1087, 1088, 1119] {
        let mut changed = ciphertext.to_bytes();
        changed[at] ^= 1;
        let changed = Ciphertext::from_bytes(&changed).unwrap();
        assert_ne!(key.decapsulate(&changed).expose(), secret.expose(), "{at}");
    }
}

#[test]
fn what_is_refused() {
    let mut bytes = [0; 1300];
    TestRandom::new(1).fill(&mut bytes).unwrap();
    for found in [0, 1184, 1215, 1217] {
        let error = LengthError { what: "an X-Wing encapsulation key", expected: 1216, found };
        let refused = EncapsulationKey::from_bytes(&bytes[..found]);
        assert_eq!(refused, Err(EncapsulationKeyError::Length(error)));
    }
    bytes[..3].fill(0xff);
    assert_eq!(EncapsulationKey::from_bytes(&bytes[..1216]), Err(EncapsulationKeyError::Modulus));
    for found in [0, 1088, 1119, 1121] {
        let error = LengthError { what: "an X-Wing ciphertext", expected: 1120, found };
        assert_eq!(Ciphertext::from_bytes(&bytes[..found]), Err(error));
    }
}

#[test]
fn a_source_that_cannot_deliver() {
    struct Broken;
    impl crate::base::random::Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    assert_eq!(DecapsulationKey::generate(&mut Broken).err(), Some(RandomError));
    let ek = DecapsulationKey::from_bytes(&[0; 32]).encapsulation_key();
    assert_eq!(ek.encapsulate(&mut Broken).err(), Some(RandomError));
}

#[test]
fn pairs_of_keys() {
    let mut key = DecapsulationKey::from_bytes(&[3; 32]);
    assert_eq!(key.check_pair(), Ok(()));
    key.0.pk_x[9] ^= 1;
    assert_eq!(key.check_pair(), Err(FaultError));
    let mut key = DecapsulationKey::from_bytes(&[3; 32]);
    key.0.sk_x.write(|sk| sk[9] ^= 1);
    assert_eq!(key.check_pair(), Err(FaultError));
}
