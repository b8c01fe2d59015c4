//! The contract of the kernels on states side by side.

use crate::hash::keccak::permutation::WORDS;
use crate::hash::transposed::Rows;

/// The number of states.
pub(crate) const LANES: usize = 8;

/// Row i has word i of each state: a number, the little-endian bytes of which are bytes 8i to 8i + 7 of the state.
pub(crate) type States = Rows<u64, LANES, WORDS>;

/// Up to 32 bytes of output for each state, in the same form.
pub(crate) type Digests = Rows<u64, LANES, 4>;

/// The permutation of the first `lanes` states, 1 to 8.
pub(in crate::hash::keccak) trait Kernel: Copy {
    /// [`permute`](crate::hash::keccak::transposed::permute).
    fn permute(self, states: &mut States, lanes: usize);

    /// [`hash`](crate::hash::keccak::transposed::hash).
    fn hash(self, states: &States, lanes: usize, words: usize, digests: &mut Digests);

    /// [`iterate`](crate::hash::keccak::transposed::iterate), with at least one step.
    fn iterate(self, states: &mut States, lanes: usize, words: usize, steps: usize);
}
