//! Vectors of signed 16-bit integers.

#[cfg(target_arch = "x86_64")]
mod operations;
mod portable;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_avx512;

#[cfg(test)]
mod tests;
