//! Four lanes in one AVX2 register, with the floating-point multiplier, for a computation that uses all four.
#![allow(unsafe_code)]

use super::x86_avx2_fma::{BITS_OF_2_52, F64x4Fma, TWO_TO_52, U64x4Fma};
use crate::base::cpu::Avx2Fma;
use crate::base::lanes::f64::F64Four;
#[cfg(not(carnelian_msan))]
use core::arch::asm;
use core::arch::x86_64::*;

/// The offset between balanced factors and words.
const BALANCE: f64 = TWO_TO_52 + (1_u64 << 50) as f64;

/// Returns all ones in the lanes that are set.
const fn ones_in(lanes: u8) -> [i64; 4] {
    [-(lanes as i64 & 1), -(lanes as i64 >> 1 & 1), -(lanes as i64 >> 2 & 1), -(lanes as i64 >> 3 & 1)]
}

/// Returns indices for `vpshufb`, which writes 0 where the highest bit of an index is set, that swap lanes 2i and 2i +
/// 1 and clear the lanes that are not set.
const fn swapped_in(lanes: u8) -> [i64; 4] {
    const LOWER: i64 = 0x0706_0504_0302_0100;
    const UPPER: i64 = 0x0f0e_0d0c_0b0a_0908;
    let ones = ones_in(lanes ^ 0b1111);
    [UPPER | ones[0], LOWER | ones[1], UPPER | ones[2], LOWER | ones[3]]
}

/// An empty instruction, only for the compiler, which keeps these in order. This and the next two functions have a
/// `target_feature` attribute because `asm!` accepts `ymm` operands only in a function with AVX; the feature is a
/// subset of those that [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order(#[allow(unused_mut)] mut vector: __m256i) -> __m256i {
    #[cfg(not(carnelian_msan))]
    // SAFETY: the block has no instructions.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) vector, options(nomem, nostack, preserves_flags));
    }
    vector
}

/// Like [`in_order`] (with [`Avx2`](crate::base::cpu::Avx2)), but without a change of type that would separate it from
/// the instruction that computes the value.
#[inline]
#[target_feature(enable = "avx2")]
fn doubles_in_order(#[allow(unused_mut)] mut vector: __m256d) -> __m256d {
    #[cfg(not(carnelian_msan))]
    // SAFETY: the block has no instructions.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) vector, options(nomem, nostack, preserves_flags));
    }
    vector
}

/// Swaps the halves by `vperm2f128` (with [`Avx2`](crate::base::cpu::Avx2)); the compiler would choose `vpermpd`, which
/// is two operations on some CPUs.
#[inline]
#[target_feature(enable = "avx2")]
fn swap_halves(vector: __m256d) -> __m256d {
    #[cfg(carnelian_msan)]
    return _mm256_permute2f128_pd::<1>(vector, vector);
    #[cfg(not(carnelian_msan))]
    {
        let swapped;
        // SAFETY: the instruction is part of AVX and computes only on the named registers.
        unsafe {
            asm!(
                "vperm2f128 {0}, {1}, {1}, 1",
                out(ymm_reg) swapped, in(ymm_reg) vector,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        swapped
    }
}

impl F64Four for U64x4Fma {
    #[inline(always)]
    fn load(_: Avx2Fma, words: &[u64; 4]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2; the load reads the array.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: a value of this type exists, so the CPU has AVX2; the store writes the array.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_left<const S: i32>(self) -> Self {
        // The compiler would turn a shift and an addition into a 64-bit multiplication, which takes three 32-bit ones.
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { in_order(_mm256_slli_epi64::<S>(self.0)) })
    }

    #[inline(always)]
    fn shift_right<const S: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_srli_epi64::<S>(self.0) })
    }

    #[inline(always)]
    fn mul_short(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn complement<const LANES: u8>(self) -> Self {
        let [m0, m1, m2, m3] = const { ones_in(LANES) };
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, _mm256_setr_epi64x(m0, m1, m2, m3)) })
    }

    #[inline(always)]
    fn swap_pairs<const LANES: u8>(self) -> Self {
        let [i0, i1, i2, i3] = const { swapped_in(LANES) };
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_shuffle_epi8(self.0, _mm256_setr_epi64x(i0, i1, i2, i3)) })
    }

    #[inline(always)]
    fn above_2_52(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_or_si256(self.0, _mm256_set1_epi64x(BITS_OF_2_52)) })
    }

    #[inline(always)]
    fn balanced(self) -> F64x4Fma {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        F64x4Fma(unsafe { _mm256_sub_pd(_mm256_castsi256_pd(self.0), _mm256_set1_pd(BALANCE)) })
    }

    #[inline(always)]
    fn unbalanced(factor: F64x4Fma) -> Self {
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        Self(unsafe { _mm256_castpd_si256(_mm256_add_pd(factor.0, _mm256_set1_pd(BALANCE))) })
    }

    #[inline(always)]
    fn high_of_both(first: F64x4Fma, a: F64x4Fma, b: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        F64x4Fma(unsafe { _mm256_fmadd_pd(a.0, b.0, first.0) })
    }

    #[inline(always)]
    fn low_word_of_both(low: Self, a: F64x4Fma, b: F64x4Fma, first: F64x4Fma, both: F64x4Fma) -> Self {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        unsafe {
            let second = _mm256_fmadd_pd(a.0, b.0, _mm256_sub_pd(first.0, both.0));
            Self(_mm256_castpd_si256(_mm256_add_pd(_mm256_castsi256_pd(low.0), second)))
        }
    }

    #[inline(always)]
    fn twice(factor: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        F64x4Fma(unsafe { _mm256_add_pd(factor.0, factor.0) })
    }

    #[inline(always)]
    fn merge<const LANES: u8>(a: F64x4Fma, b: F64x4Fma) -> F64x4Fma {
        // The const parameter cannot be converted to the intrinsic's immediate, but a constant mask has the same
        // effect: the compiler turns both into an immediate blend.
        let [m0, m1, m2, m3] = const { ones_in(LANES) };
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        unsafe {
            let mask = _mm256_castsi256_pd(_mm256_setr_epi64x(m0, m1, m2, m3));
            F64x4Fma(_mm256_blendv_pd(a.0, b.0, mask))
        }
    }

    #[inline(always)]
    fn select(mask: Self, if_clear: F64x4Fma, if_set: F64x4Fma) -> F64x4Fma {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        F64x4Fma(unsafe { _mm256_blendv_pd(if_clear.0, if_set.0, _mm256_castsi256_pd(mask.0)) })
    }

    #[inline(always)]
    fn swap_pairs_of_factors(factor: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        F64x4Fma(unsafe { _mm256_permute_pd::<0b0101>(factor.0) })
    }

    #[inline(always)]
    fn swap_halves(factor: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        F64x4Fma(unsafe { swap_halves(factor.0) })
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { in_order(self.0) })
    }

    #[inline(always)]
    fn high_in_order(high: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has AVX2.
        F64x4Fma(unsafe { doubles_in_order(high.0) })
    }

    #[inline(always)]
    fn factor_in_order(factor: F64x4Fma) -> F64x4Fma {
        Self::high_in_order(factor)
    }
}
