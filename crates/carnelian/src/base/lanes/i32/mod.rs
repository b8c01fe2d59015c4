//! Vectors of signed 32-bit words.

pub(super) mod x86_avx2;
pub(super) mod x86_avx512;
