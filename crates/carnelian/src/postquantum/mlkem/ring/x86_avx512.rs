//! ML-KEM's polynomials with AVX-512: thirty-two coefficients in a register.
#![allow(unsafe_code)]

use super::kernel::Kernel;
use super::operations;
use super::polynomial::{Factor, NttPoly, Poly};
use super::tables::ThirtyTwo;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::i16::I16x32Avx512;
use crate::base::memory::align_frame;

impl Kernel for Avx512 {
    kernels! { proof: Avx512;
        fn ntt(self, f: &[Poly], f_hat: &mut [NttPoly]) {
            align_frame();
            operations::ntt::<I16x32Avx512, ThirtyTwo, 32>(proof, f, f_hat);
        }

        fn ntt_factors(self, f: &[Poly], factors: &mut [Factor]) {
            align_frame();
            operations::ntt_factors::<I16x32Avx512, ThirtyTwo, 32>(proof, f, factors);
        }

        fn factors(self, f_hat: &[NttPoly], factors: &mut [Factor]) {
            align_frame();
            operations::factors::<I16x32Avx512, 32>(proof, f_hat, factors);
        }

        fn multiply_add(self, a: &[NttPoly], s: &[Factor], t: &mut [NttPoly]) {
            align_frame();
            operations::multiply_add::<I16x32Avx512, 32>(proof, a, s, t);
        }

        fn multiply_add_inverse(self, a: &[NttPoly], y: &[Factor], u: &mut [Poly]) {
            align_frame();
            operations::multiply_add_inverse::<I16x32Avx512, ThirtyTwo, 32>(proof, a, y, u);
        }

        fn reduce(self, f_hat: &mut [NttPoly]) {
            align_frame();
            operations::reduce::<I16x32Avx512, 32>(proof, f_hat);
        }

        fn encode(self, f_hat: &[NttPoly], bytes: &mut [u8]) {
            align_frame();
            operations::encode::<I16x32Avx512, 32>(proof, f_hat, bytes);
        }

        fn decode(self, bytes: &[u8], f_hat: &mut [NttPoly]) {
            align_frame();
            operations::decode::<I16x32Avx512, 32>(proof, bytes, f_hat);
        }

        fn is_canonical_vartime(self, bytes: &[u8]) -> bool {
            align_frame();
            operations::is_canonical_vartime::<I16x32Avx512, 32>(proof, bytes)
        }

        fn compress(self, d: i32, f: &[Poly], bytes: &mut [u8]) {
            align_frame();
            operations::compress::<I16x32Avx512, 32>(proof, d, f, bytes);
        }

        fn decompress(self, d: i32, bytes: &[u8], f: &mut [Poly]) {
            align_frame();
            operations::decompress::<I16x32Avx512, 32>(proof, d, bytes, f);
        }

        fn add_message(self, m: &[u8; 32], f: &mut Poly) {
            align_frame();
            operations::add_message::<I16x32Avx512, 32>(proof, m, f);
        }

        fn sample_cbd(self, eta: usize, bytes: &[u8], f: &mut Poly) {
            align_frame();
            operations::sample_cbd::<I16x32Avx512, 32>(proof, eta, bytes, f);
        }
    }
}
