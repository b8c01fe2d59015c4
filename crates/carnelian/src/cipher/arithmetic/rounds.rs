//! A keystream of blocks of sixteen words, over any vector of words: either each lane has a block of its own, or each
//! vector has a row of the state, four words of one block.
//!
//! A block is the state, which contains the key, the nonce and the block's number, after ten double rounds, plus the
//! state before them.

use crate::base::in_out::InOut;
use crate::base::lanes::u32::{ArxLanes, KeystreamLanes, RowLanes};
use crate::base::memory::wipe;

/// Bytes in a block of the keystream.
pub(in super::super) const BLOCK_LEN: usize = 64;
/// A key.
pub(in super::super) type Key = [u8; 32];

/// The twenty rounds are ten double rounds.
pub(in super::super) const DOUBLE_ROUNDS: usize = 10;

/// The constants of both ciphers.
pub(in super::super) const SIGMA: [u8; 16] = *b"expand 32-byte k";

/// The layout of a state and a double round. A cipher's `start` is a number of 128 bits, whose lower 64 bits are or
/// contain the block counter.
pub(in super::super) trait Rounds {
    /// The words with the lower and the upper half of the counter: the first two words of a row.
    const COUNTERS: [usize; 2];

    /// Returns the state before the rounds.
    fn state(key: &Key, start: u128) -> [u32; 16];

    /// Computes a double round.
    fn double_round<V: ArxLanes>(x: &mut [V; 16]);

    /// Returns the rows of the states before the rounds: those of block `start` and the blocks after it.
    fn first_rows<V: RowLanes>(proof: V::Proof, key: &Key, start: u128) -> [V; 4];

    /// Rearranges rows for [`double_round_rows`](Self::double_round_rows).
    #[inline(always)]
    fn arranged<V: RowLanes>(rows: [V; 4]) -> [V; 4] {
        rows
    }

    /// Computes a double round of states with a row in each vector.
    fn double_round_rows<V: RowLanes>(rows: [V; 4]) -> [V; 4];

    /// The inverse of [`arranged`](Self::arranged).
    #[inline(always)]
    fn restored<V: RowLanes>(rows: [V; 4]) -> [V; 4] {
        rows
    }
}

/// Returns the four words of a number.
#[inline(always)]
pub(in super::super) fn words(number: u128) -> [u32; 4] {
    [number as u32, (number >> 32) as u32, (number >> 64) as u32, (number >> 96) as u32]
}

/// Returns the block of a state: the sum of the words before and after the rounds.
#[inline(always)]
pub(in super::super) fn block<R: Rounds>(state: &[u32; 16], block: &mut [u8; BLOCK_LEN]) {
    let mut x = *state;
    for _ in 0..DOUBLE_ROUNDS {
        R::double_round(&mut x);
    }
    for ((bytes, word), first) in block.as_chunks_mut().0.iter_mut().zip(x).zip(state) {
        *bytes = word.wrapping_add(*first).to_le_bytes();
    }
}

/// XORs `data` with the keystream from block `start` on, one block at a time.
#[inline(always)]
pub(in super::super) fn xor_by_blocks<R: Rounds>(key: &Key, mut start: u128, mut data: InOut<'_>) {
    let mut stream = [0; BLOCK_LEN];
    while data.len() > 0 {
        block::<R>(&R::state(key, start), &mut stream);
        start = start.wrapping_add(1);
        let len = data.len().min(BLOCK_LEN);
        let (mut first, rest) = data.split_at(len);
        first.xor(&stream);
        data = rest;
    }
    wipe(&mut stream);
}

/// Writes the blocks from block `start` on.
#[inline(always)]
pub(in super::super) fn write_blocks<R: Rounds>(key: &Key, start: u128, blocks: &mut [[u8; BLOCK_LEN]]) {
    for (at, bytes) in blocks.iter_mut().enumerate() {
        block::<R>(&R::state(key, start.wrapping_add(at as u128)), bytes);
    }
}

/// Returns `N` sets of rows, those of block `start` and the blocks after it.
#[inline(always)]
pub(in super::super) fn rows_of_blocks<R: Rounds, V: RowLanes, const N: usize>(
    proof: V::Proof,
    key: &Key,
    start: u128,
) -> [[V; 4]; N] {
    let mut first: [[V; 4]; N] = [R::first_rows(proof, key, start); N];
    for (at, rows) in first.iter_mut().enumerate() {
        let counting = &mut rows[const { R::COUNTERS[0] / 4 }];
        *counting = counting.add_to_rows((V::ROWS * at) as u64);
    }
    let mut sets = first;
    for set in &mut sets {
        *set = R::arranged(*set);
    }
    for _ in 0..DOUBLE_ROUNDS {
        for set in &mut sets {
            *set = R::double_round_rows(*set);
        }
    }
    for (set, first) in sets.iter_mut().zip(first) {
        *set = add_rows(R::restored(*set), first);
    }
    sets
}

/// Adds row by row.
#[inline(always)]
pub(in super::super) fn add_rows<V: RowLanes>(x: [V; 4], y: [V; 4]) -> [V; 4] {
    [x[0].add(y[0]), x[1].add(y[1]), x[2].add(y[2]), x[3].add(y[3])]
}

/// XORs `data` with the keystream from block `start` on: at most as many blocks as `N` sets of rows have.
#[inline(always)]
pub(in super::super) fn xor_rows<R: Rounds, V: KeystreamLanes, const N: usize>(
    proof: V::Proof,
    key: &Key,
    start: u128,
    mut data: InOut<'_>,
) {
    debug_assert!(data.len() <= 4 * N * V::LEN);
    for (set, rows) in rows_of_blocks::<R, V, N>(proof, key, start).into_iter().enumerate() {
        for (at, stream) in V::interleave_rows(rows).into_iter().enumerate() {
            stream.xor_at(&mut data, (4 * set + at) * V::LEN);
        }
    }
}

/// Writes the blocks of a set of rows, from block `start` on.
#[inline(always)]
pub(in super::super) fn write_rows<R: Rounds, V: KeystreamLanes>(
    proof: V::Proof,
    key: &Key,
    start: u128,
    stream: &mut [u8],
) {
    let [rows] = rows_of_blocks::<R, V, 1>(proof, key, start);
    for (at, vector) in V::interleave_rows(rows).into_iter().enumerate() {
        vector.store_at(stream, at * V::LEN);
    }
}
