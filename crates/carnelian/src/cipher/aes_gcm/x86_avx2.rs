//! AES-GCM with AES-NI and PCLMULQDQ, one block per vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, Parameters, Powers, RoundKeys, Start};
use super::x86_short;
use super::x86_stream::{self, Message, StreamLanes};
use crate::base::cpu::{AesNi, Clmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::products::{Factor, Sum};
use crate::base::lanes::u128::{U128Lanes, U128x1};
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

impl StreamLanes for X1 {
    type Sum = Sum<Self>;
    type Total = Sum<Self>;
    type Kept = ();

    #[inline(always)]
    fn total(sum: Sum<Self>) -> Sum<Self> {
        sum
    }

    #[inline(always)]
    fn powers(proof: (AesNi, Clmul), powers: &Powers, at: usize) -> Factor<Self> {
        let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
        Factor { whole: Self::broadcast_element(proof, whole), shifted: Self::broadcast_element(proof, shifted) }
    }

    #[inline(always)]
    fn kept(_: (AesNi, Clmul), _: &Powers) {}

    #[inline(always)]
    fn same_power(proof: (AesNi, Clmul), (): (), powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }

    #[inline(always)]
    fn one_power(proof: (AesNi, Clmul), powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }
}
