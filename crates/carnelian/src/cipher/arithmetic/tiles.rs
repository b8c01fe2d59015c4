//! Keystreams with vectors of sixteen words: by tiles of sixteen blocks, with a word of the state in each vector, and
//! for short data by rows.
//!
//! Ordering sixteen parallel blocks takes shuffles, so a tile is saved and ordered between the rounds of the next one.
//!
//! By rows, two blocks are in vectors of 256 bits. A CPU that executes operations on 512 bits as two halves delays the
//! chain of operations in a round: on Zen 4 two blocks of ChaCha20 take 207 cycles (TSC) here and 231 by rows of four
//! blocks, half of them not needed.

use super::rounds::{BLOCK_LEN, DOUBLE_ROUNDS, Key, Rounds, xor_rows};
use crate::base::cpu::Avx512;
use crate::base::in_out::InOut;
use crate::base::lanes::{ArxLanes, KeystreamLanes, Lanes, TILE_STEPS, Tile, U32x8Avx512, U32x16Avx512, xor_words};
use crate::base::memory::wipe;

/// Bytes in a tile: sixteen blocks.
pub(in super::super) const TILE_LEN: usize = 16 * BLOCK_LEN;

/// Above this many bytes, even a partial tile is faster than rows: 4, 8, 12 blocks of ChaCha20 take 67, 112, 158 ns, a
/// tile 185.
pub(in super::super) const TILE_PAYS_ABOVE: usize = 12 * BLOCK_LEN;

/// Bytes in two blocks.
pub(in super::super) const TWO_BLOCKS: usize = 2 * BLOCK_LEN;
/// Bytes in four blocks.
const FOUR_BLOCKS: usize = 4 * BLOCK_LEN;

/// A word of sixteen blocks.
type Word = U32x16Avx512;

/// Splits data into the part that is processed by tiles, which starts at block `start`, and the remainder, which is
/// short enough for rows, and the number of its first block.
#[inline(always)]
pub(in super::super) fn split(start: u128, data: InOut<'_>) -> (InOut<'_>, u128, InOut<'_>) {
    let len = data.len();
    let rest = if len % TILE_LEN > TILE_PAYS_ABOVE { 0 } else { len % TILE_LEN };
    let (in_tiles, rest) = data.split_at(len - rest);
    let start_of_rest = start.wrapping_add((in_tiles.len() / BLOCK_LEN) as u128);
    (in_tiles, start_of_rest, rest)
}

/// Returns the words of sixteen blocks before the rounds; `state` has all words except the counters.
#[inline(always)]
pub(in super::super) fn first_words<R: Rounds>(proof: Avx512, state: &[u32; 16], counters: [Word; 2]) -> [Word; 16] {
    // Read again before the rounds and after them: otherwise the compiler keeps all words of the key in vectors, for
    // which there are not enough registers.
    let state = core::hint::black_box(state);
    let mut x = [counters[0]; 16];
    for (i, x) in x.iter_mut().enumerate() {
        *x = if i == R::COUNTERS[0] {
            counters[0]
        } else if i == R::COUNTERS[1] {
            counters[1]
        } else {
            <Word as Lanes<16>>::splat(proof, state[i])
        };
    }
    x
}

/// Adds the words before the rounds to those after them.
#[inline(always)]
pub(in super::super) fn add_first_words<R: Rounds>(
    proof: Avx512,
    mut x: [Word; 16],
    state: &[u32; 16],
    counters: [Word; 2],
) -> [Word; 16] {
    for (x, first) in x.iter_mut().zip(first_words::<R>(proof, state, counters)) {
        *x = ArxLanes::add(*x, first);
    }
    x
}

/// Returns the words of sixteen blocks from block `counter` on.
#[inline(always)]
fn words<R: Rounds>(proof: Avx512, state: &[u32; 16], counter: u64) -> [Word; 16] {
    let counters = Word::counters(proof, counter);
    let mut x = first_words::<R>(proof, state, counters);
    for _ in 0..DOUBLE_ROUNDS {
        R::double_round(&mut x);
    }
    add_first_words::<R>(proof, x, state, counters)
}

