//! Vectors of 32-bit words.

pub(super) mod x86_avx2;
#[cfg(feature = "cipher")]
pub(super) mod x86_avx2_rows;
pub(super) mod x86_avx512;
#[cfg(feature = "cipher")]
mod x86_avx512_rows;
#[cfg(feature = "cipher")]
mod x86_avx512_tile;
