//! Keys of every shape through the same readers and writers.

use super::planted::tlv;
use super::*;
use crate::base::random::TestRandom;
use crate::encoding::tlv::{INTEGER, OCTET_STRING, SEQUENCE};
use crate::encoding::{Content, Encryption, Form, PrivateKeyInfo, SubjectPublicKeyInfo};
use alloc::string::ToString;
use alloc::vec;
use std::format;

const RSA: Algorithm = Algorithm::Planted(Planted::Rsa);
const P256: Algorithm = Algorithm::Planted(Planted::P256);
const P384: Algorithm = Algorithm::Planted(Planted::P384);
const ML_KEM_512: Algorithm = Algorithm::MlKem512;

/// Files that `openssl genpkey` and `openssl pkey -pubout` (3.0.19) wrote.
const OPENSSL: [(Algorithm, &str, &str); 3] = [
    (
        RSA,
        "-----BEGIN PRIVATE KEY-----
MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6AgEAAkEAu34tWFYBVwI1Zi/N
SuH22HLOixaNA/FD9RT+1KkqjA7RCEJHsVs46hAM2y6SVUt6g6X2ru3N0S2R46YY
DATTUwIDAQABAkAi379TdPve0TxZe3619P3TGNeuK02jdBbt2S/lImoVjsJc56pn
CxncXkz/1sALFYGVcqVEaFw3SLzhNjsdeC/xAiEA5i1ng/5z1NWOxgQhsmbTmEyu
8btHWHLrbsBvix3QT90CIQDQhuSF+8mCP5hkEfvd1b0hXXnBZBiwmRUmaiwrUzEU
7wIgPnXjuTW7SO4KqEFGw5qToKhucLpZSe8lZBBkNGQKuyECIQCWb7qNrohBnv+h
sheygnBfkcA09LGbNdU8UXxsBShzoQIgWsRC0XIacgww7nW8fjF5V3KOZXHVvlWo
3bS7cLVE8iU=
-----END PRIVATE KEY-----
",
        "-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBALt+LVhWAVcCNWYvzUrh9thyzosWjQPx
Q/UU/tSpKowO0QhCR7FbOOoQDNsuklVLeoOl9q7tzdEtkeOmGAwE01MCAwEAAQ==
-----END PUBLIC KEY-----
",
    ),
    (
        P256,
        "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0XD1vc9OESkhprTK
DsK/aVBCqgA62WbFW5UdnWokdEyhRANCAAREqv6tWmS5iBg0f50K88RhsJVQpOWl
O8wM41F/VipWBD0ZLcD8lnHKe4L8I7JIHLSOcb0pjRkVjn+p+XTvjZLQ
-----END PRIVATE KEY-----
",
        "-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERKr+rVpkuYgYNH+dCvPEYbCVUKTl
pTvMDONRf1YqVgQ9GS3A/JZxynuC/COySBy0jnG9KY0ZFY5/qfl0742S0A==
-----END PUBLIC KEY-----
",
    ),
    (
        P384,
        "-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBusuxYbNaTPN4zILi1
U6ZHSGFYU7jNXKBpC/1KrBh8Sl5f8aVEkneEOVL29yNjfb2hZANiAASCikoX+jwX
je5sePC4llqd1qlK7VcLKgVyKmctc1IyYA+JafvRzpveBBMYuINCYRi9zVRxEfFq
VdS1Pi1TjhZJbeylWKazmX2ssmqM87xSOiA4pX1gIV+Ekzi9eSuFILs=
-----END PRIVATE KEY-----
",
        "-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEgopKF/o8F43ubHjwuJZandapSu1XCyoF
cipnLXNSMmAPiWn70c6b3gQTGLiDQmEYvc1UcRHxalXUtT4tU44WSW3spVims5l9
rLJqjPO8UjogOKV9YCFfhJM4vXkrhSC7
-----END PUBLIC KEY-----
",
    ),
];

