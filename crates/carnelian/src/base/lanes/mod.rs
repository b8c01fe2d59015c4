//! Vectors of 64-bit words as a type, so that a vector algorithm is written once.
//!
//! Each lane belongs to another message (or another state): an algorithm over lanes is the scalar algorithm, word for
//! word. The same source runs over AVX2 and AVX-512 registers and over plain arrays; the arrays make it testable and
//! checkable for constant time on any machine.
//!
//! Every method of every implementation is `inline(always)` and carries no `target_feature` of its own, because the
//! two cannot be combined: the kernel around it has the features. For the same reason vectors never pass through a
//! closure or `array::map`, which LLVM may leave outside the kernel, without its features, at ten times the cost.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx2::U64x4Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512::{U64x4Avx512, U64x8Avx512};

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;

    /// The same word in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Eight words of each of `N` rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u8; 64]; N]) -> [Self; 8];
    /// The reverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u8; 64]; N]);
    /// Words that were loaded as they lie, read as big-endian ones.
    fn be_to_native(self) -> Self;

    /// Sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Conjunction.
    fn and(self, other: Self) -> Self;
    /// Rotation to the right by `R` places, 0 < R < 64.
    fn rotate_right<const R: i32>(self) -> Self;
    /// Shift to the right by `R` places, zeros coming in.
    fn shift_right<const R: i32>(self) -> Self;

    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        self.xor(y).xor(z)
    }

    /// Bit by bit: `y` where `self` is set, else `z`.
    #[inline(always)]
    fn choose(self, y: Self, z: Self) -> Self {
        y.xor(z).and(self).xor(z)
    }

    /// Bit by bit: what at least two of the three are.
    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        self.xor(y).and(z).xor(self.and(y))
    }
}
