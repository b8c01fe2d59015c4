//! Bitsliced AES in portable Rust: several blocks in words of 32 or 64 bits.
//!
//! The words of an expanded key contain as many round keys in parallel as a pass has blocks: they are spread over the
//! blocks once per run.

use super::bitslice::{RoundKey, Word, cipher, inv_cipher};
use super::kernel::{BLOCK_LEN, Block, Counter, Kernel, MAX_ROUND_KEYS, Schedule};
use super::parameters::{DerivesKeys, Parameters};
use super::sbox::sub_bytes;
use crate::base::cpu::{Portable32, Portable64};
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wipe_stack};

/// Blocks in the buffer of a run: as many as a pass over the widest words has.
const BUFFERED: usize = 4;

/// Round keys in an expanded key, rounded up to whole groups.
const ROUND_KEYS: usize = MAX_ROUND_KEYS.next_multiple_of(BUFFERED);

/// The words of a CPU.
trait Words: Copy {
    type Word: Word;
}

impl Words for Portable64 {
    type Word = u64;
}

impl Words for Portable32 {
    type Word = u32;
}

impl<W: Words> Kernel for W {
    fn expand<A: Parameters>(self, key: &A::Key, schedule: &mut Schedule) {
        expand::<W::Word, A>(key, schedule);
    }

    fn derive<A: DerivesKeys>(
        self,
        generating: &Schedule,
        first: u128,
        authentication: &mut Block,
        encryption: &mut Schedule,
    ) {
        derive::<W::Word, A>(generating, first, authentication, encryption);
    }

    fn encrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>) {
        encrypt::<W::Word, A>(schedule, data);
    }

    fn decrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>) {
        decrypt::<W::Word, A>(schedule, data);
    }

    fn xor_counted<A: Parameters>(self, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
        xor_counted::<W::Word, A>(schedule, counter, first, data);
    }
}

/// Section 5.2, KeyExpansion(), and then each round key as the bits that [`cipher`] adds. What follows the last one is
/// zero.
fn expand<W: Word, A: Parameters>(key: &A::Key, schedule: &mut Schedule) {
    #[inline(never)]
    fn kernel<W: Word, A: Parameters>(key: &A::Key, schedule: &mut Schedule) {
        let mut w = [[0; 4]; ROUND_KEYS];
        key_expansion::<A>(key, w.as_flattened_mut());
        for (round, words) in w[..=A::NR].iter_mut().enumerate().skip(1) {
            *words = laid_out(round, *words);
        }
        let mut round_keys = [[0; BLOCK_LEN]; ROUND_KEYS];
        for (bytes, word) in round_keys.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(w.as_flattened()) {
            *bytes = word.to_le_bytes();
        }
        for (group, bytes) in round_keys.chunks(W::BLOCKS).zip(schedule.chunks_mut(W::BLOCKS * BLOCK_LEN)) {
            W::write(W::pack(group), bytes);
        }
        wipe(w.as_flattened_mut());
        wipe(round_keys.as_flattened_mut());
    }
    kernel::<W, A>(key, schedule);
    wipe_stack::<2560>();
}

/// RFC 8452 Section 4, derive_keys().
#[inline(never)]
fn derive<W: Word, A: DerivesKeys>(
    generating: &Schedule,
    first: u128,
    authentication: &mut Block,
    encryption: &mut Schedule,
) {
    let mut blocks = [[0; BLOCK_LEN]; 6];
    let used = &mut blocks[..2 + A::KEY_LEN / 8];
    for (block, number) in used.iter_mut().zip(first..) {
        *block = number.to_le_bytes();
    }
    encrypt::<W, A>(generating, InOut::in_place(used.as_flattened_mut()));
    let mut key = A::Key::default();
    let halves = authentication.chunks_exact_mut(8).chain(key.as_mut().chunks_exact_mut(8));
    for (half, block) in halves.zip(&*used) {
        half.copy_from_slice(&block[..8]);
    }
    expand::<W, A>(&key, encryption);
    wipe(blocks.as_flattened_mut());
    wipe(key.as_mut());
}

