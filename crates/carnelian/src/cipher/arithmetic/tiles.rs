//! Keystreams with vectors of words: by tiles, with a word of the state in each vector and a block in each lane, and for
//! short data by rows.
//!
//! Ordering the words of parallel blocks takes shuffles, so a tile is saved and ordered between the rounds of the next
//! one.

use super::rounds::{BLOCK_LEN, DOUBLE_ROUNDS, Key, Rounds, xor_rows};
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{KeystreamLanes, TileLanes};
use crate::base::memory::wipe;

/// Bytes in two blocks, which [`xor_short`] processes by rows of two.
const TWO_BLOCKS: usize = 2 * BLOCK_LEN;
/// Bytes in four blocks.
const FOUR_BLOCKS: usize = 4 * BLOCK_LEN;

/// The longest data of [`xor_short`]. With tiles of sixteen blocks, even a partial tile is faster than rows above this
/// length: 4, 8, 12 blocks of ChaCha20 take 67, 112, 158 ns, a tile 185.
const MAX_SHORT_LEN: usize = 12 * BLOCK_LEN;

/// Returns the bytes in a tile.
const fn tile_len<V: TileLanes>() -> usize {
    V::LANES * BLOCK_LEN
}

/// Splits data into the part that is processed by tiles, which starts at block `start`, and the remainder, which is
/// short enough for [`xor_short`], and the number of its first block.
#[inline(always)]
pub(in super::super) fn split<V: TileLanes>(start: u128, data: InOut<'_>) -> (InOut<'_>, u128, InOut<'_>) {
    let (len, in_last) = (data.len(), data.len() % const { tile_len::<V>() });
    let rest = if in_last > MAX_SHORT_LEN { 0 } else { in_last };
    let (in_tiles, rest) = data.split_at(len - rest);
    let start_of_rest = start.wrapping_add((in_tiles.len() / BLOCK_LEN) as u128);
    (in_tiles, start_of_rest, rest)
}

/// Returns the words of a tile's blocks before the rounds; `state` has all words except the counters.
#[inline(always)]
pub(in super::super) fn first_words<R: Rounds, V: TileLanes>(
    proof: V::Proof,
    state: &[u32; 16],
    counters: [V; 2],
) -> [V; 16] {
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
            V::splat_word(proof, state[i])
        };
    }
    x
}

/// Adds the words before the rounds to those after them.
#[inline(always)]
pub(in super::super) fn add_first_words<R: Rounds, V: TileLanes>(
    proof: V::Proof,
    mut x: [V; 16],
    state: &[u32; 16],
    counters: [V; 2],
) -> [V; 16] {
    for (x, first) in x.iter_mut().zip(first_words::<R, V>(proof, state, counters)) {
        *x = x.add(first);
    }
    x
}

/// Returns the words of a tile's blocks from block `counter` on.
#[inline(always)]
fn words<R: Rounds, V: TileLanes>(proof: V::Proof, state: &[u32; 16], counter: u64) -> [V; 16] {
    let counters = V::counters(proof, counter);
    let mut x = first_words::<R, V>(proof, state, counters);
    for _ in 0..DOUBLE_ROUNDS {
        R::double_round(&mut x);
    }
    add_first_words::<R, V>(proof, x, state, counters)
}

/// Returns the words of a tile's blocks from block `counter` on. Between the rounds, it does the steps of the saved
/// tile, which is written out as a whole: `data` has the bytes of a tile.
#[inline(always)]
fn words_and_tile<R: Rounds, V: TileLanes>(
    proof: V::Proof,
    state: &[u32; 16],
    counter: u64,
    tile: &mut V::Tile,
    data: &mut InOut<'_>,
) -> [V; 16] {
    let counters = V::counters(proof, counter);
    let mut x = first_words::<R, V>(proof, state, counters);
    // Expanded by a macro, so that every index is a constant.
    macro_rules! double_rounds {
        ($($step:literal)+) => {$(
            R::double_round(&mut x);
            if $step < V::STEPS {
                V::step(proof, tile, $step, data);
            }
        )+};
    }
    const { assert!(V::STEPS < DOUBLE_ROUNDS) };
    double_rounds!(0 1 2 3 4 5 6 7 8 9);
    add_first_words::<R, V>(proof, x, state, counters)
}

/// XORs data that is not empty with the keystream from block `start` on, by tiles; the last one may be shorter.
#[inline(always)]
pub(in super::super) fn xor_tiles<R: Rounds, V: TileLanes>(
    proof: V::Proof,
    key: &Key,
    start: u128,
    mut data: InOut<'_>,
) {
    let mut state = R::state(key, start);
    if data.len() <= const { tile_len::<V>() } {
        V::xor_words(words::<R, V>(proof, &state, start as u64), &mut data);
    } else {
        xor_more_tiles::<R, V>(proof, &state, start as u64, data);
    }
    wipe(&mut state);
}

/// XORs more than a tile.
#[inline(always)]
fn xor_more_tiles<R: Rounds, V: TileLanes>(proof: V::Proof, state: &[u32; 16], mut counter: u64, mut data: InOut<'_>) {
    let mut tile = V::new_tile();
    V::put(&mut tile, words::<R, V>(proof, state, counter));
    while data.len() > const { tile_len::<V>() } {
        counter = counter.wrapping_add(V::LANES as u64);
        let (mut now, rest) = data.split_at(const { tile_len::<V>() });
        let next = words_and_tile::<R, V>(proof, state, counter, &mut tile, &mut now);
        V::put(&mut tile, next);
        data = rest;
    }
    // Expanded by a macro, so that every index is a constant.
    macro_rules! steps {
        ($($step:literal)+) => {$(
            if $step < V::STEPS {
                V::step(proof, &mut tile, $step, &mut data);
            }
        )+};
    }
    steps!(0 1 2 3 4 5 6 7 8);
    V::wipe(&mut tile);
}

/// XORs short data, as [`split`] returns it, with the keystream from block `start` on, by rows of two blocks and of four.
///
/// A CPU that executes operations on 512 bits as two halves delays the chain of operations in a round: on Zen 4 two
/// blocks of ChaCha20 take 207 cycles (TSC) by rows of two in vectors of 256 bits and 231 by rows of four, half of them
/// not needed.
#[inline(always)]
pub(in super::super) fn xor_short<R: Rounds, Two: KeystreamLanes, Four: KeystreamLanes<Proof = Two::Proof>>(
    proof: Two::Proof,
    key: &Key,
    start: u128,
    data: InOut<'_>,
) {
    const { assert!(Two::ROWS == 2 && Four::ROWS == 4) };
    debug_assert!(data.len() <= MAX_SHORT_LEN);
    match data.len().div_ceil(FOUR_BLOCKS) {
        1 if data.len() <= TWO_BLOCKS => xor_rows::<R, Two, 1>(proof, key, start, data),
        1 => xor_rows::<R, Four, 1>(proof, key, start, data),
        2 => xor_rows::<R, Four, 2>(proof, key, start, data),
        _ => xor_rows::<R, Four, 3>(proof, key, start, data),
    }
}
