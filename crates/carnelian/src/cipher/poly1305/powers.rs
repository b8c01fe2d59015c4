//! The powers of r that vectors need, computed one by one in scalar words, so that this can be interleaved with the
//! rounds of a cipher, which leave the multiplier idle; and the layout of these powers.
//!
//! Numbers modulo p = 2¹³⁰ - 5 have three limbs here, of 44, 44 and 42 bits.

use super::evaluation::{Accumulator, clamped_r};
use super::values::{Key, Number};
use core::cell::Cell;

/// The number of blocks processed in parallel.
pub(super) const LANES: usize = 8;

/// The index of each lane's block among eight, which results from unpacking the words of two vectors.
pub(super) const PLACES: [usize; LANES] = [0, 4, 1, 5, 2, 6, 3, 7];

/// The index of the strides among the vectors of a state: r⁸ in lane 0, and r¹⁶, r²⁴, r³² in the lanes after it.
pub(super) const STRIDES: usize = 3;
/// The index of r⁸ to r¹, each in the lane of its block.
pub(super) const LAST: usize = 12;

/// The number of vectors in a state.
pub(super) const VECTORS: usize = 24;

/// The computation of the powers of r. The limbs of 52, 52 and 26 bits of each are written to three vectors at its
/// index.
#[derive(Clone, Copy)]
pub(in super::super) struct Powers<'s, A> {
    words: &'s [Cell<u64>; LANES * VECTORS],
    /// The latest of the powers up to r⁸.
    power: A,
    r8: Limbs,
    r16: Limbs,
}

/// Limbs of 44, 44 and 42 bits.
type Limbs = [u64; 3];

impl<'s, A: Accumulator> Powers<'s, A> {
    #[inline(always)]
    pub(super) fn new(words: &'s [Cell<u64>; LANES * VECTORS]) -> Self {
        Self { words, power: A::new(0, [0; 3]), r8: [0; 3], r16: [0; 3] }
    }

    /// Starts with r itself, before the first step.
    #[inline(always)]
    pub(in super::super) fn begin(&mut self, key: &Key) {
        let r = clamped_r(key);
        let value = [r as u64, (r >> 64) as u64, 0];
        self.power = A::new(r, value);
        self.set(place(1), limbs_of(value));
    }

    /// Does one of ten steps, all of which must be done in order: seven products with r, which are the cheapest, then
    /// r¹⁶, r²⁴ and r³².
    #[inline(always)]
    pub(in super::super) fn step(&mut self, number: usize) {
        if number < 7 {
            self.power = self.power.absorb(0, 0);
            let value = self.power.value();
            self.set(PLACES_OF_POWERS[number], limbs_of(value));
            if number == 6 {
                self.set(STRIDES * LANES, limbs_of(value));
                self.r8 = limbs_of_44(value);
            }
        } else {
            let limbs = match number {
                7 => product(self.r8, self.r8),
                8 => product(self.r16, self.r8),
                _ => product(self.r16, self.r16),
            };
            if number == 7 {
                self.r16 = limbs;
            }
            self.set(STRIDES * LANES + number - 6, joined(limbs));
        }
    }

    #[inline(always)]
    fn set(self, at: usize, [l0, l1, l2]: [u64; 3]) {
        self.words[at].set(l0);
        self.words[at + LANES].set(l1);
        self.words[at + 2 * LANES].set(l2);
    }
}

/// The indices of the words with the first limbs of r² to r⁸.
const PLACES_OF_POWERS: [usize; 7] = [place(2), place(3), place(4), place(5), place(6), place(7), place(8)];

const fn place(exponent: usize) -> usize {
    let mut lane = 0;
    while PLACES[lane] != LANES - exponent {
        lane += 1;
    }
    LAST * LANES + lane
}

const MASK_42: u64 = (1 << 42) - 1;
const MASK_44: u64 = (1 << 44) - 1;
const MASK_52: u64 = (1 << 52) - 1;

/// Returns the limbs of 52, 52 and 26 bits of a number.
#[inline(always)]
pub(super) fn limbs_of([w0, w1, w2]: Number) -> [u64; 3] {
    [w0 & MASK_52, (w0 >> 52 | w1 << 12) & MASK_52, w1 >> 40 | w2 << 24]
}

#[inline(always)]
fn limbs_of_44([w0, w1, w2]: Number) -> Limbs {
    [w0 & MASK_44, (w0 >> 44 | w1 << 20) & MASK_44, w1 >> 24 | w2 << 40]
}

/// Converts limbs of 44, 44 and slightly more than 42 bits to limbs of 52, 52 and 26 bits.
#[inline(always)]
fn joined([l0, l1, l2]: Limbs) -> [u64; 3] {
    [(l0 | l1 << 44) & MASK_52, (l1 >> 8 | l2 << 36) & MASK_52, l2 >> 16]
}

/// Multiplies modulo p. Needs limbs below 2⁴⁴, except the last, which may have one more bit, and returns such limbs.
#[inline(always)]
fn product([a0, a1, a2]: Limbs, [b0, b1, b2]: Limbs) -> Limbs {
    debug_assert!((a0 | a1 | b0 | b1) >> 44 == 0 && (a2 | b2) >> 45 == 0);
    let times = |a: u64, b: u64| u128::from(a) * u128::from(b);
    // 2¹³² ≡ 4 · 5 and 2¹⁷⁶ ≡ 4 · 5 · 2⁴⁴ modulo p. All sums are below 2⁹⁶.
    let (s1, s2) = (20 * b1, 20 * b2);
    let d0 = times(a0, b0) + times(a1, s2) + times(a2, s1);
    let d1 = times(a0, b1) + times(a1, b0) + times(a2, s2) + (d0 >> 44);
    let d2 = times(a0, b2) + times(a1, b1) + times(a2, b0) + (d1 >> 44);
    let l0 = (d0 as u64 & MASK_44) + 5 * (d2 >> 42) as u64;
    let l1 = (d1 as u64 & MASK_44) + (l0 >> 44);
    [l0 & MASK_44, l1 & MASK_44, (d2 as u64 & MASK_42) + (l1 >> 44)]
}
