//! A message that arrives incrementally, its padding and its digest.

use super::function::{Compression, Function, State};
use crate::base::bytes::{padded, write_at_once};
use crate::base::memory::wipe;
use core::slice::from_ref;

/// The hash value and the message so far. Wiped when dropped.
pub(in crate::hash) struct Intake<C: Compression> {
    /// H⁽ⁱ⁾ after the blocks so far.
    state: State<C>,
    /// The start of an incomplete block: its first `length % BLOCK_LEN` bytes count.
    buffer: C::Block,
    /// The bytes absorbed so far. The standard counts bits up to 2^64 or 2^128, more than any input.
    length: u128,
}

impl<C: Compression> Intake<C> {
    /// An empty message; `initial` is H⁽⁰⁾.
    #[inline]
    pub(super) const fn new(initial: State<C>) -> Self {
        Self { state: initial, buffer: C::EMPTY_BLOCK, length: 0 }
    }

    /// Two messages, each with its first block absorbed.
    ///
    /// # Panics
    /// If either is not a whole block.
    #[inline]
    pub(super) fn new_two(initial: State<C>, first_blocks: [&[u8]; 2]) -> [Self; 2] {
        let mut states = states_after::<C>(initial, first_blocks);
        // Written out, since the messages would be copied between functions.
        let both = [
            Self { state: states[0], buffer: C::EMPTY_BLOCK, length: C::BLOCK_LEN as u128 },
            Self { state: states[1], buffer: C::EMPTY_BLOCK, length: C::BLOCK_LEN as u128 },
        ];
        wipe(states.as_flattened_mut());
        both
    }

    /// Absorbs more of the message.
    pub(super) fn update(&mut self, data: &[u8]) {
        let filled = self.filled();
        self.length += data.len() as u128;
        if filled + data.len() < C::BLOCK_LEN {
            self.buffer.as_mut()[filled..filled + data.len()].copy_from_slice(data);
            return;
        }
        let backend = C::choose();
        let mut rest = data;
        if filled > 0 {
            let (head, tail) = data.split_at(C::BLOCK_LEN - filled);
            self.buffer.as_mut()[filled..].copy_from_slice(head);
            C::compress(backend, &mut self.state, from_ref(&self.buffer));
            rest = tail;
        }
        let (blocks, rest) = C::blocks(rest);
        C::compress(backend, &mut self.state, blocks);
        self.buffer.as_mut()[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the digest of the message, and starts a new one, whose H⁽⁰⁾ is `initial`.
    pub(super) fn finalize_reset<F: Function<Compression = C>>(&mut self, initial: State<C>) -> F::Digest {
        let filled = self.filled();
        let digest = finish::<F>(&mut self.state, &[], &self.buffer.as_ref()[..filled], self.length);
        wipe(self.buffer.as_mut());
        self.state = initial;
        self.length = 0;
        digest
    }

    /// Returns the digest of the message followed by `data`.
    #[inline]
    pub(super) fn digest_with<F: Function<Compression = C>>(&self, data: &[u8]) -> F::Digest {
        if self.filled() > 0 {
            let mut fork = self.clone();
            fork.update(data);
            return fork.finalize_reset::<F>([C::ZERO; 8]);
        }
        digest_from::<F>(self.state, self.length, data)
    }

    /// Returns the number of bytes in the buffer.
    const fn filled(&self) -> usize {
        (self.length % C::BLOCK_LEN as u128) as usize
    }
}

// Not derived: that would require `C: Clone`.
impl<C: Compression> Clone for Intake<C> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<C: Compression> Drop for Intake<C> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(self.buffer.as_mut());
    }
}

/// Returns the hash values after one first block each.
///
/// # Panics
/// If either is not a whole block.
#[inline(always)]
fn states_after<C: Compression>(initial: State<C>, first_blocks: [&[u8]; 2]) -> [State<C>; 2] {
    let blocks = first_blocks.map(|block| match C::blocks(block) {
        ([block], []) => block,
        _ => panic!("a first block is as long as a block"),
    });
    let mut states = [initial; 2];
    C::compress_two(C::choose(), states.each_mut(), blocks);
    states
}

