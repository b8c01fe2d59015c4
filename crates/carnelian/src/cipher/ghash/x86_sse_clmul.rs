//! GHASH and POLYVAL with PCLMULQDQ in SSE encoding, for CPUs without AVX2: eight blocks and one reduction at a time.
#![allow(unsafe_code)]

use super::function::Function;
use super::kernel::{Block, Element, Kernel, Message, Powers};
use super::x86_single_blocks::{self as single_blocks, SHORT};
use crate::base::cpu::SseClmul;
use crate::base::dispatch::kernels;

impl Kernel for SseClmul {
    kernels! { proof: SseClmul;
        fn make_powers(self, powers: &mut Powers) {
            single_blocks::make_powers(proof, powers);
        }

        fn absorb[F: Function][F](self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
            single_blocks::absorb::<_, F>(proof, powers, sum, blocks);
        } wipes 384;
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        if message.blocks() <= SHORT {
            // The caller wipes what this leaves on the stack, together with the keys.
            short(self, h, message, sum);
        } else {
            long(self, h, message, sum);
        }
    }
}

kernels! { proof: SseClmul;
    /// Computes POLYVAL of a short message.
    fn short(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        single_blocks::polyval_short(proof, h, message, sum);
    }

    /// Computes POLYVAL of a message of any length.
    fn long(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        single_blocks::polyval_long(proof, h, message, sum);
    } wipes 2048;
}
