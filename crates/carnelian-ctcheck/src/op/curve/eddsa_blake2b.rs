//! EdDSA with BLAKE2b with secret keys, and for signing also with secret messages.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519::backend;
use carnelian::curve::eddsa_blake2b::{self, SigningKey};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "eddsa-blake2b/keygen", tiers: TIERS, backend, run: keygen },
    Operation { name: "eddsa-blake2b/sign", tiers: TIERS, backend, run: sign },
    Operation { name: "eddsa-blake2b/sign-hedged", tiers: TIERS, backend, run: sign_hedged },
    Operation { name: "eddsa-blake2b/batches", tiers: TIERS, backend, run: batches },
    Operation { name: "eddsa-blake2b/to-x25519", tiers: TIERS, backend, run: to_x25519 },
];

/// Lengths around each point at which the hash needs another block: the message is preceded by 32 or 64 bytes.
const LENGTHS: [usize; 4] = [0, 64, 97, 300];

fn secret_key(check: &mut Check) -> SigningKey {
    SigningKey::from_seed(*check.array().expose())
}

fn keygen(check: &mut Check) {
    let key = secret_key(check);
    check.secret_result(key.as_seed().expose());
    check.public_result(key.verifying_key().as_bytes());
    let drawn = SigningKey::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(drawn.as_seed().expose());
    check.public_result(drawn.verifying_key().as_bytes());
}

/// A signature is public, even that of a secret message.
fn sign(check: &mut Check) {
    let key = secret_key(check);
    for length in LENGTHS {
        check.public_result(key.sign(&vec![7; length]).as_bytes());
    }
}

fn sign_hedged(check: &mut Check) {
    let key = secret_key(check);
    for length in LENGTHS {
        let signature = key.sign_hedged(&vec![7; length], &mut TestRandom::new(3));
        check.public_result(signature.expect("a deterministic source delivers").as_bytes());
    }
}

fn batches(check: &mut Check) {
    for count in [1, 8, 35] {
        let seeds: Vec<[u8; 32]> = (0..count).map(|_| *check.array().expose()).collect();
        let keys = eddsa_blake2b::from_seed_batch(&seeds);
        let messages: Vec<_> = (0..count).map(|i| vec![7; LENGTHS[i % LENGTHS.len()]]).collect();
        let batch: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
        for signature in eddsa_blake2b::sign_batch(&batch) {
            check.public_result(signature.as_bytes());
        }
        for key in eddsa_blake2b::generate_batch(count, &mut TestRandom::new(2)).expect("a source that delivers") {
            check.secret_result(key.as_seed().expose());
            check.public_result(key.verifying_key().as_bytes());
        }
    }
}

fn to_x25519(check: &mut Check) {
    let secret = secret_key(check).to_x25519();
    check.secret_result(secret.to_bytes().expose());
    check.public_result(secret.public_key().as_bytes());
}