/// Returns the words of sixteen blocks from block `counter` on. Between the rounds, it does the steps of the saved
/// tile, which is written out as a whole: `data` has the bytes of a tile.
#[inline(always)]
fn words_and_tile<R: Rounds>(
    proof: Avx512,
    state: &[u32; 16],
    counter: u64,
    tile: &mut Tile,
    data: &mut InOut<'_>,
) -> [Word; 16] {
    let counters = Word::counters(proof, counter);
    let mut x = first_words::<R>(proof, state, counters);
    // Expanded by a macro, so that every index is a constant.
    macro_rules! double_rounds {
        ($($step:literal)+) => {$(
            R::double_round(&mut x);
            if $step < TILE_STEPS {
                tile.step(proof, $step, data);
            }
        )+};
    }
    const { assert!(TILE_STEPS < DOUBLE_ROUNDS) };
    double_rounds!(0 1 2 3 4 5 6 7 8 9);
    add_first_words::<R>(proof, x, state, counters)
}

/// XORs data that is not empty with the keystream from block `start` on, by tiles; the last one may be shorter.
#[inline(always)]
pub(in super::super) fn xor_tiles<R: Rounds>(proof: Avx512, key: &Key, start: u128, mut data: InOut<'_>) {
    let mut state = R::state(key, start);
    if data.len() <= TILE_LEN {
        xor_words(words::<R>(proof, &state, start as u64), &mut data);
    } else {
        xor_more_tiles::<R>(proof, &state, start as u64, data);
    }
    wipe(&mut state);
}

/// XORs more than a tile.
#[inline(always)]
fn xor_more_tiles<R: Rounds>(proof: Avx512, state: &[u32; 16], mut counter: u64, mut data: InOut<'_>) {
    let mut tile = Tile::new();
    tile.put(words::<R>(proof, state, counter));
    while data.len() > TILE_LEN {
        counter = counter.wrapping_add(16);
        let (mut now, rest) = data.split_at(TILE_LEN);
        let next = words_and_tile::<R>(proof, state, counter, &mut tile, &mut now);
        tile.put(next);
        data = rest;
    }
    // Expanded by a macro, so that every index is a constant.
    macro_rules! steps {
        ($($step:literal)+) => { $(tile.step(proof, $step, &mut data);)+ };
    }
    steps!(0 1 2 3 4 5 6 7);
    tile.wipe();
}

/// XORs up to [`TILE_PAYS_ABOVE`] bytes with the keystream from block `start` on, by rows.
#[inline(always)]
pub(in super::super) fn xor_short<R: Rounds>(proof: Avx512, key: &Key, start: u128, data: InOut<'_>) {
    debug_assert!(data.len() <= TILE_PAYS_ABOVE);
    match data.len().div_ceil(FOUR_BLOCKS) {
        1 if data.len() <= TWO_BLOCKS => xor_rows::<R, U32x8Avx512, 1>(proof, key, start, data),
        1 => xor_rows::<R, U32x16Avx512, 1>(proof, key, start, data),
        2 => xor_rows::<R, U32x16Avx512, 2>(proof, key, start, data),
        _ => xor_rows::<R, U32x16Avx512, 3>(proof, key, start, data),
    }
}

/// XORs `data` with `stream`.
///
/// # Panics
/// If `stream` is shorter.
#[inline(always)]
pub(in super::super) fn xor_stream(proof: Avx512, stream: &[u8], mut data: InOut<'_>) {
    assert!(stream.len() >= data.len(), "less keystream than data");
    for (at, stream) in stream[..data.len()].chunks(BLOCK_LEN).enumerate() {
        U32x16Avx512::load_up_to(proof, stream).xor_at(&mut data, at * BLOCK_LEN);
    }
}
