//! ChaCha20 with AVX-512: sixteen blocks in parallel, with a word of the state in each vector, for long data; for short
//! data by rows, with a row of the state of four blocks in each vector.
//!
//! Writing out sixteen parallel blocks takes 64 shuffles, which all use one port that the rounds hardly use. So the
//! words of a tile of sixteen blocks are saved, and ordered between the rounds of the next tile.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Beside, HEAD_LEN, Kernel, Key, MAX_START_LEN};
use super::rounds::{CONSTANTS, DOUBLE_ROUNDS, Rows, Words, double_round, double_round_rows, state};
use super::x86_avx512_x2 as x2;
use crate::base::cpu::Avx512;
use crate::base::in_out::InOut;
use crate::base::memory::{align_frame, reread, wipe, wipe_stack};
use core::arch::x86_64::*;

/// Bytes in a tile: sixteen blocks.
const TILE_LEN: usize = 16 * BLOCK_LEN;

/// Above this many bytes, even a partial tile is faster than rows: 4, 8, 12 blocks take 67, 112, 158 ns, a tile 185.
const TILE_PAYS_ABOVE: usize = 12 * BLOCK_LEN;

/// Sixteen words.
#[derive(Clone, Copy)]
struct X16(__m512i);

impl Words for X16 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX-512.
        Self(unsafe { _mm512_rol_epi32::<R>(self.0) })
    }
}

impl Rows for X16 {
    #[inline(always)]
    fn rotate_rows<const K: i32>(self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX-512.
        Self(unsafe {
            match K {
                1 => _mm512_shuffle_epi32::<0b00_11_10_01>(self.0),
                2 => _mm512_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm512_shuffle_epi32::<0b10_01_00_11>(self.0),
            }
        })
    }
}

impl Kernel for Avx512 {
    const START_LEN: Option<usize> = Some(MAX_START_LEN);

    fn xor(self, key: &Key, start: u128, mut data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn tiles(key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
            align_frame();
            // SAFETY: the features are enabled here; the only call passes pointers to `len` bytes.
            unsafe {
                if len <= TILE_LEN {
                    xor_tile(key, start, input, output, len);
                } else {
                    xor_tiles(key, start, input, output, len);
                }
            }
        }
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn rows(key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
            // SAFETY: the features are enabled here; the only call passes pointers to `len` bytes.
            unsafe {
                match len.div_ceil(4 * BLOCK_LEN) {
                    1 if len <= x2::LEN => x2::xor(key, start, input, output, len),
                    1 => xor_rows::<1>(key, start, input, output, len),
                    2 => xor_rows::<2>(key, start, input, output, len),
                    _ => xor_rows::<3>(key, start, input, output, len),
                }
            }
        }
        let (len, (input, output)) = (data.len(), data.pointers());
        // The remainder of a tile is processed by rows if it is short enough.
        let rest = if len % TILE_LEN > TILE_PAYS_ABOVE { 0 } else { len % TILE_LEN };
        let in_tiles = len - rest;
        // SAFETY: the token proves that the CPU has these features; all pointers and lengths are within `data`.
        unsafe {
            if in_tiles > 0 {
                tiles(key, start, input, output, in_tiles);
                wipe_stack::<512>();
            }
            if rest > 0 {
                let start = start.wrapping_add((in_tiles / BLOCK_LEN) as u128);
                rows(key, start, input.add(in_tiles), output.add(in_tiles), rest);
            }
        }
    }

