//! The functions of the SHAKE sets, FIPS 205 Section 11.1: each is SHAKE256 of PK.seed ‖ ADRS ‖ M.

use super::super::address::{Address, Type};
use super::{Functions, Hashes, MessageHasher};
use crate::hash::Shake256;
use crate::hash::keccak::transposed::{self, Backend, Digests, LANES, States};

/// The bytes of an address, as words.
const ADDRESS: usize = 4;
/// r/64: the words in a block of SHAKE256.
const RATE: usize = 17;
/// The suffix of SHAKE and the first 1 of the padding.
const SUFFIX: u64 = 0x1f;
/// The last 1 of the padding.
const LAST: u64 = 1 << 63;

/// The functions of the SHAKE sets.
pub struct Shake {
    backend: Backend,
    /// n as a number of words.
    words: usize,
    /// The block of F: PK.seed ‖ ADRS ‖ M₁, padded.
    block: States,
    /// The sponges of T_l.
    sponge: States,
    /// The next row of the sponges to absorb.
    position: usize,
}

impl Shake {
    fn address_mut(&mut self) -> &mut [[u64; LANES]; ADDRESS] {
        self.block.0[self.words..].first_chunk_mut().expect("an address after the seed")
    }

    fn value_mut(&mut self) -> &mut [[u64; LANES]] {
        let first = self.words + ADDRESS;
        &mut self.block.0[first..first + self.words]
    }
}

/// Returns two big-endian words of an address as one of Keccak's.
const fn word(first: u32, second: u32) -> u64 {
    first.swap_bytes() as u64 | (second.swap_bytes() as u64) << 32
}

impl Functions for Shake {
    const LANES: usize = LANES;
    type Hashes = Digests;
    type Seed = [u64; 4];

    fn backend() -> &'static str {
        Backend::choose().name()
    }

    fn new(pk_seed: &[u8]) -> Self {
        let words = pk_seed.len() / 8;
        let mut block = States::new();
        block.set_all(pk_seed);
        block.0[2 * words + ADDRESS] = [SUFFIX; LANES];
        block.0[RATE - 1] = [LAST; LANES];
        Self { backend: Backend::choose(), words, block, sponge: States::new(), position: 0 }
    }

    fn seed(&self, pk_seed: &[u8]) -> [u64; 4] {
        let mut seed = [0; 4];
        for (word, bytes) in seed.iter_mut().zip(pk_seed.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        seed
    }

    fn set_seed(&mut self, lane: usize, seed: &[u64; 4]) {
        for (row, word) in self.block.0[..self.words].iter_mut().zip(seed) {
            row[lane] = *word;
        }
    }

    fn set_address(&mut self, lane: usize, address: &Address) {
        let Address { layer, tree, kind, words: [w1, w2, w3] } = *address;
        let rows = self.address_mut();
        // toByte(l, 4) ‖ toByte(t, 12) ‖ toByte(type, 4) ‖ the other words.
        rows[0][lane] = word(layer, 0);
        rows[1][lane] = tree.swap_bytes();
        rows[2][lane] = word(kind as u32, w1);
        rows[3][lane] = word(w2, w3);
    }

    fn set_type(&mut self, kind: Type) {
        for word in &mut self.address_mut()[2] {
            *word = (*word >> 32) << 32 | u64::from((kind as u32).swap_bytes());
        }
    }

    fn set_words(&mut self, words: impl Fn(usize) -> [u32; 2]) {
        for (lane, row) in self.address_mut()[3].iter_mut().enumerate() {
            let [w2, w3] = words(lane);
            *row = word(w2, w3);
        }
    }

    fn f(&mut self, lanes: usize, value: &Digests, result: &mut Digests) {
        let words = self.words;
        self.value_mut().copy_from_slice(&value.0[..words]);
        transposed::hash(self.backend, &self.block, lanes, self.words, result);
    }

    fn set_position(&mut self, position: usize) {
        for word in &mut self.address_mut()[3] {
            *word = u64::from(*word as u32) | u64::from((position as u32).swap_bytes()) << 32;
        }
    }

    fn steps(&mut self, lanes: usize, value: &mut Digests, steps: usize) {
        let words = self.words;
        self.value_mut().copy_from_slice(&value.0[..words]);
        transposed::iterate(self.backend, &mut self.block, lanes, words, steps);
        value.0[..words].copy_from_slice(self.value_mut());
    }

    fn start(&mut self) {
        let prefix = self.words + ADDRESS;
        self.sponge.0[..prefix].copy_from_slice(&self.block.0[..prefix]);
        self.sponge.0[prefix..].fill([0; LANES]);
        self.position = prefix;
    }

    fn absorb(&mut self, lanes: usize, values: &Digests, first: usize) {
        for row in &values.0[..self.words] {
            if self.position == RATE {
                transposed::permute(self.backend, &mut self.sponge, lanes);
                self.position = 0;
            }
            for (sum, word) in self.sponge.0[self.position].iter_mut().zip(&row[first..]) {
                *sum ^= word;
            }
            self.position += 1;
        }
    }

    fn finish(&mut self, lanes: usize, result: &mut Digests) {
        if self.position == RATE {
            transposed::permute(self.backend, &mut self.sponge, lanes);
            self.position = 0;
        }
        for (row, bits) in [(self.position, SUFFIX), (RATE - 1, LAST)] {
            self.sponge.0[row].iter_mut().for_each(|word| *word ^= bits);
        }
        transposed::hash(self.backend, &self.sponge, lanes, self.words, result);
    }

    fn alone(&self, values: &[u8], result: &mut [u8]) {
        let mut shake = Shake256::new();
        for row in &self.block.0[..self.words + ADDRESS] {
            shake.update(&row[0].to_le_bytes());
        }
        shake.update(values);
        shake.finalize().fill(result);
    }

    type MessageHasher = Shake256;

    fn prf_msg(sk_prf: &[u8], opt_rand: &[u8], message: &[&[u8]], r: &mut [u8]) {
        let mut shake = Shake256::new();
        for part in [sk_prf, opt_rand].iter().chain(message) {
            shake.update(part);
        }
        shake.finalize().fill(r);
    }
}

impl MessageHasher for Shake256 {
    fn new(r: &[u8], public_key: &[u8]) -> Self {
        let mut shake = Self::new();
        shake.update(r);
        shake.update(public_key);
        shake
    }

    fn update(&mut self, part: &[u8]) {
        Self::update(self, part);
    }

    fn finish(self, digest: &mut [u8]) {
        self.finalize().fill(digest);
    }
}
