//! Eight and sixteen lanes of 32-bit words in AVX-512 registers, where a rotation is one instruction.
//!
//! So is any bitwise function of three operands, `vpternlogd`. LLVM generates it from the trait's default bodies, and
//! MemorySanitizer, which would report the instruction as a leak, sees those. Only the majority, for which LLVM takes
//! two, is written explicitly.
#![allow(unsafe_code)]

use super::x86_avx2::{be_to_native, byte_reversal, load_columns, store_columns};
use crate::base::cpu::Avx512;
use crate::base::lanes::arx::x86_operations::{four_lanes, operations};
use crate::base::lanes::arx::{FourLanes, Lanes};
use crate::base::lanes::u64::x86_avx2::opaque_256;
use crate::base::lanes::u64::x86_avx512::{majority_256, majority_512, opaque_512};
use core::arch::x86_64::*;

/// Four words in an xmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Avx512(__m128i);

/// Eight words in a ymm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x8Avx512(pub(in crate::base::lanes) __m256i);

/// Sixteen words in a zmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x16Avx512(pub(in crate::base::lanes) __m512i);

four_lanes! {
    U32x4Avx512(__m128i), Avx512, u32 {
        set: _mm_set_epi32, load: _mm_loadu_si128, store: _mm_storeu_si128,
        add: _mm_add_epi32, xor: _mm_xor_si128, rotate_lanes: _mm_shuffle_epi32
    }
}

impl Lanes<8> for U32x8Avx512 {
    operations! {
        proof: Avx512,
        word: u32,
        load: _mm256_loadu_si256,
        store: _mm256_storeu_si256,
        splat: _mm256_set1_epi32,
        add: _mm256_add_epi32,
        xor: _mm256_xor_si256,
        and: _mm256_and_si256,
        rotate_right: _mm256_ror_epi32,
        shift_right_each: _mm256_srlv_epi32,
        be_to_native: be_to_native
    }

    #[inline(always)]
    fn pinned(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { opaque_256(self.0) })
    }

    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { majority_256(self.0, y.0, z.0) })
    }

    #[inline(always)]
    fn load_transposed(_: Avx512, rows: [&[u8; 32]; 8]) -> [Self; 8] {
        // SAFETY: the token proves that the CPU has AVX2 too.
        let [a, b, c, d, e, f, g, h] = unsafe { load_columns(rows) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 32]; 8]) {
        // SAFETY: values of this type exist, so the CPU has AVX2 too.
        unsafe { store_columns([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0], rows) }
    }
}

impl Lanes<16> for U32x16Avx512 {
    operations! {
        proof: Avx512,
        word: u32,
        load: _mm512_loadu_si512,
        store: _mm512_storeu_si512,
        splat: _mm512_set1_epi32,
        add: _mm512_add_epi32,
        xor: _mm512_xor_si512,
        and: _mm512_and_si512,
        rotate_right: _mm512_ror_epi32,
        shift_right_each: _mm512_srlv_epi32,
        be_to_native: be_to_native_512
    }

    #[inline(always)]
    fn pinned(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { opaque_512(self.0) })
    }

    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { majority_512(self.0, y.0, z.0) })
    }

    #[inline(always)]
    fn load_transposed(_: Avx512, rows: [&[u8; 32]; 16]) -> [Self; 8] {
        let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf] = rows;
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe {
            // Rows i and i + 4 share a register, so that the first shuffles stay within its quarters.
            let upper = transpose([two_rows(r0, r4), two_rows(r1, r5), two_rows(r2, r6), two_rows(r3, r7)]);
            let lower = transpose([two_rows(r8, rc), two_rows(r9, rd), two_rows(ra, re), two_rows(rb, rf)]);
            [
                Self(_mm512_shuffle_i32x4::<0x88>(upper[0], lower[0])),
                Self(_mm512_shuffle_i32x4::<0x88>(upper[1], lower[1])),
                Self(_mm512_shuffle_i32x4::<0x88>(upper[2], lower[2])),
                Self(_mm512_shuffle_i32x4::<0x88>(upper[3], lower[3])),
                Self(_mm512_shuffle_i32x4::<0xdd>(upper[0], lower[0])),
                Self(_mm512_shuffle_i32x4::<0xdd>(upper[1], lower[1])),
                Self(_mm512_shuffle_i32x4::<0xdd>(upper[2], lower[2])),
                Self(_mm512_shuffle_i32x4::<0xdd>(upper[3], lower[3])),
            ]
        }
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 32]; 16]) {
        // SAFETY: values of this type exist, so the CPU has AVX-512; each store writes a row of 32 bytes.
        unsafe {
            let (low, high) = (transpose([a.0, b.0, c.0, d.0]), transpose([e.0, f.0, g.0, h.0]));
            // Quarter q of `low[i]` and of `high[i]` are the halves of row 4q + i.
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            for (number, row) in rows.into_iter().enumerate() {
                let (low, high) = (low[number % 4], high[number % 4]);
                let two_rows = match number / 8 {
                    0 => _mm512_permutex2var_epi64(low, first, high),
                    _ => _mm512_permutex2var_epi64(low, second, high),
                };
                let words = match number / 4 % 2 {
                    0 => _mm512_castsi512_si256(two_rows),
                    _ => _mm512_extracti64x4_epi64::<1>(two_rows),
                };
                _mm256_storeu_si256(row.as_mut_ptr().cast(), words);
            }
        }
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn be_to_native_512(x: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(byte_reversal())) }
}

/// Loads two rows, one after the other.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn two_rows(first: &[u8; 32], second: &[u8; 32]) -> __m512i {
    // SAFETY: the caller guarantees AVX-512; each load reads a row.
    unsafe {
        let first = _mm512_castsi256_si512(_mm256_loadu_si256(first.as_ptr().cast()));
        _mm512_inserti64x4::<1>(first, _mm256_loadu_si256(second.as_ptr().cast()))
    }
}

/// Transposes 4×4 words within each quarter: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn transpose([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let (low01, high01) = (_mm512_unpacklo_epi32(r0, r1), _mm512_unpackhi_epi32(r0, r1));
        let (low23, high23) = (_mm512_unpacklo_epi32(r2, r3), _mm512_unpackhi_epi32(r2, r3));
        [
            _mm512_unpacklo_epi64(low01, low23),
            _mm512_unpackhi_epi64(low01, low23),
            _mm512_unpacklo_epi64(high01, high23),
            _mm512_unpackhi_epi64(high01, high23),
        ]
    }
}
