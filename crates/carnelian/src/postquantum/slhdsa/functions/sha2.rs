//! The functions of the SHA-2 sets, FIPS 205 Section 11.2: hashes of PK.seed, filled up to a block with zeros, ADRSᶜ and
//! M. SHA-256 computes all of them in category 1; in categories 3 and 5 those of more than one value are SHA-512.
//!
//! The state after the block of PK.seed is computed once. The 22 bytes of ADRSᶜ leave 16 bits of their last word to M,
//! so every word of M falls on two words of a block. F is a step of [`sha256::iterate`], whose prefix is ADRSᶜ: the next
//! hash address, which is in its last bytes, is the next step's.

use super::super::address::{Address, Type};
use super::super::parameters::{MAX_LEN, MAX_N, W};
use super::many::{Compress, Many};
use super::sha2_message::{Sha2MessageHasher, prf_msg};
use super::{Functions, Stops};
use crate::hash::sha256::transposed::{self as sha256, LANES, Words};
use crate::hash::sha512::transposed as sha512;
use crate::hash::{Sha256, Sha512};

/// Words of SHA-512 in half of the lanes.
type Words512<const N: usize> = sha512::Words<N>;
/// The number of lanes of SHA-512.
const HALF: usize = sha512::LANES;
const _: () = assert!(LANES == 2 * HALF);

/// The functions of the SHA-2 sets.
pub struct Sha2 {
    backend: sha256::Backend,
    n: usize,
    /// The state of SHA-256 after the block of PK.seed.
    seed: Words<8>,
    /// ADRSᶜ: five words and the upper half of a sixth.
    address: Words<6>,
    many: Many<u32, LANES>,
    /// The same for SHA-512, in two halves of the lanes.
    long: Long,
}

/// Hashes by SHA-512.
struct Long {
    backend: sha512::Backend,
    seeds: [Words512<8>; 2],
    many: [Many<u64, HALF>; 2],
}

impl Long {
    /// Returns how many lanes of each half are in use.
    fn lanes(lanes: usize) -> [usize; 2] {
        [lanes.min(HALF), lanes.saturating_sub(HALF)]
    }
}

impl Sha2 {
    /// Returns whether SHA-512 hashes more than one value: in categories 3 and 5.
    fn is_long(&self) -> bool {
        self.n > 16
    }

    /// Returns the states after the block of a seed.
    fn midstates(&self, pk_seed: &[u8]) -> ([u32; 8], [u64; 8]) {
        let (mut state, mut block) = (Words::new(), Words::new());
        column(&mut state.0, &sha256::INITIAL);
        for (row, bytes) in block.0.iter_mut().zip(pk_seed.as_chunks().0) {
            row[0] = u32::from_be_bytes(*bytes);
        }
        sha256::compress(self.backend, 1, &mut state, &block);
        let (mut state_512, mut block) = (Words512::new(), Words512::new());
        column(&mut state_512.0, &sha512::INITIAL);
        for (row, bytes) in block.0.iter_mut().zip(pk_seed.as_chunks().0) {
            row[0] = u64::from_be_bytes(*bytes);
        }
        sha512::compress(self.long.backend, 1, &mut state_512, &block);
        (state.0.map(|row| row[0]), state_512.0.map(|row| row[0]))
    }
}

impl Sha2 {
    /// H or T_l of one message.
    fn hash<const CAPACITY: usize>(&self, mut message: Message<CAPACITY>, result: &mut [u8]) {
        if self.is_long() {
            let mut state = self.long.seeds[0].0.map(|row| row[0]);
            sha512::compress_one(self.long.backend, &mut state, message.blocks());
            result.copy_from_slice(&state.map(u64::to_be_bytes).as_flattened()[..self.n]);
        } else {
            let mut state = self.seed.0.map(|row| row[0]);
            sha256::compress_one(self.backend, &mut state, message.blocks());
            result.copy_from_slice(&state.map(u32::to_be_bytes).as_flattened()[..self.n]);
        }
    }
}

/// Sets the first lane.
fn column<W: Copy, const LANES: usize, const N: usize>(rows: &mut [[W; LANES]; N], words: &[W; N]) {
    for (row, word) in rows.iter_mut().zip(words) {
        row[0] = *word;
    }
}

impl Functions for Sha2 {
    const LANES: usize = LANES;
    type Hashes = Words<8>;
    type Seed = ([u32; 8], [u64; 8]);

