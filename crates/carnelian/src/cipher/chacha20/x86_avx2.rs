//! ChaCha20 with AVX2: eight blocks in parallel, with one of their words in each vector; for short data by rows, with a
//! row of the state of two blocks in each vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, HEAD_LEN, Kernel, Key, MacBlock, NoWork, StartWork, TEXT_TILE_LEN, TileWork};
use super::rounds::{ChaChaRounds, DOUBLE_ROUNDS, double_round_rows, first_rows, state};
use super::x86_avx2_x8::Memory;
use crate::base::cpu::{Avx2, with_features_of};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{RowLanes, U32x8Avx2, xor_bytes, xor_halves};
use crate::base::memory::{align_frame, reread, wipe, wipe_stack};
use crate::cipher::arithmetic::rounds::{add_rows, rows_of_blocks};
use core::mem::MaybeUninit;

/// Bytes in a tile: eight blocks.
const TILE_LEN: usize = 8 * BLOCK_LEN;
const _: () = assert!(TILE_LEN == TEXT_TILE_LEN);
/// Bytes in two blocks.
const TWO_BLOCKS: usize = 2 * BLOCK_LEN;
/// Bytes in a vector, which has half a block.
const HALF: usize = BLOCK_LEN / 2;

/// Bytes that [`Kernel::start`] processes.
const START_LEN: usize = TILE_LEN - BLOCK_LEN;

/// The input that makes the output the keystream itself.
static ZEROS: [u8; TILE_LEN] = [0; TILE_LEN];

/// Keystream of up to eight blocks. It is not cleared before it is filled.
#[repr(C, align(32))]
struct Stream(MaybeUninit<[u8; TILE_LEN]>);

impl Stream {
    #[inline(always)]
    const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    #[inline(always)]
    const fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Kernel for Avx2 {
    const START_LEN: Option<usize> = Some(START_LEN);

    const INTERLEAVES_TILES: bool = true;

    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        if data.len() == BLOCK_LEN {
            xor_one_block(self, key, start, data);
        } else {
            self.xor_interleaved(key, start, data, &mut NoWork);
        }
    }

    fn start<W: StartWork>(self, key: &Key, start: u128, data: InOut<'_>, first: &mut [u8; BLOCK_LEN], _: &W) {
        if data.len() == 0 {
            first_block(self, key, start, first);
        } else {
            first_block_and_data(self, key, start, data, first);
        }
    }

    fn xor_interleaved<'d, W: TileWork<'d>>(self, key: &Key, start: u128, data: InOut<'d>, work: &mut W) {
        let len = data.len();
        let (in_tiles, data) = data.split_at(len - len % TILE_LEN);
        let start_of_rest = start.wrapping_add((in_tiles.len() / BLOCK_LEN) as u128);
        let in_rest = data.len();
        if in_tiles.len() > 0 {
            let mut memory = MaybeUninit::uninit();
            tiles(self, key, start, in_tiles, work, &mut memory);
            Memory::wipe(self, &mut memory);
        }
        if in_rest > 0 {
            rest(self, key, start_of_rest, data, work);
        }
        // The frames of `rest`, including its callees for more than two blocks, and of `tiles`, whose vectors are in
        // `memory`.
        match in_rest {
            0 => wipe_stack::<768>(),
            1..=TWO_BLOCKS => wipe_stack::<2048>(),
            _ => wipe_stack::<2560>(),
        }
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        head(self, key, start, blocks, stream);
        if blocks > 2 {
            wipe_stack::<1024>();
        }
    }

    kernels! { proof: Avx2;
        fn xor_head(self, stream: &[u8], data: InOut<'_>) {
            let mut data = data;
            let (len, (input, output)) = (data.len(), data.pointers());
            assert!(stream.len() >= len, "less keystream than data");
            // SAFETY: the stream and the data have `len` bytes.
            unsafe { xor_bytes(proof, stream.as_ptr(), (input, output, len)) }
        }
    }
}

