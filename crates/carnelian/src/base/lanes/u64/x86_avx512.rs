//! Four and eight lanes in AVX-512 registers, where a rotation is one instruction.
//!
//! So is any bitwise function of three operands, `vpternlogq`. LLVM generates it from the trait's default bodies, and
//! MemorySanitizer, which would report the instruction as a leak, sees those. Only two are written explicitly here:
//! the XOR of three, since if many of them share two operands, LLVM would compute the XOR of those two first, and the
//! majority, for which LLVM takes two instructions.
#![allow(unsafe_code)]

use super::x86_avx2::{be_to_native, byte_reversal, load_columns, opaque_256, store_columns};
use crate::base::cpu::Avx512;
use crate::base::lanes::arx::x86_operations::{four_lanes, operations};
use crate::base::lanes::arx::{FourLanes, Lanes};
use core::arch::x86_64::*;
pub(in crate::base::lanes) use ternary::{majority_256, majority_512};
pub(crate) use ternary::{xor3_256, xor3_512};

/// Functions of three registers in one instruction.
#[cfg(not(carnelian_msan))]
mod ternary {
    use core::arch::x86_64::*;

    /// The truth table of the XOR of three bits.
    const XOR3: i32 = 0b1001_0110;
    /// The truth table of the majority of three bits.
    const MAJORITY: i32 = 0b1110_1000;

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(crate) unsafe fn xor3_256(x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm256_ternarylogic_epi64::<XOR3>(x, y, z) }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(in crate::base::lanes) unsafe fn majority_256(x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm256_ternarylogic_epi64::<MAJORITY>(x, y, z) }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(crate) unsafe fn xor3_512(x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm512_ternarylogic_epi64::<XOR3>(x, y, z) }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(in crate::base::lanes) unsafe fn majority_512(x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm512_ternarylogic_epi64::<MAJORITY>(x, y, z) }
    }
}

/// The same in instructions of which MemorySanitizer has a model.
#[cfg(carnelian_msan)]
mod ternary {
    use core::arch::x86_64::*;

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(crate) unsafe fn xor3_256(x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm256_xor_si256(_mm256_xor_si256(x, y), z) }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(in crate::base::lanes) unsafe fn majority_256(x: __m256i, y: __m256i, z: __m256i) -> __m256i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe {
            let equal = _mm256_and_si256(x, y);
            _mm256_xor_si256(_mm256_and_si256(_mm256_xor_si256(x, y), z), equal)
        }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(crate) unsafe fn xor3_512(x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe { _mm512_xor_si512(_mm512_xor_si512(x, y), z) }
    }

    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    pub(in crate::base::lanes) unsafe fn majority_512(x: __m512i, y: __m512i, z: __m512i) -> __m512i {
        // SAFETY: the caller guarantees AVX-512.
        unsafe {
            let equal = _mm512_and_si512(x, y);
            _mm512_xor_si512(_mm512_and_si512(_mm512_xor_si512(x, y), z), equal)
        }
    }
}

/// Four words in a ymm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x4Avx512(pub(in crate::base::lanes) __m256i);

/// Eight words in a zmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U64x8Avx512(__m512i);

four_lanes! {
    U64x4Avx512(__m256i), Avx512, u64 {
        set: _mm256_set_epi64x, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
        add: _mm256_add_epi64, xor: _mm256_xor_si256, rotate_lanes: _mm256_permute4x64_epi64
    }
}

impl Lanes<4> for U64x4Avx512 {
    operations! {
        proof: Avx512,
        word: u64,
        load: _mm256_loadu_si256,
        store: _mm256_storeu_si256,
        splat: _mm256_set1_epi64x,
        add: _mm256_add_epi64,
        xor: _mm256_xor_si256,
        and: _mm256_and_si256,
        rotate_right: _mm256_ror_epi64,
        shift_right_each: _mm256_srlv_epi64,
        be_to_native: be_to_native
    }

