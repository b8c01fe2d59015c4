//! Key files of SLH-DSA, RFC 9909: the parts of a private key, and what must be refused.

use super::hex;
use carnelian::__internals::TestRandom;
use carnelian::encoding::{
    Algorithm, EncodingError, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::postquantum::slhdsa::{
    KeyFiles, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f,
    SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f,
    SlhDsaShake256s, VerifyingKey,
};

/// The keys of Appendix C.
const RFC_PRIVATE: &str = "\
-----BEGIN PRIVATE KEY-----
MFICAQAwCwYJYIZIAWUDBAMUBECiJjvKRYYINlIxYASVI9YhZ3+tkNUetgZ6Mn4N
HmSlASuBCex3fKpOHwJMz8+Ul9mRgFCSgPQlavKwevgCibSU
-----END PRIVATE KEY-----
";
const RFC_PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MDAwCwYJYIZIAWUDBAMUAyEAK4EJ7Hd8qk4fAkzPz5SX2ZGAUJKA9CVq8rB6+AKJ
tJQ=
-----END PUBLIC KEY-----
";

/// Calls a generic function for each parameter set, with the last byte of its identifier.
macro_rules! for_every_set {
    ($function:ident) => {
        $function::<SlhDsaSha2_128s>(20);
        $function::<SlhDsaSha2_128f>(21);
        $function::<SlhDsaSha2_192s>(22);
        $function::<SlhDsaSha2_192f>(23);
        $function::<SlhDsaSha2_256s>(24);
        $function::<SlhDsaSha2_256f>(25);
        $function::<SlhDsaShake128s>(26);
        $function::<SlhDsaShake128f>(27);
        $function::<SlhDsaShake192s>(28);
        $function::<SlhDsaShake192f>(29);
        $function::<SlhDsaShake256s>(30);
        $function::<SlhDsaShake256f>(31);
    };
}

/// Returns the parts of a private key, whose root is not that of its seeds.
fn parts<P: KeyFiles>() -> Vec<u8> {
    (0..P::PRIVATE_KEY_LEN as u8).collect()
}

fn key<P: KeyFiles>() -> SigningKey<P> {
    SigningKey::from_slice(&parts::<P>()[..]).unwrap()
}

#[test]
fn the_examples_of_appendix_c() {
    let key = SigningKey::<SlhDsaSha2_128s>::from_pkcs8_pem(RFC_PRIVATE.as_bytes()).unwrap();
    key.check().unwrap();
    let public_key = VerifyingKey::<SlhDsaSha2_128s>::from_spki_pem(RFC_PUBLIC.as_bytes()).unwrap();
    assert_eq!(*key.verifying_key(), public_key);
    assert_eq!(key.to_pkcs8_pem().declassify("test"), RFC_PRIVATE.as_bytes());
    assert_eq!(public_key.to_spki_pem(), RFC_PUBLIC);
    let signature = key.sign_deterministic(b"a message").unwrap();
    public_key.verify(b"a message", &signature).unwrap();
}

/// Sections 5 and 6: the bytes of a key directly in the OCTET STRING and the BIT STRING, and no parameters.
fn has_the_der_of_the_standard<P: KeyFiles>(set: u8) {
    let parts = parts::<P>();
    let identifier = [&hex("300b06096086480165030403")[..], &[set]].concat();
    // The longest keys have lengths of two bytes.
    let value = |tag: u8, contents: &[u8]| match contents.len() {
        short @ ..=127 => [&[tag, short as u8], contents].concat(),
        long => [&[tag, 0x81, long as u8], contents].concat(),
    };
    let private = value(0x30, &[&[2, 1, 0][..], &identifier, &value(4, &parts)].concat());
    let key = key::<P>();
    assert_eq!(*key.to_pkcs8_der().declassify("test"), private);
    let (public_key, zero) = (&parts[2 * P::N..], [0]);
    let public = value(0x30, &[&identifier[..], &value(3, &[&zero, public_key].concat())].concat());
    assert_eq!(key.verifying_key().to_spki_der(), public);
    let v2 = [&[2, 1, 1][..], &identifier, &value(4, &parts), &value(0x81, &[&zero, public_key].concat())].concat();
    assert_eq!(*key.to_pkcs8_v2_der().unwrap().declassify("test"), value(0x30, &v2));
}

#[test]
fn every_set_has_the_der_of_the_standard() {
    for_every_set!(has_the_der_of_the_standard);
}

fn every_form_reads_back<P: KeyFiles>(_: u8) {
    let key = key::<P>();
    let encryption = Encryption::with_iterations(1000).unwrap();
    let locked = key.to_encrypted_pem(b"a word", encryption, &mut TestRandom::new(1)).unwrap();
    let read = [
        SigningKey::<P>::from_pkcs8_der(key.to_pkcs8_der().declassify("test")),
        SigningKey::<P>::from_pkcs8_pem(key.to_pkcs8_v2_pem().unwrap().declassify("test")),
        SigningKey::<P>::from_encrypted_pem(locked.as_bytes(), b"a word"),
        SigningKey::<P>::from_file(key.to_pkcs8_pem().declassify("test"), None),
    ];
    for read in read {
        assert_eq!(read.unwrap().to_bytes().declassify("test").as_ref(), parts::<P>());
    }
    let public_key = key.verifying_key();
    assert_eq!(VerifyingKey::<P>::from_spki_der(&public_key.to_spki_der()).as_ref(), Ok(public_key));
    assert_eq!(VerifyingKey::<P>::from_file(public_key.to_spki_pem().as_bytes()).as_ref(), Ok(public_key));
    let wrong = SigningKey::<P>::from_encrypted_pem(locked.as_bytes(), b"another").map(drop);
    assert_eq!(wrong, Err(EncodingError::WrongPassphrase));
}

#[test]
fn every_form_of_every_set_reads_back() {
    for_every_set!(every_form_reads_back);
}

/// Neither half of a public key beside the private key may differ from that in it.
fn halves_must_match<P: KeyFiles>(_: u8) {
    let parts = parts::<P>();
    let expected = &parts[2 * P::N..];
    for at in [0, P::N, 2 * P::N - 1] {
        let mut found = expected.to_vec();
        found[at] ^= 1;
        let info = PrivateKeyInfo::new(P::ALGORITHM, &parts, Some(&found)).unwrap();
        let file = info.to_pkcs8_v2_der().unwrap();
        let read =
            [SigningKey::<P>::from_private_key_info(&info), SigningKey::<P>::from_pkcs8_der(file.declassify("test"))];
        let mismatch = EncodingError::PublicKeyMismatch { algorithm: P::ALGORITHM };
        assert!(read.into_iter().all(|read| read.map(drop) == Err(mismatch.clone())));
    }
}

#[test]
fn a_public_key_must_be_that_of_the_private_key() {
    for_every_set!(halves_must_match);
}

#[test]
fn keys_of_another_set_are_refused() {
    let shake = key::<SlhDsaShake192s>();
    let named = |expected: Algorithm| {
        let expected = Some(expected);
        EncodingError::WrongAlgorithm { expected, found: Algorithm::SlhDsaShake192s.oid() }
    };
    let file = shake.to_pkcs8_der();
    let refused = SigningKey::<SlhDsaShake192f>::from_pkcs8_der(file.declassify("test")).map(drop);
    assert_eq!(refused, Err(named(Algorithm::SlhDsaShake192f)));
    let refused = VerifyingKey::<SlhDsaSha2_192s>::from_spki_der(&shake.verifying_key().to_spki_der()).map(drop);
    assert_eq!(refused, Err(named(Algorithm::SlhDsaSha2_192s)));
    let short = SubjectPublicKeyInfo::new(Algorithm::SlhDsaShake192s, &[7; 47]).unwrap_err();
    assert_eq!(short.to_string(), "public key in bytes: expected a length of 48, found 47");
}
