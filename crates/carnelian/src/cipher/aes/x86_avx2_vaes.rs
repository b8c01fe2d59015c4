//! AES with VAES over AVX2, two blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{Block, Counter, Kernel, Schedule};
use super::x86_counters::{Counters, LastBytes, Words};
use super::x86_runs::{self, Blocks, One, Run, reversed};
use crate::base::cpu::Avx2Vaes;
use crate::base::in_out::InOut;
use core::arch::x86_64::*;

/// Encrypts or decrypts each block.
fn crypt<const KEY_LEN: usize, const DECRYPT: bool>(_: Avx2Vaes, schedule: &Schedule, data: InOut<'_>) {
    #[inline(never)]
    #[target_feature(enable = "vaes,aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize, const DECRYPT: bool>(schedule: &Schedule, run: Run) {
        // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
        unsafe { x86_runs::all_blocks_and_last::<Two, KEY_LEN, DECRYPT>(schedule.as_ptr().cast(), run) };
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel::<KEY_LEN, DECRYPT>(schedule, Run::of(data)) }
}

impl Kernel for Avx2Vaes {
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
        #[target_feature(enable = "vaes,aes,avx2,bmi1,bmi2")]
        fn kernel<C: Counters<Two>, const KEY_LEN: usize>(schedule: &Schedule, first: u128, run: Run) {
            // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
            unsafe { x86_runs::xor_counted::<Two, C, KEY_LEN>(schedule.as_ptr().cast(), first, run) };
        }
        let run = Run::of(data);
        // SAFETY: the token proves that the CPU has these features.
        unsafe {
            match counter {
                Counter::LastBig => kernel::<Words<Two, true>, KEY_LEN>(schedule, first, run),
                Counter::FirstLittle => kernel::<Words<Two, false>, KEY_LEN>(schedule, first, run),
                Counter::PublicLastBig => kernel::<LastBytes<Two>, KEY_LEN>(schedule, first, run),
            }
        }
    }
}

/// Two blocks.
#[derive(Clone, Copy)]
struct Two(__m256i);

impl Blocks for Two {
    const BYTES: usize = 32;

    #[inline(always)]
    unsafe fn broadcast(block: *const Block) -> Self {
        // SAFETY: the caller guarantees AVX2, and that a block can be read.
        Self(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(block.cast())) })
    }

    #[inline(always)]
    unsafe fn splat(block: __m128i) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe { _mm256_broadcastsi128_si256(block) })
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller guarantees AVX2, and that a vector can be read.
        Self(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees AVX2, and that a vector can be written.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) };
    }

    #[inline(always)]
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize) {
        // SAFETY: the caller guarantees AVX2, and `len` bytes at both pointers.
        unsafe {
            let (low, high) = (One(_mm256_castsi256_si128(self.0)), One(_mm256_extracti128_si256::<1>(self.0)));
            if len < One::BYTES {
                low.xor_part(input, output, len);
            } else {
                low.xor(One::load(input)).store(output);
                high.xor_part(input.add(One::BYTES), output.add(One::BYTES), len - One::BYTES);
            }
        }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn encrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm256_aesenc_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm256_aesenclast_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm256_aesdec_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees VAES.
        Self(unsafe { _mm256_aesdeclast_epi128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn reverse(self) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe { _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(reversed())) })
    }

    #[inline(always)]
    unsafe fn number(self) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, _mm256_setr_epi32(0, 0, 0, 0, 1, 0, 0, 0)) })
    }

    #[inline(always)]
    unsafe fn count(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe {
            let step = _mm256_setr_epi32(2 * vectors, 0, 0, 0, 2 * vectors, 0, 0, 0);
            _mm256_add_epi32(self.0, step)
        })
    }
    #[inline(always)]
    unsafe fn count_last(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees AVX2.
        Self(unsafe {
            let step = (2 * vectors) << 24;
            _mm256_add_epi32(self.0, _mm256_setr_epi32(0, 0, 0, step, 0, 0, 0, step))
        })
    }
}
