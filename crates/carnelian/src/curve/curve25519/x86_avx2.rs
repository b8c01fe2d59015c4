//! The group with AVX2 and FMA, eight at a time.
//!
//! Products are exact only if floating-point numbers are rounded to the nearest, which a program may have changed.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::bmi2::x86_bmi2_point;
use super::field::Packed;
use super::field::fe_5x51::Fe5x51;
use super::group::Point;
#[cfg(feature = "alloc")]
use super::group::multi_scalar_mul_vartime;
#[cfg(feature = "alloc")]
use super::group::prepared::{self, Prepared, WindowsX8};
use super::kernel::Kernel;
#[cfg(feature = "alloc")]
use super::lanes;
use super::lanes::backend::{self, Lanes};
#[cfg(feature = "alloc")]
use super::lanes::buckets::{self, Bucket, Costs, Term};
#[cfg(feature = "alloc")]
use super::lanes::decode::{self, DECODED_TOGETHER};
use super::lanes::elements_f64::{Doubles, Folded, ProductLanes, SquareFactors};
#[cfg(carnelian_msan)]
use super::lanes::elements_model::{product, square};
#[cfg(not(carnelian_msan))]
use super::lanes::fe_5x51_avx2::{product, square};
use super::lanes::field::{Fe, Wide};
#[cfg(feature = "alloc")]
use super::lanes::msm::{self, GROUPS};
use super::lanes::{ladder_f64, mul_base};
use super::order::sc_4x64::Sc4x64;
use crate::base::cpu::Avx2Fma;
#[cfg(feature = "alloc")]
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::{F64Half, WordsX4Fma, WordsX8Fma, rounding_to_nearest};
use crate::base::memory::{align_frame, wiping_stack};
#[cfg(feature = "alloc")]
use crate::curve::arithmetic::windows::Widths;

type K = Doubles<WordsX8Fma>;

impl ProductLanes for WordsX8Fma {
    #[inline(always)]
    fn product(proof: Avx2Fma, a: &Fe<Self>, b: &Folded<Self>, start: &'static [u64; 5]) -> Wide<Self> {
        product(proof, a, b, start)
    }

    #[inline(always)]
    fn square(proof: Avx2Fma, factors: &[SquareFactors<<WordsX4Fma as F64Half>::Factor>; 2]) -> Wide<Self> {
        square(proof, factors)
    }
}

/// The number of points from which sums of multiples are faster over lanes: they end with 64 additions more than Straus's
/// method with non-adjacent forms.
#[cfg(feature = "alloc")]
const SUMS_PAY_FROM: usize = 15;

/// The number of encodings from which sixteen decoded together, 52 000 cycles, are faster than one after the other, 6 900
/// each.
#[cfg(feature = "alloc")]
const DECODING_PAYS_FROM: usize = 8;

impl Kernel for Avx2Fma {
    type Field = Fe4x64;
    type Order = Sc4x64;

    const HAS_EIGHT_LANES: bool = true;

    fn field(self) -> Self {
        self
    }

    fn x25519(self, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
        backend::x25519(self, k, u)
    }

    #[cfg(feature = "alloc")]
    fn x25519_many(self, ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
        wiping_stack::<20480, _>(|| backend::x25519_many(self, ks, us, out));
    }

    fn mul_base(self, scalar: &[u8; 32]) -> Point {
        wiping_stack::<12288, _>(|| rounding_to_nearest(self, || mul_base(self, scalar)))
    }

    fn mul(self, scalar: &[u8; 32], point: &Point) -> Point {
        x86_bmi2_point::mul(self, scalar, point)
    }

    fn combination_vartime<const N: usize>(self, scalars: [&[u8; 32]; N], points: [&Point; N], b: &[u8; 32]) -> Point {
        x86_bmi2_point::combination_vartime(self, scalars, points, b)
    }

    #[cfg(feature = "alloc")]
    fn prepare(self, point: &Point, tables: &mut Prepared) {
        match tables {
            Prepared::Windows(tables) => {
                let points = prepared::window_points::<Fe4x64>(self, point);
                rounding_to_nearest(self, || prepare(self, &points, tables));
            }
            Prepared::Odd(tables) => prepared::fill::<Fe4x64>(self, point, tables),
        }
    }

    #[cfg(feature = "alloc")]
    fn double_scalar_mul_base_prepared_vartime(self, a: &[u8; 32], tables: &Prepared, b: &[u8; 32]) -> Point {
        match tables {
            Prepared::Windows(tables) => {
                rounding_to_nearest(self, || double_scalar_mul_base_prepared(self, a, tables, b))
            }
            Prepared::Odd(tables) => prepared::sum_vartime::<Fe4x64>(self, a, tables, b).pack(),
        }
    }

    #[cfg(feature = "alloc")]
    fn multi_scalar_mul_vartime(self, scalars: &[[u8; 32]], points: &[Point]) -> Point {
        if points.len() < SUMS_PAY_FROM {
            return multi_scalar_mul_vartime::<Fe4x64>(self, scalars, points);
        }
        backend::multi_scalar_mul_vartime(self, scalars, points)
    }

