//! AES-GCM with AES-NI and PCLMULQDQ in SSE encoding, one block per vector, for CPUs without AVX2.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, Parameters, Powers, RoundKeys, Start};
use super::x86_stream::{self, Message};
use crate::base::cpu::{SseAesNi, SseClmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::U128x1;

/// One block.
type X1 = U128x1<(SseAesNi, SseClmul)>;

/// Vectors in a step.
const STEP: usize = 8;

impl Kernel for (SseAesNi, SseClmul) {
    #[inline(always)]
    fn apply<D: Direction, A: Parameters>(
        self,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<Block> {
        let mut tag = [0; BLOCK_LEN];
        message::<D, A>(self, keys, powers, start, Message::of(aad, data), &mut tag);
        Some(tag)
    }
}

kernels! { proof: (SseAesNi, SseClmul);
    fn message[D: Direction, A: Parameters][D, A](
        proof,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        x86_stream::apply::<X1, D, STEP, A>(proof, keys, powers, start, message, tag);
    } wipes 1024;
}
