//! X25519 keys, which know the curve: the halves of a file must belong together.

use super::{OPENSSL_X25519, OPENSSL_X25519_PUBLIC, RFC_SPKI, RFC_V1};
use carnelian::__internals::TestRandom;
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::encoding::{Algorithm, EncodingError, Encryption, PrivateKeyInfo};

#[test]
fn the_public_key_of_a_file_is_that_of_openssl() {
    let key = SecretKey::from_pkcs8_pem(OPENSSL_X25519.as_bytes()).unwrap();
    assert_eq!(key.public_key().to_spki_pem(), OPENSSL_X25519_PUBLIC);
    assert_eq!(key.to_pkcs8_pem().declassify("test"), OPENSSL_X25519.as_bytes());
    assert_eq!(PublicKey::from_spki_pem(OPENSSL_X25519_PUBLIC.as_bytes()).unwrap(), key.public_key());
}

#[test]
fn every_form_comes_back() {
    let key = SecretKey::from_bytes([0x35; 32]);
    let info = key.to_private_key_info();
    let encrypted =
        key.to_encrypted_pem(b"p", Encryption::with_iterations(1000).unwrap(), &mut TestRandom::new(1)).unwrap();
    let files = [
        key.to_pkcs8_der(),
        key.to_pkcs8_pem(),
        key.to_pkcs8_v2_der(),
        key.to_pkcs8_v2_pem(),
        info.to_hex(),
        info.to_raw(),
        carnelian::secret::Secret::new(encrypted.clone().into_bytes()),
    ];
    for file in files {
        let read = SecretKey::from_file(file.declassify("test"), Some(b"p")).unwrap();
        assert_eq!(read.to_bytes().declassify("test"), &[0x35; 32]);
    }
    assert!(SecretKey::from_encrypted_pem(encrypted.as_bytes(), b"p").is_ok());
    let public = key.public_key();
    let info = public.to_subject_public_key_info();
    for file in [public.to_spki_der(), public.to_spki_pem().into(), info.to_hex().into(), public.to_bytes().to_vec()] {
        assert_eq!(PublicKey::from_file(&file).unwrap(), public);
    }
    assert_eq!(PublicKey::from_spki_der(&public.to_spki_der()).unwrap(), public);
}

#[test]
fn halves_that_do_not_match_are_refused() {
    let key = SecretKey::from_bytes([0x35; 32]);
    let right = key.public_key().to_bytes();
    for bit in [0, 100, 255] {
        let mut wrong = right;
        wrong[bit / 8] ^= 1 << (bit % 8);
        let file =
            PrivateKeyInfo::new(Algorithm::X25519, &[0x35; 32], Some(&wrong)).unwrap().to_pkcs8_v2_der().unwrap();
        let refused = SecretKey::from_pkcs8_der(file.expose()).unwrap_err();
        assert_eq!(refused, EncodingError::PublicKeyMismatch { algorithm: Algorithm::X25519 });
        assert_eq!(refused.to_string(), "public key: expected that of the X25519 private key beside it, found another");
    }
}

#[test]
fn keys_of_ed25519_are_refused() {
    let message = "algorithm: expected 1.3.101.110 (X25519), found 1.3.101.112 (Ed25519)";
    assert_eq!(SecretKey::from_pkcs8_pem(RFC_V1.as_bytes()).unwrap_err().to_string(), message);
    assert_eq!(PublicKey::from_spki_pem(RFC_SPKI.as_bytes()).unwrap_err().to_string(), message);
}