    #[cfg(feature = "alloc")]
    fn decode_many(self, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
        if encodings.len() >= DECODING_PAYS_FROM {
            return backend::decode_many(self, encodings, done);
        }
        for bytes in encodings {
            let (point, valid) = self.decode(bytes);
            done(point, valid);
        }
    }
}

impl Lanes for Avx2Fma {
    type Single = Fe5x51;

    #[cfg(feature = "alloc")]
    const COSTS: Costs = Costs { ready: 224, taking_in: 1000, summing: 1500, table: 1100, adding: 1010 };

    /// On Zen 3 eight ladders in parallel take 253 000 cycles, and one 35 100.
    #[cfg(feature = "alloc")]
    const LADDERS_PAY_FROM: usize = 8;

    fn ladder(self, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        rounding_to_nearest(self, || ladder(self, k, u))
    }

    #[cfg(feature = "alloc")]
    fn ladder_x8(self, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        rounding_to_nearest(self, || ladder_x8(self, ks, us))
    }

    #[cfg(feature = "alloc")]
    fn window_sums_vartime(self, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        rounding_to_nearest(self, || window_sums_vartime(self, scalars, points, sums));
    }

    #[cfg(feature = "alloc")]
    fn bucket_sums_vartime(
        self,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: (&mut [Bucket], &mut [Term]),
        sums: &mut [[Point; 8]],
    ) {
        rounding_to_nearest(self, || bucket_sums_vartime(self, widths, scalars, points, scratch, sums));
    }

    #[cfg(feature = "alloc")]
    fn horner(self, groups: &[[Point; 8]], widths: &[u32]) -> Point {
        x86_bmi2_point::horner(self, groups, widths)
    }

    #[cfg(feature = "alloc")]
    fn decode_x16(self, encodings: &[[u8; 32]; DECODED_TOGETHER], points: &mut [(Point, Choice); DECODED_TOGETHER]) {
        rounding_to_nearest(self, || decode_x16(self, encodings, points));
    }
}

kernels! { proof: Avx2Fma;
    fn mul_base(proof, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<K>(proof, scalar)
    }

    fn ladder(proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder_f64::ladder::<WordsX4Fma>(proof, k, u)
    }

    #[cfg(feature = "alloc")]
    fn ladder_x8(proof, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        lanes::ladder::ladder_x8::<K>(proof, ks, us)
    }

    #[cfg(feature = "alloc")]
    fn window_sums_vartime(proof, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        align_frame();
        msm::window_sums_vartime::<K>(proof, scalars, points, sums);
    }

    #[cfg(feature = "alloc")]
    fn bucket_sums_vartime(
        proof,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: (&mut [Bucket], &mut [Term]),
        sums: &mut [[Point; 8]],
    ) {
        align_frame();
        let (buckets, terms) = scratch;
        buckets::bucket_sums_vartime::<K, Fe5x51>(proof, widths, scalars, points, buckets, terms, sums);
    }

    #[cfg(feature = "alloc")]
    fn double_scalar_mul_base_prepared(proof, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        lanes::prepared::double_scalar_mul_base::<K>(proof, a, tables, b)
    }

    #[cfg(feature = "alloc")]
    fn decode_x16(
        proof,
        encodings: &[[u8; 32]; DECODED_TOGETHER],
        points: &mut [(Point, Choice); DECODED_TOGETHER],
    ) {
        align_frame();
        decode::decode_many::<K>(proof, encodings, points);
    }

    #[cfg(feature = "alloc")]
    fn prepare(proof, window_points: &[Point; 64], tables: &mut WindowsX8) {
        align_frame();
        lanes::prepared::fill::<K, Fe5x51>(proof, window_points, tables);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(not(miri))]
    use crate::base::testing;
    use core::arch::asm;

    /// The caller rounds upwards, and has asked for a trap where a result is not exact.
    #[test]
    fn the_callers_floating_point_mode_does_not_matter() {
        fn check<T: PartialEq + core::fmt::Debug>(work: impl Fn() -> T) {
            let expected = work();
            let (mode, mut before, mut after) = (0x4f80_u32, 0_u32, 0_u32);
            // SAFETY: the instructions read and write these numbers, and what was is as it was at the end.
            let found = unsafe {
                asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &raw mut before, in(reg) &raw const mode);
                let found = work();
                asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &raw mut after, in(reg) &raw const before);
                found
            };
            assert_eq!(found, expected);
            assert_eq!(after, mode);
        }
        let Some(proof) = Avx2Fma::get() else { return };
        let scalar = [0x5a; 32];
        check(|| proof.mul_base(&scalar));
        check(|| proof.ladder(&scalar, &[9, 0, 0, 0, 0]));
    }

    #[cfg(not(miri))]
    #[test]
    fn the_ladder_is_right_and_aligned_at_every_stack_position() {
        let Some(proof) = Avx2Fma::get() else { return };
        let (scalar, u) = ([0x5a; 32], [9, 0, 0, 0, 0]);
        let expected = proof.ladder(&scalar, &u);
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || assert_eq!(proof.ladder(&scalar, &u), expected));
        });
        assert!(!frames.is_empty() && frames.iter().all(|address| address % 64 == 0));
    }
}
