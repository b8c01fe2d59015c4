//! The arithmetic of polynomials of the ring R_q and of its image under the NTT: one contract, and a file for each
//! backend.

pub(super) mod kernel;
#[cfg(any(test, target_arch = "x86_64"))]
pub(super) mod lanes;
#[cfg(any(test, target_arch = "x86_64"))]
pub(super) mod lanes_52;
#[cfg(target_arch = "x86_64")]
mod over_lanes;
pub(super) mod packing;
pub(super) mod polynomial;
mod portable;
mod rejection;
pub(super) mod rounding;
pub(super) mod sums;
mod tables;
#[cfg(any(test, target_arch = "x86_64"))]
mod tables_52;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;
