//! Sponges side by side: several inputs of equal length at once.

use super::kernel::{self, Backend, States};
use super::permutation;
use super::sponge::{self, Parameters};

/// SHAKE of a security strength in bits over `N` inputs of equal length, four or eight, for what expands many seeds: the
/// matrices and the vectors of lattices, the trees of hash-based signatures. All are taken in at once, then whole blocks of
/// their outputs come out. Time depends on the lengths alone; the states are wiped when dropped.
#[cfg_attr(not(test), allow(dead_code))]
pub(crate) struct ShakeLanes<const SECURITY: usize, const N: usize> {
    states: States<N>,
    backend: Backend,
}

#[cfg_attr(not(test), allow(dead_code))]
impl<const SECURITY: usize, const N: usize> ShakeLanes<SECURITY, N>
where
    States<N>: Kernels<N>,
{
    /// Bytes of a block of output.
    pub(crate) const BLOCK_LEN: usize = Parameters::shake(SECURITY).rate;

    /// Takes the inputs in, which must have equal lengths.
    pub(crate) fn new(inputs: [&[u8]; N]) -> Self {
        let mut lanes = Self { states: States::new(), backend: Backend::choose() };
        take_in(lanes.backend, &mut lanes.states, const { Parameters::shake(SECURITY) }, inputs);
        lanes
    }

    /// The next blocks of each output: as many whole ones in every lane.
    pub(crate) fn squeeze(&mut self, blocks: [&mut [u8]; N]) {
        self.states.squeeze(self.backend, blocks, Self::BLOCK_LEN);
    }
}

/// Takes inputs of equal length into states of zeros, padding and all. The last blocks are added without a permutation,
/// since squeezing starts with one.
pub(super) fn take_in<const N: usize>(
    backend: Backend,
    states: &mut States<N>,
    parameters: Parameters,
    inputs: [&[u8]; N],
) where
    States<N>: Kernels<N>,
{
    let length = inputs[0].len();
    assert!(inputs.iter().all(|input| input.len() == length), "lanes with inputs of unequal lengths");
    let whole = parameters.rate * sponge::whole_blocks(length, parameters.rate);
    if whole > 0 {
        states.absorb(backend, inputs.map(|input| &input[..whole]), parameters.rate);
    }
    for (lane, input) in inputs.iter().enumerate() {
        sponge::add(&mut states.0, lane, 0, &input[whole..]);
        sponge::pad(&mut states.0, lane, length - whole, parameters);
    }
}

/// The kernels for `N` states.
pub(crate) trait Kernels<const N: usize> {
    /// See [`kernel::absorb_x4`].
    fn absorb(&mut self, backend: Backend, blocks: [&[u8]; N], rate: usize);
    /// See [`kernel::squeeze_x4`].
    fn squeeze(&mut self, backend: Backend, blocks: [&mut [u8]; N], rate: usize);
}

impl Kernels<1> for States<1> {
    fn absorb(&mut self, backend: Backend, [blocks]: [&[u8]; 1], rate: usize) {
        kernel::absorb(backend, permutation::words(&mut self.0), blocks, rate);
    }

    fn squeeze(&mut self, backend: Backend, [blocks]: [&mut [u8]; 1], rate: usize) {
        kernel::squeeze(backend, permutation::words(&mut self.0), blocks, rate);
    }
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
