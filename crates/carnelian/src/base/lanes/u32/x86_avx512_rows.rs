//! Eight and sixteen 32-bit words in AVX-512 registers as the words of as many states, or as rows of four words.
#![allow(unsafe_code)]

use super::x86_avx2_rows::two_rows;
use super::x86_avx512::{U32x8Avx512, U32x16Avx512, transpose};
use crate::base::cpu::Avx512;
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{ArxLanes, KeystreamLanes, RowLanes};
use core::arch::x86_64::*;

impl ArxLanes for U32x8Avx512 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm256_rol_epi32::<R>(self.0) })
    }
}

impl RowLanes for U32x8Avx512 {
    two_rows!(Avx512);
}

impl KeystreamLanes for U32x8Avx512 {
    #[inline(always)]
    fn xor_at(self, data: &mut InOut<'_>, at: usize) {
        let len = data.len();
        if at < len {
            let (input, output) = data.pointers();
            // SAFETY: `len - at` bytes of the data remain.
            unsafe { self.xor_first_into(len - at, input.add(at), output.add(at)) };
        }
    }

    #[inline(always)]
    fn store_at(self, bytes: &mut [u8], at: usize) {
        self.store(bytes[at..].first_chunk_mut().expect("as many bytes as a vector has"));
    }
}

impl U32x8Avx512 {
    /// Stores 32 bytes.
    #[inline(always)]
    pub(crate) fn store(self, bytes: &mut [u8; 32]) {
        // SAFETY: a value of this type exists, so the CPU has AVX-512; 32 bytes are written.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }

    /// Writes the XOR of `len` bytes of input, or 32 if that is less, and this vector.
    ///
    /// # Safety
    /// The bytes can be read at `input` and written at `output`.
    #[inline(always)]
    pub(crate) unsafe fn xor_first_into(self, len: usize, input: *const u8, output: *mut u8) {
        let mask = if len >= 32 { u32::MAX } else { (1 << len) - 1 };
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the bytes of the mask can be read and written.
        unsafe {
            let text = _mm256_maskz_loadu_epi8(mask, input.cast());
            _mm256_mask_storeu_epi8(output.cast(), mask, _mm256_xor_si256(text, self.0));
        }
    }
}

impl ArxLanes for U32x16Avx512 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_rol_epi32::<R>(self.0) })
    }
}

impl RowLanes for U32x16Avx512 {
    type Proof = Avx512;
    const ROWS: usize = 4;

    #[inline(always)]
    fn splat_row(_: Avx512, row: &[u8; 16]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512; 16 bytes are read.
        Self(unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(row.as_ptr().cast())) })
    }

    #[inline(always)]
    fn splat_number(_: Avx512, row: u128) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe { _mm512_broadcast_i32x4(_mm_set_epi64x((row >> 64) as i64, row as i64)) })
    }

    #[inline(always)]
    fn or_words_of<const MASK: i32>(self, other: Self) -> Self {
        const { assert!(matches!(MASK, 0b1010 | 0b1100)) };
        let mask = 0x1111 * MASK as __mmask16;
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_mask_blend_epi32(mask, self.0, other.0) })
    }

    #[inline(always)]
    fn counting_rows(_: Avx512, first: u128) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe {
            let row = _mm_set_epi64x((first >> 64) as i64, first as i64);
            _mm512_add_epi64(_mm512_broadcast_i32x4(row), _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0))
        })
    }

    #[inline(always)]
    fn add_to_rows(self, number: u64) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_add_epi64(self.0, _mm512_broadcast_i32x4(_mm_set_epi64x(0, number.cast_signed()))) })
    }

    #[inline(always)]
    fn rotate_rows<const K: i32>(self) -> Self {
        const { assert!(matches!(K, 1..=3)) };
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe {
            match K {
                1 => _mm512_shuffle_epi32::<0b00_11_10_01>(self.0),
                2 => _mm512_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm512_shuffle_epi32::<0b10_01_00_11>(self.0),
            }
        })
    }

    #[inline(always)]
    fn first_row(self) -> [u8; 16] {
        let mut row = [0; 16];
        // SAFETY: a value of this type exists, so the CPU has AVX-512; 16 bytes are written.
        unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), _mm512_castsi512_si128(self.0)) };
        row
    }

    #[inline(always)]
    fn interleave_rows([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe {
            let (ab_01, ab_23) = (_mm512_shuffle_i32x4::<0x44>(a.0, b.0), _mm512_shuffle_i32x4::<0xee>(a.0, b.0));
            let (cd_01, cd_23) = (_mm512_shuffle_i32x4::<0x44>(c.0, d.0), _mm512_shuffle_i32x4::<0xee>(c.0, d.0));
            [
                Self(_mm512_shuffle_i32x4::<0x88>(ab_01, cd_01)),
                Self(_mm512_shuffle_i32x4::<0xdd>(ab_01, cd_01)),
                Self(_mm512_shuffle_i32x4::<0x88>(ab_23, cd_23)),
                Self(_mm512_shuffle_i32x4::<0xdd>(ab_23, cd_23)),
            ]
        }
    }
}

