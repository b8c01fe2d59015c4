//! The operations of a Keccak backend, and the only place where a backend is chosen.
//!
//! `rate` is in bytes: a multiple of eight, from 72 to 168, that FIPS 202 or SP 800-185 uses. `blocks` is a whole
//! number of blocks of `rate` bytes.

#[cfg(feature = "postquantum")]
pub(super) mod transposed;

use super::permutation::{Rows, WORDS};
use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::memory::wipe;
#[cfg(feature = "postquantum")]
use transposed::Kernel as _;

/// A state: lane (x, y) is word `x + 5y`, and bit z of the lane is bit z of the word.
pub(super) type State = [u64; WORDS];

/// `N` states, transposed. Wiped when dropped.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct States<const N: usize>(pub(super) Rows<N>);

impl<const N: usize> States<N> {
    /// Returns states of zeros.
    pub(super) const fn new() -> Self {
        Self([[0; N]; WORDS])
    }

    /// Copies the state in a lane to `state`.
    pub(super) fn get(&self, lane: usize, state: &mut State) {
        for (word, row) in state.iter_mut().zip(&self.0) {
            *word = row[lane];
        }
    }

    /// Copies a state to a lane.
    pub(super) fn set(&mut self, lane: usize, state: &State) {
        for (row, word) in self.0.iter_mut().zip(state) {
            row[lane] = *word;
        }
    }
}

impl<const N: usize> Drop for States<N> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}

/// The permutation of Keccak, with blocks that are added to the state before it or read after it, for one state and for
/// several.
pub(super) trait Kernel: Copy {
    /// Adds each block to the state and permutes it.
    fn absorb(self, state: &mut State, blocks: &[u8], rate: usize);

    /// For each block: permutes the state, and copies its first bytes to the block.
    fn squeeze(self, state: &mut State, blocks: &mut [u8], rate: usize);

    /// Like [`absorb`](Self::absorb) for four states: `blocks[lane]` is absorbed into the state of that lane. All lanes
    /// have equally many blocks.
    fn absorb_x4(self, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
        one_by_one(states, blocks, |state, blocks| self.absorb(state, blocks, rate));
    }

    /// Like [`absorb_x4`](Self::absorb_x4), for eight states.
    fn absorb_x8(self, states: &mut States<8>, blocks: [&[u8]; 8], rate: usize) {
        half_by_half(states, blocks, |half, blocks| self.absorb_x4(half, blocks, rate));
    }

    /// Like [`squeeze`](Self::squeeze) for four states. All lanes have equally many blocks.
    fn squeeze_x4(self, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
        one_by_one(states, blocks, |state, blocks| self.squeeze(state, blocks, rate));
    }

    /// Like [`squeeze_x4`](Self::squeeze_x4), for eight states.
    fn squeeze_x8(self, states: &mut States<8>, blocks: [&mut [u8]; 8], rate: usize) {
        half_by_half(states, blocks, |half, blocks| self.squeeze_x4(half, blocks, rate));
    }

    /// The number of messages from which each kernel for several is faster than a smaller one.
    const PAYS_FROM: PaysFrom;
}

/// Runs a kernel for one state on each lane.
fn one_by_one<B, const N: usize>(states: &mut States<N>, blocks: [B; N], kernel: impl Fn(&mut State, B)) {
    for (lane, blocks) in blocks.into_iter().enumerate() {
        let mut state = [0; WORDS];
        states.get(lane, &mut state);
        kernel(&mut state, blocks);
        states.set(lane, &state);
        wipe(&mut state);
    }
}

/// Runs a kernel for four states on lanes 0 to 3, then on lanes 4 to 7.
fn half_by_half<B>(states: &mut States<8>, blocks: [B; 8], kernel: impl Fn(&mut States<4>, [B; 4])) {
    let [b0, b1, b2, b3, b4, b5, b6, b7] = blocks;
    for (half, blocks) in [[b0, b1, b2, b3], [b4, b5, b6, b7]].into_iter().enumerate() {
        let mut four = States(states.0.map(|row| row.as_chunks().0[half]));
        kernel(&mut four, blocks);
        for (row, four) in states.0.iter_mut().zip(&four.0) {
            row.as_chunks_mut().0[half] = *four;
        }
    }
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// [`Kernel::absorb`].
#[inline]
pub(super) fn absorb(backend: Backend, state: &mut State, blocks: &[u8], rate: usize) {
    debug_assert!(blocks.len().is_multiple_of(rate));
    if !blocks.is_empty() {
        dispatch!("keccak absorb", backend, |kernel| kernel.absorb(state, blocks, rate));
    }
}

/// [`Kernel::squeeze`].
#[inline]
pub(super) fn squeeze(backend: Backend, state: &mut State, blocks: &mut [u8], rate: usize) {
    debug_assert!(blocks.len().is_multiple_of(rate));
    if !blocks.is_empty() {
        dispatch!("keccak squeeze", backend, |kernel| kernel.squeeze(state, blocks, rate));
    }
}

/// [`Kernel::absorb_x4`].
pub(super) fn absorb_x4(backend: Backend, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
    dispatch!("keccak absorb_x4", backend, |kernel| kernel.absorb_x4(states, blocks, rate));
}

/// [`Kernel::absorb_x8`].
pub(super) fn absorb_x8(backend: Backend, states: &mut States<8>, blocks: [&[u8]; 8], rate: usize) {
    dispatch!("keccak absorb_x8", backend, |kernel| kernel.absorb_x8(states, blocks, rate));
}

/// [`Kernel::squeeze_x4`].
pub(super) fn squeeze_x4(backend: Backend, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
    dispatch!("keccak squeeze_x4", backend, |kernel| kernel.squeeze_x4(states, blocks, rate));
}

/// [`Kernel::squeeze_x8`].
pub(super) fn squeeze_x8(backend: Backend, states: &mut States<8>, blocks: [&mut [u8]; 8], rate: usize) {
    dispatch!("keccak squeeze_x8", backend, |kernel| kernel.squeeze_x8(states, blocks, rate));
}

/// [`transposed::Kernel::permute`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn permute_transposed(backend: Backend, states: &mut transposed::States, lanes: usize) {
    dispatch!("keccak permute_transposed", backend, |kernel| kernel.permute(states, lanes));
}

/// [`transposed::Kernel::hash`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn hash_transposed(
    backend: Backend,
    states: &transposed::States,
    lanes: usize,
    words: usize,
    digests: &mut transposed::Digests,
) {
    dispatch!("keccak hash_transposed", backend, |kernel| kernel.hash(states, lanes, words, digests));
}

/// [`transposed::Kernel::iterate`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn iterate_transposed(
    backend: Backend,
    states: &mut transposed::States,
    lanes: usize,
    words: usize,
    steps: usize,
) {
    dispatch!("keccak iterate_transposed", backend, |kernel| kernel.iterate(states, lanes, words, steps));
}

/// The number of messages from which a kernel for several is faster than a smaller one, or [`NEVER`](Self::NEVER).
#[derive(Clone, Copy)]
pub(super) struct PaysFrom {
    pub(super) x8: usize,
    pub(super) x4: usize,
}

impl PaysFrom {
    /// More than the maximum number of lanes.
    pub(super) const NEVER: usize = 9;
}

impl Backend {
    /// [`Kernel::PAYS_FROM`].
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        dispatch!(self, Kernel::PAYS_FROM)
    }
}
