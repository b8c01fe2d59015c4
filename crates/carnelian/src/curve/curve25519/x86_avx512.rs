//! The group with AVX-512 IFMA.
#![allow(unsafe_code)]

use super::field::{Field, Packed};
use super::group::Point;
use super::group::prepared::WindowsX8;
use super::lanes::buckets::{self, Bucket, Costs, Term};
use super::lanes::decode::{self, DECODED_AS_ONE, DECODED_TOGETHER};
use super::lanes::elements_u52::Constants;
use super::lanes::msm::{self, GROUPS};
use super::lanes::{ladder, mul_base, point, prepared};
use crate::base::cpu::Avx512Ifma;
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::align_frame;
use crate::curve::arithmetic::windows::Widths;

/// Measured.
pub(super) const COSTS: Costs = Costs { ready: 100, taking_in: 360, summing: 710, table: 356, adding: 320 };
/// From how many busy lanes on eight ladders side by side, 87 000 cycles, are faster than one after the other, 31 000
/// each.
pub(super) const LADDERS_PAY_FROM: usize = 3;

kernels! { proof: Avx512Ifma;
    pub(super) fn mul_base(proof, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<Constants<U52x8Ifma>>(proof, scalar)
    }

    pub(super) fn ladder(proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder::ladder_x4::<U52x4Ifma>(proof, k, u)
    }

    pub(super) fn ladder_x8(proof, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        ladder::ladder_x8::<Constants<U52x8Ifma>>(proof, ks, us)
    }

    pub(super) fn window_sums_vartime(proof, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        align_frame();
        msm::window_sums_vartime::<Constants<U52x8Ifma>>(proof, scalars, points, sums);
    }

    pub(super) fn bucket_sums_vartime[F: Field<Proof = ()>][F](
        proof,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: (&mut [Bucket], &mut [Term]),
        sums: &mut [[Point; 8]],
    ) {
        align_frame();
        let (buckets, terms) = scratch;
        buckets::bucket_sums_vartime::<Constants<U52x8Ifma>, F>(
            proof, widths, scalars, points, buckets, terms, sums,
        );
    }

    pub(super) fn horner(proof, groups: &[[Point; 8]], widths: &[u32]) -> Point {
        align_frame();
        point::horner::<Constants<U52x4Ifma>>(proof, groups, widths)
    }

    pub(super) fn mul(proof, scalar: &[u8; 32], point: &Point) -> Point {
        align_frame();
        point::mul::<Constants<U52x4Ifma>>(proof, scalar, point)
    }

    pub(super) fn combination_vartime[const N: usize][N](
        proof,
        scalars: [&[u8; 32]; N],
        points: [&Point; N],
        b: &[u8; 32],
    ) -> Point {
        align_frame();
        point::combination_vartime::<Constants<U52x4Ifma>, N>(proof, scalars, points, b)
    }

    pub(super) fn prepare[F: Field<Proof = ()>][F](proof, point: &Point, tables: &mut WindowsX8) {
        align_frame();
        let points = point::window_points::<Constants<U52x4Ifma>>(proof, point);
        prepared::fill::<Constants<U52x8Ifma>, F>(proof, &points, tables);
    }

    pub(super) fn double_scalar_mul_base_prepared(proof, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        prepared::double_scalar_mul_base::<Constants<U52x8Ifma>>(proof, a, tables, b)
    }

    pub(super) fn decode_many(
        proof,
        encodings: &[[u8; 32]; DECODED_TOGETHER],
        points: &mut [(Point, Choice); DECODED_TOGETHER],
    ) {
        align_frame();
        decode::decode_many::<Constants<U52x8Ifma>>(proof, encodings, points);
    }

    pub(super) fn decode_few(
        proof,
        encodings: &[[u8; 32]; DECODED_AS_ONE],
        points: &mut [(Point, Choice); DECODED_AS_ONE],
    ) {
        align_frame();
        decode::decode_few::<Constants<U52x4Ifma>>(proof, encodings, points);
    }
}
