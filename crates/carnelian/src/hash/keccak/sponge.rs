//! The sponge construction over Keccak-f[1600], FIPS 202 Sections 4 to 6, for every rate, suffix and output length.

use super::kernel::{self, Backend, State, States};
use super::permutation::{Rows, WORDS, rows};
use crate::base::memory::{wipe, wipe_stack};

/// The parameters of a function.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    /// r/8: the number of bytes in a block.
    pub(super) rate: usize,
    /// The bits after the message, lowest bit first: the suffix of the function, and the first 1 of the padding.
    pub(super) suffix: u8,
}

impl Parameters {
    /// Returns those of SHA3-d with digests of `len` = d/8 bytes, Section 6.1: capacity 2d, suffix 01.
    pub(super) const fn sha3(len: usize) -> Self {
        Self { rate: WIDTH - 2 * len, suffix: 0b110 }
    }

    /// Returns those of SHAKE with a security strength in bits, Section 6.2: capacity of twice the strength, suffix
    /// 1111.
    pub(super) const fn shake(security: usize) -> Self {
        Self { rate: WIDTH - security / 4, suffix: 0b1_1111 }
    }

    /// Returns those of cSHAKE, SP 800-185 Section 3.3: like SHAKE, but with suffix 00.
    pub(super) const fn cshake(security: usize) -> Self {
        Self { rate: Self::shake(security).rate, suffix: 0b100 }
    }
}

/// Returns the number of whole blocks of `rate` bytes in `length` bytes.
///
/// It multiplies: the time of a division depends on its operands, and a scan of the machine code for divisions would
/// have to know that these operands are public lengths.
#[inline]
pub(super) const fn whole_blocks(length: usize, rate: usize) -> usize {
    // 2⁶⁴ divided by the rate, rounded up. The error is less than the rate, so the quotient of any length below 2⁵⁶ is
    // exact.
    let reciprocal = match rate {
        72 => const { u64::MAX / 72 + 1 },
        104 => const { u64::MAX / 104 + 1 },
        136 => const { u64::MAX / 136 + 1 },
        144 => const { u64::MAX / 144 + 1 },
        _ => const { u64::MAX / 168 + 1 },
    };
    debug_assert!(length as u64 <= u64::MAX >> 8 && matches!(rate, 72 | 104 | 136 | 144 | 168));
    ((length as u128 * reciprocal as u128) >> 64) as usize
}

/// b/8: the number of bytes in a state.
const WIDTH: usize = 8 * WORDS;

/// A sponge that absorbs a message. Wiped when dropped.
#[derive(Clone)]
pub(super) struct Sponge {
    state: State,
    /// The index in the state at which the next byte is added, below the rate.
    position: usize,
}

impl Sponge {
    pub(super) const fn new() -> Self {
        Self { state: [0; WORDS], position: 0 }
    }

    /// Algorithm 8, steps 5 and 6, for more of the message.
    pub(super) fn absorb(&mut self, rate: usize, data: &[u8]) {
        let left = rate - self.position;
        if data.len() < left {
            add(rows(&mut self.state), 0, self.position, data);
            self.position += data.len();
            return;
        }
        let mut rest = data;
        if self.position > 0 {
            let head;
            (head, rest) = data.split_at(left);
            add(rows(&mut self.state), 0, self.position, head);
            self.permute(rate);
            // Registers with words of the message, which the called function saved.
            wipe_stack::<256>();
        }
        let (blocks, rest) = rest.split_at(rate * whole_blocks(rest.len(), rate));
        kernel::absorb(Backend::choose(), &mut self.state, blocks, rate);
        add(rows(&mut self.state), 0, 0, rest);
        self.position = rest.len();
    }

    /// Absorbs one block into each of two new sponges, interleaved where that is faster.
    pub(super) fn absorb_two(rate: usize, sponges: [&mut Self; 2], blocks: [&[u8]; 2]) {
        debug_assert!(sponges.iter().all(|sponge| sponge.position == 0 && sponge.state == [0; WORDS]));
        let backend = Backend::choose();
        if backend.lanes_pay_from().x4 > sponges.len() {
            for (sponge, block) in sponges.into_iter().zip(blocks) {
                kernel::absorb(backend, &mut sponge.state, block, rate);
            }
            return;
        }
        let mut states = States::new();
        // The other two lanes absorb the same blocks into unused states.
        kernel::absorb_x4(backend, &mut states, [blocks[0], blocks[1], blocks[0], blocks[1]], rate);
        for (lane, sponge) in sponges.into_iter().enumerate() {
            states.get(lane, &mut sponge.state);
        }
    }

    /// Absorbs zeros up to the end of an incomplete block.
    pub(super) fn fill_block(&mut self, rate: usize) {
        if self.position > 0 {
            self.permute(rate);
            self.position = 0;
        }
    }

