//! Eight words in an AVX-512 register, one of each of eight blocks of a message.
#![allow(unsafe_code)]

use super::x86_avx512_ifma::U52x8Ifma;
use crate::base::cpu::{Avx512Ifma, Avx512IfmaVbmi2};
use core::arch::x86_64::*;

impl U52x8Ifma {
    /// The index of each lane's block in [`load_blocks`](Self::load_blocks).
    pub(crate) const BLOCKS: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

    /// Loads the first and the second words of eight blocks.
    #[inline(always)]
    pub(crate) fn load_blocks(_: Avx512Ifma, blocks: &[[u8; 16]; 8]) -> [Self; 2] {
        let (first, second) = blocks.split_at(4);
        // SAFETY: the token proves that the CPU has AVX-512; each load reads four blocks.
        unsafe {
            let first = _mm512_loadu_si512(first.as_ptr().cast());
            let second = _mm512_loadu_si512(second.as_ptr().cast());
            [Self(_mm512_unpacklo_epi64(first, second)), Self(_mm512_unpackhi_epi64(first, second))]
        }
    }

    /// Returns `word` in lane 0 and 0 in the others.
    #[inline(always)]
    pub(crate) fn in_first_lane(_: Avx512Ifma, word: u64) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe { _mm512_maskz_set1_epi64(1, word.cast_signed()) })
    }

    /// Returns the bitwise OR.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    /// Shifts left by `S` bits.
    #[inline(always)]
    pub(crate) fn shift_left<const S: u32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_slli_epi64::<S>(self.0) })
    }

    /// Returns the lower 64 bits of (`self` + 2^64 `high`) shifted right by `S` bits.
    #[inline(always)]
    pub(crate) fn shift_right_double<const S: i32>(self, _: Avx512IfmaVbmi2, high: Self) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512 VBMI2.
        Self(unsafe { _mm512_shrdi_epi64::<S>(self.0, high.0) })
    }

    /// Returns the sum of the lanes modulo 2^64.
    #[inline(always)]
    pub(crate) fn sum_of_lanes(self) -> u64 {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        unsafe { _mm512_reduce_add_epi64(self.0) }.cast_unsigned()
    }
}
