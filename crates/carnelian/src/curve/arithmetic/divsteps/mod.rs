//! Division steps: Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019).

mod kernel;
mod matrix;
#[cfg(any(test, not(target_arch = "x86_64"), carnelian_msan, miri))]
mod portable;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_64;

#[cfg(test)]
mod tests;

pub(super) use kernel::divsteps_60;
pub(super) use matrix::{Matrix, sign};
