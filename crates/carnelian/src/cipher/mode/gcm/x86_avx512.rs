//! AES-GCM with VAES and VPCLMULQDQ over AVX-512, four blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, POWERS, Parameters, Powers, RoundKeys, Start};
use super::x86_short;
use super::x86_stream::{self, Message, StreamLanes};
use crate::base::cpu::{Avx512Vaes, Vpclmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::powers::from_index;
use crate::base::lanes::u128::products::{Factor, Sum};
use crate::base::lanes::u128::{U128Lanes, U128x1, U128x4};
use crate::base::memory::{align_frame, wipe_stack};

/// The tokens of the kernel.
type Proof = (Avx512Vaes, Vpclmul);
/// One block, and four.
type X1 = U128x1<Proof>;
type X4 = U128x4<Proof>;

/// Up to this many bytes, everything fits into registers.
const SHORT: usize = 64;

/// Vectors in a step.
const STEP: usize = 8;

impl Kernel for (Avx512Vaes, Vpclmul) {
    #[inline(always)]
    fn apply<D: Direction, A: Parameters>(
        self,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<Block> {
        let len = data.len();
        let mut tag = [0; BLOCK_LEN];
        message::<D, A>(self, keys, powers, start, Message::of(aad, data), &mut tag);
        if len > SHORT {
            wipe_stack::<512>();
        }
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

kernels! { proof: (Avx512Vaes, Vpclmul);
    fn message[D: Direction, A: Parameters][D, A](
        proof,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        align_frame();
        x86_stream::apply::<X4, D, STEP, A>(proof, keys, powers, start, message, tag);
    }
}

impl StreamLanes for X4 {
    type Sum = Sum<Self>;
    type Total = Sum<X1>;
    /// H⁴, H⁸, H¹², H¹⁶: a load that fills all lanes with one block costs as much as a third of a multiplication.
    type Kept = [Factor<Self>; 4];

    #[inline(always)]
    fn total(sum: Sum<Self>) -> Sum<X1> {
        sum.of_lanes()
    }

    #[inline(always)]
    fn powers(proof: Proof, powers: &Powers, at: usize) -> Factor<Self> {
        Factor {
            whole: Self::load_elements(proof, from_index(&powers.whole, at)),
            shifted: Self::load_elements(proof, from_index(&powers.shifted, at)),
        }
    }

    #[inline(always)]
    fn kept(proof: Proof, powers: &Powers) -> Self::Kept {
        core::array::from_fn(|i| {
            let at = POWERS - (i + 1) * Self::LANES;
            let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
            Factor { whole: Self::broadcast_element(proof, whole), shifted: Self::broadcast_element(proof, shifted) }
        })
    }

    #[inline(always)]
    fn same_power(_: Proof, kept: Self::Kept, _: &Powers, at: usize) -> Factor<Self> {
        kept[(POWERS - at) / Self::LANES - 1]
    }

    #[inline(always)]
    fn one_power(proof: Proof, powers: &Powers, at: usize) -> Factor<X1> {
        let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
        Factor { whole: X1::broadcast_element(proof, whole), shifted: X1::broadcast_element(proof, shifted) }
    }
}
