//! Malformed files, each with its error message.

use super::{OPENSSL_X25519, RFC_PRIVATE, RFC_PUBLIC, RFC_SPKI, RFC_V1, RFC_V2, hex};
use carnelian::encoding::{Algorithm, EncodingError, Form, PrivateKeyInfo, SubjectPublicKeyInfo};

const K: &str = RFC_PRIVATE;
const P: &str = RFC_PUBLIC;

/// `openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256`
const OPENSSL_P256: &str = "\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbmZ3idTndbZ9gKex
4dWbJ74FdHT8T0AdwTaUMhGyio6hRANCAASVEgmY+bSF8hfi70oH4oajnwe0w8ue
EB2MNg6wY0VZGKrgt+fFGiwaWo138TyXZVI0Ij9tcMcXTHzutj1l2rsU
-----END PRIVATE KEY-----
";

/// `openssl genpkey -algorithm ed448`
const OPENSSL_ED448: &str = "\
-----BEGIN PRIVATE KEY-----
MEcCAQAwBQYDK2VxBDsEOZsTZ/R6eKV6kmqaR0YhnS8tv+7oGimmqGPVCyg3SPyY
Ewj2k2YMatYY9cBdC9Qg7td8pq2/ERX+Ew==
-----END PRIVATE KEY-----
";

/// The message for an algorithm that is not known here.
macro_rules! unknown {
    ($found:literal) => {
        concat!(
            "algorithm: expected Ed25519, X25519, ML-KEM-512, ML-KEM-768, ML-KEM-1024, ML-DSA-44, ML-DSA-65, ML-DSA-87, \
             SLH-DSA-SHA2-128s, SLH-DSA-SHA2-128f, SLH-DSA-SHA2-192s, SLH-DSA-SHA2-192f, SLH-DSA-SHA2-256s, \
             SLH-DSA-SHA2-256f, SLH-DSA-SHAKE-128s, SLH-DSA-SHAKE-128f, SLH-DSA-SHAKE-192s, SLH-DSA-SHAKE-192f, \
             SLH-DSA-SHAKE-256s or SLH-DSA-SHAKE-256f, found ",
            $found
        )
    };
}

