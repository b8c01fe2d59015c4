//! Sponges in the lanes of one kernel that each absorb and squeeze their own data: a long message in one lane while
//! seeds are expanded in the others.

use super::kernel::Backend;
pub(crate) use super::kernel::States;
pub(crate) use super::lanes::Kernels;
use super::sponge::{self, MAX_RATE, Parameters};
use super::{kernel, permutation};
use crate::base::memory::wipe;

/// A function of FIPS 202 in a lane.
#[derive(Clone, Copy)]
pub(crate) struct Function(Parameters);

impl Function {
    /// SHA3-256.
    pub(crate) const SHA3_256: Self = Self(Parameters::sha3(32));
    /// SHAKE128.
    pub(crate) const SHAKE128: Self = Self(Parameters::shake(128));
    /// SHAKE256.
    pub(crate) const SHAKE256: Self = Self(Parameters::shake(256));

    /// Returns the number of bytes in a block.
    pub(crate) const fn block_len(self) -> usize {
        self.0.rate
    }

    /// Pads a message of `length` bytes, which is followed by zeros up to the end of its last block.
    pub(crate) fn pad(self, blocks: &mut [u8], length: usize) {
        blocks[length] ^= self.0.suffix;
        blocks[blocks.len() - 1] ^= 0x80;
    }
}

/// `N` sponges: one, four or eight. Time depends only on the sequence of calls and the lengths; the states are wiped when
/// dropped.
pub(crate) struct Sponges<const N: usize> {
    states: States<N>,
    backend: Backend,
}

impl<const N: usize> Sponges<N>
where
    States<N>: Kernels<N>,
{
    /// The number of bytes that [`permute`](Self::permute) writes for each lane: a block of SHAKE128.
    pub(crate) const BLOCK_LEN: usize = MAX_RATE;

    /// Returns sponges that have absorbed nothing.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { states: States::new(), backend: Backend::choose() }
    }

    /// Adds a whole block of a message to the state in a lane.
    #[inline(always)]
    pub(crate) fn add_block(&mut self, lane: usize, block: &[u8]) {
        sponge::add(&mut self.states.0, lane, 0, block);
    }

    /// Adds the rest of a message, less than a block, and its padding.
    #[inline(always)]
    pub(crate) fn add_last(&mut self, lane: usize, function: Function, rest: &[u8]) {
        self.add_block(lane, rest);
        sponge::pad(&mut self.states.0, lane, rest.len(), function.0);
    }

    /// Permutes all states, and copies the first bytes of each to a block of [`BLOCK_LEN`](Self::BLOCK_LEN) bytes.
    #[inline(always)]
    pub(crate) fn permute(&mut self, blocks: [&mut [u8; MAX_RATE]; N]) {
        self.states.squeeze(self.backend, blocks.map(|block| &mut block[..]), MAX_RATE);
    }

    /// Copies the state in a lane to a lane of other sponges.
    #[inline(always)]
    pub(crate) fn copy_to<const M: usize>(&self, lane: usize, others: &mut Sponges<M>, to: usize) {
        for (row, other) in self.states.0.iter().zip(&mut others.states.0) {
            other[to] = row[lane];
        }
    }

    /// Adds blocks of 136 bytes, each followed by a permutation, to the state in a lane, and copies the first bytes of
    /// the result. The sponge itself does not change.
    pub(crate) fn absorb_one(&self, lane: usize, blocks: &[u8], out: &mut [u8; 32]) {
        let mut state = [0; permutation::WORDS];
        self.states.get(lane, &mut state);
        kernel::absorb(self.backend, &mut state, blocks, Function::SHAKE256.block_len());
        sponge::copy(&state, 0, out);
        wipe(&mut state);
    }

    /// Fills `out` with the blocks of SHAKE128 that follow in a lane. The sponge itself does not change.
    pub(crate) fn continue_shake128(&self, lane: usize, out: &mut [u8]) {
        let mut state = [0; permutation::WORDS];
        self.states.get(lane, &mut state);
        kernel::squeeze(self.backend, &mut state, out, MAX_RATE);
    }
}

/// Returns whether several sponges at once are faster than one after the other: eight, four.
pub(crate) fn lanes_pay() -> (bool, bool) {
    let pays_from = Backend::choose().lanes_pay_from();
    (pays_from.x8 < 8, pays_from.x4 <= 4)
}
