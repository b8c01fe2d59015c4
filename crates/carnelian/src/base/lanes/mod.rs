//! Vectors of words as types, so that a vector algorithm is written only once.
//!
//! An algorithm over lanes is the scalar algorithm, word for word; each lane belongs to another message, or to another
//! word of one computation. The same source runs on AVX2 and AVX-512 registers and on plain arrays; the arrays make it
//! possible to test it and to check it for constant time on any machine.
//!
//! An element is a room: its contract is a trait for each capability, in `mod.rs`, `portable.rs` implements it for plain
//! arrays, and each other file for the registers of one instruction set. A register type is named after its elements and
//! its instruction set. Only the holder of a proof token can make one, so a value of the type proves that the CPU has
//! the instructions.
//!
//! | room | elements | registers | capabilities |
//! |---|---|---|---|
//! | `arx` | words of 32 or 64 bits | | [`Lanes`](arx::Lanes), [`FourLanes`](arx::FourLanes) |
//! | `u32` | words | `U32x4Avx2`, `U32x8Avx2`, `U32x4Avx512`, `U32x8Avx512`, `U32x16Avx512` | those of `arx`, [`ArxLanes`](u32::ArxLanes), [`RowLanes`](u32::RowLanes), `KeystreamLanes`, `TileLanes` |
//! | `u64` | words | `U64x4Avx2`, `U64x4Avx512`, `U64x8Avx512` | those of `arx`; [`WordLanes`](u64::WordLanes), [`WordLanesX8`](u64::WordLanesX8) for the next two |
//! | `u52` | words with the 52-bit multiplier | `U52x4Ifma`, `U52x8Ifma` | [`U52Lanes`](u52::U52Lanes) |
//! | `f64` | words with the multiplier of doubles | `U64x4Fma`, `U64x8Fma` | [`F64Lanes`](f64::F64Lanes), [`F64Half`](f64::F64Half), [`F64Four`](f64::F64Four) |
//! | `i16` | coefficients modulo a prime of 12 bits | `I16x16Avx2`, `I16x32Avx512` | `I16Lanes` |
//! | `i32` | residues modulo a prime of 23 bits | `I32x8Avx2`, `I32x16Avx512` | `I32Lanes`, `RejectionLanes` |
//! | `i64` | the same with the 52-bit multiplier | `I64x8Ifma` | `I64Lanes` |
//! | `u128` | blocks | `U128x1`, `U128x2`, `U128x4` | `U128Lanes`, `AesRounds`, `CarryLess`, `CounterLanes` |
//!
//! Every method of every implementation is `inline(always)` and has no `target_feature` attribute of its own, because
//! the two cannot be combined: the calling kernel enables the features. For the same reason vectors are never passed
//! through a closure or `array::map`, which LLVM may leave outside the kernel, without its features, at ten times the
//! cost.

// Each kind of lanes is used only by some families and exists only on some architectures.
#![cfg_attr(
    not(all(
        feature = "cipher",
        feature = "curve",
        feature = "postquantum",
        feature = "alloc",
        target_arch = "x86_64"
    )),
    allow(dead_code, unused_imports)
)]

pub(crate) mod arx;
pub(crate) mod f64;
#[cfg(feature = "postquantum")]
pub(crate) mod i16;
#[cfg(feature = "postquantum")]
pub(crate) mod i32;
#[cfg(feature = "postquantum")]
pub(crate) mod i64;
#[cfg(test)]
pub(crate) mod interval;
#[cfg(feature = "cipher")]
pub(crate) mod u128;
pub(crate) mod u32;
pub(crate) mod u52;
pub(crate) mod u64;
