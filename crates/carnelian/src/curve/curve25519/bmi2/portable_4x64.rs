//! The functions of `x86_bmi2`, with the same contract, over numbers of 128 bits: for tools that cannot follow
//! assembly, and as the reference for tests.

use super::x86_bmi2_point::Sum;
use crate::base::cpu::Avx2Fma;
use crate::base::ct::Choice;
use crate::base::taint;

/// Returns `a` + `b` + `carry` as a word and the carry.
#[inline(always)]
fn add_words(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

/// Returns `a` + `b`·`c` + `carry` as a word and the carry.
#[inline(always)]
fn multiply_add(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

/// Returns `a` + `small` modulo 2²⁵⁶.
#[inline(always)]
fn add_small(a: &[u64; 4], small: u64) -> [u64; 4] {
    let mut carry = small;
    a.map(|word| {
        let sum;
        (sum, carry) = add_words(word, carry, 0);
        sum
    })
}

/// Returns `n` if there is a carry, else 0. The optimiser cannot see that the carry is a truth value.
#[inline(always)]
fn if_carried(carry: u64, n: u64) -> u64 {
    Choice::from_lsb(carry).mask::<u64>() & n
}

/// Returns `a` + 2²⁵⁶·`top`, tight.
#[inline(always)]
fn tighten(mut a: [u64; 4], top: u64) -> [u64; 4] {
    debug_assert!(top < 1 << 17);
    let over = top << 1 | a[3] >> 63;
    a[3] &= u64::MAX >> 1;
    add_small(&a, 19 * over)
}

/// Adds `b`·`a` to `sum`, and returns the carry out of it.
#[inline(always)]
fn row(sum: &mut [u64], a: &[u64; 4], b: u64) -> u64 {
    taint::stands_in();
    let mut carry = 0;
    for (sum, a) in sum.iter_mut().zip(a) {
        (*sum, carry) = multiply_add(*sum, *a, b, carry);
    }
    carry
}

/// Returns `a`·`b`, tight, of loose numbers.
#[inline(always)]
pub(crate) fn product(_: Avx2Fma, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut wide = [0; 8];
    for (i, b) in b.iter().enumerate() {
        wide[i + 4] = row(&mut wide[i..i + 4], a, *b);
    }
    let [mut low, high] = [[wide[0], wide[1], wide[2], wide[3]], [wide[4], wide[5], wide[6], wide[7]]];
    let top = row(&mut low, &high, 38);
    tighten(low, top)
}

/// Returns `a`², tight, of a loose number.
#[inline(always)]
pub(crate) fn squared(proof: Avx2Fma, a: &[u64; 4]) -> [u64; 4] {
    product(proof, a, a)
}

/// Returns `a` to the power of 2^`n`, tight, of a loose number.
#[inline(always)]
pub(crate) fn squared_times(proof: Avx2Fma, a: &[u64; 4], n: u32) -> [u64; 4] {
    (0..n).fold(*a, |power, _| squared(proof, &power))
}

/// Returns 121 666·`a` + `b`, tight, of loose numbers.
#[inline(always)]
pub(crate) fn scaled_sum(_: Avx2Fma, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut sum = *b;
    let top = row(&mut sum, a, 121_666);
    tighten(sum, top)
}

/// Returns `a` + `b`, loose, of tight numbers.
#[inline(always)]
pub(crate) fn sum(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut carry = 0;
    let mut sum = core::array::from_fn(|i| {
        let word;
        (word, carry) = add_words(a[i], b[i], carry);
        word
    });
    sum[0] += if_carried(carry, 38);
    sum
}

/// Returns `a` − `b`, loose, of tight numbers.
#[inline(always)]
pub(crate) fn difference(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    // a + (2²⁵⁶ − 1 − b) + 1 carries if a ≥ b.
    let mut carry = 1;
    let difference: [u64; 4] = core::array::from_fn(|i| {
        let word;
        (word, carry) = add_words(a[i], !b[i], carry);
        word
    });
    // Subtracting 38 is adding 2²⁵⁶ − 38.
    let mut carry_of_fold = 0;
    let less = if_carried(carry ^ 1, u64::MAX);
    let fold = [less & 38_u64.wrapping_neg(), less, less, less];
    core::array::from_fn(|i| {
        let word;
        (word, carry_of_fold) = add_words(difference[i], fold[i], carry_of_fold);
        word
    })
}

/// Returns `a`, tight, of a loose number.
#[inline(always)]
pub(crate) fn tightened(a: &[u64; 4]) -> [u64; 4] {
    tighten(*a, 0)
}

/// Returns `a` below p, of a tight number.
#[inline(always)]
pub(crate) fn reduced(a: &[u64; 4]) -> [u64; 4] {
    let over = add_small(a, 19)[3] >> 63;
    let mut reduced = add_small(a, 19 * over);
    reduced[3] &= u64::MAX >> 1;
    reduced
}

/// Doubles a point except for the last multiplications, from X, Y, Z.
#[inline(always)]
pub(crate) fn double(point: &mut Sum) {
    let (proof, [x, y, z, _]) = (point.proof, &point.point);
    let [xx, yy, zz] = [x, y, z].map(|coordinate| squared(proof, coordinate));
    let xy = product(proof, x, y);
    let twice = |a| tightened(&sum(a, a));
    let g = difference(&yy, &xx);
    point.completed = [twice(&xy), difference(&twice(&zz), &tightened(&g)), g, sum(&yy, &xx)];
}

/// Adds the entry (Y + X, Y − X, 2Z, 2dT) to a point except for the last multiplications, from X, Y, Z, T.
#[inline(always)]
pub(crate) fn add(point: &mut Sum) {
    let d = product(point.proof, &point.point[2], &point.entry[2]);
    add_with(point, &d);
}

/// Adds an entry with Z = 1 like [`add`].
#[inline(always)]
pub(crate) fn add_affine(point: &mut Sum) {
    let z = &point.point[2];
    add_with(point, &tightened(&sum(z, z)));
}

/// Adds like [`add`], given 2Z₁Z₂.
#[inline(always)]
fn add_with(point: &mut Sum, d: &[u64; 4]) {
    let [x, y, _, t] = &point.point;
    let [plus, minus, _, t2d] = &point.entry;
    let product = |a: &_, b: &_| product(point.proof, a, b);
    let [a, b, c] = [product(&difference(y, x), minus), product(&sum(y, x), plus), product(t, t2d)];
    point.completed = [difference(&b, &a), difference(d, &c), sum(d, &c), sum(&b, &a)];
}

/// Computes X = EF, Y = GH, Z = FG.
#[inline(always)]
pub(crate) fn project(point: &mut Sum) {
    let [e, f, g, h] = &point.completed;
    let [x, y, z] = [[e, f], [g, h], [f, g]].map(|[a, b]| product(point.proof, a, b));
    point.point = [x, y, z, point.point[3]];
}

/// Computes T = EH, and X, Y, Z like [`project`].
#[inline(always)]
pub(crate) fn extend(point: &mut Sum) {
    project(point);
    point.point[3] = product(point.proof, &point.completed[0], &point.completed[3]);
}
