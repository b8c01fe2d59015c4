//! DHKEM(X25519, HKDF-SHA256) with secret keys.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian::curve::curve25519::backend;
use carnelian::curve::x25519::NonContributory;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "dhkem-x25519/generate", tiers: TIERS, backend, run: generate },
    Operation { name: "dhkem-x25519/encapsulate", tiers: TIERS, backend, run: encapsulate },
    Operation { name: "dhkem-x25519/decapsulate", tiers: TIERS, backend, run: decapsulate },
    Operation { name: "dhkem-x25519/auth-encapsulate", tiers: TIERS, backend, run: auth_encapsulate },
    Operation { name: "dhkem-x25519/auth-decapsulate", tiers: TIERS, backend, run: auth_decapsulate },
];

/// A ciphertext of small order: the result is zero, and only that fact becomes public.
const SMALL_ORDER: Ciphertext = Ciphertext::from_bytes([0; 32]);

fn secret_key(check: &mut Check) -> DecapsulationKey {
    DecapsulationKey::from_bytes(*check.array().expose())
}

fn public_key(seed: u64) -> EncapsulationKey {
    let key = DecapsulationKey::generate(&mut TestRandom::new(seed)).expect("a deterministic source delivers");
    EncapsulationKey::from_bytes(key.encapsulation_key().to_bytes()).expect("not of small order")
}

/// Derives keys from secrets of several lengths, and reads and writes them.
fn generate(check: &mut Check) {
    // The source is not secret, but a key is as soon as it is drawn.
    let drawn = DecapsulationKey::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(drawn.to_bytes().expose());
    check.public_result(drawn.encapsulation_key().as_bytes());
    for len in [32, 100] {
        let key = DecapsulationKey::derive_key_pair(check.bytes(len).expose());
        check.secret_result(key.to_bytes().expose());
        check.public_result(key.encapsulation_key().as_bytes());
    }
    let key = secret_key(check);
    check.secret_result(key.to_bytes().expose());
    check.public_result(key.encapsulation_key().as_bytes());
}

/// The ephemeral key is secret as soon as it is drawn.
fn encapsulate(check: &mut Check) {
    let (ciphertext, shared) = public_key(2).encapsulate(&mut check.salts()).expect("a deterministic source delivers");
    check.public_result(ciphertext.as_bytes());
    check.secret_result(shared.expose());
    check.secret_result(shared.as_secret().expose());
}

fn decapsulate(check: &mut Check) {
    let key = secret_key(check);
    let ciphertext = Ciphertext::from_bytes(*public_key(3).as_bytes());
    let shared = key.decapsulate(&ciphertext).expect("the ciphertext is not of small order");
    check.secret_result(shared.expose());
    assert_eq!(key.decapsulate(&SMALL_ORDER).err(), Some(NonContributory));
    assert_eq!(key.check_pair(), Ok(()));
}

fn auth_encapsulate(check: &mut Check) {
    let sender = secret_key(check);
    let made = public_key(4).auth_encapsulate(&sender, &mut check.salts());
    let (ciphertext, shared) = made.expect("a deterministic source delivers");
    check.public_result(ciphertext.as_bytes());
    check.secret_result(shared.expose());
}

fn auth_decapsulate(check: &mut Check) {
    let (key, sender) = (secret_key(check), public_key(5));
    let ciphertext = Ciphertext::from_bytes(*public_key(6).as_bytes());
    let shared = key.auth_decapsulate(&ciphertext, &sender).expect("the ciphertext is not of small order");
    check.secret_result(shared.expose());
    assert_eq!(key.auth_decapsulate(&SMALL_ORDER, &sender).err(), Some(NonContributory));
}
