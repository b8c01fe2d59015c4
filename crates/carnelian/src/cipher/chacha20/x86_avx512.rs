//! ChaCha20 with AVX-512: sixteen blocks in parallel, with a word of the state in each vector, for long data; for short
//! data by rows.
//!
//! Writing out sixteen parallel blocks takes 64 shuffles, which all use one port that the rounds hardly use. So the
//! words of a tile of sixteen blocks are saved, and ordered between the rounds of the next tile.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, HEAD_LEN, Kernel, Key, MAX_START_LEN, StartWork};
use super::rounds::{DOUBLE_ROUNDS, add_rows, double_round, double_round_rows, first_rows, state};
use super::x86_avx512_rows::{self as by_rows, xor_within};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::{self, ArxLanes, RowLanes, U32x16Avx512};
use crate::base::memory::{align_frame, reread, wipe};

/// Bytes in a tile: sixteen blocks.
const TILE_LEN: usize = 16 * BLOCK_LEN;

/// Above this many bytes, even a partial tile is faster than rows: 4, 8, 12 blocks take 67, 112, 158 ns, a tile 185.
const TILE_PAYS_ABOVE: usize = by_rows::MAX_LEN;

/// A word of sixteen blocks.
type Word = U32x16Avx512;

impl Kernel for Avx512 {
    const START_LEN: Option<usize> = Some(MAX_START_LEN);

    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        let len = data.len();
        // The remainder of a tile is processed by rows if it is short enough.
        let rest = if len % TILE_LEN > TILE_PAYS_ABOVE { 0 } else { len % TILE_LEN };
        let (in_tiles, rest) = data.split_at(len - rest);
        let start_of_rest = start.wrapping_add((in_tiles.len() / BLOCK_LEN) as u128);
        if in_tiles.len() > 0 {
            tiles(self, key, start, in_tiles);
        }
        if rest.len() > 0 {
            by_rows::xor(self, key, start_of_rest, rest);
        }
    }

    kernels! { proof: Avx512;
        fn start[B: StartWork][B](
            self,
            key: &Key,
            start: u128,
            data: InOut<'_>,
            first: &mut [u8; BLOCK_LEN],
            work: &B,
        ) {
            align_frame();
            let mut data = data;
            let (len, (input, output)) = (data.len(), data.pointers());
            assert!(len <= MAX_START_LEN);
            // SAFETY: the pointers and the length are those of `data`.
            unsafe { xor_start(proof, (key, start), (input, output, len), first, &mut { *work }) };
        } wipes 512;
    }

    #[inline]
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        by_rows::head(self, key, start, blocks, stream);
    }

    #[inline]
    fn xor_head(self, stream: &[u8], data: InOut<'_>) {
        by_rows::xor_head(self, stream, data);
    }

    #[inline]
    fn hchacha20(self, key: &Key, input: u128, subkey: &mut Key) {
        by_rows::hchacha20(self, key, input, subkey);
    }
}

kernels! { proof: Avx512;
    fn tiles(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        let mut data = data;
        let (len, (input, output)) = (data.len(), data.pointers());
        // SAFETY: the pointers and the length are those of `data`, which is not empty.
        unsafe {
            if len <= TILE_LEN {
                xor_tile(proof, key, start, input, output, len);
            } else {
                xor_tiles(proof, key, start, input, output, len);
            }
        }
    } wipes 512;
}

/// Returns the words of sixteen blocks before the rounds; `state` has all words except the counters.
#[inline(always)]
fn first_words(proof: Avx512, state: &[u32; 16], counters: [Word; 2]) -> [Word; 16] {
    // Read again before the rounds and after them: otherwise the compiler keeps all words of the key in vectors, for
    // which there are not enough registers.
    let state = core::hint::black_box(state);
    let mut x = [counters[0]; 16];
    for (i, x) in x.iter_mut().enumerate() {
        *x = match i {
            12 => counters[0],
            13 => counters[1],
            _ => <Word as lanes::Lanes<16>>::splat(proof, state[i]),
        };
    }
    x
}

/// Section 2.3: adds the words before the rounds to those after them.
#[inline(always)]
fn add_first_words(proof: Avx512, mut x: [Word; 16], state: &[u32; 16], counters: [Word; 2]) -> [Word; 16] {
    for (x, first) in x.iter_mut().zip(first_words(proof, state, counters)) {
        *x = x.add(first);
    }
    x
}