    fn start<B: Beside>(self, key: &Key, start: u128, mut data: InOut<'_>, first: &mut [u8; BLOCK_LEN], beside: &B) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel<B: Beside>(
            of: (&Key, u128),
            data: (*const u8, *mut u8, usize),
            first: &mut [u8; BLOCK_LEN],
            beside: &B,
        ) {
            align_frame();
            // SAFETY: the features are enabled here; the only call passes pointers to `len` bytes.
            unsafe { xor_start(of, data, first, &mut { *beside }) };
        }
        let len = data.len();
        assert!(len <= MAX_START_LEN);
        let (input, output) = data.pointers();
        // SAFETY: the token proves that the CPU has these features; `len` bytes of `data` can be read and written.
        unsafe { kernel((key, start), (input, output, len), first, beside) };
        wipe_stack::<512>();
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn four(key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
            // SAFETY: the features are enabled here; each store writes one of the four blocks.
            unsafe {
                let [rows] = rows_of_blocks::<1>(key, start);
                for (block, bytes) in blocks_of_rows(rows).into_iter().zip(stream.as_chunks_mut::<BLOCK_LEN>().0) {
                    _mm512_storeu_si512(bytes.as_mut_ptr().cast(), block);
                }
            }
        }
        match stream.first_chunk_mut() {
            Some(stream) if blocks * BLOCK_LEN <= x2::LEN => x2::head(self, key, start, stream),
            // SAFETY: the token proves that the CPU has these features.
            _ => unsafe { four(key, start, stream) },
        }
    }

    fn xor_head(self, stream: &[u8], mut data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
        fn kernel(stream: *const u8, input: *const u8, output: *mut u8, len: usize) {
            for at in (0..len).step_by(BLOCK_LEN) {
                // SAFETY: the features are enabled here; the only call passes pointers to at least `len` bytes.
                unsafe {
                    let mask = mask_of(len - at);
                    let stream = _mm512_maskz_loadu_epi8(mask, stream.add(at).cast());
                    xor_masked(mask, stream, input.add(at), output.add(at));
                }
            }
        }
        assert!(stream.len() >= data.len(), "less keystream than data");
        let (input, output) = data.pointers();
        // SAFETY: the token proves that the CPU has these features; the stream and the data have at least `data.len()`
        // bytes.
        unsafe { kernel(stream.as_ptr(), input, output, data.len()) }
    }

    #[inline]
    fn hchacha20(self, key: &Key, input: u128, subkey: &mut Key) {
        x2::hchacha20(self, key, input, subkey);
    }
}

/// Returns the rows of four blocks before the rounds.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn first_rows(key: &Key, start: u128) -> [X16; 4] {
    let (first, last) = key.split_at(16);
    // SAFETY: the caller guarantees AVX-512; each load reads the constants or half of the key.
    unsafe {
        let row = |at: *const u8| _mm_loadu_si128(at.cast());
        let d = _mm_set_epi64x((start >> 64) as i64, start as i64);
        let counters = _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
        [
            X16(_mm512_broadcast_i32x4(row(CONSTANTS.as_ptr().cast()))),
            X16(_mm512_broadcast_i32x4(row(first.as_ptr()))),
            X16(_mm512_broadcast_i32x4(row(last.as_ptr()))),
            X16(_mm512_add_epi64(_mm512_broadcast_i32x4(d), counters)),
        ]
    }
}

#[inline(always)]
fn rounds_of_rows<const N: usize>(mut sets: [[X16; 4]; N]) -> [[X16; 4]; N] {
    for _ in 0..DOUBLE_ROUNDS {
        for set in &mut sets {
            *set = double_round_rows(*set);
        }
    }
    sets
}

/// Returns the keystream of `4 N` blocks, as rows.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn rows_of_blocks<const N: usize>(key: &Key, start: u128) -> [[X16; 4]; N] {
    // SAFETY: the caller guarantees AVX-512.
    let mut first = unsafe { [first_rows(key, start); N] };
    for (at, [_, _, _, d]) in first.iter_mut().enumerate() {
        // SAFETY: the caller guarantees AVX-512.
        d.0 = unsafe { _mm512_add_epi64(d.0, _mm512_broadcast_i32x4(_mm_set_epi64x(0, 4 * at as i64))) };
    }
    let mut sets = rounds_of_rows(first);
    for (set, first) in sets.iter_mut().zip(first) {
        for (row, first) in set.iter_mut().zip(first) {
            *row = row.add(first);
        }
    }
    sets
}

/// Converts the rows of four blocks to the blocks.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn blocks_of_rows([a, b, c, d]: [X16; 4]) -> [__m512i; 4] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let (ab_01, ab_23) = (_mm512_shuffle_i32x4::<0x44>(a.0, b.0), _mm512_shuffle_i32x4::<0xee>(a.0, b.0));
        let (cd_01, cd_23) = (_mm512_shuffle_i32x4::<0x44>(c.0, d.0), _mm512_shuffle_i32x4::<0xee>(c.0, d.0));
        [
            _mm512_shuffle_i32x4::<0x88>(ab_01, cd_01),
            _mm512_shuffle_i32x4::<0xdd>(ab_01, cd_01),
            _mm512_shuffle_i32x4::<0x88>(ab_23, cd_23),
            _mm512_shuffle_i32x4::<0xdd>(ab_23, cd_23),
        ]
    }
}

