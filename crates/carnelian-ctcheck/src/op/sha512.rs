//! SHA-512, SHA-384 and SHA-512/256 of secret messages.

use super::Operation;
use crate::check::Check;
use carnelian::cpu::Tier;
use carnelian::hash::sha512::Hasher;
use carnelian::hash::{Hash, Sha384, Sha512, Sha512_256};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha512/digest", tiers: TIERS, backend: Sha512::backend, run: digest::<64> },
    Operation { name: "sha384/digest", tiers: TIERS, backend: Sha384::backend, run: digest::<48> },
    Operation { name: "sha512-256/digest", tiers: TIERS, backend: Sha512_256::backend, run: digest::<32> },
    Operation { name: "sha512/incremental", tiers: TIERS, backend: Sha512::backend, run: incremental::<64> },
    Operation { name: "sha384/incremental", tiers: TIERS, backend: Sha384::backend, run: incremental::<48> },
    Operation { name: "sha512-256/incremental", tiers: TIERS, backend: Sha512_256::backend, run: incremental::<32> },
    Operation { name: "sha512/batch-1", tiers: TIERS, backend: Sha512::backend, run: batch::<1> },
    Operation { name: "sha512/batch-3", tiers: TIERS, backend: Sha512::backend, run: batch::<3> },
    Operation { name: "sha512/batch-8", tiers: TIERS, backend: Sha512::backend, run: batch::<8> },
    Operation { name: "sha512/batch-13", tiers: TIERS, backend: Sha512::backend, run: batch::<13> },
];

/// Lengths on both sides of what decides over the padding: the block of 128 bytes and the 17 that are its least.
const LENGTHS: [usize; 9] = [1, 64, 111, 112, 127, 128, 129, 239, 1000];

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
    for len in [1, 63, 64, 127, 130, 300, 0] {
        let piece = check.bytes(len);
        hasher.update(piece.expose());
        check.secret_result(&hasher.clone().finalize());
    }
    check.secret_result(&hasher.finalize_reset());
}

/// `N` messages of different lengths, then `N` of one length.
fn batch<const N: usize>(check: &mut Check) {
    for len in [|i: usize| LENGTHS[i % LENGTHS.len()], |_| 256] {
        let messages: [_; N] = std::array::from_fn(|i| check.bytes(len(i)));
        let messages = messages.each_ref().map(|message| message.expose().as_slice());
        let mut digests = [[0; 64]; N];
        Sha512::digest_batch(&messages, &mut digests).expect("as many digests as messages");
        check.secret_result(&digests);
    }
}
