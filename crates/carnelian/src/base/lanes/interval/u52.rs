//! Intervals of words with the 52-bit multiplier.

use super::number::set_in;
use super::{Interval, Intervals};
use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::WordLanes;

/// The largest factor. The multiplier ignores what is above it, which the algorithms never want.
const LARGEST: i128 = (1 << 52) - 1;

fn product(a: Interval, b: Interval) -> Interval {
    a.within(0, LARGEST).times(b.within(0, LARGEST))
}

impl<const N: usize> U52Lanes for Intervals<N> {
    fn mul_lo(a: Self, b: Self) -> Self {
        a.with(b, |a, b| product(a, b).and(Interval::constant(LARGEST)))
    }

    fn mul_hi(a: Self, b: Self) -> Self {
        a.with(b, |a, b| product(a, b).shift_right(52))
    }

    fn add_sub<const LANES: u8>(self, other: Self) -> Self {
        self.add_sub_by(set_in(LANES), other)
    }

    /// The bits must be known. A lane is only added or subtracted, so that the other operation needs no bias.
    fn add_sub_by(self, mask: [Option<bool>; N], other: Self) -> Self {
        let zero = Self::new(0, 0);
        let (added, subtracted) = (Self::choose(mask, other, zero), Self::choose(mask, zero, other));
        assert!(mask.iter().all(Option::is_some), "the lanes are known");
        WordLanes::add(self, added).sub(subtracted)
    }

    fn keep<const LANES: u8>(self) -> Self {
        Self::choose(set_in(LANES), Self::new(0, 0), self)
    }

    fn merge<const LANES: u8>(self, other: Self) -> Self {
        Self::choose(set_in(LANES), self, other)
    }

    fn swap_pairs(self) -> Self {
        self.moved(|i| i ^ 1)
    }

    fn swap_pairs_by(self, mask: [Option<bool>; N]) -> Self {
        Self::choose(mask, Self::new(0, 0), self.swap_pairs())
    }

    fn permute<const LANES: i32>(self) -> Self {
        self.moved(|i| i / 4 * 4 + (LANES >> (2 * (i % 4)) & 3) as usize)
    }
}
