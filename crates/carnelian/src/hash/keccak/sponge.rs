//! The sponge construction over Keccak-f[1600], FIPS 202 Sections 4 to 6: one for every rate, suffix and output length.

use super::kernel::{self, Backend, State};
use super::permutation::WORDS;
use crate::base::memory::wipe;

/// What tells the functions apart.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    /// r/8: bytes of the state that take the message in and give the output out.
    pub(super) rate: usize,
    /// What follows the message: the bits of the function's domain and the first 1 of the padding, lowest bit first.
    pub(super) suffix: u8,
}

impl Parameters {
    /// SHA3-d for digests of `len` = d/8 bytes, Section 6.1: the capacity is 2d, and 01 follows the message.
    pub(super) const fn sha3(len: usize) -> Self {
        Self { rate: WIDTH - 2 * len, suffix: 0b110 }
    }

    /// SHAKE of a security strength in bits, Section 6.2: the capacity is twice that, and 1111 follows the message.
    pub(super) const fn shake(security: usize) -> Self {
        Self { rate: WIDTH - security / 4, suffix: 0b1_1111 }
    }

    /// cSHAKE, SP 800-185 Section 3.3: as SHAKE, but 00 follows the message.
    pub(super) const fn cshake(security: usize) -> Self {
        Self { rate: Self::shake(security).rate, suffix: 0b100 }
    }
}

/// b/8: bytes of a state.
const WIDTH: usize = 8 * WORDS;

/// A sponge that takes a message in. Wiped when dropped.
#[derive(Clone)]
pub(super) struct Sponge {
    state: State,
    /// Where in the state the next byte goes, below the rate.
    position: usize,
}

impl Sponge {
    pub(super) const fn new() -> Self {
        Self { state: [0; WORDS], position: 0 }
    }

    /// Algorithm 8, steps 5 and 6, as far as the message is there.
    pub(super) fn absorb(&mut self, rate: usize, data: &[u8]) {
        let room = rate - self.position;
        if data.len() < room {
            add(&mut self.state, self.position, data);
            self.position += data.len();
            return;
        }
        let mut rest = data;
        if self.position > 0 {
            let head;
            (head, rest) = data.split_at(room);
            add(&mut self.state, self.position, head);
            self.permute(rate);
        }
        let (blocks, rest) = rest.split_at(rest.len() - rest.len() % rate);
        kernel::absorb(Backend::choose(), &mut self.state, blocks, rate);
        add(&mut self.state, 0, rest);
        self.position = rest.len();
    }

    /// Zeros up to the end of the block, if one has begun.
    pub(super) fn fill_block(&mut self, rate: usize) {
        if self.position > 0 {
            self.permute(rate);
            self.position = 0;
        }
    }

    /// The permutation, by way of a block that adds nothing.
    fn permute(&mut self, rate: usize) {
        kernel::absorb(Backend::choose(), &mut self.state, &[0; MOST_RATE][..rate], rate);
    }

    /// Algorithm 8, steps 1 to 4: pads the message. Then the output can be squeezed out.
    pub(super) fn finish(&mut self, parameters: Parameters) -> Squeeze {
        pad(&mut self.state, self.position, parameters);
        let squeeze = Squeeze { state: self.state, position: parameters.rate };
        self.reset();
        squeeze
    }

    /// As new.
    pub(super) fn reset(&mut self) {
        wipe(&mut self.state);
        self.position = 0;
    }

    /// Pads the message and writes the start of the output, no more than a block of it. Then it is as new.
    pub(super) fn digest<const LEN: usize>(&mut self, parameters: Parameters) -> [u8; LEN] {
        pad(&mut self.state, self.position, parameters);
        self.permute(parameters.rate);
        let digest = first_bytes(&self.state);
        self.reset();
        digest
    }
}

impl Drop for Sponge {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

/// A sponge that gives its output out. Wiped when dropped.
#[derive(Clone)]
pub(super) struct Squeeze {
    state: State,
    /// Where in the state the next byte comes from. At the rate, the state is permuted first.
    position: usize,
}

impl Squeeze {
    /// Of a state that was permuted after the last block of the message.
    pub(super) const fn of(state: State) -> Self {
        Self { state, position: 0 }
    }

    /// Algorithm 8, steps 7 to 10: the next bytes of the output.
    pub(super) fn fill(&mut self, rate: usize, out: &mut [u8]) {
        let (head, rest) = out.split_at_mut(out.len().min(rate - self.position));
        copy(&self.state, self.position, head);
        self.position += head.len();
        if rest.is_empty() {
            return;
        }
        let (blocks, tail) = rest.split_at_mut(rest.len() - rest.len() % rate);
        kernel::squeeze(Backend::choose(), &mut self.state, blocks, rate);
        if !tail.is_empty() {
            kernel::absorb(Backend::choose(), &mut self.state, &[0; MOST_RATE][..rate], rate);
            copy(&self.state, 0, tail);
            self.position = tail.len();
        }
    }
}

impl Drop for Squeeze {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

/// The rate of SHAKE128, the greatest.
pub(super) const MOST_RATE: usize = Parameters::shake(128).rate;

/// pad10*1, Section 5.1, after the suffix of the function: the last 1 stands in the last bit of the block.
pub(super) fn pad(state: &mut State, position: usize, parameters: Parameters) {
    debug_assert!(position < parameters.rate);
    state[position / 8] ^= u64::from(parameters.suffix) << (8 * (position % 8));
    state[parameters.rate / 8 - 1] ^= 1 << 63;
}

/// Adds bytes to the state from byte `at` on. Section 3.1.2 and Section B.1: the bytes of a lane come lowest first.
pub(super) fn add(state: &mut State, at: usize, data: &[u8]) {
    let (head, rest) = data.split_at(data.len().min(at.next_multiple_of(8) - at));
    if !head.is_empty() {
        state[at / 8] ^= word(head) << (8 * (at % 8));
    }
    let (words, tail) = rest.as_chunks();
    let first = at.div_ceil(8);
    for (lane, bytes) in state[first..].iter_mut().zip(words) {
        *lane ^= u64::from_le_bytes(*bytes);
    }
    if !tail.is_empty() {
        state[first + words.len()] ^= word(tail);
    }
}

/// Fewer than eight bytes as a word.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Copies bytes of the state, from byte `at` on.
fn copy(state: &State, at: usize, out: &mut [u8]) {
    let (head, rest) = out.split_at_mut(out.len().min(at.next_multiple_of(8) - at));
    if !head.is_empty() {
        let bytes = state[at / 8].to_le_bytes();
        head.copy_from_slice(&bytes[at % 8..][..head.len()]);
    }
    let mut words = state[at.div_ceil(8)..].iter();
    for (bytes, word) in rest.chunks_mut(8).zip(&mut words) {
        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
    }
}

/// The first bytes of a state, no more than the rate.
pub(super) fn first_bytes<const LEN: usize>(state: &State) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    copy(state, 0, &mut bytes);
    bytes
}
