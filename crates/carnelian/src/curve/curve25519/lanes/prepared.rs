//! A point prepared for many sums of a multiple of it and one of the base point, over eight lanes: with tables like
//! those of the base point in [`mul_base`](super::mul_base), so that there are no doublings.

use super::field::{Fe, FieldLanes, FieldLanesX8, Proof};
use super::group::Points;
use super::mul_base::{Digits, ROUNDS, constant};
use super::tables::BASE_WINDOWS_X8;
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use crate::curve::curve25519::field::Field;
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::group::windows::WindowsX8;
use crate::curve::curve25519::tables;

/// Multiples of a point in a window.
const MULTIPLES: usize = 8;

/// Fills the tables of a point, given the points 16ʷ·P of its 64 windows, with one inversion for all, in the field `F`.
#[inline(always)]
pub(crate) fn fill<K: FieldLanesX8, F: Field<Proof = ()>>(
    proof: Proof<K>,
    window_points: &[Point; 64],
    tables: &mut WindowsX8,
) {
    let k = K::new(proof);
    let one = Fe::splat(proof, &[1, 0, 0, 0, 0]);
    // For each multiple its Z, and the product of all Z before it.
    let mut before = [[one; MULTIPLES]; ROUNDS];
    let mut zs = [[one; MULTIPLES]; ROUNDS];
    let mut product = one;
    for (round, points) in window_points.as_chunks::<8>().0.iter().enumerate() {
        let once = Points::load(proof, &k, points);
        let cached = once.cached(proof, &k);
        let mut multiple = once;
        for j in 0..MULTIPLES {
            if j > 0 {
                multiple = if j == 1 { once.double(&k) } else { multiple.add(&k, &cached) };
            }
            store(&multiple, proof, &k, &mut tables.0[round][j]);
            (before[round][j], zs[round][j]) = (product, multiple.z);
            product = k.carry(k.mul(&product, &k.fold(&multiple.z)));
        }
    }
    let mut inverse = product.inverted::<F>(proof);
    for round in (0..ROUNDS).rev() {
        for j in (0..MULTIPLES).rev() {
            let folded = k.fold(&inverse);
            let z_inverse = k.fold(&k.carry(k.mul(&before[round][j], &folded)));
            inverse = k.carry(k.mul(&zs[round][j], &folded));
            for coordinate in &mut tables.0[round][j] {
                let multiplied = k.carry(k.mul(&constant(proof, coordinate), &z_inverse));
                coordinate.iter_mut().zip(multiplied.0).for_each(|(limb, vector)| *limb = vector.store());
            }
        }
    }
}

/// Stores Y + X, Y − X and 2dT.
#[inline(always)]
fn store<V: WordLanesX8>(
    points: &Points<V>,
    proof: V::Proof,
    k: &impl FieldLanes<Word = V>,
    entry: &mut [[[u64; 8]; 5]; 3],
) {
    let t2d = k.carry(k.mul(&points.t, &k.fold(&Fe::splat(proof, &tables::D2))));
    for (coordinate, element) in entry.iter_mut().zip([points.plus, points.minus, t2d]) {
        coordinate.iter_mut().zip(element.0).for_each(|(limb, vector)| *limb = vector.store());
    }
}

/// Returns `a`·P + `b`·B for numbers below 2²⁵⁵, given the tables of P.
#[inline(always)]
pub(crate) fn double_scalar_mul_base<K: FieldLanesX8>(
    proof: Proof<K>,
    a: &[u8; 32],
    of_p: &WindowsX8,
    b: &[u8; 32],
) -> Point {
    let k = K::new(proof);
    let (a, b) = (Digits::new(a), Digits::new(b));
    let (first, negative) = a.entries(proof, 0, of_p);
    let mut sum = Points::from_niels(proof, &k, &first, negative);
    let of_a = (1..ROUNDS).map(|round| (&a, round, of_p));
    let of_b = (0..ROUNDS).map(|round| (&b, round, &BASE_WINDOWS_X8));
    for (digits, round, tables) in of_a.chain(of_b) {
        let (entries, negative) = digits.entries(proof, round, tables);
        sum = sum.add_niels_signed(&k, &entries, negative);
    }
    sum.sum_of_lanes(proof, &k)
}