/// XORs up to `4 N` blocks with the keystream, computed by rows.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes, at most those of `4 N` blocks, can be read and written.
#[inline(always)]
unsafe fn xor_rows<const N: usize>(key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
    // SAFETY: the caller guarantees AVX-512 and `len` bytes; masks keep within them.
    unsafe {
        for (set, rows) in rows_of_blocks::<N>(key, start).into_iter().enumerate() {
            for (block, stream) in blocks_of_rows(rows).into_iter().enumerate() {
                xor_within(stream, input, output, (4 * set + block) * BLOCK_LEN, len);
            }
        }
    }
}

/// Returns a mask of the first `len` bytes of a vector.
#[inline(always)]
fn mask_of(len: usize) -> __mmask64 {
    if len >= BLOCK_LEN { u64::MAX } else { (1 << len) - 1 }
}

/// XORs one block, at byte `at` of `len` bytes; nothing past their end.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_within(stream: __m512i, input: *const u8, output: *mut u8, at: usize, len: usize) {
    if at < len {
        // SAFETY: the caller guarantees AVX-512 and `len` bytes; the mask keeps within them.
        unsafe { xor_masked(mask_of(len - at), stream, input.add(at), output.add(at)) };
    }
}

/// XORs the bytes of the mask with the keystream.
///
/// # Safety
/// The CPU must have AVX-512; the bytes of the mask can be read and written.
#[inline(always)]
unsafe fn xor_masked(mask: __mmask64, stream: __m512i, input: *const u8, output: *mut u8) {
    // SAFETY: the caller guarantees AVX-512, and that the bytes of the mask can be read and written.
    unsafe {
        let text = _mm512_maskz_loadu_epi8(mask, input.cast());
        _mm512_mask_storeu_epi8(output.cast(), mask, _mm512_xor_si512(text, stream));
    }
}

/// Returns the counters of sixteen blocks from block `counter` on: their lower and upper halves.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn counters(counter: u64) -> [__m512i; 2] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let (low, high) = (_mm512_set1_epi32(counter as i32), _mm512_set1_epi32((counter >> 32) as i32));
        let c0 = _mm512_add_epi32(low, lanes);
        let carry = _mm512_cmplt_epu32_mask(c0, low);
        [c0, _mm512_mask_add_epi32(high, carry, high, _mm512_set1_epi32(1))]
    }
}

/// Returns the words of sixteen blocks before the rounds; `state` has all words except the counters.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn first_words(state: &[u32; 16], counters: [__m512i; 2]) -> [X16; 16] {
    // Read again before the rounds and after them: otherwise the compiler keeps all words of the key in vectors, for
    // which there are not enough registers.
    let state = core::hint::black_box(state);
    let mut x = [X16(counters[0]); 16];
    for (i, x) in x.iter_mut().enumerate() {
        x.0 = match i {
            12 => counters[0],
            13 => counters[1],
            // SAFETY: the caller guarantees AVX-512.
            _ => unsafe { _mm512_set1_epi32(state[i].cast_signed()) },
        };
    }
    x
}

/// Section 2.3: adds the words before the rounds to those after them.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn add_first_words(mut x: [X16; 16], state: &[u32; 16], counters: [__m512i; 2]) -> [X16; 16] {
    // SAFETY: the caller guarantees AVX-512.
    for (x, first) in x.iter_mut().zip(unsafe { first_words(state, counters) }) {
        *x = x.add(first);
    }
    x
}

/// Returns the words of sixteen blocks from block `counter` on.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn words(state: &[u32; 16], counter: u64) -> [X16; 16] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let counters = counters(counter);
        let mut x = first_words(state, counters);
        for _ in 0..DOUBLE_ROUNDS {
            double_round(&mut x);
        }
        add_first_words(x, state, counters)
    }
}

