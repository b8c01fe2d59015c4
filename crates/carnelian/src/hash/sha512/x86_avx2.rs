//! SHA-512 with AVX2 and BMI2.
#![allow(unsafe_code)]

use super::kernel::{Block, State};
use super::many;
use crate::base::cpu::Avx2;
use crate::base::lanes::U64x4Avx2;

pub(super) fn compress_x4(proof: Avx2, states: [&mut State; 4], blocks: [&[Block]; 4]) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(proof: Avx2, states: [&mut State; 4], blocks: [&[Block]; 4]) {
        many::compress::<4, U64x4Avx2>(proof, states, blocks);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks) }
}