kernels! { proof: Avx2;
    fn xor_one_block(proof, key: &Key, start: u128, data: InOut<'_>) {
        let mut data = data;
        let (len, (input, output)) = (data.len(), data.pointers());
        assert!(len == BLOCK_LEN);
        let [first, second] = one_block(proof, key, start);
        // SAFETY: `data` is one block.
        unsafe {
            first.xor_into(input, output);
            second.xor_into(input.add(HALF), output.add(HALF));
        }
    }

    fn first_block(proof, key: &Key, start: u128, first: &mut [u8; BLOCK_LEN]) {
        let at = first.as_mut_ptr();
        let halves = one_block(proof, key, start);
        // SAFETY: two vectors are a block.
        unsafe {
            halves[0].store_at(at);
            halves[1].store_at(at.add(HALF));
        }
    }

    fn first_block_and_data(proof, key: &Key, start: u128, data: InOut<'_>, first: &mut [u8; BLOCK_LEN]) {
        align_frame();
        let mut data = data;
        let (len, (input, output)) = (data.len(), data.pointers());
        assert!(len <= START_LEN);
        let mut stream = Stream::new();
        let at = stream.start();
        // SAFETY: the stream has eight blocks, so at least `len` bytes after the first one; the pointers are to `len`
        // bytes. At least one block is generated.
        unsafe {
            make_stream(proof, key, start, BLOCK_LEN + len, at, &mut NoWork);
            xor_bytes(proof, at.add(BLOCK_LEN), (input, output, len));
            *first = at.cast::<[u8; BLOCK_LEN]>().read();
        }
    } wipes 2560;

    fn tiles['d, W: TileWork<'d>][W](
        proof,
        key: &Key,
        start: u128,
        data: InOut<'d>,
        work: &mut W,
        memory: &mut MaybeUninit<Memory>,
    ) {
        align_frame();
        let mut data = data;
        let mut copy = *work;
        let (len, (input, output)) = (data.len(), data.pointers());
        // SAFETY: the pointers and the length are those of `data`.
        unsafe { xor_tiles(proof, start, (input, output, len), &mut copy, Memory::begin(proof, memory, &state(key, start))) }
        *work = copy;
    }

    fn rest['d, W: TileWork<'d>][W](proof, key: &Key, start: u128, data: InOut<'d>, work: &mut W) {
        align_frame();
        let mut data = data;
        let mut copy = *work;
        let mut stream = Stream::new();
        let (len, (input, output)) = (data.len(), data.pointers());
        assert!(len <= TILE_LEN);
        // SAFETY: the pointers are to `len` bytes, no more than the stream has. Input is not overwritten before
        // `settle`, and output is not written again after `wrote`.
        unsafe {
            copy.reads(core::slice::from_raw_parts(input, len));
            make_stream(proof, key, start, len, stream.start(), &mut copy);
            copy.settle();
            xor_bytes(proof, stream.start(), (input, output, len));
            copy.wrote(core::slice::from_raw_parts(output, len));
        }
        if len <= TWO_BLOCKS {
            // SAFETY: any bytes are valid, and two blocks have been written.
            wipe(unsafe { core::slice::from_raw_parts_mut(stream.start(), TWO_BLOCKS) });
        }
        *work = copy;
    }

    /// Writes the first two of the blocks, or all four.
    fn head(proof, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        // SAFETY: the stream has four blocks.
        unsafe {
            if blocks > 2 {
                store_rows::<2>(proof, key, start, stream.as_mut_ptr(), &mut NoWork);
            } else {
                store_rows::<1>(proof, key, start, stream.as_mut_ptr(), &mut NoWork);
            }
        }
    }
}

/// Data as pointers: where it is read, where it is written, and its length in bytes.
type Text = (*const u8, *mut u8, usize);

/// Returns the keystream of one block.
#[inline(always)]
fn one_block(proof: Avx2, key: &Key, start: u128) -> [U32x8Avx2; 2] {
    let [rows] = rows_of_blocks::<ChaChaRounds, U32x8Avx2, 1>(proof, key, start);
    let [first, second, _, _] = U32x8Avx2::interleave_rows(rows);
    [first, second]
}

/// Generates at least `len` bytes of keystream, up to eight blocks, with other work between the rounds. The caller must
/// wipe what it leaves on the stack.
///
/// # Safety
/// Eight blocks can be written.
#[inline(always)]
unsafe fn make_stream<'d>(
    proof: Avx2,
    key: &Key,
    start: u128,
    len: usize,
    stream: *mut u8,
    work: &mut impl TileWork<'d>,
) {
    debug_assert!(len <= TILE_LEN);
    // SAFETY: eight blocks can be written.
    unsafe {
        match len.div_ceil(TWO_BLOCKS) {
            1 => store_rows::<1>(proof, key, start, stream, work),
            2 => store_rows::<2>(proof, key, start, stream, work),
            3 => store_rows::<3>(proof, key, start, stream, work),
            _ => {
                let mut memory = MaybeUninit::uninit();
                let memory = Memory::begin(proof, &mut memory, &state(key, start));
                xor_tile(proof, memory, start as u64, (ZEROS.as_ptr(), stream), work);
            }
        }
    }
}

