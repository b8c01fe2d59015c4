//! Rejection sampling with AVX2: sixteen candidates at a time.
#![allow(unsafe_code)]

use super::kernel::{Coefficients, Kernel, Q};
use super::steps::{Step, by_steps};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

/// Bytes of sixteen candidates.
const STEP: usize = 24;

/// For each set of eight words, the index of the first byte of each word in the set, in order.
static SELECTED: [[u8; 8]; 256] = {
    let mut selected = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut word, mut count) = (0, 0);
        while word < 8 {
            if set >> word & 1 == 1 {
                selected[set][count] = 2 * word;
                count += 1;
            }
            word += 1;
        }
        set += 1;
    }
    selected
};

impl Kernel for Avx2 {
    kernels! { proof: Avx2;
        fn reject_vartime(self, bytes: &[u8], f_hat: &mut Coefficients, have: usize) -> usize {
            align_frame();
            by_steps(proof, bytes, f_hat, have)
        }
    }
}

impl Step<16> for Avx2 {
    #[inline(always)]
    fn accept(self, bytes: &[u8], to: &mut [i16; 16]) -> usize {
        let ([first, second], sets) = candidates(self, bytes.first_chunk().expect("sixteen candidates have 24 bytes"));
        let [count, more] = sets.map(|set| set.count_ones() as usize);
        store_selected(self, first, sets[0], to.first_chunk_mut().expect("sixteen words"));
        store_selected(self, second, sets[1], to[count..].first_chunk_mut().expect("at most eight words are before"));
        count + more
    }
}

/// Returns sixteen candidates in two halves, and for each half the set of those below q.
#[inline(always)]
fn candidates(_: Avx2, bytes: &[u8; STEP]) -> ([__m128i; 2], [u8; 2]) {
    // SAFETY: the token proves that the CPU has AVX2; 16 bytes are read at 0 and at 8 of 24.
    unsafe {
        let pairs = _mm256_loadu2_m128i(bytes[8..].as_ptr().cast(), bytes.as_ptr().cast());
        // The two bytes of each candidate; the second half starts at byte 4 of its vector.
        let places = _mm256_setr_epi8(
            0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 14, 14, 15,
        );
        let words = _mm256_shuffle_epi8(pairs, places);
        let even = _mm256_and_si256(words, _mm256_set1_epi16(0xfff));
        let candidates = _mm256_blend_epi16::<0b1010_1010>(even, _mm256_srli_epi16::<4>(words));
        let below = _mm256_cmpgt_epi16(_mm256_set1_epi16(Q), candidates);
        let sets = _mm256_movemask_epi8(_mm256_packs_epi16(below, _mm256_setzero_si256())).cast_unsigned();
        let halves = [_mm256_castsi256_si128(candidates), _mm256_extracti128_si256::<1>(candidates)];
        (halves, [sets as u8, (sets >> 16) as u8])
    }
}

/// Stores the words of a set one after the other, and then words of no meaning.
#[inline(always)]
fn store_selected(_: Avx2, words: __m128i, set: u8, to: &mut [i16; 8]) {
    // SAFETY: the token proves that the CPU has AVX2; 8 bytes are read and 16 are written.
    unsafe {
        let first = _mm_loadl_epi64(SELECTED[usize::from(set)].as_ptr().cast());
        let places = _mm_unpacklo_epi8(first, _mm_add_epi8(first, _mm_set1_epi8(1)));
        _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_shuffle_epi8(words, places));
    }
}