/// A key on secp256k1, which has no descriptor here.
const OTHER_CURVE: &str = "-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE6tzc6wOD+o3RqH+5HezDY7EYZebOedqn
EJfBwt+5oFwuGnqtS1xrFTmR7wnzEWmc2tmPwKgUATbHPOOuG6vyWw==
-----END PUBLIC KEY-----
";

fn refused(der: &[u8]) -> alloc::string::String {
    PrivateKeyInfo::from_pkcs8_der(der).map(drop).unwrap_err().to_string()
}

/// Returns OneAsymmetricKey of version v1 with these fields.
fn v1(identifier: &[&[u8]], contents: &[u8]) -> Vec<u8> {
    tlv(SEQUENCE, &[&[INTEGER, 1, 0], &tlv(SEQUENCE, identifier), &tlv(OCTET_STRING, &[contents])])
}

const ID_RSA: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const ID_EC: &[u8] = &[0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const ID_ML_KEM_512: &[u8] = &[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x04, 0x01];
const ID_ML_DSA_65: &[u8] = &[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x12];
const NULL: &[u8] = &[0x05, 0x00];
const CURVE_P256: &[u8] = &[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];

#[test]
fn files_of_openssl_are_read_and_written() {
    for (algorithm, private, public) in OPENSSL {
        let key = PrivateKeyInfo::from_file(private.as_bytes(), Some(algorithm), None).unwrap();
        assert_eq!(key.algorithm(), algorithm);
        assert_eq!(key.to_pkcs8_pem().declassify("test"), private.as_bytes());
        let encryption = Encryption::with_iterations(1000).unwrap();
        let encrypted = key.to_encrypted_pem(b"passphrase", encryption, &mut TestRandom::new(1)).unwrap();
        let decrypted = PrivateKeyInfo::from_file(encrypted.as_bytes(), None, Some(b"passphrase")).unwrap();
        assert_eq!(decrypted.to_pkcs8_pem().declassify("test"), private.as_bytes());

        let public_key = SubjectPublicKeyInfo::from_spki_pem(public.as_bytes()).unwrap();
        assert_eq!(public_key.algorithm(), algorithm);
        assert_eq!(public_key.to_spki_pem(), public);
        // Only ECPrivateKey holds the public key.
        let inside = (algorithm != RSA).then(|| public_key.as_bytes());
        assert_eq!(key.public_key(), inside);
    }
}

#[test]
fn keys_of_another_curve_are_named() {
    let wanted = |algorithm| PrivateKeyInfo::from_file(OPENSSL[1].1.as_bytes(), Some(algorithm), None).map(drop);
    let expected = Err(EncodingError::WrongAlgorithm { expected: Some(P384), found: P256.oid() });
    assert_eq!(wanted(P384), expected);
    assert_eq!(wanted(P256), Ok(()));
    let unknown = SubjectPublicKeyInfo::from_spki_pem(OTHER_CURVE.as_bytes()).unwrap_err();
    let known = "Ed25519, X25519, ML-KEM-512, ML-KEM-768, ML-KEM-1024, ML-DSA-44, ML-DSA-65, ML-DSA-87, \
                 SLH-DSA-SHA2-128s, SLH-DSA-SHA2-128f, SLH-DSA-SHA2-192s, SLH-DSA-SHA2-192f, SLH-DSA-SHA2-256s, \
                 SLH-DSA-SHA2-256f, SLH-DSA-SHAKE-128s, SLH-DSA-SHAKE-128f, SLH-DSA-SHAKE-192s, \
                 SLH-DSA-SHAKE-192f, SLH-DSA-SHAKE-256s, SLH-DSA-SHAKE-256f, RSA, P-256 or P-384";
    assert_eq!(unknown.to_string(), format!("algorithm: expected {known}, found 1.3.132.0.10"));
}

#[test]
fn wrong_parameters_are_refused() {
    let cases: [(&[&[u8]], &str); 9] = [
        (&[ID_RSA], "parameters of the algorithm at byte 19 of the DER: expected NULL with RSA, found none"),
        (
            &[ID_RSA, CURVE_P256],
            "parameters of the algorithm at byte 19 of the DER: expected NULL with RSA, found others",
        ),
        (
            &[ID_RSA, &[0x05, 0x01, 0x00]],
            "parameters at byte 19 of the DER: other contents than the algorithm asks for",
        ),
        (&[ID_RSA, NULL, NULL], "parameters at byte 19 of the DER: other contents than the algorithm asks for"),
        (
            &[ID_EC],
            "parameters of the algorithm at byte 17 of the DER: expected the name of a curve with P-256, found none",
        ),
        (
            &[ID_EC, NULL],
            "parameters of the algorithm at byte 17 of the DER: expected the name of a curve with P-256, \
             found others",
        ),
        (&[ID_EC, CURVE_P256, NULL], "parameters: expected nothing after byte 27, found 2 bytes"),
        (&[ID_EC, &[0x06, 0x01, 0x80]], "parameters at byte 17 of the DER: malformed, or longer than 39 bytes"),
        (
            &[ID_ML_KEM_512, NULL],
            "parameters of the algorithm at byte 19 of the DER: expected none with ML-KEM-512, found others",
        ),
    ];
    for (identifier, message) in cases {
        // The whole file has 128 to 255 bytes, and so a header of three bytes.
        assert_eq!(refused(&v1(identifier, &[0; 150])), message);
    }
}

#[test]
fn lengths_may_vary() {
    let sequence = |length: usize| tlv(SEQUENCE, &[&[INTEGER, 1, 0], &tlv(INTEGER, &[&vec![1; length]])]);
    for length in [100, 127, 1000] {
        let structure = sequence(length);
        let key = PrivateKeyInfo::from_pkcs8_der(&v1(&[ID_RSA, NULL], &structure)).unwrap();
        assert_eq!(key.to_raw().declassify("test"), &structure);
        assert_eq!(
            PrivateKeyInfo::new(RSA, &structure, None).unwrap().to_pkcs8_der().expose(),
            key.to_pkcs8_der().expose()
        );
    }
    let short = refused(&v1(&[ID_RSA, NULL], &sequence(10)));
    assert_eq!(short, "private key in bytes: expected a length of 100 to 10000, found 17");
    let octets = refused(&v1(&[ID_RSA, NULL], &tlv(OCTET_STRING, &[&[1; 80]])));
    let expected = "RSA private key at byte 22 of the DER: expected RSAPrivateKey of 100 to 10000 bytes, \
                    found another structure of 82 bytes";
    assert_eq!(octets, expected);
    let point = SubjectPublicKeyInfo::new(P256, &[2; 64]).unwrap_err();
    assert_eq!(point.to_string(), "public key in bytes: expected a length of 33 or 65, found 64");
}

#[test]
fn two_public_keys_of_one_file_are_the_same() {
    let point = vec![2; 33];
    let key = PrivateKeyInfo::new(P256, &[7; 32], Some(&point)).unwrap();
    for (der, is_v2) in [(key.to_pkcs8_der(), false), (key.to_pkcs8_v2_der().unwrap(), true)] {
        let read = PrivateKeyInfo::from_pkcs8_der(der.expose()).unwrap();
        assert_eq!(read.public_key(), Some(&point[..]));
        let written = if is_v2 { read.to_pkcs8_v2_der().unwrap() } else { read.to_pkcs8_der() };
        assert_eq!(written.declassify("test"), der.declassify("test"));
    }
    let mut other = key.to_pkcs8_v2_der().unwrap().declassify("test").clone();
    *other.last_mut().unwrap() = 3;
    let mismatch = EncodingError::PublicKeyMismatch { algorithm: P256 };
    assert_eq!(PrivateKeyInfo::from_pkcs8_der(&other).map(drop), Err(mismatch));
    let without = PrivateKeyInfo::new(P256, &[7; 32], None).unwrap().to_pkcs8_der();
    assert_eq!(PrivateKeyInfo::from_pkcs8_der(without.expose()).unwrap().public_key(), None);
    // The fields of ECPrivateKey itself are checked.
    let version =
        refused(&v1(&[ID_EC, CURVE_P256], &tlv(SEQUENCE, &[&[INTEGER, 1, 0], &tlv(OCTET_STRING, &[&[7; 32]])])));
    let expected = "P-256 private key at byte 28 of the DER: expected ECPrivateKey of 32 bytes, \
                    found another structure of 39 bytes";
    assert_eq!(version, expected);
    let scalar =
        refused(&v1(&[ID_EC, CURVE_P256], &tlv(SEQUENCE, &[&[INTEGER, 1, 1], &tlv(OCTET_STRING, &[&[7; 31]])])));
    assert_eq!(scalar, "private key in bytes: expected a length of 32, found 31");
}

/// The forms of drafts and of older programs are read, and written in the form of the RFC.
#[test]
fn older_forms_of_a_private_key_are_read() {
    for (algorithm, identifier, seed, expanded) in
        [(ML_KEM_512, ID_ML_KEM_512, 64, 1632), (Algorithm::MlDsa65, ID_ML_DSA_65, 32, 4032)]
    {
        let (seed, expanded, _) = both(seed, expanded);
        let public = vec![8; if algorithm == ML_KEM_512 { 800 } else { 1952 }];
        let new = [tlv(0x80, &[&seed]), tlv(OCTET_STRING, &[&expanded])];
        for (old, new, public_key) in [
            (seed.clone(), &new[0], None),
            (tlv(OCTET_STRING, &[&seed]), &new[0], None),
            (expanded.clone(), &new[1], None),
            (tlv(OCTET_STRING, &[&expanded, &public]), &new[1], Some(&public[..])),
        ] {
            let key = PrivateKeyInfo::from_pkcs8_der(&v1(&[identifier], &old)).unwrap();
            assert_eq!((key.algorithm(), key.public_key()), (algorithm, public_key));
            assert_eq!(*key.to_pkcs8_der().declassify("test"), v1(&[identifier], new));
        }
    }
}

/// Returns the seed and the expanded key of a private key, and the DER of both.
fn both(seed: usize, expanded: usize) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let (seed, expanded) = (vec![5; seed], vec![6; expanded]);
    let der = tlv(SEQUENCE, &[&tlv(OCTET_STRING, &[&seed]), &tlv(OCTET_STRING, &[&expanded])]);
    (seed, expanded, der)
}

