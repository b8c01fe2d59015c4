//! Words of 64 bits, as in hash functions, and as in the arithmetic of fields, where they are also subtracted, compared and
//! selected.

mod portable;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx512;

use super::arx::Lanes;
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    x86_avx2::{U64x4Avx2, opaque_256},
    x86_avx512::{U64x4Avx512, U64x8Avx512, xor3_256, xor3_512},
};

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Lanes<N, Word = u64, Row = [u8; 64]> {}
impl<const N: usize, V: Lanes<N, Word = u64, Row = [u8; 64]>> U64Lanes<N> for V {}

/// Independent 64-bit words, in a multiple of four lanes: moves, additions and selections.
pub(crate) trait WordLanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// A truth value for each lane. It may be secret.
    type Mask: Copy;
    /// An array with one word per lane.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &Self::Words) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self) -> Self::Words;

    /// Returns the sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the difference modulo 2^64.
    fn sub(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Shifts right by `S` bits, filling with zeros.
    fn shift_right<const S: u32>(self) -> Self;
    /// Returns `self` plus the product of `a` and `b`, which must be below 2^32 and their product below 2^52.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// Returns a mask of the lanes in which the words are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Returns the mask that is set in lane `i` if bit `i` is set.
    fn mask_of(proof: Self::Proof, bits: u8) -> Self::Mask;
    /// Returns `if_set` in the lanes where the mask is set, `if_clear` in the others.
    fn select(mask: Self::Mask, if_clear: Self, if_set: Self) -> Self;
    /// Returns `word` in the lanes where the mask is set, in which `self` must be 0, and `self` in the others.
    #[inline(always)]
    fn fill_in(self, mask: Self::Mask, word: Self) -> Self {
        Self::select(mask, self, word)
    }

    /// Returns in lane `i` the lane whose number is in lane `i` of `index`. The index may be secret.
    fn lookup(self, index: Self) -> Self;
    /// Returns in lane `i` lane `i` + `K` modulo the number of lanes.
    fn rotate_lanes<const K: i32>(self) -> Self;
}

/// Eight lanes.
pub(crate) trait WordLanesX8: WordLanes<Words = [u64; 8]> {
    /// Loads eight signed bytes as words modulo 2^64.
    fn load_signed(proof: Self::Proof, bytes: &[i8; 8]) -> Self;
    /// Shifts each lane right by the number of bits, fewer than 64, in the same lane of `counts`.
    fn shift_right_each(self, counts: Self) -> Self;
    /// Loads eight rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u64; 4]; 8]) -> [Self; 4];
    /// The inverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8];
    /// Transposes: result `i` holds lane `i` of every row.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}
