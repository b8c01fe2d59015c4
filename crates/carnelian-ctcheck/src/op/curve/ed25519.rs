//! Ed25519 with secret keys, and for signing also with secret messages.

use crate::check::Check;
use crate::op::Operation;
use carnelian::__internals::TestRandom;
use carnelian::cpu::Tier;
use carnelian::curve::curve25519::backend;
use carnelian::curve::ed25519::{self, Context, Prehash, SigningKey};

/// The tiers with backends of the group or of SHA-512.
const TIERS: &[Tier] = &[Tier::Portable32, Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "ed25519/keygen", tiers: TIERS, backend, run: keygen },
    Operation { name: "ed25519/generate-batch", tiers: TIERS, backend, run: generate_batch },
    Operation { name: "ed25519/sign", tiers: TIERS, backend, run: sign },
    Operation { name: "ed25519/sign-combined", tiers: TIERS, backend, run: sign_combined },
    Operation { name: "ed25519/sign-ctx", tiers: TIERS, backend, run: sign_ctx },
    Operation { name: "ed25519/sign-ph", tiers: TIERS, backend, run: sign_prehash },
    Operation { name: "ed25519/sign-hedged", tiers: TIERS, backend, run: sign_hedged },
    Operation { name: "ed25519/sign-verified", tiers: TIERS, backend, run: sign_verified },
    Operation { name: "ed25519/sign-batch", tiers: TIERS, backend, run: sign_batch },
    Operation { name: "ed25519/from-keypair-bytes", tiers: TIERS, backend, run: from_keypair_bytes },
    Operation { name: "ed25519/from-seed-and-public", tiers: TIERS, backend, run: from_seed_and_public },
    Operation { name: "ed25519/from-seeds", tiers: TIERS, backend, run: from_seed_batch },
    Operation { name: "ed25519/to-x25519", tiers: TIERS, backend, run: to_x25519 },
];

fn secret_key(check: &mut Check) -> SigningKey {
    SigningKey::from_seed(*check.array().expose())
}

/// Lengths around each point at which the hash needs another block: the message is preceded by 32 or 64 bytes.
const LENGTHS: [usize; 4] = [0, 59, 80, 300];

fn keygen(check: &mut Check) {
    let key = secret_key(check);
    check.secret_result(key.as_seed().expose());
    check.public_result(key.verifying_key().as_bytes());
    let drawn = SigningKey::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(drawn.as_seed().expose());
    check.public_result(drawn.verifying_key().as_bytes());
}

fn generate_batch(check: &mut Check) {
    for count in [0, 1, 8, 35] {
        let keys = ed25519::generate_batch(count, &mut TestRandom::new(2)).expect("a deterministic source delivers");
        for key in keys {
            check.secret_result(key.as_seed().expose());
            check.public_result(key.verifying_key().as_bytes());
        }
    }
}

/// A signature is public, even that of a secret message.
fn sign(check: &mut Check) {
    let key = secret_key(check);
    for length in LENGTHS {
        check.public_result(key.sign(&vec![7; length]).as_bytes());
    }
}

/// The signature of a secret message is public; the copy of the message that follows it stays secret.
fn sign_combined(check: &mut Check) {
    let key = secret_key(check);
    for length in LENGTHS {
        let message = check.bytes(length);
        let signed = key.sign_combined(message.expose());
        check.public_result(&signed[..64]);
        check.secret_result(&signed[64..]);
        let mut again = vec![0; 64 + length];
        key.sign_combined_to(message.expose(), &mut again).expect("of the right length");
        check.public_result(&again[..64]);
        check.secret_result(&again[64..]);
    }
}

fn sign_ctx(check: &mut Check) {
    let key = secret_key(check);
    let context = Context::new(b"context").expect("of an allowed length");
    for length in LENGTHS {
        check.public_result(key.sign_ctx(context, &vec![7; length]).as_bytes());
        let hedged = key.sign_ctx_hedged(context, &vec![7; length], &mut TestRandom::new(3));
        check.public_result(hedged.expect("a deterministic source delivers").as_bytes());
    }
}

