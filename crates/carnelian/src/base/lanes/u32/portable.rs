//! A word as a single lane: the implementation that runs everywhere.

use super::ArxLanes;

impl ArxLanes for u32 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        self.rotate_left(R as u32)
    }
}