/// Returns the words of sixteen blocks from block `counter` on. Between the rounds, it does the steps of the saved
/// tile, which is written out as a whole.
///
/// # Safety
/// The CPU must have AVX-512; the bytes of a tile can be read and written.
#[inline(always)]
unsafe fn words_and_tile(state: &[u32; 16], counter: u64, tile: &mut Tile, data: (*const u8, *mut u8)) -> [X16; 16] {
    // SAFETY: the caller guarantees AVX-512, and that the bytes of a tile can be read and written.
    unsafe {
        let counters = counters(counter);
        let mut x = first_words(state, counters);
        // Expanded by a macro, so that every index is a constant.
        macro_rules! double_rounds {
            ($($step:literal)+) => {$(
                double_round(&mut x);
                if $step < STEPS {
                    tile.step($step, data.0, data.1, TILE_LEN);
                }
            )+};
        }
        const { assert!(STEPS < DOUBLE_ROUNDS) };
        double_rounds!(0 1 2 3 4 5 6 7 8 9);
        add_first_words(x, state, counters)
    }
}

/// The saved words of a tile of keystream.
#[repr(C, align(64))]
struct Tile([[u32; 16]; 16]);

/// Ordering a tile takes eight steps, which can be interleaved with rounds.
const STEPS: usize = 8;

impl Tile {
    /// Returns a word of sixteen blocks.
    ///
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn get(&self, word: usize) -> X16 {
        // SAFETY: the caller guarantees AVX-512; the load reads an array of 64 bytes, aligned to 64.
        X16(unsafe { _mm512_load_si512(self.0[word].as_ptr().cast()) })
    }

    /// Stores a word of sixteen blocks.
    ///
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn set(&mut self, word: usize, vector: X16) {
        // SAFETY: the caller guarantees AVX-512; the store writes an array of 64 bytes, aligned to 64.
        unsafe { _mm512_store_si512(self.0[word].as_mut_ptr().cast(), vector.0) };
    }

    /// Stores all words.
    ///
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn put(&mut self, words: [X16; 16]) {
        for (i, vector) in words.into_iter().enumerate() {
            // SAFETY: the caller guarantees AVX-512.
            unsafe { self.set(i, vector) };
        }
    }

    /// Does one of the [`STEPS`]. Each of the first four orders the words of a row within groups of four blocks; each
    /// of the others orders four blocks and writes the part of the tile's first `len` bytes that is in these blocks.
    ///
    /// # Safety
    /// The CPU must have AVX-512; `len` bytes can be read and written.
    #[inline(always)]
    unsafe fn step(&mut self, step: usize, input: *const u8, output: *mut u8, len: usize) {
        // SAFETY: the caller guarantees AVX-512, and that `len` bytes can be read and written.
        unsafe {
            if step < 4 {
                let (w0, w1) = (self.get(4 * step), self.get(4 * step + 1));
                let (w2, w3) = (self.get(4 * step + 2), self.get(4 * step + 3));
                let [r0, r1, r2, r3] = rows_of_words([w0, w1, w2, w3]);
                self.set(4 * step, r0);
                self.set(4 * step + 1, r1);
                self.set(4 * step + 2, r2);
                self.set(4 * step + 3, r3);
            } else {
                let column = step - 4;
                let (a, b) = (self.get(column), self.get(column + 4));
                let (c, d) = (self.get(column + 8), self.get(column + 12));
                xor_column(column, [a, b, c, d], input, output, len);
            }
        }
    }
}

/// Orders four words of sixteen blocks within groups of four blocks: lane l of vector i has the words of block `4 l +
/// i`.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn rows_of_words([w0, w1, w2, w3]: [X16; 4]) -> [X16; 4] {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let (low01, high01) = (_mm512_unpacklo_epi32(w0.0, w1.0), _mm512_unpackhi_epi32(w0.0, w1.0));
        let (low23, high23) = (_mm512_unpacklo_epi32(w2.0, w3.0), _mm512_unpackhi_epi32(w2.0, w3.0));
        [
            X16(_mm512_unpacklo_epi64(low01, low23)),
            X16(_mm512_unpackhi_epi64(low01, low23)),
            X16(_mm512_unpacklo_epi64(high01, high23)),
            X16(_mm512_unpackhi_epi64(high01, high23)),
        ]
    }
}

/// Writes out the blocks `column`, `column` + 4, + 8 and + 12, as far as they are within `len` bytes.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_column(column: usize, rows: [X16; 4], input: *const u8, output: *mut u8, len: usize) {
    // SAFETY: the caller guarantees AVX-512, and that `len` bytes can be read and written.
    unsafe {
        let [b0, b1, b2, b3] = blocks_of_rows(rows);
        xor_within(b0, input, output, column * BLOCK_LEN, len);
        xor_within(b1, input, output, (column + 4) * BLOCK_LEN, len);
        xor_within(b2, input, output, (column + 8) * BLOCK_LEN, len);
        xor_within(b3, input, output, (column + 12) * BLOCK_LEN, len);
    }
}

