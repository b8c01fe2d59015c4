//! The group with AVX-512 IFMA.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::field::fe_5x51::Fe5x51;
use super::field::{Field, Packed, PrimeField};
use super::group::ladder::quotient_of_packed;
use super::group::{IDENTITY, Point};
use super::kernel::Kernel;
use super::lanes::decode::{self, DECODED_AS_ONE};
use super::lanes::elements_u52::Constants;
use super::lanes::{self, mul_base, point};
use super::order::sc_4x64::Sc4x64;
use crate::base::cpu::{Avx2Fma, Avx512Ifma};
use crate::base::ct::Choice;
use crate::base::dispatch::kernels;
use crate::base::lanes::u52::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::{align_frame, wiping_stack};

impl Kernel for Avx512Ifma {
    type Field = Fe4x64;
    type Order = Sc4x64;

    fn field(self) -> Avx2Fma {
        self.avx2_fma()
    }

    fn x25519(self, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
        quotient_of_packed::<Fe5x51>(ladder(self, k, &Fe5x51::from_bytes((), u).pack()))
    }

    fn mul_base(self, scalar: &[u8; 32]) -> Point {
        wiping_stack::<4096, _>(|| mul_base(self, scalar))
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
}

kernels! { proof: Avx512Ifma;
    pub(super) fn ladder(proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        lanes::ladder::ladder_x4::<U52x4Ifma>(proof, k, u)
    }

    fn mul_base(proof, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<Constants<U52x8Ifma>>(proof, scalar)
    }

    fn decode_x4(proof, encodings: &[[u8; 32]; DECODED_AS_ONE], points: &mut [(Point, Choice); DECODED_AS_ONE]) {
        align_frame();
        decode::decode_few::<Constants<U52x4Ifma>>(proof, encodings, points);
    }
}
