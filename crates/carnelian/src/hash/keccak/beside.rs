//! SHAKE in several lanes, and beside them, in the first lane, a message that is hashed block by block: its
//! permutations, which follow one another, cost almost nothing then.

use super::kernel::{self, Backend, State, States};
use super::lanes::{Kernels, Squeeze, absorb_all};
use super::permutation::WORDS;
use super::sponge::{self, Parameters};
use crate::base::memory::wipe;

/// A function that hashes a [`Passenger`]'s message. Its blocks have [`BLOCK_LEN`] bytes.
#[derive(Clone, Copy)]
pub(crate) struct Function(Parameters);

impl Function {
    /// SHA3-256.
    pub(crate) const SHA3_256: Self = Self(Parameters::sha3(32));
    /// SHAKE256.
    pub(crate) const SHAKE256: Self = Self(Parameters::shake(256));
}

/// Bytes in a block of SHA3-256 and of SHAKE256.
const BLOCK_LEN: usize = Function::SHAKE256.0.rate;
const _: () = assert!(Function::SHA3_256.0.rate == BLOCK_LEN);

/// The hash of a message, the permutations of which are computed in a lane of [`LanesBeside`]. Wiped when dropped.
pub(crate) struct Passenger<'m> {
    function: Function,
    state: State,
    /// The part of the message that is known and not absorbed yet.
    rest: &'m [u8],
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// More of the message will be known later.
    Growing,
    /// The message is known to its end.
    Known,
    /// The message and its padding are absorbed.
    Done,
}

impl<'m> Passenger<'m> {
    /// Returns the hash of a message.
    pub(crate) const fn new(function: Function, message: &'m [u8]) -> Self {
        Self { function, state: [0; WORDS], rest: message, progress: Progress::Known }
    }

    /// Returns one that needs no lane.
    pub(crate) const fn none() -> Self {
        Self { function: Function::SHAKE256, state: [0; WORDS], rest: &[], progress: Progress::Done }
    }

    /// Returns the hash of a message that is not known yet.
    pub(crate) const fn of_unknown(function: Function) -> Self {
        Self { function, state: [0; WORDS], rest: &[], progress: Progress::Growing }
    }

    /// Continues with the part of the message that is known now and not absorbed yet, and says whether it is the last.
    pub(crate) fn known<'n>(&self, rest: &'n [u8], is_last: bool) -> Passenger<'n> {
        let progress = if is_last { Progress::Known } else { Progress::Growing };
        Passenger { function: self.function, state: self.state, rest, progress }
    }

    /// Returns whether the message and its padding are absorbed.
    pub(crate) fn is_done(&self) -> bool {
        self.progress == Progress::Done
    }

    /// Returns the number of bytes of the message that are known and not absorbed yet.
    pub(crate) fn waiting(&self) -> usize {
        self.rest.len()
    }

    /// Returns whether there is a block to absorb.
    fn has_block(&self) -> bool {
        match self.progress {
            Progress::Growing => self.rest.len() >= BLOCK_LEN,
            Progress::Known => true,
            Progress::Done => false,
        }
    }

    /// Absorbs what is left of a message that is known, and returns the first `LEN` bytes of the state, at most 64.
    pub(crate) fn finish<const LEN: usize>(&mut self) -> [u8; LEN] {
        const { assert!(LEN <= 64) };
        debug_assert!(self.progress != Progress::Growing);
        if !self.is_done() {
            self.progress = Progress::Done;
            let blocks = &self.rest[..BLOCK_LEN * sponge::whole_blocks(self.rest.len(), BLOCK_LEN)];
            kernel::absorb(Backend::choose(), &mut self.state, blocks, BLOCK_LEN);
            let mut last = [0; BLOCK_LEN];
            let rest = &self.rest[blocks.len()..];
            last[..rest.len()].copy_from_slice(rest);
            last[rest.len()] ^= self.function.0.suffix;
            last[BLOCK_LEN - 1] ^= 0x80;
            kernel::absorb(Backend::choose(), &mut self.state, &last, BLOCK_LEN);
            wipe(&mut last);
        }
        let mut output = [0; LEN];
        sponge::copy(&self.state, 0, &mut output);
        output
    }

    /// Adds the next block to the state in a lane.
    fn add_block<const N: usize>(&mut self, states: &mut [[u64; N]; WORDS], lane: usize) {
        if let Some((block, later)) = self.rest.split_at_checked(BLOCK_LEN) {
            sponge::add(states, lane, 0, block);
            self.rest = later;
        } else {
            sponge::add(states, lane, 0, self.rest);
            sponge::pad(states, lane, self.rest.len(), self.function.0);
            self.progress = Progress::Done;
        }
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
        lanes
    }
}

