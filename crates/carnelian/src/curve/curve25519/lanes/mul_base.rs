//! Multiples of the base point over eight lanes: lane = window.
//!
//! 64 signed digits in radix 16 are eight rounds of eight. The table contains the multiples of every power of 16, so
//! there are no doublings, and the eight sums are added at the end.

use super::field::{Fe, FieldLanesX8, Proof};
use super::group::{NielsPoints, Points};
use super::tables::BASE_WINDOWS_X8;
use crate::base::lanes::u64::WordLanesX8;
use crate::curve::arithmetic::windows::{Windows, bias, biased};
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::group::windows::WindowsX8;

/// Returns `scalar`·B for a number below 2²⁵⁵. Constant time.
#[inline(always)]
pub(crate) fn mul_base<K: FieldLanesX8>(proof: Proof<K>, scalar: &[u8; 32]) -> Point {
    let k = K::new(proof);
    let digits = Digits::new(scalar);
    let (first, negative) = digits.entries(proof, 0, &BASE_WINDOWS_X8);
    let mut sum = Points::from_niels(proof, &k, &first, negative);
    for round in 1..ROUNDS {
        let (entries, negative) = digits.entries(proof, round, &BASE_WINDOWS_X8);
        sum = sum.add_niels_signed(&k, &entries, negative);
    }
    sum.sum_of_lanes(proof, &k)
}

/// Rounds of eight windows.
pub(crate) const ROUNDS: usize = 8;

/// A number below 2²⁵⁵ as signed digits in radix 16.
pub(crate) struct Digits {
    biased: [u64; 4],
}

impl Digits {
    const BIAS: [u64; 4] = bias(&[4; ROUNDS]);

    #[inline(always)]
    pub(crate) fn new(scalar: &[u8; 32]) -> Self {
        Self { biased: biased(scalar, &Self::BIAS) }
    }

    /// Returns for each lane the multiple of its window's point by the magnitude of its digit in a round, and a mask of
    /// the negative digits. Reads every entry of the round's table. Constant time.
    #[inline(always)]
    pub(crate) fn entries<V: WordLanesX8>(
        &self,
        proof: V::Proof,
        round: usize,
        tables: &WindowsX8,
    ) -> (NielsPoints<V>, V::Mask) {
        let windows = Windows::<V>::new(proof, &Self::BIAS, 32 * round as u32, 4);
        let (magnitudes, negative) = windows.digits(proof, windows.word(&self.biased));
        let zero = Fe::<V>::splat(proof, &[0; 5]);
        let (mut plus, mut minus, mut xy2d) = (zero, zero, zero);
        for (multiple, [entry_plus, entry_minus, entry_xy2d]) in (1..).zip(&tables.0[round]) {
            let wanted = magnitudes.equal(V::splat(proof, multiple));
            plus = plus.fill_in(wanted, &constant(proof, entry_plus));
            minus = minus.fill_in(wanted, &constant(proof, entry_minus));
            xy2d = xy2d.fill_in(wanted, &constant(proof, entry_xy2d));
        }
        // 0: (y + x, y − x, 2dxy) = (1, 1, 0).
        let (none, one) = (magnitudes.equal(V::splat(proof, 0)), V::splat(proof, 1));
        plus.0[0] = plus.0[0].fill_in(none, one);
        minus.0[0] = minus.0[0].fill_in(none, one);
        (NielsPoints { minus, plus, xy2d }, negative)
    }
}

/// Loads a row of the tables: an element in each lane.
#[inline(always)]
pub(crate) fn constant<V: WordLanesX8>(proof: V::Proof, limbs: &[[u64; 8]; 5]) -> Fe<V> {
    let limb = |i: usize| V::load(proof, &limbs[i]);
    Fe([limb(0), limb(1), limb(2), limb(3), limb(4)])
}
