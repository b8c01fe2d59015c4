//! Poly1305 with secret keys, over secret messages.

use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::poly1305::{self, Poly1305, backend};
use carnelian::cpu::Tier;

pub(in crate::op) const TIERS: &[Tier] = &[Tier::Portable32, Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "poly1305/tag", tiers: TIERS, backend, run: tag },
    Operation { name: "poly1305/incremental", tiers: TIERS, backend, run: incremental },
    Operation { name: "poly1305/verify", tiers: TIERS, backend, run: verify },
];

fn tag(check: &mut Check) {
    for len in [0, 1, 3, 5, 15, 16, 17, 100, 448, 449, 512, 700, 1024, 3000] {
        let (key, message) = (check.array(), check.bytes(len));
        check.secret_result(&poly1305::tag(key.expose(), message.expose()));
    }
}

fn incremental(check: &mut Check) {
    let mut authenticator = Poly1305::new(check.array().expose());
    for len in [1, 20, 600, 0, 2000, 128, 7] {
        authenticator.update(check.bytes(len).expose());
    }
    check.secret_result(&authenticator.finalize());
}

/// Verifies the right and a wrong tag. Only the verdict becomes public.
fn verify(check: &mut Check) {
    for len in [64, 1000] {
        let (key, message) = (check.array(), check.bytes(len));
        let tag = poly1305::tag(key.expose(), message.expose());
        poly1305::verify(key.expose(), message.expose(), &tag).expect("the tag is right");
        let mut wrong = tag;
        wrong[7] ^= 1;
        assert!(poly1305::verify(key.expose(), message.expose(), &wrong).is_err());
    }
}
