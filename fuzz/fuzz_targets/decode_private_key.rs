//! The readers of private keys take any bytes without a panic, in any form, and what they read they write back: the
//! same DER, but for attributes, an explicit tag of the public key and forms of drafts, and in every other form the same
//! key. A key of ML-KEM or ML-DSA that a key type takes is
//! the same seed or expanded key when it is written.
#![no_main]

use carnelian::algorithm;
use carnelian::encoding::{Algorithm, Content, Digits, EncodingError, Form, PrivateKeyFile, PrivateKeyInfo};
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
        has_a_type(&key);
        let written = if key.public_key().is_some() { key.to_pkcs8_v2_der().unwrap() } else { key.to_pkcs8_der() };
        let written = written.declassify("fuzzing");
        assert!(written == file || is_older(file, written), "read what it does not write");
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

/// Returns whether the file has attributes, or another length than what is written: forms that are only read differ from
/// the one that is written in their structure, and not in the key, which is read back.
fn is_older(file: &[u8], written: &[u8]) -> bool {
    file.len() != written.len() || has_attributes(file) || has_seed_in_octets(file)
}

/// The seed of ML-KEM or ML-DSA in an OCTET STRING is as long as in its own tag.
fn has_seed_in_octets(file: &[u8]) -> bool {
    let private_key = [(); 2].iter().fold(&file[header(file)..], |rest, ()| &rest[element(rest)..]);
    private_key[header(private_key)] == 4
}

/// Attributes stand behind the private key, as `[0]`. The file was read, so its structure is known.
fn has_attributes(file: &[u8]) -> bool {
    // The header of the whole, the version, the algorithm and the private key.
    let rest = &file[header(file)..];
    let behind = [(); 3].iter().fold(rest, |rest, ()| &rest[element(rest)..]);
    behind.first() == Some(&0xa0)
}

/// Returns the bytes of the identifier and the length that an element begins with.
fn header(der: &[u8]) -> usize {
    2 + if der[1] < 0x80 { 0 } else { usize::from(der[1] & 0x7f) }
}

/// Returns the bytes of the element that DER begins with.
fn element(der: &[u8]) -> usize {
    let header = header(der);
    let contents = match header {
        2 => usize::from(der[1]),
        _ => der[2..header].iter().fold(0, |length, byte| length << 8 | usize::from(*byte)),
    };
    header + contents
}

/// Reads the key as each type of the catalogue that has files.
fn has_a_type(key: &PrivateKeyInfo) {
    carnelian::__signatures! { signatures [key] }
    carnelian::__kems! { kems [key] }
    carnelian::__agreements! { agreements [key] }
}

macro_rules! signatures {
    ([$key:ident] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
        $methods:tt $form:ident;
    )+ })+) => {
        $($(signature!($form $key $id $family $module $($Set)?);)+)+
    };
}
use signatures;

macro_rules! signature {
    (no_file $($other:tt)+) => {};
    (file $key:ident $id:literal $family:ident $module:ident) => {
        typed::<carnelian::$family::$module::SigningKey>($key, algorithm::signature($id).map(|row| row.seed_len()))
    };
    (file $key:ident $id:literal $family:ident $module:ident $Set:ident) => {
        typed::<carnelian::$family::$module::SigningKey<carnelian::$family::$module::$Set>>(
            $key,
            algorithm::signature($id).map(|row| row.seed_len()),
        )
    };
}
use signature;

macro_rules! kems {
    ([$key:ident] $($feature:literal [$Key:ty] $STEM:ident
        ($number:literal, $id:literal, $name:literal, $standard:literal) $methods:tt $form:ident;)+) => {
        $(kem!($form $key $id $Key);)+
    };
}
use kems;

macro_rules! kem {
    (no_file $($other:tt)+) => {};
    (file $key:ident $id:literal $Key:ty) => {
        typed::<$Key>($key, algorithm::kem($id).and_then(|row| row.seed_len()))
    };
}
use kem;

macro_rules! agreements {
    ([$key:ident] $($feature:literal [$Key:ty, $PublicKey:ty] $STEM:ident $names:tt $methods:tt;)+) => {
        $(typed::<$Key>($key, None);)+
    };
}
use agreements;

/// The type writes what it has read, or the seed that it begins with, if seeds have that many bytes.
fn typed<K: PrivateKeyFile>(key: &PrivateKeyInfo, seed: Option<usize>) {
    if let Ok(typed) = K::from_private_key_info(key) {
        let (written, read) = (typed.to_private_key_info().to_raw(), key.to_raw());
        let (written, read) = (written.declassify("fuzzing"), read.declassify("fuzzing"));
        assert!(written == read || seed.is_some_and(|seed| *written == read[..seed]));
    }
}

fn comes_back(key: &PrivateKeyInfo) {
    let same = |read: Result<PrivateKeyInfo, EncodingError>| {
        let read = read.expect("what was written is read");
        assert_eq!(read.algorithm(), key.algorithm());
        assert_eq!(read.to_raw().declassify("fuzzing"), key.to_raw().declassify("fuzzing"));
    };
    let algorithm = Some(key.algorithm());
    for file in [key.to_pkcs8_der(), key.to_pkcs8_pem()] {
        same(PrivateKeyInfo::from_file(file.expose(), algorithm, None));
    }
    // Bytes that are digits are taken for a text that was cut short.
    let is_text = Digits::of(key.to_raw().expose()).is_some();
    for (file, is_refused) in [(key.to_hex(), false), (key.to_raw(), is_text)] {
        let read = PrivateKeyInfo::from_file(file.expose(), algorithm, None);
        match key.algorithm() {
            Algorithm::Ed25519 | Algorithm::X25519 if !is_refused => same(read),
            other => assert!(read.is_err(), "{other} keys need a container, or are digits"),
        }
    }
    if key.public_key().is_some() {
        let pem = key.to_pkcs8_v2_pem().expect("the public key is there");
        let read = PrivateKeyInfo::from_pkcs8_pem(pem.expose()).expect("what was written is read");
        assert_eq!(read.public_key(), key.public_key());
    }
}