/// Returns the words of sixteen blocks from block `counter` on.
#[inline(always)]
fn words(proof: Avx512, state: &[u32; 16], counter: u64) -> [Word; 16] {
    let counters = Word::counters(proof, counter);
    let mut x = first_words(proof, state, counters);
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut x);
    }
    add_first_words(proof, x, state, counters)
}

/// Returns the words of sixteen blocks from block `counter` on. Between the rounds, it does the steps of the saved
/// tile, which is written out as a whole.
///
/// # Safety
/// The bytes of a tile can be read at the first pointer and written at the second.
#[inline(always)]
unsafe fn words_and_tile(
    proof: Avx512,
    state: &[u32; 16],
    counter: u64,
    tile: &mut Tile,
    (input, output): (*const u8, *mut u8),
) -> [Word; 16] {
    let counters = Word::counters(proof, counter);
    let mut x = first_words(proof, state, counters);
    // Expanded by a macro, so that every index is a constant.
    macro_rules! double_rounds {
        ($($step:literal)+) => {$(
            double_round(&mut x);
            if $step < STEPS {
                // SAFETY: the bytes of a tile can be read and written.
                unsafe { tile.step(proof, $step, input, output, TILE_LEN) };
            }
        )+};
    }
    const { assert!(STEPS < DOUBLE_ROUNDS) };
    double_rounds!(0 1 2 3 4 5 6 7 8 9);
    add_first_words(proof, x, state, counters)
}

/// The saved words of a tile of keystream.
#[repr(C, align(64))]
struct Tile([[u32; 16]; 16]);

/// Ordering a tile takes eight steps, which can be interleaved with rounds.
const STEPS: usize = 8;

impl Tile {
    /// Stores all words.
    #[inline(always)]
    fn put(&mut self, words: [Word; 16]) {
        for (place, vector) in self.0.iter_mut().zip(words) {
            vector.store_words(place);
        }
    }

    /// Does one of the [`STEPS`]. Each of the first four orders the words of a row within groups of four blocks; each
    /// of the others orders four blocks and writes the part of the tile's first `len` bytes that is in these blocks.
    ///
    /// # Safety
    /// `len` bytes can be read and written.
    #[inline(always)]
    unsafe fn step(&mut self, proof: Avx512, step: usize, input: *const u8, output: *mut u8, len: usize) {
        let get = |word: usize| Word::load_words(proof, &self.0[word]);
        if step < 4 {
            let words = [get(4 * step), get(4 * step + 1), get(4 * step + 2), get(4 * step + 3)];
            let [r0, r1, r2, r3] = Word::transpose_in_rows(words);
            r0.store_words(&mut self.0[4 * step]);
            r1.store_words(&mut self.0[4 * step + 1]);
            r2.store_words(&mut self.0[4 * step + 2]);
            r3.store_words(&mut self.0[4 * step + 3]);
        } else {
            let column = step - 4;
            let rows = [get(column), get(column + 4), get(column + 8), get(column + 12)];
            // SAFETY: `len` bytes can be read and written.
            unsafe { xor_column(column, rows, input, output, len) };
        }
    }
}

/// Writes out the blocks `column`, `column` + 4, + 8 and + 12, as far as they are within `len` bytes.
///
/// # Safety
/// `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_column(column: usize, rows: [Word; 4], input: *const u8, output: *mut u8, len: usize) {
    let [b0, b1, b2, b3] = Word::interleave_rows(rows);
    // SAFETY: `len` bytes can be read and written.
    unsafe {
        xor_within(b0, input, output, column * BLOCK_LEN, len);
        xor_within(b1, input, output, (column + 4) * BLOCK_LEN, len);
        xor_within(b2, input, output, (column + 8) * BLOCK_LEN, len);
        xor_within(b3, input, output, (column + 12) * BLOCK_LEN, len);
    }
}

/// Processes one tile, and writes `len` bytes of it.
///
/// # Safety
/// `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_tile(proof: Avx512, key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
    let mut state = state(key, start);
    let words = words(proof, &state, start as u64);
    // SAFETY: `len` bytes can be read and written.
    unsafe { xor_words(words, input, output, len) };
    wipe(&mut state);
}

