//! Sixteen blocks of keystream whose words are in the lanes of sixteen vectors, and their way into the data.
//!
//! Ordering them takes 64 shuffles, which all use one port that the rounds of a cipher hardly use. So the words of a
//! tile can be saved, and ordered between the rounds of the next tile.

use super::x86_avx512::U32x16Avx512;
use crate::base::cpu::Avx512;
use crate::base::in_out::InOut;
use crate::base::lanes::{KeystreamLanes, RowLanes};
use crate::base::memory::wipe;

/// Bytes in a block.
const BLOCK_LEN: usize = 64;

/// A word of sixteen blocks.
type Word = U32x16Avx512;

/// The saved words of sixteen blocks.
#[repr(C, align(64))]
pub(crate) struct Tile([[u32; 16]; 16]);

/// The number of steps that it takes to order a tile and to write it. They can be interleaved with rounds.
pub(crate) const TILE_STEPS: usize = 8;

impl Tile {
    /// Returns a tile that holds nothing yet.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([[0; 16]; 16])
    }

    /// Stores all words.
    #[inline(always)]
    pub(crate) fn put(&mut self, words: [Word; 16]) {
        for (place, vector) in self.0.iter_mut().zip(words) {
            vector.store_words(place);
        }
    }

    /// Does one of the [`TILE_STEPS`]. Each of the first four orders the words of a row within groups of four blocks;
    /// each of the others orders four blocks and XORs the part of `data` that is in these blocks.
    #[inline(always)]
    pub(crate) fn step(&mut self, proof: Avx512, step: usize, data: &mut InOut<'_>) {
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
            xor_column(column, [get(column), get(column + 4), get(column + 8), get(column + 12)], data);
        }
    }

    /// Overwrites the words.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}

/// XORs the blocks `column`, `column` + 4, + 8 and + 12, as far as they are within `data`.
#[inline(always)]
fn xor_column(column: usize, rows: [Word; 4], data: &mut InOut<'_>) {
    let [b0, b1, b2, b3] = Word::interleave_rows(rows);
    b0.xor_at(data, column * BLOCK_LEN);
    b1.xor_at(data, (column + 4) * BLOCK_LEN);
    b2.xor_at(data, (column + 8) * BLOCK_LEN);
    b3.xor_at(data, (column + 12) * BLOCK_LEN);
}

/// XORs `data`, at most sixteen blocks, with blocks that are ordered in registers: for a single tile, memory would
/// cost more than it saves.
#[inline(always)]
pub(crate) fn xor_words(words: [Word; 16], data: &mut InOut<'_>) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf] = words;
    let [a0, a1, a2, a3] = Word::transpose_in_rows([w0, w1, w2, w3]);
    let [b0, b1, b2, b3] = Word::transpose_in_rows([w4, w5, w6, w7]);
    let [c0, c1, c2, c3] = Word::transpose_in_rows([w8, w9, wa, wb]);
    let [d0, d1, d2, d3] = Word::transpose_in_rows([wc, wd, we, wf]);
    xor_column(0, [a0, b0, c0, d0], data);
    xor_column(1, [a1, b1, c1, d1], data);
    xor_column(2, [a2, b2, c2, d2], data);
    xor_column(3, [a3, b3, c3, d3], data);
}
