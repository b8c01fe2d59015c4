//! The construction over a compression function of 32-bit words: what it needs of one follows from its kernels, and the
//! choice between those for one message and for several.

use super::function::{Compression, Function, Lanes};
use super::{batch, intake};
use crate::error::LengthError;
use crate::hash::arithmetic::half_words::{BLOCK_LEN, Block, HalfWords, MAX_LANES, State};
use core::slice::from_ref;

impl<C: HalfWords> Compression for C {
    type Word = u32;
    type Block = Block;
    type Backend = <C as HalfWords>::Backend;
    const ZERO: u32 = 0;
    const EMPTY_BLOCK: Block = [0; BLOCK_LEN];

    #[inline]
    fn choose() -> Self::Backend {
        <C as HalfWords>::choose()
    }

    fn name(backend: Self::Backend) -> &'static str {
        <C as HalfWords>::name(backend)
    }

    #[inline]
    fn compress(backend: Self::Backend, state: &mut State, blocks: &[Block]) {
        if !blocks.is_empty() {
            <C as HalfWords>::compress(backend, state, blocks);
        }
    }

    #[inline]
    fn compress_end(backend: Self::Backend, state: &mut State, blocks: &[Block], last: &[Block]) {
        <C as HalfWords>::compress_end(backend, state, blocks, last);
    }

    fn compress_two(backend: Self::Backend, states: [&mut State; 2], blocks: [&Block; 2]) {
        C::compress_x2(backend, states, blocks.map(from_ref));
    }

    fn advance<const MAX: usize>(backend: Self::Backend, lanes: &mut Lanes<'_, Self, MAX>) {
        let (busy, pays_from) = (lanes.busy(), C::lanes_pay_from(backend));
        if busy >= pays_from.x16 {
            lanes.advance(|states, blocks| C::compress_x16(backend, states, blocks));
        } else if busy >= pays_from.x8 {
            lanes.advance(|states, blocks| C::compress_x8(backend, states, blocks));
        } else if busy >= pays_from.x2 {
            lanes.advance(|states, blocks| C::compress_x2(backend, states, blocks));
        } else {
            lanes.advance(|[state], [blocks]| <C as HalfWords>::compress(backend, state, blocks));
        }
    }

    fn digest_all<F: Function<Compression = Self>>(
        messages: &[&[u8]],
        digests: &mut [F::Digest],
    ) -> Result<(), LengthError> {
        batch::digest_all::<F, MAX_LANES>(messages, digests)
    }

    #[inline]
    fn blocks(data: &[u8]) -> (&[Block], &[u8]) {
        data.as_chunks()
    }

    #[inline]
    fn bytes_mut(blocks: &mut [Block]) -> &mut [u8] {
        blocks.as_flattened_mut()
    }

    #[inline]
    fn leftmost<const LEN: usize>(state: &State) -> [u8; LEN] {
        let mut digest = [0; LEN];
        for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
            *bytes = word.to_be_bytes();
        }
        digest
    }

    #[inline]
    fn pad(last: &mut [Block; 2], rest: &[u8], length: u128) -> usize {
        intake::pad::<BLOCK_LEN, 8>(last, rest, length)
    }
}
