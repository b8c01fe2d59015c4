//! AES-GCM over vectors of one block, for every pair of tokens that proves AES rounds and PCLMULQDQ.

/// Writes the backend of a pair of tokens: `backend! { (Aes, Clmul) }`, with the first statement of a kernel in brackets
/// if it has one: `backend! { (Aes, Clmul), [align_frame()] }`. `once` after them makes it process short messages under
/// keys of their own too, with the function of `x86_short.rs`.
macro_rules! backend {
    ($Token:tt $(, [$first:expr])? $(, $once:ident)?) => {
        use super::kernel::{BLOCK_LEN, Block, Direction, Kernel, Parameters, Powers, RoundKeys, Start};
        use super::x86_stream::Message;
        use $crate::base::dispatch::kernels;
        use $crate::base::in_out::InOut;
        use $crate::base::lanes::u128::U128x1;

        /// Vectors in a step.
        const STEP: usize = 8;

        impl Kernel for $Token {
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

            $(#[inline(always)]
            fn $once<D: Direction, A: Parameters>(
                self,
                key: &A::Key,
                start: Start,
                aad: &[u8],
                data: &mut InOut<'_>,
            ) -> Option<Block> {
                Some(super::x86_short::$once::<D, A>(self, key, start, aad, data))
            })?
        }

        kernels! { proof: $Token;
            fn message[D: Direction, A: Parameters][D, A](
                proof,
                keys: &RoundKeys,
                powers: &Powers,
                start: Start,
                message: Message<'_>,
                tag: &mut Block,
            ) {
                $($first;)?
                super::x86_stream::apply::<U128x1<$Token>, D, STEP, A>(proof, keys, powers, start, message, tag);
            } wipes 1024;
        }
    };
}

pub(super) use backend;
