//! A point made ready for many sums of a multiple of it and one of the base point, in variable time: with tables of its
//! multiples, of which half reach beyond 2¹²⁸, so that half of the doublings are enough.

use super::field::{self, Field, TOGETHER};
use super::group::{Completed, Extended, Niels, PackedNiels, Point};
use super::recode::naf_vartime;
use super::scalar_mul::double_times;
use super::tables;

/// (2j + 1)·P and (2j + 1)·2¹²⁸·P for j from 0 to 63.
pub(super) type Tables = [[PackedNiels; 64]; 2];

/// Fills the tables for a point, with four inversions for all.
pub(super) fn fill<F: Field>(point: &Point, tables: &mut Tables) {
    let low = Extended::<F>::unpack(point);
    let high = double_times(&low.projective(), 128).extended();
    for (table, first) in tables.iter_mut().zip([low, high]) {
        let twice = first.projective().double().extended().cached();
        let mut multiple = first;
        for part in table.chunks_mut(TOGETHER) {
            let mut multiples = [multiple; TOGETHER];
            for entry in &mut multiples {
                *entry = multiple;
                multiple = multiple.add(&twice).extended();
            }
            let mut inverses = multiples.map(|multiple| multiple.z);
            field::invert_all(&mut inverses);
            for ((entry, multiple), z_inverse) in part.iter_mut().zip(&multiples).zip(&inverses) {
                *entry = niels(multiple, z_inverse);
            }
        }
    }
}

/// A point as the tables hold it, reduced, given 1/Z.
fn niels<F: Field>(point: &Extended<F>, z_inverse: &F) -> PackedNiels {
    let (x, y) = (field::mul(&point.x, z_inverse), field::mul(&point.y, z_inverse));
    let xy2d = F::mul(&field::mul(&x, &y).relax(), &F::loose(&tables::D2));
    [F::carry(&y.add(&x)), F::carry(&y.sub(&x)), xy2d].map(|element| F::from_bytes(&element.to_bytes()).pack())
}

/// What `a`·P + `b`·B is the sum of: tables of odd multiples, and which of them is added at which power of 2.
pub(super) type Parts<'a> = [(&'a [PackedNiels; 64], [i8; 257]); 4];

/// The form of a number below 2¹²⁸ has 129 digits at most.
pub(super) const DIGITS: usize = 129;

/// The parts for numbers below 2²⁵⁶, given the tables of P. Takes time that depends on the numbers.
pub(super) fn parts_vartime<'a>(a: &[u8; 32], of_p: &'a Tables, b: &[u8; 32]) -> Parts<'a> {
    [
        (&of_p[0], naf_vartime(&half(a, 0), 8)),
        (&of_p[1], naf_vartime(&half(a, 16), 8)),
        (&tables::BASE_ODD, naf_vartime(&half(b, 0), 8)),
        (&tables::BASE_2_128_ODD, naf_vartime(&half(b, 16), 8)),
    ]
}

/// The sum of the parts. Takes time that depends on everything.
pub(super) fn sum_vartime<F: Field>(parts: &Parts<'_>) -> Extended<F> {
    let mut sum = Completed::identity();
    for i in (0..DIGITS).rev() {
        sum = sum.projective().double();
        for (table, digits) in parts {
            let digit = digits[i];
            if digit != 0 {
                let multiple = Niels::unpack(&table[usize::from(digit.unsigned_abs()) / 2]);
                let before = sum.extended();
                sum = if digit > 0 { before.add_niels(&multiple) } else { before.sub_niels(&multiple) };
            }
        }
    }
    sum.extended()
}

/// The 16 bytes from `start` on, as a number.
fn half(number: &[u8; 32], start: usize) -> [u8; 32] {
    let mut half = [0; 32];
    half[..16].copy_from_slice(&number[start..start + 16]);
    half
}