    fn backend() -> &'static str {
        sha256::Backend::choose().name()
    }

    fn new(pk_seed: &[u8]) -> Self {
        let long = Long {
            backend: sha512::Backend::choose(),
            seeds: [Words512::new(), Words512::new()],
            many: [Many::new(), Many::new()],
        };
        let mut functions = Self {
            backend: sha256::Backend::choose(),
            n: pk_seed.len(),
            seed: Words::new(),
            address: Words::new(),
            many: Many::new(),
            long,
        };
        let (seed, seed_512) = functions.midstates(pk_seed);
        functions.seed.0 = seed.map(|word| [word; LANES]);
        for seeds in &mut functions.long.seeds {
            seeds.0 = seed_512.map(|word| [word; HALF]);
        }
        functions
    }

    fn seed(&self, pk_seed: &[u8]) -> Self::Seed {
        self.midstates(pk_seed)
    }

    fn set_seed(&mut self, lane: usize, (seed, seed_512): &Self::Seed) {
        for (row, word) in self.seed.0.iter_mut().zip(seed) {
            row[lane] = *word;
        }
        for (row, word) in self.long.seeds[usize::from(lane >= HALF)].0.iter_mut().zip(seed_512) {
            row[lane & (HALF - 1)] = *word;
        }
    }

    fn set_address(&mut self, lane: usize, address: &Address) {
        let Address { layer, tree, kind, words: [w1, w2, w3] } = *address;
        // layer (1 byte) ‖ tree (8 bytes) ‖ type (1 byte) ‖ words (12 bytes), Section 11.2, Figure 18.
        let rows = &mut self.address.0;
        rows[0][lane] = layer << 24 | (tree >> 40) as u32;
        rows[1][lane] = (tree >> 8) as u32;
        rows[2][lane] = (tree as u32) << 24 | (kind as u32) << 16 | w1 >> 16;
        rows[3][lane] = w1 << 16 | w2 >> 16;
        rows[4][lane] = w2 << 16 | w3 >> 16;
        rows[5][lane] = w3 << 16;
    }

    fn set_type(&mut self, kind: Type) {
        for word in &mut self.address.0[2] {
            *word = *word & 0xff00_ffff | (kind as u32) << 16;
        }
    }

    fn set_words(&mut self, words: impl Fn(usize) -> [u32; 2]) {
        let [.., row3, row4, row5] = &mut self.address.0;
        for lane in 0..LANES {
            let [w2, w3] = words(lane);
            row3[lane] = row3[lane] & 0xffff_0000 | w2 >> 16;
            (row4[lane], row5[lane]) = (w2 << 16 | w3 >> 16, w3 << 16);
        }
    }

    fn f(&mut self, lanes: usize, value: &Words<8>, result: &mut Words<8>) {
        let words = self.n / 4;
        result.0[..words].copy_from_slice(&value.0[..words]);
        sha256::iterate(self.backend, lanes, &self.seed, &self.address, result, words, 1);
    }

    fn set_position(&mut self, position: usize) {
        let [.., row4, row5] = &mut self.address.0;
        row4.iter_mut().for_each(|word| *word = *word & 0xffff_0000 | (position as u32) >> 16);
        row5.fill((position as u32) << 16);
    }

    fn steps(&mut self, lanes: usize, value: &mut Words<8>, steps: usize) {
        sha256::iterate(self.backend, lanes, &self.seed, &self.address, value, self.n / 4, steps);
    }

    /// PRF is a step with another type in its address, before those of the chain. All is in one call of the kernel, which
    /// computes once what the steps have in common.
    fn derive(
        &mut self,
        lanes: usize,
        sk_seed: &Words<8>,
        [prf, hash]: [Type; 2],
        (steps, stops): (usize, &Stops),
        value: &mut Words<8>,
        kept: &mut Words<8>,
    ) {
        self.set_type(prf);
        let before = self.address.clone();
        self.set_type(hash);
        let mut list = [sha256::Stop { lanes: [0; LANES], step: 0 }; W];
        let mut count = 0;
        for (step, bits) in stops[..=steps].iter().enumerate().filter(|(_, bits)| **bits != 0) {
            let lanes = core::array::from_fn(|lane| 0_u32.wrapping_sub(u32::from(bits >> lane & 1)));
            list[count] = sha256::Stop { lanes, step };
            count += 1;
        }
        let words = self.n / 4;
        value.0[..words].copy_from_slice(&sk_seed.0[..words]);
        let (addresses, stops) = ([&before, &self.address], &list[..count]);
        sha256::walk(self.backend, lanes, &self.seed, addresses, value, words, steps, stops, kept);
    }

    fn start(&mut self) {
        if self.is_long() {
            for (half, many) in self.long.many.iter_mut().enumerate() {
                let [r0, r1, r2, r3, r4, r5] = self.address.0.each_ref().map(|row| &row.as_chunks::<HALF>().0[half]);
                many.start(&self.long.seeds[half], &[joined(r0, r1), joined(r2, r3), joined(r4, r5)]);
            }
        } else {
            self.many.start(&self.seed, &self.address.0);
        }
    }

    fn absorb(&mut self, lanes: usize, values: &Words<8>, first: usize) {
        let words = &values.0[..self.n / 4];
        if !self.is_long() {
            for row in words {
                self.many.absorb(self.backend, lanes, &row[first..]);
            }
            return;
        }
        for (half, lanes) in Long::lanes(lanes).into_iter().enumerate().filter(|(_, lanes)| *lanes > 0) {
            for [upper, lower] in words.as_chunks().0 {
                let at = first + half * HALF;
                let row = joined(&half_from(upper, at), &half_from(lower, at));
                self.long.many[half].absorb(self.long.backend, lanes, &row);
            }
        }
    }

    fn finish(&mut self, lanes: usize, result: &mut Words<8>) {
        let words = self.n / 4;
        if !self.is_long() {
            result.0[..words].copy_from_slice(&self.many.finish(self.backend, lanes).0[..words]);
            return;
        }
        for (half, lanes) in Long::lanes(lanes).into_iter().enumerate().filter(|(_, lanes)| *lanes > 0) {
            let state = self.long.many[half].finish(self.long.backend, lanes);
            for ([upper, lower], row) in result.0[..words].as_chunks_mut().0.iter_mut().zip(&state.0) {
                let (upper, lower) =
                    (&mut upper.as_chunks_mut::<HALF>().0[half], &mut lower.as_chunks_mut::<HALF>().0[half]);
                for lane in 0..HALF {
                    (upper[lane], lower[lane]) = ((row[lane] >> 32) as u32, row[lane] as u32);
                }
            }
        }
    }

    fn alone(&self, values: &[u8], result: &mut [u8]) {
        if values.len() <= 2 * MAX_N {
            self.hash(Message::<MESSAGE_OF_TWO>::new(&self.address, values), result);
        } else {
            self.hash(Message::<MESSAGE_OF_ALL>::new(&self.address, values), result);
        }
    }

    type MessageHasher = Sha2MessageHasher;

    fn prf_msg(sk_prf: &[u8], opt_rand: &[u8], message: &[&[u8]], r: &mut [u8]) {
        match sk_prf.len() {
            16 => prf_msg::<Sha256>(sk_prf, opt_rand, message, r),
            _ => prf_msg::<Sha512>(sk_prf, opt_rand, message, r),
        }
    }
}

