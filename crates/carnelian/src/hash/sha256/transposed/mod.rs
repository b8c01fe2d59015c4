//! SHA-256 of inputs that stand side by side in rows of words, one block at a time, for schemes of many short hashes.

mod lanes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sha_ni;
#[cfg(target_arch = "x86_64")]
mod x86_sse_sha_ni;

#[cfg(test)]
mod tests;

pub(crate) use super::kernel::Backend;
use super::kernel::transposed::Chains;
pub(crate) use super::kernel::transposed::{LANES, PREFIX_LEN, Stop, Words};
use super::{Sha256Compression, kernel};
use crate::hash::merkle_damgard::Compression;

/// H⁽⁰⁾, FIPS 180-4 Section 5.3.3.
pub(crate) const INITIAL: [u32; 8] = super::tables::INITIAL_256;

/// FIPS 180-4 Section 6.2.2: absorbs one block for each of the first `lanes` lanes. The other lanes may become
/// anything.
///
/// # Panics
/// If `lanes` is not 1 to 16.
pub(crate) fn compress(backend: Backend, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    assert!((1..=LANES).contains(&lanes), "a number of lanes");
    kernel::compress_transposed(backend, lanes, state, block);
}

/// FIPS 180-4 Section 6.2.2: absorbs blocks of a single message.
pub(crate) fn compress_one(backend: Backend, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    Sha256Compression::compress(backend, state, blocks);
}

/// Replaces in each of the first `lanes` lanes, `steps` times, the first `words` words of `value` by those of the digest
/// of a block, a prefix of [`PREFIX_LEN`] bytes and the value. `midstate` has absorbed the block, and `prefix` has the
/// bytes of the prefix, with zeros in the lower half of its last word; each step adds one to the prefix's last two bytes.
///
/// So the block of step s = 0, 1, ... is this:
///
/// - W₀ to W₄ are those of `prefix`, and W₅ is its last word plus s·2¹⁶, and the upper half of the value's first word;
/// - the other halves of the value follow, then the padding: a one bit, zeros, and the length.
///
/// The other lanes may become anything.
///
/// # Panics
/// If `lanes` is not 1 to 16, or `words` not 4, 6 or 8.
pub(crate) fn iterate(
    backend: Backend,
    lanes: usize,
    midstate: &Words<8>,
    prefix: &Words<6>,
    value: &mut Words<8>,
    words: usize,
    steps: usize,
) {
    assert!((1..=LANES).contains(&lanes), "a number of lanes");
    assert!(matches!(words, 4 | 6 | 8), "a length of values");
    let chains = Chains { midstate, before: None, prefix, words, steps, stops: &[] };
    kernel::iterate(backend, lanes, &chains, value, None);
}

/// Does the same as [`iterate`] after a step with the prefix `before`, and copies the values of some lanes to `kept` at
/// stops on the way. Stops are in the order of their steps, without the one before: no two are
/// the same, and none is after the last.
///
/// # Panics
/// If `lanes` is not 1 to 16, or `words` not 4, 6 or 8.
#[expect(clippy::too_many_arguments, reason = "what the steps have in common, the values, and the stops")]
pub(crate) fn walk(
    backend: Backend,
    lanes: usize,
    midstate: &Words<8>,
    [before, prefix]: [&Words<6>; 2],
    value: &mut Words<8>,
    words: usize,
    steps: usize,
    stops: &[Stop],
    kept: &mut Words<8>,
) {
    assert!((1..=LANES).contains(&lanes), "a number of lanes");
    assert!(matches!(words, 4 | 6 | 8), "a length of values");
    debug_assert!(stops.is_sorted_by(|a, b| a.step < b.step) && stops.last().is_none_or(|stop| stop.step <= steps));
    kernel::iterate(
        backend,
        lanes,
        &Chains { midstate, before: Some(before), prefix, words, steps, stops },
        value,
        Some(kept),
    );
}
