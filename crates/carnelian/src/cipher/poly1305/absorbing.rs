//! Poly1305 between the rounds of a cipher, a few blocks at a time.

use super::evaluation::{self, Accumulator, clamped_r};
use super::values::{BLOCK_LEN, Block, Key, Tag};
use crate::base::bytes::padded;

/// Blocks absorbed per double round of eight blocks of ChaCha20: ten times as many are nearly as long as those eight.
const STEP: usize = 3;

/// The two halves of [`Accumulator::absorb`] in the opposite order. A sum has had its last block added, but has not
/// been multiplied by r since: so the multiplication for one block includes the next block in its own sums, which
/// shortens the dependency chain from block to block.
pub(in super::super) trait Sum: Accumulator {
    /// a ← a · r + block + top · 2¹²⁸ mod p. `top` is 0 or 1.
    fn multiplied_plus(self, block: u128, top: u64) -> Self;

    /// a ← a · r mod p, which yields the value of an [`Accumulator`].
    fn multiplied(self) -> Self;
}

/// The sum of what has been authenticated so far, and the data that is pending.
#[derive(Clone, Copy)]
pub(in super::super) struct Absorbing<'d, A> {
    sum: A,
    pending: &'d [u8],
}

impl<'d, A: Sum> Absorbing<'d, A> {
    /// RFC 8439 Section 2.8: absorbs `aad` and leaves `text` pending.
    #[inline(always)]
    pub(super) fn new(key: &Key, aad: &'d [u8], text: &'d [u8]) -> Self {
        let mut absorbing = Self { sum: A::new(clamped_r(key), [0; 3]), pending: aad };
        absorbing.follow(text);
        absorbing
    }

    /// Absorbs a few pending blocks, if there are enough.
    #[inline(always)]
    pub(in super::super) fn step(&mut self) {
        if let Some((blocks, rest)) = self.pending.split_first_chunk::<{ STEP * BLOCK_LEN }>() {
            self.take(blocks);
            self.pending = rest;
        }
    }

    /// Lets `work` absorb the pending whole blocks, `most` at most, or none if there are fewer than a step takes. For
    /// each block, it must multiply the sum by r, and add the block and 2¹²⁸. It may overwrite the blocks after it has
    /// read them.
    #[inline(always)]
    pub(in super::super) fn interleave(&mut self, most: usize, work: impl FnOnce(&mut A, *const [Block])) {
        let (blocks, _) = self.pending.as_chunks();
        let blocks = &blocks[..if blocks.len() < STEP { 0 } else { blocks.len().min(most) }];
        self.pending = &self.pending[blocks.as_flattened().len()..];
        work(&mut self.sum, &raw const *blocks);
    }

    /// Absorbs all pending data, padded with zeros to whole blocks, and then makes `data` pending.
    #[inline(always)]
    pub(in super::super) fn follow(&mut self, data: &'d [u8]) {
        self.take(self.pending);
        self.pending = data;
    }

    /// Absorbs the pending data, padded with zeros, and the lengths, and returns the tag.
    #[inline(always)]
    pub(super) fn finished(mut self, key: &Key, lengths: u128) -> Tag {
        self.take(self.pending);
        let a = self.sum.multiplied_plus(lengths, 1).multiplied();
        evaluation::tag(a.value(), evaluation::s(key))
    }

    /// Wipes the contents.
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
