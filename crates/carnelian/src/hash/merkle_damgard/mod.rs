//! What the hash functions of FIPS 180-4 have in common, the construction of Merkle and Damgård: a message is padded to
//! whole blocks (Section 5.1), and a compression function takes these into the hash value, one after the other.
//!
//! [`Compression`] is what a family of functions says of itself. From it come one-shot and incremental hashing, here, and
//! hashing many messages side by side, in [`batch`]; [`Hasher`] is what users see of that.

pub(super) mod batch;
mod hasher;
pub(super) mod rounds;

#[cfg(test)]
mod tests;

use crate::base::bytes::{padded, write_at_once};
use crate::base::memory::wipe;
use crate::error::LengthError;
use core::slice::from_ref;

pub(crate) use hasher::Function;
pub use hasher::Hasher;

/// A family of hash functions with blocks of `BLOCK_LEN` bytes.
pub trait Compression<const BLOCK_LEN: usize>: Sized {
    /// The hash value H.
    type State: HashValue;
    /// An implementation that this CPU can run.
    type Backend: Copy;
    /// Bytes of the message's length at the end of the padding.
    const LENGTH_LEN: usize;

    /// The best one for this CPU and the tier in force.
    fn choose() -> Self::Backend;

    /// What it is called.
    fn name(backend: Self::Backend) -> &'static str;

    /// Takes whole blocks into the hash value.
    fn compress(backend: Self::Backend, state: &mut Self::State, blocks: &[[u8; BLOCK_LEN]]);

    /// Takes one block into each of two hash values.
    fn compress_two(backend: Self::Backend, states: [&mut Self::State; 2], blocks: [&[u8; BLOCK_LEN]; 2]);

    /// Advances lanes, of which at least one is busy, by the kernel that is the fastest for as many as are.
    fn advance<const MOST: usize>(backend: Self::Backend, lanes: &mut batch::Lanes<'_, Self, BLOCK_LEN, MOST>);

    /// [`batch::digest_all`] over as many lanes as the widest kernel has.
    ///
    /// # Errors
    /// [`LengthError`] if there are not as many digests as messages; no digest is written then.
    fn digest_all<const LEN: usize>(
        initial: Self::State,
        messages: &[&[u8]],
        digests: &mut [[u8; LEN]],
    ) -> Result<(), LengthError>;
}

/// A hash value, which is an array of words.
pub trait HashValue: Copy {
    /// All words 0.
    const ZERO: Self;

    /// Overwrites it with zeros.
    fn wipe(&mut self);

