//! SHA-1 with the SHA extensions on CPUs without AVX2: one message, or two interleaved.
#![allow(unsafe_code)]

use super::compression::Sha1Compression;
use super::x86_sha_ni::compress_interleaved;
use crate::base::cpu::{ShaNi, SseShaNi};
use crate::base::dispatch::kernels;
use crate::hash::arithmetic::half_words::{Block, Kernel, PaysFrom, State};

impl Kernel<Sha1Compression> for SseShaNi {
    const PAYS_FROM: PaysFrom = <ShaNi as Kernel<Sha1Compression>>::PAYS_FROM;

    #[inline]
    fn compress(self, state: &mut State, blocks: &[Block]) {
        Kernel::<Sha1Compression>::compress_end(self, state, blocks, &[]);
    }

    kernels! { proof: SseShaNi;
        /// The state stays in registers between the last two blocks of a message.
        fn compress_end(self, state: &mut State, blocks: &[Block], last: &[Block]) {
            compress_interleaved(proof, [state], [blocks], [last]);
        }

        fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
            compress_interleaved(proof, states, blocks, [&[]; 2]);
        } wipes 192;
    }
}