/// Writes `len` bytes of a tile.
///
/// # Safety
/// `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_words(words: [Word; 16], input: *const u8, output: *mut u8, len: usize) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf] = words;
    let [a0, a1, a2, a3] = Word::transpose_in_rows([w0, w1, w2, w3]);
    let [b0, b1, b2, b3] = Word::transpose_in_rows([w4, w5, w6, w7]);
    let [c0, c1, c2, c3] = Word::transpose_in_rows([w8, w9, wa, wb]);
    let [d0, d1, d2, d3] = Word::transpose_in_rows([wc, wd, we, wf]);
    // SAFETY: `len` bytes can be read and written.
    unsafe {
        xor_column(0, [a0, b0, c0, d0], input, output, len);
        xor_column(1, [a1, b1, c1, d1], input, output, len);
        xor_column(2, [a2, b2, c2, d2], input, output, len);
        xor_column(3, [a3, b3, c3, d3], input, output, len);
    }
}

/// Processes up to [`MAX_START_LEN`] bytes after the first block. Four blocks by rows, whose operations depend on each
/// other, are interleaved with a tile, whose operations do not; when the four are complete, the other work replaces
/// them.
///
/// # Safety
/// `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_start(
    proof: Avx512,
    (key, start): (&Key, u128),
    (input, output, len): (*const u8, *mut u8, usize),
    first: &mut [u8; BLOCK_LEN],
    work: &mut impl StartWork,
) {
    const HALF: usize = DOUBLE_ROUNDS / 2;
    const IN_ROWS: usize = 3 * BLOCK_LEN;
    let mut state = state(key, start);
    let counters = Word::counters(proof, (start as u64).wrapping_add(4));
    let mut x = first_words(proof, &state, counters);
    let mut rows = first_rows(proof, key, start);
    for _ in 0..HALF {
        rows = double_round_rows(rows);
        double_round(&mut x);
        rows = double_round_rows(rows);
    }
    let [block, b1, b2, b3] = Word::interleave_rows(add_rows(rows, first_rows(proof, reread(key), start)));
    block.store(first);
    // SAFETY: `len` bytes can be read and written.
    unsafe {
        xor_within(b1, input, output, 0, len);
        xor_within(b2, input, output, BLOCK_LEN, len);
        xor_within(b3, input, output, 2 * BLOCK_LEN, len);
    }
    work.first_block(first);
    // A loop, since the compiler would move all of the other work before unrolled rounds.
    for number in 0..HALF {
        work.step(2 * number);
        double_round(&mut x);
        work.step(2 * number + 1);
    }
    let words = add_first_words(proof, x, &state, counters);
    if len > IN_ROWS {
        // SAFETY: the bytes after the first three blocks are within `len`.
        unsafe { xor_words(words, input.add(IN_ROWS), output.add(IN_ROWS), len - IN_ROWS) };
    }
    wipe(&mut state);
}

/// Processes `len` bytes by tiles; the last one may be shorter.
///
/// # Safety
/// `len` bytes, at least one, can be read and written.
#[inline(always)]
unsafe fn xor_tiles(proof: Avx512, key: &Key, start: u128, mut input: *const u8, mut output: *mut u8, mut len: usize) {
    let mut state = state(key, start);
    let mut counter = start as u64;
    let mut tile = Tile([[0; 16]; 16]);
    tile.put(words(proof, &state, counter));
    while len > TILE_LEN {
        counter = counter.wrapping_add(16);
        // SAFETY: more than the bytes of a tile remain, so they can be read and written, and the pointers stay within
        // the data.
        unsafe {
            let next = words_and_tile(proof, &state, counter, &mut tile, (input, output));
            tile.put(next);
            input = input.add(TILE_LEN);
            output = output.add(TILE_LEN);
        }
        len -= TILE_LEN;
    }
    // Expanded by a macro, so that every index is a constant.
    macro_rules! steps {
        // SAFETY: the remaining bytes can be read and written.
        ($($step:literal)+) => { $(unsafe { tile.step(proof, $step, input, output, len) };)+ };
    }
    steps!(0 1 2 3 4 5 6 7);
    wipe(tile.0.as_flattened_mut());
    wipe(&mut state);
}
