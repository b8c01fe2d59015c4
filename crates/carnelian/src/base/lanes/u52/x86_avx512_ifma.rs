//! Lanes with the 52-bit multiplier: four in a ymm register, eight in a zmm register.
#![allow(unsafe_code)]

use crate::base::cpu::Avx512Ifma;
use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::x86_avx512::transpose;
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use core::arch::x86_64::*;

/// Four words in a ymm register. Only a holder of the [`Avx512Ifma`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U52x4Ifma(__m256i);

/// Eight words in a zmm register. Only a holder of the [`Avx512Ifma`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U52x8Ifma(pub(in crate::base::lanes) __m512i);

/// Generates the word operations that the two widths have in common.
macro_rules! word_operations {
    (
        $lanes:literal, $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $and:ident, $srl:ident,
        $equal:ident, $blend:ident, $lookup:ident
    ) => {
        type Proof = Avx512Ifma;
        type Mask = __mmask8;
        type Words = [u64; $lanes];

        #[inline(always)]
        fn splat(_: Avx512Ifma, word: u64) -> Self {
            // SAFETY: the token proves that the CPU has the instruction.
            Self(unsafe { $splat(word.cast_signed()) })
        }

        #[inline(always)]
        fn load(_: Avx512Ifma, words: &[u64; $lanes]) -> Self {
            // SAFETY: the token proves that the CPU has the instruction, which reads the array.
            Self(unsafe { $load(words.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self) -> [u64; $lanes] {
            let mut words = [0; $lanes];
            // SAFETY: a value of this type exists, so the CPU has the instruction, which writes the array.
            unsafe { $store(words.as_mut_ptr().cast(), self.0) };
            words
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $add(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $sub(self.0, other.0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $and(self.0, other.0) })
        }

        #[inline(always)]
        fn shift_right<const S: u32>(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $srl::<S>(self.0) })
        }

        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            self.add_lo(a, b)
        }

        #[inline(always)]
        fn equal(self, other: Self) -> __mmask8 {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            unsafe { $equal(self.0, other.0) }
        }

        #[inline(always)]
        fn mask_of(_: Avx512Ifma, bits: u8) -> __mmask8 {
            bits
        }

        #[inline(always)]
        fn select(mask: __mmask8, if_clear: Self, if_set: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $blend(mask, if_clear.0, if_set.0) })
        }

        #[inline(always)]
        fn fill_in(self, mask: __mmask8, word: Self) -> Self {
            Self::select(mask, self, word)
        }

        #[inline(always)]
        fn lookup(self, index: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $lookup(index.0, self.0) })
        }
    };
}

/// Generates the multiplier and mask operations that the two widths have in common.
macro_rules! multiplier_operations {
    (
        $zero:ident, $add:ident, $lo:ident, $hi:ident, $mask_sub:ident, $maskz:ident, $shuffle32:ident
    ) => {
        #[inline(always)]
        fn mul_lo(a: Self, b: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instructions.
            Self(unsafe { $lo($zero(), a.0, b.0) })
        }

        #[inline(always)]
        fn mul_hi(a: Self, b: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instructions.
            Self(unsafe { $hi($zero(), a.0, b.0) })
        }

        #[inline(always)]
        fn add_lo(self, a: Self, b: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $lo(self.0, a.0, b.0) })
        }

        #[inline(always)]
        fn add_hi(self, a: Self, b: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instruction.
            Self(unsafe { $hi(self.0, a.0, b.0) })
        }

        #[inline(always)]
        fn add_sub<const LANES: u8>(self, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instructions.
            Self(unsafe { $mask_sub($add(self.0, other.0), LANES, self.0, other.0) })
        }

        #[inline(always)]
        fn add_sub_by(self, mask: __mmask8, other: Self) -> Self {
            // SAFETY: values of this type exist, so the CPU has the instructions.
            Self(unsafe { $mask_sub($add(self.0, other.0), mask, self.0, other.0) })
        }

        #[inline(always)]
        fn keep<const LANES: u8>(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $maskz(LANES, self.0) })
        }

        #[inline(always)]
        fn merge<const LANES: u8>(self, other: Self) -> Self {
            Self::select(LANES, self, other)
        }

        #[inline(always)]
        fn swap_pairs(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instruction.
            Self(unsafe { $shuffle32::<0b01_00_11_10>(self.0) })
        }

        #[inline(always)]
        fn swap_pairs_by(self, mask: __mmask8) -> Self {
            // SAFETY: a value of this type exists, so the CPU has the instructions.
            Self(unsafe { $maskz(mask, $shuffle32::<0b01_00_11_10>(self.0)) })
        }
    };
}

impl WordLanes for U52x4Ifma {
    word_operations! {
        4, _mm256_set1_epi64x, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_add_epi64, _mm256_sub_epi64,
        _mm256_and_si256, shift_right_256, _mm256_cmpeq_epi64_mask, _mm256_mask_blend_epi64, _mm256_permutexvar_epi64
    }

    #[inline(always)]
    fn rotate_lanes<const K: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the instruction.
        Self(unsafe { _mm256_alignr_epi64::<K>(self.0, self.0) })
    }
}

impl WordLanes for U52x8Ifma {
    word_operations! {
        8, _mm512_set1_epi64, _mm512_loadu_si512, _mm512_storeu_si512, _mm512_add_epi64, _mm512_sub_epi64,
        _mm512_and_si512, _mm512_srli_epi64, _mm512_cmpeq_epi64_mask, _mm512_mask_blend_epi64,
        _mm512_permutexvar_epi64
    }

