//! SHA-512 with AVX2 and BMI2.
#![allow(unsafe_code)]

use super::compression;
use super::kernel::{Block, State};
use super::x86_stream::{self, Sigmas};
use crate::base::cpu::Avx2;
use crate::base::lanes::U64x4Avx2;
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

pub(super) fn compress(_: Avx2, state: &mut State, blocks: &[Block]) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(state: &mut State, blocks: &[Block]) {
        // SAFETY: the features are enabled here.
        unsafe { x86_stream::compress::<Shifts>(state, blocks) }
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(state, blocks) };
    wipe_stack::<2048>();
}

pub(super) fn compress_x4(proof: Avx2, states: [&mut State; 4], blocks: [&[Block]; 4]) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(proof: Avx2, states: [&mut State; 4], blocks: [&[Block]; 4]) {
        align_frame();
        compression::compress::<4, U64x4Avx2>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) };
    wipe_stack::<2048>();
}

/// AVX2 has no rotation: the two shifts that make one join the exclusive or.
struct Shifts;

impl Sigmas for Shifts {
    #[inline(always)]
    unsafe fn sigma0(x: __m256i) -> __m256i {
        // SAFETY: the caller's.
        unsafe {
            let r1 = _mm256_xor_si256(_mm256_srli_epi64::<1>(x), _mm256_slli_epi64::<63>(x));
            let r8 = _mm256_xor_si256(_mm256_srli_epi64::<8>(x), _mm256_slli_epi64::<56>(x));
            _mm256_xor_si256(_mm256_xor_si256(r1, r8), _mm256_srli_epi64::<7>(x))
        }
    }

    #[inline(always)]
    unsafe fn sigma1(x: __m256i) -> __m256i {
        // SAFETY: the caller's.
        unsafe {
            let r19 = _mm256_xor_si256(_mm256_srli_epi64::<19>(x), _mm256_slli_epi64::<45>(x));
            let r61 = _mm256_xor_si256(_mm256_srli_epi64::<61>(x), _mm256_slli_epi64::<3>(x));
            _mm256_xor_si256(_mm256_xor_si256(r19, r61), _mm256_srli_epi64::<6>(x))
        }
    }
}
