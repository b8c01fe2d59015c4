//! Eight lanes of 32-bit words in one AVX2 register.
#![allow(unsafe_code)]

use crate::base::cpu::Avx2;
use crate::base::lanes::arx::x86_operations::{four_lanes, operations};
use crate::base::lanes::arx::{FourLanes, Lanes};
use crate::base::lanes::u64::opaque_256;
use core::arch::x86_64::*;

/// Four words in an xmm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Avx2(__m128i);

/// Eight words in a ymm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U32x8Avx2(pub(in crate::base::lanes) __m256i);

four_lanes! {
    U32x4Avx2(__m128i), Avx2, u32 {
        set: _mm_set_epi32, load: _mm_loadu_si128, store: _mm_storeu_si128,
        add: _mm_add_epi32, xor: _mm_xor_si128, rotate_lanes: _mm_shuffle_epi32
    }
}

impl Lanes<8> for U32x8Avx2 {
    operations! {
        proof: Avx2,
        word: u32,
        load: _mm256_loadu_si256,
        store: _mm256_storeu_si256,
        splat: _mm256_set1_epi32,
        add: _mm256_add_epi32,
        xor: _mm256_xor_si256,
        and: _mm256_and_si256,
        rotate_right: rotate_right,
        shift_right_each: _mm256_srlv_epi32,
        be_to_native: be_to_native
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self(unsafe { opaque_256(self.0) })
    }

    #[inline(always)]
    fn pinned(self) -> Self {
        self.opaque()
    }

    #[inline(always)]
    fn load_transposed(_: Avx2, rows: [&[u8; 32]; 8]) -> [Self; 8] {
        // SAFETY: the token proves that the CPU has AVX2.
        let [a, b, c, d, e, f, g, h] = unsafe { load_columns(rows) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 32]; 8]) {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { store_columns([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0], rows) }
    }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn rotate_right<const R: i32>(x: __m256i) -> __m256i {
    // Stable Rust does not allow `{ 32 - R }` as a const argument; LLVM turns the constant count into an immediate.
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_or_si256(_mm256_srli_epi32::<R>(x), _mm256_sllv_epi32(x, _mm256_set1_epi32(32 - R))) }
}

/// Loads eight words from each of eight rows, transposed.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn load_columns([r0, r1, r2, r3, r4, r5, r6, r7]: [&[u8; 32]; 8]) -> [__m256i; 8] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        // Rows i and i + 4 share a register, so that the remaining shuffles stay within its halves.
        let low = [halves::<0>(r0, r4), halves::<0>(r1, r5), halves::<0>(r2, r6), halves::<0>(r3, r7)];
        let high = [halves::<1>(r0, r4), halves::<1>(r1, r5), halves::<1>(r2, r6), halves::<1>(r3, r7)];
        let ([a, b, c, d], [e, f, g, h]) = (transpose(low), transpose(high));
        [a, b, c, d, e, f, g, h]
    }
}

/// The inverse of [`load_columns`].
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn store_columns([a, b, c, d, e, f, g, h]: [__m256i; 8], rows: [&mut [u8; 32]; 8]) {
    // SAFETY: the caller guarantees AVX2; each store writes a row of 32 bytes.
    unsafe {
        let (low, high) = (transpose([a, b, c, d]), transpose([e, f, g, h]));
        for (i, row) in rows.into_iter().enumerate() {
            let (low, high) = (low[i % 4], high[i % 4]);
            let both = match i / 4 {
                0 => _mm256_permute2x128_si256::<0x20>(low, high),
                _ => _mm256_permute2x128_si256::<0x31>(low, high),
            };
            _mm256_storeu_si256(row.as_mut_ptr().cast(), both);
        }
    }
}

/// Loads the first or the last four words of each of two rows.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn halves<const HALF: usize>(first: &[u8; 32], second: &[u8; 32]) -> __m256i {
    let (first, second) = (&first.as_chunks::<16>().0[HALF], &second.as_chunks::<16>().0[HALF]);
    // SAFETY: the caller guarantees AVX2; 16 bytes are read from each array of 16.
    unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn be_to_native(x: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(byte_reversal())) }
}

/// Returns the byte shuffle that reverses each of four words.
///
/// # Safety
/// The CPU must have SSE2, which every x86-64 CPU has.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn byte_reversal() -> __m128i {
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203) }
}

/// Transposes 4×4 words within each half: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn transpose([r0, r1, r2, r3]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let (low01, high01) = (_mm256_unpacklo_epi32(r0, r1), _mm256_unpackhi_epi32(r0, r1));
        let (low23, high23) = (_mm256_unpacklo_epi32(r2, r3), _mm256_unpackhi_epi32(r2, r3));
        [
            _mm256_unpacklo_epi64(low01, low23),
            _mm256_unpackhi_epi64(low01, low23),
            _mm256_unpacklo_epi64(high01, high23),
            _mm256_unpackhi_epi64(high01, high23),
        ]
    }
}