/// Returns the digest of: the second of two first blocks, then the digest of the first one and `data`.
///
/// # Panics
/// If either is not a whole block.
#[inline]
pub(super) fn digest_nested<F: Function>(first_blocks: [&[u8]; 2], data: &[u8]) -> F::Digest {
    let mut states = states_after::<F::Compression>(F::INITIAL, first_blocks);
    let [inner, outer] = &mut states;
    let length = |data: &[u8]| (F::Compression::BLOCK_LEN + data.len()) as u128;
    let (blocks, rest) = F::Compression::blocks(data);
    let mut digest = finish::<F>(inner, blocks, rest, length(data));
    let nested = finish::<F>(outer, &[], digest.as_ref(), length(digest.as_ref()));
    wipe(digest.as_mut());
    wipe(states.as_flattened_mut());
    nested
}

/// Returns the digest of a message whose first `length` bytes, whole blocks, are absorbed in `state`, and whose
/// remainder is `data`.
#[inline]
pub(super) fn digest_from<F: Function>(mut state: State<F::Compression>, length: u128, data: &[u8]) -> F::Digest {
    let (blocks, rest) = F::Compression::blocks(data);
    let digest = finish::<F>(&mut state, blocks, rest, length + data.len() as u128);
    wipe(&mut state);
    digest
}

/// Absorbs `blocks`, pads, and returns the digest. The message has `length` bytes and ends in `blocks` and `rest`,
/// which is shorter than a block.
#[inline]
pub(in crate::hash) fn finish<F: Function>(
    state: &mut State<F::Compression>,
    blocks: &[<F::Compression as Compression>::Block],
    rest: &[u8],
    length: u128,
) -> F::Digest {
    let backend = F::Compression::choose();
    let mut last = [F::Compression::EMPTY_BLOCK; 2];
    let padded = F::Compression::pad(&mut last, rest, length);
    F::Compression::compress_end(backend, state, blocks, &last[..padded]);
    wipe(F::Compression::bytes_mut(&mut last));
    F::leftmost(state)
}

/// Section 5.1: pads a message of `length` bytes that ends in `rest` after its last whole block. Writes one or two
/// blocks with `rest`, a 1 bit, zeros and, in the last `LENGTH_LEN` bytes, the length in bits. Returns the number of
/// blocks.
#[inline]
pub(in crate::hash) fn pad<const BLOCK_LEN: usize, const LENGTH_LEN: usize>(
    last: &mut [[u8; BLOCK_LEN]; 2],
    rest: &[u8],
    length: u128,
) -> usize {
    debug_assert!(rest.len() < BLOCK_LEN);
    let blocks = if rest.len() + 1 + LENGTH_LEN <= BLOCK_LEN { 1 } else { 2 };
    // Both blocks always: a few instructions zero a known number of bytes, but a call zeroes an unknown number.
    *last = [[0; BLOCK_LEN]; 2];
    let (pieces, _) = last.as_flattened_mut().as_chunks_mut();
    let (whole, end) = rest.as_chunks();
    for (piece, bytes) in pieces.iter_mut().zip(whole) {
        *piece = *bytes;
    }
    let end = padded(end) | 0x80 << (8 * end.len());
    let length = (length << (3 + 128 - 8 * LENGTH_LEN)).swap_bytes() << (128 - 8 * LENGTH_LEN);
    let length_at = blocks * BLOCK_LEN / 16 - 1;
    if whole.len() == length_at {
        write_at_once(&mut pieces[length_at], end | length);
    } else {
        write_at_once(&mut pieces[whole.len()], end);
        write_at_once(&mut pieces[length_at], length);
    }
    blocks
}
