//! Polynomials modulo q = 3329 and X²⁵⁶ + 1: the arithmetic below the scheme, and its backends.

mod arithmetic;
mod kernel;
mod operations;
#[cfg(target_arch = "x86_64")]
mod over_lanes;
mod packing;
mod polynomial;
mod portable;
mod rejection;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
mod tests;

pub(super) use kernel::Backend;
pub(super) use polynomial::{Factor, N, NttPoly, Poly, Q};
pub(super) use rejection::Rejection;
