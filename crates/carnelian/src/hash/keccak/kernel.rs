//! What a backend of Keccak does, and the one place where a backend is chosen.
//!
//! `rate` is in bytes, a multiple of eight, from 72 to 168, and one that FIPS 202 or SP 800-185 uses. Where blocks are
//! given, they are a whole number of blocks of `rate` bytes.

use super::permutation::{Rows, WORDS};
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::memory::wipe;
#[cfg(test)]
use crate::base::testing;

/// A state: the lane (x, y) is word `x + 5y`, whose bit z is the lane's bit z.
pub(super) type State = [u64; WORDS];

/// `N` states side by side, wiped when dropped.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct States<const N: usize>(pub(super) Rows<N>);

impl<const N: usize> States<N> {
    /// `N` states of zeros.
    pub(super) const fn new() -> Self {
        Self([[0; N]; WORDS])
    }

    /// Writes the state in a lane to where it is wanted.
    pub(super) fn get(&self, lane: usize, state: &mut State) {
        for (word, row) in state.iter_mut().zip(&self.0) {
            *word = row[lane];
        }
    }

    /// Puts a state into a lane.
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

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// The best one for this CPU and the tier in force.
    #[inline]
    pub(super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = cpu::Avx512::get() {
                return Self::Avx512(proof);
            }
            if let Some(proof) = cpu::Avx2::get() {
                return Self::Avx2(proof);
            }
        }
        Self::Portable
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// Adds each block to the state and permutes it.
#[inline]
pub(super) fn absorb(backend: Backend, state: &mut State, blocks: &[u8], rate: usize) {
    debug_assert!(blocks.len().is_multiple_of(rate));
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("keccak absorb", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::absorb(proof, state, blocks, rate),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::absorb(proof, state, blocks, rate),
        Backend::Portable => portable::absorb(state, blocks, rate),
    }
}

/// Permutes the state before each block, which is then its first bytes.
#[inline]
pub(super) fn squeeze(backend: Backend, state: &mut State, blocks: &mut [u8], rate: usize) {
    debug_assert!(blocks.len().is_multiple_of(rate));
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("keccak squeeze", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::squeeze(proof, state, blocks, rate),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::squeeze(proof, state, blocks, rate),
        Backend::Portable => portable::squeeze(state, blocks, rate),
    }
}

/// As [`absorb`], for four states side by side: `blocks[lane]` goes into the state of that lane. All lanes have equally
/// many blocks.
pub(super) fn absorb_x4(backend: Backend, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
    #[cfg(test)]
    testing::ran("keccak absorb_x4", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::absorb_x4(proof, states, blocks, rate),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::absorb_x4(proof, states, blocks, rate),
        Backend::Portable => one_by_one(states, blocks, |state, block| absorb(backend, state, block, rate)),
    }
}

/// As [`absorb_x4`], for eight states.
pub(super) fn absorb_x8(backend: Backend, states: &mut States<8>, blocks: [&[u8]; 8], rate: usize) {
    #[cfg(test)]
    testing::ran("keccak absorb_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::absorb_x8(proof, states, blocks, rate),
        _ => half_by_half(states, blocks, |half, blocks| absorb_x4(backend, half, blocks, rate)),
    }
}

/// As [`squeeze`], for four states side by side. All lanes have equally many blocks.
pub(super) fn squeeze_x4(backend: Backend, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
    #[cfg(test)]
    testing::ran("keccak squeeze_x4", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::squeeze_x4(proof, states, blocks, rate),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::squeeze_x4(proof, states, blocks, rate),
        Backend::Portable => one_by_one(states, blocks, |state, block| squeeze(backend, state, block, rate)),
    }
}

/// As [`squeeze_x4`], for eight states.
pub(super) fn squeeze_x8(backend: Backend, states: &mut States<8>, blocks: [&mut [u8]; 8], rate: usize) {
    #[cfg(test)]
    testing::ran("keccak squeeze_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::squeeze_x8(proof, states, blocks, rate),
        _ => half_by_half(states, blocks, |half, blocks| squeeze_x4(backend, half, blocks, rate)),
    }
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

/// From how many busy lanes on a kernel is faster than one with fewer lanes. More than the eight there can be: never.
pub(super) struct PaysFrom {
    pub(super) x8: usize,
    pub(super) x4: usize,
}

impl Backend {
    /// Measured on messages of 1 KiB, as the ratio to one after the other: AVX-512 x4 with 2 messages 0.66, x8 with 5
    /// messages 0.41; AVX2 x4 with 2 messages 0.99 (and 1.03 with a single block), with 3 messages 0.65.
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => PaysFrom { x8: 5, x4: 2 },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => PaysFrom { x8: 9, x4: 3 },
            Self::Portable => PaysFrom { x8: 9, x4: 9 },
        }
    }
}