/// Returns half of the lanes, from lane `at` on. Past the last lane, where fewer are in use, it returns zeros.
#[inline(always)]
fn half_from(row: &[u32; LANES], at: usize) -> [u32; HALF] {
    match row[at..].first_chunk() {
        Some(half) => *half,
        None => core::array::from_fn(|lane| row.get(at + lane).copied().unwrap_or_default()),
    }
}

/// Returns words of 64 bits from their halves.
fn joined(upper: &[u32; HALF], lower: &[u32; HALF]) -> [u64; HALF] {
    core::array::from_fn(|lane| u64::from(upper[lane]) << 32 | u64::from(lower[lane]))
}

impl Compress<u32, LANES> for sha256::Backend {
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        sha256::compress(self, lanes, state, block);
    }
}

impl Compress<u64, HALF> for sha512::Backend {
    fn compress(self, lanes: usize, state: &mut Words512<8>, block: &Words512<16>) {
        sha512::compress(self, lanes, state, block);
    }
}

/// The bytes of ADRSᶜ.
const ADDRESS_LEN: usize = 22;
const _: () = assert!(ADDRESS_LEN == sha256::PREFIX_LEN);
/// The bytes of messages of two values and of as many as any has, as whole blocks of SHA-512.
const MESSAGE_OF_TWO: usize = (ADDRESS_LEN + 2 * MAX_N + 17).next_multiple_of(128);
const MESSAGE_OF_ALL: usize = (ADDRESS_LEN + MAX_LEN * MAX_N + 17).next_multiple_of(128);

/// ADRSᶜ and values: what follows the block of PK.seed.
struct Message<const CAPACITY: usize> {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl<const CAPACITY: usize> Message<CAPACITY> {
    /// Takes the address of the first lane.
    fn new(address: &Words<6>, values: &[u8]) -> Self {
        let mut bytes = [0; CAPACITY];
        for (bytes, row) in bytes.as_chunks_mut().0.iter_mut().zip(&address.0) {
            *bytes = row[0].to_be_bytes();
        }
        let len = ADDRESS_LEN + values.len();
        bytes[ADDRESS_LEN..len].copy_from_slice(values);
        Self { bytes, len }
    }

    /// Pads, FIPS 180-4 Sections 5.1.1 and 5.1.2, and returns the blocks.
    fn blocks<const LEN: usize>(&mut self) -> &[[u8; LEN]] {
        self.bytes[self.len] = 0x80;
        // The length takes an eighth of a block.
        let count = (self.len + 1 + LEN / 8).div_ceil(LEN);
        let (_, length) = self.bytes[..count * LEN].split_last_chunk_mut().expect("a block");
        *length = (8 * (LEN + self.len) as u64).to_be_bytes();
        &self.bytes.as_chunks().0[..count]
    }
}
