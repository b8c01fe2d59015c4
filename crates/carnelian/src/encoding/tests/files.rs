//! Files with more than a key in them, and keys of other programs.

use super::super::pem;
use super::*;
use alloc::string::{String, ToString};
use std::format;

/// Returns an Ed25519 key as PEM, and the text of its public key. The two are not checked against each other here.
fn texts() -> (String, String) {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[0x35; 32], None).unwrap();
    let pem = String::from_utf8(key.to_pkcs8_pem().declassify("test").clone()).unwrap();
    (pem, SubjectPublicKeyInfo::new(Algorithm::Ed25519, &[0x53; 32]).unwrap().to_spki_pem())
}

/// Returns the PEM text of something that is no key.
fn other(label: &str) -> String {
    pem::encode_public(label, b"something else")
}

fn private(text: &str) -> Result<Vec<u8>, EncodingError> {
    let key = PrivateKeyInfo::from_file(text.as_bytes(), None, None)?;
    Ok(key.to_raw().declassify("test").clone())
}

fn public(text: &str) -> Result<Vec<u8>, EncodingError> {
    SubjectPublicKeyInfo::from_file(text.as_bytes(), None).map(|key| key.as_bytes().to_vec())
}

#[test]
fn the_only_key_among_other_blocks_is_read() {
    let (key, public_key) = texts();
    let certificate = other("CERTIFICATE");
    for text in [
        format!("{key}{certificate}"),
        format!("{certificate}{certificate}{key}"),
        format!("{key}{public_key}"),
        format!("{public_key}{key}"),
        format!("{}{key}", other("EC PARAMETERS")),
        format!("{key}some text\n"),
        format!("{key}\0"),
        format!("{key}\u{1a}"),
        format!("{key}-----BEGIN "),
        format!("Bag Attributes\r\n  friendlyName: -----\r\n{}", key.replace('\n', "\r\n")),
        format!("\u{feff}{key}"),
        format!("\u{feff}{certificate}{key}"),
    ] {
        assert_eq!(private(&text), Ok([0x35; 32].to_vec()), "{text}");
        assert_eq!(Form::of(text.as_bytes()), Ok(Form::Pem(Content::PrivateKey)), "{text}");
    }
    for text in [
        format!("{public_key}{certificate}"),
        format!("{certificate}{public_key}"),
        format!("{key}{public_key}"),
        format!("{public_key}{key}"),
        format!("{key}{key}{public_key}"),
        format!("\u{feff}{public_key}text"),
    ] {
        assert_eq!(public(&text), Ok([0x53; 32].to_vec()), "{text}");
    }
}

#[test]
fn it_must_be_clear_which_key_is_meant() {
    let (key, public_key) = texts();
    let several = |kind, found| EncodingError::SeveralKeys { kind, found };
    for label in ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"] {
        for text in [format!("{key}{}", other(label)), format!("{}{public_key}{key}", other(label))] {
            assert_eq!(private(&text), Err(several("private key", 2)), "{text}");
        }
    }
    assert_eq!(private(&key.repeat(3)), Err(several("private key", 3)));
    assert_eq!(public(&public_key.repeat(2)), Err(several("public key", 2)));
    assert_eq!(several("private key", 3).to_string(), "expected one private key in the PEM text, found 3");
    let label = |expected, found| EncodingError::Label { expected, found: Some(found) };
    let any = "PRIVATE KEY, ENCRYPTED PRIVATE KEY or PUBLIC KEY";
    assert_eq!(private(&(other("CERTIFICATE") + &other("X509 CRL"))), Err(label(any, "CERTIFICATE")));
    assert_eq!(private(&(other("CERTIFICATE") + &other("RSA PRIVATE KEY"))), Err(label(any, "RSA PRIVATE KEY")));
    // Files are joined with the byte order mark of each.
    let marked = |text: &str| format!("\u{feff}{text}");
    assert_eq!(private(&marked(&key).repeat(2)), Err(several("private key", 2)));
    assert_eq!(private(&marked(&key).replace('\n', "\r\n").repeat(2)), Err(several("private key", 2)));
    assert_eq!(public(&marked(&public_key).repeat(2)), Err(several("public key", 2)));
    assert_eq!(private(&(marked(&public_key) + &marked(&key))), Ok([0x35; 32].to_vec()));
    assert_eq!(public(&(marked(&key) + &marked(&public_key))), Ok([0x53; 32].to_vec()));
    // Whatever is not a known label is not shown, even if it looks like one.
    for odd in ["private key", "MC4CAQAwBQYDK2VwBCIEIAAB", "A B C D E F", &"A".repeat(13), "HUNTER 2", "CERTIFICATES"] {
        assert_eq!(private(&other(odd)), Err(EncodingError::Label { expected: any, found: None }));
    }
}

