//! The readers of public keys take any bytes without a panic, in any form, and what they read they write back: the same
//! DER, and in every other form the same key.
#![no_main]

use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::{Algorithm, Digits, PublicKeyFile, SubjectPublicKeyInfo};
use carnelian::postquantum::{mldsa, mlkem, slhdsa};
use libfuzzer_sys::fuzz_target;
use std::fmt::Debug;

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
    typed::<ed25519::VerifyingKey>(file);
    typed::<x25519::PublicKey>(file);
    typed::<mlkem::EncapsulationKey<mlkem::MlKem512>>(file);
    typed::<mlkem::EncapsulationKey<mlkem::MlKem768>>(file);
    typed::<mlkem::EncapsulationKey<mlkem::MlKem1024>>(file);
    typed::<mldsa::VerifyingKey<mldsa::MlDsa44>>(file);
    typed::<mldsa::VerifyingKey<mldsa::MlDsa65>>(file);
    typed::<mldsa::VerifyingKey<mldsa::MlDsa87>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_128s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake128s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_128f>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake128f>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_192s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake192s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_192f>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake192f>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_256s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake256s>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_256f>>(file);
    typed::<slhdsa::VerifyingKey<slhdsa::SlhDsaShake256f>>(file);
});

fn typed<K: PublicKeyFile + PartialEq + Debug>(file: &[u8]) {
    if let Ok(key) = K::from_file(file) {
        assert_eq!(K::from_spki_der(&key.to_spki_der()), Ok(key));
    }
}

fn comes_back(key: &SubjectPublicKeyInfo) {
    let files = [key.to_spki_der(), key.to_spki_pem().into_bytes(), key.to_hex().into_bytes(), key.as_bytes().to_vec()];
    // Bytes that are digits are taken for a text that was cut short.
    for file in files.into_iter().filter(|file| file != key.as_bytes() || Digits::of(file).is_none()) {
        assert_eq!(SubjectPublicKeyInfo::from_file(&file, Some(key.algorithm())).as_ref(), Ok(key));
    }
}
