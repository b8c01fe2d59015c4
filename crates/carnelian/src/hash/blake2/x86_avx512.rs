//! BLAKE2 with AVX-512, which rotates any number of places in one instruction.
#![allow(unsafe_code)]

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use super::x86_rows::{self, Row, in_memory, places, row};
use crate::base::cpu::Avx512;
use crate::base::lanes::{U32x8Avx512, U32x16Avx512, U64x4Avx512, U64x8Avx512};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

impl Kernel for Avx512 {
    /// Measured on messages of 1 KiB, BLAKE2s in nanoseconds: for one 1 330, x8 2 460, x16 3 450.
    const PAYS_FROM: PaysFrom = PaysFrom { b_x8: 5, b_x4: 2, s_x16: 9, s_x8: 3 };

    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, h: &mut State64, run: Run<'_, Block64>) {
            x86_rows::compress::<Words64>(proof, h, &IV_64, run);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, run) };
        wipe_stack::<512>();
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, h: &mut State32, run: Run<'_, Block32>) {
            x86_rows::compress::<Words32>(proof, h, &IV_32, run);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, run) };
        wipe_stack::<512>();
    }

    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, h: &mut State64, message: Whole<'_, Block64>) {
            x86_rows::digest::<Words64>(proof, h, &IV_64, message);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, message) };
        wipe_stack::<512>();
    }

    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, h: &mut State32, message: Whole<'_, Block32>) {
            x86_rows::digest::<Words32>(proof, h, &IV_32, message);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, message) };
        wipe_stack::<512>();
    }

    fn compress_64_x4(self, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
            align_frame();
            compression::compress_lanes::<u64, 4, U64x4Avx512>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<2048>();
    }

    fn compress_64_x8(self, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
            align_frame();
            compression::compress_lanes::<u64, 8, U64x8Avx512>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<4096>();
    }

    fn compress_32_x8(self, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
            align_frame();
            compression::compress_lanes::<u32, 8, U32x8Avx512>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<2048>();
    }

    fn compress_32_x16(self, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(proof: Avx512, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
            align_frame();
            compression::compress_lanes::<u32, 16, U32x16Avx512>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<4096>();
    }
}

/// Masks that let through word 1, 2 and 3. The compiler does not know them, or it would make shuffles of the masked loads.
#[derive(Clone, Copy)]
struct Masks([u8; 3]);

impl Masks {
    #[inline(always)]
    fn new(_: Avx512) -> Self {
        let mut masks = Self([1 << 1, 1 << 2, 1 << 3]);
        for mask in &mut masks.0 {
            // SAFETY: no instruction at all.
            unsafe {
                core::arch::asm!("/* {0} */", inout(reg_byte) * mask, options(pure, nomem, nostack, preserves_flags));
            }
        }
        masks
    }
}

row! {
    /// Words of BLAKE2b in a ymm register. Only a holder of the [`Avx512`] proof can make one.
    Words64(__m256i), Avx512, u64, Block64, true,
    masks: Masks = Masks::new, message: &'m Block64 = in_memory, gather_64,
    _mm256_set_epi64x, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_add_epi64, _mm256_xor_si256,
    rotate: [swap_halves, rotate_64::<24>, rotate_64::<16>, rotate_64::<63>],
    turn: [_mm256_permute4x64_epi64::<0x39>, _mm256_permute4x64_epi64::<0x4e>, _mm256_permute4x64_epi64::<0x93>]
}

row! {
    /// Words of BLAKE2s in an xmm register. Only a holder of the [`Avx512`] proof can make one.
    Words32(__m128i), Avx512, u32, Block32, false,
    masks: Masks = Masks::new, message: &'m Block32 = in_memory, gather_32,
    _mm_set_epi32, _mm_loadu_si128, _mm_storeu_si128, _mm_add_epi32, _mm_xor_si128,
    rotate: [rotate_32::<16>, rotate_32::<12>, rotate_32::<8>, rotate_32::<7>],
    turn: [_mm_shuffle_epi32::<0x39>, _mm_shuffle_epi32::<0x4e>, _mm_shuffle_epi32::<0x93>]
}

/// Four words of the message as a row. They are in memory: each is one load into its place.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn gather_64<const ROUND: usize, const WHICH: usize>(Masks([k1, k2, k3]): Masks, block: &Block64) -> __m256i {
    let words = &block.as_chunks().0;
    let [w0, w1, w2, w3] = const { places(ROUND, WHICH) }.map(|place| i64::from_le_bytes(words[place]));
    // SAFETY: as the function's own.
    unsafe {
        let row = _mm256_castsi128_si256(_mm_cvtsi64_si128(w0));
        let row = _mm256_mask_set1_epi64(row, k1, w1);
        _mm256_mask_set1_epi64(_mm256_mask_set1_epi64(row, k2, w2), k3, w3)
    }
}

/// As [`gather_64`].
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn gather_32<const ROUND: usize, const WHICH: usize>(Masks([k1, k2, k3]): Masks, block: &Block32) -> __m128i {
    let words = &block.as_chunks().0;
    let [w0, w1, w2, w3] = const { places(ROUND, WHICH) }.map(|place| i32::from_le_bytes(words[place]));
    // SAFETY: as the function's own.
    unsafe {
        let row = _mm_mask_set1_epi32(_mm_cvtsi32_si128(w0), k1, w1);
        _mm_mask_set1_epi32(_mm_mask_set1_epi32(row, k2, w2), k3, w3)
    }
}

/// Words of eight bytes rotated by 32 places: a shuffle, which takes one cycle everywhere; a rotation takes two on Zen 4.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn swap_halves(_: Masks, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_shuffle_epi32::<0xb1>(row) }
}

/// Words of eight bytes rotated to the right.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn rotate_64<const PLACES: i32>(_: Masks, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_ror_epi64::<PLACES>(row) }
}

/// Words of four bytes rotated to the right.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn rotate_32<const PLACES: i32>(_: Masks, row: __m128i) -> __m128i {
    // SAFETY: as the function's own.
    unsafe { _mm_ror_epi32::<PLACES>(row) }
}
