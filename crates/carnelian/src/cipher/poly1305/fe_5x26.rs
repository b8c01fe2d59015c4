//! Numbers modulo p = 2¹³⁰ - 5 as five limbs of 26 bits, whose products fit into 64 bits.

use super::evaluation::Accumulator;
use super::values::Number;

const MASK: u32 = (1 << 26) - 1;

/// The accumulator, with limbs below 2²⁷, and r.
#[derive(Clone, Copy)]
pub(super) struct Fe5x26 {
    h: [u32; 5],
    r: [u32; 5],
}

/// Splits a number into limbs; the last one takes all remaining bits.
#[inline(always)]
fn limbs(low: u128, top: u64) -> [u32; 5] {
    let limb = |at: u32| (low >> at) as u32 & MASK;
    [limb(0), limb(26), limb(52), limb(78), (low >> 104) as u32 | (top as u32) << 24]
}

#[inline(always)]
fn product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

impl Accumulator for Fe5x26 {
    #[inline(always)]
    fn new(r: u128, [h0, h1, h2]: Number) -> Self {
        debug_assert!(h2 < 8);
        Self { h: limbs(u128::from(h0) | u128::from(h1) << 64, h2), r: limbs(r, 0) }
    }

    #[inline(always)]
    fn absorb(self, block: u128, top: u64) -> Self {
        let [r0, r1, r2, r3, r4] = self.r;
        // 2¹³⁰ ≡ 5: products whose limb indices sum to five or more are multiplied by five.
        let [s1, s2, s3, s4] = [5 * r1, 5 * r2, 5 * r3, 5 * r4];
        let m = limbs(block, top);
        let [h0, h1, h2, h3, h4]: [u32; 5] = core::array::from_fn(|i| self.h[i] + m[i]);
        // The limbs of h are below 2²⁸, those of s below 2²⁹: a sum of five products is below 2⁶⁰.
        let d0 = product(h0, r0) + product(h1, s4) + product(h2, s3) + product(h3, s2) + product(h4, s1);
        let d1 = product(h0, r1) + product(h1, r0) + product(h2, s4) + product(h3, s3) + product(h4, s2);
        let d2 = product(h0, r2) + product(h1, r1) + product(h2, r0) + product(h3, s4) + product(h4, s3);
        let d3 = product(h0, r3) + product(h1, r2) + product(h2, r1) + product(h3, r0) + product(h4, s4);
        let d4 = product(h0, r4) + product(h1, r3) + product(h2, r2) + product(h3, r1) + product(h4, r0);
        let d1 = d1 + (d0 >> 26);
        let d2 = d2 + (d1 >> 26);
        let d3 = d3 + (d2 >> 26);
        let d4 = d4 + (d3 >> 26);
        let low = u64::from(d0 as u32 & MASK) + 5 * (d4 >> 26);
        let second = (d1 as u32 & MASK) + (low >> 26) as u32;
        Self { h: [low as u32 & MASK, second, d2 as u32 & MASK, d3 as u32 & MASK, d4 as u32 & MASK], r: self.r }
    }

    #[inline(always)]
    fn value(self) -> Number {
        let [h0, h1, h2, h3, h4] = self.h.map(u128::from);
        // The limbs except the last sum to less than 2¹⁰⁵, so nothing overflows here; bits from 2¹²⁸ on are the top
        // word.
        let low = h0 + (h1 << 26) + (h2 << 52) + (h3 << 78);
        let upper = (low >> 64) + (h4 << 40);
        [low as u64, upper as u64, (upper >> 64) as u64]
    }
}
