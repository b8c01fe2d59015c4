//! ML-KEM's polynomials with AVX-512: thirty-two coefficients in a register.
#![allow(unsafe_code)]

use super::kernel::Kernel;
use super::operations;
use super::over_lanes::kernel_over_lanes;
use super::polynomial::{Factor, NttPoly, Poly};
use super::tables::ThirtyTwo;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::i16::I16x32Avx512;
use crate::base::memory::align_frame;

kernel_over_lanes!(Avx512, I16x32Avx512, ThirtyTwo, 32);
