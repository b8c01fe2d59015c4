//! Vectors of 64-bit words.

pub(super) mod x86_avx2;
pub(super) mod x86_avx512;
