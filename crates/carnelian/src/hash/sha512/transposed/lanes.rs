//! The compression function over the lanes of a part of the rows: lanes `N`·`part` to `N`·`part` + `N` − 1.

use crate::base::lanes::arx::Lanes;
use crate::hash::sha512::compression::compress_words;
use crate::hash::sha512::kernel::transposed::Words;

/// Absorbs a block.
#[inline(always)]
pub(super) fn compress<const N: usize, V: Lanes<N, Word = u64>>(
    proof: V::Proof,
    part: usize,
    state: &mut Words<8>,
    block: &Words<16>,
) {
    let w = block.vectors::<16, N, V>(proof, part);
    let before = state.vectors::<8, N, V>(proof, part);
    state.set_vectors(part, compress_words::<N, V>(proof, before, w));
}
