//! The implementation for the target: every CPU of x86-64 has the instructions that the assembly needs.

#[cfg(any(not(target_arch = "x86_64"), carnelian_msan, miri))]
pub(in super::super) use super::portable::divsteps_60;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
pub(in super::super) use super::x86_64::divsteps_60;