#[test]
fn a_byte_order_mark_before_digits_is_ignored() {
    let text = format!("\u{feff}{}\r\n", "35".repeat(32));
    assert_eq!(Form::of(text.as_bytes()), Ok(Form::Hex));
    let read = PrivateKeyInfo::from_file(text.as_bytes(), Some(Algorithm::X25519), None).unwrap();
    assert_eq!(read.to_raw().declassify("test"), &[0x35; 32]);
    let read = SubjectPublicKeyInfo::from_file(text.as_bytes(), Some(Algorithm::X25519)).unwrap();
    assert_eq!(read.as_bytes(), [0x35; 32]);
    // 35 bytes with such a beginning are no key of 32.
    let bytes = [b"\xef\xbb\xbf".as_slice(), &[0xc3; 32]].concat();
    assert_eq!(Form::of(&bytes), Err(EncodingError::Form { expected: Algorithm::raw_lengths(), length: 35 }));
}

/// NaCl's secret key is the private key and the public key after it.
#[test]
fn the_public_key_may_follow_an_ed25519_key() {
    let pair = [[0x35; 32], [0xc3; 32]].concat();
    let digits = hex_line(&pair);
    let inside = [&[0x30, 0x4e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x42, 4, 0x40][..], &pair].concat();
    for (file, algorithm) in [(&pair, Some(Algorithm::Ed25519)), (&digits, Some(Algorithm::Ed25519)), (&inside, None)] {
        let key = PrivateKeyInfo::from_file(file, algorithm, None).unwrap();
        assert_eq!((&key.to_raw().declassify("test")[..], key.public_key()), (&pair[..32], Some(&pair[32..])));
        assert_eq!(key.to_pkcs8_der().declassify("test").len(), 48);
    }
    assert_eq!((Form::of(&pair), Form::of(&digits)), (Ok(Form::Raw), Ok(Form::Hex)));
    // A PEM text may be as long as the digits of a pair: that of a seed of ML-DSA is.
    let seed = PrivateKeyInfo::new(Algorithm::MlDsa44, &[7; 32], None).unwrap().to_pkcs8_pem();
    assert_eq!(seed.declassify("test").len(), 128);
    assert_eq!(Form::of(seed.expose()), Ok(Form::Pem(Content::PrivateKey)));
    // 64 digits are no pair.
    assert_eq!(Form::of(&[b'7'; 64]), Ok(Form::Hex));
    let wrong = |file: &[u8], algorithm| PrivateKeyInfo::from_file(file, Some(algorithm), None).map(drop).unwrap_err();
    let length = |what, expected: usize, found| EncodingError::WrongLength { what, expected: expected.into(), found };
    assert_eq!(wrong(&pair, Algorithm::X25519), length("private key in bytes", 32, 64));
    assert_eq!(wrong(&digits, Algorithm::X25519), length("private key in hexadecimal digits", 64, 129));
    assert_eq!(
        wrong(&pair, Algorithm::MlKem512),
        EncodingError::Content { expected: "a key in PEM or DER", found: "raw bytes" }
    );
}

/// ring wrote the public key under an explicit tag before version 0.17.
#[test]
fn the_public_key_may_be_tagged_explicitly() {
    let v2 =
        PrivateKeyInfo::new(Algorithm::Ed25519, &[0x35; 32], Some(&[0x53; 32])).unwrap().to_pkcs8_v2_der().unwrap();
    let v2 = v2.declassify("test");
    let mut ring = [&v2[..48], &[0xa1, 0x23, 0x03], &v2[49..]].concat();
    ring[1] += 2;
    let key = PrivateKeyInfo::from_pkcs8_der(&ring).unwrap();
    assert_eq!(key.public_key(), Some(&[0x53; 32][..]));
    assert_eq!(key.to_pkcs8_v2_der().unwrap().declassify("test"), v2);
}
