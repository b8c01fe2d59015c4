//! Multiples of the base point over eight lanes: lane = window.
//!
//! 64 signed digits in radix 16 are eight rounds of eight; for every one of them the multiples of its power of 16 lie in
//! the table, so there are no doublings, and the eight sums are added at the end.

use super::fe_5x51_lanes::{Constants, Fe};
use super::group::Point;
use super::group_lanes::{NielsPoints, Points};
use super::tables;
use super::tables_x8::BASE_WINDOWS_X8;
use super::windows_lanes::{Windows, bias, biased};
use crate::base::lanes::{U52Lanes, U52x8Lanes};

/// `scalar`·B for a number below 2²⁵⁵. Constant time.
#[inline(always)]
pub(super) fn mul_base<V: U52x8Lanes>(proof: V::Proof, scalar: &[u8; 32]) -> Point {
    let k = Constants::<V>::new(proof);
    let bias = const { bias(&[4; 8]) };
    let biased = biased(scalar, &bias);
    let first = entries(proof, 0, &bias, &biased);
    // A point with Z = 1: T = xy = 2dxy/2d.
    let half_inverse_d = k.fold(&Fe::splat(proof, &tables::D2_INVERSE));
    let mut sum = Points {
        minus: first.minus,
        plus: first.plus,
        z: Fe::splat(proof, &[1, 0, 0, 0, 0]),
        t: k.carry(k.mul(&first.xy2d, &half_inverse_d)),
    };
    for round in 1..8 {
        sum = sum.add_niels(&k, &entries(proof, round, &bias, &biased));
    }
    sum = sum.add(&k, &sum.rotate::<4>().cached(proof, &k));
    sum = sum.add(&k, &sum.rotate::<2>().cached(proof, &k));
    sum = sum.add(&k, &sum.rotate::<1>().cached(proof, &k));
    let mut point = [[[0; 5]; 4]];
    sum.store(&k, &mut point);
    let [point] = point;
    point
}

/// For each lane the multiple of its window's point that the scalar's digit says. Every entry of the table is read.
#[inline(always)]
fn entries<V: U52x8Lanes>(proof: V::Proof, round: usize, bias: &[u64; 4], biased: &[u64; 4]) -> NielsPoints<V> {
    let windows = Windows::<V>::new(proof, bias, 32 * round as u32, 4);
    let (magnitudes, negative) = windows.digits(proof, windows.word(biased));
    // 0: (y + x, y − x, 2dxy) = (1, 1, 0).
    let one = Fe::splat(proof, &[1, 0, 0, 0, 0]);
    let (mut plus, mut minus, mut xy2d) = (one, one, Fe::splat(proof, &[0; 5]));
    for (multiple, [entry_plus, entry_minus, entry_xy2d]) in (1..).zip(&BASE_WINDOWS_X8.0[round]) {
        let wanted = magnitudes.equal(V::splat(proof, multiple));
        plus = Fe::select(wanted, &plus, &constant(proof, entry_plus));
        minus = Fe::select(wanted, &minus, &constant(proof, entry_minus));
        xy2d = Fe::select(wanted, &xy2d, &constant(proof, entry_xy2d));
    }
    NielsPoints {
        minus: Fe::select(negative, &minus, &plus),
        plus: Fe::select(negative, &plus, &minus),
        xy2d: Fe::select(negative, &xy2d, &negated(proof, &xy2d)),
    }
}

#[inline(always)]
fn constant<V: U52x8Lanes>(proof: V::Proof, limbs: &[[u64; 8]; 5]) -> Fe<V> {
    let limb = |i: usize| V::load(proof, &limbs[i]);
    Fe([limb(0), limb(1), limb(2), limb(3), limb(4)])
}

/// p − a, limb by limb. The limbs of the table are canonical, and none of its lowest ones is above that of p.
#[inline(always)]
fn negated<V: U52Lanes>(proof: V::Proof, Fe([a0, a1, a2, a3, a4]): &Fe<V>) -> Fe<V> {
    let (lowest, other) = (V::splat(proof, (1 << 51) - 19), V::splat(proof, (1 << 51) - 1));
    Fe([lowest.sub(*a0), other.sub(*a1), other.sub(*a2), other.sub(*a3), other.sub(*a4)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_negated_limb_by_limb() {
        let entries = BASE_WINDOWS_X8.0.iter().flatten();
        assert!(entries.flat_map(|[_, _, xy2d]| xy2d[0]).all(|lowest| lowest <= (1 << 51) - 19));
    }
}
