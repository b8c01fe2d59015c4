//! BLAKE2b and BLAKE2s of secret messages, and under secret keys.

use super::hashing::batch;
use crate::check::Check;
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::hash::blake2::{B, Hasher, Mac, S, VariableHasher, Variant};
use carnelian::hash::{Blake2b512, Blake2s256, Hash};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "blake2b/digest", tiers: TIERS, backend: Blake2b512::backend, run: digest::<B, 64> },
    Operation { name: "blake2s/digest", tiers: TIERS, backend: Blake2s256::backend, run: digest::<S, 32> },
    Operation { name: "blake2b/incremental", tiers: TIERS, backend: Blake2b512::backend, run: incremental::<B, 48> },
    Operation { name: "blake2s/incremental", tiers: TIERS, backend: Blake2s256::backend, run: incremental::<S, 20> },
    Operation { name: "blake2b/variable", tiers: TIERS, backend: Blake2b512::backend, run: variable::<B> },
    Operation { name: "blake2s/variable", tiers: TIERS, backend: Blake2s256::backend, run: variable::<S> },
    Operation { name: "blake2b/mac", tiers: TIERS, backend: Blake2b512::backend, run: mac::<B, 64> },
    Operation { name: "blake2s/mac", tiers: TIERS, backend: Blake2s256::backend, run: mac::<S, 16> },
    Operation { name: "blake2b/with-settings", tiers: TIERS, backend: Blake2b512::backend, run: with_settings_b },
    Operation { name: "blake2s/with-settings", tiers: TIERS, backend: Blake2s256::backend, run: with_settings_s },
    Operation { name: "blake2b/batch-4", tiers: TIERS, backend: Blake2b512::backend, run: batch::<Blake2b512, 64, 4> },
    Operation {
        name: "blake2b/batch-13",
        tiers: TIERS,
        backend: Blake2b512::backend,
        run: batch::<Blake2b512, 64, 13>,
    },
    Operation { name: "blake2s/batch-2", tiers: TIERS, backend: Blake2s256::backend, run: batch::<Blake2s256, 32, 2> },
    Operation { name: "blake2s/batch-8", tiers: TIERS, backend: Blake2s256::backend, run: batch::<Blake2s256, 32, 8> },
    Operation {
        name: "blake2s/batch-27",
        tiers: TIERS,
        backend: Blake2s256::backend,
        run: batch::<Blake2s256, 32, 27>,
    },
];

/// Lengths around one block and two, for both functions.
const LENGTHS: [usize; 10] = [1, 63, 64, 65, 127, 128, 129, 256, 257, 1000];

fn digest<V: Variant, const LEN: usize>(check: &mut Check) {
    for len in LENGTHS {
        let message = check.bytes(len);
        let digest = Hasher::<V, LEN>::digest(message.expose());
        check.secret_result(&digest);
    }
}

/// Updates of sizes that fill the buffer partly, exactly and beyond, with clones in between.
fn incremental<V: Variant, const LEN: usize>(check: &mut Check) {
    let mut hasher = Hasher::<V, LEN>::new();
    for len in [1, 63, 64, 127, 130, 300, 0] {
        let piece = check.bytes(len);
        hasher.update(piece.expose());
        check.secret_result(&hasher.clone().finalize());
    }
    check.secret_result(&hasher.finalize_reset());
}

/// Uses salts and personalizations, which may be secret too.
fn with_settings_b(check: &mut Check) {
    let (salt, personalisation, key) = (check.array(), check.array(), check.bytes(32));
    let mut hasher = Hasher::<B, 48>::with(salt.expose(), personalisation.expose());
    hasher.update(check.bytes(100).expose());
    check.secret_result(&hasher.finalize());
    let mac = Mac::<B, 16>::with(key.expose(), salt.expose(), personalisation.expose());
    check.secret_result(&mac.expect("a length that there is").finalize());
    let variable = VariableHasher::<B>::with(16, key.expose(), salt.expose(), personalisation.expose());
    let (variable, mut tag) = (variable.expect("lengths that there are"), [0; 16]);
    let len = variable.digest_len();
    variable.finalize_into(&mut tag[..len]).expect("as much room as asked for");
    check.secret_result(&tag);
}

fn with_settings_s(check: &mut Check) {
    let (salt, personalisation, key) = (check.array(), check.array(), check.bytes(32));
    let mut hasher = Hasher::<S, 20>::with(salt.expose(), personalisation.expose());
    hasher.update(check.bytes(100).expose());
    check.secret_result(&hasher.finalize());
    let mac = Mac::<S, 16>::with(key.expose(), salt.expose(), personalisation.expose());
    check.secret_result(&mac.expect("a length that there is").finalize());
}

fn variable<V: Variant>(check: &mut Check) {
    for len in [1, 7, 32] {
        let message = check.bytes(300);
        let mut hasher = VariableHasher::<V>::new(len).expect("a length that there is");
        hasher.update(message.expose());
        let mut digest = [0; 32];
        hasher.digest_so_far(&mut digest[..len]).expect("as much room as asked for");
        check.secret_result(&digest[..len]);
        hasher.finalize_into(&mut digest[..len]).expect("as much room as asked for");
        check.secret_result(&digest[..len]);
    }
}

/// Keys and messages are secret; the verdict on a tag is not.
fn mac<V: Variant, const LEN: usize>(check: &mut Check) {
    for len in [1, 16, 32] {
        let (key, message) = (check.bytes(len), check.bytes(100 * len));
        let mut mac = Mac::<V, LEN>::new(key.expose()).expect("a length that there is");
        mac.update(message.expose());
        let tag = mac.clone().finalize();
        check.secret_result(&tag);
        mac.clone().verify(&tag).expect("the tag that was made");
        mac.verify(&[0; LEN]).expect_err("not the tag that was made");
    }
}
