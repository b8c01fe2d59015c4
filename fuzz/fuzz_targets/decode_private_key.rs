//! The readers of private keys take any bytes without a panic, in any form, and what they read they write back: the
//! same DER, but for attributes, and in every other form the same key.
#![no_main]

use carnelian::encoding::{Algorithm, Content, EncodingError, Form, PrivateKeyInfo};
use libfuzzer_sys::fuzz_target;

const ALGORITHM: Algorithm = Algorithm::Ed25519;
const PASSPHRASE: &[u8] = b"passphrase";

fuzz_target!(|file: &[u8]| {
    // A file may demand seconds of key derivation, which is too long for a fuzzer.
    if is_cheap(file) {
        match PrivateKeyInfo::from_file(file, Some(ALGORITHM), Some(PASSPHRASE)) {
            Ok(key) => comes_back(&key),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(key) = PrivateKeyInfo::from_pkcs8_der(file) {
        comes_back(&key);
        let written = if key.public_key().is_some() { key.to_pkcs8_v2_der().unwrap() } else { key.to_pkcs8_der() };
        let written = written.declassify("fuzzing");
        assert!(written == file || has_attributes(file), "read what it does not write");
    }
});

/// Returns whether the file is not encrypted, or its derivation is refused or has fewer than 2^16 iterations, a number
/// of two bytes, and does not use scrypt.
fn is_cheap(file: &[u8]) -> bool {
    const SCRYPT: &[u8] = &[0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b];
    match Form::of(file) {
        Ok(Form::Der(Content::EncryptedPrivateKey)) => {
            let long_number = |window: &[u8]| window[0] == 2 && (3..=9).contains(&window[1]);
            !file.windows(SCRYPT.len()).any(|window| window == SCRYPT) && !file.windows(2).any(long_number)
        }
        // The text says nothing before it is decoded.
        Ok(Form::Pem(Content::EncryptedPrivateKey)) => false,
        _ => true,
    }
}

/// Attributes stand behind the private key, as `[0]`.
fn has_attributes(file: &[u8]) -> bool {
    file.get(48) == Some(&0xa0)
}

fn comes_back(key: &PrivateKeyInfo) {
    let same = |read: Result<PrivateKeyInfo, EncodingError>| {
        let read = read.expect("what was written is read");
        assert_eq!(read.algorithm(), key.algorithm());
        assert_eq!(read.to_raw().declassify("fuzzing"), key.to_raw().declassify("fuzzing"));
    };
    let algorithm = Some(key.algorithm());
    for file in [key.to_pkcs8_der(), key.to_pkcs8_pem(), key.to_hex(), key.to_raw()] {
        same(PrivateKeyInfo::from_file(file.expose(), algorithm, None));
    }
    if key.public_key().is_some() {
        let pem = key.to_pkcs8_v2_pem().expect("the public key is there");
        let read = PrivateKeyInfo::from_pkcs8_pem(pem.expose()).expect("what was written is read");
        assert_eq!(read.public_key(), key.public_key());
    }
}
