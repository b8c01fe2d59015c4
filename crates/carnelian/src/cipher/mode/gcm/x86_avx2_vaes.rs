//! AES-GCM with VAES and VPCLMULQDQ over AVX2, two blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, Parameters, Powers, RoundKeys, Start};
use super::x86_short;
use super::x86_stream::{self, Message, StreamLanes};
use crate::base::cpu::{Avx2Vaes, Avx2Vpclmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::powers::from_index;
use crate::base::lanes::u128::products::{Folded, LongSum};
use crate::base::lanes::u128::{U128Lanes, U128x1, U128x2};
use crate::base::memory::align_frame;

/// The tokens of the kernel.
type Proof = (Avx2Vaes, Avx2Vpclmul);
/// One block, and two.
type X1 = U128x1<Proof>;
type X2 = U128x2<Proof>;

/// Up to this many bytes, single blocks are faster than pairs, which go through memory at the end.
const IN_SINGLE_BLOCKS: usize = 64;

/// Vectors in a step.
const STEP: usize = 8;

impl Kernel for (Avx2Vaes, Avx2Vpclmul) {
    #[inline(always)]
    fn apply<D: Direction, A: Parameters>(
        self,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<Block> {
        if data.len() <= IN_SINGLE_BLOCKS {
            return (self.0.aes_ni(), self.1.clmul()).apply::<D, A>(keys, powers, start, aad, data);
        }
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
        Some(x86_short::once::<D, A>((self.0.aes_ni(), self.1.clmul()), key, start, aad, data))
    }
}

kernels! { proof: (Avx2Vaes, Avx2Vpclmul);
    fn message[D: Direction, A: Parameters][D, A](
        proof,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        align_frame();
        x86_stream::apply::<X2, D, STEP, A>(proof, keys, powers, start, message, tag);
    } wipes 1280;
}

impl StreamLanes for X2 {
    type Sum = LongSum<Self>;
    type Total = LongSum<X1>;
    type Kept = ();

    #[inline(always)]
    fn total(sum: LongSum<Self>) -> LongSum<X1> {
        sum.of_lanes()
    }

    #[inline(always)]
    fn powers(proof: Proof, powers: &Powers, at: usize) -> Folded<Self> {
        Folded {
            whole: Self::load_elements(proof, from_index(&powers.whole, at)),
            folded: Self::load_elements(proof, from_index(&powers.folded, at)),
        }
    }

    #[inline(always)]
    fn kept(_: Proof, _: &Powers) {}

    #[inline(always)]
    fn same_power(proof: Proof, (): (), powers: &Powers, at: usize) -> Folded<Self> {
        let Folded { whole, folded } = Self::one_power(proof, powers, at);
        Folded { whole: Self::spread(whole), folded: Self::spread(folded) }
    }

    #[inline(always)]
    fn one_power(proof: Proof, powers: &Powers, at: usize) -> Folded<X1> {
        let (whole, folded) = (&powers.whole[at], &powers.folded[at]);
        Folded { whole: X1::broadcast_element(proof, whole), folded: X1::broadcast_element(proof, folded) }
    }
}
