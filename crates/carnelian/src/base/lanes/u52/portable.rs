//! Plain arrays with the multiplier: the implementation that runs everywhere.

use super::U52Lanes;
use crate::base::ct::Choice;
use crate::base::lanes::u64::WordLanes;

/// The bits of a word that the multiplier reads.
const MASK_52: u64 = (1 << 52) - 1;

#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a & MASK_52) * u128::from(b & MASK_52)
}

/// For tests on any machine, not for speed, and never inlined, as those of [`WordLanes`].
impl<const N: usize> U52Lanes for [u64; N] {
    #[inline(never)]
    fn mul_lo(a: Self, b: Self) -> Self {
        core::array::from_fn(|i| product(a[i], b[i]) as u64 & MASK_52)
    }

    #[inline(never)]
    fn mul_hi(a: Self, b: Self) -> Self {
        core::array::from_fn(|i| (product(a[i], b[i]) >> 52) as u64)
    }

    #[inline(never)]
    fn add_sub<const LANES: u8>(self, other: Self) -> Self {
        let (sum, difference) = (WordLanes::add(self, other), self.sub(other));
        sum.merge::<LANES>(difference)
    }

    #[inline(never)]
    fn add_sub_by(self, mask: [Choice; N], other: Self) -> Self {
        <Self as WordLanes>::select(mask, WordLanes::add(self, other), self.sub(other))
    }

    #[inline(never)]
    fn keep<const LANES: u8>(self) -> Self {
        [0; N].merge::<LANES>(self)
    }

    #[inline(never)]
    fn merge<const LANES: u8>(self, other: Self) -> Self {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { other[i] } else { self[i] })
    }

    #[inline(never)]
    fn swap_pairs(self) -> Self {
        core::array::from_fn(|i| self[i ^ 1])
    }

    #[inline(never)]
    fn swap_pairs_by(self, mask: [Choice; N]) -> Self {
        <Self as WordLanes>::select(mask, [0; N], self.swap_pairs())
    }

    #[inline(never)]
    fn permute<const LANES: i32>(self) -> Self {
        core::array::from_fn(|i| self[i / 4 * 4 + (LANES >> (i % 4 * 2) & 3) as usize])
    }
}