#[test]
fn a_private_key_may_have_several_forms() {
    for (algorithm, identifier, seed, expanded) in
        [(ML_KEM_512, ID_ML_KEM_512, 64, 1632), (Algorithm::MlDsa65, ID_ML_DSA_65, 32, 4032)]
    {
        let (seed, expanded, der_of_both) = both(seed, expanded);
        let contents = [
            (seed.clone(), tlv(0x80, &[&seed])),
            (expanded.clone(), tlv(OCTET_STRING, &[&expanded])),
            ([seed, expanded].concat(), der_of_both),
        ];
        for (bytes, contents) in &contents {
            let der = v1(&[identifier], contents);
            let key = PrivateKeyInfo::from_pkcs8_der(&der).unwrap();
            assert_eq!(key.to_raw().declassify("test"), bytes);
            assert_eq!(*key.to_pkcs8_der().declassify("test"), der);
            assert_eq!(*PrivateKeyInfo::new(algorithm, bytes, None).unwrap().to_pkcs8_der().declassify("test"), der);
        }
    }
}

#[test]
fn a_form_of_a_private_key_has_its_length_and_its_identifier() {
    let (seed, expanded, _) = both(64, 1632);
    let cases = [
        tlv(0x80, &[&expanded]),
        tlv(OCTET_STRING, &[&expanded, &[1; 801]]),
        tlv(OCTET_STRING, &[&seed[1..]]),
        tlv(SEQUENCE, &[&tlv(OCTET_STRING, &[&seed])]),
        [tlv(0x80, &[&seed]), vec![0]].concat(),
        tlv(0x81, &[&seed]),
        seed[1..].to_vec(),
        expanded[1..].to_vec(),
    ];
    for contents in cases {
        // The two headers before longer contents have four bytes instead of two.
        let at = if contents.len() < 100 { 20 } else { 24 };
        let message = format!(
            "ML-KEM-512 private key at byte {at} of the DER: expected a seed, an expanded key or both, \
             of 64, 1632 or 1696 bytes, found another structure of {} bytes",
            contents.len()
        );
        assert_eq!(refused(&v1(&[ID_ML_KEM_512], &contents)), message);
    }
    let wrong = PrivateKeyInfo::new(ML_KEM_512, &[5; 65], None).map(drop).unwrap_err();
    assert_eq!(wrong.to_string(), "private key in bytes: expected a length of 64, 1632 or 1696, found 65");
}