    /// Its leftmost `LEN` bytes, the words in big-endian order.
    fn leftmost<const LEN: usize>(&self) -> [u8; LEN];
}

/// Writes what differs in nothing but the word.
macro_rules! hash_values {
    ($($word:ty),+) => {$(
        impl<const WORDS: usize> HashValue for [$word; WORDS] {
            const ZERO: Self = [0; WORDS];

            #[inline]
            fn wipe(&mut self) {
                wipe(self);
            }

            #[inline]
            fn leftmost<const LEN: usize>(&self) -> [u8; LEN] {
                let mut digest = [0; LEN];
                for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(self) {
                    *bytes = word.to_be_bytes();
                }
                digest
            }
        }
    )+};
}
hash_values!(u32, u64);

/// A message that is being taken in. Wiped when dropped.
pub(super) struct Intake<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> {
    /// H, the hash value so far.
    state: C::State,
    /// The start of a block that is not complete yet; its first `length % BLOCK_LEN` bytes count.
    buffer: [u8; BLOCK_LEN],
    /// Bytes taken in so far. The standard counts bits up to 2^64 or 2^128, more than any input.
    length: u128,
}

impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> Intake<C, BLOCK_LEN> {
    /// Nothing was taken in; `initial` is H⁽⁰⁾.
    #[inline]
    pub(super) const fn new(initial: C::State) -> Self {
        Self { state: initial, buffer: [0; BLOCK_LEN], length: 0 }
    }

    /// Two messages whose first blocks were taken in.
    ///
    /// # Panics
    /// If either is not a whole block.
    #[inline]
    pub(super) fn new_two(initial: C::State, first_blocks: [&[u8]; 2]) -> [Self; 2] {
        let mut states = states_after::<C, BLOCK_LEN>(initial, first_blocks);
        // Not through functions, between which the messages would be copied.
        let both = [
            Self { state: states[0], buffer: [0; BLOCK_LEN], length: BLOCK_LEN as u128 },
            Self { state: states[1], buffer: [0; BLOCK_LEN], length: BLOCK_LEN as u128 },
        ];
        states.iter_mut().for_each(C::State::wipe);
        both
    }

    /// Takes in more of the message.
    pub(super) fn update(&mut self, data: &[u8]) {
        let filled = self.filled();
        self.length += data.len() as u128;
        if filled + data.len() < BLOCK_LEN {
            self.buffer[filled..filled + data.len()].copy_from_slice(data);
            return;
        }
        let backend = C::choose();
        let mut rest = data;
        if filled > 0 {
            let (head, tail) = data.split_at(BLOCK_LEN - filled);
            self.buffer[filled..].copy_from_slice(head);
            C::compress(backend, &mut self.state, from_ref(&self.buffer));
            rest = tail;
        }
        let (blocks, rest) = rest.as_chunks();
        C::compress(backend, &mut self.state, blocks);
        self.buffer[..rest.len()].copy_from_slice(rest);
    }

    /// The digest of what was taken in. That is forgotten, and `initial` is H⁽⁰⁾ of the next message.
    pub(super) fn finalize_reset<const LEN: usize>(&mut self, initial: C::State) -> [u8; LEN] {
        let filled = self.filled();
        let digest = finish::<C, BLOCK_LEN, LEN>(&mut self.state, &[], &self.buffer[..filled], self.length);
        wipe(&mut self.buffer);
        self.state = initial;
        self.length = 0;
        digest
    }

    /// The digest of what was taken in and `data` behind it.
    #[inline]
    pub(super) fn digest_with<const LEN: usize>(&self, data: &[u8]) -> [u8; LEN] {
        if self.filled() > 0 {
            let mut fork = self.clone();
            fork.update(data);
            return fork.finalize_reset(C::State::ZERO);
        }
        digest_from::<C, BLOCK_LEN, LEN>(self.state, self.length, data)
    }

    /// How many bytes of the buffer count.
    const fn filled(&self) -> usize {
        (self.length % BLOCK_LEN as u128) as usize
    }
}

// Not derived: that would ask for a family that can be cloned.
impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> Clone for Intake<C, BLOCK_LEN> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> Drop for Intake<C, BLOCK_LEN> {
    fn drop(&mut self) {
        self.state.wipe();
        wipe(&mut self.buffer);
    }
}

/// The hash values after a first block each.
///
/// # Panics
/// If either is not a whole block.
#[inline(always)]
fn states_after<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize>(
    initial: C::State,
    first_blocks: [&[u8]; 2],
) -> [C::State; 2] {
    let blocks = first_blocks.map(|block| block.try_into().expect("a first block is as long as a block"));
    let mut states = [initial; 2];
    C::compress_two(C::choose(), states.each_mut(), blocks);
    states
}

/// The digest of the second of two first blocks and, behind it, the digest of the first and `data` behind that.
///
/// # Panics
/// If either is not a whole block.
#[inline]
pub(super) fn digest_nested<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize, const LEN: usize>(
    initial: C::State,
    first_blocks: [&[u8]; 2],
    data: &[u8],
) -> [u8; LEN] {
    let mut states = states_after::<C, BLOCK_LEN>(initial, first_blocks);
    let [inner, outer] = &mut states;
    let length = |data: &[u8]| (BLOCK_LEN + data.len()) as u128;
    let (blocks, rest) = data.as_chunks();
    let mut digest: [u8; LEN] = finish::<C, BLOCK_LEN, LEN>(inner, blocks, rest, length(data));
    let nested = finish::<C, BLOCK_LEN, LEN>(outer, &[], &digest, length(&digest));
    wipe(&mut digest);
    states.iter_mut().for_each(C::State::wipe);
    nested
}

/// The digest of a message, the first `length` bytes of which, whole blocks, are in `state`, and `data` are the others.
#[inline]
pub(super) fn digest_from<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize, const LEN: usize>(
    mut state: C::State,
    length: u128,
    data: &[u8],
) -> [u8; LEN] {
    let (blocks, rest) = data.as_chunks();
    let digest = finish::<C, BLOCK_LEN, LEN>(&mut state, blocks, rest, length + data.len() as u128);
    state.wipe();
    digest
}

/// Takes in `blocks`, pads and gives the digest. The message has `length` bytes and ends in `blocks` and `rest`, which is
/// less than a block.
#[inline]
pub(super) fn finish<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize, const LEN: usize>(
    state: &mut C::State,
    blocks: &[[u8; BLOCK_LEN]],
    rest: &[u8],
    length: u128,
) -> [u8; LEN] {
    let backend = C::choose();
    let mut last = [[0; BLOCK_LEN]; 2];
    if !blocks.is_empty() {
        C::compress(backend, state, blocks);
    }
    let padded = pad(&mut last, rest, length, C::LENGTH_LEN);
    C::compress(backend, state, &last[..padded]);
    wipe(last.as_flattened_mut());
    state.leftmost()
}

/// Section 5.1: what follows the last whole block of a message of `length` bytes that ends in `rest`: one or two blocks
/// that hold `rest`, a 1 bit, zeros and, in the last `length_len` bytes, the length in bits. Gives the number of blocks.
#[inline]
pub(super) fn pad<const BLOCK_LEN: usize>(
    last: &mut [[u8; BLOCK_LEN]; 2],
    rest: &[u8],
    length: u128,
    length_len: usize,
) -> usize {
    debug_assert!(rest.len() < BLOCK_LEN);
    let blocks = if rest.len() + 1 + length_len <= BLOCK_LEN { 1 } else { 2 };
    // All of it, because so many bytes are zeroed by a few instructions and an unknown number of them by a call.
    *last = [[0; BLOCK_LEN]; 2];
    let (pieces, _) = last.as_flattened_mut().as_chunks_mut();
    let (whole, end) = rest.as_chunks();
    for (piece, bytes) in pieces.iter_mut().zip(whole) {
        *piece = *bytes;
    }
    let end = padded(end) | 0x80 << (8 * end.len());
    let length = (length << (3 + 128 - 8 * length_len)).swap_bytes() << (128 - 8 * length_len);
    let length_at = blocks * BLOCK_LEN / 16 - 1;
    if whole.len() == length_at {
        write_at_once(&mut pieces[length_at], end | length);
    } else {
        write_at_once(&mut pieces[whole.len()], end);
        write_at_once(&mut pieces[length_at], length);
    }
    blocks
}
