//! Four words of one computation in a register.
#![allow(unsafe_code)]

use super::FourLanes;
use super::{U64x4Avx2, U64x4Avx512};
use crate::base::cpu::{Avx2, Avx512};
use core::arch::x86_64::*;

/// Four words in an xmm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Avx2(__m128i);

/// Four words in an xmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Avx512(__m128i);

/// Generates [`FourLanes`] for types that wrap a register. `rotate_lanes` is an instruction that selects each lane of
/// its result by two bits of an immediate.
macro_rules! four_lanes {
    ($($name:ident($register:ty), $proof:ty, $word:ty {
        set: $set:ident, load: $load:ident, store: $store:ident, add: $add:ident, xor: $xor:ident,
        rotate_lanes: $rotate_lanes:ident
    })+) => {$(
        impl $name {
            /// Wraps a register.
            #[inline(always)]
            pub(crate) fn from_register(_: $proof, register: $register) -> Self {
                Self(register)
            }

            /// Returns the register.
            #[inline(always)]
            pub(crate) fn register(self) -> $register {
                self.0
            }
        }

        impl FourLanes for $name {
            type Proof = $proof;
            type Word = $word;

            #[inline(always)]
            fn from_words(_: $proof, [a, b, c, d]: [$word; 4]) -> Self {
                // SAFETY: the token proves that the CPU has the instruction.
                Self(unsafe { $set(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed()) })
            }

            #[inline(always)]
            fn load(_: $proof, words: &[$word; 4]) -> Self {
                // SAFETY: the token proves that the CPU has the instruction; the array is read.
                Self(unsafe { $load(words.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, words: &mut [$word; 4]) {
                // SAFETY: a value of this type exists, so the CPU has the instruction; the array is written.
                unsafe { $store(words.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: a value of this type exists, so the CPU has the instruction.
                Self(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: a value of this type exists, so the CPU has the instruction.
                Self(unsafe { $xor(self.0, other.0) })
            }

            #[inline(always)]
            fn rotate_lanes<const K: usize>(self) -> Self {
                const { assert!(1 <= K && K <= 3) };
                // SAFETY: a value of this type exists, so the CPU has the instruction.
                Self(unsafe {
                    match K {
                        1 => $rotate_lanes::<0b00_11_10_01>(self.0),
                        2 => $rotate_lanes::<0b01_00_11_10>(self.0),
                        _ => $rotate_lanes::<0b10_01_00_11>(self.0),
                    }
                })
            }
        }
    )+};
}

four_lanes! {
    U64x4Avx2(__m256i), Avx2, u64 {
        set: _mm256_set_epi64x, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
        add: _mm256_add_epi64, xor: _mm256_xor_si256, rotate_lanes: _mm256_permute4x64_epi64
    }
    U64x4Avx512(__m256i), Avx512, u64 {
        set: _mm256_set_epi64x, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
        add: _mm256_add_epi64, xor: _mm256_xor_si256, rotate_lanes: _mm256_permute4x64_epi64
    }
    U32x4Avx2(__m128i), Avx2, u32 {
        set: _mm_set_epi32, load: _mm_loadu_si128, store: _mm_storeu_si128,
        add: _mm_add_epi32, xor: _mm_xor_si128, rotate_lanes: _mm_shuffle_epi32
    }
    U32x4Avx512(__m128i), Avx512, u32 {
        set: _mm_set_epi32, load: _mm_loadu_si128, store: _mm_storeu_si128,
        add: _mm_add_epi32, xor: _mm_xor_si128, rotate_lanes: _mm_shuffle_epi32
    }
}
