//! The implementation for the target: every CPU of x86-64 has the instructions that the assembly needs.

use super::matrix::Matrix;
#[cfg(any(not(target_arch = "x86_64"), carnelian_msan, miri))]
use super::portable as backend;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
use super::x86_64 as backend;

/// Applies 60 division steps to the lowest words of f and g, 60 bits of which must be correct; f is odd. ζ = −δ − 1/2 is
/// taken and returned. The matrix is scaled by 2⁶².
#[inline(always)]
pub(crate) fn divsteps_60(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    backend::divsteps_60(zeta, f, g)
}
