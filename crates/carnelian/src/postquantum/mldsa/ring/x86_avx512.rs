//! The arithmetic of polynomials with AVX-512, sixteen words at a time.
#![allow(unsafe_code)]

use super::kernel::{Arithmetic, Kernel};
use super::lanes::{self, Sixteen};
use super::over_lanes::kernel_over_lanes;
use super::packing::{self, Packing};
use super::polynomial::{Coefficients, NttPoly, Poly};
use super::rounding;
use super::sums::{self, SUMS};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::i32::I32x16Avx512;
use crate::base::memory::align_frame;

kernel_over_lanes!(Avx512, I32x16Avx512, Sixteen, 16, 8);
