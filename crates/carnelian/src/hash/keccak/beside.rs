//! SHAKE in several lanes, and beside them, in the first lane, SHAKE256 of a message that is absorbed block by block: its
//! permutations, which follow one another, cost almost nothing then.

use super::kernel::{Backend, State, States};
use super::lanes::{Kernels, absorb_all};
use super::permutation::WORDS;
use super::sponge::{self, Parameters};
use crate::base::memory::wipe;

const SHAKE256: Parameters = Parameters::shake(256);

/// SHAKE256 of a message, the permutations of which are computed in a lane of [`LanesBeside`]. Wiped when dropped.
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
        let mut states = States::<1>([[0]; WORDS]);
        states.set(0, &self.state);
        while !self.is_done() {
            self.rest = self.add_block(&mut states.0, 0);
            states.squeeze(backend, [&mut block], SHAKE256.rate);
        }
        states.get(0, &mut self.state);
        wipe(&mut block);
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

impl Drop for Passenger<'_> {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

/// SHAKE with a security strength in bits over inputs of equal length in all lanes but the first, where a [`Passenger`]
/// is.
pub(crate) struct LanesBeside<'p, 'm, const SECURITY: usize, const N: usize> {
    states: States<N>,
    backend: Backend,
    passenger: &'p mut Passenger<'m>,
}

impl<'p, 'm, const SECURITY: usize, const N: usize> LanesBeside<'p, 'm, SECURITY, N>
where
    States<N>: Kernels<N>,
{
    const PARAMETERS: Parameters = Parameters::shake(SECURITY);

    /// Absorbs the inputs. The first one is ignored.
    pub(crate) fn new(inputs: [&[u8]; N], passenger: &'p mut Passenger<'m>) -> Self {
        let mut lanes = Self { states: States::new(), backend: Backend::choose(), passenger };
        absorb_all(lanes.backend, &mut lanes.states, Self::PARAMETERS, inputs);
        lanes.states.set(0, &lanes.passenger.state);
        lanes
    }

    /// Fills `blocks` with the next whole blocks of each output, the same number in every lane. Those of the first lane
    /// are meaningless.
    pub(crate) fn squeeze(&mut self, mut blocks: [&mut [u8]; N]) {
        let Parameters { rate, .. } = Self::PARAMETERS;
        let mut is_aboard = !self.passenger.is_done();
        for at in (0..blocks[0].len()).step_by(rate) {
            self.passenger.rest = self.passenger.add_block(&mut self.states.0, 0);
            self.states.squeeze(self.backend, blocks.each_mut().map(|blocks| &mut blocks[at..at + rate]), rate);
            if is_aboard && self.passenger.is_done() {
                self.states.get(0, &mut self.passenger.state);
                is_aboard = false;
            }
        }
        if is_aboard {
            self.states.get(0, &mut self.passenger.state);
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
    fn agrees<const SECURITY: usize, const N: usize>(hash: fn(&[u8], &mut [u8]))
    where
        States<N>: Kernels<N>,
    {
        let rate = Parameters::shake(SECURITY).rate;
        for len in lengths(3 * SHAKE256.rate + 1, SHAKE256.rate) {
            let message = vec![len as u8; len];
            let mut expected = [0; 64];
            Shake256::hash(&message, &mut expected);
            let mut passenger = Passenger::new(&message);
            for blocks in [1, 2, 5].into_iter().take(len % 4) {
                let seeds: [[u8; 34]; N] = core::array::from_fn(|lane| [lane as u8; 34]);
                let mut outputs = [[0; 5 * 168]; N];
                let mut lanes = LanesBeside::<SECURITY, N>::new(seeds.each_ref().map(|seed| &seed[..]), &mut passenger);
                lanes.squeeze(outputs.each_mut().map(|output| &mut output[..blocks * rate]));
                for (seed, output) in seeds.iter().zip(&outputs).skip(1) {
                    let mut expected = [0; 5 * 168];
                    hash(seed, &mut expected);
                    assert_eq!(output[..blocks * rate], expected[..blocks * rate]);
                }
            }
            assert_eq!(passenger.finish(), expected, "{len} bytes");
        }
    }

    #[test]
    fn the_passenger_and_the_lanes_are_shake() {
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                agrees::<128, 4>(Shake128::hash);
                agrees::<128, 8>(Shake128::hash);
                agrees::<256, 4>(Shake256::hash);
                agrees::<256, 8>(Shake256::hash);
            });
        }
    }
}