#[test]
fn private_keys_in_der() {
    let cases = [
        (String::new(), "PrivateKeyInfo at byte 0 of the DER: expected more than the 0 bytes there"),
        ("30".into(), "PrivateKeyInfo at byte 0 of the DER: expected more than the 1 byte there"),
        (
            format!("302e 020100 3005 06032b6570 0422 0420 {K} 00"),
            "PrivateKeyInfo: expected nothing after byte 48, found 1 byte",
        ),
        (
            format!("302f 020100 3005 06032b6570 0422 0420 {K}"),
            "PrivateKeyInfo at byte 0 of the DER: expected more than the 48 bytes there",
        ),
        (
            format!("302e 020100 3005 06032b6570 0422 0421 {K}"),
            "Ed25519 private key at byte 14 of the DER: expected an OCTET STRING of 32 bytes, \
             found another structure of 34 bytes",
        ),
        (
            format!("302e 020100 3005 06032b6570 0422 041f {K}"),
            "Ed25519 private key at byte 14 of the DER: expected an OCTET STRING of 32 bytes, \
             found another structure of 34 bytes",
        ),
        (
            format!("302d 020100 3005 06032b6570 0421 041f {}", &K[..62]),
            "private key in bytes: expected a length of 32, found 31",
        ),
        (
            format!("302f 020100 3005 06032b6570 0423 0421 {K} 00"),
            "private key in bytes: expected a length of 32, found 33",
        ),
        (
            format!("302c 020100 3005 06032b6570 0420 {K}"),
            "Ed25519 private key at byte 14 of the DER: expected an OCTET STRING of 32 bytes, \
             found another structure of 32 bytes",
        ),
        (
            format!("312e 020100 3005 06032b6570 0422 0420 {K}"),
            "PrivateKeyInfo at byte 0 of the DER: expected SEQUENCE (0x30), found another tag",
        ),
        (
            format!("3080 020100 3005 06032b6570 0422 0420 {K} 0000"),
            "PrivateKeyInfo at byte 0 of the DER: an indefinite length",
        ),
        (
            format!("30812e 020100 3005 06032b6570 0422 0420 {K}"),
            "PrivateKeyInfo at byte 0 of the DER: a length that is not in its shortest form",
        ),
        (
            format!("302f 020100 3005 06032b6570 0423 048120 {K}"),
            "Ed25519 private key at byte 14 of the DER: expected an OCTET STRING of 32 bytes, \
             found another structure of 35 bytes",
        ),
        (
            format!("3085 0000000001 020100 3005 06032b6570 0422 0420 {K}"),
            "PrivateKeyInfo at byte 0 of the DER: a length that is not in its shortest form",
        ),
        (
            format!("302f 02020000 3005 06032b6570 0422 0420 {K}"),
            "version at byte 2 of the DER: negative, not in its shortest form, or of more than 64 bits",
        ),
        (
            format!("302e 0201ff 3005 06032b6570 0422 0420 {K}"),
            "version at byte 2 of the DER: negative, not in its shortest form, or of more than 64 bits",
        ),
        (
            format!("302d 0200 3005 06032b6570 0422 0420 {K}"),
            "version at byte 2 of the DER: negative, not in its shortest form, or of more than 64 bits",
        ),
        (format!("302e 020102 3005 06032b6570 0422 0420 {K}"), "version of PKCS #8: expected 0 or 1, found another"),
        (
            format!("302e 020101 3005 06032b6570 0422 0420 {K}"),
            "PKCS #8: expected a public key in a file of version v2, found none",
        ),
        (
            format!("3051 020100 3005 06032b6570 0422 0420 {K} 8121 00 {P}"),
            "PKCS #8: expected no public key in a file of version v1, found one",
        ),
        (
            format!("3053 020101 3005 06032b6570 0422 0420 {K} a223 0321 00 {P}"),
            "publicKey at byte 48 of the DER: expected tag 0x81, found another tag",
        ),
        (
            format!("3053 020101 3005 06032b6570 0422 0420 {K} a123 0421 00 {P}"),
            "publicKey at byte 50 of the DER: expected BIT STRING (0x03), found another tag",
        ),
        (
            format!("3051 020101 3005 06032b6570 0422 0420 {K} 8121 07 {P}"),
            "publicKey at byte 48 of the DER: expected whole bytes, found unused bits",
        ),
        (
            format!("3050 020101 3005 06032b6570 0422 0420 {K} 8120 00 {}", &P[..62]),
            "public key in bytes: expected a length of 32, found 31",
        ),
        (
            format!("3030 020101 3005 06032b6570 0422 0420 {K} 8100"),
            "publicKey at byte 48 of the DER: expected the number of unused bits, found nothing",
        ),
        (
            format!("3053 020101 3005 06032b6570 0422 0420 {K} 8121 00 {P} a200"),
            "PrivateKeyInfo: expected nothing after byte 83, found 2 bytes",
        ),
        (
            format!("3030 020100 3007 06032b6570 0500 0422 0420 {K}"),
            "parameters of the algorithm at byte 12 of the DER: expected none with Ed25519, found others",
        ),
        (format!("302e 020100 3005 06032b6571 0422 0420 {K}"), unknown!("1.3.101.113 (Ed448)")),
        (format!("302e 020100 3005 06032b6509 0422 0420 {K}"), unknown!("1.3.101.9")),
        (
            format!("302b 020100 3002 0600 0422 0420 {K}"),
            "algorithm at byte 7 of the DER: malformed, or longer than 39 bytes",
        ),
        (
            format!("302e 020100 3005 06032b8070 0422 0420 {K}"),
            "algorithm at byte 7 of the DER: malformed, or longer than 39 bytes",
        ),
        (
            format!("302e 020100 3005 04032b6570 0422 0420 {K}"),
            "algorithm at byte 7 of the DER: expected OBJECT IDENTIFIER (0x06), found another tag",
        ),
        (
            format!("3030 020100 3005 06032b6570 0422 0420 {K} 0500"),
            "publicKey at byte 48 of the DER: expected tag 0x81, found another tag",
        ),
        (
            format!("3032 020100 3005 06032b6570 0422 0420 {K} a002 0500"),
            "attribute at byte 50 of the DER: expected SEQUENCE (0x30), found another tag",
        ),
        (
            format!("3032 020100 3005 06032b6570 0422 0420 {K} a002 3001"),
            "attribute at byte 50 of the DER: expected more than the 2 bytes there",
        ),
    ];
    for (der, message) in cases {
        let refused = PrivateKeyInfo::from_pkcs8_der(&hex(&der)).map(drop).unwrap_err();
        assert_eq!(refused.to_string(), message, "{der}");
    }
}

