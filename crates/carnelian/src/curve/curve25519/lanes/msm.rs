//! Sums of many multiples over eight lanes, in variable time: lane = window.
//!
//! Straus's method with signed digits in radix 16. A scalar's 64 digits are eight groups of eight, and each group has a
//! separate sum in each lane: the point is the same in all lanes, its multiple is not. With the multiples 1 to 8 of a
//! point in the lanes of vectors, selecting eight different ones takes one permutation per limb.

use super::field::{Fe, FieldLanes, FieldLanesX8, Proof};
use super::group::{CachedPoints, Points};
use crate::base::lanes::u64::WordLanesX8;
use crate::curve::arithmetic::recode::radix16;
use crate::curve::curve25519::group::Point;

/// Groups of eight digits of a scalar.
pub(crate) const GROUPS: usize = 8;
/// The bits of the digits in each group.
pub(crate) const WIDTHS: [u32; GROUPS] = [4; GROUPS];

/// Computes for each window w the sum of digit w of `scalars[i]` times `points[i]`. The sum of the multiples is the sum
/// over w of 16ʷ times that. Scalars are below 2²⁵⁵. Takes time that depends on all operands.
#[inline(always)]
pub(crate) fn window_sums_vartime<K: FieldLanesX8>(
    proof: Proof<K>,
    scalars: &[[u8; 32]],
    points: &[Point],
    windows: &mut [[Point; 8]; GROUPS],
) {
    let k = K::new(proof);
    let mut sums = [Points::load(proof, &k, &[]); GROUPS];
    for (scalars, points) in scalars.chunks(8).zip(points.chunks(8)) {
        let tables = multiples(proof, &k, points);
        for (scalar, table) in scalars.iter().zip(&tables) {
            let digits = radix16::<32, 64>(scalar);
            for (sum, digits) in sums.iter_mut().zip(digits.as_chunks::<8>().0) {
                if *digits != [0; 8] {
                    *sum = add_multiples(proof, &k, sum, table, digits);
                }
            }
        }
    }
    for (sum, windows) in sums.iter().zip(windows) {
        sum.store(&k, windows);
    }
}

/// Returns for each of eight points its multiples: i + 1 times the point in lane i.
#[inline(always)]
fn multiples<V: WordLanesX8>(proof: V::Proof, k: &impl FieldLanes<Word = V>, points: &[Point]) -> [CachedPoints<V>; 8] {
    // Lane = point, in each of the multiples.
    let once = Points::load(proof, k, points);
    let cached = once.cached(proof, k);
    let mut tables = [cached; 8];
    let mut multiple = once.double(k);
    for table in &mut tables[1..] {
        *table = multiple.cached(proof, k);
        multiple = multiple.add(k, &cached);
    }
    // Lane = multiple, for each of the points.
    for limb in 0..5 {
        transpose(&mut tables, |table| &mut table.minus.0[limb]);
        transpose(&mut tables, |table| &mut table.plus.0[limb]);
        transpose(&mut tables, |table| &mut table.z2.0[limb]);
        transpose(&mut tables, |table| &mut table.t2d.0[limb]);
    }
    tables
}

#[inline(always)]
fn transpose<V: WordLanesX8>(tables: &mut [CachedPoints<V>; 8], vector: impl Fn(&mut CachedPoints<V>) -> &mut V) {
    let mut rows = [*vector(&mut tables[0]); 8];
    for (row, table) in rows.iter_mut().zip(tables.iter_mut()) {
        *row = *vector(table);
    }
    for (row, table) in V::transpose(rows).into_iter().zip(tables) {
        *vector(table) = row;
    }
}

/// Returns `sum` plus, in each lane, the digit's multiple of the point.
#[inline(always)]
fn add_multiples<V: WordLanesX8>(
    proof: V::Proof,
    k: &impl FieldLanes<Word = V>,
    sum: &Points<V>,
    table: &CachedPoints<V>,
    digits: &[i8; 8],
) -> Points<V> {
    let (digits, zero, one) = (V::load_signed(proof, digits), V::splat(proof, 0), V::splat(proof, 1));
    let negative = digits.shift_right::<63>().equal(one);
    let magnitude = V::select(negative, digits, zero.sub(digits));
    let (index, none) = (magnitude.sub(one), digits.equal(zero));
    let identity = |limb: u64| Fe::splat(proof, &[limb, 0, 0, 0, 0]);
    let chosen = |fe: &Fe<V>, identity: Fe<V>| Fe::select(none, &fe.lookup(index), &identity);
    let multiples = CachedPoints {
        minus: chosen(&table.minus, identity(1)),
        plus: chosen(&table.plus, identity(1)),
        z2: chosen(&table.z2, identity(2)),
        t2d: chosen(&table.t2d, identity(0)),
    };
    sum.add_signed(k, &multiples, negative)
}
