//! Poly1305 between the rounds of a cipher, a few blocks at a time.

use super::evaluation::{self, Accumulator, clamped_r};
use super::kernel::{BLOCK_LEN, Block, Key, Tag};
use crate::base::bytes::padded;

/// Blocks that are taken in beside one double round of eight blocks of ChaCha20: ten times as many are nearly as long.
const STEP: usize = 3;

/// The two halves of [`Accumulator::absorb`] in the other order. A sum is what a block has been added to last and what has
/// not been multiplied by r since: so the product of one block takes in the next one among its own sums, which makes the
/// chain from block to block shorter.
pub(in super::super) trait Sum: Accumulator {
    /// a ← a · r + block + top · 2¹²⁸ mod p. `top` is 0 or 1.
    fn multiplied_plus(self, block: u128, top: u64) -> Self;

    /// a ← a · r mod p, as an accumulator has it.
    fn multiplied(self) -> Self;
}

/// What is authenticated so far, and what is to be.
#[derive(Clone, Copy)]
pub(in super::super) struct Absorbing<'d, A> {
    sum: A,
    pending: &'d [u8],
}

impl<'d, A: Sum> Absorbing<'d, A> {
    /// RFC 8439 Section 2.8: with `associated` taken in, and with `text` pending.
    #[inline(always)]
    pub(super) fn new(key: &Key, associated: &'d [u8], text: &'d [u8]) -> Self {
        let mut absorbing = Self { sum: A::new(clamped_r(key), [0; 3]), pending: associated };
        absorbing.follow(text);
        absorbing
    }

    /// Takes in a few blocks of what is pending, if there are so many.
    #[inline(always)]
    pub(in super::super) fn step(&mut self) {
        if let Some((blocks, rest)) = self.pending.split_first_chunk::<{ STEP * BLOCK_LEN }>() {
            self.take(blocks);
            self.pending = rest;
        }
    }

    /// Lets `work` take in the whole blocks that are pending, `most` at most, or none if they are less than a step: for each
    /// block, it multiplies the sum by r, and adds the block and 2¹²⁸. It may write over them when it has read them.
    #[inline(always)]
    pub(in super::super) fn beside(&mut self, most: usize, work: impl FnOnce(&mut A, *const [Block])) {
        let (blocks, _) = self.pending.as_chunks();
        let blocks = &blocks[..if blocks.len() < STEP { 0 } else { blocks.len().min(most) }];
        self.pending = &self.pending[blocks.as_flattened().len()..];
        work(&mut self.sum, &raw const *blocks);
    }

    /// Takes in all that is pending, filled up with zeros to whole blocks, and has `data` pending then.
    #[inline(always)]
    pub(in super::super) fn follow(&mut self, data: &'d [u8]) {
        self.take(self.pending);
        self.pending = data;
    }

    /// Takes in what is pending, filled up with zeros, and the lengths, and gives the tag.
    #[inline(always)]
    pub(super) fn finished(mut self, key: &Key, lengths: u128) -> Tag {
        self.take(self.pending);
        let a = self.sum.multiplied_plus(lengths, 1).multiplied();
        evaluation::tag(a.value(), evaluation::s(key))
    }

    /// Wipes what is in it.
    pub(in super::super) fn wipe(&mut self) {
        *self = Self { sum: A::new(0, [0; 3]), pending: &[] };
        core::hint::black_box(self);
    }

    #[inline(always)]
    fn take(&mut self, data: &[u8]) {
        let (blocks, end) = data.as_chunks();
        for block in blocks {
            self.sum = self.sum.multiplied_plus(u128::from_le_bytes(*block), 1);
        }
        if !end.is_empty() {
            self.sum = self.sum.multiplied_plus(padded(end), 1);
        }
    }
}
