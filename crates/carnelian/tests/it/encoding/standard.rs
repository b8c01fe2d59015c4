//! RFC 8410 Section 10, and the forms a key file can be in.

use super::{OPENSSL_X25519, RFC_PRIVATE, RFC_PUBLIC, RFC_SPKI, RFC_V1, RFC_V2, hex, shown};
use carnelian::encoding::{Algorithm, Content, EncodingError, Form, PrivateKeyInfo, SubjectPublicKeyInfo};

#[test]
fn the_examples_of_rfc_8410_are_read() {
    let v1 = PrivateKeyInfo::from_pkcs8_pem(RFC_V1.as_bytes()).unwrap();
    assert_eq!(shown(&v1, Algorithm::Ed25519), *hex(RFC_PRIVATE));
    assert_eq!((v1.algorithm(), v1.public_key()), (Algorithm::Ed25519, None));
    let v2 = PrivateKeyInfo::from_pkcs8_pem(RFC_V2.as_bytes()).unwrap();
    assert_eq!(shown(&v2, Algorithm::Ed25519), *hex(RFC_PRIVATE));
    assert_eq!(v2.public_key(), Some(&hex(RFC_PUBLIC)[..]));
    let public = SubjectPublicKeyInfo::from_spki_pem(RFC_SPKI.as_bytes()).unwrap();
    assert_eq!(public.public_key::<32>(Algorithm::Ed25519).unwrap(), *hex(RFC_PUBLIC));
}

#[test]
fn the_examples_of_rfc_8410_are_written() {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &hex(RFC_PRIVATE), Some(&hex(RFC_PUBLIC))).unwrap();
    assert_eq!(key.to_pkcs8_pem().declassify("test"), RFC_V1.as_bytes());
    let public = SubjectPublicKeyInfo::new(Algorithm::Ed25519, &hex(RFC_PUBLIC)).unwrap();
    assert_eq!(public.to_spki_pem(), RFC_SPKI);
    // The second example has an attribute, which is not written: the same without it, by RFC 5958 Section 2.
    let v2 = format!("3051 020101 3005 06032b6570 0422 0420 {RFC_PRIVATE} 8121 00 {RFC_PUBLIC}");
    assert_eq!(key.to_pkcs8_v2_der().unwrap().declassify("test"), &hex(&v2));
    let read = PrivateKeyInfo::from_pkcs8_pem(key.to_pkcs8_v2_pem().unwrap().expose()).unwrap();
    assert_eq!(read.public_key(), Some(&hex(RFC_PUBLIC)[..]));
}

#[test]
fn a_v2_file_needs_a_public_key() {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[1; 32], None).unwrap();
    assert_eq!(key.to_pkcs8_v2_der().unwrap_err(), EncodingError::NoPublicKey);
    assert_eq!(key.to_pkcs8_v2_pem().unwrap_err(), EncodingError::NoPublicKey);
}

/// RFC 7468 Section 2: parsers handle every line end, and text before the first line; Section 3: white space.
#[test]
fn a_text_may_be_laid_out_in_other_ways() {
    let one_line = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC";
    let narrow: String = one_line.as_bytes().chunks(5).map(|c| format!("{}\n", str::from_utf8(c).unwrap())).collect();
    let ways = [
        RFC_V1.trim_end().to_owned(),
        RFC_V1.replace('\n', "\r\n"),
        RFC_V1.replace('\n', "\r"),
        RFC_V1.replace('\n', " \t\n\n"),
        format!("Ed25519 key of RFC 8410 -- an example\n{RFC_V1}"),
        format!("{RFC_V1}\n \r\n"),
        RFC_V1.replace(one_line, &narrow),
        RFC_V1.replace(&format!("{one_line}\n"), one_line),
    ];
    for text in ways {
        let key = PrivateKeyInfo::from_pkcs8_pem(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        assert_eq!(shown(&key, Algorithm::Ed25519), *hex(RFC_PRIVATE), "{text:?}");
    }
}

#[test]
fn every_form_is_recognised_and_read() {
    // The bytes of a key that begin like DER.
    const LIKE_DER: [u8; 32] = *b"\x30\x1e\x02\x01\x00 a key of thirty-two bytes.";
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &hex(RFC_PRIVATE), Some(&hex(RFC_PUBLIC))).unwrap();
    let upper = RFC_PRIVATE.to_uppercase();
    let (raw, digits) = (key.to_raw(), key.to_hex());
    let (v1, v2) = (key.to_pkcs8_der(), key.to_pkcs8_v2_der().unwrap());
    let forms: &[(&[u8], Form)] = &[
        (raw.declassify("test"), Form::Raw),
        (&LIKE_DER, Form::Raw),
        (digits.declassify("test"), Form::Hex),
        (RFC_PRIVATE.as_bytes(), Form::Hex),
        (upper.as_bytes(), Form::Hex),
        (&[upper.as_bytes(), b"\r\n"].concat(), Form::Hex),
        (v1.declassify("test"), Form::Der(Content::PrivateKey)),
        (v2.declassify("test"), Form::Der(Content::PrivateKey)),
        (RFC_V1.as_bytes(), Form::Pem(Content::PrivateKey)),
        (RFC_V2.as_bytes(), Form::Pem(Content::PrivateKey)),
    ];
    for (contents, form) in forms {
        assert_eq!(Form::of(contents).unwrap(), *form);
        let read = PrivateKeyInfo::from_file(contents, Some(Algorithm::Ed25519), None).unwrap();
        let expected = if contents[..] == LIKE_DER { LIKE_DER.into() } else { hex(RFC_PRIVATE) };
        assert_eq!(shown(&read, Algorithm::Ed25519), *expected, "{form:?}");
        let names_its_algorithm = !matches!(form, Form::Raw | Form::Hex);
        match PrivateKeyInfo::from_file(contents, None, None) {
            Ok(read) => assert!(names_its_algorithm && read.algorithm() == Algorithm::Ed25519, "{form:?}"),
            Err(error) => assert!(!names_its_algorithm && error == EncodingError::AlgorithmUnknown, "{form:?}"),
        }
        let wrong_kind = SubjectPublicKeyInfo::from_file(contents, Some(Algorithm::Ed25519));
        assert_eq!(wrong_kind.is_err(), names_its_algorithm, "{form:?}");
    }
}

