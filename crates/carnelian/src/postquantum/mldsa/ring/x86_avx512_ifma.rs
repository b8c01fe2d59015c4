//! The transforms of polynomials with AVX-512 IFMA, eight words at a time.
#![allow(unsafe_code)]

use super::kernel::Kernel;
use super::lanes_52::{self, Eight52};
use super::polynomial::{NttPoly, Poly};
use crate::base::cpu::{Avx512, Avx512Ifma};
use crate::base::dispatch::kernels;
use crate::base::lanes::i64::I64x8Ifma;
use crate::base::memory::align_frame;

/// The token of the other operations, and that of the transforms.
impl Kernel for (Avx512, Avx512Ifma) {
    type Arithmetic = Avx512;

    fn arithmetic(self) -> Avx512 {
        self.0
    }

    kernels! { proof: (Avx512, Avx512Ifma);
        fn ntt(self, w: &[Poly], w_hat: &mut [NttPoly]) {
            align_frame();
            for (w, w_hat) in w.iter().zip(w_hat) {
                lanes_52::ntt::<I64x8Ifma, Eight52>(proof.1, &w.0, &mut w_hat.0);
            }
        }

        fn inverse_ntt(self, w_hat: &[NttPoly], w: &mut [Poly]) {
            align_frame();
            for (w_hat, w) in w_hat.iter().zip(w) {
                lanes_52::inverse_ntt::<I64x8Ifma, Eight52>(proof.1, &w_hat.0, &mut w.0);
            }
        }
    }
}
