//! Multiples of the base point over eight lanes: lane = window.
//!
//! 64 signed digits in radix 16 are eight rounds of eight; for every one of them the multiples of its power of 16 lie in
//! the table, so there are no doublings, and the eight sums are added at the end.

use super::fe_5x51_lanes::{Constants, Fe};
use super::group::Point;
use super::group_lanes::{NielsPoints, Points};
use super::recode::radix16;
use super::tables_x8::BASE_WINDOWS_X8;
use crate::base::lanes::U52x8Lanes;

/// `scalar`·B for a number below 2²⁵⁵. Constant time.
#[inline(always)]
pub(super) fn mul_base<V: U52x8Lanes>(proof: V::Proof, scalar: &[u8; 32]) -> Point {
    let k = Constants::<V>::new(proof);
    let digits = radix16(scalar);
    let (digits, _) = digits.as_chunks::<8>();
    let (first, negative) = entries(proof, &BASE_WINDOWS_X8.0[0], &digits[0]);
    let mut sum = Points::from_niels(proof, &k, &first, negative);
    for (windows, digits) in BASE_WINDOWS_X8.0.iter().zip(digits).skip(1) {
        let (entries, negative) = entries(proof, windows, digits);
        sum = sum.add_niels_signed(&k, &entries, negative);
    }
    sum.sum_of_lanes(proof, &k)
}

/// The multiples 1 to 8 of the points of eight windows, a window in each lane: limbs of y + x, y − x and 2dxy.
pub(super) type Windows = [[[[u64; 8]; 5]; 3]; 8];

/// The multiples of a point in its 64 windows: those of 16^(8·round + lane) times the point in each round and lane. Rows of
/// eight lanes can be loaded whole.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct WindowsX8(pub(super) [Windows; 8]);

impl WindowsX8 {
    /// Tables that are yet to be filled.
    pub(super) const ZERO: Self = Self([[[[[0; 8]; 5]; 3]; 8]; 8]);
}

/// For each lane the multiple |`digit`| of its window's point, of whose table every entry is read, and in which lanes the
/// digit is negative. Constant time.
#[inline(always)]
pub(super) fn entries<V: U52x8Lanes>(
    proof: V::Proof,
    windows: &Windows,
    digits: &[i8; 8],
) -> (NielsPoints<V>, V::Mask) {
    let (mut magnitudes, mut signs) = ([0; 8], 0);
    for (lane, digit) in digits.iter().enumerate() {
        let sign = (*digit as u8) >> 7;
        magnitudes[lane] = u64::from((*digit as u8 ^ sign.wrapping_neg()).wrapping_add(sign));
        signs |= sign << lane;
    }
    let magnitudes = V::load(proof, &magnitudes);
    // 0: (y + x, y − x, 2dxy) = (1, 1, 0).
    let one = Fe::splat(proof, &[1, 0, 0, 0, 0]);
    let (mut plus, mut minus, mut xy2d) = (one, one, Fe::splat(proof, &[0; 5]));
    for (multiple, [entry_plus, entry_minus, entry_xy2d]) in (1..).zip(windows) {
        let wanted = magnitudes.equal(V::splat(proof, multiple));
        plus = Fe::select(wanted, &plus, &constant(proof, entry_plus));
        minus = Fe::select(wanted, &minus, &constant(proof, entry_minus));
        xy2d = Fe::select(wanted, &xy2d, &constant(proof, entry_xy2d));
    }
    (NielsPoints { minus, plus, xy2d }, V::mask_of(proof, signs))
}

#[inline(always)]
fn constant<V: U52x8Lanes>(proof: V::Proof, limbs: &[[u64; 8]; 5]) -> Fe<V> {
    let limb = |i: usize| V::load(proof, &limbs[i]);
    Fe([limb(0), limb(1), limb(2), limb(3), limb(4)])
}