/// Processes one tile, and writes `len` bytes of it.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_tile(key: &Key, start: u128, input: *const u8, output: *mut u8, len: usize) {
    let mut state = state(key, start);
    // SAFETY: the caller guarantees AVX-512, and that `len` bytes can be read and written.
    unsafe {
        let words = words(&state, start as u64);
        xor_words(words, input, output, len);
    }
    wipe(&mut state);
}

/// Writes `len` bytes of a tile.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_words(words: [X16; 16], input: *const u8, output: *mut u8, len: usize) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf] = words;
    // SAFETY: the caller guarantees AVX-512, and that `len` bytes can be read and written.
    unsafe {
        let [a0, a1, a2, a3] = rows_of_words([w0, w1, w2, w3]);
        let [b0, b1, b2, b3] = rows_of_words([w4, w5, w6, w7]);
        let [c0, c1, c2, c3] = rows_of_words([w8, w9, wa, wb]);
        let [d0, d1, d2, d3] = rows_of_words([wc, wd, we, wf]);
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
/// The CPU must have AVX-512; `len` bytes can be read and written.
#[inline(always)]
unsafe fn xor_start(
    (key, start): (&Key, u128),
    (input, output, len): (*const u8, *mut u8, usize),
    first: &mut [u8; BLOCK_LEN],
    beside: &mut impl Beside,
) {
    const HALF: usize = DOUBLE_ROUNDS / 2;
    const IN_ROWS: usize = 3 * BLOCK_LEN;
    let mut state = state(key, start);
    // SAFETY: the caller guarantees AVX-512, and that `len` bytes can be read and written.
    unsafe {
        let counters = counters((start as u64).wrapping_add(4));
        let mut x = first_words(&state, counters);
        let mut rows = first_rows(key, start);
        for _ in 0..HALF {
            rows = double_round_rows(rows);
            double_round(&mut x);
            rows = double_round_rows(rows);
        }
        for (row, first) in rows.iter_mut().zip(first_rows(reread(key), start)) {
            *row = row.add(first);
        }
        let [block, b1, b2, b3] = blocks_of_rows(rows);
        _mm512_storeu_si512(first.as_mut_ptr().cast(), block);
        xor_within(b1, input, output, 0, len);
        xor_within(b2, input, output, BLOCK_LEN, len);
        xor_within(b3, input, output, 2 * BLOCK_LEN, len);
        beside.first_block(first);
        // A loop, since the compiler would move all of the other work before unrolled rounds.
        for number in 0..HALF {
            beside.step(2 * number);
            double_round(&mut x);
            beside.step(2 * number + 1);
        }
        let words = add_first_words(x, &state, counters);
        if len > IN_ROWS {
            xor_words(words, input.add(IN_ROWS), output.add(IN_ROWS), len - IN_ROWS);
        }
    }
    wipe(&mut state);
}

/// Processes `len` bytes by tiles; the last one may be shorter.
///
/// # Safety
/// The CPU must have AVX-512; `len` bytes, at least one, can be read and written.
#[inline(always)]
unsafe fn xor_tiles(key: &Key, start: u128, mut input: *const u8, mut output: *mut u8, mut len: usize) {
    let mut state = state(key, start);
    let mut counter = start as u64;
    let mut tile = Tile([[0; 16]; 16]);
    // SAFETY: the caller guarantees AVX-512 and `len` bytes; the pointers advance by whole tiles while more bytes
    // remain.
    unsafe {
        tile.put(words(&state, counter));
        while len > TILE_LEN {
            counter = counter.wrapping_add(16);
            let next = words_and_tile(&state, counter, &mut tile, (input, output));
            tile.put(next);
            input = input.add(TILE_LEN);
            output = output.add(TILE_LEN);
            len -= TILE_LEN;
        }
        // Expanded by a macro, so that every index is a constant.
        macro_rules! steps {
            ($($step:literal)+) => { $(tile.step($step, input, output, len);)+ };
        }
        steps!(0 1 2 3 4 5 6 7);
    }
    wipe(tile.0.as_flattened_mut());
    wipe(&mut state);
}
