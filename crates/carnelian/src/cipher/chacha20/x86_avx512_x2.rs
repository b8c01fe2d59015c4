//! ChaCha20 with AVX-512 on vectors of 256 bits: each holds a row of the state, of two blocks.
//!
//! A CPU that executes operations on 512 bits as two halves delays the chain of operations in a round: on Zen 4 two blocks
//! take 207 cycles (TSC) here and 231 by rows of four blocks, of which half would be thrown away.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Key};
use super::rounds::{CONSTANTS, DOUBLE_ROUNDS, Rows, Words, double_round_rows};
use crate::base::cpu::Avx512;
use core::arch::x86_64::*;

/// Bytes in two blocks.
pub(super) const LEN: usize = 2 * BLOCK_LEN;

/// Bytes in a vector, which holds half a block.
const HALF: usize = BLOCK_LEN / 2;

/// Eight words.
#[derive(Clone, Copy)]
struct X8(__m256i);

impl Words for X8 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type are made in kernels with AVX-512.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: values of this type are made in kernels with AVX-512.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        // SAFETY: values of this type are made in kernels with AVX-512.
        Self(unsafe { _mm256_rol_epi32::<R>(self.0) })
    }
}

impl Rows for X8 {
    #[inline(always)]
    fn rotate_rows<const K: i32>(self) -> Self {
        // SAFETY: values of this type are made in kernels with AVX-512.
        Self(unsafe {
            match K {
                1 => _mm256_shuffle_epi32::<0b00_11_10_01>(self.0),
                2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm256_shuffle_epi32::<0b10_01_00_11>(self.0),
            }
        })
    }
}

/// Writes the keystream of two blocks from block `start` on.
pub(super) fn head(_: Avx512, key: &Key, start: u128, stream: &mut [u8; LEN]) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(key: &Key, start: u128, stream: &mut [u8; LEN]) {
        // SAFETY: the features are enabled here; each store writes its own 32 bytes.
        unsafe {
            for (half, bytes) in blocks(key, start).into_iter().zip(stream.as_chunks_mut::<HALF>().0) {
                _mm256_storeu_si256(bytes.as_mut_ptr().cast(), half);
            }
        }
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel(key, start, stream) }
}

/// Writes the XOR of `len` bytes, at most two blocks, and of the keystream from block `start` on.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
pub(super) unsafe fn xor(key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
    // SAFETY: the caller guarantees AVX-512 and `len` bytes, within which the mask keeps.
    unsafe {
        for (at, stream) in (0..len).step_by(HALF).zip(blocks(key, start)) {
            let mask = if len - at >= HALF { u32::MAX } else { (1 << (len - at)) - 1 };
            let text = _mm256_maskz_loadu_epi8(mask, input.add(at).cast());
            _mm256_mask_storeu_epi8(output.add(at).cast(), mask, _mm256_xor_si256(text, stream));
        }
    }
}

/// draft-irtf-cfrg-xchacha Section 2.2: the first and the last row of the state after the rounds, without the final sum.
pub(super) fn hchacha20(_: Avx512, key: &Key, input: u128, subkey: &mut Key) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(key: &Key, input: u128, subkey: &mut Key) {
        // SAFETY: the features are enabled here; the two stores write a half of the subkey each.
        unsafe {
            let [a, _, _, d] = rounds(first_rows(key, input));
            let (first, last) = subkey.split_at_mut(16);
            _mm_storeu_si128(first.as_mut_ptr().cast(), _mm256_castsi256_si128(a.0));
            _mm_storeu_si128(last.as_mut_ptr().cast(), _mm256_castsi256_si128(d.0));
        }
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel(key, input, subkey) }
}

/// The keystream of two blocks, in halves of blocks.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn blocks(key: &Key, start: u128) -> [__m256i; 4] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let first = first_rows(key, start);
        let rows = rounds(first);
        let [a, b, c, d]: [__m256i; 4] = core::array::from_fn(|i| rows[i].add(first[i]).0);
        [
            _mm256_permute2x128_si256::<0x20>(a, b),
            _mm256_permute2x128_si256::<0x20>(c, d),
            _mm256_permute2x128_si256::<0x31>(a, b),
            _mm256_permute2x128_si256::<0x31>(c, d),
        ]
    }
}

/// The rows of two blocks before the rounds.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn first_rows(key: &Key, start: u128) -> [X8; 4] {
    let (first, last) = key.split_at(16);
    // SAFETY: the caller guarantees AVX-512; the loads read the constants and a half of the key each.
    unsafe {
        let both = |at: *const u8| _mm256_broadcastsi128_si256(_mm_loadu_si128(at.cast()));
        let d = _mm256_broadcastsi128_si256(_mm_set_epi64x((start >> 64) as i64, start as i64));
        [
            X8(both(CONSTANTS.as_ptr().cast())),
            X8(both(first.as_ptr())),
            X8(both(last.as_ptr())),
            X8(_mm256_add_epi64(d, _mm256_set_epi64x(0, 1, 0, 0))),
        ]
    }
}

#[inline(always)]
fn rounds(mut rows: [X8; 4]) -> [X8; 4] {
    for _ in 0..DOUBLE_ROUNDS {
        rows = double_round_rows(rows);
    }
    rows
}
