//! Thirty-two lanes in one AVX-512 register.
#![allow(unsafe_code)]

use super::x86_operations::operations;
use crate::base::cpu::Avx512;
use crate::base::lanes::i16::I16Lanes;
use core::arch::x86_64::*;

/// Thirty-two integers in a zmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct I16x32Avx512(__m512i);

impl I16Lanes<32> for I16x32Avx512 {
    operations! {
        proof: Avx512,
        lanes: 32,
        pairs: __m512i,
        load: _mm512_loadu_si512,
        store: _mm512_storeu_si512,
        splat: _mm512_set1_epi16,
        splat_32: _mm512_set1_epi32,
        splat_64: _mm512_set1_epi64,
        add: _mm512_add_epi16,
        sub: _mm512_sub_epi16,
        and: _mm512_and_si512,
        or: _mm512_or_si512,
        mul_low: _mm512_mullo_epi16,
        mul_high: _mm512_mulhi_epi16,
        mul_round: _mm512_mulhrs_epi16,
        shift_right_arithmetic: _mm512_sra_epi16,
        shift_left_16: _mm512_sll_epi16,
        shift_left_32: _mm512_sll_epi32,
        shift_right_32: _mm512_srl_epi32,
        shift_left_64: _mm512_sll_epi64,
        shift_right_64: _mm512_srl_epi64,
        mul_pairs: _mm512_madd_epi16,
        add_32: _mm512_add_epi32,
        merge_odd_16: merge_odd_16,
        merge_odd_32: merge_odd_32
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe {
            let (a, b) = match D {
                2 => (merge_odd_32(a.0, _mm512_slli_epi64::<32>(b.0)), merge_odd_32(_mm512_srli_epi64::<32>(a.0), b.0)),
                4 => (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0)),
                8 => (
                    _mm512_permutex2var_epi64(a.0, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), b.0),
                    _mm512_permutex2var_epi64(a.0, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), b.0),
                ),
                _ => (_mm512_shuffle_i64x2::<0x44>(a.0, b.0), _mm512_shuffle_i64x2::<0xee>(a.0, b.0)),
            };
            (Self(a), Self(b))
        }
    }

    #[inline(always)]
    fn exchange_all(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe {
            let first = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
            let second = _mm512_or_si512(first, _mm512_set1_epi32(1));
            (Self(_mm512_permutex2var_epi32(a.0, first, b.0)), Self(_mm512_permutex2var_epi32(a.0, second, b.0)))
        }
    }

    #[inline(always)]
    fn unexchange_all(a: Self, b: Self) -> (Self, Self) {
        // All exchanges together bring the even dwords of both vectors to the first, the odd ones to the second.
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe {
            let first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let second = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
            (Self(_mm512_permutex2var_epi32(a.0, first, b.0)), Self(_mm512_permutex2var_epi32(a.0, second, b.0)))
        }
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_rol_epi32::<16>(self.0) })
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn merge_odd_16(even: __m512i, odd: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_mask_blend_epi16(0xaaaa_aaaa, even, odd) }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn merge_odd_32(even: __m512i, odd: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_mask_blend_epi32(0xaaaa, even, odd) }
}
