//! Private keys on disk.

use crate::check::{Case, Check, Source};
use crate::eddsa::seed;
use crate::x25519::key;
use carnelian::curve::ed25519::{Ed25519, SigningKey};
use carnelian::curve::x25519::SecretKey;
use carnelian::encoding::{Algorithm, Encryption, PrivateKeyFile, PrivateKeyInfo};
use carnelian::secret::Secret;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "encoding/decode-private-key-der", run: decode_der },
    Case { name: "encoding/decode-private-key-pem", run: decode_pem },
    Case { name: "encoding/decode-private-key-hex", run: decode_hex },
    Case { name: "encoding/decode-private-key-raw", run: decode_raw },
    Case { name: "encoding/encode-private-key-der", run: encode_der },
    Case { name: "encoding/encode-private-key-pem", run: encode_pem },
    Case { name: "encoding/encode-private-key-hex", run: encode_hex },
    Case { name: "encoding/encrypt-private-key", run: encrypt },
    Case { name: "encoding/decrypt-private-key", run: decrypt },
    Case { name: "encoding/encrypted-private-key-pem", run: encrypted_pem },
    Case { name: "encoding/key-files", run: key_files },
];

const ALGORITHM: Algorithm = Algorithm::Ed25519;

/// A key, in the container of a file.
fn info(check: &mut Check) -> Box<PrivateKeyInfo> {
    let seed = seed::<Ed25519>(check);
    let public = SigningKey::from_seed(*seed).verifying_key().to_bytes();
    Box::new(PrivateKeyInfo::new(ALGORITHM, &seed[..], Some(&public)).expect("keys of 32 bytes"))
}

/// Says that a file is secret.
fn file(check: &mut Check, file: Secret<Vec<u8>>) -> Vec<u8> {
    check.secret("the file", file.expose());
    file.expose().clone()
}

fn decode_der(check: &mut Check) {
    let info = info(check);
    for der in [info.to_pkcs8_der(), info.to_pkcs8_v2_der().expect("the public key is there")] {
        // What stands around the two keys is public.
        let der = der.expose().clone();
        check.run("from_pkcs8_der", &mut || _ = black_box(&PrivateKeyInfo::from_pkcs8_der(&der)));
        check.run("from_file", &mut || _ = black_box(&PrivateKeyInfo::from_file(&der, Some(ALGORITHM), None)));
        check.run("SigningKey", &mut || _ = black_box(&SigningKey::from_pkcs8_der(&der)));
        check.run("SigningKey, boxed", &mut || {
            _ = black_box(Box::new(SigningKey::from_pkcs8_der(&der).expect("a key")));
        });
    }
    check.run("private_key", &mut || _ = black_box(&info.private_key::<32>(ALGORITHM)));
}

fn decode_pem(check: &mut Check) {
    let info = info(check);
    for pem in [info.to_pkcs8_pem(), info.to_pkcs8_v2_pem().expect("the public key is there")] {
        let pem = file(check, pem);
        check.run("from_pkcs8_pem", &mut || _ = black_box(&PrivateKeyInfo::from_pkcs8_pem(&pem)));
        check.run("from_file", &mut || _ = black_box(&PrivateKeyInfo::from_file(&pem, Some(ALGORITHM), None)));
        check.run("SigningKey", &mut || _ = black_box(&SigningKey::from_pkcs8_pem(&pem)));
    }
}

fn decode_hex(check: &mut Check) {
    let info = info(check);
    let digits = file(check, info.to_hex());
    check.run("from_hex", &mut || _ = black_box(&PrivateKeyInfo::from_hex(ALGORITHM, &digits)));
    check.run("SigningKey", &mut || _ = black_box(&SigningKey::from_file(&digits, None)));
}

fn decode_raw(check: &mut Check) {
    let info = info(check);
    let raw = file(check, info.to_raw());
    check.run("from_file", &mut || _ = black_box(&PrivateKeyInfo::from_file(&raw, Some(ALGORITHM), None)));
    check.run("SigningKey", &mut || _ = black_box(&SigningKey::from_file(&raw, None)));
    check.run("to_raw", &mut || _ = black_box(&info.to_raw()));
}

fn encode_der(check: &mut Check) {
    let info = info(check);
    check.secret("the file", info.to_pkcs8_der().expose());
    check.run("to_pkcs8_der", &mut || _ = black_box(&info.to_pkcs8_der()));
    check.run("to_pkcs8_v2_der", &mut || _ = black_box(&info.to_pkcs8_v2_der()));
}

fn encode_pem(check: &mut Check) {
    let info = info(check);
    check.secret("the file", info.to_pkcs8_pem().expose());
    check.run("to_pkcs8_pem", &mut || _ = black_box(&info.to_pkcs8_pem()));
    check.run("to_pkcs8_v2_pem", &mut || _ = black_box(&info.to_pkcs8_v2_pem()));
}

