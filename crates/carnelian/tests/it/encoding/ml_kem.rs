//! Key files of ML-KEM, RFC 9935: seeds, expanded keys, both, and what must be refused.

use super::hex;
use carnelian::__internals::TestRandom;
use carnelian::encoding::{
    Algorithm, EncodingError, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::postquantum::mlkem::{DecapsulationKey, EncapsulationKey, KeyFiles, MlKem512, MlKem768, MlKem1024};
use carnelian::secret::Secret;

/// The seed of Appendix C.1: 00 01 .. 3f.
fn seed() -> [u8; 64] {
    std::array::from_fn(|i| i as u8)
}

/// The private key of Appendix C.1 as a seed; `set` is the last byte of the identifier.
fn rfc_der(set: u8) -> Vec<u8> {
    [&hex("3054020100300b0609608648016503040400")[..17], &[set], &hex("04428040"), &seed()].concat()
}

const RFC_512: &str = "\
-----BEGIN PRIVATE KEY-----
MFQCAQAwCwYJYIZIAWUDBAQBBEKAQAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ
GhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=
-----END PRIVATE KEY-----
";

/// Returns the key of the seed.
fn key<P: KeyFiles>() -> DecapsulationKey<P> {
    DecapsulationKey::from_seed(&seed())
}

/// Returns the bytes of the seed and of the expanded key, one after the other.
fn both<P: KeyFiles>() -> Vec<u8> {
    [&seed(), key::<P>().as_expanded_bytes().expose().as_ref()].concat()
}

fn info<P: KeyFiles>(bytes: &[u8]) -> PrivateKeyInfo {
    PrivateKeyInfo::new(P::ALGORITHM, bytes, None).unwrap()
}

/// Reads a private key of these bytes, by way of a file.
fn read<P: KeyFiles>(bytes: &[u8]) -> Result<DecapsulationKey<P>, EncodingError> {
    DecapsulationKey::from_pkcs8_der(info::<P>(bytes).to_pkcs8_der().declassify("test"))
}

fn refused<P: KeyFiles>(bytes: &[u8]) -> String {
    read::<P>(bytes).unwrap_err().to_string()
}

#[test]
fn the_seeds_of_appendix_c_are_read_and_written() {
    fn check<P: KeyFiles>(set: u8) {
        let read = DecapsulationKey::<P>::from_pkcs8_der(&rfc_der(set)).unwrap();
        assert_eq!(read.as_seed().map(Secret::expose), Some(&seed()));
        assert_eq!(*read.to_pkcs8_der().declassify("test"), rfc_der(set));
    }
    check::<MlKem512>(1);
    check::<MlKem768>(2);
    check::<MlKem1024>(3);
    assert_eq!(key::<MlKem512>().to_pkcs8_pem().declassify("test"), RFC_512.as_bytes());
}

/// Section 6: CHOICE { seed [0], expandedKey OCTET STRING, both SEQUENCE }.
#[test]
fn every_choice_has_the_der_of_the_standard() {
    fn check<P: KeyFiles>() {
        let two = |length: usize| (length as u16).to_be_bytes();
        let both = both::<P>();
        let (seed, expanded) = both.split_at(64);
        let header = |tag: u8, length: usize| [&[tag, 0x82][..], &two(length)].concat();
        let octets = [&header(0x04, expanded.len())[..], expanded].concat();
        let sequence = [&header(0x30, 66 + octets.len()), &[0x04, 64][..], seed, &octets].concat();
        for (bytes, contents) in [(expanded, octets), (&both[..], sequence)] {
            let private_key = [&header(0x04, contents.len()), &contents[..]].concat();
            let der = info::<P>(bytes).to_pkcs8_der();
            let der = der.declassify("test");
            assert_eq!(der[..4], header(0x30, der.len() - 4));
            assert_eq!(der[4..20], rfc_der(der[19])[2..18]);
            assert_eq!(der[20..], private_key);
        }
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn every_choice_is_the_same_key() {
    fn check<P: KeyFiles>() {
        let both = both::<P>();
        for (bytes, has_seed) in [(&both[..64], true), (&both[64..], false), (&both[..], true)] {
            let read = read::<P>(bytes).unwrap();
            assert_eq!(read.as_expanded_bytes().expose().as_ref(), &both[64..]);
            assert_eq!(read.as_seed().is_some(), has_seed);
            assert_eq!(read.encapsulation_key(), key::<P>().encapsulation_key());
            let written = read.to_private_key_info().to_raw();
            assert_eq!(*written.declassify("test"), if has_seed { &both[..64] } else { &both[64..] });
        }
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    fn check<P: KeyFiles>() {
        let name = P::ALGORITHM.to_string();
        let changed = |bytes: &[u8], at: usize| {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= 1;
            bytes
        };
        let both = both::<P>();
        for at in [0, 63, 64, 1000, both.len() - 1] {
            let message = format!("{name} private key: the expanded key is not that of the seed");
            assert_eq!(refused::<P>(&changed(&both, at)), message, "{at}");
        }
        let expanded = &both[64..];
        // dk_PKE, ek, H(ek) and z: the hash is 32 bytes before the last 32. A part of ek is public, and hashed.
        for at in [384 * P::K, expanded.len() - 65, expanded.len() - 64, expanded.len() - 33] {
            let message = format!("{name} private key: it does not hold the hash of its encapsulation key");
            assert_eq!(refused::<P>(&changed(expanded, at)), message, "{at}");
        }
        // A bit of ŝ, as in Appendix C.4, and coefficients that are not reduced; and the halves of two keys.
        let another = format!("{name} private key: its secret vector does not belong to its encapsulation key");
        for at in [0, 99, 384 * P::K - 3] {
            assert_eq!(refused::<P>(&changed(expanded, at)), another, "{at}");
        }
        let other = DecapsulationKey::<P>::from_seed(&[9; 64]);
        let halves = [&other.as_expanded_bytes().expose().as_ref()[..384 * P::K], &expanded[384 * P::K..]].concat();
        assert_eq!(refused::<P>(&halves), another);
        for at in [0, 384 * P::K - 3] {
            let mut bytes = expanded.to_vec();
            bytes[at..at + 3].fill(0xff);
            let message = format!("{name} private key: a coefficient is not below 3329");
            assert_eq!(refused::<P>(&bytes), message, "{at}");
        }
        // Nothing shows that z is another.
        assert!(read::<P>(&changed(expanded, expanded.len() - 1)).is_ok());
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn version_2_has_the_public_key_and_it_must_match() {
    fn check<P: KeyFiles>() {
        let key = key::<P>();
        let public = key.encapsulation_key();
        let v2 = key.to_pkcs8_v2_der().unwrap();
        let v2 = v2.declassify("test");
        assert!(v2.ends_with(public.as_ref()));
        assert_eq!(PrivateKeyInfo::from_pkcs8_der(v2).unwrap().public_key(), Some(public.as_ref()));
        assert!(DecapsulationKey::<P>::from_pkcs8_der(v2).is_ok());
        assert!(DecapsulationKey::<P>::from_pkcs8_pem(key.to_pkcs8_v2_pem().unwrap().expose()).is_ok());

        let mut wrong = v2.clone();
        *wrong.last_mut().unwrap() ^= 1;
        let expected = EncodingError::PublicKeyMismatch { algorithm: P::ALGORITHM };
        assert_eq!(DecapsulationKey::<P>::from_pkcs8_der(&wrong).unwrap_err(), expected);
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn encrypted_keys_come_back() {
    fn check<P: KeyFiles>() {
        let both = both::<P>();
        let encryption = Encryption::with_iterations(1000).unwrap();
        for bytes in [&both[..64], &both[64..], &both[..]] {
            let key = info::<P>(bytes);
            let pem = key.to_encrypted_pem(b"a passphrase", encryption, &mut TestRandom::new(1)).unwrap();
            let read = DecapsulationKey::<P>::from_encrypted_pem(pem.as_bytes(), b"a passphrase").unwrap();
            assert_eq!(read.as_expanded_bytes().expose().as_ref(), &both[64..]);
            let wrong = DecapsulationKey::<P>::from_encrypted_pem(pem.as_bytes(), b"another").unwrap_err();
            assert_eq!(wrong, EncodingError::WrongPassphrase);
            let from_file = DecapsulationKey::<P>::from_file(pem.as_bytes(), None).unwrap_err();
            assert_eq!(from_file, EncodingError::PassphraseNeeded);
        }
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn public_keys_come_back() {
    fn check<P: KeyFiles>(set: u8) {
        let public = key::<P>().encapsulation_key();
        let der = public.to_spki_der();
        let length = public.as_ref().len();
        let two = |length: usize| (length as u16).to_be_bytes();
        let head = [&[0x30, 0x82][..], &two(length + 18), &rfc_der(set)[5..18], &[0x03, 0x82], &two(length + 1), &[0]];
        assert_eq!(der, [&head.concat(), public.as_ref()].concat());
        for file in [der, public.to_spki_pem().into_bytes()] {
            assert_eq!(EncapsulationKey::<P>::from_file(&file).unwrap(), public);
        }
        assert_eq!(EncapsulationKey::<P>::from_spki_pem(public.to_spki_pem().as_bytes()).unwrap(), public);
    }
    check::<MlKem512>(1);
    check::<MlKem768>(2);
    check::<MlKem1024>(3);
}

/// FIPS 203 Section 7.2: coefficients of 12 bits, each below 3329.
#[test]
fn public_keys_that_are_not_canonical_are_refused() {
    fn check<P: KeyFiles>() {
        let bytes = key::<P>().encapsulation_key().to_bytes();
        let message = format!("{} public key: a coefficient is not below 3329", P::ALGORITHM);
        for coefficient in [3329u16, 4095] {
            for at in [0, 3 * 100, 384 * P::K - 3] {
                let mut bytes = bytes.as_ref().to_vec();
                bytes[at] = coefficient as u8;
                bytes[at + 1] = bytes[at + 1] & 0xf0 | (coefficient >> 8) as u8;
                let info = SubjectPublicKeyInfo::new(P::ALGORITHM, &bytes).unwrap();
                let refused = EncapsulationKey::<P>::from_spki_der(&info.to_spki_der()).unwrap_err();
                assert_eq!(refused.to_string(), message);
            }
        }
    }
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
}

#[test]
fn keys_of_another_set_are_refused() {
    let wrong = "algorithm: expected 2.16.840.1.101.3.4.4.2 (ML-KEM-768), found 2.16.840.1.101.3.4.4.";
    for (set, name) in [(1, "ML-KEM-512"), (3, "ML-KEM-1024")] {
        let refused = DecapsulationKey::<MlKem768>::from_pkcs8_der(&rfc_der(set)).unwrap_err().to_string();
        assert_eq!(refused, format!("{wrong}{set} ({name})"));
    }
    let public = key::<MlKem512>().encapsulation_key().to_spki_der();
    let refused = EncapsulationKey::<MlKem768>::from_spki_der(&public).unwrap_err().to_string();
    assert_eq!(refused, format!("{wrong}1 (ML-KEM-512)"));
    let ed25519 = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None).unwrap().to_pkcs8_der();
    let refused = DecapsulationKey::<MlKem768>::from_pkcs8_der(ed25519.expose()).unwrap_err().to_string();
    assert_eq!(refused, "algorithm: expected 2.16.840.1.101.3.4.4.2 (ML-KEM-768), found 1.3.101.112 (Ed25519)");
}

#[test]
fn keys_of_another_length_are_refused() {
    for length in [0, 63, 65, 1632, 2399, 2401, 2463, 2465, 3168] {
        let refused = PrivateKeyInfo::new(Algorithm::MlKem768, &vec![7; length], None).unwrap_err();
        let expected = format!("private key in bytes: expected a length of 64, 2400 or 2464, found {length}");
        assert_eq!(refused.to_string(), expected);
    }
    assert!(SubjectPublicKeyInfo::new(Algorithm::MlKem768, &[7; 1183]).is_err());
    // The lengths in the file itself.
    let mut der = rfc_der(2);
    der.truncate(der.len() - 1);
    assert!(PrivateKeyInfo::from_pkcs8_der(&der).is_err());
    let short = [&hex("3053020100300b0609608648016503040402")[..], &hex("0441803f"), &seed()[..63]].concat();
    let refused = PrivateKeyInfo::from_pkcs8_der(&short).unwrap_err().to_string();
    let named =
        "expected a seed, an expanded key or both, of 64, 2400 or 2464 bytes, found another structure of 65 bytes";
    assert_eq!(refused, format!("ML-KEM-768 private key at byte 20 of the DER: {named}"));
    // A seed with the identifier octet of the expanded key.
    let mut untagged = rfc_der(2);
    untagged[20] = 0x04;
    let read = PrivateKeyInfo::from_pkcs8_der(&untagged).unwrap();
    assert_eq!(read.private_key_bytes(Algorithm::MlKem768).unwrap(), seed());
}

/// A file without structure does not say which of the sets its key belongs to.
#[test]
fn raw_keys_are_refused() {
    assert!(DecapsulationKey::<MlKem768>::from_file(&[7; 64], None).is_err());
    assert!(DecapsulationKey::<MlKem768>::from_file(&[7; 2400], None).is_err());
    assert!(EncapsulationKey::<MlKem768>::from_file(&[7; 1184]).is_err());
    let refused = DecapsulationKey::<MlKem768>::from_file(&[b'0'; 64], None).unwrap_err().to_string();
    assert_eq!(refused, "expected a key in PEM or DER, found hexadecimal digits");
}