#[test]
fn not_every_algorithm_has_keys_without_structure() {
    for (contents, form, found) in
        [(vec![7; 32], Form::Raw, "raw bytes"), (vec![b'7'; 64], Form::Hex, "hexadecimal digits")]
    {
        assert_eq!(Form::of(&contents).unwrap(), form);
        let expected = EncodingError::Content { expected: "a key in PEM or DER", found };
        assert_eq!(PrivateKeyInfo::from_file(&contents, Some(P256), None).map(drop), Err(expected.clone()));
        assert_eq!(SubjectPublicKeyInfo::from_file(&contents, Some(RSA)), Err(expected));
        assert!(PrivateKeyInfo::from_file(&contents, Some(Algorithm::X25519), None).is_ok());
    }
    assert_eq!(Form::of(OPENSSL[0].1.as_bytes()).unwrap(), Form::Pem(Content::PrivateKey));
}

/// A file whose length is that of raw bytes is not one of digits, with a line end or without, but for 64 bytes.
#[test]
fn lengths_of_raw_bytes_are_not_those_of_digits() {
    let raw = Algorithm::raw_lengths();
    let digits = raw.in_digits();
    for length in (0..10_000).filter(|length| digits.contains(*length)) {
        assert!((length + 1..length + 3).all(|length| !raw.contains(length)), "{length}");
        // These may be either, and are digits if all of them are.
        assert!(length == 64 || !raw.contains(length), "{length}");
    }
}

