//! Four lanes in one AVX2 register.
#![allow(unsafe_code)]

use crate::base::cpu::Avx2;
use crate::base::lanes::arx::x86_operations::{four_lanes, operations};
use crate::base::lanes::arx::{FourLanes, Lanes};
use core::arch::x86_64::*;

/// Four words in a ymm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x4Avx2(pub(in crate::base::lanes) __m256i);

four_lanes! {
    U64x4Avx2(__m256i), Avx2, u64 {
        set: _mm256_set_epi64x, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
        add: _mm256_add_epi64, xor: _mm256_xor_si256, rotate_lanes: _mm256_permute4x64_epi64
    }
}

impl Lanes<4> for U64x4Avx2 {
    operations! {
        proof: Avx2,
        word: u64,
        load: _mm256_loadu_si256,
        store: _mm256_storeu_si256,
        splat: _mm256_set1_epi64x,
        add: _mm256_add_epi64,
        xor: _mm256_xor_si256,
        and: _mm256_and_si256,
        rotate_right: rotate_right,
        shift_right_each: _mm256_srlv_epi64,
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
    fn load_transposed(_: Avx2, rows: [&[u8; 64]; 4]) -> [Self; 8] {
        // SAFETY: the token proves that the CPU has AVX2.
        let [a, b, c, d, e, f, g, h] = unsafe { load_columns(rows) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 64]; 4]) {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { store_columns([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0], rows) }
    }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn rotate_right<const R: i32>(x: __m256i) -> __m256i {
    // Stable Rust does not allow `{ 64 - R }` as a const argument; LLVM turns the constant count into an immediate.
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_or_si256(_mm256_srli_epi64::<R>(x), _mm256_sllv_epi64(x, _mm256_set1_epi64x(64 - i64::from(R)))) }
}

/// Returns the same vector, but hides its origin from the compiler. It is inlined like an intrinsic into code for CPUs
/// with the features that [`Avx2`](crate::base::cpu::Avx2) proves. MemorySanitizer cannot track `asm!`, so its build
/// has none here.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn opaque_256(x: __m256i) -> __m256i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// Loads eight words from each of four rows, transposed.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn load_columns([r0, r1, r2, r3]: [&[u8; 64]; 4]) -> [__m256i; 8] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let [a, b, c, d] = transpose([load_half(r0, 0), load_half(r1, 0), load_half(r2, 0), load_half(r3, 0)]);
        let [e, f, g, h] = transpose([load_half(r0, 1), load_half(r1, 1), load_half(r2, 1), load_half(r3, 1)]);
        [a, b, c, d, e, f, g, h]
    }
}

/// The inverse of [`load_columns`].
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn store_columns([a, b, c, d, e, f, g, h]: [__m256i; 8], rows: [&mut [u8; 64]; 4]) {
    // SAFETY: the caller guarantees AVX2; each store writes 32 of a row's 64 bytes.
    unsafe {
        let (low, high) = (transpose([a, b, c, d]), transpose([e, f, g, h]));
        for (i, row) in rows.into_iter().enumerate() {
            _mm256_storeu_si256(row.as_mut_ptr().cast(), low[i]);
            _mm256_storeu_si256(row[32..].as_mut_ptr().cast(), high[i]);
        }
    }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn load_half(row: &[u8; 64], half: usize) -> __m256i {
    // SAFETY: the caller guarantees AVX2; 32 bytes are read from an array of 32.
    unsafe { _mm256_loadu_si256(row.as_chunks::<32>().0[half].as_ptr().cast()) }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn be_to_native(x: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(byte_reversal())) }
}

/// Returns the byte shuffle that reverses each of two words.
///
/// # Safety
/// The CPU must have SSE2, which every x86-64 CPU has.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn byte_reversal() -> __m128i {
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607) }
}

/// Transposes 4×4 words: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn transpose([r0, r1, r2, r3]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the caller guarantees AVX2.
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