#[test]
fn attributes_are_accepted_where_they_stand() {
    for der in [
        format!("3030 020100 3005 06032b6570 0422 0420 {K} a000"),
        format!("3032 020100 3005 06032b6570 0422 0420 {K} a002 3000"),
    ] {
        assert!(PrivateKeyInfo::from_pkcs8_der(&hex(&der)).is_ok(), "{der}");
    }
}

#[test]
fn public_keys_in_der() {
    let cases = [
        (
            format!("302a 3005 06032b6570 0321 00 {P} 0102"),
            "SubjectPublicKeyInfo: expected nothing after byte 44, found 2 bytes",
        ),
        (
            format!("302c 3007 06032b656e 0500 0321 00 {P}"),
            "parameters of the algorithm at byte 9 of the DER: expected none with X25519, found others",
        ),
        (
            format!("302a 3005 06032b6570 0321 01 {P}"),
            "subjectPublicKey at byte 9 of the DER: expected whole bytes, found unused bits",
        ),
        (
            format!("302a 3005 06032b6570 0421 00 {P}"),
            "subjectPublicKey at byte 9 of the DER: expected BIT STRING (0x03), found another tag",
        ),
        (format!("302b 3005 06032b6570 0322 00 {P} 00"), "public key in bytes: expected a length of 32, found 33"),
        (
            format!("302a 300a 06032b6570 0321 00 {P}"),
            "parameters of the algorithm at byte 9 of the DER: expected none with Ed25519, found others",
        ),
        ("3007 3005 06032b6570".into(), "subjectPublicKey at byte 9 of the DER: expected more than the 0 bytes there"),
        ("300f 300d 06092a864886f70d010101 0500".into(), unknown!("1.2.840.113549.1.1.1 (RSA)")),
    ];
    for (der, message) in cases {
        let refused = SubjectPublicKeyInfo::from_spki_der(&hex(&der)).unwrap_err();
        assert_eq!(refused.to_string(), message, "{der}");
    }
}

#[test]
fn keys_of_other_algorithms_are_named() {
    let cases = [
        (OPENSSL_P256, unknown!("1.2.840.10045.2.1 (elliptic curve)")),
        (OPENSSL_ED448, unknown!("1.3.101.113 (Ed448)")),
    ];
    for (pem, message) in cases {
        assert_eq!(PrivateKeyInfo::from_pkcs8_pem(pem.as_bytes()).map(drop).unwrap_err().to_string(), message);
    }
}

