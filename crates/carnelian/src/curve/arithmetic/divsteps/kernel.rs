//! The implementation for the target: every CPU of x86-64 has the instructions that the assembly needs.

use super::matrix::Matrix;
#[cfg(any(not(target_arch = "x86_64"), carnelian_msan, miri))]
use super::portable as backend;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
use super::x86_64 as backend;

/// Computes 60 divsteps on the low words of f and g, whose low 60 bits must be correct; f is odd. `zeta` and the first
/// result are −δ − 1/2 before and after the steps. The matrix is times 2⁶².
#[inline(always)]
pub(crate) fn divsteps_60(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    backend::divsteps_60(zeta, f, g)
}