impl<const SECURITY: usize, const N: usize> Squeeze<N> for LanesBeside<'_, '_, SECURITY, N>
where
    States<N>: Kernels<N>,
{
    /// Fills `blocks` with the next whole blocks of each output, the same number in every lane. Those of the first lane
    /// are meaningless.
    fn squeeze(&mut self, mut blocks: [&mut [u8]; N]) {
        let Parameters { rate, .. } = Self::PARAMETERS;
        let mut is_aboard = false;
        for at in (0..blocks[0].len()).step_by(rate) {
            if self.passenger.has_block() {
                if !is_aboard {
                    self.states.set(0, &self.passenger.state);
                }
                self.passenger.add_block(&mut self.states.0, 0);
                is_aboard = true;
            }
            self.states.squeeze(self.backend, blocks.each_mut().map(|blocks| &mut blocks[at..at + rate]), rate);
            if is_aboard && !self.passenger.has_block() {
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
    use crate::hash::{Sha3_256, Shake128, Shake256};
    use std::vec;

    /// Returns the outputs of lanes and checks them, as many blocks as `blocks` says, beside a passenger.
    fn ride<const SECURITY: usize, const N: usize>(
        hash: fn(&[u8], &mut [u8]),
        blocks: usize,
        passenger: &mut Passenger<'_>,
    ) where
        States<N>: Kernels<N>,
    {
        let len = blocks * Parameters::shake(SECURITY).rate;
        let seeds: [[u8; 34]; N] = core::array::from_fn(|lane| [lane as u8; 34]);
        let mut outputs = [[0; 5 * 168]; N];
        let mut lanes = LanesBeside::<SECURITY, N>::new(seeds.each_ref().map(|seed| &seed[..]), passenger);
        lanes.squeeze(outputs.each_mut().map(|output| &mut output[..len]));
        for (seed, output) in seeds.iter().zip(&outputs).skip(1) {
            let mut expected = [0; 5 * 168];
            hash(seed, &mut expected);
            assert_eq!(output[..len], expected[..len]);
        }
    }

    /// Messages of every length, for each of which the lanes are squeezed some blocks, and new lanes are boarded; known
    /// at once, and part by part.
    fn agrees<const SECURITY: usize, const N: usize>(hash: fn(&[u8], &mut [u8]))
    where
        States<N>: Kernels<N>,
    {
        for len in lengths(3 * BLOCK_LEN + 1, BLOCK_LEN) {
            let message = vec![len as u8; len];
            let mut expected = [0; 64];
            Shake256::hash(&message, &mut expected);
            let mut passenger = Passenger::new(Function::SHAKE256, &message);
            for blocks in [1, 2, 5].into_iter().take(len % 4) {
                ride::<SECURITY, N>(hash, blocks, &mut passenger);
            }
            assert_eq!(passenger.finish(), expected, "{len} bytes");

            let (mut passenger, mut absorbed) = (Passenger::of_unknown(Function::SHA3_256), 0);
            for (part, blocks) in [(1, 2), (2, 1), (3, 5)].into_iter().take(len % 4) {
                let known = len * part / 3;
                passenger = passenger.known(&message[absorbed..known], false);
                ride::<SECURITY, N>(hash, blocks, &mut passenger);
                absorbed = known - passenger.waiting();
            }
            let mut passenger = passenger.known(&message[absorbed..], true);
            assert_eq!(passenger.finish(), Sha3_256::digest(&message), "{len} bytes");
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