impl KeystreamLanes for U32x16Avx512 {
    #[inline(always)]
    fn xor_at(self, data: &mut InOut<'_>, at: usize) {
        let len = data.len();
        if at < len {
            let (input, output) = data.pointers();
            // SAFETY: `len - at` bytes of the data remain.
            unsafe { self.xor_first_into(len - at, input.add(at), output.add(at)) };
        }
    }

    #[inline(always)]
    fn store_at(self, bytes: &mut [u8], at: usize) {
        self.store(bytes[at..].first_chunk_mut().expect("as many bytes as a vector has"));
    }
}

impl U32x16Avx512 {
    /// Stores 64 bytes.
    #[inline(always)]
    pub(crate) fn store(self, bytes: &mut [u8; 64]) {
        // SAFETY: a value of this type exists, so the CPU has AVX-512; 64 bytes are written.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), self.0) }
    }

    /// Loads the bytes, at most 64, and zeros after them.
    #[inline(always)]
    pub(crate) fn load_up_to(_: Avx512, bytes: &[u8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512; the bytes of the mask, no more than there are, can be read.
        Self(unsafe { _mm512_maskz_loadu_epi8(mask_of(bytes.len()), bytes.as_ptr().cast()) })
    }

    /// Writes the XOR of `len` bytes of input, or 64 if that is less, and this vector.
    ///
    /// # Safety
    /// The bytes can be read at `input` and written at `output`.
    #[inline(always)]
    pub(crate) unsafe fn xor_first_into(self, len: usize, input: *const u8, output: *mut u8) {
        let mask = mask_of(len);
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the bytes of the mask can be read and written.
        unsafe {
            let text = _mm512_maskz_loadu_epi8(mask, input.cast());
            _mm512_mask_storeu_epi8(output.cast(), mask, _mm512_xor_si512(text, self.0));
        }
    }

    /// Returns the lower and the upper halves of `first` and the fifteen 64-bit numbers after it.
    #[inline(always)]
    pub(super) fn counters_from(_: Avx512, first: u64) -> [Self; 2] {
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe {
            let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let (low, high) = (_mm512_set1_epi32(first as i32), _mm512_set1_epi32((first >> 32) as i32));
            let c0 = _mm512_add_epi32(low, lanes);
            let carry = _mm512_cmplt_epu32_mask(c0, low);
            [Self(c0), Self(_mm512_mask_add_epi32(high, carry, high, _mm512_set1_epi32(1)))]
        }
    }

    /// Transposes 4×4 words within each row: word j of row r of result i is word i of row r of operand j.
    #[inline(always)]
    pub(crate) fn transpose_in_rows([w0, w1, w2, w3]: [Self; 4]) -> [Self; 4] {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        let [r0, r1, r2, r3] = unsafe { transpose([w0.0, w1.0, w2.0, w3.0]) };
        [Self(r0), Self(r1), Self(r2), Self(r3)]
    }
}

/// Returns a mask of the first `len` bytes of a vector.
#[inline(always)]
fn mask_of(len: usize) -> __mmask64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}
