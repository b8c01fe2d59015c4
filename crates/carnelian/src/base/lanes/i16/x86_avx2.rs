//! Sixteen lanes in one AVX2 register.
#![allow(unsafe_code)]

use super::x86_operations::operations;
use crate::base::cpu::Avx2;
use crate::base::lanes::i16::I16Lanes;
use core::arch::x86_64::*;

/// Sixteen integers in a ymm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct I16x16Avx2(__m256i);

impl I16Lanes<16> for I16x16Avx2 {
    operations! {
        proof: Avx2,
        lanes: 16,
        pairs: __m256i,
        load: _mm256_loadu_si256,
        store: _mm256_storeu_si256,
        splat: _mm256_set1_epi16,
        splat_32: _mm256_set1_epi32,
        splat_64: _mm256_set1_epi64x,
        add: _mm256_add_epi16,
        sub: _mm256_sub_epi16,
        and: _mm256_and_si256,
        or: _mm256_or_si256,
        mul_low: _mm256_mullo_epi16,
        mul_high: _mm256_mulhi_epi16,
        mul_round: _mm256_mulhrs_epi16,
        shift_right_arithmetic: _mm256_sra_epi16,
        shift_left_16: _mm256_sll_epi16,
        shift_left_32: _mm256_sll_epi32,
        shift_right_32: _mm256_srl_epi32,
        shift_left_64: _mm256_sll_epi64,
        shift_right_64: _mm256_srl_epi64,
        mul_pairs: _mm256_madd_epi16,
        add_32: _mm256_add_epi32,
        merge_odd_16: merge_odd_16,
        merge_odd_32: merge_odd_32
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            let (a, b) = match D {
                2 => (merge_odd_32(a.0, _mm256_slli_epi64::<32>(b.0)), merge_odd_32(_mm256_srli_epi64::<32>(a.0), b.0)),
                4 => (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0)),
                _ => (_mm256_permute2x128_si256::<0x20>(a.0, b.0), _mm256_permute2x128_si256::<0x31>(a.0, b.0)),
            };
            (Self(a), Self(b))
        }
    }

    #[inline(always)]
    fn exchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::exchange::<8>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        Self::exchange::<2>(a, b)
    }

    #[inline(always)]
    fn unexchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::exchange::<2>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        Self::exchange::<8>(a, b)
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_or_si256(_mm256_slli_epi32::<16>(self.0), _mm256_srli_epi32::<16>(self.0)) })
    }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn merge_odd_16(even: __m256i, odd: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_blend_epi16::<0b1010_1010>(even, odd) }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn merge_odd_32(even: __m256i, odd: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_blend_epi32::<0b1010_1010>(even, odd) }
}