/// A text is looked for in files only that are not DER from end to end.
#[test]
fn a_key_that_looks_like_the_first_line_of_pem_is_none() {
    let bytes = *b"\n-----BEGIN PRIVATE KEY-----\nABC";
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &bytes, Some(&bytes)).unwrap();
    for file in [key.to_raw(), key.to_pkcs8_der(), key.to_pkcs8_v2_der().unwrap()] {
        let read = PrivateKeyInfo::from_file(file.declassify("test"), Some(Algorithm::Ed25519), None).unwrap();
        assert_eq!(shown(&read, Algorithm::Ed25519), bytes);
    }
    let public = SubjectPublicKeyInfo::new(Algorithm::Ed25519, &bytes).unwrap();
    assert_eq!(SubjectPublicKeyInfo::from_file(&public.to_spki_der(), None).unwrap(), public);
    let text = format!("0 an example that begins like DER\n{RFC_V1}");
    assert!(PrivateKeyInfo::from_file(text.as_bytes(), None, None).is_ok());
}

#[test]
fn every_form_of_a_public_key_is_recognised_and_read() {
    let key = SubjectPublicKeyInfo::new(Algorithm::Ed25519, &hex(RFC_PUBLIC)).unwrap();
    let (hex_digits, der) = (key.to_hex(), key.to_spki_der());
    assert_eq!(hex_digits, format!("{RFC_PUBLIC}\n"));
    let forms: &[(&[u8], Form)] = &[
        (key.as_bytes(), Form::Raw),
        (hex_digits.as_bytes(), Form::Hex),
        (&der, Form::Der(Content::PublicKey)),
        (RFC_SPKI.as_bytes(), Form::Pem(Content::PublicKey)),
    ];
    for (contents, form) in forms {
        assert_eq!(Form::of(contents).unwrap(), *form);
        assert_eq!(SubjectPublicKeyInfo::from_file(contents, Some(Algorithm::Ed25519)).unwrap(), key);
    }
    assert_eq!(SubjectPublicKeyInfo::from_file(&der, None).unwrap(), key);
    assert_eq!(SubjectPublicKeyInfo::from_file(key.as_bytes(), None), Err(EncodingError::AlgorithmUnknown));
    let refused = PrivateKeyInfo::from_file(&der, None, None).unwrap_err();
    assert_eq!(refused.to_string(), "expected a private key, found a public key");
    let refused = SubjectPublicKeyInfo::from_file(RFC_V1.as_bytes(), None).unwrap_err();
    assert_eq!(refused.to_string(), "expected a public key, found a private key");
}

#[test]
fn a_key_of_another_algorithm_is_refused() {
    let wanted = Some(Algorithm::Ed25519);
    let refused = PrivateKeyInfo::from_file(OPENSSL_X25519.as_bytes(), wanted, None).unwrap_err();
    assert_eq!(refused.to_string(), "algorithm: expected 1.3.101.112 (Ed25519), found 1.3.101.110 (X25519)");
    let key = PrivateKeyInfo::from_file(OPENSSL_X25519.as_bytes(), None, None).unwrap();
    assert_eq!(key.private_key::<32>(Algorithm::Ed25519).unwrap_err(), refused);
    assert!(key.private_key::<32>(Algorithm::X25519).is_ok());
    let wrong = key.private_key::<57>(Algorithm::X25519).unwrap_err();
    assert_eq!(wrong.to_string(), "private key in bytes: expected a length of 57, found 32");
    let public = SubjectPublicKeyInfo::from_spki_pem(RFC_SPKI.as_bytes()).unwrap();
    let refused = public.public_key::<32>(Algorithm::X25519).unwrap_err();
    assert_eq!(refused.to_string(), "algorithm: expected 1.3.101.110 (X25519), found 1.3.101.112 (Ed25519)");
    assert_eq!(SubjectPublicKeyInfo::from_file(RFC_SPKI.as_bytes(), Some(Algorithm::X25519)), Err(refused));
    assert!(public.public_key::<31>(Algorithm::Ed25519).is_err());
}

#[test]
fn nothing_shows_a_private_key() {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[0xab; 32], Some(&[0xcd; 32])).unwrap();
    let shown = format!("{key:?}");
    assert!(shown.contains("Secret(..)") && !shown.contains("171") && !shown.contains("ab, ab"), "{shown}");
}
