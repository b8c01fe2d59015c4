//! Multiples of points over any representation of the field.

use super::field::Field;
use super::group::{Cached, Completed, Extended, Niels, PackedNiels, Projective};
use super::recode::{magnitude, naf_vartime, radix16, same};
use super::tables;
use crate::base::ct::Select;

/// `scalar`·B for a number below 2²⁵⁵. Constant time.
///
/// With the digits d of [`radix16`], the sum of d₂ᵢ₊₁·256ⁱ·B comes first, then 16 times that, then the sum of d₂ᵢ·256ⁱ·B:
/// so a table of 32 windows serves 64 digits (Bernstein, Duif, Lange, Schwabe, Yang, "High-speed high-security
/// signatures", Section 4).
pub(super) fn mul_base<F: Field>(scalar: &[u8; 32]) -> Extended<F> {
    let digits = radix16(scalar);
    let mut sum = Extended::IDENTITY;
    for (window, digit) in tables::BASE_WINDOWS.iter().zip(digits.iter().skip(1).step_by(2)) {
        sum = sum.add_niels(&entry::<F>(window, *digit)).extended();
    }
    sum = double_times(&sum.projective(), 4).extended();
    for (window, digit) in tables::BASE_WINDOWS.iter().zip(digits.iter().step_by(2)) {
        sum = sum.add_niels(&entry::<F>(window, *digit)).extended();
    }
    sum
}

/// The multiple `digit` of a window's point, of whose table every entry is read.
#[inline(always)]
fn entry<F: Field>(window: &[PackedNiels; 8], digit: i8) -> Niels<F> {
    let (magnitude, negative) = magnitude(digit);
    // 0: (y + x, y − x, 2dxy) = (1, 1, 0).
    let mut entry: PackedNiels = [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0; 5]];
    for (multiple, candidate) in (1..).zip(window) {
        let wanted = same(magnitude, multiple);
        for (limbs, candidate) in entry.iter_mut().zip(candidate) {
            *limbs = Select::select(wanted, *limbs, *candidate);
        }
    }
    Niels::unpack(&entry).negate_if(negative)
}

/// 2^`n`·`point`, 1 ≤ `n`.
#[inline(always)]
pub(super) fn double_times<F: Field>(point: &Projective<F>, n: u32) -> Completed<F> {
    let mut point = point.double();
    for _ in 1..n {
        point = point.projective().double();
    }
    point
}

/// `scalar`·`point` for a number below 2²⁵⁵. Constant time.
pub(super) fn mul<F: Field>(scalar: &[u8; 32], point: &Extended<F>) -> Extended<F> {
    let digits = radix16(scalar);
    // 1·P to 8·P.
    let mut table = [point.cached(); 8];
    for i in 1..8 {
        table[i] = point.add(&table[i - 1]).extended().cached();
    }
    let multiple = |digit: i8| {
        let (magnitude, negative) = magnitude(digit);
        let mut entry = Cached::identity();
        for (multiple, candidate) in (1..).zip(&table) {
            entry = Select::select(same(magnitude, multiple), entry, *candidate);
        }
        entry.negate_if(negative)
    };
    let mut sum = Extended::IDENTITY.add(&multiple(digits[63]));
    for digit in digits[..63].iter().rev() {
        let shifted = double_times(&sum.projective(), 4).extended();
        sum = shifted.add(&multiple(*digit));
    }
    sum.extended()
}

/// The odd multiples P, 3P, ... of a point.
#[inline(always)]
pub(super) fn odd_multiples<F: Field, const N: usize>(point: &Extended<F>) -> [Cached<F>; N] {
    let double = point.projective().double().extended();
    let mut table = [point.cached(); N];
    for i in 1..N {
        table[i] = double.add(&table[i - 1]).extended().cached();
    }
    table
}

/// `a`·`point` + `b`·B for numbers below 2²⁵⁵ (Straus, in non-adjacent forms). Takes time that depends on everything.
pub(super) fn double_scalar_mul_base_vartime<F: Field>(a: &[u8; 32], point: &Extended<F>, b: &[u8; 32]) -> Extended<F> {
    let (a_digits, b_digits) = (naf_vartime(a, 5), naf_vartime(b, 8));
    let multiples: [Cached<F>; 8] = odd_multiples(point);
    let length = (0..257).rev().find(|i| a_digits[*i] != 0 || b_digits[*i] != 0).map_or(0, |top| top + 1);
    let mut sum = Completed::identity();
    for i in (0..length).rev() {
        sum = sum.projective().double();
        if a_digits[i] != 0 {
            sum = add_odd_vartime(&sum.extended(), &multiples, a_digits[i]);
        }
        if b_digits[i] != 0 {
            let multiple = Niels::unpack(&tables::BASE_ODD[usize::from(b_digits[i].unsigned_abs()) / 2]);
            let before = sum.extended();
            sum = if b_digits[i] > 0 { before.add_niels(&multiple) } else { before.sub_niels(&multiple) };
        }
    }
    sum.extended()
}

/// `point` + `digit` times the point of whose odd multiples the table is.
#[inline(always)]
pub(super) fn add_odd_vartime<F: Field>(point: &Extended<F>, multiples: &[Cached<F>; 8], digit: i8) -> Completed<F> {
    let multiple = &multiples[usize::from(digit.unsigned_abs()) / 2];
    if digit > 0 { point.add(multiple) } else { point.sub(multiple) }
}