#[test]
fn texts() {
    let cases = [
        (String::new(), "PEM text at byte 0: expected a line \"-----BEGIN ...-----\""),
        (RFC_V1.replace("BEGIN", "BEGUN"), "PEM text at byte 0: expected a line \"-----BEGIN ...-----\""),
        (format!(" {RFC_V1}"), "PEM text at byte 0: expected a line \"-----BEGIN ...-----\""),
        (RFC_V1.replacen("KEY-----", "KEY----", 1), "PEM text at byte 22: expected \"-----\" after the label"),
        (RFC_V1.replace("PRIVATE", "EC PRIVATE"), "PEM label: expected PRIVATE KEY, found \"EC PRIVATE KEY\""),
        (
            RFC_V1.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"),
            "PEM label: expected PRIVATE KEY, found \"ENCRYPTED PRIVATE KEY\"",
        ),
        (RFC_SPKI.into(), "PEM label: expected PRIVATE KEY, found \"PUBLIC KEY\""),
        (RFC_V1.replace("PRIVATE KEY", "\u{1}\u{ff}"), "PEM label: expected PRIVATE KEY, found another"),
        (RFC_V1.replace("PRIVATE KEY", &"A".repeat(100)), "PEM label: expected PRIVATE KEY, found another"),
        (
            RFC_V1.replace("END PRIVATE", "END PUBLIC"),
            "PEM text at byte 93: expected the last line, \"-----END ...-----\" with the label of the first",
        ),
        (
            RFC_V1[..100].to_owned(),
            "PEM text at byte 93: expected the last line, \"-----END ...-----\" with the label of the first",
        ),
        (
            RFC_V1[..80].to_owned(),
            "PEM text at byte 80: expected the last line, \"-----END ...-----\" with the label of the first",
        ),
        // The digits are on the line after a label without its dashes, and no part of it.
        (RFC_V1.replacen("KEY-----", "KEY", 1), "PEM text at byte 22: expected \"-----\" after the label"),
        (format!("{RFC_V1}{RFC_V2}"), "expected one private key in the PEM text, found 2"),
        (RFC_V1.replace("MC4C", "MC_C"), "byte 30 of the text: expected a base64 digit, found another character"),
        (RFC_V1.replace("MC4C", "MC\u{0}C"), "byte 30 of the text: expected a base64 digit, found another character"),
        (RFC_V1.replace("EdVhC", "EdVh"), "PEM text at byte 92: expected base64 digits padded to groups of four"),
        (RFC_V1.replace("EdVhC", "EdVhCAA=="), "PrivateKeyInfo: expected nothing after byte 48, found 1 byte"),
        (RFC_V1.replace("EdVhC", "EdVhCAA="), "PEM text at byte 94: expected base64 digits padded to groups of four"),
        (RFC_V1.replace("EdVhC", "EdVhCAA==="), "PEM text at byte 94: expected base64 digits padded to groups of four"),
        (RFC_V1.replace("EdVhC", "EdVhC===="), "PEM text at byte 92: expected base64 digits padded to groups of four"),
        (
            RFC_V1.replace("EdVhC", "EdVhCAB=="),
            "PEM text at byte 94: expected zeros in the bits that the last base64 digit leaves over",
        ),
        (
            RFC_V1.replace("EdVhC", "EdVhCAAB="),
            "PEM text at byte 95: expected zeros in the bits that the last base64 digit leaves over",
        ),
        (RFC_V1.replace("EdVhC", "EdVhCAA=A"), "byte 95 of the text: expected a base64 digit, found another character"),
    ];
    for (text, message) in cases {
        let refused = PrivateKeyInfo::from_pkcs8_pem(text.as_bytes()).map(drop).unwrap_err();
        assert_eq!(refused.to_string(), message, "{text:?}");
    }
}

