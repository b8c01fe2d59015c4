//! Vectors of 64-bit words with the 52-bit multiplier of AVX-512 IFMA.

pub(super) mod x86_avx512_ifma;
#[cfg(feature = "cipher")]
mod x86_avx512_ifma_blocks;
