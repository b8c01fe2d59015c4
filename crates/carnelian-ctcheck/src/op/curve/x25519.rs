//! X25519 with secret keys, and with secret coordinates, which the raw function allows.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519::backend;
use carnelian::curve::x25519::{self, NonContributory, PublicKey, SecretKey};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "x25519/keygen", tiers: TIERS, backend, run: keygen },
    Operation { name: "x25519/generate-batch", tiers: TIERS, backend, run: generate_batch },
    Operation { name: "x25519/dh", tiers: TIERS, backend, run: dh },
    Operation { name: "x25519/dh-batch", tiers: TIERS, backend, run: dh_batch },
    Operation { name: "x25519/raw", tiers: TIERS, backend, run: raw },
    Operation { name: "x25519/inverse", tiers: TIERS, backend, run: inverse },
];

fn secret_key(check: &mut Check) -> SecretKey {
    SecretKey::from_bytes(*check.array().expose())
}

fn public_key(seed: u64) -> PublicKey {
    let random = &mut TestRandom::new(seed);
    let key = SecretKey::generate(random).expect("a deterministic source delivers");
    key.public_key()
}

/// A point of small order: the result is zero, and only that fact becomes public.
const SMALL_ORDER: PublicKey = PublicKey::from_bytes([0; 32]);

fn keygen(check: &mut Check) {
    let key = secret_key(check);
    check.secret_result(key.to_bytes().expose());
    check.public_result(key.public_key().as_bytes());
    // The source is not secret, but a key is as soon as it is drawn.
    let drawn = SecretKey::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(drawn.to_bytes().expose());
    check.public_result(drawn.public_key().as_bytes());
}

/// Covers batches that share an inversion, and larger ones.
fn generate_batch(check: &mut Check) {
    for count in [0, 1, 8, 35] {
        let keys = x25519::generate_batch(count, &mut TestRandom::new(2)).expect("a deterministic source delivers");
        for (secret, public) in keys {
            check.secret_result(secret.to_bytes().expose());
            check.public_result(public.as_bytes());
        }
        let keys: Vec<_> = (0..count).map(|_| secret_key(check)).collect();
        for public in x25519::public_key_batch(&keys) {
            check.public_result(public.as_bytes());
        }
    }
}

fn dh(check: &mut Check) {
    let key = secret_key(check);
    let shared = key.diffie_hellman(&public_key(3)).expect("the peer is not of small order");
    check.secret_result(shared.expose());
    check.secret_result(shared.as_secret().expose());
    assert_eq!(key.diffie_hellman(&SMALL_ORDER).err(), Some(NonContributory));
}

/// Covers one pair, a few, a full vector, and more than share an inversion, with a peer of small order among them.
fn dh_batch(check: &mut Check) {
    for count in [1, 3, 8, 35] {
        let keys: Vec<_> = (0..count).map(|_| secret_key(check)).collect();
        let peers: Vec<_> = (0..count).map(|i| if i == 1 { SMALL_ORDER } else { public_key(i) }).collect();
        let pairs: Vec<_> = keys.iter().zip(&peers).collect();
        for shared in x25519::diffie_hellman_batch(&pairs).iter().flatten() {
            check.secret_result(shared.expose());
        }
    }
}

fn raw(check: &mut Check) {
    let (k, u) = (check.array(), check.array());
    check.secret_result(x25519::decode_scalar(k.expose()).expose());
    check.secret_result(x25519::x25519(k.expose(), &x25519::BASE).expose());
    check.secret_result(x25519::x25519(k.expose(), u.expose()).expose());
}

fn inverse(check: &mut Check) {
    let (k, u) = (check.array(), check.array());
    check.secret_result(x25519::x25519_inverse(k.expose(), &x25519::BASE).expose());
    check.secret_result(x25519::x25519_inverse(k.expose(), u.expose()).expose());
}
