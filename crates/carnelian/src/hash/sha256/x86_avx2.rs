//! SHA-256 with AVX2 and BMI2, for CPUs without SHA-NI.
#![allow(unsafe_code)]

use super::compression::{self, Block, State};
use super::kernel::{Kernel, PaysFrom};
use crate::base::cpu::Avx2;
use crate::base::lanes::U32x8Avx2;
use crate::base::memory::{align_frame, wipe_stack};

impl Kernel for Avx2 {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: 3, x2: PaysFrom::NEVER };

    /// One message, in plain words: BMI2 rotates without moving first.
    fn compress(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(state: &mut State, blocks: &[Block]) {
            align_frame();
            compression::compress::<1, [u32; 1]>((), [state], [blocks]);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(state, blocks) };
        wipe_stack::<1024>();
    }

    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, states: [&mut State; 8], blocks: [&[Block]; 8]) {
            align_frame();
            compression::compress::<8, U32x8Avx2>(proof, states, blocks);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, blocks) };
        wipe_stack::<2048>();
    }
}
