//! Eight states side by side, word by word: the form in which SLH-DSA-SHAKE keeps its inputs of SHAKE256, which have
//! one block, and the first words of their outputs, so that they never pass through bytes.

mod portable;
pub(super) mod steps;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_avx512_steps;
#[cfg(all(target_arch = "x86_64", any(carnelian_msan, miri)))]
mod x86_avx512_steps_model;

use super::kernel;
pub(crate) use super::kernel::Backend;
pub(crate) use super::kernel::transposed::{Digests, LANES, States};

/// Permutes the first `lanes` states, 1 to 8. The others may become anything.
#[inline]
pub(crate) fn permute(backend: Backend, states: &mut States, lanes: usize) {
    check(lanes, 2);
    kernel::permute_transposed(backend, states, lanes);
}

/// Sets the first `words` rows of `digests`, 2 to 4, to the first words of the states after a permutation. The states
/// stay as they are. Only the first `lanes`, 1 to 8, count.
#[inline]
pub(crate) fn hash(backend: Backend, states: &States, lanes: usize, words: usize, digests: &mut Digests) {
    check(lanes, words);
    kernel::hash_transposed(backend, states, lanes, words, digests);
}

/// The steps of a chain of SLH-DSA (FIPS 205, Algorithm 5), on states that consist of PK.seed in `words` words, 2 to 4,
/// ADRS in four, a value in `words`, and the padding. Each step replaces the value by the first words of the state
/// after a permutation, and then adds one to the hash address, the big-endian number in the last bytes of ADRS. Only
/// the first `lanes` states, 1 to 8, count. The hash address stays below 256.
#[inline]
pub(crate) fn iterate(backend: Backend, states: &mut States, lanes: usize, words: usize, steps: usize) {
    check(lanes, words);
    debug_assert!(steps < 256, "the hash address would exceed a byte");
    if steps > 0 {
        kernel::iterate_transposed(backend, states, lanes, words, steps);
    }
}

fn check(lanes: usize, words: usize) {
    assert!((1..=LANES).contains(&lanes) && (2..=4).contains(&words), "no such lanes or words");
}
