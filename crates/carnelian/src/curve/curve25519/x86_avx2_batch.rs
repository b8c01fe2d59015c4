//! The group with AVX2 and FMA, for many elements at a time. Every entry rounds floating-point numbers to the nearest.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::bmi2::x86_bmi2_point;
use super::field::Packed;
use super::field::fe_5x51::Fe5x51;
use super::group::prepared::{self, Prepared};
use super::group::windows::WindowsX8;
use super::group::{Edwards, Extended, NAF_LEN, Point};
use super::kernel::Kernel;
use super::kernel::batch::Batch;
use super::lanes;
use super::lanes::batch::{self, Lanes};
use super::lanes::buckets::{self, Costs, Scratch};
use super::lanes::decode::{self, DECODED_TOGETHER};
use super::lanes::msm::{self, GROUPS};
use super::x86_avx2::{K, ladder};
use crate::base::cpu::Avx2Fma;
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::f64::rounding_to_nearest;
use crate::base::memory::{align_frame, wiping_stack};
use crate::curve::arithmetic::sums;
use crate::curve::arithmetic::windows::Widths;

/// The number of points from which sums of multiples are faster over lanes: they end with 64 additions more than
/// Straus's method with non-adjacent forms.
const SUMS_PAY_FROM: usize = 15;

/// The number of encodings from which sixteen decoded together, 52 000 cycles, are faster than one after the other, 6
/// 900 each.
const DECODING_PAYS_FROM: usize = 8;

impl Batch for Avx2Fma {
    fn x25519_many(self, ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
        wiping_stack::<20480, _>(|| batch::x25519_many(self, ks, us, out));
    }

    fn prepare(self, point: &Point) -> Prepared {
        let points = prepared::window_points::<Fe4x64>(self, point);
        Prepared::windows(|tables| rounding_to_nearest(self, || prepare(self, &points, tables)))
    }

    fn double_scalar_mul_base_prepared_vartime(self, a: &[u8; 32], tables: &Prepared, b: &[u8; 32]) -> Point {
        match tables {
            Prepared::Windows(tables) => {
                rounding_to_nearest(self, || double_scalar_mul_base_prepared(self, a, tables, b))
            }
            Prepared::Odd(tables) => prepared::sum_vartime::<Fe4x64>(self, a, tables, b).pack(),
        }
    }

    fn multi_scalar_mul_vartime(self, scalars: &[[u8; 32]], points: &[Point]) -> Point {
        if points.len() < SUMS_PAY_FROM {
            let points = points.iter().map(|point| Extended::unpack(self, point));
            let group = Edwards::<Fe4x64>(self);
            return sums::multi_scalar_mul_vartime::<_, 32, NAF_LEN>(group, scalars, points).extended().pack();
        }
        batch::multi_scalar_mul_vartime(self, scalars, points)
    }

    fn decode_many(self, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
        if encodings.len() >= DECODING_PAYS_FROM {
            return batch::decode_many(self, encodings, done);
        }
        for bytes in encodings {
            let (point, valid) = self.decode(bytes);
            done(point, valid);
        }
    }
}

impl Lanes for Avx2Fma {
    type Single = Fe5x51;

    const COSTS: Costs = Costs { ready: 224, bucketing: 1000, summing: 1500, table: 1100, adding: 1010 };

    /// On Zen 3 eight ladders in parallel take 253 000 cycles, and one 35 100.
    const LADDERS_PAY_FROM: usize = 8;

    fn ladder(self, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        ladder(self, k, u)
    }

    fn ladder_x8(self, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        rounding_to_nearest(self, || ladder_x8(self, ks, us))
    }

    fn window_sums_vartime(self, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        rounding_to_nearest(self, || window_sums_vartime(self, scalars, points, sums));
    }

    fn bucket_sums_vartime(
        self,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: &mut Scratch,
        sums: &mut [[Point; 8]],
    ) {
        rounding_to_nearest(self, || bucket_sums_vartime(self, widths, scalars, points, scratch, sums));
    }

    fn horner(self, groups: &[[Point; 8]], widths: &[u32]) -> Point {
        x86_bmi2_point::horner(self, groups, widths)
    }

    fn decode_x16(self, encodings: &[[u8; 32]; DECODED_TOGETHER], points: &mut [(Point, Choice); DECODED_TOGETHER]) {
        rounding_to_nearest(self, || decode_x16(self, encodings, points));
    }
}

kernels! { proof: Avx2Fma;
    fn ladder_x8(proof, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        lanes::ladder::ladder_x8::<K>(proof, ks, us)
    }

    fn window_sums_vartime(proof, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
        align_frame();
        msm::window_sums_vartime::<K>(proof, scalars, points, sums);
    }

    fn bucket_sums_vartime(
        proof,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: &mut Scratch,
        sums: &mut [[Point; 8]],
    ) {
        align_frame();
        buckets::bucket_sums_vartime::<K, Fe5x51>(proof, widths, scalars, points, scratch, sums);
    }

    fn double_scalar_mul_base_prepared(proof, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        lanes::prepared::double_scalar_mul_base::<K>(proof, a, tables, b)
    }

    fn decode_x16(
        proof,
        encodings: &[[u8; 32]; DECODED_TOGETHER],
        points: &mut [(Point, Choice); DECODED_TOGETHER],
    ) {
        align_frame();
        decode::decode_many::<K>(proof, encodings, points);
    }

    fn prepare(proof, window_points: &[Point; 64], tables: &mut WindowsX8) {
        align_frame();
        lanes::prepared::fill::<K, Fe5x51>(proof, window_points, tables);
    }
}
