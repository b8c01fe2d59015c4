//! SHA-256 with AVX-512: many messages side by side.
#![allow(unsafe_code)]

use super::compression;
use super::kernel::{Block, State};
use crate::base::cpu::Avx512;
use crate::base::lanes::{U32x8Avx512, U32x16Avx512};
use crate::base::memory::{align_frame, wipe_stack};

pub(super) fn compress_x8(proof: Avx512, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        align_frame();
        compression::compress::<8, U32x8Avx512>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) };
    wipe_stack::<2048>();
}

pub(super) fn compress_x16(proof: Avx512, states: [&mut State; 16], blocks: [&[Block]; 16]) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512, states: [&mut State; 16], blocks: [&[Block]; 16]) {
        align_frame();
        compression::compress::<16, U32x16Avx512>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) };
    wipe_stack::<2048>();
}
