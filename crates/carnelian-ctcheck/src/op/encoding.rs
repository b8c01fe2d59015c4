//! Private key files: reading and writing, unencrypted and encrypted.
//!
//! Whole files are secret here, including the structure around the key: the reader itself declassifies the parts that
//! may become public.

use super::{ONE_BACKEND, Operation, portable};
use crate::check::Check;
use carnelian::__internals::TestRandom;
use carnelian::curve::{ed25519::SigningKey, x25519::SecretKey};
use carnelian::encoding::{self, Algorithm, Digits, EncodingError, Encryption, Form, PrivateKeyFile, PrivateKeyInfo};
use carnelian::secret::Secret;

pub(super) const OPERATIONS: &[Operation] = &[
    row("encoding/decode-private-key-der", decode_der),
    row("encoding/decode-private-key-pem", decode_pem),
    row("encoding/decode-private-key-hex", decode_hex),
    row("encoding/decode-private-key-raw", decode_raw),
    row("encoding/encode-private-key-der", encode_der),
    row("encoding/encode-private-key-pem", encode_pem),
    row("encoding/encode-private-key-hex", encode_hex),
    row("encoding/encrypt-private-key", encrypt),
    row("encoding/decrypt-private-key", decrypt),
    row("encoding/encrypted-private-key-pem", encrypted_pem),
    row("encoding/key-files", key_files),
];

const fn row(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: ONE_BACKEND, backend: portable, run }
}

const ALGORITHM: Algorithm = Algorithm::Ed25519;

/// Returns a key whose public half does not match its private half; this is not checked here.
fn key(check: &mut Check) -> PrivateKeyInfo {
    PrivateKeyInfo::new(ALGORITHM, check.bytes(32).expose(), Some(&[9; 32])).expect("keys of 32 bytes")
}

/// Records a key that was read: its private half is secret, its public half is not.
fn note(check: &mut Check, read: Result<PrivateKeyInfo, EncodingError>) {
    let read = read.expect("a file that was written here");
    check.secret_result(read.private_key::<32>(ALGORITHM).expect("a key of the algorithm").expose());
    check.secret_result(read.private_key_bytes(ALGORITHM).expect("a key of the algorithm"));
    check.secret_result(read.to_raw().expose());
    check.public_result(read.public_key().unwrap_or_default());
}

fn decode_der(check: &mut Check) {
    let key = key(check);
    for file in [key.to_pkcs8_der(), key.to_pkcs8_v2_der().expect("the public key is there")] {
        note(check, PrivateKeyInfo::from_pkcs8_der(file.expose()));
        note(check, PrivateKeyInfo::from_file(file.expose(), Some(ALGORITHM), None));
    }
}

/// The label of a PEM text is found before it is read.
fn decode_pem(check: &mut Check) {
    let key = key(check);
    for file in [key.to_pkcs8_pem(), key.to_pkcs8_v2_pem().expect("the public key is there")] {
        let file = in_which_only_digits_are_secret(&file);
        note(check, PrivateKeyInfo::from_pkcs8_pem(file.expose()));
        check.public_result(&[Form::of(file.expose()).is_ok()]);
        note(check, PrivateKeyInfo::from_file(file.expose(), Some(ALGORITHM), None));
    }
}

/// Returns a copy of the text in which only the digits are secret: the lines around them contain a label and nothing of
/// the key.
pub(super) fn in_which_only_digits_are_secret(text: &Secret<Vec<u8>>) -> Secret<Vec<u8>> {
    let copy = Secret::new(text.expose().clone());
    let is_line = |line: &&[u8]| line.starts_with(b"-----");
    let lines = text.declassify("which lines hold digits is public").split_inclusive(|c| *c == b'\n');
    for line in lines.filter(is_line) {
        let at = line.as_ptr().addr() - text.expose().as_ptr().addr();
        carnelian::__internals::taint::unpoison(&copy.expose()[at..at + line.len()]);
    }
    copy
}

