//! SHAKE128 in several lanes, and beside them, in the first lane, SHAKE256 of a message that is absorbed block by block:
//! its permutations, which follow one another, cost almost nothing then.

use super::kernel::{Backend, State, States};
use super::lanes::{Kernels, absorb_all};
use super::permutation::WORDS;
use super::sponge::{self, Parameters};

const SHAKE128: Parameters = Parameters::shake(128);
const SHAKE256: Parameters = Parameters::shake(256);

/// SHAKE256 of a public message, the permutations of which are computed in a lane of [`LanesBeside`].
pub(crate) struct Passenger<'m> {
    state: State,
    /// The part that is not absorbed yet. `None` after the padding.
    rest: Option<&'m [u8]>,
}

impl<'m> Passenger<'m> {
    pub(crate) fn new(message: &'m [u8]) -> Self {
        Self { state: [0; WORDS], rest: Some(message) }
    }

    /// Returns one that needs no lane.
    pub(crate) const fn none() -> Self {
        Self { state: [0; WORDS], rest: None }
    }

    /// Returns whether the message and its padding are absorbed.
    pub(crate) fn is_done(&self) -> bool {
        self.rest.is_none()
    }

    /// Absorbs what is left, and returns the first 64 bytes of the output.
    pub(crate) fn finish(mut self) -> [u8; 64] {
        let backend = Backend::choose();
        let mut block = [0; SHAKE256.rate];
        while !self.is_done() {
            let mut states = States::<1>([[0]; WORDS]);
            states.set(0, &self.state);
            self.rest = self.add_block(&mut states.0, 0);
            states.squeeze(backend, [&mut block], SHAKE256.rate);
            states.get(0, &mut self.state);
        }
        let mut output = [0; 64];
        for (bytes, word) in output.as_chunks_mut().0.iter_mut().zip(self.state) {
            *bytes = word.to_le_bytes();
        }
        output
    }

    /// Adds the next block to the state in a lane. Returns what is left after it.
    fn add_block<const N: usize>(&self, states: &mut [[u64; N]; WORDS], lane: usize) -> Option<&'m [u8]> {
        let rest = self.rest?;
        if let Some((block, later)) = rest.split_at_checked(SHAKE256.rate) {
            sponge::add(states, lane, 0, block);
            return Some(later);
        }
        sponge::add(states, lane, 0, rest);
        sponge::pad(states, lane, rest.len(), SHAKE256);
        None
    }
}

/// SHAKE128 over inputs of equal length in all lanes but the first, where a [`Passenger`] is.
pub(crate) struct LanesBeside<'p, 'm, const N: usize> {
    states: States<N>,
    backend: Backend,
    passenger: &'p mut Passenger<'m>,
}

impl<'p, 'm, const N: usize> LanesBeside<'p, 'm, N>
where
    States<N>: Kernels<N>,
{
    /// Absorbs the inputs. The first one is ignored.
    pub(crate) fn new(inputs: [&[u8]; N], passenger: &'p mut Passenger<'m>) -> Self {
        let mut lanes = Self { states: States::new(), backend: Backend::choose(), passenger };
        absorb_all(lanes.backend, &mut lanes.states, SHAKE128, inputs);
        lanes.states.set(0, &lanes.passenger.state);
        lanes
    }

    /// Fills `blocks` with the next whole blocks of each output, the same number in every lane. Those of the first lane
    /// are meaningless.
    pub(crate) fn squeeze(&mut self, mut blocks: [&mut [u8]; N]) {
        for at in (0..blocks[0].len()).step_by(SHAKE128.rate) {
            let was_done = self.passenger.is_done();
            self.passenger.rest = self.passenger.add_block(&mut self.states.0, 0);
            let now = blocks.each_mut().map(|blocks| &mut blocks[at..at + SHAKE128.rate]);
            self.states.squeeze(self.backend, now, SHAKE128.rate);
            if !was_done {
                self.states.get(0, &mut self.passenger.state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::cpu::forced;
    use crate::base::testing::lengths;
    use crate::hash::{Shake128, Shake256};
    use std::vec;

    /// Messages of every length, for each of which the lanes are squeezed some blocks, and new lanes are boarded.
    fn agrees<const N: usize>()
    where
        States<N>: Kernels<N>,
    {
        for len in lengths(3 * SHAKE256.rate + 1, SHAKE256.rate) {
            let message = vec![len as u8; len];
            let mut expected = [0; 64];
            Shake256::hash(&message, &mut expected);
            let mut passenger = Passenger::new(&message);
            for blocks in [1, 2, 5].into_iter().take(len % 4) {
                let seeds: [[u8; 34]; N] = core::array::from_fn(|lane| [lane as u8; 34]);
                let mut outputs = [[0; 5 * SHAKE128.rate]; N];
                let mut lanes = LanesBeside::new(seeds.each_ref().map(|seed| &seed[..]), &mut passenger);
                lanes.squeeze(outputs.each_mut().map(|output| &mut output[..blocks * SHAKE128.rate]));
                for (seed, output) in seeds.iter().zip(&outputs).skip(1) {
                    let mut expected = [0; 5 * SHAKE128.rate];
                    Shake128::hash(seed, &mut expected);
                    assert_eq!(output[..blocks * SHAKE128.rate], expected[..blocks * SHAKE128.rate]);
                }
            }
            assert_eq!(passenger.finish(), expected, "{len} bytes");
        }
    }

    #[test]
    fn the_passenger_and_the_lanes_are_shake() {
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                agrees::<4>();
                agrees::<8>();
            });
        }
    }
}
