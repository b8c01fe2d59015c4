//! Ed25519 keys, which know the curve: the halves of a file must belong together.

use super::{OPENSSL_X25519, OPENSSL_X25519_PUBLIC, RFC_SPKI, RFC_V1, RFC_V2, hex};
use carnelian::__internals::TestRandom;
use carnelian::curve::ed25519::{SigningKey, VerifyingKey};
use carnelian::encoding::{Algorithm, EncodingError, Encryption, PrivateKeyInfo};

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
fn every_form_comes_back() {
    let key = SigningKey::from_seed([0x35; 32]);
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
        let read = SigningKey::from_file(file.declassify("test"), Some(b"p")).unwrap();
        assert_eq!(read.seed().declassify("test"), &[0x35; 32]);
    }
    assert!(SigningKey::from_encrypted_pem(encrypted.as_bytes(), b"p").is_ok());
    let public = *key.verifying_key();
    let info = public.to_subject_public_key_info();
    for file in [public.to_spki_der(), public.to_spki_pem().into(), info.to_hex().into(), public.to_bytes().to_vec()] {
        assert_eq!(VerifyingKey::from_file(&file).unwrap(), public);
    }
    assert_eq!(VerifyingKey::from_spki_der(&public.to_spki_der()).unwrap(), public);
}

#[test]
fn halves_that_do_not_match_are_refused() {
    let key = SigningKey::from_seed([0x35; 32]);
    let right = key.verifying_key().to_bytes();
    for bit in [0, 100, 255] {
        let mut wrong = right;
        wrong[bit / 8] ^= 1 << (bit % 8);
        let file =
            PrivateKeyInfo::new(Algorithm::Ed25519, &[0x35; 32], Some(&wrong)).unwrap().to_pkcs8_v2_der().unwrap();
        let refused = SigningKey::from_pkcs8_der(file.expose()).unwrap_err();
        let (expected, found) = (right.to_vec(), wrong.to_vec());
        assert_eq!(refused, EncodingError::PublicKeyMismatch { algorithm: Algorithm::Ed25519, expected, found });
        let digits = |bytes: [u8; 32]| bytes.map(|byte| format!("{byte:02x}")).concat();
        let (right, wrong) = (digits(right), digits(wrong));
        let message = "public key: expected that of the Ed25519 private key beside it";
        assert_eq!(refused.to_string(), format!("{message}, {right}, found {wrong}"));
    }
}

#[test]
fn keys_of_x25519_are_refused() {
    let message = "algorithm: expected 1.3.101.112 (Ed25519), found 1.3.101.110 (X25519)";
    assert_eq!(SigningKey::from_pkcs8_pem(OPENSSL_X25519.as_bytes()).unwrap_err().to_string(), message);
    assert_eq!(VerifyingKey::from_spki_pem(OPENSSL_X25519_PUBLIC.as_bytes()).unwrap_err().to_string(), message);
}
