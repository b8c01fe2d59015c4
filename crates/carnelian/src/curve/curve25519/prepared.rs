//! A point made ready for many sums of a multiple of it and one of the base point, in variable time: with tables of its
//! multiples, of which half reach beyond 2¹²⁸, so that half of the doublings are enough.

use super::field::{self, Field, TOGETHER};
use super::group::{Completed, Extended, PackedNiels, Point};
use super::recode::{length, naf_vartime};
use super::scalar_mul::{Part, add_part_vartime, base_parts_vartime, double_times, half};
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

/// `a`·P + `b`·B for numbers below 2²⁵⁶, given the tables of P. Takes time that depends on everything.
pub(super) fn sum_vartime<F: Field>(a: &[u8; 32], of_p: &Tables, b: &[u8; 32]) -> Extended<F> {
    let digits = |start| naf_vartime(&half(a, start), 8);
    let [low, high] = base_parts_vartime(b);
    let parts: [Part<'_>; 4] = [(&of_p[0], digits(0)), (&of_p[1], digits(16)), low, high];
    let mut sum = Completed::identity();
    for i in (0..length(parts.iter().map(|(_, digits)| digits))).rev() {
        sum = sum.projective().double();
        for part in &parts {
            sum = add_part_vartime(sum, part, i);
        }
    }
    sum.extended()
}
