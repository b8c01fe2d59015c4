//! AES with VAES over AVX-512, four blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Counter, Kernel, Schedule};
use super::x86_counters::{Counters, LastBytes, Words};
use super::x86_runs::{self, Blocks, Run, reversed};
use crate::base::cpu::Avx512Vaes;
use crate::base::in_out::InOut;
use core::arch::x86_64::*;

/// Encrypts or decrypts each block.
fn crypt<const KEY_LEN: usize, const DECRYPT: bool>(_: Avx512Vaes, schedule: &Schedule, data: InOut<'_>) {
    #[inline(never)]
    #[target_feature(enable = "vaes,aes,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize, const DECRYPT: bool>(schedule: &Schedule, run: Run) {
        // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
        unsafe { x86_runs::all_blocks_and_last::<Four, KEY_LEN, DECRYPT>(schedule.as_ptr().cast(), run) };
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel::<KEY_LEN, DECRYPT>(schedule, Run::of(data)) }
}

impl Kernel for Avx512Vaes {
    #[inline]
    fn expand<const KEY_LEN: usize>(self, key: &[u8; KEY_LEN], schedule: &mut Schedule) {
        self.aes_ni().expand(key, schedule);
    }

    #[inline]
    fn derive<const KEY_LEN: usize>(
        self,
        generating: &Schedule,
        first: u128,
        authentication: &mut Block,
        encryption: &mut Schedule,
    ) {
        self.aes_ni().derive::<KEY_LEN>(generating, first, authentication, encryption);
    }

    #[inline]
    fn invert<const KEY_LEN: usize>(self, schedule: &mut Schedule) {
        self.aes_ni().invert::<KEY_LEN>(schedule);
    }

    #[inline]
    fn encrypt<const KEY_LEN: usize>(self, schedule: &Schedule, data: InOut<'_>) {
        crypt::<KEY_LEN, false>(self, schedule, data);
    }

    #[inline]
    fn decrypt<const KEY_LEN: usize>(self, schedule: &Schedule, data: InOut<'_>) {
        crypt::<KEY_LEN, true>(self, schedule, data);
    }

    fn xor_counted<const KEY_LEN: usize>(self, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "vaes,aes,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel<C: Counters<Four>, const KEY_LEN: usize>(schedule: &Schedule, first: u128, run: Run) {
            // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
            unsafe { x86_runs::xor_counted::<Four, C, KEY_LEN>(schedule.as_ptr().cast(), first, run) };
        }
        let run = Run::of(data);
        // SAFETY: the token proves that the CPU has these features.
        unsafe {
            match counter {
                Counter::LastBig => kernel::<Words<Four, true>, KEY_LEN>(schedule, first, run),
                Counter::FirstLittle => kernel::<Words<Four, false>, KEY_LEN>(schedule, first, run),
                Counter::PublicLastBig => kernel::<LastBytes<Four>, KEY_LEN>(schedule, first, run),
            }
        }
    }
}

/// Four blocks.
#[derive(Clone, Copy)]
struct Four(__m512i);

impl Blocks for Four {
    const BYTES: usize = 64;

    #[inline(always)]
    unsafe fn broadcast(block: *const Block) -> Self {
        // SAFETY: the caller guarantees AVX-512, and that a block can be read.
        Self(unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(block.cast())) })
    }

    #[inline(always)]
    unsafe fn splat(block: __m128i) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe { _mm512_broadcast_i32x4(block) })
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller guarantees AVX-512, and that a vector can be read.
        Self(unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees AVX-512, and that a vector can be written.
        unsafe { _mm512_storeu_si512(to.cast(), self.0) };
    }

    #[inline(always)]
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize) {
        let mask = (1 << len) - 1;
        // SAFETY: the caller guarantees AVX-512 and `len` bytes at both pointers; the mask keeps within them.
        unsafe {
            if len == BLOCK_LEN {
                // What is stored with a mask cannot be loaded before it is in the cache, and a tag is needed
                // immediately.
                let text = _mm_loadu_si128(input.cast());
                _mm_storeu_si128(output.cast(), _mm_xor_si128(text, _mm512_castsi512_si128(self.0)));
                return;
            }
            let text = _mm512_maskz_loadu_epi8(mask, input.cast());
            _mm512_mask_storeu_epi8(output.cast(), mask, _mm512_xor_si512(text, self.0));
        }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn encrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm512_aesenc_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm512_aesenclast_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm512_aesdec_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm512_aesdeclast_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn reverse(self) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe { _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(reversed())) })
    }

    #[inline(always)]
    unsafe fn number(self) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe {
            let numbers = _mm512_setr_epi32(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0);
            _mm512_add_epi32(self.0, numbers)
        })
    }

    #[inline(always)]
    unsafe fn count(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, _mm512_maskz_set1_epi32(0x1111, 4 * vectors)) })
    }
    #[inline(always)]
    unsafe fn count_last(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, _mm512_maskz_set1_epi32(0x8888, (4 * vectors) << 24)) })
    }
}
