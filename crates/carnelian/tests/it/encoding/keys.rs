//! Key types, which know the curve: one body for all of them.

use super::{OPENSSL_X25519, OPENSSL_X25519_PUBLIC, RFC_SPKI, RFC_V1, RFC_V2, hex};
use carnelian::__internals::TestRandom;
use carnelian::curve::ed25519::{SigningKey, VerifyingKey};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::encoding::{EncodingError, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile};
use carnelian::secret::Secret;
use std::fmt::Debug;

/// RFC 8410 Section 10: the second private key stands beside its public key, so the halves are compared.
#[test]
fn the_examples_of_rfc_8410_are_a_pair() {
    let key = SigningKey::from_pkcs8_pem(RFC_V1.as_bytes()).unwrap();
    assert_eq!(key.verifying_key().to_spki_pem(), RFC_SPKI);
    assert_eq!(key.to_pkcs8_pem().declassify("test"), RFC_V1.as_bytes());
    assert_eq!(VerifyingKey::from_spki_pem(RFC_SPKI.as_bytes()).unwrap(), *key.verifying_key());
    assert!(SigningKey::from_pkcs8_pem(RFC_V2.as_bytes()).is_ok());
}

/// `from_bytes` decides what a public key is; a file says so too.
#[test]
fn bytes_that_are_no_public_key_are_refused() {
    let cases = [
        ("02".to_owned() + &"00".repeat(31), "Ed25519 public key: expected a point of the curve, found none"),
        (
            "ee".to_owned() + &"ff".repeat(30) + "7f",
            "Ed25519 public key: expected a canonical encoding, found another one",
        ),
    ];
    for (bytes, message) in cases {
        let der = [hex("302a300506032b6570032100"), hex(&bytes)].concat();
        assert_eq!(VerifyingKey::from_spki_der(&der).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_public_key_of_a_file_is_that_of_openssl() {
    let key = SecretKey::from_pkcs8_pem(OPENSSL_X25519.as_bytes()).unwrap();
    assert_eq!(key.public_key().to_spki_pem(), OPENSSL_X25519_PUBLIC);
    assert_eq!(key.to_pkcs8_pem().declassify("test"), OPENSSL_X25519.as_bytes());
    assert_eq!(PublicKey::from_spki_pem(OPENSSL_X25519_PUBLIC.as_bytes()).unwrap(), key.public_key());
}

/// Every form of a key of the bytes a5 a5 ... and of its public key.
fn comes_back<K: PrivateKeyFile, P: PublicKeyFile + PartialEq + Debug>(key: &K, public: &P) {
    let info = key.to_private_key_info();
    let encryption = Encryption::with_iterations(1000).unwrap();
    let encrypted = key.to_encrypted_pem(b"p", encryption, &mut TestRandom::new(1)).unwrap();
    let files = [
        key.to_pkcs8_der(),
        key.to_pkcs8_pem(),
        key.to_pkcs8_v2_der().unwrap(),
        key.to_pkcs8_v2_pem().unwrap(),
        info.to_hex(),
        info.to_raw(),
        Secret::new(encrypted.clone().into_bytes()),
    ];
    let bytes = |key: &K| key.to_private_key_info().to_raw().declassify("test").clone();
    for file in files {
        assert_eq!(bytes(&K::from_file(file.declassify("test"), Some(b"p")).unwrap()), [0xa5; 32]);
    }
    assert_eq!(bytes(&K::from_encrypted_pem(encrypted.as_bytes(), b"p").unwrap()), [0xa5; 32]);
    let info = public.to_subject_public_key_info();
    let raw = info.public_key::<32>(P::ALGORITHM).unwrap().to_vec();
    for file in [public.to_spki_der(), public.to_spki_pem().into(), info.to_hex().into(), raw] {
        assert_eq!(P::from_file(&file).unwrap(), *public);
    }
    assert_eq!(P::from_spki_der(&public.to_spki_der()).unwrap(), *public);
}

#[test]
fn every_form_comes_back() {
    let (signing, secret) = (SigningKey::from_seed([0xa5; 32]), SecretKey::from_bytes([0xa5; 32]));
    comes_back(&signing, signing.verifying_key());
    comes_back(&secret, &secret.public_key());
}

fn mismatched_halves<K: PrivateKeyFile + Debug>(right: [u8; 32]) {
    for bit in [0, 100, 255] {
        let mut wrong = right;
        wrong[bit / 8] ^= 1 << (bit % 8);
        let info = PrivateKeyInfo::new(K::ALGORITHM, &[0xa5; 32], Some(&wrong)).unwrap();
        let refused = K::from_pkcs8_der(info.to_pkcs8_v2_der().unwrap().expose()).unwrap_err();
        assert_eq!(refused, EncodingError::PublicKeyMismatch { algorithm: K::ALGORITHM });
        let message = format!("public key: expected that of the {} private key beside it, found another", K::ALGORITHM);
        assert_eq!(refused.to_string(), message);
    }
}

#[test]
fn halves_that_do_not_match_are_refused() {
    mismatched_halves::<SigningKey>(SigningKey::from_seed([0xa5; 32]).verifying_key().to_bytes());
    mismatched_halves::<SecretKey>(SecretKey::from_bytes([0xa5; 32]).public_key().to_bytes());
}

/// Reads files of another algorithm.
fn refuses<K: PrivateKeyFile + Debug, P: PublicKeyFile + Debug>(private: &str, public: &str, message: &str) {
    assert_eq!(K::from_pkcs8_pem(private.as_bytes()).unwrap_err().to_string(), message);
    assert_eq!(P::from_spki_pem(public.as_bytes()).unwrap_err().to_string(), message);
}

#[test]
fn keys_of_another_algorithm_are_refused() {
    let message = "algorithm: expected 1.3.101.110 (X25519), found 1.3.101.112 (Ed25519)";
    refuses::<SecretKey, PublicKey>(RFC_V1, RFC_SPKI, message);
    let message = "algorithm: expected 1.3.101.112 (Ed25519), found 1.3.101.110 (X25519)";
    refuses::<SigningKey, VerifyingKey>(OPENSSL_X25519, OPENSSL_X25519_PUBLIC, message);
}
