//! Multiples of points over any representation of the field.

use super::{Cached, Completed, Edwards, Extended, Niels, PackedNiels, Projective};
use crate::base::ct::Select;
use crate::curve::arithmetic::group::{add_odd_vartime, odd_multiples};
use crate::curve::arithmetic::recode::{length, magnitude, naf_vartime, radix16, same};
use crate::curve::curve25519::field::Field;
use crate::curve::curve25519::tables;

/// Returns `scalar`·B for a number below 2²⁵⁵. Constant time.
///
/// With the digits d of [`radix16`], the sum of d₂ᵢ₊₁·256ⁱ·B comes first, then 16 times that, then the sum of
/// d₂ᵢ·256ⁱ·B: so a table of 32 windows serves 64 digits (Bernstein, Duif, Lange, Schwabe, Yang, "High-speed
/// high-security signatures", Section 4).
pub(crate) fn mul_base<F: Field>(proof: F::Proof, scalar: &[u8; 32]) -> Extended<F> {
    let digits = radix16::<32, 64>(scalar);
    let mut sum = Extended::identity(proof);
    for (window, digit) in tables::BASE_WINDOWS.iter().zip(digits.iter().skip(1).step_by(2)) {
        sum = sum.add_niels(&entry::<F>(proof, window, *digit)).extended();
    }
    sum = double_times(&sum.projective(), 4).extended();
    for (window, digit) in tables::BASE_WINDOWS.iter().zip(digits.iter().step_by(2)) {
        sum = sum.add_niels(&entry::<F>(proof, window, *digit)).extended();
    }
    sum
}

/// Returns the multiple `digit` of a window's point. Reads every entry of the table.
#[inline(always)]
fn entry<F: Field>(proof: F::Proof, window: &[PackedNiels; 8], digit: i8) -> Niels<F> {
    let (magnitude, negative) = magnitude(digit);
    // 0: (y + x, y − x, 2dxy) = (1, 1, 0).
    let mut entry: PackedNiels = [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0; 5]];
    for (multiple, candidate) in (1..).zip(window) {
        let wanted = same(magnitude, multiple);
        for (limbs, candidate) in entry.iter_mut().zip(candidate) {
            *limbs = Select::select(wanted, *limbs, *candidate);
        }
    }
    Niels::unpack(proof, &entry).negate_if(negative)
}

/// Returns 2^`n`·`point`, 1 ≤ `n`.
#[inline(always)]
pub(crate) fn double_times<F: Field>(point: &Projective<F>, n: u32) -> Completed<F> {
    let mut point = point.double();
    for _ in 1..n {
        point = point.projective().double();
    }
    point
}

/// Returns `scalar`·`point` for a number below 2²⁵⁵. Constant time.
pub(crate) fn mul<F: Field>(scalar: &[u8; 32], point: &Extended<F>) -> Extended<F> {
    let proof = point.x.proof();
    let digits = radix16::<32, 64>(scalar);
    // 1·P to 8·P.
    let mut table = [point.cached(); 8];
    for i in 1..8 {
        table[i] = point.add(&table[i - 1]).extended().cached();
    }
    let multiple = |digit: i8| {
        let (magnitude, negative) = magnitude(digit);
        let mut entry = Cached::identity(proof);
        for (multiple, candidate) in (1..).zip(&table) {
            entry = Select::select(same(magnitude, multiple), entry, *candidate);
        }
        entry.negate_if(negative)
    };
    let mut sum = Extended::identity(proof).add(&multiple(digits[63]));
    for digit in digits[..63].iter().rev() {
        let shifted = double_times(&sum.projective(), 4).extended();
        sum = shifted.add(&multiple(*digit));
    }
    sum.extended()
}

/// A table of the odd multiples of a point, and for each power of 2 the digit of the multiple to add.
pub(crate) type Part<'a> = (&'a [PackedNiels; 64], [i8; 257]);

/// Returns the parts of `b`·B: the lower half of the number with multiples of B, the upper half with those of 2¹²⁸·B.
/// Takes time that depends on the number.
pub(crate) fn base_parts_vartime(b: &[u8; 32]) -> [Part<'static>; 2] {
    let digits = |start| naf_vartime(&half(b, start), 8);
    [(&tables::BASE_ODD, digits(0)), (&tables::BASE_2_128_ODD, digits(16))]
}

/// Returns the 16 bytes from index `start` as a number.
pub(crate) fn half(number: &[u8; 32], start: usize) -> [u8; 32] {
    let mut half = [0; 32];
    half[..16].copy_from_slice(&number[start..start + 16]);
    half
}

/// Returns the sum of `scalars[i]`·`points[i]` and `b`·B for numbers below 2²⁵⁵, by Straus's method with non-adjacent
/// forms. The number of doublings is the length of the longest scalar, or about 128 if that is more. Takes time that
/// depends on all operands.
pub(crate) fn combination_vartime<F: Field, const N: usize>(
    proof: F::Proof,
    scalars: [&[u8; 32]; N],
    points: [Extended<F>; N],
    b: &[u8; 32],
) -> Extended<F> {
    let digits = scalars.map(|scalar| naf_vartime(scalar, 5));
    let tables: [[Cached<F>; 8]; N] = points.map(|point| odd_multiples::<Edwards<F>, 8>(&point));
    let of_b = base_parts_vartime(b);
    let mut sum = Completed::identity(proof);
    for i in (0..length(digits.iter().chain(of_b.iter().map(|(_, digits)| digits)))).rev() {
        sum = sum.projective().double();
        for (digits, table) in digits.iter().zip(&tables) {
            if digits[i] != 0 {
                sum = add_odd_vartime::<Edwards<F>, 8>(&sum.extended(), table, digits[i]);
            }
        }
        for part in &of_b {
            sum = add_part_vartime(sum, part, i);
        }
    }
    sum.extended()
}

/// Returns `sum` plus the multiple for digit `i` of a part.
#[inline(always)]
pub(crate) fn add_part_vartime<F: Field>(sum: Completed<F>, (table, digits): &Part<'_>, i: usize) -> Completed<F> {
    let digit = digits[i];
    if digit == 0 {
        return sum;
    }
    let before = sum.extended();
    let multiple = Niels::unpack(before.x.proof(), &table[usize::from(digit.unsigned_abs()) / 2]);
    if digit > 0 { before.add_niels(&multiple) } else { before.sub_niels(&multiple) }
}
