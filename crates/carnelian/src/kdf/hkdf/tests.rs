//! HKDF against its definition and the examples of RFC 5869.

use super::{Hkdf, HkdfError};
use crate::hash::{Hash, Hmac, Sha224, Sha256, Sha384, Sha512};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 5869 Appendices A.1 and A.3.
#[test]
fn the_examples_of_the_rfc() {
    let salt: Vec<u8> = (0..=0x0c).collect();
    let info: Vec<u8> = (0xf0..=0xf9).collect();
    assert_eq!(
        hex(&Hkdf::<Sha256>::extract_prk(&salt, &[0x0b; 22])),
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    );
    let mut okm = [0; 42];
    Hkdf::<Sha256>::derive(&salt, &[0x0b; 22], &info, &mut okm).unwrap();
    assert_eq!(hex(&okm), "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    Hkdf::<Sha256>::derive(b"", &[0x0b; 22], b"", &mut okm).unwrap();
    assert_eq!(hex(&okm), "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
}

/// Section 2.3: OKM is a prefix of T(1) ‖ T(2) ‖ ….
fn textbook<H: Hash>(prk: &[u8], info: &[u8], len: usize) -> Vec<u8> {
    let (mut okm, mut t) = (Vec::new(), Vec::new());
    for i in 1..=255u8 {
        t = Hmac::<H>::mac(prk, &[&t, info, &[i]].concat()).as_ref().to_vec();
        okm.extend_from_slice(&t);
    }
    okm.truncate(len);
    okm
}

#[test]
fn every_length_is_how_the_longest_output_begins() {
    fn check<H: Hash>() {
        let prk = Hkdf::<H>::extract_prk(b"salt", b"secret");
        let most = Hkdf::<H>::MAX_OUTPUT_LEN;
        for info in [&b""[..], b"info", &[7; 200]] {
            let longest = textbook::<H>(prk.as_ref(), info, most);
            for hkdf in [Hkdf::<H>::extract(b"salt", b"secret"), Hkdf::from_prk(prk.as_ref()).unwrap()] {
                for len in crate::base::testing::some((0..3 * H::DIGEST_LEN).chain([most - 1, most])) {
                    let mut okm = vec![0; len];
                    hkdf.expand(info, &mut okm).unwrap();
                    assert_eq!(okm, longest[..len], "{}, {len} bytes", H::NAME);
                }
            }
        }
        // The default salt is a digest's length of zeros.
        assert_eq!(
            Hkdf::<H>::extract_prk(b"", b"x").as_ref(),
            Hkdf::<H>::extract_prk(&vec![0; H::DIGEST_LEN], b"x").as_ref()
        );
    }
    check::<Sha224>();
    check::<Sha256>();
    check::<Sha384>();
    check::<Sha512>();
}

#[test]
fn lengths_that_the_standard_does_not_allow_are_refused() {
    let hkdf = Hkdf::<Sha256>::extract(b"", b"secret");
    let mut okm = vec![0xee; 255 * 32 + 1];
    let refused = Err(HkdfError::OutputTooLong { most: 255 * 32, asked: 255 * 32 + 1 });
    assert_eq!(hkdf.expand(b"", &mut okm), refused);
    assert_eq!(Hkdf::<Sha256>::derive(b"", b"secret", b"", &mut okm), refused);
    assert!(okm.iter().all(|byte| *byte == 0xee));
    for found in [0, 1, 31] {
        let refused = Hkdf::<Sha256>::from_prk(&vec![1; found]).unwrap_err();
        assert_eq!(refused, HkdfError::KeyTooShort { least: 32, found });
    }
    assert_eq!(format!("{}", HkdfError::OutputTooLong { most: 2, asked: 3 }), "HKDF derives at most 2 bytes, not 3");
    assert_eq!(format!("{hkdf:?}"), "HKDF-SHA-256(..)");
}
