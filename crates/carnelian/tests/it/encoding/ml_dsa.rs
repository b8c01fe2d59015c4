//! Key files of ML-DSA, RFC 9881: seeds, expanded keys, both, and what must be refused.

use super::hex;
use carnelian::__internals::TestRandom;
use carnelian::encoding::{
    Algorithm, EncodingError, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::hash::Sha256;
use carnelian::postquantum::mldsa::{KeyFiles, MlDsa44, MlDsa65, MlDsa87, SigningKey, VerifyingKey};

/// The seed of Appendix C.1: 00 01 .. 1f.
const SEED: [u8; 32] = {
    let mut seed = [0; 32];
    let mut i = 0;
    while i < 32 {
        seed[i] = i as u8;
        i += 1;
    }
    seed
};

/// The private key of Appendix C.1 as a seed; `set` is the last byte of the identifier.
fn rfc_der(set: u8) -> Vec<u8> {
    [&hex("3034020100300b06096086480165030403")[..], &[set], &hex("04228020"), &SEED].concat()
}

const RFC_44: &str = "\
-----BEGIN PRIVATE KEY-----
MDQCAQAwCwYJYIZIAWUDBAMRBCKAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ
GhscHR4f
-----END PRIVATE KEY-----
";

/// Calls a generic function for each parameter set, with the last byte of its identifier.
macro_rules! for_every_set {
    ($function:ident) => {
        $function::<MlDsa44>(0x11);
        $function::<MlDsa65>(0x12);
        $function::<MlDsa87>(0x13);
    };
}

/// Returns the key of the seed.
fn key<P: KeyFiles>() -> SigningKey<P> {
    SigningKey::from_seed(&SEED)
}

/// Returns the bytes of the seed and of the expanded key, one after the other.
fn both<P: KeyFiles>() -> Vec<u8> {
    [&SEED, key::<P>().to_expanded_bytes().declassify("test").as_ref()].concat()
}

fn info<P: KeyFiles>(bytes: &[u8]) -> PrivateKeyInfo {
    PrivateKeyInfo::new(P::ALGORITHM, bytes, None).unwrap()
}

/// Reads a private key of these bytes, by way of a file.
fn read<P: KeyFiles>(bytes: &[u8]) -> Result<SigningKey<P>, EncodingError> {
    SigningKey::from_pkcs8_der(info::<P>(bytes).to_pkcs8_der().declassify("test"))
}

fn refused<P: KeyFiles>(bytes: &[u8]) -> String {
    read::<P>(bytes).unwrap_err().to_string()
}

fn changed(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    bytes
}

fn length(bytes: usize) -> [u8; 2] {
    (bytes as u16).to_be_bytes()
}

fn reads_and_writes_the_seed<P: KeyFiles>(set: u8) {
    let read = SigningKey::<P>::from_pkcs8_der(&rfc_der(set)).unwrap();
    assert_eq!(read.as_seed().unwrap().declassify("test"), &SEED);
    assert_eq!(*read.to_pkcs8_der().declassify("test"), rfc_der(set));
}

#[test]
fn the_seeds_of_appendix_c_are_read_and_written() {
    for_every_set!(reads_and_writes_the_seed);
    assert_eq!(key::<MlDsa44>().to_pkcs8_pem().declassify("test"), RFC_44.as_bytes());
}

/// The first and the last line of the base64 of each, and the SHA-256 digests of the public keys.
#[test]
fn the_other_examples_of_appendix_c() {
    let both = both::<MlDsa44>();
    let lines = [
        (
            &both[32..],
            "MIIKGAIBADALBglghkgBZQMEAxEEggoEBIIKANeytHJUquDbReeTDUqY0sl9jxOX",
            "EGOY93BgBuQum+HvidJcJy8RqVCVxYfXE3MihN6dvTxyF7BoniHY6w/2lmg=",
        ),
        (
            &both[..],
            "MIIKPgIBADALBglghkgBZQMEAxEEggoqMIIKJgQgAAECAwQFBgcICQoLDA0ODxAR",
            "4e+J0lwnLxGpUJXFh9cTcyKE3p29PHIXsGieIdjrD/aWaA==",
        ),
    ];
    for (bytes, first, last) in lines {
        let pem = info::<MlDsa44>(bytes).to_pkcs8_pem();
        let pem = str::from_utf8(pem.declassify("test")).unwrap();
        assert!(pem.starts_with(&format!("-----BEGIN PRIVATE KEY-----\n{first}\n")), "{pem}");
        assert!(pem.ends_with(&format!("\n{last}\n-----END PRIVATE KEY-----\n")), "{pem}");
    }
    let digests = [
        (
            key::<MlDsa44>().verifying_key().to_spki_pem(),
            "e8c997db43b377029f99957c26a9eb4ddf628bf88f95603b9f8a5cb56ffb57c0",
        ),
        (
            key::<MlDsa65>().verifying_key().to_spki_pem(),
            "2362f97f1a94de086f16877e903d859157c6726f5e60f8e4d7309b21cbff2bb0",
        ),
        (
            key::<MlDsa87>().verifying_key().to_spki_pem(),
            "503f443502bea293ca6b67d0e0668dd87d047273621aa74a7eed89804bcae6b5",
        ),
    ];
    for (pem, digest) in digests {
        assert_eq!(Sha256::digest(pem.as_bytes()), *hex(digest), "{pem}");
    }
}

/// Section 6: CHOICE { seed [0], expandedKey OCTET STRING, both SEQUENCE }.
fn has_the_der_of_the_standard<P: KeyFiles>(set: u8) {
    let both = both::<P>();
    let (seed, expanded) = both.split_at(32);
    let header = |tag: u8, bytes: usize| [&[tag, 0x82][..], &length(bytes)].concat();
    let octets = [&header(0x04, expanded.len())[..], expanded].concat();
    let sequence = [&header(0x30, 34 + octets.len()), &[0x04, 32][..], seed, &octets].concat();
    for (bytes, contents) in [(expanded, octets), (&both[..], sequence)] {
        let private_key = [&header(0x04, contents.len()), &contents[..]].concat();
        let der = info::<P>(bytes).to_pkcs8_der();
        let der = der.declassify("test");
        assert_eq!(der[..4], header(0x30, der.len() - 4));
        assert_eq!(der[4..20], rfc_der(set)[2..18]);
        assert_eq!(der[20..], private_key);
    }
}

#[test]
fn every_choice_has_the_der_of_the_standard() {
    for_every_set!(has_the_der_of_the_standard);
}

fn is_one_key<P: KeyFiles>(_set: u8) {
    let both = both::<P>();
    for (bytes, has_seed) in [(&both[..32], true), (&both[32..], false), (&both[..], true)] {
        let read = read::<P>(bytes).unwrap();
        assert_eq!(read.to_expanded_bytes().declassify("test").as_ref(), &both[32..]);
        assert_eq!(read.as_seed().is_some(), has_seed);
        assert_eq!(read.verifying_key(), key::<P>().verifying_key());
        assert_eq!(read.sign_deterministic(b"m"), key::<P>().sign_deterministic(b"m"));
        let written = read.to_private_key_info().to_raw();
        assert_eq!(*written.declassify("test"), if has_seed { &both[..32] } else { &both[32..] });
    }
}

#[test]
fn every_choice_is_the_same_key() {
    for_every_set!(is_one_key);
}

fn refuses_contradictions<P: KeyFiles>(_set: u8) {
    let name = P::ALGORITHM;
    let both = both::<P>();
    for at in [0, 31, 32, 64, 1000, both.len() - 1] {
        let message = format!("{name} private key: the expanded key is not that of the seed");
        assert_eq!(refused::<P>(&changed(&both, at)), message, "{at}");
    }
    let expanded = &both[32..];
    // rho, K, tr, s1, s2, t0: all but K can be computed from the rest.
    for at in [0, 31, 64, 127, expanded.len() - 1] {
        let message = format!("{name} private key: its parts do not belong together");
        assert_eq!(refused::<P>(&changed(expanded, at)), message, "{at}");
    }
    let mut long = expanded.to_vec();
    long[128] = 0xff;
    assert_eq!(refused::<P>(&long), format!("{name} private key: a coefficient of s1 or s2 is out of range"));
    // Nothing shows that K is another.
    assert!(read::<P>(&changed(expanded, 40)).is_ok());
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    for_every_set!(refuses_contradictions);
}

fn has_a_version_2<P: KeyFiles>(_set: u8) {
    let key = key::<P>();
    let public = key.verifying_key();
    let v2 = key.to_pkcs8_v2_der().unwrap();
    let v2 = v2.declassify("test");
    assert!(v2.ends_with(public.as_ref()));
    assert_eq!(PrivateKeyInfo::from_pkcs8_der(v2).unwrap().public_key(), Some(public.as_ref()));
    assert!(SigningKey::<P>::from_pkcs8_der(v2).is_ok());
    assert!(SigningKey::<P>::from_pkcs8_pem(key.to_pkcs8_v2_pem().unwrap().expose()).is_ok());

    let wrong = changed(v2, v2.len() - 1);
    let expected = EncodingError::PublicKeyMismatch { algorithm: P::ALGORITHM };
    assert_eq!(SigningKey::<P>::from_pkcs8_der(&wrong).unwrap_err(), expected);
}

#[test]
fn version_2_has_the_public_key_and_it_must_match() {
    for_every_set!(has_a_version_2);
}

fn decrypts<P: KeyFiles>(_set: u8) {
    let both = both::<P>();
    let encryption = Encryption::with_iterations(1000).unwrap();
    for bytes in [&both[..32], &both[32..], &both[..]] {
        let key = info::<P>(bytes);
        let pem = key.to_encrypted_pem(b"a passphrase", encryption, &mut TestRandom::new(1)).unwrap();
        let read = SigningKey::<P>::from_encrypted_pem(pem.as_bytes(), b"a passphrase").unwrap();
        assert_eq!(read.to_expanded_bytes().declassify("test").as_ref(), &both[32..]);
        let wrong = SigningKey::<P>::from_encrypted_pem(pem.as_bytes(), b"another").unwrap_err();
        assert_eq!(wrong, EncodingError::WrongPassphrase);
        let from_file = SigningKey::<P>::from_file(pem.as_bytes(), None).unwrap_err();
        assert_eq!(from_file, EncodingError::PassphraseNeeded);
    }
}

#[test]
fn encrypted_keys_come_back() {
    for_every_set!(decrypts);
}

fn reads_the_public_key<P: KeyFiles>(set: u8) {
    let key = key::<P>();
    let public = key.verifying_key();
    let der = public.to_spki_der();
    let bytes = public.as_ref().len();
    let head = [&[0x30, 0x82][..], &length(bytes + 18), &rfc_der(set)[5..18], &[0x03, 0x82], &length(bytes + 1), &[0]];
    assert_eq!(der, [&head.concat(), public.as_ref()].concat());
    for file in [der, public.to_spki_pem().into_bytes()] {
        assert_eq!(VerifyingKey::<P>::from_file(&file).unwrap(), *public);
    }
    assert_eq!(VerifyingKey::<P>::from_spki_pem(public.to_spki_pem().as_bytes()).unwrap(), *public);
}

#[test]
fn public_keys_come_back() {
    for_every_set!(reads_the_public_key);
}

#[test]
fn keys_of_another_set_are_refused() {
    let wrong = "algorithm: expected 2.16.840.1.101.3.4.3.18 (ML-DSA-65), found 2.16.840.1.101.3.4.3.";
    for (set, name) in [(17, "ML-DSA-44"), (19, "ML-DSA-87")] {
        let refused = SigningKey::<MlDsa65>::from_pkcs8_der(&rfc_der(set)).unwrap_err().to_string();
        assert_eq!(refused, format!("{wrong}{set} ({name})"));
    }
    let public = key::<MlDsa44>().verifying_key().to_spki_der();
    let refused = VerifyingKey::<MlDsa65>::from_spki_der(&public).unwrap_err().to_string();
    assert_eq!(refused, format!("{wrong}17 (ML-DSA-44)"));
    // A seed of ML-DSA has as many bytes as a key of Ed25519.
    let ed25519 = PrivateKeyInfo::new(Algorithm::Ed25519, &SEED, None).unwrap().to_pkcs8_der();
    let refused = SigningKey::<MlDsa65>::from_pkcs8_der(ed25519.expose()).unwrap_err().to_string();
    assert_eq!(refused, "algorithm: expected 2.16.840.1.101.3.4.3.18 (ML-DSA-65), found 1.3.101.112 (Ed25519)");
}

#[test]
fn keys_of_another_length_are_refused() {
    for length in [0, 31, 33, 64, 2560, 4031, 4033, 4063, 4065, 4896] {
        let refused = PrivateKeyInfo::new(Algorithm::MlDsa65, &vec![7; length], None).unwrap_err();
        let expected = format!("private key in bytes: expected a length of 32, 4032 or 4064, found {length}");
        assert_eq!(refused.to_string(), expected);
    }
    for length in [0, 1951, 1953, 1312] {
        let refused = SubjectPublicKeyInfo::new(Algorithm::MlDsa65, &vec![7; length]).unwrap_err();
        assert_eq!(refused.to_string(), format!("public key in bytes: expected a length of 1952, found {length}"));
    }
    // The lengths in the file itself.
    let mut der = rfc_der(0x12);
    der.truncate(der.len() - 1);
    assert!(PrivateKeyInfo::from_pkcs8_der(&der).is_err());
    let short = [&hex("3033020100300b0609608648016503040312")[..], &hex("0421801f"), &SEED[..31]].concat();
    let refused = PrivateKeyInfo::from_pkcs8_der(&short).unwrap_err().to_string();
    let named =
        "expected a seed, an expanded key or both, of 32, 4032 or 4064 bytes, found another structure of 33 bytes";
    assert_eq!(refused, format!("ML-DSA-65 private key at byte 20 of the DER: {named}"));
    // A seed with the identifier octet of the expanded key, which early drafts wrote.
    let mut untagged = rfc_der(0x12);
    untagged[20] = 0x04;
    let read = PrivateKeyInfo::from_pkcs8_der(&untagged).unwrap();
    assert_eq!(read.private_key_bytes(Algorithm::MlDsa65).unwrap(), SEED);
}

/// A file without structure does not say which of the sets its key belongs to.
#[test]
fn raw_keys_are_refused() {
    for refused in [
        SigningKey::<MlDsa65>::from_file(&[7; 32], None).map(drop),
        SigningKey::<MlDsa65>::from_file(&[7; 4032], None).map(drop),
        VerifyingKey::<MlDsa65>::from_file(&[7; 1952]).map(drop),
    ] {
        assert!(refused.is_err());
    }
    let refused = SigningKey::<MlDsa65>::from_file(&[b'0'; 64], None).unwrap_err().to_string();
    assert_eq!(refused, "expected a key in PEM or DER, found hexadecimal digits");
}
