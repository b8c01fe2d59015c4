//! Rejection sampling with AVX-512: sixteen candidates at a time.
#![allow(unsafe_code)]

use super::operations;
use super::polynomial::{N, NttPoly, Q};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

/// Bytes of sixteen candidates.
const STEP: usize = 24;

kernels! { proof: Avx512;
    /// [`Kernel::reject_vartime`](super::kernel::Kernel::reject_vartime).
    pub(super) fn reject_vartime(proof, bytes: &[u8], f_hat: &mut NttPoly, have: usize) -> usize {
        align_frame();
        // A store of sixteen words may begin at the last place that is free.
        let mut accepted = [0; N + 15];
        accepted[..have].copy_from_slice(&f_hat.0[..have]);
        let (mut count, mut rest) = (have, bytes);
        while let Some((step, after)) = rest.split_first_chunk::<STEP>() {
            count += store_accepted(proof, step, accepted[count..].first_chunk_mut().expect("room for sixteen"));
            if count >= N {
                break;
            }
            rest = after;
        }
        let count = count.min(N);
        f_hat.0.copy_from_slice(&accepted[..N]);
        if count < N { operations::reject_vartime(rest, f_hat, count) } else { count }
    }
}

/// Stores the candidates that are below q one after the other, and then words of no meaning. Returns their number.
#[inline(always)]
fn store_accepted(_: Avx512, bytes: &[u8; STEP], to: &mut [i16; 16]) -> usize {
    // SAFETY: the token proves that the CPU has AVX-512; 24 bytes are read and 32 are written.
    unsafe {
        let words = _mm256_maskz_loadu_epi32(0b11_1111, bytes.as_ptr().cast());
        // Four candidates are three words: the words of each, and how far it is shifted in them.
        let places = _mm512_set_epi16(
            11, 11, 11, 10, 10, 9, 9, 9, 8, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 0, 0, 0,
        );
        let shifts = _mm512_broadcast_i32x4(_mm_setr_epi32(0, 12, 8, 4));
        let spread = _mm512_permutexvar_epi16(places, _mm512_castsi256_si512(words));
        let candidates = _mm512_and_si512(_mm512_srlv_epi32(spread, shifts), _mm512_set1_epi32(0xfff));
        let below = _mm512_cmplt_epi32_mask(candidates, _mm512_set1_epi32(i32::from(Q)));
        let accepted = _mm512_maskz_compress_epi32(below, candidates);
        _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi32_epi16(accepted));
        below.count_ones() as usize
    }
}
