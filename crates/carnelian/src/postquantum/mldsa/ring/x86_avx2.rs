//! The arithmetic of polynomials with AVX2, eight words at a time.
#![allow(unsafe_code)]

use super::kernel::{Arithmetic, Kernel};
use super::lanes::{self, Eight};
use super::over_lanes::kernel_over_lanes;
use super::packing::{self, Packing};
use super::polynomial::{Coefficients, NttPoly, Poly};
use super::rounding;
use super::sums::{self, SUMS};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::i32::I32x8Avx2;
use crate::base::memory::align_frame;

kernel_over_lanes!(Avx2, I32x8Avx2, Eight, 8, 4);