fn encode_hex(check: &mut Check) {
    let info = info(check);
    check.secret("the file", info.to_hex().expose());
    check.run("to_hex", &mut || _ = black_box(&info.to_hex()));
}

fn few() -> Encryption {
    Encryption::with_iterations(1000).expect("a number within bounds")
}

/// Salts, a passphrase, and what a file that is encrypted with it holds.
fn encrypted(check: &mut Check, info: &PrivateKeyInfo) -> (Box<[u8]>, Box<[u8]>, Vec<u8>) {
    let (passphrase, salts) = (check.bytes("the passphrase", 20), check.drawn(64));
    let der = info.to_encrypted_der(&passphrase, few(), &mut Source(&salts)).expect("the source delivers");
    check.public(&salts);
    check.public(&der);
    let key = pbkdf2_of(&passphrase, &salts, &der);
    check.secret("the key of the passphrase", &key);
    (passphrase, salts, der)
}

/// The key that a passphrase gives, if the salt is the start of what was drawn.
fn pbkdf2_of(passphrase: &[u8], salts: &[u8], der: &[u8]) -> [u8; 32] {
    let len = [16, 8, 32].into_iter().find(|len| der.windows(*len).any(|part| part == &salts[..*len]));
    let salt = &salts[..len.expect("the salt stands in the file")];
    let mut key = [0; 32];
    let mac = |parts: &[&[u8]]| carnelian::hash::Hmac::<carnelian::hash::Sha256>::mac(passphrase, &parts.concat());
    let mut u = mac(&[salt, &1u32.to_be_bytes()]);
    for i in 0..1000 {
        if i > 0 {
            u = mac(&[&u]);
        }
        key.iter_mut().zip(u).for_each(|(sum, byte)| *sum ^= byte);
    }
    key
}

fn encrypt(check: &mut Check) {
    let info = info(check);
    let (passphrase, salts, _) = encrypted(check, &info);
    check.run("to_encrypted_der", &mut || {
        _ = black_box(&info.to_encrypted_der(&passphrase, few(), &mut Source(&salts)));
    });
}

fn decrypt(check: &mut Check) {
    let info = info(check);
    let (passphrase, _, der) = encrypted(check, &info);
    check.run("from_encrypted_der", &mut || _ = black_box(&PrivateKeyInfo::from_encrypted_der(&der, &passphrase)));
    check.run("a wrong passphrase", &mut || {
        _ = black_box(&PrivateKeyInfo::from_encrypted_der(&der, &passphrase[..19]));
    });
}

fn encrypted_pem(check: &mut Check) {
    let info = info(check);
    let (passphrase, salts, _) = encrypted(check, &info);
    let mut pem = String::new();
    check.run("to_encrypted_pem", &mut || {
        pem = info.to_encrypted_pem(&passphrase, few(), &mut Source(&salts)).expect("the source delivers");
    });
    check.public(pem.as_bytes());
    let pem = pem.into_bytes();
    check.run("from_encrypted_pem", &mut || _ = black_box(&PrivateKeyInfo::from_encrypted_pem(&pem, &passphrase)));
    check.run("SigningKey", &mut || _ = black_box(&SigningKey::from_encrypted_pem(&pem, &passphrase)));
    check.run("SigningKey from_file", &mut || _ = black_box(&SigningKey::from_file(&pem, Some(&passphrase))));
}

fn key_files(check: &mut Check) {
    let info = info(check);
    check.run("from_private_key_info", &mut || _ = black_box(&SigningKey::from_private_key_info(&info)));
    check.run("from_private_key_info, boxed", &mut || {
        _ = black_box(Box::new(SigningKey::from_private_key_info(&info).expect("a key of the scheme")));
    });
    let signing = Box::new(SigningKey::from_private_key_info(&info).expect("a key of the scheme"));
    check.run("to_private_key_info", &mut || _ = black_box(&signing.to_private_key_info()));
    check.run("to_pkcs8_der", &mut || _ = black_box(&signing.to_pkcs8_der()));
    let exchanging = Box::new(SecretKey::from_bytes(*key(check)));
    check.run("to_pkcs8_der of X25519", &mut || _ = black_box(&exchanging.to_pkcs8_der()));
    let der = file(check, exchanging.to_pkcs8_der());
    check.run("from_pkcs8_der of X25519", &mut || _ = black_box(&SecretKey::from_pkcs8_der(&der)));
    check.run("boxed", &mut || _ = black_box(Box::new(SecretKey::from_pkcs8_der(&der).expect("a key"))));
}
