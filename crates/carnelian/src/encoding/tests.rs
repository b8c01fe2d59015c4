//! Every digit, and the remains of secrets on the stack.

mod digits;
mod files;
mod messages;

use super::text::{decode_base64, decode_hex, encode_base64, hex_line};
use super::*;
use alloc::vec::Vec;

const BASE64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes `text`.
fn base64(text: &[u8]) -> Result<Vec<u8>, EncodingError> {
    decode_base64(text, 0).map(|bytes| bytes.declassify("test").clone())
}

/// RFC 4648 Section 10.
#[test]
fn the_examples_of_rfc_4648() {
    let examples: [(&[u8], &str, &str); 7] = [
        (b"", "", ""),
        (b"f", "Zg==", "66"),
        (b"fo", "Zm8=", "666f"),
        (b"foo", "Zm9v", "666f6f"),
        (b"foob", "Zm9vYg==", "666f6f62"),
        (b"fooba", "Zm9vYmE=", "666f6f6261"),
        (b"foobar", "Zm9vYmFy", "666f6f626172"),
    ];
    for (bytes, in_base64, in_base16) in examples {
        assert_eq!(base64(in_base64.as_bytes()).unwrap(), bytes);
        let mut text = Vec::new();
        encode_base64(bytes, &mut text);
        assert_eq!(text, if bytes.is_empty() { Vec::new() } else { [in_base64.as_bytes(), b"\n"].concat() });
        assert_eq!(hex_line(bytes), [in_base16.as_bytes(), b"\n"].concat());
        assert_eq!(decode_hex("", in_base16.as_bytes(), &bytes.len().into()).unwrap().declassify("test"), bytes);
    }
}

/// Every byte at every position of a group is a digit, white space or an error.
#[test]
fn every_byte_as_a_digit_of_base64() {
    for place in 0..4 {
        for c in 0..=255u8 {
            let mut text = *b"AAAA";
            text[place] = c;
            let expected = match c {
                b'=' => continue,
                b'\t'..=b'\r' | b' ' => {
                    Err(EncodingError::NotPem { offset: 4, fault: "expected base64 digits padded to groups of four" })
                }
                c => match BASE64.iter().position(|digit| *digit == c) {
                    Some(value) => Ok((value as u32 * (1 << (18 - 6 * place))).to_be_bytes()[1..].to_vec()),
                    None => Err(EncodingError::Character { alphabet: "base64", offset: place }),
                },
            };
            assert_eq!(base64(&text), expected, "{c} at {place}");
        }
    }
}

/// Every value of each of three bytes.
#[test]
fn every_byte_to_base64() {
    for (place, byte) in (0..3).flat_map(|place| (0..=255).map(move |byte| (place, byte))) {
        let mut bytes = [0x5a, 0xa5, 0x0f];
        bytes[place] = byte;
        let word = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        let mut expected: Vec<u8> = [18, 12, 6, 0].map(|shift| BASE64[(word >> shift) as usize & 63]).into();
        expected.push(b'\n');
        let mut text = Vec::new();
        encode_base64(&bytes, &mut text);
        assert_eq!(text, expected);
    }
}

#[test]
fn every_byte_as_a_digit_of_base16() {
    for (place, c) in (0..2).flat_map(|place| (0..=255u8).map(move |c| (place, c))) {
        let mut text = *b"00";
        text[place] = c;
        let read = decode_hex("", &text, &1.into()).map(|bytes| bytes.declassify("test")[0]);
        let expected = match char::from(c).to_digit(16) {
            Some(value) => Ok((value as u8) << (4 - 4 * place)),
            None => Err(EncodingError::Character { alphabet: "hexadecimal", offset: place }),
        };
        assert_eq!(read, expected, "{c} at {place}");
    }
    for byte in 0..=255u8 {
        assert_eq!(hex_line(&[byte]), std::format!("{byte:02x}\n").as_bytes());
    }
}

/// The error names the first of several invalid characters.
#[test]
fn the_first_bad_character_is_named() {
    let refused = base64(b"AA\nA!AA?A").unwrap_err();
    assert_eq!(refused, EncodingError::Character { alphabet: "base64", offset: 4 });
}

/// Keys, keys derived from passphrases and passphrases pass through the stack; none of them may stay there. Eight
/// consecutive bytes are no coincidence.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
mod stack {
    use super::*;
    use crate::base::random::{Random, TestRandom};
    use crate::base::testing::stack_left_by;
    use alloc::boxed::Box;
    use alloc::vec;

    #[track_caller]
    fn leaves_nothing(secrets: &[&[u8]], work: &mut dyn FnMut()) {
        let stack = stack_left_by(work);
        for (index, secret) in secrets.iter().enumerate() {
            let found = secret.windows(8).any(|part| stack.windows(8).any(|window| window == part));
            assert!(!found, "secret {index} stays on the stack");
        }
    }

    fn key() -> Vec<u8> {
        let mut key = vec![0; 32];
        TestRandom::new(9).fill(&mut key).unwrap();
        key
    }

    #[test]
    fn nothing_of_a_key_stays_on_the_stack() {
        let key = key();
        let info = PrivateKeyInfo::new(Algorithm::Ed25519, &key, Some(&[1; 32])).unwrap();
        let files = [info.to_pkcs8_der(), info.to_pkcs8_pem(), info.to_hex(), info.to_raw()];
        for file in &files {
            leaves_nothing(&[&key], &mut || {
                let read = PrivateKeyInfo::from_file(file.expose(), Some(Algorithm::Ed25519), None);
                core::hint::black_box(Box::new(read)).as_ref().as_ref().unwrap();
            });
        }
        leaves_nothing(&[&key, files[1].expose()], &mut || {
            core::hint::black_box((info.to_pkcs8_pem(), info.to_pkcs8_v2_der().unwrap(), info.to_hex()));
        });
    }

    #[test]
    fn nothing_of_an_encrypted_key_stays_on_the_stack() {
        let key = key();
        let passphrase = b"a passphrase of 31 bytes, no more";
        let info = PrivateKeyInfo::new(Algorithm::Ed25519, &key, None).unwrap();
        let encryption = Encryption::with_iterations(1000).unwrap();
        let mut file = Vec::new();
        let mut random = TestRandom::new(10);
        let (mut salt, mut derived) = ([0; 16], [0; 32]);
        random.clone().fill(&mut salt).unwrap();
        pbkdf2::pbkdf2_hmac::<sha2::Sha256>(passphrase, &salt, 1000, &mut derived);
        let secrets: [&[u8]; 3] = [&key, &derived, passphrase];
        leaves_nothing(&secrets, &mut || file = info.to_encrypted_der(passphrase, encryption, &mut random).unwrap());
        leaves_nothing(&secrets, &mut || {
            core::hint::black_box(PrivateKeyInfo::from_encrypted_der(&file, passphrase)).unwrap();
        });
        leaves_nothing(&secrets, &mut || {
            core::hint::black_box(PrivateKeyInfo::from_encrypted_der(&file, b"another")).unwrap_err();
        });
    }
}
