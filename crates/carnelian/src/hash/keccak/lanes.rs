//! SHAKE of several inputs of equal length side by side, for what expands many seeds: the matrices and the vectors of
//! lattices, the trees of hash-based signatures.
#![cfg_attr(not(test), allow(dead_code))]

use super::kernel::{self, Backend, States};
use super::sponge::{self, Parameters};
use crate::base::memory::wipe;

/// SHAKE of a security strength in bits over `N` inputs, four or eight: all are taken in at once, then whole blocks of
/// their outputs come out. Time depends on the lengths alone; the states are wiped when dropped.
pub(crate) struct ShakeLanes<const SECURITY: usize, const N: usize> {
    states: States<N>,
    backend: Backend,
}

impl<const SECURITY: usize, const N: usize> ShakeLanes<SECURITY, N>
where
    States<N>: Kernels<N>,
{
    /// Bytes of a block of output.
    pub(crate) const BLOCK_LEN: usize = Parameters::shake(SECURITY).rate;

    /// Takes the inputs in, which must have equal lengths.
    pub(crate) fn new(inputs: [&[u8]; N]) -> Self {
        let length = inputs[0].len();
        assert!(inputs.iter().all(|input| input.len() == length), "lanes with inputs of unequal lengths");
        let mut lanes = Self { states: States::new(), backend: Backend::choose() };
        let whole = length - length % Self::BLOCK_LEN;
        if whole > 0 {
            lanes.states.absorb(lanes.backend, inputs.map(|input| &input[..whole]), Self::BLOCK_LEN);
        }
        // The padded block is added without a permutation, since squeezing starts with one.
        for (number, input) in inputs.iter().enumerate() {
            let mut state = lanes.states.get(number);
            sponge::add(&mut state, 0, &input[whole..]);
            sponge::pad(&mut state, length - whole, const { Parameters::shake(SECURITY) });
            lanes.states.set(number, &state);
            wipe(&mut state);
        }
        lanes
    }

    /// The next blocks of each output: as many whole ones in every lane.
    pub(crate) fn squeeze(&mut self, blocks: [&mut [u8]; N]) {
        self.states.squeeze(self.backend, blocks, Self::BLOCK_LEN);
    }
}

/// The kernels for `N` states.
pub(crate) trait Kernels<const N: usize> {
    /// See [`kernel::absorb_x4`].
    fn absorb(&mut self, backend: Backend, blocks: [&[u8]; N], rate: usize);
    /// See [`kernel::squeeze_x4`].
    fn squeeze(&mut self, backend: Backend, blocks: [&mut [u8]; N], rate: usize);
}

impl Kernels<4> for States<4> {
    fn absorb(&mut self, backend: Backend, blocks: [&[u8]; 4], rate: usize) {
        kernel::absorb_x4(backend, self, blocks, rate);
    }

    fn squeeze(&mut self, backend: Backend, blocks: [&mut [u8]; 4], rate: usize) {
        kernel::squeeze_x4(backend, self, blocks, rate);
    }
}

impl Kernels<8> for States<8> {
    fn absorb(&mut self, backend: Backend, blocks: [&[u8]; 8], rate: usize) {
        kernel::absorb_x8(backend, self, blocks, rate);
    }

    fn squeeze(&mut self, backend: Backend, blocks: [&mut [u8]; 8], rate: usize) {
        kernel::squeeze_x8(backend, self, blocks, rate);
    }
}
