//! Signed 64-bit words with products of 52 bits, for residues modulo a prime of 23 bits.

#[cfg(test)]
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;

use super::i32::exchange_source;
#[cfg(test)]
pub(super) use portable::{exchanged, exchanged_numbers};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512_ifma::I64x8Ifma;

/// Eight signed words of 64 bits with products of 52 bits, for residues modulo a prime q of 23 bits. Sums and differences
/// must not overflow.
pub(crate) trait I64Lanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: i64) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &[i64; 8]) -> Self;
    /// Loads eight words of 32 bits.
    fn load_narrow(proof: Self::Proof, words: &[i32; 8]) -> Self;
    /// Stores two vectors of words that fit into 32 bits, one after the other.
    fn store_narrow(a: Self, b: Self, words: &mut [i32; 16]);
    /// Loads sixteen words of 32 bits, rearranged by all exchanges: by 4, by 2 and by 1.
    fn load_exchanged(proof: Self::Proof, words: &[i32; 16]) -> (Self, Self);
    /// Stores two vectors of words that fit into 32 bits rearranged by the inverse of all exchanges.
    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]);

    /// Returns the sum.
    fn add(self, other: Self) -> Self;
    /// Returns the difference.
    fn sub(self, other: Self) -> Self;
    /// Returns ⌊t·q/2⁵²⌋ + `start`, where t = (`self`·`factor` + `offset`) mod 2⁵².
    ///
    /// If f and c are `factor`·q and `offset`·q modulo 2⁵², as signed numbers, and 0 ≤ `self`·f + c < 2⁵², then
    /// t·q ≡ `self`·f + c modulo 2⁵², so that the result is ≡ −(`self`·f + c)·2⁻⁵² + `start` modulo q, and between `start`
    /// and `start` + q − 1.
    fn scaled(self, factor: Self, constants: [Self; 3]) -> Self;

    /// Returns the same vectors, all of which are computed before anything is computed from them. LLVM would place the
    /// operations on one pair of vectors after those on another, so that each waits for the one before it.
    #[inline(always)]
    fn in_order(vectors: [(Self, Self); 4]) -> [(Self, Self); 4] {
        vectors
    }

    /// Rearranges the lanes of two vectors as [`I32Lanes::exchange`](super::i32::I32Lanes::exchange) does, by [`exchange_source_64`], for `D` = 4, 2 or 1.
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self);
}

/// [`exchange_source`] for eight words of 64 bits, which move like pairs of words of 32 bits.
pub(crate) const fn exchange_source_64(d: usize, i: usize) -> (bool, usize) {
    let (is_b, j) = exchange_source(16, 2 * d, 2 * i);
    (is_b, j / 2)
}
