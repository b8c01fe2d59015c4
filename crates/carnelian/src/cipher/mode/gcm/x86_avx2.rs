//! AES-GCM with AES-NI and PCLMULQDQ, one block per vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, Parameters, Powers, RoundKeys, Start};
use super::x86_short;
use super::x86_stream::{self, Message};
use crate::base::cpu::{AesNi, Clmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::U128x1;
use crate::base::memory::align_frame;

/// One block.
type X1 = U128x1<(AesNi, Clmul)>;

/// Vectors in a step.
const STEP: usize = 8;

impl Kernel for (AesNi, Clmul) {
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

    #[inline(always)]
    fn once<D: Direction, A: Parameters>(
        self,
        key: &A::Key,
        start: Start,
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<Block> {
        Some(x86_short::once::<D, A>(self, key, start, aad, data))
    }
}

kernels! { proof: (AesNi, Clmul);
    fn message[D: Direction, A: Parameters][D, A](
        proof,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        align_frame();
        x86_stream::apply::<X1, D, STEP, A>(proof, keys, powers, start, message, tag);
    } wipes 1024;
}
