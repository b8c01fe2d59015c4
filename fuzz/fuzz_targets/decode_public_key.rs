//! The readers of public keys take any bytes without a panic, in any form, and what they read they write back: the same
//! DER, and in every other form the same key.
#![no_main]

use carnelian::encoding::{Algorithm, Digits, PublicKeyFile, SubjectPublicKeyInfo};
use carnelian::postquantum::mlkem;
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
    carnelian::__signatures! { signatures [file] }
    carnelian::__kems! { kems [file] }
    carnelian::__agreements! { agreements [file] }
});

/// Reads a key of each signature scheme in the catalogue whose keys have files.
macro_rules! signatures {
    ([$bytes:ident] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident $names:tt $methods:tt $form:ident;
    )+ })+) => {
        $($(signature!($form $bytes $family $module $($Set)?);)+)+
    };
}
use signatures;

macro_rules! signature {
    (no_file $($other:tt)+) => {};
    (file $bytes:ident $family:ident $module:ident) => {
        typed::<carnelian::$family::$module::VerifyingKey>($bytes)
    };
    (file $bytes:ident $family:ident $module:ident $Set:ident) => {
        typed::<carnelian::$family::$module::VerifyingKey<carnelian::$family::$module::$Set>>($bytes)
    };
}
use signature;

/// Reads a key of each parameter set of ML-KEM; other schemes of key encapsulation have no files.
macro_rules! kems {
    ([$bytes:ident] $($feature:literal [$($Key:tt)+] $STEM:ident $names:tt $methods:tt $form:ident;)+) => {
        $(kem!($form $bytes [$($Key)+]);)+
    };
}
use kems;

macro_rules! kem {
    (no_file $($other:tt)+) => {};
    (file $bytes:ident [$library:tt::postquantum::mlkem::DecapsulationKey<$again:tt::postquantum::mlkem::$Set:ident>]) => {
        typed::<mlkem::EncapsulationKey<mlkem::$Set>>($bytes)
    };
}
use kem;

macro_rules! agreements {
    ([$bytes:ident] $($feature:literal [$Key:ty, $PublicKey:ty] $STEM:ident $names:tt $methods:tt;)+) => {
        $(typed::<$PublicKey>($bytes);)+
    };
}
use agreements;

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
