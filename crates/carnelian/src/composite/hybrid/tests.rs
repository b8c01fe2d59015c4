//! The exchange from both sides, the order of its parts, and errors.

use super::{ClientKey, Group, HybridError, X25519, X25519MlKem768, respond};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::curve::x25519::{PublicKey, SecretKey};
use crate::error::LengthError;
use crate::postquantum::mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem768};

#[test]
fn both_sides_have_the_same_secret() {
    let mut random = TestRandom::new(1);
    for _ in 0..10 {
        let client = ClientKey::<X25519MlKem768>::generate(&mut random).unwrap();
        let (share, secret) = respond::<X25519MlKem768>(&client.share(), &mut random).unwrap();
        assert_eq!(client.finish(&share).unwrap().expose(), secret.expose());
    }
}

/// Section 4.1: the ML-KEM key and the X25519 key of the client; the ciphertext and the key of the server; the secrets
/// in the same order. Each is computed by the primitive itself.
#[test]
fn ml_kem_comes_first() {
    let ml_kem = DecapsulationKey::<MlKem768>::from_seed(&[7; 64]);
    let x25519 = SecretKey::from_bytes([9; 32]);
    let client = ClientKey::<X25519MlKem768> { ml_kem, group: SecretKey::from_bytes([9; 32]) };
    let share = client.share();
    assert_eq!(share[..1184], client.ml_kem.encapsulation_key().as_ref()[..]);
    assert_eq!(share[1184..], x25519.public_key().as_bytes()[..]);
    assert!(EncapsulationKey::<MlKem768>::from_slice(&share[..1184]).is_ok());

    let (answer, secret) = respond::<X25519MlKem768>(&share, &mut TestRandom::new(2)).unwrap();
    assert_eq!((answer.len(), secret.expose().len()), (1120, 64));
    let of_ml_kem = client.ml_kem.decapsulate(&Ciphertext::from_slice(&answer[..1088]).unwrap());
    assert_eq!(secret.expose()[..32], of_ml_kem.expose()[..]);
    let peer = PublicKey::from_bytes(answer[1088..].try_into().unwrap());
    assert_eq!(secret.expose()[32..], x25519.diffie_hellman(&peer).unwrap().expose()[..]);
    assert_eq!(X25519::PUBLIC_KEY_LEN + X25519::SECRET_LEN, 64);
}

#[test]
fn what_is_refused() {
    let mut random = TestRandom::new(3);
    let client = ClientKey::<X25519MlKem768>::generate(&mut random).unwrap();
    let share = client.share();
    for found in [0, 1184, 1215] {
        let error = LengthError { what: "a client's key share", expected: 1216, found };
        let refused = respond::<X25519MlKem768>(&share[..found], &mut random);
        assert_eq!(refused.unwrap_err(), HybridError::Length(error));
    }
    let mut changed = share;
    changed[..2].fill(0xff);
    assert_eq!(respond::<X25519MlKem768>(&changed, &mut random).unwrap_err(), HybridError::Modulus);
    let mut changed = share;
    changed[1184..].fill(0);
    assert_eq!(respond::<X25519MlKem768>(&changed, &mut random).unwrap_err(), HybridError::NonContributory);

    let (answer, _) = respond::<X25519MlKem768>(&share, &mut random).unwrap();
    let error = LengthError { what: "a server's key share", expected: 1120, found: 1119 };
    assert_eq!(client.finish(&answer[..1119]).unwrap_err(), HybridError::Length(error));
    let mut changed = answer;
    changed[1088..].fill(0);
    assert_eq!(client.finish(&changed).unwrap_err(), HybridError::NonContributory);
}

#[test]
fn a_source_that_cannot_deliver() {
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    let share = ClientKey::<X25519MlKem768>::generate(&mut TestRandom::new(4)).unwrap().share();
    assert_eq!(respond::<X25519MlKem768>(&share, &mut Broken).unwrap_err(), HybridError::Random);
    assert!(ClientKey::<X25519MlKem768>::generate(&mut Broken).is_err());
}
