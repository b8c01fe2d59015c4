//! A point prepared for many sums of a multiple of it and one of the base point, in variable time. Half of its tables
//! contain multiples of 2¹²⁸·P, which halves the number of doublings.

use super::scalar_mul::{Part, add_part_vartime, base_parts_vartime, double_times, half, mul_base};
use super::windows::WindowsX8;
use super::{Completed, Extended, Niels, PackedNiels, Point};
use crate::curve::arithmetic::recode::{length, naf_vartime, radix16};
use crate::curve::curve25519::field::{self, Field, TOGETHER};
use crate::curve::curve25519::tables;
use alloc::boxed::Box;

/// (2j + 1)·P and (2j + 1)·2¹²⁸·P for j from 0 to 63.
pub(crate) type Tables = [[PackedNiels; 64]; 2];

/// Tables of multiples of a point, of the kind that is best for the backend that computed them. Every backend can use
/// both kinds.
#[derive(Clone)]
pub(crate) enum Prepared {
    /// Multiples in every window, for eight lanes and without doublings.
    Windows(Box<WindowsX8>),
    /// Odd multiples.
    Odd(Box<Tables>),
}

impl Prepared {
    /// Returns tables for eight lanes that `fill` computes.
    pub(crate) fn windows(fill: impl FnOnce(&mut WindowsX8)) -> Self {
        let mut tables = Box::new(WindowsX8::ZERO);
        fill(&mut tables);
        Self::Windows(tables)
    }
}

/// Returns the tables of odd multiples of a point, computed with four inversions for all.
pub(crate) fn odd<F: Field>(proof: F::Proof, point: &Point) -> Prepared {
    let mut tables = Box::new([[[[0; 5]; 3]; 64]; 2]);
    let low = Extended::<F>::unpack(proof, point);
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
    Prepared::Odd(tables)
}

/// Returns the points 16ʷ·`point`.
pub(crate) fn window_points<F: Field>(proof: F::Proof, point: &Point) -> [Point; 64] {
    let mut points = [*point; 64];
    let mut multiple = Extended::<F>::unpack(proof, point);
    for point in &mut points[1..] {
        multiple = double_times(&multiple.projective(), 4).extended();
        *point = multiple.pack();
    }
    points
}

/// Returns a table entry for a point, reduced, given 1/Z.
fn niels<F: Field>(point: &Extended<F>, z_inverse: &F) -> PackedNiels {
    let proof = point.x.proof();
    let (x, y) = (field::mul(&point.x, z_inverse), field::mul(&point.y, z_inverse));
    let xy2d = F::mul(&field::mul(&x, &y).relax(), &F::loose(proof, &tables::D2));
    [F::carry(&y.add(&x)), F::carry(&y.sub(&x)), xy2d].map(|element| F::from_bytes(proof, &element.to_bytes()).pack())
}

/// Returns `a`·P + `b`·B for numbers below 2²⁵⁶, given the tables of P. Takes time that depends on all operands.
pub(crate) fn double_scalar_mul_base_vartime<F: Field>(
    proof: F::Proof,
    a: &[u8; 32],
    tables: &Prepared,
    b: &[u8; 32],
) -> Extended<F> {
    match tables {
        Prepared::Windows(tables) => sum_of_windows_vartime(proof, a, tables, b),
        Prepared::Odd(tables) => sum_vartime(proof, a, tables, b),
    }
}

/// Returns `a`·P + `b`·B for numbers below 2²⁵⁶, given the odd multiples of P. Takes time that depends on all operands.
pub(crate) fn sum_vartime<F: Field>(proof: F::Proof, a: &[u8; 32], of_p: &Tables, b: &[u8; 32]) -> Extended<F> {
    let digits = |start| naf_vartime(&half(a, start), 8);
    let [low, high] = base_parts_vartime(b);
    let parts: [Part<'_>; 4] = [(&of_p[0], digits(0)), (&of_p[1], digits(16)), low, high];
    let mut sum = Completed::identity(proof);
    for i in (0..length(parts.iter().map(|(_, digits)| digits))).rev() {
        sum = sum.projective().double();
        for part in &parts {
            sum = add_part_vartime(sum, part, i);
        }
    }
    sum.extended()
}

/// Returns `a`·P + `b`·B given the tables for eight lanes, on a backend without them. Takes time that depends on `a`.
pub(crate) fn sum_of_windows_vartime<F: Field>(
    proof: F::Proof,
    a: &[u8; 32],
    of_p: &WindowsX8,
    b: &[u8; 32],
) -> Extended<F> {
    let mut sum = mul_base::<F>(proof, b);
    for (window, digit) in radix16::<32, 64>(a).into_iter().enumerate().filter(|(_, digit)| *digit != 0) {
        let entry = &of_p.0[window / 8][usize::from(digit.unsigned_abs()) - 1];
        let [plus, minus, xy2d] = entry.map(|coordinate| coordinate.map(|limb| limb[window % 8]));
        let multiple = Niels::unpack(proof, &[plus, minus, xy2d]);
        sum = if digit > 0 { sum.add_niels(&multiple) } else { sum.sub_niels(&multiple) }.extended();
    }
    sum
}
