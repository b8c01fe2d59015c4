//! Blocks of 128 bits in the lanes of vectors: for AES, and for the field of GHASH and POLYVAL.
//!
//! A vector holds the token, or the pair of tokens, with which it was made: a zero-sized value that proves what the CPU
//! can do with the vector. So `U128x4<Avx512Vaes>` has the rounds of AES, and `U128x4<Vpclmul>` the carry-less product.

pub(crate) mod products;
mod x86_avx2;
mod x86_avx512;
mod x86_sse;
mod x86_traits;

pub(crate) use x86_avx2::U128x2;
pub(crate) use x86_avx512::U128x4;
pub(crate) use x86_sse::U128x1;
pub(crate) use x86_traits::{AesRounds, CarryLess, CounterLanes, KeyExpansion, ProvesAesNi, ProvesClmul, U128Lanes};
