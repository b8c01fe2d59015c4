//! Checksums of polynomials, many words at a time.

use super::polynomial::NttPoly;

/// The number of sums. Word `i` of a polynomial is absorbed by sum `i` modulo this number.
pub(in crate::postquantum::mldsa) const SUMS: usize = 64;

/// Odd, and neither small nor sparse: the upper half of the fractional part of the golden ratio.
const FACTOR: u32 = 0x9e37_79b9;
const _: () = assert!(FACTOR % 2 == 1);

/// Absorbs polynomials: a map that is bijective both in the word and in the sum, so that a change of one word always
/// changes its sum.
#[inline(always)]
pub(super) fn absorb_all(polys: &[NttPoly], sums: &mut [u32; SUMS]) {
    let mut state = *sums;
    for poly in polys {
        for words in poly.0.as_chunks::<SUMS>().0 {
            for (state, word) in state.iter_mut().zip(words) {
                let mixed = *state ^ word.cast_unsigned();
                *state = (mixed ^ (mixed >> 16)).wrapping_mul(FACTOR);
            }
        }
    }
    *sums = state;
}
