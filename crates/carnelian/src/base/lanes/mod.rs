//! Vectors of words as types, so that a vector algorithm is written only once.
//!
//! An algorithm over lanes is the scalar algorithm, word for word; each lane belongs to another message, or to another
//! word of one computation. The same source runs on AVX2 and AVX-512 registers and on plain arrays; the arrays make it
//! possible to test it and to check it for constant time on any machine.
//!
//! A register type is named after its elements and its instruction set, and stands in the room of its element. Only the
//! holder of a proof token can make one, so a value of the type proves that the CPU has the instructions. A trait is a
//! capability.
//!
//! | element | types | capabilities |
//! |---|---|---|
//! | `u32` | `U32x4Avx2`, `U32x8Avx2`, `U32x4Avx512`, `U32x8Avx512`, `U32x16Avx512` | [`Lanes`], [`ArxLanes`], [`RowLanes`], `KeystreamLanes`, `TileLanes`, [`FourLanes`] |
//! | `u64` | `U64x4Avx2`, `U64x4Avx512`, `U64x8Avx512` | [`Lanes`], [`U64Lanes`], [`FourLanes`] |
//! | `u52` | `U52x4Ifma`, `U52x8Ifma` | [`WordLanes`], [`WordLanesX8`], [`U52Lanes`] |
//! | `f64` | `U64x4Fma`, `U64x8Fma` | [`WordLanes`], [`WordLanesX8`], [`F64Lanes`], [`F64Half`], [`F64Four`] |
//! | `i16` | `I16x16Avx2`, `I16x32Avx512` | [`I16Lanes`] |
//! | `i32` | `I32x8Avx2`, `I32x16Avx512` | [`I32Lanes`], [`RejectionLanes`] |
//! | `i64` | `I64x8Ifma` | [`I64Lanes`] |
//! | `u128` | `U128x1`, `U128x2`, `U128x4` | `U128Lanes`, `AesRounds`, `CarryLess`, `CounterLanes` |
//!
//! Another element is a room beside these, with a trait for each capability and an array type that runs everywhere.
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

mod doubles;
#[cfg(target_arch = "x86_64")]
mod f64;
#[cfg(feature = "postquantum")]
mod i16;
#[cfg(all(target_arch = "x86_64", feature = "postquantum"))]
mod i32;
#[cfg(all(target_arch = "x86_64", feature = "postquantum"))]
mod i64;
mod integers;
mod portable;
#[cfg(all(test, feature = "postquantum"))]
mod portable_residues;
mod portable_words;
#[cfg(feature = "cipher")]
pub(crate) mod powers;
#[cfg(feature = "postquantum")]
mod residues;
#[cfg(feature = "postquantum")]
mod shorts;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
pub(crate) mod u128;
#[cfg(target_arch = "x86_64")]
mod u32;
#[cfg(target_arch = "x86_64")]
mod u52;
#[cfg(target_arch = "x86_64")]
mod u64;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86_four;
#[cfg(target_arch = "x86_64")]
mod x86_operations;

pub(crate) use doubles::{F64Four, F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51};
#[cfg(all(target_arch = "x86_64", feature = "postquantum"))]
pub(crate) use i16::{x86_avx2::I16x16Avx2, x86_avx512::I16x32Avx512};
#[cfg(all(target_arch = "x86_64", feature = "postquantum"))]
pub(crate) use i32::{x86_avx2::I32x8Avx2, x86_avx512::I32x16Avx512};
#[cfg(all(target_arch = "x86_64", feature = "postquantum"))]
pub(crate) use i64::x86_avx512_ifma::I64x8Ifma;
pub(crate) use integers::{U52Lanes, WordLanes, WordLanesX8};
#[cfg(feature = "postquantum")]
pub(crate) use residues::{I32Lanes, I64Lanes, RejectionLanes, exchange_source, exchange_source_64};
#[cfg(feature = "postquantum")]
pub(crate) use shorts::I16Lanes;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
pub(crate) use u32::x86_avx2_rows::{xor_bytes, xor_halves};
#[cfg(all(target_arch = "x86_64", any(feature = "cipher", feature = "curve")))]
pub(crate) use u52::x86_avx512_ifma::U52x8Ifma;
pub(crate) use words::{ArxLanes, FourLanes, Lanes, RowLanes, U64Lanes};
#[cfg(feature = "cipher")]
pub(crate) use words::{KeystreamLanes, TileLanes};
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
pub(crate) use {
    f64::x86_avx2_fma::{U64x4Fma, U64x8Fma, rounding_to_nearest},
    u52::x86_avx512_ifma::U52x4Ifma,
};
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    u32::x86_avx2::U32x8Avx2,
    u32::x86_avx512::{U32x8Avx512, U32x16Avx512},
    u64::x86_avx2::{U64x4Avx2, opaque_256},
    u64::x86_avx512::{U64x4Avx512, U64x8Avx512, xor3_256, xor3_512},
    x86_four::{U32x4Avx2, U32x4Avx512},
};
