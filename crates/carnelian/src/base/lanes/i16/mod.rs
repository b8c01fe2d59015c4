//! Vectors of signed 16-bit integers.

mod portable;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_operations;

#[cfg(test)]
mod tests;
