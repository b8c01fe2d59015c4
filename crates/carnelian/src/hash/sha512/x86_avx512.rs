//! SHA-512 with AVX-512.
#![allow(unsafe_code)]

use super::kernel::{Block, State};
use super::many;
use crate::base::cpu::Avx512;
use crate::base::lanes::{U64x4Avx512, U64x8Avx512};

pub(super) fn compress_x4(proof: Avx512, states: [&mut State; 4], blocks: [&[Block]; 4]) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512, states: [&mut State; 4], blocks: [&[Block]; 4]) {
        many::compress::<4, U64x4Avx512>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) }
}

pub(super) fn compress_x8(proof: Avx512, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        many::compress::<8, U64x8Avx512>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) }
}
