//! Sixteen blocks of keystream whose words are in the lanes of sixteen vectors, and their way into the data.
//!
//! Ordering them takes 64 shuffles, which all use one port that the rounds of a cipher hardly use. So the words of a
//! tile can be saved, and ordered between the rounds of the next tile. For a single tile, memory would cost more than
//! that saves.

use super::x86_avx512::U32x16Avx512;
use crate::base::cpu::Avx512;
use crate::base::in_out::InOut;
use crate::base::lanes::arx::Lanes;
use crate::base::lanes::u32::{KeystreamLanes, RowLanes, TileLanes};
use crate::base::memory::wipe;

/// Bytes in a block.
const BLOCK_LEN: usize = 64;

/// The saved words of sixteen blocks.
#[repr(C, align(64))]
pub(crate) struct Tile([[u32; 16]; 16]);

impl TileLanes for U32x16Avx512 {
    type Proof = Avx512;
    type Tile = Tile;
    const LANES: usize = 16;
    const STEPS: usize = 8;

    #[inline(always)]
    fn splat_word(proof: Avx512, word: u32) -> Self {
        <Self as Lanes<16>>::splat(proof, word)
    }

    #[inline(always)]
    fn counters(proof: Avx512, first: u64) -> [Self; 2] {
        Self::counters_from(proof, first)
    }

    #[inline(always)]
    fn new_tile() -> Tile {
        Tile([[0; 16]; 16])
    }

    #[inline(always)]
    fn put(tile: &mut Tile, words: [Self; 16]) {
        for (place, vector) in tile.0.iter_mut().zip(words) {
            vector.store_words(place);
        }
    }

    /// Each of the first four steps orders the words of a row within groups of four blocks; each of the others orders
    /// four blocks and writes them.
    #[inline(always)]
    fn step(proof: Avx512, tile: &mut Tile, step: usize, data: &mut InOut<'_>) {
        let get = |word: usize| Self::load_words(proof, &tile.0[word]);
        if step < 4 {
            let words = [get(4 * step), get(4 * step + 1), get(4 * step + 2), get(4 * step + 3)];
            let [r0, r1, r2, r3] = Self::transpose_in_rows(words);
            r0.store_words(&mut tile.0[4 * step]);
            r1.store_words(&mut tile.0[4 * step + 1]);
            r2.store_words(&mut tile.0[4 * step + 2]);
            r3.store_words(&mut tile.0[4 * step + 3]);
        } else {
            let column = step - 4;
            xor_column(column, [get(column), get(column + 4), get(column + 8), get(column + 12)], data);
        }
    }

    #[inline(always)]
    fn wipe(tile: &mut Tile) {
        wipe(tile.0.as_flattened_mut());
    }

    #[inline(always)]
    fn xor_words(words: [Self; 16], data: &mut InOut<'_>) {
        let [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf] = words;
        let [a0, a1, a2, a3] = Self::transpose_in_rows([w0, w1, w2, w3]);
        let [b0, b1, b2, b3] = Self::transpose_in_rows([w4, w5, w6, w7]);
        let [c0, c1, c2, c3] = Self::transpose_in_rows([w8, w9, wa, wb]);
        let [d0, d1, d2, d3] = Self::transpose_in_rows([wc, wd, we, wf]);
        xor_column(0, [a0, b0, c0, d0], data);
        xor_column(1, [a1, b1, c1, d1], data);
        xor_column(2, [a2, b2, c2, d2], data);
        xor_column(3, [a3, b3, c3, d3], data);
    }
}

/// XORs the blocks `column`, `column` + 4, + 8 and + 12, as far as they are within `data`.
#[inline(always)]
fn xor_column(column: usize, rows: [U32x16Avx512; 4], data: &mut InOut<'_>) {
    let [b0, b1, b2, b3] = U32x16Avx512::interleave_rows(rows);
    b0.xor_at(data, column * BLOCK_LEN);
    b1.xor_at(data, (column + 4) * BLOCK_LEN);
    b2.xor_at(data, (column + 8) * BLOCK_LEN);
    b3.xor_at(data, (column + 12) * BLOCK_LEN);
}

impl U32x16Avx512 {
    /// XORs `data` with `stream`.
    ///
    /// # Panics
    /// If `stream` is shorter.
    #[inline(always)]
    pub(crate) fn xor_stream(proof: Avx512, stream: &[u8], mut data: InOut<'_>) {
        assert!(stream.len() >= data.len(), "less keystream than data");
        for (at, stream) in stream[..data.len()].chunks(BLOCK_LEN).enumerate() {
            Self::load_up_to(proof, stream).xor_at(&mut data, at * BLOCK_LEN);
        }
    }
}
