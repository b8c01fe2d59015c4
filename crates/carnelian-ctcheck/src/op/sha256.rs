//! SHA-256 and SHA-224 of secret messages.

use super::Operation;
use crate::check::Check;
use carnelian::cpu::Tier;
use carnelian::hash::sha256::Hasher;
use carnelian::hash::{Hash, Sha224, Sha256};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha256/digest", tiers: TIERS, backend: Sha256::backend, run: digest::<32> },
    Operation { name: "sha224/digest", tiers: TIERS, backend: Sha224::backend, run: digest::<28> },
    Operation { name: "sha256/incremental", tiers: TIERS, backend: Sha256::backend, run: incremental::<32> },
    Operation { name: "sha224/incremental", tiers: TIERS, backend: Sha224::backend, run: incremental::<28> },
    Operation { name: "sha256/batch-1", tiers: TIERS, backend: Sha256::backend, run: batch::<1> },
    Operation { name: "sha256/batch-3", tiers: TIERS, backend: Sha256::backend, run: batch::<3> },
    Operation { name: "sha256/batch-8", tiers: TIERS, backend: Sha256::backend, run: batch::<8> },
    Operation { name: "sha256/batch-27", tiers: TIERS, backend: Sha256::backend, run: batch::<27> },
];

/// Lengths on both sides of what decides over the padding: the block of 64 bytes and the 9 that are its least.
const LENGTHS: [usize; 9] = [1, 32, 55, 56, 63, 64, 65, 119, 1000];

fn digest<const LEN: usize>(check: &mut Check) {
    for len in LENGTHS {
        let message = check.bytes(len);
        let digest = Hasher::<LEN>::digest(message.expose());
        check.secret_result(&digest);
    }
}

/// Pieces that fill the buffer in part, to the brim and past it, and a fork in between.
fn incremental<const LEN: usize>(check: &mut Check) {
    let mut hasher = Hasher::<LEN>::new();
    for len in [1, 31, 32, 63, 66, 150, 0] {
        let piece = check.bytes(len);
        hasher.update(piece.expose());
        check.secret_result(&hasher.clone().finalize());
        check.secret_result(&hasher.digest_with(piece.expose()));
    }
    check.secret_result(&hasher.finalize_reset());
}

/// `N` messages of different lengths, then `N` of one length.
fn batch<const N: usize>(check: &mut Check) {
    for len in [|i: usize| LENGTHS[i % LENGTHS.len()], |_| 256] {
        let messages: [_; N] = std::array::from_fn(|i| check.bytes(len(i)));
        let messages = messages.each_ref().map(|message| message.expose().as_slice());
        let mut digests = [[0; 32]; N];
        Sha256::digest_batch(&messages, &mut digests).expect("as many digests as messages");
        check.secret_result(&digests);
    }
}
