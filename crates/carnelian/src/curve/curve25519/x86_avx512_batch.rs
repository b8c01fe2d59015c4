//! The group with AVX-512 IFMA, for many elements at a time.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::field::Packed;
use super::field::fe_5x51::Fe5x51;
use super::group::Point;
use super::group::prepared::{Prepared, sum_vartime};
use super::group::windows::WindowsX8;
use super::kernel::Kernel;
use super::kernel::batch::Batch;
use super::lanes::batch::{self, Lanes};
use super::lanes::buckets::{self, Costs, Scratch};
use super::lanes::decode::{self, DECODED_AS_ONE, DECODED_TOGETHER};
use super::lanes::elements_u52::Constants;
use super::lanes::msm::{self, GROUPS};
use super::lanes::{self, point, prepared};
use super::x86_avx512::ladder;
use crate::base::cpu::Avx512Ifma;
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::u52::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::{align_frame, wiping_stack};
use crate::curve::arithmetic::windows::Widths;

impl Batch for Avx512Ifma {
    fn x25519_many(self, ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
        wiping_stack::<8192, _>(|| batch::x25519_many(self, ks, us, out));
    }

    fn prepare(self, point: &Point) -> Prepared {
        Prepared::windows(|tables| prepare(self, point, tables))
    }

    fn double_scalar_mul_base_prepared_vartime(self, a: &[u8; 32], tables: &Prepared, b: &[u8; 32]) -> Point {
        match tables {
            Prepared::Windows(tables) => double_scalar_mul_base_prepared(self, a, tables, b),
            Prepared::Odd(tables) => sum_vartime::<Fe4x64>(self.field(), a, tables, b).pack(),
        }
    }

    fn multi_scalar_mul_vartime(self, scalars: &[[u8; 32]], points: &[Point]) -> Point {
        batch::multi_scalar_mul_vartime(self, scalars, points)
    }

    fn decode_many(self, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
        if encodings.len() > DECODED_AS_ONE {
            return batch::decode_many(self, encodings, done);
        }
        let Some(last) = encodings.len().checked_sub(1) else { return };
        // Unused lanes repeat the last encoding; they are free.
        let decoded: [_; DECODED_AS_ONE] = self.decode_few(core::array::from_fn(|i| &encodings[i.min(last)]));
        decoded.into_iter().take(encodings.len()).for_each(|(point, valid)| done(point, valid));
    }
}

impl Lanes for Avx512Ifma {
    type Single = Fe5x51;

    const COSTS: Costs = Costs { ready: 100, bucketing: 360, summing: 710, table: 356, adding: 320 };

    /// Eight ladders in parallel take 87 000 cycles, and one 31 000.
    const LADDERS_PAY_FROM: usize = 3;

    fn ladder(self, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        ladder(self, k, u)
    }

    kernels! { proof: Avx512Ifma;
        fn ladder_x8(self, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
            align_frame();
            lanes::ladder::ladder_x8::<Constants<U52x8Ifma>>(proof, ks, us)
        }

        fn window_sums_vartime(self, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
            align_frame();
            msm::window_sums_vartime::<Constants<U52x8Ifma>>(proof, scalars, points, sums);
        }

        fn bucket_sums_vartime(
            self,
            widths: &Widths,
            scalars: &[[u8; 32]],
            points: &[Point],
            scratch: &mut Scratch,
            sums: &mut [[Point; 8]],
        ) {
            align_frame();
            buckets::bucket_sums_vartime::<Constants<U52x8Ifma>, Fe5x51>(
                proof, widths, scalars, points, scratch, sums,
            );
        }

        fn horner(self, groups: &[[Point; 8]], widths: &[u32]) -> Point {
            align_frame();
            point::horner::<Constants<U52x4Ifma>>(proof, groups, widths)
        }

        fn decode_x16(
            self,
            encodings: &[[u8; 32]; DECODED_TOGETHER],
            points: &mut [(Point, Choice); DECODED_TOGETHER],
        ) {
            align_frame();
            decode::decode_many::<Constants<U52x8Ifma>>(proof, encodings, points);
        }
    }
}

kernels! { proof: Avx512Ifma;
    fn prepare(proof, point: &Point, tables: &mut WindowsX8) {
        align_frame();
        let points = point::window_points::<Constants<U52x4Ifma>>(proof, point);
        prepared::fill::<Constants<U52x8Ifma>, Fe5x51>(proof, &points, tables);
    }

    fn double_scalar_mul_base_prepared(proof, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        prepared::double_scalar_mul_base::<Constants<U52x8Ifma>>(proof, a, tables, b)
    }
}
