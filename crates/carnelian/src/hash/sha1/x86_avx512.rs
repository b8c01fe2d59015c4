//! SHA-1 with AVX-512: eight or sixteen messages at once.
#![allow(unsafe_code)]

use super::compression::{self, Sha1Compression};
use crate::base::cpu::{Avx2, Avx512, ShaNi};
use crate::base::dispatch::kernels;
use crate::base::lanes::u32::{U32x8Avx512, U32x16Avx512};
use crate::base::memory::align_frame;
use crate::hash::arithmetic::half_words::{Beside, Block, PaysFrom, State, Wide};

impl Wide<Sha1Compression> for Avx512 {
    kernels! { proof: Avx512;
        fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
            align_frame();
            compression::compress::<8, U32x8Avx512>(proof, states, blocks);
        } wipes 2048;

        fn compress_x16(self, states: [&mut State; 16], blocks: [&[Block]; 16]) {
            align_frame();
            compression::compress::<16, U32x16Avx512>(proof, states, blocks);
        } wipes 2048;
    }
}

impl Beside<Sha1Compression, ShaNi> for Avx512 {
    /// By the numbers of instructions: SHA-NI takes 120 cycles for a block or two, the lanes at least 300 for eight and 450
    /// for sixteen.
    const PAYS_FROM: PaysFrom = PaysFrom { x16: 11, x8: 5, x2: 2 };
}

impl Beside<Sha1Compression, Avx2> for Avx512 {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: 11, x8: 2, x2: PaysFrom::NEVER };
}
