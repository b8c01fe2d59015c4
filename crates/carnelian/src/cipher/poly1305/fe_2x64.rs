//! Numbers modulo p = 2¹³⁰ - 5 as two 64-bit words and a few bits above them.

use super::absorbing::Sum;
use super::evaluation::Accumulator;
use super::values::Number;

/// The accumulator, below 5 · 2¹²⁸, and r, with 2¹²⁸ · r₁ reduced.
#[derive(Clone, Copy)]
pub(in super::super) struct Fe2x64 {
    pub(in super::super) h: Number,
    pub(in super::super) r: [u64; 2],
    /// 2¹²⁸ · r₁ = 2¹³⁰ · r₁ / 4 ≡ 5 · r₁ / 4, since clamping clears the lowest two bits of r₁.
    pub(in super::super) s1: u64,
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
        // h · r. Products with r₁ that reach 2¹³⁰ are folded through s₁ immediately: all sums are below 2¹²⁶.
        let d0 = product(h0, r0) + product(h1, s1);
        let d1 = product(h0, r1) + product(h1, r0) + u128::from(h2 * s1) + (d0 >> 64);
        let d2 = h2 * r0 + (d1 >> 64) as u64;
        // The part of the upper word that reaches 2¹³⁰, four times 2¹²⁸, is folded by multiplying it by five: 5 · (d₂
        // >> 2).
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

impl Sum for Fe2x64 {
    /// Needs a < 7 · 2¹²⁸, and returns less than 5 · 2¹²⁸.
    #[inline(always)]
    fn multiplied_plus(self, block: u128, top: u64) -> Self {
        let Self { h: [h0, h1, h2], r: [r0, r1], s1 } = self;
        debug_assert!(h2 <= 6);
        // As in `absorb`, but the block is added where it causes no carry chain of its own.
        let d0 = product(h0, r0) + product(h1, s1) + u128::from(block as u64);
        let d1 = product(h0, r1) + product(h1, r0) + u128::from(h2 * s1) + (block >> 64) + (d0 >> 64);
        let d2 = h2 * r0 + top + (d1 >> 64) as u64;
        let folded = (d2 & !3) + (d2 >> 2);
        let sum0 = u128::from(d0 as u64) + u128::from(folded);
        let sum1 = u128::from(d1 as u64) + (sum0 >> 64);
        Self { h: [sum0 as u64, sum1 as u64, (d2 & 3) + (sum1 >> 64) as u64], r: [r0, r1], s1 }
    }

    #[inline(always)]
    fn multiplied(self) -> Self {
        self.multiplied_plus(0, 0)
    }
}