#[test]
fn digits() {
    let from_hex = |text: &str| PrivateKeyInfo::from_hex(Algorithm::X25519, text.as_bytes()).map(drop);
    assert_eq!(from_hex(K), Ok(()));
    let cases = [
        (K[..63].to_owned(), "private key in hexadecimal digits: expected a length of 64, found 63"),
        (format!("{K}0"), "private key in hexadecimal digits: expected a length of 64, found 65"),
        (format!("{K}\r"), "private key in hexadecimal digits: expected a length of 64, found 65"),
        (format!("{K}\n\n"), "private key in hexadecimal digits: expected a length of 64, found 66"),
        (format!("{K}\r\n\n"), "private key in hexadecimal digits: expected a length of 64, found 67"),
        (K.replacen('d', "g", 1), "byte 0 of the text: expected a hexadecimal digit, found another character"),
        (format!("{}:", &K[..63]), "byte 63 of the text: expected a hexadecimal digit, found another character"),
        (
            K.replace("ee", " 0").replace("42", "\u{7f}@"),
            "byte 2 of the text: expected a hexadecimal digit, found another character",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(from_hex(&text).unwrap_err().to_string(), message, "{text:?}");
    }
    let public = SubjectPublicKeyInfo::from_hex(Algorithm::X25519, b"12").unwrap_err();
    assert_eq!(public.to_string(), "public key in hexadecimal digits: expected a length of 64, found 2");
}

#[test]
fn files_of_no_form() {
    let other = |found: &str| {
        format!("expected a key as PEM, DER, hexadecimal digits (64 or 128) or raw bytes (32 or 64), found {found}")
    };
    let digits = |count: usize| other(&format!("{count} hexadecimal digits"));
    let cases: [(&[u8], &str); 18] = [
        // 0 is the first byte of DER too.
        (&[b'0'; 63], &digits(63)),
        (&[b'0'; 126], &digits(126)),
        (&[&[b'0'; 64][..], b"\n\n"].concat(), &other("64 hexadecimal digits with white space around them")),
        (&[b"a7F".as_slice(), &[b'1'; 58]].concat(), &digits(61)),
        (&[b"0x".as_slice(), &[b'0'; 64]].concat(), &other("64 hexadecimal digits with 0x before them")),
        (b"\xff\xfe-\0-\0", &other("text in UTF-16")),
        (b"\xfe\xff\0-\0-", &other("text in UTF-16")),
        (b"\xff\xfea-\0", &other("5 bytes")),
        (b"00:01:fe\n", &other("6 hexadecimal digits with colons between them")),
        (br#"{"kty":"OKP","crv":"Ed25519","d":"AAEC"}"#, &other("a JSON Web Key")),
        (b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 name", &other("a public key of OpenSSH")),
        (
            &[b"  ", RFC_V1.as_bytes()].concat(),
            "expected a key, found white space in the first line of the PEM text before it",
        ),
        (b"", &other("0 bytes")),
        (b"k", &other("1 byte")),
        (&[0; 33], &other("33 bytes")),
        (
            b"-----BEGIN CERTIFICATE-----\n",
            "PEM label: expected PRIVATE KEY, ENCRYPTED PRIVATE KEY or PUBLIC KEY, found \"CERTIFICATE\"",
        ),
        (&[0x30, 3, 2], "key at byte 0 of the DER: expected more than the 3 bytes there"),
        (&[0x30, 2, 0x30, 0], "subjectPublicKey at byte 4 of the DER: expected more than the 0 bytes there"),
    ];
    for (contents, message) in cases {
        let said = Form::of(contents).unwrap_err().to_string();
        assert_eq!(said, message, "{contents:?}");
    }
}

#[test]
fn wrong_lengths_are_no_keys() {
    for length in [0, 31, 33, 64] {
        let wrong = |what| EncodingError::WrongLength { what, expected: 32.into(), found: length };
        let bytes = vec![0; length];
        let private = PrivateKeyInfo::new(Algorithm::Ed25519, &bytes, None).map(drop);
        assert_eq!(private, Err(wrong("private key in bytes")));
        let public = PrivateKeyInfo::new(Algorithm::Ed25519, &[0; 32], Some(&bytes)).map(drop);
        assert_eq!(public, Err(wrong("public key in bytes")));
        assert_eq!(SubjectPublicKeyInfo::new(Algorithm::X25519, &bytes), Err(wrong("public key in bytes")));
    }
}

/// A file that is read is the one that would be written: of all files that differ from a valid one in one byte, each is
/// refused or the encoding of another key.
#[test]
fn one_byte_off_is_refused_or_another_key() {
    let pem = PrivateKeyInfo::from_pkcs8_pem(OPENSSL_X25519.as_bytes()).unwrap();
    let key = PrivateKeyInfo::new(Algorithm::X25519, pem.to_raw().declassify("test"), Some(&hex(P))).unwrap();
    let (v1, v2) = (key.to_pkcs8_der(), key.to_pkcs8_v2_der().unwrap());
    let (v1, v2) = (v1.declassify("test"), v2.declassify("test"));
    for der in [v1, v2] {
        for (at, byte) in (0..der.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut other = der.clone();
            other[at] = byte;
            if let Ok(read) = PrivateKeyInfo::from_pkcs8_der(&other) {
                let written = if der == v1 { read.to_pkcs8_der() } else { read.to_pkcs8_v2_der().unwrap() };
                assert_eq!(*written.declassify("test"), other, "byte {at}");
            }
        }
        for length in 0..der.len() {
            assert!(PrivateKeyInfo::from_pkcs8_der(&der[..length]).is_err());
        }
    }
    let der = SubjectPublicKeyInfo::new(Algorithm::X25519, &hex(P)).unwrap().to_spki_der();
    for (at, byte) in (0..der.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
        let mut other = der.clone();
        other[at] = byte;
        if let Ok(read) = SubjectPublicKeyInfo::from_spki_der(&other) {
            assert_eq!(read.to_spki_der(), other, "byte {at}");
        }
    }
}
