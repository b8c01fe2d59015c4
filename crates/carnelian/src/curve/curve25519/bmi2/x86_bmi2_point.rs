//! Multiples of points with `mulx`: the formulas of `group`, each as one block of assembly on a point that stays in
//! memory.
#![allow(unsafe_code)]

use super::fe_4x64_bmi2::{Fe4x64, kernels};
use crate::base::cpu::Avx2Fma;
use crate::base::ct::{Choice, Select};
use crate::base::dispatch;
use crate::base::memory::align_frame;
use crate::curve::arithmetic::recode::{length, magnitude, naf_vartime, radix16, same};
use crate::curve::curve25519::field::{self, Field, PrimeField};
use crate::curve::curve25519::group::scalar_mul::{Part, base_parts_vartime};
use crate::curve::curve25519::group::{self, PackedNiels, Point};
use crate::curve::curve25519::tables;

/// A point as a second operand: Y + X, Y − X, 2Z, 2dT, the first three loose, the last one tight.
type Entry = [[u64; 4]; 4];

/// (Y + X, Y − X, 2Z, 2dT) of the identity element.
const IDENTITY: Entry = [[1, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [0; 4]];

/// The state of a sum of points.
#[repr(C, align(64))]
pub(crate) struct Sum {
    /// X, Y, Z, T, tight; T only where an addition follows.
    pub(crate) point: [[u64; 4]; 4],
    /// E, F, G, H, loose, where X = EF, Y = GH, Z = FG, T = EH.
    pub(crate) completed: [[u64; 4]; 4],
    /// The operand of an addition.
    pub(crate) entry: Entry,
    pub(crate) scratch: [[u64; 4]; 3],
    /// The proof that the CPU has the instructions.
    pub(crate) proof: Avx2Fma,
}

impl Sum {
    #[inline(always)]
    fn new(proof: Avx2Fma, point: &Point) -> Self {
        let point = point.each_ref().map(|coordinate| field::unpack::<Fe4x64>(proof, coordinate).words);
        Self { point, completed: [[0; 4]; 4], entry: IDENTITY, scratch: [[0; 4]; 3], proof }
    }

    #[cfg(test)]
    pub(crate) fn of_words(proof: Avx2Fma, point: [[u64; 4]; 4], entry: Entry) -> Self {
        Self { point, completed: [[0; 4]; 4], entry, scratch: [[0; 4]; 3], proof }
    }

    fn pack(&self) -> Point {
        self.point.map(|words| Fe4x64 { words, proof: self.proof }.pack())
    }

    /// Returns the point as a second operand.
    #[inline(always)]
    fn cached(&self) -> Entry {
        let [x, y, z, t] = self.point.map(|words| Fe4x64 { words, proof: self.proof });
        let t2d = Fe4x64::mul(&t.relax(), &Fe4x64::loose(self.proof, &tables::D2));
        [y.add(&x).words, y.sub(&x).words, z.add(&z).words, t2d.words]
    }

    #[inline(always)]
    pub(crate) fn double(&mut self) {
        kernels::double(self);
    }

    #[inline(always)]
    fn project(&mut self) {
        kernels::project(self);
    }

    #[inline(always)]
    pub(crate) fn extend(&mut self) {
        kernels::extend(self);
    }

    /// Adds a point.
    #[inline(always)]
    pub(crate) fn add(&mut self, entry: Entry) {
        self.entry = entry;
        kernels::add(self);
    }

    /// Adds a point with Z = 1.
    #[inline(always)]
    pub(crate) fn add_affine(&mut self, entry: Entry) {
        self.entry = entry;
        kernels::add_affine(self);
    }

    /// Adds the multiple for digit `i` of a part to the completed sum.
    #[inline(always)]
    fn add_part_vartime(&mut self, (table, digits): &Part<'_>, i: usize) {
        let digit = digits[i];
        if digit != 0 {
            self.extend();
            self.add_affine(signed_vartime(affine(self.proof, &table[usize::from(digit.unsigned_abs()) / 2]), digit));
        }
    }
}

/// Computes 2^`n` times the point except for the last multiplications. T is neither needed nor computed. 1 ≤ `n`.
#[inline(never)]
fn double_times(sum: &mut Sum, n: u32) {
    for _ in 1..n {
        sum.double();
        sum.project();
    }
    sum.double();
}

/// Returns an entry of a table as a second operand with Z = 1. Its numbers are below p, so they are tight.
#[inline(always)]
fn affine(proof: Avx2Fma, [plus, minus, xy2d]: &PackedNiels) -> Entry {
    let [plus, minus, xy2d] = [plus, minus, xy2d].map(|packed| Fe4x64::loose(proof, packed).words);
    [plus, minus, IDENTITY[2], xy2d]
}

/// Returns −`entry` if `choice` is true, else `entry`.
#[inline(always)]
fn negate_if(choice: Choice, [mut plus, mut minus, z2, t2d]: Entry) -> Entry {
    Select::swap(choice, &mut plus, &mut minus);
    [plus, minus, z2, Select::select(choice, t2d, kernels::difference(&[0; 4], &t2d))]
}

/// Returns `entry` with the sign of a public digit.
#[inline(always)]
fn signed_vartime([plus, minus, z2, t2d]: Entry, digit: i8) -> Entry {
    if digit > 0 { [plus, minus, z2, t2d] } else { [minus, plus, z2, kernels::difference(&[0; 4], &t2d)] }
}

dispatch::kernels! { proof: Avx2Fma;
    /// Returns `scalar`·`point` for a number below 2²⁵⁵. Constant time.
    pub(crate) fn mul(proof, scalar: &[u8; 32], point: &Point) -> Point {
        let digits = radix16::<32, 64>(scalar);
        let mut sum = Sum::new(proof, point);
        // 1·P to 8·P.
        let first = sum.cached();
        let mut table = [first; 8];
        for entry in &mut table[1..] {
            sum.add(first);
            sum.extend();
            *entry = sum.cached();
        }
        let multiple = |digit: i8| {
            let (magnitude, negative) = magnitude(digit);
            negate_if(negative, multiple_of(proof, magnitude, &table))
        };
        let mut sum = Sum::new(proof, &group::IDENTITY);
        sum.add(multiple(digits[63]));
        for digit in digits[..63].iter().rev() {
            sum.project();
            double_times(&mut sum, 4);
            sum.extend();
            sum.add(multiple(*digit));
        }
        sum.extend();
        sum.pack()
    }
}

/// Returns the entry for the magnitude of a digit from the table of the multiples 1 to 8. Reads every entry.
#[inline(always)]
fn multiple_of(_: Avx2Fma, magnitude: u8, table: &[Entry; 8]) -> Entry {
    use core::arch::x86_64::*;
    align_frame();
    let mut chosen = [[0; 4]; 4];
    // SAFETY: the token proves that the CPU has AVX2; a vector has the size of a coordinate's four words.
    unsafe {
        let mut sums = [_mm256_setzero_si256(); 4];
        for (multiple, entry) in (0..).zip(core::iter::once(&IDENTITY).chain(table)) {
            let mask = _mm256_set1_epi64x(same(magnitude, multiple).mask::<u64>().cast_signed());
            for (sum, coordinate) in sums.iter_mut().zip(entry) {
                let coordinate = _mm256_loadu_si256(coordinate.as_ptr().cast());
                *sum = _mm256_or_si256(*sum, _mm256_and_si256(mask, coordinate));
            }
        }
        for (sum, coordinate) in sums.into_iter().zip(&mut chosen) {
            _mm256_storeu_si256(coordinate.as_mut_ptr().cast(), sum);
        }
    }
    chosen
}

dispatch::kernels! { proof: Avx2Fma;
    /// Returns the sum of the windows, each times 2 to the number of bits below it; a window of group g has `widths[g]`
    /// bits. Takes time that depends only on the widths.
    pub(crate) fn horner(proof, groups: &[[Point; 8]], widths: &[u32]) -> Point {
        let mut sum = Sum::new(proof, &group::IDENTITY);
        sum.add(IDENTITY);
        for (windows, width) in groups.iter().zip(widths).rev() {
            for window in windows.iter().rev() {
                sum.project();
                double_times(&mut sum, *width);
                sum.extend();
                sum.add(Sum::new(proof, window).cached());
            }
        }
        sum.extend();
        sum.pack()
    }
}

dispatch::kernels! { proof: Avx2Fma;
    /// Returns the sum of `scalars[i]`·`points[i]` and `b`·B for numbers below 2²⁵⁵, by the method of `scalar_mul`.
    /// Takes time that depends on all operands.
    pub(crate) fn combination_vartime[const N: usize][N](
        proof,
        scalars: [&[u8; 32]; N],
        points: [&Point; N],
        b: &[u8; 32],
    ) -> Point {
        // The compiler may leave each of these a function of its own.
        let digits = scalars.map(|scalar| {
            align_frame();
            naf_vartime(scalar, 5)
        });
        let tables: [[Entry; 8]; N] = points.map(|point| {
            align_frame();
            odd_multiples(proof, point)
        });
        let of_b = base_parts_vartime(b);
        let mut sum = Sum::new(proof, &group::IDENTITY);
        sum.double();
        for i in (0..length(digits.iter().chain(of_b.iter().map(|(_, digits)| digits)))).rev() {
            sum.project();
            sum.double();
            for (digits, table) in digits.iter().zip(&tables) {
                let digit = digits[i];
                if digit != 0 {
                    sum.extend();
                    sum.add(signed_vartime(table[usize::from(digit.unsigned_abs()) / 2], digit));
                }
            }
            for part in &of_b {
                sum.add_part_vartime(part, i);
            }
        }
        sum.extend();
        sum.pack()
    }
}

/// Returns the odd multiples P, 3P, ... of a point.
fn odd_multiples(proof: Avx2Fma, point: &Point) -> [Entry; 8] {
    let mut sum = Sum::new(proof, point);
    let mut table = [sum.cached(); 8];
    sum.double();
    sum.extend();
    let twice = sum.cached();
    sum.point = Sum::new(proof, point).point;
    for entry in &mut table[1..] {
        sum.add(twice);
        sum.extend();
        *entry = sum.cached();
    }
    table
}
