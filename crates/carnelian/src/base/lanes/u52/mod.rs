//! Words of 64 bits with the 52-bit multiplier of AVX-512 IFMA.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx512_ifma_blocks;

use super::u64::WordLanes;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512_ifma::{U52x4Ifma, U52x8Ifma};

/// Lanes with the 52-bit multiplier and the masks of AVX-512 IFMA.
pub(crate) trait U52Lanes: WordLanes {
    /// Returns the lower 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// Returns the upper 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// Returns `self` plus the lower half of the product, as in [`mul_lo`](Self::mul_lo).
    #[inline(always)]
    fn add_lo(self, a: Self, b: Self) -> Self {
        self.add(Self::mul_lo(a, b))
    }

    /// Returns `self` plus the upper half of the product, as in [`mul_hi`](Self::mul_hi).
    #[inline(always)]
    fn add_hi(self, a: Self, b: Self) -> Self {
        self.add(Self::mul_hi(a, b))
    }

    /// Returns `self` − `other` in the lanes that are set in `LANES`, `self` + `other` in the others.
    fn add_sub<const LANES: u8>(self, other: Self) -> Self;
    /// Like [`add_sub`](Self::add_sub), but with a mask.
    fn add_sub_by(self, mask: Self::Mask, other: Self) -> Self;
    /// Returns `self` in the lanes that are set in `LANES`, 0 in the others.
    fn keep<const LANES: u8>(self) -> Self;
    /// Returns `other` in the lanes that are set in `LANES`, `self` in the others.
    fn merge<const LANES: u8>(self, other: Self) -> Self;
    /// Swaps lanes 2i and 2i + 1.
    fn swap_pairs(self) -> Self;
    /// Like [`swap_pairs`](Self::swap_pairs), but 0 in the lanes where the mask is clear.
    fn swap_pairs_by(self, mask: Self::Mask) -> Self;
    /// Permutes lanes within each group of four: lane `i` of the result is the lane whose number within the group is in
    /// bits 2i and 2i + 1 of `LANES`.
    fn permute<const LANES: i32>(self) -> Self;
}
