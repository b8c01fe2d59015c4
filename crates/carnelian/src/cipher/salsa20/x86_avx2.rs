//! Salsa20 with AVX2: eight blocks in parallel, with one of their words in each vector; for short data by rows, with a
//! row of the state of two blocks in each vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Constants, HEAD_LEN, Kernel, Key};
use super::rounds::{SalsaRounds, double_round, hsalsa20_by_rows};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::arx::Lanes;
use crate::base::lanes::u32::{ArxLanes, RowLanes, U32x8Avx2, xor_bytes, xor_halves};
use crate::base::memory::{align_frame, wipe};
use crate::cipher::arithmetic::rounds::{DOUBLE_ROUNDS, Rounds, rows_of_blocks};

/// Bytes in a tile: eight blocks.
const TILE_LEN: usize = 8 * BLOCK_LEN;
/// Bytes in two blocks.
const TWO_BLOCKS: usize = 2 * BLOCK_LEN;
/// Bytes in a vector, which has half a block.
const HALF: usize = BLOCK_LEN / 2;

/// A word of eight blocks.
type Word = U32x8Avx2;

impl Kernel for Avx2 {
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        let len = data.len();
        let (in_tiles, rest) = data.split_at(len - len % TILE_LEN);
        let start_of_rest = start.wrapping_add((in_tiles.len() / BLOCK_LEN) as u128);
        if in_tiles.len() > 0 {
            tiles(self, key, start, in_tiles);
        }
        match rest.len() {
            0 => {}
            1..=TWO_BLOCKS => two_blocks(self, key, start_of_rest, rest),
            _ => part_of_tile(self, key, start_of_rest, rest),
        }
    }

    #[inline]
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        if blocks <= 2 { head_of_two(self, key, start, stream) } else { head_of_four(self, key, start, stream) }
    }

    kernels! { proof: Avx2;
        fn xor_head(self, stream: &[u8], data: InOut<'_>) {
            xor_with(proof, stream, data);
        }

        fn hsalsa20(self, constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
            hsalsa20_by_rows::<U32x8Avx2>(proof, constants, key, input, subkey);
        }
    }
}

kernels! { proof: Avx2;
    fn tiles(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        let mut data = data;
        let (len, (input, output)) = (data.len(), data.pointers());
        let mut state = SalsaRounds::state(key, start);
        for at in (0..len - len % TILE_LEN).step_by(TILE_LEN) {
            let words = words(proof, &state, (start as u64).wrapping_add((at / BLOCK_LEN) as u64));
            // SAFETY: the bytes of a tile remain.
            unsafe { xor_tile(words, input.add(at), output.add(at)) };
        }
        wipe(&mut state);
    } wipes 1536;

    /// Processes up to two blocks.
    fn two_blocks(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        let mut stream = [0; TWO_BLOCKS];
        store_rows::<1>(proof, key, start, &mut stream);
        xor_with(proof, &stream, data);
        wipe(&mut stream);
    }

    /// Processes less than a tile.
    fn part_of_tile(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        let mut stream = [0; TILE_LEN];
        match data.len().div_ceil(BLOCK_LEN) {
            ..=4 => store_rows::<2>(proof, key, start, &mut stream),
            5 | 6 => store_rows::<3>(proof, key, start, &mut stream),
            _ => store_tile(proof, key, start, &mut stream),
        }
        xor_with(proof, &stream, data);
        wipe(&mut stream);
    } wipes 1536;

    fn head_of_two(proof, key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
        store_rows::<1>(proof, key, start, stream);
    }

    fn head_of_four(proof, key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
        store_rows::<2>(proof, key, start, stream);
    } wipes 512;
}

/// Section 8: returns the words of eight blocks from block `counter` on.
#[inline(always)]
fn words(proof: Avx2, state: &[u32; 16], counter: u64) -> [Word; 16] {
    let counters = Word::counters(proof, counter);
    let mut x = first_words(proof, state, counters);
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut x);
    }
    for (x, first) in x.iter_mut().zip(first_words(proof, state, counters)) {
        *x = ArxLanes::add(*x, first);
    }
    x
}

/// Returns the words of eight blocks before the rounds; `state` has all words except the counters.
#[inline(always)]
fn first_words(proof: Avx2, state: &[u32; 16], [low, high]: [Word; 2]) -> [Word; 16] {
    // Read again before the rounds and after them: there are not enough registers to keep the words in vectors.
    let state = core::hint::black_box(state);
    let mut x = [low; 16];
    for (i, x) in x.iter_mut().enumerate() {
        *x = match i {
            8 => low,
            9 => high,
            _ => Word::splat(proof, state[i]),
        };
    }
    x
}

/// XORs eight blocks.
///
/// # Safety
/// The blocks can be read at `input` and written at `output`.
#[inline(always)]
unsafe fn xor_tile(words: [Word; 16], input: *const u8, output: *mut u8) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, rest @ ..] = words;
    // SAFETY: the blocks can be read and written.
    unsafe {
        xor_halves(Word::transpose([w0, w1, w2, w3, w4, w5, w6, w7]), input, output);
        xor_halves(Word::transpose(rest), input.add(HALF), output.add(HALF));
    }
}

/// Writes the keystream of eight blocks over zeros.
#[inline(always)]
fn store_tile(proof: Avx2, key: &Key, start: u128, stream: &mut [u8; TILE_LEN]) {
    let mut state = SalsaRounds::state(key, start);
    let words = words(proof, &state, start as u64);
    let stream = stream.as_mut_ptr();
    // SAFETY: the stream has eight blocks.
    unsafe { xor_tile(words, stream, stream) };
    wipe(&mut state);
}

/// Writes the keystream of `2 N` blocks.
#[inline(always)]
fn store_rows<const N: usize>(proof: Avx2, key: &Key, start: u128, stream: &mut [u8]) {
    assert!(stream.len() >= TWO_BLOCKS * N);
    let stream = stream.as_mut_ptr();
    for (at, rows) in rows_of_blocks::<SalsaRounds, Word, N>(proof, key, start).into_iter().enumerate() {
        for (half, vector) in Word::interleave_rows(rows).into_iter().enumerate() {
            // SAFETY: the stream has `2 N` blocks.
            unsafe { vector.store_at(stream.add(TWO_BLOCKS * at + HALF * half)) };
        }
    }
}

/// XORs `data` with `stream`.
///
/// # Panics
/// If `stream` is shorter.
#[inline(always)]
fn xor_with(proof: Avx2, stream: &[u8], mut data: InOut<'_>) {
    let (len, (input, output)) = (data.len(), data.pointers());
    assert!(stream.len() >= len, "less keystream than data");
    // SAFETY: the stream and the data have `len` bytes.
    unsafe { xor_bytes(proof, stream.as_ptr(), (input, output, len)) }
}
