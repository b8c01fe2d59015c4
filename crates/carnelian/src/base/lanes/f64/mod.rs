//! Vectors of 64-bit words with the 53-bit multiplier of floating-point numbers.

pub(super) mod x86_avx2_fma;
#[cfg(feature = "curve")]
mod x86_avx2_fma_x4;
