//! The group with AVX-512 IFMA.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::field::Packed;
use super::field::fe_5x51::Fe5x51;
#[cfg(feature = "alloc")]
use super::group::prepared::{Prepared, WindowsX8, fill, sum_vartime};
use super::group::{IDENTITY, Point};
use super::kernel::Kernel;
use super::lanes::backend::{self, Lanes};
#[cfg(feature = "alloc")]
use super::lanes::buckets::{self, Bucket, Costs, Term};
#[cfg(feature = "alloc")]
use super::lanes::decode::DECODED_TOGETHER;
use super::lanes::decode::{self, DECODED_AS_ONE};
use super::lanes::elements_u52::Constants;
#[cfg(feature = "alloc")]
use super::lanes::msm::{self, GROUPS};
#[cfg(feature = "alloc")]
use super::lanes::prepared;
use super::lanes::{ladder, mul_base, point};
use super::order::sc_4x64::Sc4x64;
use crate::base::cpu::{Avx2Fma, Avx512Ifma};
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::{align_frame, wiping_stack};
#[cfg(feature = "alloc")]
use crate::curve::arithmetic::windows::Widths;

impl Kernel for Avx512Ifma {
    type Field = Fe4x64;
    type Order = Sc4x64;

    const HAS_EIGHT_LANES: bool = true;

    fn field(self) -> Avx2Fma {
        self.avx2_fma()
    }

    fn x25519(self, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
        backend::x25519(self, k, u)
    }

    #[cfg(feature = "alloc")]
    fn x25519_many(self, ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
        wiping_stack::<8192, _>(|| backend::x25519_many(self, ks, us, out));
    }

    fn mul_base(self, scalar: &[u8; 32]) -> Point {
        wiping_stack::<4096, _>(|| mul_base(self, scalar))
    }

    #[cfg(feature = "alloc")]
    fn prepare(self, point: &Point, tables: &mut Prepared) {
        match tables {
            Prepared::Windows(tables) => prepare(self, point, tables),
            Prepared::Odd(tables) => fill::<Fe4x64>(self.field(), point, tables),
        }
    }

    #[cfg(feature = "alloc")]
    fn double_scalar_mul_base_prepared_vartime(self, a: &[u8; 32], tables: &Prepared, b: &[u8; 32]) -> Point {
        match tables {
            Prepared::Windows(tables) => double_scalar_mul_base_prepared(self, a, tables, b),
            Prepared::Odd(tables) => sum_vartime::<Fe4x64>(self.field(), a, tables, b).pack(),
        }
    }

    #[cfg(feature = "alloc")]
    fn multi_scalar_mul_vartime(self, scalars: &[[u8; 32]], points: &[Point]) -> Point {
        backend::multi_scalar_mul_vartime(self, scalars, points)
    }

    kernels! { proof: Avx512Ifma;
        fn mul(self, scalar: &[u8; 32], point: &Point) -> Point {
            align_frame();
            point::mul::<Constants<U52x4Ifma>>(proof, scalar, point)
        }

        fn combination_vartime[const N: usize][N](self, scalars: [&[u8; 32]; N], points: [&Point; N], b: &[u8; 32]) -> Point {
            align_frame();
            point::combination_vartime::<Constants<U52x4Ifma>, N>(proof, scalars, points, b)
        }
    }

    fn decode_few<const N: usize>(self, encodings: [&[u8; 32]; N]) -> [(Point, Choice); N] {
        if N == 1 {
            return encodings.map(|bytes| self.decode(bytes));
        }
        let mut padded = [[0; 32]; DECODED_AS_ONE];
        padded.iter_mut().zip(encodings).for_each(|(padded, encoding)| *padded = *encoding);
        let mut points = [(IDENTITY, Choice::FALSE); DECODED_AS_ONE];
        decode_x4(self, &padded, &mut points);
        core::array::from_fn(|i| points[i])
    }

    #[cfg(feature = "alloc")]
    fn decode_many(self, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
        if encodings.len() > DECODED_AS_ONE {
            return backend::decode_many(self, encodings, done);
        }
        let Some(last) = encodings.len().checked_sub(1) else { return };
        // Unused lanes repeat the last encoding; they are free.
        let decoded: [_; DECODED_AS_ONE] = self.decode_few(core::array::from_fn(|i| &encodings[i.min(last)]));
        decoded.into_iter().take(encodings.len()).for_each(|(point, valid)| done(point, valid));
    }
}

impl Lanes for Avx512Ifma {
    type Single = Fe5x51;

    #[cfg(feature = "alloc")]
    const COSTS: Costs = Costs { ready: 100, taking_in: 360, summing: 710, table: 356, adding: 320 };

    /// Eight ladders in parallel take 87 000 cycles, and one 31 000.
    #[cfg(feature = "alloc")]
    const LADDERS_PAY_FROM: usize = 3;

    kernels! { proof: Avx512Ifma;
        fn ladder(self, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
            align_frame();
            ladder::ladder_x4::<U52x4Ifma>(proof, k, u)
        }

        #[cfg(feature = "alloc")]
        fn ladder_x8(self, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
            align_frame();
            ladder::ladder_x8::<Constants<U52x8Ifma>>(proof, ks, us)
        }

        #[cfg(feature = "alloc")]
        fn window_sums_vartime(self, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]) {
            align_frame();
            msm::window_sums_vartime::<Constants<U52x8Ifma>>(proof, scalars, points, sums);
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
            align_frame();
            let (buckets, terms) = scratch;
            buckets::bucket_sums_vartime::<Constants<U52x8Ifma>, Fe5x51>(
                proof, widths, scalars, points, buckets, terms, sums,
            );
        }

        #[cfg(feature = "alloc")]
        fn horner(self, groups: &[[Point; 8]], widths: &[u32]) -> Point {
            align_frame();
            point::horner::<Constants<U52x4Ifma>>(proof, groups, widths)
        }

        #[cfg(feature = "alloc")]
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
    fn mul_base(proof, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<Constants<U52x8Ifma>>(proof, scalar)
    }

    #[cfg(feature = "alloc")]
    fn prepare(proof, point: &Point, tables: &mut WindowsX8) {
        align_frame();
        let points = point::window_points::<Constants<U52x4Ifma>>(proof, point);
        prepared::fill::<Constants<U52x8Ifma>, Fe5x51>(proof, &points, tables);
    }

    #[cfg(feature = "alloc")]
    fn double_scalar_mul_base_prepared(proof, a: &[u8; 32], tables: &WindowsX8, b: &[u8; 32]) -> Point {
        align_frame();
        prepared::double_scalar_mul_base::<Constants<U52x8Ifma>>(proof, a, tables, b)
    }

    fn decode_x4(proof, encodings: &[[u8; 32]; DECODED_AS_ONE], points: &mut [(Point, Choice); DECODED_AS_ONE]) {
        align_frame();
        decode::decode_few::<Constants<U52x4Ifma>>(proof, encodings, points);
    }
}