fn decode_hex(check: &mut Check) {
    let digits = key(check).to_hex();
    for digits in [&digits.expose()[..], &digits.expose()[..64]] {
        note(check, PrivateKeyInfo::from_file(digits, Some(ALGORITHM), None));
        check.public_result(&[Digits::of(digits).is_some_and(|digits| digits.are_hexadecimal())]);
        // The position of an invalid digit and its value may become public; nothing else of the text may.
        let mut wrong = digits.to_vec();
        wrong[20] = b'x';
        check.public_result(&[PrivateKeyInfo::from_hex(ALGORITHM, &wrong).is_err()]);
    }
}

fn decode_raw(check: &mut Check) {
    let raw = check.bytes(32);
    check.public_result(&[Digits::of(raw.expose()).is_some()]);
    note(check, PrivateKeyInfo::from_file(raw.expose(), Some(ALGORITHM), None));
}

fn encode_der(check: &mut Check) {
    let key = key(check);
    check.secret_result(key.to_pkcs8_der().expose());
    check.secret_result(key.to_pkcs8_v2_der().expect("the public key is there").expose());
}

fn encode_pem(check: &mut Check) {
    let key = key(check);
    check.secret_result(key.to_pkcs8_pem().expose());
    check.secret_result(key.to_pkcs8_v2_pem().expect("the public key is there").expose());
}

fn encode_hex(check: &mut Check) {
    let key = key(check);
    check.secret_result(key.to_hex().expose());
    let key = check.bytes(48);
    check.secret_result(encoding::encode_hex(key.expose()).expose());
}

/// Returns parameters with few iterations: all of them run the same code.
fn few() -> Encryption {
    Encryption::with_iterations(1000).expect("a number within bounds")
}

fn encrypt(check: &mut Check) {
    let (key, passphrase) = (key(check), check.bytes(20));
    let file = key.to_encrypted_der(passphrase.expose(), few(), &mut TestRandom::new(1));
    check.public_result(&file.expect("a deterministic source delivers"));
}

fn decrypt(check: &mut Check) {
    let (key, passphrase) = (key(check), check.bytes(20));
    let file = key.to_encrypted_der(passphrase.expose(), few(), &mut TestRandom::new(2));
    let file = file.expect("a deterministic source delivers");
    note(check, PrivateKeyInfo::from_encrypted_der(&file, passphrase.expose()));
    let wrong = PrivateKeyInfo::from_encrypted_der(&file, check.bytes(20).expose()).map(drop);
    assert_eq!(wrong, Err(EncodingError::WrongPassphrase));
}

fn encrypted_pem(check: &mut Check) {
    let (key, passphrase) = (key(check), check.bytes(20));
    let file = key.to_encrypted_pem(passphrase.expose(), few(), &mut TestRandom::new(3));
    let file = file.expect("a deterministic source delivers");
    check.public_result(file.as_bytes());
    note(check, PrivateKeyInfo::from_encrypted_pem(file.as_bytes(), passphrase.expose()));
    note(check, PrivateKeyInfo::from_file(file.as_bytes(), Some(ALGORITHM), Some(passphrase.expose())));
}

/// Reads and writes keys as the schemes do, with their public halves.
fn key_files(check: &mut Check) {
    let key = SigningKey::from_seed(*check.array().expose());
    let info = key.to_private_key_info();
    check.secret_result(info.to_raw().expose());
    let read = SigningKey::from_private_key_info(&info).expect("a key of the scheme");
    check.secret_result(read.as_seed().expose());
    let pem = in_which_only_digits_are_secret(&key.to_pkcs8_pem());
    let passphrase = check.bytes(20);
    let encrypted = key.to_encrypted_pem(passphrase.expose(), few(), &mut TestRandom::new(4));
    let encrypted = encrypted.expect("a deterministic source delivers");
    for read in [
        SigningKey::from_pkcs8_der(key.to_pkcs8_der().expose()),
        SigningKey::from_pkcs8_pem(pem.expose()),
        SigningKey::from_file(pem.expose(), None),
        SigningKey::from_encrypted_pem(encrypted.as_bytes(), passphrase.expose()),
    ] {
        check.secret_result(read.expect("a file that was written here").as_seed().expose());
    }
    let key = SecretKey::from_bytes(*check.array().expose());
    let read = SecretKey::from_pkcs8_der(key.to_pkcs8_der().expose()).expect("a file that was written here");
    check.secret_result(read.to_bytes().expose());
}
