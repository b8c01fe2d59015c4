//! Vectors of signed 64-bit words with the 52-bit multiplier.

pub(super) mod x86_avx512_ifma;
