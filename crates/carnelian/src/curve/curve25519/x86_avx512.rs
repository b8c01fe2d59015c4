//! The group with AVX-512 IFMA.
#![allow(unsafe_code)]

use super::buckets_lanes::{self, Bucket, Costs, Term};
use super::decode_lanes::{self, DECODED_AS_ONE, DECODED_TOGETHER};
use super::fe_5x51_lanes::Constants;
use super::field::{Field, Packed};
use super::group::Point;
use super::msm_lanes::{self, GROUPS};
use super::prepared::WindowsX8;
use super::prepared_lanes;
use super::windows_lanes::Widths;
use super::{ladder_lanes, mul_base_lanes, point_lanes};
use crate::base::cpu::Avx512Ifma;
use crate::base::ct::Choice;
use crate::base::lanes::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::align_frame;

/// Measured.
pub(super) const COSTS: Costs = Costs { ready: 100, taking_in: 360, summing: 710, table: 356, adding: 320 };
/// From how many busy lanes on eight ladders side by side, 87 000 cycles, are faster than one after the other, 31 000
/// each.
pub(super) const LADDERS_PAY_FROM: usize = 3;

pub(super) fn mul_base(proof: Avx512Ifma, scalar: &[u8; 32]) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base_lanes::mul_base::<Constants<U52x8Ifma>>(proof, scalar)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, scalar) }
}

pub(super) fn ladder(proof: Avx512Ifma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder_lanes::ladder_x4::<U52x4Ifma>(proof, k, u)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, k, u) }
}

pub(super) fn ladder_x8(proof: Avx512Ifma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        ladder_lanes::ladder_x8::<Constants<U52x8Ifma>>(proof, ks, us)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, ks, us) }
}

pub(super) fn window_sums_vartime(
    proof: Avx512Ifma,
    scalars: &[[u8; 32]],
    points: &[Point],
    sums: &mut [[Point; 8]; GROUPS],
) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        align_frame();
        msm_lanes::window_sums_vartime::<Constants<U52x8Ifma>>(proof, scalars, points, sums);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, scalars, points, sums) }
}

pub(super) fn bucket_sums_vartime<F: Field<Proof = ()>>(
    proof: Avx512Ifma,
    widths: &Widths,
    scalars: &[[u8; 32]],
    points: &[Point],
    room: (&mut [Bucket], &mut [Term]),
    sums: &mut [[Point; 8]],
) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<F: Field<Proof = ()>>(
        proof: Avx512Ifma,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        (buckets, terms): (&mut [Bucket], &mut [Term]),
        sums: &mut [[Point; 8]],
    ) {
        align_frame();
        buckets_lanes::bucket_sums_vartime::<Constants<U52x8Ifma>, F>(
            proof, widths, scalars, points, buckets, terms, sums,
        );
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel::<F>(proof, widths, scalars, points, room, sums) }
}

pub(super) fn horner(proof: Avx512Ifma, groups: &[[Point; 8]], widths: &[u32]) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, groups: &[[Point; 8]], widths: &[u32]) -> Point {
        align_frame();
        point_lanes::horner::<Constants<U52x4Ifma>>(proof, groups, widths)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, groups, widths) }
}

pub(super) fn mul(proof: Avx512Ifma, scalar: &[u8; 32], point: &Point) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, scalar: &[u8; 32], point: &Point) -> Point {
        align_frame();
        point_lanes::mul::<Constants<U52x4Ifma>>(proof, scalar, point)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, scalar, point) }
}

pub(super) fn combination_vartime<const N: usize>(
    proof: Avx512Ifma,
    scalars: [&[u8; 32]; N],
    points: [&Point; N],
    b: &[u8; 32],
) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<const N: usize>(proof: Avx512Ifma, scalars: [&[u8; 32]; N], points: [&Point; N], b: &[u8; 32]) -> Point {
        align_frame();
        point_lanes::combination_vartime::<Constants<U52x4Ifma>, N>(proof, scalars, points, b)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, scalars, points, b) }
}

pub(super) fn prepare<F: Field<Proof = ()>>(proof: Avx512Ifma, point: &Point, tables: &mut WindowsX8) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<F: Field<Proof = ()>>(proof: Avx512Ifma, point: &Point, tables: &mut WindowsX8) {
        align_frame();
        let points = point_lanes::window_points::<Constants<U52x4Ifma>>(proof, point);
        prepared_lanes::fill::<Constants<U52x8Ifma>, F>(proof, &points, tables);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel::<F>(proof, point, tables) }
}

pub(super) fn double_scalar_mul_base_prepared(
    proof: Avx512Ifma,
    a: &[u8; 32],
    tables: &WindowsX8,
    b: &[u8; 32],
) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        prepared_lanes::double_scalar_mul_base::<Constants<U52x8Ifma>>(proof, a, tables, b)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, a, tables, b) }
}

pub(super) fn decode_many(
    proof: Avx512Ifma,
    encodings: &[[u8; 32]; DECODED_TOGETHER],
    points: &mut [(Point, Choice); DECODED_TOGETHER],
) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(
        proof: Avx512Ifma,
        encodings: &[[u8; 32]; DECODED_TOGETHER],
        points: &mut [(Point, Choice); DECODED_TOGETHER],
    ) {
        align_frame();
        decode_lanes::decode_many::<Constants<U52x8Ifma>>(proof, encodings, points);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, encodings, points) }
}

pub(super) fn decode_few(
    proof: Avx512Ifma,
    encodings: &[[u8; 32]; DECODED_AS_ONE],
    points: &mut [(Point, Choice); DECODED_AS_ONE],
) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(
        proof: Avx512Ifma,
        encodings: &[[u8; 32]; DECODED_AS_ONE],
        points: &mut [(Point, Choice); DECODED_AS_ONE],
    ) {
        align_frame();
        decode_lanes::decode_few::<Constants<U52x4Ifma>>(proof, encodings, points);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, encodings, points) }
}