/// Two algorithms cannot be confused, and errors name the objects.
#[test]
fn descriptors_are_told_apart() {
    let known: Vec<_> = Algorithm::known().collect();
    for (at, algorithm) in known.iter().enumerate() {
        let same = |other: &&Algorithm| other.oid() == algorithm.oid() || other.to_string() == algorithm.to_string();
        assert_eq!(known.iter().filter(same).count(), 1, "{algorithm}");
        if at < Algorithm::ALL.len() {
            assert_eq!(algorithm.oid().name(), Some(&*algorithm.to_string()));
            let folded = |name: &str| name.replace(['-', '_'], "").to_lowercase();
            assert_eq!(folded(&format!("{algorithm:?}")), folded(&algorithm.to_string()));
        }
        let encoded = crate::encoding::tlv::to_der(&algorithm.algorithm_identifier());
        let read = Structure::read("identifier", &encoded, |file| Algorithm::read(file, "identifier"));
        assert_eq!(read, Ok(*algorithm));
    }
}

#[test]
fn lengths_in_words() {
    let shown = |ranges| Lengths::new(ranges).to_string();
    assert_eq!(shown(&[(32, 32)]), "32");
    assert_eq!(shown(&[(33, 33), (65, 65)]), "33 or 65");
    assert_eq!(shown(&[(1, 2), (4, 4), (8, 9)]), "1 to 2, 4 or 8 to 9");
    let (a, b) = (Lengths::new(&[(4, 4), (1, 2)]), Lengths::new(&[(4, 4)]));
    assert_eq!(Lengths::union([&a, &b]).to_string(), "1 to 2 or 4");
    assert_eq!(a.in_digits().to_string(), "8 or 2 to 4");
}

