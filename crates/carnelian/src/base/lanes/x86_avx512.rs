//! Four and eight lanes in AVX-512 registers: rotations and three-input logic are one instruction each.
#![allow(unsafe_code)]

use super::U64Lanes;
use super::x86_avx2::{self, REVERSE_HIGH, REVERSE_LOW};
use crate::base::cpu::Avx512;
use core::arch::x86_64::*;

/// Truth tables of `vpternlogq`: bit 4x + 2y + z is the answer for the inputs x, y, z.
#[cfg(not(carnelian_msan))]
const XOR3: i32 = 0b1001_0110;
#[cfg(not(carnelian_msan))]
const CHOOSE: i32 = 0b1100_1010;
#[cfg(not(carnelian_msan))]
const MAJORITY: i32 = 0b1110_1000;

/// Four words in a ymm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x4Avx512(__m256i);

/// Eight words in a zmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x8Avx512(__m512i);

/// Writes the methods that the two widths have in common.
macro_rules! lane_operations {
    ($splat:ident, $add:ident, $xor:ident, $and:ident, $and_not:ident, $ror:ident, $srlv:ident,
     $ternary:ident) => {
        type Proof = Avx512;

        #[inline(always)]
        fn splat(_: Avx512, word: u64) -> Self {
            // SAFETY: the proof says that the CPU has AVX-512.
            Self(unsafe { $splat(word.cast_signed()) })
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $add(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $xor(self.0, other.0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $and(self.0, other.0) })
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $and_not(self.0, other.0) })
        }

        #[inline(always)]
        fn rotate_right<const R: i32>(self) -> Self {
            const { assert!(R > 0 && R < 64) };
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $ror::<R>(self.0) })
        }

        #[inline(always)]
        fn shift_right<const R: i32>(self) -> Self {
            // The two widths differ in the type of an immediate; LLVM makes one of the constant count.
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $srlv(self.0, $splat(i64::from(R))) })
        }

        // MemorySanitizer takes `vpternlogq` on a secret for a leak. There the trait's own bodies stand in; LLVM makes
        // the same instruction of them, but only after the sanitizer has seen them.
        #[cfg(not(carnelian_msan))]
        #[inline(always)]
        fn xor3(self, y: Self, z: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $ternary::<XOR3>(self.0, y.0, z.0) })
        }

        #[cfg(not(carnelian_msan))]
        #[inline(always)]
        fn choose(self, y: Self, z: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $ternary::<CHOOSE>(self.0, y.0, z.0) })
        }

        #[cfg(not(carnelian_msan))]
        #[inline(always)]
        fn majority(self, y: Self, z: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU has AVX-512.
            Self(unsafe { $ternary::<MAJORITY>(self.0, y.0, z.0) })
        }
    };
}

impl U64Lanes<4> for U64x4Avx512 {
    lane_operations! {
        _mm256_set1_epi64x, _mm256_add_epi64, _mm256_xor_si256, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_ror_epi64, _mm256_srlv_epi64, _mm256_ternarylogic_epi64
    }

    #[inline(always)]
    fn load_transposed(_: Avx512, rows: [&[u64; 8]; 4]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX2 too; a row is 64 bytes.
        unsafe { x86_avx2::load_columns(rows.map(|row| row.as_ptr().cast()), |bytes| bytes) }.map(Self)
    }

    #[inline(always)]
    fn load_be_transposed(_: Avx512, rows: [&[u8; 64]; 4]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX2 too; a row is 64 bytes.
        unsafe { x86_avx2::load_columns(rows.map(|row| row.as_ptr()), |bytes| x86_avx2::swap_bytes(bytes)) }.map(Self)
    }

    #[inline(always)]
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u64; 8]; 4]) {
        // SAFETY: a value of this type exists, so the CPU has AVX2 too; a row is 64 bytes.
        unsafe { x86_avx2::store_columns(vectors.map(|vector| vector.0), rows.map(|row| row.as_mut_ptr().cast())) }
    }
}

impl U64Lanes<8> for U64x8Avx512 {
    lane_operations! {
        _mm512_set1_epi64, _mm512_add_epi64, _mm512_xor_si512, _mm512_and_si512, _mm512_andnot_si512,
        _mm512_ror_epi64, _mm512_srlv_epi64, _mm512_ternarylogic_epi64
    }

    #[inline(always)]
    fn load_transposed(_: Avx512, rows: [&[u64; 8]; 8]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX-512; each load reads a row of 64 bytes.
        unsafe { transpose(rows.map(|row| _mm512_loadu_si512(row.as_ptr().cast()))) }.map(Self)
    }

    #[inline(always)]
    fn load_be_transposed(_: Avx512, rows: [&[u8; 64]; 8]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX-512; each load reads a row of 64 bytes.
        unsafe {
            let reversal = _mm512_broadcast_i32x4(_mm_set_epi64x(REVERSE_HIGH, REVERSE_LOW));
            let row = |row: &[u8; 64]| _mm512_shuffle_epi8(_mm512_loadu_si512(row.as_ptr().cast()), reversal);
            transpose(rows.map(row)).map(Self)
        }
    }

    #[inline(always)]
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u64; 8]; 8]) {
        // SAFETY: a value of this type exists, so the CPU has AVX-512; each store writes a row of 64 bytes.
        unsafe {
            for (row, words) in rows.into_iter().zip(transpose(vectors.map(|vector| vector.0))) {
                _mm512_storeu_si512(row.as_mut_ptr().cast(), words);
            }
        }
    }
}

/// An 8×8 transposition of words: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn transpose([r0, r1, r2, r3, r4, r5, r6, r7]: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: as the function's own.
    unsafe {
        // Words within pairs of rows first, then 128-bit pieces within each four of those.
        let pair = |x, y| (_mm512_unpacklo_epi64(x, y), _mm512_unpackhi_epi64(x, y));
        let [(a0, a1), (b0, b1), (c0, c1), (d0, d1)] = [pair(r0, r1), pair(r2, r3), pair(r4, r5), pair(r6, r7)];
        let [w0, w2, w4, w6] = transpose_pieces([a0, b0, c0, d0]);
        let [w1, w3, w5, w7] = transpose_pieces([a1, b1, c1, d1]);
        [w0, w1, w2, w3, w4, w5, w6, w7]
    }
}

/// A 4×4 transposition of 128-bit pieces: result `i` holds piece `i` of every row.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn transpose_pieces([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: as the function's own.
    unsafe {
        let (even01, odd01) = (_mm512_shuffle_i64x2::<0x88>(r0, r1), _mm512_shuffle_i64x2::<0xdd>(r0, r1));
        let (even23, odd23) = (_mm512_shuffle_i64x2::<0x88>(r2, r3), _mm512_shuffle_i64x2::<0xdd>(r2, r3));
        [
            _mm512_shuffle_i64x2::<0x88>(even01, even23),
            _mm512_shuffle_i64x2::<0x88>(odd01, odd23),
            _mm512_shuffle_i64x2::<0xdd>(even01, even23),
            _mm512_shuffle_i64x2::<0xdd>(odd01, odd23),
        ]
    }
}
