//! ChaCha20 with AVX-512: sixteen blocks in parallel, with a word of the state in each vector, for long data; for short
//! data by rows.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, HEAD_LEN, Kernel, Key, MAX_START_LEN, StartWork};
use super::rounds::{ChaChaRounds, DOUBLE_ROUNDS, double_round, double_round_rows, first_rows, state};
use super::x86_avx512_rows as by_rows;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{KeystreamLanes, RowLanes, TileLanes, U32x16Avx512};
use crate::base::memory::{align_frame, reread, wipe};
use crate::cipher::arithmetic::rounds::add_rows;
use crate::cipher::arithmetic::tiles::{add_first_words, first_words, split, xor_tiles};

/// A word of sixteen blocks.
type Word = U32x16Avx512;

impl Kernel for Avx512 {
    const START_LEN: Option<usize> = Some(MAX_START_LEN);

    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        let (in_tiles, start_of_rest, rest) = split::<Word>(start, data);
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
            xor_start(proof, (key, start), data, first, &mut { *work });
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
}

kernels! { proof: Avx512;
    fn tiles(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        xor_tiles::<ChaChaRounds, Word>(proof, key, start, data);
    } wipes 512;
}

/// Processes up to [`MAX_START_LEN`] bytes after the first block. Four blocks by rows, whose operations depend on each
/// other, are interleaved with a tile, whose operations do not; when the four are complete, the other work replaces
/// them.
#[inline(always)]
fn xor_start(
    proof: Avx512,
    (key, start): (&Key, u128),
    mut data: InOut<'_>,
    first: &mut [u8; BLOCK_LEN],
    work: &mut impl StartWork,
) {
    const HALF: usize = DOUBLE_ROUNDS / 2;
    const IN_ROWS: usize = 3 * BLOCK_LEN;
    let len = data.len();
    assert!(len <= MAX_START_LEN);
    let mut state = state(key, start);
    let counters = Word::counters(proof, (start as u64).wrapping_add(4));
    let mut x = first_words::<ChaChaRounds, Word>(proof, &state, counters);
    let mut rows = first_rows(proof, key, start);
    for _ in 0..HALF {
        rows = double_round_rows(rows);
        double_round(&mut x);
        rows = double_round_rows(rows);
    }
    let [block, b1, b2, b3] = Word::interleave_rows(add_rows(rows, first_rows(proof, reread(key), start)));
    block.store(first);
    b1.xor_at(&mut data, 0);
    b2.xor_at(&mut data, BLOCK_LEN);
    b3.xor_at(&mut data, 2 * BLOCK_LEN);
    work.first_block(first);
    // A loop, since the compiler would move all of the other work before unrolled rounds.
    for number in 0..HALF {
        work.step(2 * number);
        double_round(&mut x);
        work.step(2 * number + 1);
    }
    let words = add_first_words::<ChaChaRounds, Word>(proof, x, &state, counters);
    if len > IN_ROWS {
        Word::xor_words(words, &mut data.part(IN_ROWS..len));
    }
    wipe(&mut state);
}