/// Digits of keys of several lengths.
#[test]
fn digits_of_several_lengths() {
    use crate::encoding::text::{decode_hex, digits_of};
    let lengths = Lengths::new(&[(2, 2), (8, 8)]);
    for (text, digits) in [
        (&b"0123"[..], Some(&b"0123"[..])),
        (b"0123\n", Some(b"0123")),
        (b"0123\r\n", Some(b"0123")),
        (b"0123\r", None),
        (b"012", None),
        (b"0123456789abcdef", Some(b"0123456789abcdef")),
        (b"0123456789abcdef\n", Some(b"0123456789abcdef")),
    ] {
        assert_eq!(digits_of(text, &lengths), digits, "{text:?}");
    }
    assert_eq!(decode_hex("", b"0123\n", &lengths).unwrap().declassify("test"), &[0x01, 0x23]);
    let refused = decode_hex("key in digits", b"012345", &lengths).map(drop).unwrap_err();
    assert_eq!(refused.to_string(), "key in digits: expected a length of 4 or 16, found 6");
    assert_eq!(digits_of(b"012", &Lengths::new(&[(1, 3)])), None);
}

/// The keys of RFC 9909 Appendix C: a private key in v1 and its public key.
const RFC9909: [&str; 2] = [
    "-----BEGIN PRIVATE KEY-----
MFICAQAwCwYJYIZIAWUDBAMUBECiJjvKRYYINlIxYASVI9YhZ3+tkNUetgZ6Mn4N
HmSlASuBCex3fKpOHwJMz8+Ul9mRgFCSgPQlavKwevgCibSU
-----END PRIVATE KEY-----
",
    "-----BEGIN PUBLIC KEY-----
MDAwCwYJYIZIAWUDBAMUAyEAK4EJ7Hd8qk4fAkzPz5SX2ZGAUJKA9CVq8rB6+AKJ
tJQ=
-----END PUBLIC KEY-----
",
];

/// The sets of SLH-DSA with the bytes in a part of a key, in the order of their identifiers.
fn sets_of_slh_dsa() -> impl Iterator<Item = (Algorithm, usize)> {
    let is_set = |algorithm: &Algorithm| algorithm.to_string().starts_with("SLH-DSA-");
    Algorithm::ALL.iter().copied().filter(is_set).zip([16, 16, 24, 24, 32, 32].into_iter().cycle())
}

/// Returns the AlgorithmIdentifier contents of SLH-DSA or HashSLH-DSA, which differ in the last byte.
fn id_slh_dsa(last: u8) -> Vec<u8> {
    [&ID_ML_DSA_65[..10], &[last]].concat()
}

#[test]
fn the_parts_of_a_private_key_may_have_nothing_around_them() {
    let [private, public] = RFC9909.map(str::as_bytes);
    let key = PrivateKeyInfo::from_pkcs8_pem(private).unwrap();
    let public_key = SubjectPublicKeyInfo::from_spki_pem(public).unwrap();
    assert_eq!((key.algorithm(), public_key.algorithm()), (Algorithm::SlhDsaSha2_128s, Algorithm::SlhDsaSha2_128s));
    assert!(key.to_raw().declassify("test").ends_with(public_key.as_bytes()));
    assert_eq!(key.to_pkcs8_pem().declassify("test"), private);
    assert_eq!(public_key.to_spki_pem().as_bytes(), public);

    assert_eq!(sets_of_slh_dsa().count(), 12);
    for ((algorithm, n), last) in sets_of_slh_dsa().zip(20..) {
        let parts: Vec<u8> = (0..4 * n).map(|i| i as u8).collect();
        let der = v1(&[&id_slh_dsa(last)], &parts);
        let read = PrivateKeyInfo::from_pkcs8_der(&der).unwrap();
        assert_eq!((read.algorithm(), read.public_key()), (algorithm, None));
        assert_eq!(read.to_raw().declassify("test"), &parts);
        assert_eq!(read.to_pkcs8_der().declassify("test"), &der);
        let public_key = SubjectPublicKeyInfo::new(algorithm, &parts[2 * n..]).unwrap();
        assert_eq!(SubjectPublicKeyInfo::from_spki_der(&public_key.to_spki_der()), Ok(public_key));
        // A draft of RFC 9909 had an OCTET STRING around the parts.
        let draft = PrivateKeyInfo::from_pkcs8_der(&v1(&[&id_slh_dsa(last)], &tlv(OCTET_STRING, &[&parts]))).unwrap();
        assert_eq!(draft.to_pkcs8_der().declassify("test"), &der);
        for wrong in [&parts[1..], &parts[2 * n..], &[]] {
            let message = format!("private key in bytes: expected a length of {}, found {}", 4 * n, wrong.len());
            assert_eq!(refused(&v1(&[&id_slh_dsa(last)], wrong)), message);
        }
        let none = format!(
            "parameters of the algorithm at byte {} of the DER: expected none with {algorithm}, found others",
            if n == 32 { 19 } else { 18 }
        );
        assert_eq!(refused(&v1(&[&id_slh_dsa(last), NULL], &parts)), none);
    }
}