    /// Permutes the state, by absorbing a block of zeros.
    fn permute(&mut self, rate: usize) {
        kernel::absorb(Backend::choose(), &mut self.state, &[0; MAX_RATE][..rate], rate);
    }

    /// Algorithm 8, steps 1 to 4: pads the message. Returns a sponge to squeeze, and returns this one to its initial
    /// state.
    pub(super) fn finish(&mut self, parameters: Parameters) -> Squeeze {
        pad(rows(&mut self.state), 0, self.position, parameters);
        let squeeze = Squeeze { state: self.state, position: parameters.rate };
        self.reset();
        squeeze
    }

    /// Returns to the initial state.
    pub(super) fn reset(&mut self) {
        wipe(&mut self.state);
        self.position = 0;
    }

    /// Pads the message and returns the start of the output, at most a block. Then the sponge must be reset or dropped.
    pub(super) fn digest<const LEN: usize>(&mut self, parameters: Parameters) -> [u8; LEN] {
        debug_assert!(LEN <= parameters.rate);
        pad(rows(&mut self.state), 0, self.position, parameters);
        self.permute(parameters.rate);
        let mut digest = [0; LEN];
        copy(&self.state, 0, &mut digest);
        digest
    }
}

impl Drop for Sponge {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

/// A sponge that is squeezed. Wiped when dropped.
#[derive(Clone)]
pub(super) struct Squeeze {
    state: State,
    /// The index in the state of the next byte of output. If it is the rate, the state is permuted first.
    position: usize,
}

impl Squeeze {
    /// Creates a sponge from a state that was permuted after the last block of the message.
    pub(super) const fn of(state: &State) -> Self {
        Self { state: *state, position: 0 }
    }

    /// Algorithm 8, steps 7 to 10: fills `out` with the next bytes of the output.
    pub(super) fn fill(&mut self, rate: usize, out: &mut [u8]) {
        let (head, rest) = out.split_at_mut(out.len().min(rate - self.position));
        copy(&self.state, self.position, head);
        self.position += head.len();
        if rest.is_empty() {
            return;
        }
        let (blocks, tail) = rest.split_at_mut(rate * whole_blocks(rest.len(), rate));
        kernel::squeeze(Backend::choose(), &mut self.state, blocks, rate);
        if !tail.is_empty() {
            kernel::absorb(Backend::choose(), &mut self.state, &[0; MAX_RATE][..rate], rate);
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

/// The maximum rate: that of SHAKE128.
pub(super) const MAX_RATE: usize = Parameters::shake(128).rate;

/// Adds the suffix of the function and pad10*1, Section 5.1, to the state in a lane: the final 1 is the last bit of the
/// block.
#[inline(always)]
pub(super) fn pad<const N: usize>(states: &mut Rows<N>, lane: usize, position: usize, parameters: Parameters) {
    debug_assert!(position < parameters.rate);
    states[position / 8][lane] ^= u64::from(parameters.suffix) << (8 * (position % 8));
    states[parameters.rate / 8 - 1][lane] ^= 1 << 63;
}

/// Adds bytes to the state in a lane, starting at byte `at`. Words are little-endian, Sections 3.1.2 and B.1.
#[inline(always)]
pub(super) fn add<const N: usize>(states: &mut Rows<N>, lane: usize, at: usize, data: &[u8]) {
    let (head, rest) = data.split_at(data.len().min(at.next_multiple_of(8) - at));
    if !head.is_empty() {
        states[at / 8][lane] ^= word(head) << (8 * (at % 8));
    }
    let (words, tail) = rest.as_chunks();
    let first = at.div_ceil(8);
    for (row, bytes) in states[first..].iter_mut().zip(words) {
        row[lane] ^= u64::from_le_bytes(*bytes);
    }
    if !tail.is_empty() {
        states[first + words.len()][lane] ^= word(tail);
    }
}

/// Returns fewer than eight bytes as a word.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Writes the lowest bytes of a word, fewer than eight. The others are never in memory.
fn bytes_of(word: u64, out: &mut [u8]) {
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = (word >> (8 * i)) as u8;
    }
}

/// Copies bytes of the state, starting at byte `at`.
pub(super) fn copy(state: &State, at: usize, out: &mut [u8]) {
    let (head, rest) = out.split_at_mut(out.len().min(at.next_multiple_of(8) - at));
    if !head.is_empty() {
        bytes_of(state[at / 8] >> (8 * (at % 8)), head);
    }
    let words = &state[at.div_ceil(8)..];
    let (whole, tail) = rest.as_chunks_mut::<8>();
    for (bytes, word) in whole.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    if !tail.is_empty() {
        bytes_of(words[whole.len()], tail);
    }
}
