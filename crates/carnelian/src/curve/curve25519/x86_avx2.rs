//! The group with AVX2 and FMA, eight at a time.
//!
//! Products are exact only if floating-point numbers are rounded to the nearest, which a program may have changed.
#![allow(unsafe_code)]

use super::field::{Field, Packed};
use super::group::Point;
use super::group::prepared::WindowsX8;
use super::lanes::buckets::{self, Bucket, Costs, Term};
use super::lanes::decode::{self, DECODED_TOGETHER};
use super::lanes::elements_f64::{Doubles, Folded, ProductLanes, SquareFactors};
#[cfg(carnelian_msan)]
use super::lanes::elements_model::{product, square};
#[cfg(not(carnelian_msan))]
use super::lanes::fe_5x51_avx2::{product, square};
use super::lanes::field::{Fe, Wide};
use super::lanes::msm::{self, GROUPS};
use super::lanes::{ladder, ladder_f64, mul_base, prepared};
use crate::base::cpu::Avx2Fma;
use crate::base::ct::Choice;
use crate::base::lanes::{F64Half, WordsX4Fma, WordsX8Fma, rounding_to_nearest};
use crate::base::memory::align_frame;
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

/// Measured.
pub(super) const COSTS: Costs = Costs { ready: 224, taking_in: 1000, summing: 1500, table: 1100, adding: 1010 };
/// From how many points on sums of multiples are faster over lanes: they end with 64 additions more than Straus with
/// non-adjacent forms has.
pub(super) const SUMS_PAY_FROM: usize = 15;
/// From how many busy lanes on eight ladders side by side, 253 000 cycles on Zen 3, are faster than one after the other,
/// 35 100 each.
pub(super) const LADDERS_PAY_FROM: usize = 8;
/// From how many encodings on sixteen decoded together, 52 000 cycles, are faster than one after the other, 6 900 each.
pub(super) const DECODING_PAYS_FROM: usize = 8;

pub(super) fn mul_base(proof: Avx2Fma, scalar: &[u8; 32]) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(proof: Avx2Fma, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<K>(proof, scalar)
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, scalar) })
}

pub(super) fn ladder(proof: Avx2Fma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(proof: Avx2Fma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder_f64::ladder::<WordsX4Fma>(proof, k, u)
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, k, u) })
}

pub(super) fn ladder_x8(proof: Avx2Fma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(proof: Avx2Fma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        ladder::ladder_x8::<K>(proof, ks, us)
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, ks, us) })
}

pub(super) fn window_sums_vartime(
    proof: Avx2Fma,
    scalars: &[[u8; 32]],
    points: &[Point],
    sums: &mut [[Point; 8]; GROUPS],
) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(proof: Avx2Fma, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        align_frame();
        msm::window_sums_vartime::<K>(proof, scalars, points, sums);
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, scalars, points, sums) });
}

pub(super) fn bucket_sums_vartime<F: Field<Proof = ()>>(
    proof: Avx2Fma,
    widths: &Widths,
    scalars: &[[u8; 32]],
    points: &[Point],
    room: (&mut [Bucket], &mut [Term]),
    sums: &mut [[Point; 8]],
) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel<F: Field<Proof = ()>>(
        proof: Avx2Fma,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        (buckets, terms): (&mut [Bucket], &mut [Term]),
        sums: &mut [[Point; 8]],
    ) {
        align_frame();
        buckets::bucket_sums_vartime::<K, F>(proof, widths, scalars, points, buckets, terms, sums);
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel::<F>(proof, widths, scalars, points, room, sums) });
}

pub(super) fn double_scalar_mul_base_prepared(proof: Avx2Fma, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(proof: Avx2Fma, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        prepared::double_scalar_mul_base::<K>(proof, a, tables, b)
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, a, tables, b) })
}

pub(super) fn decode_many(
    proof: Avx2Fma,
    encodings: &[[u8; 32]; DECODED_TOGETHER],
    points: &mut [(Point, Choice); DECODED_TOGETHER],
) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel(
        proof: Avx2Fma,
        encodings: &[[u8; 32]; DECODED_TOGETHER],
        points: &mut [(Point, Choice); DECODED_TOGETHER],
    ) {
        align_frame();
        decode::decode_many::<K>(proof, encodings, points);
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel(proof, encodings, points) });
}

pub(super) fn prepare<F: Field<Proof = ()>>(proof: Avx2Fma, window_points: &[Point; 64], tables: &mut WindowsX8) {
    #[inline(never)]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    fn kernel<F: Field<Proof = ()>>(proof: Avx2Fma, window_points: &[Point; 64], tables: &mut WindowsX8) {
        align_frame();
        prepared::fill::<K, F>(proof, window_points, tables);
    }
    // SAFETY: the proof says that the CPU has these features.
    rounding_to_nearest(proof, || unsafe { kernel::<F>(proof, window_points, tables) });
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
        check(|| mul_base(proof, &scalar));
        check(|| ladder(proof, &scalar, &[9, 0, 0, 0, 0]));
    }

    #[cfg(not(miri))]
    #[test]
    fn the_ladder_is_right_and_aligned_at_every_stack_position() {
        let Some(proof) = Avx2Fma::get() else { return };
        let (scalar, u) = ([0x5a; 32], [9, 0, 0, 0, 0]);
        let expected = ladder(proof, &scalar, &u);
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || assert_eq!(ladder(proof, &scalar, &u), expected));
        });
        assert!(!frames.is_empty() && frames.iter().all(|address| address % 64 == 0));
    }
}