/// Writes the keystream of `2 N` blocks, with other work between the rounds.
///
/// # Safety
/// The blocks can be written.
#[inline(always)]
unsafe fn store_rows<'d, const N: usize>(
    proof: Avx2,
    key: &Key,
    start: u128,
    stream: *mut u8,
    work: &mut impl TileWork<'d>,
) {
    let mut sets: [[U32x8Avx2; 4]; N] = [first_rows(proof, key, start); N];
    for (at, [_, _, _, d]) in sets.iter_mut().enumerate() {
        *d = d.add_to_rows(2 * at as u64);
    }
    for _ in 0..DOUBLE_ROUNDS {
        for set in &mut sets {
            *set = double_round_rows(*set);
        }
        work.step();
    }
    let [a, b, c, d] = first_rows(proof, reread(key), start);
    for (at, set) in sets.into_iter().enumerate() {
        let rows = add_rows(set, [a, b, c, d.add_to_rows(2 * at as u64)]);
        for (half, vector) in U32x8Avx2::interleave_rows(rows).into_iter().enumerate() {
            // SAFETY: `2 N` blocks can be written.
            unsafe { vector.store_at(stream.add(TWO_BLOCKS * at + HALF * half)) };
        }
    }
}

/// XORs whole tiles with the keystream.
///
/// # Safety
/// The text, a multiple of a tile, can be read and written.
#[inline(always)]
unsafe fn xor_tiles<'d>(
    proof: Avx2,
    start: u128,
    (input, output, len): Text,
    work: &mut impl TileWork<'d>,
    memory: &mut Memory,
) {
    debug_assert!(len.is_multiple_of(TILE_LEN));
    for at in (0..len).step_by(TILE_LEN) {
        // SAFETY: a tile remains. No part of it is written before it is read, or written twice.
        unsafe {
            let (input, output) = (input.add(at), output.add(at));
            work.reads(core::slice::from_raw_parts(input, TILE_LEN));
            let counter = (start as u64).wrapping_add((at / BLOCK_LEN) as u64);
            xor_tile(proof, memory, counter, (input, output), work);
            work.wrote(core::slice::from_raw_parts(output, TILE_LEN));
        }
    }
}

/// XORs a tile with the keystream from block `counter` on, with other work between its rounds.
///
/// # Safety
/// A tile can be read and written.
#[inline(always)]
unsafe fn xor_tile<'d>(
    proof: Avx2,
    memory: &mut Memory,
    counter: u64,
    (input, output): (*const u8, *mut u8),
    work: &mut impl TileWork<'d>,
) {
    with_features_of! { Avx2,
        /// Not inlined, and called through a pointer that the compiler does not know: the analysis of the assembly
        /// treats a function's arguments as public, but not what is loaded from memory.
        ///
        /// # Safety
        /// The blocks can be read; a tile can be read and written.
        #[inline(never)]
        unsafe fn kernel(
            proof: Avx2,
            memory: &mut Memory,
            blocks: *const [MacBlock],
            input: *const u8,
            output: *mut u8,
        ) {
            align_frame();
            // SAFETY: the blocks can be read, and a tile can be read and written.
            unsafe {
                let [w0, w1, w2, w3, w4, w5, w6, w7, rest @ ..] = memory.rounds(proof, blocks);
                xor_halves(U32x8Avx2::transpose([w0, w1, w2, w3, w4, w5, w6, w7]), input, output);
                xor_halves(U32x8Avx2::transpose(rest), input.add(HALF), output.add(HALF));
            }
        }
    }
    let kernel = core::hint::black_box(kernel as unsafe fn(Avx2, &mut Memory, *const [MacBlock], *const u8, *mut u8));
    memory.count(U32x8Avx2::counters(proof, counter));
    work.tile(|number, blocks| {
        memory.number = *number;
        // SAFETY: the token proves that the CPU has the features; the blocks are a slice's, and a tile can be read and
        // written.
        unsafe { kernel(proof, memory, blocks, input, output) };
        *number = memory.number;
    });
}
