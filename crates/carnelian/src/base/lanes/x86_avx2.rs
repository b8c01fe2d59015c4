//! Four lanes in one AVX2 register.
#![allow(unsafe_code)]

use super::U64Lanes;
use crate::base::cpu::Avx2;
use core::arch::x86_64::*;

/// Four words in a ymm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x4Avx2(__m256i);

impl U64Lanes<4> for U64x4Avx2 {
    type Proof = Avx2;

    #[inline(always)]
    fn splat(_: Avx2, word: u64) -> Self {
        // SAFETY: the proof says that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    fn load_transposed(_: Avx2, rows: [&[u64; 8]; 4]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX2; a row is 64 bytes.
        unsafe { load_columns(rows.map(|row| row.as_ptr().cast()), |bytes| bytes) }.map(Self)
    }

    #[inline(always)]
    fn load_be_transposed(_: Avx2, rows: [&[u8; 64]; 4]) -> [Self; 8] {
        // SAFETY: the proof says that the CPU has AVX2; a row is 64 bytes.
        unsafe { load_columns(rows.map(|row| row.as_ptr()), |bytes| swap_bytes(bytes)) }.map(Self)
    }

    #[inline(always)]
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u64; 8]; 4]) {
        // SAFETY: a value of this type exists, so the CPU has AVX2; a row is 64 bytes.
        unsafe { store_columns(vectors.map(|vector| vector.0), rows.map(|row| row.as_mut_ptr().cast())) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_andnot_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_right<const R: i32>(self) -> Self {
        const { assert!(R > 0 && R < 64) };
        // Stable Rust has no `{ 64 - R }` as a parameter; LLVM makes an immediate of the constant count.
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            let wrapped = _mm256_sllv_epi64(self.0, _mm256_set1_epi64x(64 - i64::from(R)));
            Self(_mm256_or_si256(_mm256_srli_epi64::<R>(self.0), wrapped))
        }
    }

    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_srli_epi64::<R>(self.0) })
    }
}

/// Eight words of each of four rows, transposed, each register having passed through `convert`.
///
/// # Safety
/// The CPU must have AVX2; 64 bytes must be readable at each row.
#[inline(always)]
pub(super) unsafe fn load_columns(rows: [*const u8; 4], convert: impl Fn(__m256i) -> __m256i) -> [__m256i; 8] {
    // SAFETY: each load reads 32 of a row's 64 bytes.
    unsafe {
        let half = |offset: usize| rows.map(|row| convert(_mm256_loadu_si256(row.add(offset).cast())));
        let ([a, b, c, d], [e, f, g, h]) = (transpose(half(0)), transpose(half(32)));
        [a, b, c, d, e, f, g, h]
    }
}

/// The reverse of [`load_columns`].
///
/// # Safety
/// The CPU must have AVX2; 64 bytes must be writable at each row.
#[inline(always)]
pub(super) unsafe fn store_columns([a, b, c, d, e, f, g, h]: [__m256i; 8], rows: [*mut u8; 4]) {
    // SAFETY: each store writes 32 of a row's 64 bytes.
    unsafe {
        for (offset, columns) in [(0, [a, b, c, d]), (32, [e, f, g, h])] {
            for (row, words) in rows.into_iter().zip(transpose(columns)) {
                _mm256_storeu_si256(row.add(offset).cast(), words);
            }
        }
    }
}

/// Reverses the bytes of each word.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(super) unsafe fn swap_bytes(words: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe {
        let reversal = _mm256_broadcastsi128_si256(_mm_set_epi64x(REVERSE_HIGH, REVERSE_LOW));
        _mm256_shuffle_epi8(words, reversal)
    }
}

/// The byte shuffle that reverses each of two words.
pub(super) const REVERSE_LOW: i64 = 0x0001_0203_0405_0607;
pub(super) const REVERSE_HIGH: i64 = 0x0809_0a0b_0c0d_0e0f;

/// A 4×4 transposition of words: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn transpose([r0, r1, r2, r3]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: as the function's own.
    unsafe {
        let (low01, high01) = (_mm256_unpacklo_epi64(r0, r1), _mm256_unpackhi_epi64(r0, r1));
        let (low23, high23) = (_mm256_unpacklo_epi64(r2, r3), _mm256_unpackhi_epi64(r2, r3));
        [
            _mm256_permute2x128_si256::<0x20>(low01, low23),
            _mm256_permute2x128_si256::<0x20>(high01, high23),
            _mm256_permute2x128_si256::<0x31>(low01, low23),
            _mm256_permute2x128_si256::<0x31>(high01, high23),
        ]
    }
}
