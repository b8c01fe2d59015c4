//! ML-KEM's polynomials with AVX2: sixteen coefficients in a register.
#![allow(unsafe_code)]

use super::kernel::Kernel;
use super::operations;
use super::over_lanes::kernel_over_lanes;
use super::polynomial::{Factor, NttPoly, Poly};
use super::tables::Sixteen;
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::i16::I16x16Avx2;
use crate::base::memory::align_frame;

kernel_over_lanes!(Avx2, I16x16Avx2, Sixteen, 16);
