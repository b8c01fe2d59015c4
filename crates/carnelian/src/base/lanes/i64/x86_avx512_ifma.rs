//! Eight lanes of signed 64-bit words in one AVX-512 register, with the 52-bit multiplier.
#![allow(unsafe_code)]

use crate::base::cpu::Avx512Ifma;
use crate::base::lanes::i64::{I64Lanes, exchange_source_64};
use core::arch::x86_64::*;

/// Eight words in a zmm register. Only a holder of the [`Avx512Ifma`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct I64x8Ifma(__m512i);

impl I64Lanes for I64x8Ifma {
    type Proof = Avx512Ifma;

    #[inline(always)]
    fn splat(_: Avx512Ifma, word: i64) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi64(word) })
    }

    #[inline(always)]
    fn load(_: Avx512Ifma, words: &[i64; 8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512; 64 bytes are read from an array of 64.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_narrow(_: Avx512Ifma, words: &[i32; 8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512; 32 bytes are read from an array of 32.
        Self(unsafe { _mm512_cvtepi32_epi64(_mm256_loadu_si256(words.as_ptr().cast())) })
    }

    #[inline(always)]
    fn store_narrow(a: Self, b: Self, words: &mut [i32; 16]) {
        let lower: &[i32; 16] = const { &LOWER };
        // SAFETY: values of this type exist, so the CPU has AVX-512; the arrays have 64 bytes.
        unsafe {
            let packed = _mm512_permutex2var_epi32(a.0, _mm512_loadu_si512(lower.as_ptr().cast()), b.0);
            _mm512_storeu_si512(words.as_mut_ptr().cast(), packed);
        }
    }

    #[inline(always)]
    fn load_exchanged(_: Avx512Ifma, words: &[i32; 16]) -> (Self, Self) {
        let lanes: &[i32; 16] = const { &exchanged() };
        // SAFETY: the token proves that the CPU has AVX-512; the arrays have 64 bytes.
        unsafe {
            let words = _mm512_loadu_si512(words.as_ptr().cast());
            let both = _mm512_permutexvar_epi32(_mm512_loadu_si512(lanes.as_ptr().cast()), words);
            (Self(_mm512_srai_epi64::<32>(_mm512_slli_epi64::<32>(both))), Self(_mm512_srai_epi64::<32>(both)))
        }
    }

    #[inline(always)]
    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]) {
        let lanes: &[i32; 16] = const { &unexchanged() };
        // SAFETY: values of this type exist, so the CPU has AVX-512; the arrays have 64 bytes.
        unsafe {
            let packed = _mm512_permutex2var_epi32(a.0, _mm512_loadu_si512(lanes.as_ptr().cast()), b.0);
            _mm512_storeu_si512(words.as_mut_ptr().cast(), packed);
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { _mm512_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn scaled(self, factor: Self, [offset, q, start]: [Self; 3]) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512 IFMA.
        unsafe {
            let t = _mm512_madd52lo_epu64(offset.0, self.0, factor.0);
            Self(_mm512_madd52hi_epu64(start.0, t, q.0))
        }
    }

    #[inline(always)]
    fn in_order(vectors: [(Self, Self); 4]) -> [(Self, Self); 4] {
        #[cfg(not(carnelian_msan))]
        {
            let [(mut a, mut b), (mut c, mut d), (mut e, mut f), (mut g, mut h)] = vectors;
            // SAFETY: values of this type exist, so the CPU has AVX-512; the block has no instructions.
            unsafe { pin(&mut a.0, &mut b.0, &mut c.0, &mut d.0, &mut e.0, &mut f.0, &mut g.0, &mut h.0) };
            [(a, b), (c, d), (e, f), (g, h)]
        }
        #[cfg(carnelian_msan)]
        vectors
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        let (a, b) = unsafe {
            match D {
                4 => (_mm512_shuffle_i64x2::<0x44>(a.0, b.0), _mm512_shuffle_i64x2::<0xee>(a.0, b.0)),
                2 => (_mm512_shuffle_i64x2::<0x88>(a.0, b.0), _mm512_shuffle_i64x2::<0xdd>(a.0, b.0)),
                1 => (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0)),
                _ => unreachable!("a vector has eight lanes"),
            }
        };
        (Self(a), Self(b))
    }
}

/// Changes nothing, as [`I64Lanes::in_order`] demands.
///
/// # Safety
/// The CPU must have what [`Avx512Ifma`] proves.
#[cfg(not(carnelian_msan))]
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(clippy::too_many_arguments)]
unsafe fn pin(
    a: &mut __m512i,
    b: &mut __m512i,
    c: &mut __m512i,
    d: &mut __m512i,
    e: &mut __m512i,
    f: &mut __m512i,
    g: &mut __m512i,
    h: &mut __m512i,
) {
    // SAFETY: the block has no instructions.
    unsafe {
        core::arch::asm!(
            "/* {0} {1} {2} {3} {4} {5} {6} {7} */",
            inout(zmm_reg) * a,
            inout(zmm_reg) * b,
            inout(zmm_reg) * c,
            inout(zmm_reg) * d,
            inout(zmm_reg) * e,
            inout(zmm_reg) * f,
            inout(zmm_reg) * g,
            inout(zmm_reg) * h,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
}

/// The lower halves of the words of two vectors.
const LOWER: [i32; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30];

/// For each pair of words of 32 bits the numbers of those that all exchanges bring into this lane of the first and of the
/// second vector.
const fn exchanged() -> [i32; 16] {
    let (mut a, mut b, mut i) = ([0; 8], [0; 8], 0);
    while i < 8 {
        (a[i], b[i]) = (i as i32, 8 + i as i32);
        i += 1;
    }
    let mut d = 4;
    while d > 0 {
        let before = [a, b];
        i = 0;
        while i < 8 {
            let (is_b, j) = exchange_source_64(d, i);
            (a[i], b[i]) = (before[is_b as usize][j], before[is_b as usize][j + d]);
            i += 1;
        }
        d /= 2;
    }
    let mut pairs = [0; 16];
    i = 0;
    while i < 8 {
        (pairs[2 * i], pairs[2 * i + 1]) = (a[i], b[i]);
        i += 1;
    }
    pairs
}

/// For each word of 32 bits in order the number of the half of a word, in two vectors after all exchanges, that has it.
const fn unexchanged() -> [i32; 16] {
    let (pairs, mut halves, mut i) = (exchanged(), [0; 16], 0);
    while i < 16 {
        halves[pairs[i] as usize] = (i / 2 * 2 + i % 2 * 16) as i32;
        i += 1;
    }
    halves
}