/// Section 5.2, KeyExpansion(), with the words w of the standard as little-endian numbers.
#[inline(always)]
fn key_expansion<A: Parameters>(key: &A::Key, w: &mut [u32]) {
    let nk = A::NK;
    for (word, bytes) in w.iter_mut().zip(key.as_ref().as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let mut rcon = 1;
    for i in nk..4 * (A::NR + 1) {
        let mut temp = w[i - 1];
        if i % nk == 0 {
            // RotWord() moves bytes down, the lowest to the top.
            temp = sub_word(temp.rotate_right(8)) ^ rcon;
            rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
        } else if nk > 6 && i % nk == 4 {
            temp = sub_word(temp);
        }
        w[i] = w[i - nk] ^ temp;
    }
}

/// SubWord(): applies the S-box to four bytes.
#[inline(always)]
fn sub_word(word: u32) -> u32 {
    const LOWEST: u32 = 0x0101_0101;
    let mut bits = core::array::from_fn(|i| word >> i & LOWEST);
    sub_bytes(&mut bits);
    let bytes = bits.iter().rev().fold(0, |bytes, bits| bytes << 1 | bits);
    bytes ^ (0x63 * LOWEST)
}

/// Returns the columns of a round key with their bytes in the layout of the state of [`cipher`], row r moved on by
/// `round` times r columns, and with the constant of the S-box before it.
#[inline(always)]
fn laid_out(round: usize, columns: [u32; 4]) -> [u32; 4] {
    let row = |r: usize, column: usize| columns[(column + 4 * r - round * r % 4) % 4] & (0xff << (8 * r));
    core::array::from_fn(|at| row(0, at) ^ row(1, at) ^ row(2, at) ^ row(3, at) ^ 0x6363_6363)
}

/// Returns the round keys, spread over the blocks of a pass.
#[inline(always)]
fn spread<W: Word>(schedule: &Schedule, rounds: usize) -> [RoundKey<W>; MAX_ROUND_KEYS] {
    let mut keys = [[W::default(); 8]; MAX_ROUND_KEYS];
    for (at, key) in keys[..=rounds].iter_mut().enumerate() {
        let bits = W::read(&schedule[at / W::BLOCKS * (W::BLOCKS * BLOCK_LEN)..]);
        for (spread, bits) in key.iter_mut().zip(bits) {
            *spread = bits.spread(at % W::BLOCKS);
        }
    }
    keys
}

fn encrypt<W: Word, A: Parameters>(schedule: &Schedule, data: InOut<'_>) {
    #[inline(never)]
    fn kernel<W: Word, A: Parameters>(schedule: &Schedule, data: InOut<'_>) {
        each_pass::<W, A>(schedule, data, cipher);
    }
    kernel::<W, A>(schedule, data);
    wipe_stack::<2560>();
}

fn decrypt<W: Word, A: Parameters>(schedule: &Schedule, data: InOut<'_>) {
    #[inline(never)]
    fn kernel<W: Word, A: Parameters>(schedule: &Schedule, data: InOut<'_>) {
        each_pass::<W, A>(schedule, data, inv_cipher);
    }
    kernel::<W, A>(schedule, data);
    wipe_stack::<2560>();
}

/// Processes the blocks of `data` pass by pass; the last pass may have unused blocks.
#[inline(always)]
fn each_pass<W: Word, A: Parameters>(
    schedule: &Schedule,
    mut data: InOut<'_>,
    pass: impl Fn(&[RoundKey<W>], &mut [W; 8]),
) {
    let mut keys = spread::<W>(schedule, A::NR);
    let mut blocks = [[0; BLOCK_LEN]; BUFFERED];
    while data.len() > 0 {
        let len = data.len().min(W::BLOCKS * BLOCK_LEN);
        let (mut now, rest) = data.split_at(len);
        blocks.as_flattened_mut()[..len].copy_from_slice(now.input());
        let mut state = W::pack(&blocks);
        pass(&keys[..=A::NR], &mut state);
        W::unpack(state, &mut blocks);
        now.output_mut().copy_from_slice(&blocks.as_flattened()[..len]);
        data = rest;
    }
    wipe(keys.as_flattened_mut());
    wipe(blocks.as_flattened_mut());
}

fn xor_counted<W: Word, A: Parameters>(schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
    #[inline(never)]
    fn kernel<W: Word, A: Parameters>(schedule: &Schedule, counter: Counter, first: u128, mut data: InOut<'_>) {
        let mut keys = spread::<W>(schedule, A::NR);
        let mut next = first.to_le_bytes();
        let mut blocks = [[0; BLOCK_LEN]; BUFFERED];
        while data.len() > 0 {
            for block in &mut blocks[..W::BLOCKS] {
                *block = next;
                counter.increment(&mut next);
            }
            let mut state = W::pack(&blocks);
            cipher(&keys[..=A::NR], &mut state);
            W::unpack(state, &mut blocks);
            let len = data.len().min(W::BLOCKS * BLOCK_LEN);
            let (mut now, rest) = data.split_at(len);
            now.xor(blocks.as_flattened());
            data = rest;
        }
        wipe(keys.as_flattened_mut());
        wipe(blocks.as_flattened_mut());
    }
    kernel::<W, A>(schedule, counter, first, data);
    wipe_stack::<2560>();
}