    const HAS_XOR3: bool = true;

    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { xor3_256(self.0, y.0, z.0) })
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
    fn load_transposed(_: Avx512, rows: [&[u8; 64]; 4]) -> [Self; 8] {
        // SAFETY: the token proves that the CPU has AVX2 too.
        let [a, b, c, d, e, f, g, h] = unsafe { load_columns(rows) };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 64]; 4]) {
        // SAFETY: values of this type exist, so the CPU has AVX2 too.
        unsafe { store_columns([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0], rows) }
    }
}

impl Lanes<8> for U64x8Avx512 {
    operations! {
        proof: Avx512,
        word: u64,
        load: _mm512_loadu_si512,
        store: _mm512_storeu_si512,
        splat: _mm512_set1_epi64,
        add: _mm512_add_epi64,
        xor: _mm512_xor_si512,
        and: _mm512_and_si512,
        rotate_right: _mm512_ror_epi64,
        shift_right_each: _mm512_srlv_epi64,
        be_to_native: be_to_native_512
    }

    const HAS_XOR3: bool = true;

    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { xor3_512(self.0, y.0, z.0) })
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
    fn load_transposed(_: Avx512, [r0, r1, r2, r3, r4, r5, r6, r7]: [&[u8; 64]; 8]) -> [Self; 8] {
        // SAFETY: the token proves that the CPU has AVX-512; each load reads a row of 64 bytes.
        let [a, b, c, d, e, f, g, h] = unsafe {
            transpose([
                _mm512_loadu_si512(r0.as_ptr().cast()),
                _mm512_loadu_si512(r1.as_ptr().cast()),
                _mm512_loadu_si512(r2.as_ptr().cast()),
                _mm512_loadu_si512(r3.as_ptr().cast()),
                _mm512_loadu_si512(r4.as_ptr().cast()),
                _mm512_loadu_si512(r5.as_ptr().cast()),
                _mm512_loadu_si512(r6.as_ptr().cast()),
                _mm512_loadu_si512(r7.as_ptr().cast()),
            ])
        };
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
    }

    #[inline(always)]
    fn store_transposed([a, b, c, d, e, f, g, h]: [Self; 8], rows: [&mut [u8; 64]; 8]) {
        // SAFETY: values of this type exist, so the CPU has AVX-512; each store writes a row of 64 bytes.
        unsafe {
            let columns = transpose([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]);
            for (row, words) in rows.into_iter().zip(columns) {
                _mm512_storeu_si512(row.as_mut_ptr().cast(), words);
            }
        }
    }
}

/// Like [`opaque_256`], for the registers of [`Avx512`].
#[inline]
#[target_feature(enable = "avx512f")]
pub(in crate::base::lanes) fn opaque_512(x: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn be_to_native_512(x: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(byte_reversal())) }
}

/// Transposes 8×8 words: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
pub(in crate::base::lanes) unsafe fn transpose([r0, r1, r2, r3, r4, r5, r6, r7]: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        // First transposes words within pairs of rows, then 128-bit blocks within groups of four of the results.
        let (a0, a1) = (_mm512_unpacklo_epi64(r0, r1), _mm512_unpackhi_epi64(r0, r1));
        let (b0, b1) = (_mm512_unpacklo_epi64(r2, r3), _mm512_unpackhi_epi64(r2, r3));
        let (c0, c1) = (_mm512_unpacklo_epi64(r4, r5), _mm512_unpackhi_epi64(r4, r5));
        let (d0, d1) = (_mm512_unpacklo_epi64(r6, r7), _mm512_unpackhi_epi64(r6, r7));
        let [w0, w2, w4, w6] = transpose_pieces([a0, b0, c0, d0]);
        let [w1, w3, w5, w7] = transpose_pieces([a1, b1, c1, d1]);
        [w0, w1, w2, w3, w4, w5, w6, w7]
    }
}

/// Transposes 4×4 blocks of 128 bits: result `i` holds block `i` of every row.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn transpose_pieces([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the caller guarantees AVX-512.
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
