//! Numbers modulo p = 2¹³⁰ - 5 as two 64-bit words and the few bits above them.

use super::evaluation::{Absorbing, Accumulator, Group};
use super::kernel::{BLOCK_LEN, Block, Number};

/// The accumulator, below 5 · 2¹²⁸, and r with what r's upper half becomes above 2¹³⁰.
#[derive(Clone, Copy)]
pub(in super::super) struct Fe2x64 {
    pub(in super::super) h: Number,
    pub(in super::super) r: [u64; 2],
    /// 2¹²⁸ · r₁ = 2¹³⁰ · r₁ / 4 = 5 · r₁ / 4, since clamping clears the lowest two bits of r₁.
    pub(in super::super) s1: u64,
}

/// The two halves of `absorb`, for code that does the product of one block together with the sum of the next.
impl Fe2x64 {
    /// a + block + 2¹²⁸. Needs a < 5 · 2¹²⁸; gives less than 7 · 2¹²⁸.
    #[inline(always)]
    fn plus(self, block: &Block) -> Self {
        let Self { h: [h0, h1, h2], r, s1 } = self;
        debug_assert!(h2 <= 4);
        let block = u128::from_le_bytes(*block);
        let sum0 = u128::from(h0) + u128::from(block as u64);
        let sum1 = u128::from(h1) + u128::from((block >> 64) as u64) + (sum0 >> 64);
        Self { h: [sum0 as u64, sum1 as u64, h2 + 1 + (sum1 >> 64) as u64], r, s1 }
    }

    /// a · r mod p. Needs a < 7 · 2¹²⁸.
    #[inline(always)]
    fn multiplied(self) -> Self {
        debug_assert!(self.h[2] <= 6);
        self.absorb(0, 0)
    }
}

#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

impl Accumulator for Fe2x64 {
    #[inline(always)]
    fn new(r: u128, value: Number) -> Self {
        let r = [r as u64, (r >> 64) as u64];
        debug_assert!(r[0] < 1 << 60 && r[1] < 1 << 60 && r[1].is_multiple_of(4) && value[2] < 8);
        Self { h: value, r, s1: r[1] + (r[1] >> 2) }
    }

    #[inline(always)]
    fn absorb(self, block: u128, top: u64) -> Self {
        let Self { h: [h0, h1, h2], r: [r0, r1], s1 } = self;
        debug_assert!(h2 < 8);
        // h ← h + block, whose upper word stays below 10.
        let sum0 = u128::from(h0) + u128::from(block as u64);
        let sum1 = u128::from(h1) + u128::from((block >> 64) as u64) + (sum0 >> 64);
        let (h0, h1) = (sum0 as u64, sum1 as u64);
        let h2 = h2 + top + (sum1 >> 64) as u64;
        // h · r, where what reaches 2¹³⁰ through r₁ is folded by s₁ at once: all sums are below 2¹²⁶.
        let d0 = product(h0, r0) + product(h1, s1);
        let d1 = product(h0, r1) + product(h1, r0) + u128::from(h2 * s1) + (d0 >> 64);
        let d2 = h2 * r0 + (d1 >> 64) as u64;
        // What of the upper word reaches 2¹³⁰, four times 2¹²⁸, comes back five times: 5 · (d₂ >> 2).
        let folded = (d2 & !3) + (d2 >> 2);
        let sum0 = u128::from(d0 as u64) + u128::from(folded);
        let sum1 = u128::from(d1 as u64) + (sum0 >> 64);
        Self { h: [sum0 as u64, sum1 as u64, (d2 & 3) + (sum1 >> 64) as u64], r: [r0, r1], s1 }
    }

    #[inline(always)]
    fn value(self) -> Number {
        self.h
    }
}

impl Absorbing<'_, Fe2x64> {
    /// Lets `work` take in groups of blocks of what is pending, as many as there are and `most` at most. It finds the block
    /// before them added and not multiplied yet, and leaves the last one so.
    #[inline(always)]
    pub(in super::super) fn beside(&mut self, most: usize, work: impl FnOnce(&mut Fe2x64, &[Group])) {
        let (blocks, _) = self.pending.as_chunks();
        let Some((first, rest)) = blocks.split_first() else {
            return work(&mut self.accumulator, &[]);
        };
        let (groups, _) = rest.as_chunks();
        let groups = &groups[..groups.len().min(most)];
        let mut sum = self.accumulator.plus(first);
        work(&mut sum, groups);
        self.accumulator = sum.multiplied();
        self.pending = &self.pending[BLOCK_LEN * (1 + groups.as_flattened().len())..];
    }
}
