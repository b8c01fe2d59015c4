//! Rejection sampling with AVX-512 VBMI2, which compresses words of 16 bits: 32 candidates at a time.
#![allow(unsafe_code)]

use super::kernel::{Coefficients, Kernel, Q};
use super::steps::{Step, by_steps};
use crate::base::cpu::Avx512IfmaVbmi2;
use crate::base::dispatch::kernels;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

impl Kernel for Avx512IfmaVbmi2 {
    kernels! { proof: Avx512IfmaVbmi2;
        fn reject_vartime(self, bytes: &[u8], f_hat: &mut Coefficients, have: usize) -> usize {
            align_frame();
            by_steps(proof, bytes, f_hat, have)
        }
    }
}

impl Step<32> for Avx512IfmaVbmi2 {
    #[inline(always)]
    fn accept(self, bytes: &[u8], to: &mut [i16; 32]) -> usize {
        let is_whole = bytes.len() >= 48;
        assert!(is_whole || bytes.len() == 24);
        let (words, lanes) = if is_whole { (0xfff, u32::MAX) } else { (0x3f, 0xffff) };
        // SAFETY: the token proves that the CPU has AVX-512 with VBMI2. Twelve or six words of 32 bits are read, as many
        // as `bytes` has, and 64 bytes are written to an array of 64.
        unsafe {
            let packed = _mm512_maskz_loadu_epi32(words, bytes.as_ptr().cast());
            // Twelve bytes to each quarter: eight candidates.
            let quarters = _mm512_setr_epi32(0, 1, 2, 15, 3, 4, 5, 15, 6, 7, 8, 15, 9, 10, 11, 15);
            let quarters = _mm512_permutexvar_epi32(quarters, packed);
            // The two bytes of each candidate, which begins at the lowest or at the fourth bit.
            let places = _mm_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11);
            let places = _mm512_shuffle_epi8(quarters, _mm512_broadcast_i32x4(places));
            let candidates = _mm512_srlv_epi16(places, _mm512_set1_epi32(0x0004_0000));
            let candidates = _mm512_and_si512(candidates, _mm512_set1_epi16(0xfff));
            let below = _mm512_mask_cmplt_epi16_mask(lanes, candidates, _mm512_set1_epi16(Q));
            // Compressed in a register: to memory, the instruction takes a hundred cycles and more on Zen 4.
            let accepted = _mm512_maskz_compress_epi16(below, candidates);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), accepted);
            below.count_ones() as usize
        }
    }
}
