//! Elligator 2: representatives of secret keys, and hashing of secret messages to the curve.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519::{EdwardsPoint, backend};
use carnelian::curve::elligator2::{self, Representative};
use carnelian::curve::x25519::{PublicKey, SecretKey};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "elligator2/map", tiers: TIERS, backend, run: map },
    Operation { name: "elligator2/inverse", tiers: TIERS, backend, run: inverse },
    Operation { name: "elligator2/dirty-public-key", tiers: TIERS, backend, run: dirty_public_key },
    Operation { name: "elligator2/hide", tiers: TIERS, backend, run: hide },
    Operation { name: "elligator2/generate", tiers: TIERS, backend, run: generate },
    Operation { name: "elligator2/hash-to-curve", tiers: TIERS, backend, run: hash_to_curve },
];

fn secret_key(check: &mut Check) -> SecretKey {
    SecretKey::from_bytes(*check.array().expose())
}

fn map(check: &mut Check) {
    let representative = Representative::from_bytes(*check.array().expose());
    check.public_result(representative.public_key().as_bytes());
}

/// Maps keys with and without a representative. Only which of the two they are becomes public.
fn inverse(check: &mut Check) {
    for _ in 0..8 {
        let public = PublicKey::from_bytes(*check.array().expose());
        if let Ok(representative) = Representative::of(&public, check.word() as u8) {
            check.public_result(representative.as_bytes());
        }
    }
}

fn dirty_public_key(check: &mut Check) {
    let secret_key = secret_key(check);
    check.public_result(elligator2::dirty_public_key(&secret_key).as_bytes());
}

fn hide(check: &mut Check) {
    for _ in 0..8 {
        if let Ok(representative) = elligator2::hide(&secret_key(check), check.word() as u8) {
            check.public_result(representative.as_bytes());
        }
    }
}

fn generate(check: &mut Check) {
    let (secret, representative) =
        elligator2::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(secret.to_bytes().expose());
    check.public_result(representative.as_bytes());
}

fn hash_to_curve(check: &mut Check) {
    for length in [0, 1, 300] {
        let message = check.bytes(length);
        for encode in [elligator2::hash_to_curve, elligator2::encode_to_curve] {
            let point: EdwardsPoint = encode(message.expose(), b"tag").expect("a tag of an allowed length");
            if length > 0 {
                check.secret_result(&point.compress());
            }
        }
    }
}
