//! The readers of public keys take any bytes without a panic, in any form, and what they read they write back: the same
//! DER, and in every other form the same key.
#![no_main]

use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::{Algorithm, PublicKeyFile, SubjectPublicKeyInfo};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    for algorithm in [Algorithm::Ed25519, Algorithm::X25519] {
        match SubjectPublicKeyInfo::from_file(file, Some(algorithm)) {
            Ok(key) => comes_back(&key),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(key) = SubjectPublicKeyInfo::from_spki_der(file) {
        assert_eq!(key.to_spki_der(), file);
    }
    if let Ok(key) = ed25519::VerifyingKey::from_file(file) {
        assert_eq!(ed25519::VerifyingKey::from_spki_der(&key.to_spki_der()), Ok(key));
    }
    if let Ok(key) = x25519::PublicKey::from_file(file) {
        assert_eq!(x25519::PublicKey::from_spki_der(&key.to_spki_der()), Ok(key));
    }
});

fn comes_back(key: &SubjectPublicKeyInfo) {
    let files = [key.to_spki_der(), key.to_spki_pem().into_bytes(), key.to_hex().into_bytes(), key.as_bytes().to_vec()];
    for file in files {
        assert_eq!(SubjectPublicKeyInfo::from_file(&file, Some(key.algorithm())).as_ref(), Ok(key));
    }
}
