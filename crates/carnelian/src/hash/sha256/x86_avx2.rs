//! SHA-256 with AVX2 and BMI2, for CPUs without SHA-NI.
#![allow(unsafe_code)]

use super::compression::{self, Sha256Compression};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::u32::U32x8Avx2;
use crate::base::memory::align_frame;
use crate::hash::arithmetic::half_words::{Block, Kernel, PaysFrom, State};

impl Kernel<Sha256Compression> for Avx2 {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: 3, x2: PaysFrom::NEVER };

    kernels! { proof: Avx2;
        /// One message, in plain words: `rorx` of BMI2 rotates without a move.
        fn compress(self, state: &mut State, blocks: &[Block]) {
            align_frame();
            compression::compress::<1, [u32; 1]>((), [state], [blocks]);
        } wipes 1024;

        fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
            align_frame();
            compression::compress::<8, U32x8Avx2>(proof, states, blocks);
        } wipes 2048;
    }
}
