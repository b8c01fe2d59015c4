//! T_l and H of the SHA-2 sets, FIPS 205 Sections 11.2.1 and 11.2.2: hashes of several values by SHA-256 or SHA-512.

use crate::hash::transposed::Rows;
use core::ops::{BitOr, BitOrAssign, Shl, Shr};

/// A word of SHA-256 or SHA-512.
pub(super) trait Word:
    Copy + Default + BitOr<Output = Self> + BitOrAssign + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// The bits of a word.
    const BITS: u32;
    /// The first byte of the padding, 0x80, in the upper half of the lower 16 bits.
    const PADDING: Self;

    /// Returns a length in bits.
    fn of_length(bits: usize) -> Self;
}

impl Word for u32 {
    const BITS: u32 = u32::BITS;
    const PADDING: Self = 0x8000;

    fn of_length(bits: usize) -> Self {
        bits as Self
    }
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const PADDING: Self = 0x8000;

    fn of_length(bits: usize) -> Self {
        bits as Self
    }
}

/// The compression function of several messages.
pub(super) trait Compress<W: Copy + Default, const LANES: usize>: Copy {
    /// Absorbs a block into each state.
    fn compress(self, lanes: usize, state: &mut Rows<W, LANES, 8>, block: &Rows<W, LANES, 16>);
}

/// Words in a block.
const BLOCK: usize = 16;
/// Bits of a value that are in the word with the end of the value before it.
const SHIFT: u32 = 16;

/// The number of lanes up to which they are worked on one by one.
const FEW: usize = 4;

/// Hashes of several values in progress.
pub(super) struct Many<W: Copy + Default, const LANES: usize> {
    state: Rows<W, LANES, 8>,
    block: Rows<W, LANES, BLOCK>,
    /// The word of the block whose lower 16 bits are not set yet.
    position: usize,
    /// The words that were absorbed, those of the block of PK.seed among them.
    words: usize,
}

impl<W: Word, const LANES: usize> Many<W, LANES> {
    pub(super) fn new() -> Self {
        Self { state: Rows::new(), block: Rows::new(), position: 0, words: 0 }
    }

    /// Starts with the state after the block of PK.seed and ADRSᶜ.
    pub(super) fn start(&mut self, seed: &Rows<W, LANES, 8>, address: &[[W; LANES]]) {
        self.state.0 = seed.0;
        self.block.0[..address.len()].copy_from_slice(address);
        self.position = address.len() - 1;
        self.words = BLOCK + self.position;
    }

    /// Absorbs a word of a value in each lane.
    #[inline]
    pub(super) fn absorb(&mut self, backend: impl Compress<W, LANES>, lanes: usize, row: &[W]) {
        in_use(lanes, &mut self.block.0[self.position], row, |word, value| *word |= value >> (W::BITS - SHIFT));
        self.next(backend, lanes);
        in_use(lanes, &mut self.block.0[self.position], row, |word, value| *word = value << SHIFT);
        self.words += 1;
    }

    /// Moves on to the next word.
    fn next(&mut self, backend: impl Compress<W, LANES>, lanes: usize) {
        self.position += 1;
        if self.position == BLOCK {
            backend.compress(lanes, &mut self.state, &self.block);
            self.position = 0;
        }
    }

    /// Pads and returns the hashes.
    pub(super) fn finish(&mut self, backend: impl Compress<W, LANES>, lanes: usize) -> &Rows<W, LANES, 8> {
        self.block.0[self.position].iter_mut().for_each(|word| *word |= W::PADDING);
        self.position += 1;
        // The length takes two words.
        if self.position > BLOCK - 2 {
            self.block.0[self.position..].fill([W::default(); LANES]);
            backend.compress(lanes, &mut self.state, &self.block);
            self.position = 0;
        }
        self.block.0[self.position..].fill([W::default(); LANES]);
        // The last word but for its lower 16 bits.
        let bits = (self.words + 1) * W::BITS as usize - SHIFT as usize;
        self.block.0[BLOCK - 1] = [W::of_length(bits); LANES];
        backend.compress(lanes, &mut self.state, &self.block);
        &self.state
    }
}

/// Calls `work` with the word and the value of each lane in use. Where these are many, also with those of others, so
/// that eight at a time are vectors.
#[inline(always)]
fn in_use<W: Copy, const LANES: usize>(lanes: usize, words: &mut [W; LANES], values: &[W], work: impl Fn(&mut W, W)) {
    if lanes <= FEW {
        return words[..lanes].iter_mut().zip(values).for_each(|(word, value)| work(word, *value));
    }
    let eights = words.as_chunks_mut::<8>().0.iter_mut().zip(values.as_chunks::<8>().0);
    for (words, values) in eights.take(lanes.div_ceil(8)) {
        words.iter_mut().zip(values).for_each(|(word, value)| work(word, *value));
    }
}