/// A file of version v2 holds the public key twice, the second time as the field of its own.
#[test]
fn the_public_key_may_stand_beside_the_parts() {
    for (algorithm, n) in sets_of_slh_dsa() {
        let parts: Vec<u8> = (0..4 * n).map(|i| i as u8).collect();
        let key = PrivateKeyInfo::new(algorithm, &parts, Some(&parts[2 * n..])).unwrap();
        let v2 = key.to_pkcs8_v2_der().unwrap().declassify("test").clone();
        let read = PrivateKeyInfo::from_pkcs8_der(&v2).unwrap();
        assert_eq!(read.public_key(), Some(&parts[2 * n..]));
        assert_eq!(read.to_pkcs8_v2_der().unwrap().declassify("test"), &v2);
        let short = PrivateKeyInfo::new(algorithm, &parts, Some(&parts[2 * n + 1..])).map(drop).unwrap_err();
        let message = format!("public key in bytes: expected a length of {}, found {}", 2 * n, 2 * n - 1);
        assert_eq!(short.to_string(), message);
    }
}

/// RFC 9909 Section 3: keys that are for one hash function have identifiers of their own.
#[test]
fn keys_of_hash_slh_dsa_are_refused_by_name() {
    for last in 35..=46 {
        let told = refused(&v1(&[&id_slh_dsa(last)], &[7; 64]));
        assert!(told.contains(&format!(", found 2.16.840.1.101.3.4.3.{last} (HashSLH-DSA-SH")), "{told}");
    }
    let told = refused(&v1(&[&id_slh_dsa(35)], &[7; 64]));
    assert!(told.ends_with(" (HashSLH-DSA-SHA2-128s with SHA-256)"), "{told}");
    let told = refused(&v1(&[&id_slh_dsa(34)], &[7; 64]));
    assert!(told.ends_with(" (HashML-DSA-87 with SHA-512)"), "{told}");
}

/// Such a key in DER has as many bytes as digits of 32 bytes and a line end, which its last bytes may be.
#[test]
fn der_that_ends_like_a_line_is_no_digits() {
    let mut bytes = [b'0'; 48];
    bytes[46..].copy_from_slice(b"\r\n");
    let key = SubjectPublicKeyInfo::new(Algorithm::SlhDsaShake192f, &bytes).unwrap();
    let der = key.to_spki_der();
    assert_eq!((der.len(), Form::of(&der)), (66, Ok(Form::Der(Content::PublicKey))));
    assert_eq!(SubjectPublicKeyInfo::from_file(&der, None), Ok(key));
    for start in ["30", "00"] {
        let digits = format!("{start}{}\r\n", "40".repeat(31));
        assert_eq!(Form::of(digits.as_bytes()), Ok(Form::Hex));
    }
}
