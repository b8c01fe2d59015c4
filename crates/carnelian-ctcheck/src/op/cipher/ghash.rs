//! GHASH and POLYVAL with secret keys, over secret messages.

use super::aes::TIERS;
use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::ghash::{Ghash, Polyval, backend};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "ghash/sum", tiers: TIERS, backend, run: ghash },
    Operation { name: "polyval/sum", tiers: TIERS, backend, run: polyval },
    Operation { name: "ghash/incremental", tiers: TIERS, backend, run: incremental },
];

fn ghash(check: &mut Check) {
    sums(check, Ghash::sum);
}

fn polyval(check: &mut Check) {
    sums(check, Polyval::sum);
}

fn sums(check: &mut Check, sum: fn(&[u8; 16], &[u8]) -> [u8; 16]) {
    for len in [1, 16, 17, 64, 100, 320, 321, 1000] {
        let (key, message) = (check.array(), check.bytes(len));
        check.secret_result(&sum(key.expose(), message.expose()));
    }
}

fn incremental(check: &mut Check) {
    let mut hash = Ghash::new(check.array().expose());
    for len in [1, 20, 600, 0, 128, 7] {
        hash.update(check.bytes(len).expose());
    }
    hash.pad();
    hash.update(check.bytes(30).expose());
    check.secret_result(&hash.finalize());
}
