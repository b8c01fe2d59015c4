//! Interleaved sponges: several inputs of equal length at once.

pub(crate) use super::kernel::States;
use super::kernel::{self, Backend};
use super::permutation;
use super::sponge::{self, Parameters};

/// Sponges that are squeezed side by side.
#[cfg_attr(not(any(test, feature = "postquantum")), allow(dead_code))]
pub(crate) trait Squeeze<const N: usize> {
    /// Fills `blocks` with the next whole blocks of each output, the same number in every lane.
    fn squeeze(&mut self, blocks: [&mut [u8]; N]);
}

/// SHAKE with a security strength in bits over `N` inputs of equal length, one, four or eight, for the expansion of many
/// seeds: matrices and vectors of lattices, trees of hash-based signatures. The inputs are absorbed at once, and the
/// outputs are squeezed in whole blocks. Time depends only on the lengths; the states are wiped when dropped.
#[cfg_attr(not(any(test, feature = "postquantum")), allow(dead_code))]
pub(crate) struct ShakeLanes<const SECURITY: usize, const N: usize> {
    states: States<N>,
    backend: Backend,
}

#[cfg_attr(not(any(test, feature = "postquantum")), allow(dead_code))]
impl<const SECURITY: usize, const N: usize> ShakeLanes<SECURITY, N>
where
    States<N>: Kernels<N>,
{
    const PARAMETERS: Parameters = Parameters::shake(SECURITY);

    /// Absorbs the inputs, which must have equal lengths.
    pub(crate) fn new(inputs: [&[u8]; N]) -> Self {
        let mut lanes = Self { states: States::new(), backend: Backend::choose() };
        absorb_all(lanes.backend, &mut lanes.states, Self::PARAMETERS, inputs);
        lanes
    }
}

impl<const SECURITY: usize, const N: usize> Squeeze<N> for ShakeLanes<SECURITY, N>
where
    States<N>: Kernels<N>,
{
    fn squeeze(&mut self, blocks: [&mut [u8]; N]) {
        self.states.squeeze(self.backend, blocks, Self::PARAMETERS.rate);
    }
}

/// Returns whether several sponges at once are faster than one after the other: eight, four.
#[cfg_attr(not(feature = "postquantum"), allow(dead_code))]
pub(crate) fn lanes_pay() -> (bool, bool) {
    let pays_from = Backend::choose().lanes_pay_from();
    (pays_from.x8 < 8, pays_from.x4 <= 4)
}

/// Absorbs inputs of equal length and their padding into states of zeros. The last blocks are added without a
/// permutation, since squeezing starts with one.
pub(super) fn absorb_all<const N: usize>(
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
    /// [`kernel::absorb_x4`] and its variants.
    fn absorb(&mut self, backend: Backend, blocks: [&[u8]; N], rate: usize);
    /// [`kernel::squeeze_x4`] and its variants.
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