fn sign_prehash(check: &mut Check) {
    let key = secret_key(check);
    let context = Context::new(b"context").expect("of an allowed length");
    for context in [None, Some(context)] {
        check.public_result(key.sign_prehash(context, Prehash::of(b"a message")).as_bytes());
        let hedged = key.sign_prehash_hedged(context, Prehash::of(b"a message"), &mut TestRandom::new(3));
        check.public_result(hedged.expect("a deterministic source delivers").as_bytes());
        check.public_result(key.sign_prehash_digest(context, &[7; 64]).as_bytes());
        let mut pieces = Prehash::new();
        pieces.update(check.bytes(200).expose());
        check.public_result(key.sign_prehash(context, pieces).as_bytes());
    }
}

fn sign_hedged(check: &mut Check) {
    let key = secret_key(check);
    for length in LENGTHS {
        let signature = key.sign_hedged(&vec![7; length], &mut TestRandom::new(3));
        check.public_result(signature.expect("a deterministic source delivers").as_bytes());
    }
}

/// A message whose signature is verified is public.
fn sign_verified(check: &mut Check) {
    let key = secret_key(check);
    let context = Context::new(b"context").expect("of an allowed length");
    let (verified, random) = (key.verified(), &mut TestRandom::new(3));
    let prehash = || Prehash::of(b"a message");
    check.public_result(verified.sign(b"a message").expect("no fault").as_bytes());
    check.public_result(verified.sign_hedged(b"a message", random).expect("no fault").as_bytes());
    check.public_result(verified.sign_ctx(context, b"a message").expect("no fault").as_bytes());
    check.public_result(verified.sign_ctx_hedged(context, b"a message", random).expect("no fault").as_bytes());
    check.public_result(verified.sign_prehash(None, prehash()).expect("no fault").as_bytes());
    check.public_result(verified.sign_prehash_hedged(None, prehash(), random).expect("no fault").as_bytes());
    assert_eq!(key.check_pair(), Ok(()));
}

fn sign_batch(check: &mut Check) {
    for count in [1, 3, 8, 35] {
        let keys: Vec<_> = (0..count).map(|_| secret_key(check)).collect();
        let messages: Vec<_> = (0..count).map(|i| vec![7; LENGTHS[i % LENGTHS.len()]]).collect();
        let batch: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
        for signature in ed25519::sign_batch(&batch) {
            check.public_result(signature.as_bytes());
        }
    }
}

/// Reads halves that match, and halves that do not. Only the verdict becomes public.
fn from_keypair_bytes(check: &mut Check) {
    let key = secret_key(check);
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(key.as_seed().expose());
    bytes[32..].copy_from_slice(key.verifying_key().as_bytes());
    let again = SigningKey::from_keypair_bytes(&bytes).expect("halves that match");
    check.secret_result(again.as_seed().expose());
    bytes[32] ^= 1;
    assert!(SigningKey::from_keypair_bytes(&bytes).is_err());
}

/// Like `from_keypair_bytes`.
fn from_seed_and_public(check: &mut Check) {
    let key = secret_key(check);
    let mut public = *key.verifying_key().as_bytes();
    let again = SigningKey::from_seed_and_public(*key.as_seed().expose(), &public).expect("halves that match");
    check.secret_result(again.as_seed().expose());
    public[0] ^= 1;
    assert!(SigningKey::from_seed_and_public(*key.as_seed().expose(), &public).is_err());
}

fn from_seed_batch(check: &mut Check) {
    for count in [1, 8, 35] {
        let seeds: Vec<[u8; 32]> = (0..count).map(|_| *check.array().expose()).collect();
        for key in ed25519::from_seed_batch(&seeds) {
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
