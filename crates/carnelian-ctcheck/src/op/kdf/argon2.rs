//! Argon2 with secret passwords, salts and peppers.
//!
//! Argon2i, and Argon2id in the first half of its first pass, access memory in a public order: nothing is declassified
//! there. In Argon2d and the remainder of Argon2id, only the addresses are declassified, which depend on secrets by
//! design.

use crate::check::Check;
use crate::op::Operation;
use carnelian::__internals::taint;
use carnelian::cpu::Tier;
use carnelian::kdf::argon2::{Argon2, Block, Params, PasswordHash, Variant, VerifyError, WorkArea, backend};
use std::hint::black_box;

pub(super) const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "argon2i/hash", tiers: TIERS, backend, run: |check| hash(check, Variant::I) },
    Operation { name: "argon2d/hash", tiers: TIERS, backend, run: |check| hash(check, Variant::D) },
    Operation { name: "argon2id/hash", tiers: TIERS, backend, run: |check| hash(check, Variant::Id) },
    Operation { name: "argon2/verify", tiers: TIERS, backend, run: verify },
    Operation { name: "argon2/hash-password", tiers: TIERS, backend, run: hash_password },
];

/// Covers one lane and several, several passes, and tags for which H' needs one hash and several.
fn hash(check: &mut Check, variant: Variant) {
    for (params, tag_len) in [((16, 2, 1), 32), ((47, 3, 5), 64), ((600, 1, 1), 100)] {
        let params = Params::new(params.0, params.1, params.2).expect("parameters of Argon2");
        let (password, salt, secret, data) = (check.bytes(21), check.bytes(16), check.bytes(9), check.bytes(5));
        let argon2 = Argon2::new(black_box(variant), params).with_secret(secret.expose());
        let argon2 = argon2.with_associated_data(data.expose());
        let mut tag = vec![0; tag_len];
        argon2.hash_into(password.expose(), salt.expose(), &mut tag).expect("enough memory");
        check.secret_result(&tag);
    }
}

/// Verifies the right password and a wrong one. Only the verdict becomes public. The encoded string is public.
fn verify(check: &mut Check) {
    for (text, expected) in [
        ("$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA", Err(VerifyError::WrongPassword)),
        ("$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", Ok(())),
    ] {
        let hash: PasswordHash = black_box(text).parse().expect("a string of Argon2");
        let mut password = *b"password";
        taint::poison(&password);
        black_box(&mut password);
        assert_eq!(hash.verify(&password), expected);
    }
    let hash: PasswordHash =
        black_box("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA").parse().expect("a string of Argon2");
    let refused = hash.verify_with_secret(check.bytes(10).expose(), check.bytes(10).expose());
    assert_eq!(refused, Err(VerifyError::WrongPassword));
}

/// The encoded string contains the tag, and is public. It is verified in memory that the caller provides.
fn hash_password(check: &mut Check) {
    let params = Params::new(16, 1, 1).expect("parameters of Argon2");
    let (password, secret) = (check.bytes(12), check.bytes(10));
    let argon2 = Argon2::new(black_box(Variant::Id), params).with_secret(secret.expose());
    let text = argon2.hash_password(password.expose(), &mut check.salts()).expect("enough memory");
    check.public_result(text.as_bytes());
    let hash: PasswordHash = text.parse().expect("a string of Argon2");
    let mut memory = vec![Block::ZERO; params.blocks() as usize];
    let mut key = [0; 32];
    let mut area = WorkArea::borrowed(&mut memory);
    let salt = check.bytes(16);
    Argon2::id(params).hash_in(&mut area, password.expose(), salt.expose(), &mut key).expect("enough memory");
    check.secret_result(&key);
    drop(area);
    let mut area = WorkArea::new(&params).expect("enough memory");
    assert_eq!(hash.verify_in(&mut area, password.expose(), secret.expose()), Ok(()));
    let refused = hash.verify_in(&mut area, check.bytes(12).expose(), secret.expose());
    assert_eq!(refused, Err(VerifyError::WrongPassword));
}