    #[inline(always)]
    fn rotate_lanes<const K: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the instruction.
        Self(unsafe { _mm512_alignr_epi64::<K>(self.0, self.0) })
    }
}

impl U52Lanes for U52x4Ifma {
    multiplier_operations! {
        _mm256_setzero_si256, _mm256_add_epi64, _mm256_madd52lo_epu64, _mm256_madd52hi_epu64, _mm256_mask_sub_epi64,
        _mm256_maskz_mov_epi64, _mm256_shuffle_epi32
    }

    #[inline(always)]
    fn permute<const LANES: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the instruction.
        Self(unsafe { _mm256_permute4x64_epi64::<LANES>(self.0) })
    }
}

impl U52Lanes for U52x8Ifma {
    multiplier_operations! {
        _mm512_setzero_si512, _mm512_add_epi64, _mm512_madd52lo_epu64, _mm512_madd52hi_epu64, _mm512_mask_sub_epi64,
        _mm512_maskz_mov_epi64, _mm512_shuffle_epi32
    }

    #[inline(always)]
    fn permute<const LANES: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the instruction.
        Self(unsafe { _mm512_permutex_epi64::<LANES>(self.0) })
    }
}

impl WordLanesX8 for U52x8Ifma {
    #[inline(always)]
    fn load_signed(_: Avx512Ifma, bytes: &[i8; 8]) -> Self {
        // SAFETY: the token proves that the CPU has the instructions; the load reads the array.
        Self(unsafe { _mm512_cvtepi8_epi64(_mm_loadl_epi64(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn shift_right_each(self, counts: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has the instruction.
        Self(unsafe { _mm512_srlv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn load_transposed(_: Avx512Ifma, [r0, r1, r2, r3, r4, r5, r6, r7]: [&[u64; 4]; 8]) -> [Self; 4] {
        // SAFETY: the token proves that the CPU has AVX-512; each load reads a row of four words.
        unsafe {
            // Each register holds two rows, so that fewer operations need the only port that moves words across a
            // register.
            let (a, b) = (two_rows(r0, r2), two_rows(r1, r3));
            let (c, d) = (two_rows(r4, r6), two_rows(r5, r7));
            let (ab_even, ab_odd) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            let (cd_even, cd_odd) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
            [
                Self(_mm512_shuffle_i64x2::<0x88>(ab_even, cd_even)),
                Self(_mm512_shuffle_i64x2::<0x88>(ab_odd, cd_odd)),
                Self(_mm512_shuffle_i64x2::<0xdd>(ab_even, cd_even)),
                Self(_mm512_shuffle_i64x2::<0xdd>(ab_odd, cd_odd)),
            ]
        }
    }

    #[inline(always)]
    fn store_transposed([w0, w1, w2, w3]: [Self; 4]) -> [[u64; 4]; 8] {
        let mut rows = [[0; 4]; 8];
        let [r0, r1, r2, r3, r4, r5, r6, r7] = &mut rows;
        // SAFETY: values of this type exist, so the CPU has AVX-512; each store writes a row of four words.
        unsafe {
            // Pairs of words 0 and 2, or 1 and 3, of two adjacent rows of the lower half and of two of the upper half.
            let lower = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let upper = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            let even_0145 = _mm512_permutex2var_epi64(w0.0, lower, w2.0);
            let even_2367 = _mm512_permutex2var_epi64(w0.0, upper, w2.0);
            let odd_0145 = _mm512_permutex2var_epi64(w1.0, lower, w3.0);
            let odd_2367 = _mm512_permutex2var_epi64(w1.0, upper, w3.0);
            store_two_rows(_mm512_unpacklo_epi64(even_0145, odd_0145), r0, r4);
            store_two_rows(_mm512_unpackhi_epi64(even_0145, odd_0145), r1, r5);
            store_two_rows(_mm512_unpacklo_epi64(even_2367, odd_2367), r2, r6);
            store_two_rows(_mm512_unpackhi_epi64(even_2367, odd_2367), r3, r7);
        }
        rows
    }

    #[inline(always)]
    fn transpose([r0, r1, r2, r3, r4, r5, r6, r7]: [Self; 8]) -> [Self; 8] {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        let [a, b, c, d, e, f, g, h] = unsafe { transpose([r0.0, r1.0, r2.0, r3.0, r4.0, r5.0, r6.0, r7.0]) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }
}

/// Loads two rows, one after the other.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn two_rows(first: &[u64; 4], second: &[u64; 4]) -> __m512i {
    // SAFETY: the caller guarantees AVX-512; each load reads a row.
    unsafe {
        let first = _mm512_castsi256_si512(_mm256_loadu_si256(first.as_ptr().cast()));
        _mm512_inserti64x4::<1>(first, _mm256_loadu_si256(second.as_ptr().cast()))
    }
}

/// The inverse of [`two_rows`].
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn store_two_rows(rows: __m512i, first: &mut [u64; 4], second: &mut [u64; 4]) {
    // SAFETY: the caller guarantees AVX-512; each store writes a row.
    unsafe {
        _mm256_storeu_si256(first.as_mut_ptr().cast(), _mm512_castsi512_si256(rows));
        _mm256_storeu_si256(second.as_mut_ptr().cast(), _mm512_extracti64x4_epi64::<1>(rows));
    }
}

/// Shifts right, with the signature of the 512-bit shift. LLVM turns the constant count into an immediate.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn shift_right_256<const S: u32>(a: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_srlv_epi64(a, _mm256_set1_epi64x(i64::from(S))) }
}
