//! SHA-256 with the SHA extensions on CPUs without AVX2: one message, or two interleaved.
//!
//! Without AVX there are no upper halves of vector registers to be cleared. On a CPU with AVX that is held to this tier,
//! compiled code leaves none in use.
#![allow(unsafe_code)]

use super::compression::{Block, State};
use super::kernel::{Kernel, PaysFrom};
use super::x86_sha_ni::{ProvesSha, compress_interleaved};
use crate::base::cpu::{ShaNi, SseShaNi};
use crate::base::dispatch::kernels;

// SAFETY: the table of `base::cpu` lists these features for the token.
unsafe impl ProvesSha for SseShaNi {
    #[inline(always)]
    fn clear_upper_halves(self) {}
}

impl Kernel for SseShaNi {
    const PAYS_FROM: PaysFrom = <ShaNi as Kernel>::PAYS_FROM;

    #[inline]
    fn compress(self, state: &mut State, blocks: &[Block]) {
        self.compress_end(state, blocks, &[]);
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
