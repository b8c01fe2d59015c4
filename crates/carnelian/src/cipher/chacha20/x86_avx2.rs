//! ChaCha20 with AVX2: eight blocks in parallel, with one of their words in each vector; for short data by rows, with a
//! row of the state of two blocks in each vector.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Beside, BesideText, HEAD_LEN, Kernel, Key, MacBlock, Nothing, TEXT_TILE_LEN};
use super::rounds::{CONSTANTS, DOUBLE_ROUNDS, Rows, Words, double_round_rows, state};
use super::x86_avx2_x8::Work;
use crate::base::cpu::Avx2;
use crate::base::in_out::InOut;
use crate::base::memory::{align_frame, reread, wipe, wipe_stack};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Bytes in a tile: eight blocks.
const TILE_LEN: usize = 8 * BLOCK_LEN;
const _: () = assert!(TILE_LEN == TEXT_TILE_LEN);
/// Bytes in two blocks.
const TWO_BLOCKS: usize = 2 * BLOCK_LEN;

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

/// Eight words.
#[derive(Clone, Copy)]
struct X8(__m256i);

/// Byte shuffles that rotate each word to the left by 16 and by 8 bits.
// Read as volatile: if the compiler knows their contents, it uses two instructions instead of one, or moves the shuffle
// before the XOR, where it takes two shuffles. That costs a tenth of the time.
static BY_16: Shuffle = Shuffle([[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]; 2]);
static BY_8: Shuffle = Shuffle([[3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14]; 2]);

#[repr(C, align(32))]
struct Shuffle([[u8; 16]; 2]);

impl Words for X8 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX2; the loads read the arrays.
        Self(unsafe {
            match R {
                16 => _mm256_shuffle_epi8(self.0, (&raw const BY_16).cast::<__m256i>().read_volatile()),
                8 => _mm256_shuffle_epi8(self.0, (&raw const BY_8).cast::<__m256i>().read_volatile()),
                12 => _mm256_or_si256(_mm256_slli_epi32::<12>(self.0), _mm256_srli_epi32::<20>(self.0)),
                _ => _mm256_or_si256(_mm256_slli_epi32::<7>(self.0), _mm256_srli_epi32::<25>(self.0)),
            }
        })
    }
}

impl Rows for X8 {
    #[inline(always)]
    fn rotate_rows<const K: i32>(self) -> Self {
        // SAFETY: values of this type exist only in kernels that enable AVX2.
        Self(unsafe {
            match K {
                1 => _mm256_shuffle_epi32::<0b00_11_10_01>(self.0),
                2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm256_shuffle_epi32::<0b10_01_00_11>(self.0),
            }
        })
    }
}

impl Kernel for Avx2 {
    const START_LEN: Option<usize> = Some(START_LEN);

    const WORKS_BESIDE: bool = true;

    fn xor(self, key: &Key, start: u128, mut data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn one_block(key: &Key, start: u128, input: *const u8, output: *mut u8) {
            // SAFETY: the features are enabled here; the pointers of the only call are to a block.
            unsafe {
                let [first, second] = vectors_of_one_block(key, start);
                xor_vector(first, input, output);
                xor_vector(second, input.add(32), output.add(32));
            }
        }
        if data.len() == BLOCK_LEN {
            let (input, output) = data.pointers();
            // SAFETY: the token proves that the CPU has these features; `data` is one block.
            unsafe { one_block(key, start, input, output) };
        } else {
            self.xor_beside(key, start, data, &mut Nothing);
        }
    }

    fn start<B: Beside>(self, key: &Key, start: u128, mut data: InOut<'_>, first: &mut [u8; BLOCK_LEN], _: &B) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn one_block(key: &Key, start: u128, first: &mut [u8; BLOCK_LEN]) {
            // SAFETY: the features are enabled here; two vectors are a block.
            *first = unsafe { core::mem::transmute::<[__m256i; 2], [u8; BLOCK_LEN]>(vectors_of_one_block(key, start)) };
        }
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(key: &Key, start: u128, (input, output, len): Text, first: &mut [u8; BLOCK_LEN]) {
            align_frame();
            let mut stream = Stream::new();
            let at = stream.start();
            // SAFETY: the features are enabled here; the only call passes pointers to `len` bytes. At least one block is
            // generated.
            unsafe {
                make_stream(key, start, BLOCK_LEN + len, at, &mut Nothing);
                xor_bytes(at.add(BLOCK_LEN), input, output, len);
                *first = at.cast::<[u8; BLOCK_LEN]>().read();
            }
        }
        let len = data.len();
        assert!(len <= START_LEN);
        let (input, output) = data.pointers();
        // SAFETY: the token proves that the CPU has these features; `len` bytes of `data` can be read and written.
        unsafe {
            if len == 0 {
                one_block(key, start, first);
            } else {
                kernel(key, start, (input, output, len), first);
                wipe_stack::<2560>();
            }
        }
    }

    fn xor_beside<'d, B: BesideText<'d>>(self, key: &Key, start: u128, mut data: InOut<'d>, beside: &mut B) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn tiles<'d, B: BesideText<'d>>(
            key: &Key,
            start: u128,
            text: Text,
            beside: &mut B,
            work: &mut MaybeUninit<Work>,
        ) {
            align_frame();
            let mut copy = *beside;
            // SAFETY: the features are enabled here; the only call passes whole tiles that can be read and written.
            unsafe { xor_tiles(start, text, &mut copy, Work::begin(work, &state(key, start))) }
            *beside = copy;
        }
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn rest<'d, B: BesideText<'d>>(key: &Key, start: u128, (input, output, len): Text, beside: &mut B) {
            align_frame();
            let mut copy = *beside;
            let mut stream = Stream::new();
            // SAFETY: the features are enabled here; the only call passes pointers to `len` bytes, no more than the stream
            // has. Input is not overwritten before `settle`, and output is not written again after `wrote`.
            unsafe {
                copy.reads(core::slice::from_raw_parts(input, len));
                make_stream(key, start, len, stream.start(), &mut copy);
                copy.settle();
                xor_bytes(stream.start(), input, output, len);
                copy.wrote(core::slice::from_raw_parts(output, len));
            }
            if len <= TWO_BLOCKS {
                // SAFETY: any bytes are valid, and two blocks have been written.
                wipe(unsafe { core::slice::from_raw_parts_mut(stream.start(), TWO_BLOCKS) });
            }
            *beside = copy;
        }
        let len = data.len();
        let (input, output) = data.pointers();
        let in_tiles = len - len % TILE_LEN;
        // SAFETY: the token proves that the CPU has these features; all pointers and lengths are within `data`.
        unsafe {
            if in_tiles > 0 {
                let mut work = MaybeUninit::uninit();
                tiles(key, start, (input, output, in_tiles), beside, &mut work);
                Work::wipe(&mut work);
            }
            if in_tiles < len {
                let start = start.wrapping_add((in_tiles / BLOCK_LEN) as u128);
                rest(key, start, (input.add(in_tiles), output.add(in_tiles), len - in_tiles), beside);
            }
        }
        // The frames of `rest`, including its callees for more than two blocks, and of `tiles`, whose vectors are in
        // `work`.
        match len - in_tiles {
            0 => wipe_stack::<768>(),
            1..=TWO_BLOCKS => wipe_stack::<2048>(),
            _ => wipe_stack::<2560>(),
        }
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
            // SAFETY: the features are enabled here; the stores write within the stream.
            unsafe {
                if blocks > 2 {
                    store_rows::<2>(key, start, stream.as_mut_ptr(), &mut Nothing);
                } else {
                    store_rows::<1>(key, start, stream.as_mut_ptr(), &mut Nothing);
                }
            }
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(key, start, blocks, stream) };
        if blocks > 2 {
            wipe_stack::<1024>();
        }
    }

    fn hchacha20(self, key: &Key, input: u128, subkey: &mut Key) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(key: &Key, input: u128, subkey: &mut Key) {
            // SAFETY: the features are enabled here; each of the two stores writes half of the subkey.
            unsafe {
                let [a, _, _, d] = rounds_of_rows([first_rows(key, input)], &mut Nothing)[0];
                let (first, last) = subkey.split_at_mut(16);
                _mm_storeu_si128(first.as_mut_ptr().cast(), _mm256_castsi256_si128(a.0));
                _mm_storeu_si128(last.as_mut_ptr().cast(), _mm256_castsi256_si128(d.0));
            }
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(key, input, subkey) }
    }

    fn xor_head(self, stream: &[u8], mut data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(stream: *const u8, input: *const u8, output: *mut u8, len: usize) {
            // SAFETY: the features are enabled here; the only call passes pointers to at least `len` bytes.
            unsafe { xor_bytes(stream, input, output, len) }
        }
        assert!(stream.len() >= data.len(), "less keystream than data");
        let (input, output) = data.pointers();
        // SAFETY: the token proves that the CPU has these features; the stream and the data have at least `data.len()`
        // bytes.
        unsafe { kernel(stream.as_ptr(), input, output, data.len()) }
    }
}

/// Bytes that [`start`] processes.
pub(super) const START_LEN: usize = TILE_LEN - BLOCK_LEN;

/// The data of [`xor_beside`]: where it is read, where it is written, and its length in bytes.
type Text = (*const u8, *mut u8, usize);

/// Returns the rows of two blocks before the rounds.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn first_rows(key: &Key, start: u128) -> [X8; 4] {
    let (first, last) = key.split_at(16);
    // SAFETY: the caller guarantees AVX2; each load reads the constants or half of the key.
    unsafe {
        let row = |at: *const u8| _mm_loadu_si128(at.cast());
        let d = _mm_set_epi64x((start >> 64) as i64, start as i64);
        [
            X8(_mm256_broadcastsi128_si256(row(CONSTANTS.as_ptr().cast()))),
            X8(_mm256_broadcastsi128_si256(row(first.as_ptr()))),
            X8(_mm256_broadcastsi128_si256(row(last.as_ptr()))),
            X8(_mm256_add_epi64(_mm256_broadcastsi128_si256(d), _mm256_set_epi64x(0, 1, 0, 0))),
        ]
    }
}

#[inline(always)]
fn rounds_of_rows<'d, const N: usize>(mut sets: [[X8; 4]; N], beside: &mut impl BesideText<'d>) -> [[X8; 4]; N] {
    for _ in 0..DOUBLE_ROUNDS {
        for set in &mut sets {
            *set = double_round_rows(*set);
        }
        beside.step();
    }
    sets
}

/// Returns the keystream of one block.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn vectors_of_one_block(key: &Key, start: u128) -> [__m256i; 2] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let first @ [a0, b0, c0, d0] = first_rows(key, start);
        let [[a, b, c, d]] = rounds_of_rows([first], &mut Nothing);
        let (a, b, c, d) = (a.add(a0).0, b.add(b0).0, c.add(c0).0, d.add(d0).0);
        [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x20>(c, d)]
    }
}

/// Generates at least `len` bytes of keystream, up to eight blocks, with other work between the rounds. The caller must
/// wipe what it leaves on the stack.
///
/// # Safety
/// The CPU must have AVX2; eight blocks can be written.
#[inline(always)]
unsafe fn make_stream<'d>(key: &Key, start: u128, len: usize, stream: *mut u8, beside: &mut impl BesideText<'d>) {
    debug_assert!(len <= TILE_LEN);
    // SAFETY: the caller guarantees AVX2, and that eight blocks can be written.
    unsafe {
        match len.div_ceil(2 * BLOCK_LEN) {
            1 => store_rows::<1>(key, start, stream, beside),
            2 => store_rows::<2>(key, start, stream, beside),
            3 => store_rows::<3>(key, start, stream, beside),
            _ => {
                let mut work = MaybeUninit::uninit();
                let work = Work::begin(&mut work, &state(key, start));
                tile_beside(work, start as u64, (ZEROS.as_ptr(), stream), beside);
            }
        }
    }
}

/// Writes the keystream of `2 N` blocks.
///
/// # Safety
/// The CPU must have AVX2; the blocks can be written.
#[inline(always)]
unsafe fn store_rows<'d, const N: usize>(key: &Key, start: u128, stream: *mut u8, beside: &mut impl BesideText<'d>) {
    // SAFETY: the caller guarantees AVX2, and that `2 N` blocks can be written.
    unsafe {
        let mut sets = [first_rows(key, start); N];
        for (at, [_, _, _, d]) in sets.iter_mut().enumerate() {
            d.0 = _mm256_add_epi64(d.0, _mm256_set_epi64x(0, 2 * at as i64, 0, 2 * at as i64));
        }
        let sets = rounds_of_rows(sets, beside);
        let [a0, b0, c0, d0] = first_rows(reread(key), start);
        for (at, [a, b, c, d]) in sets.into_iter().enumerate() {
            let d0 = X8(_mm256_add_epi64(d0.0, _mm256_set_epi64x(0, 2 * at as i64, 0, 2 * at as i64)));
            let (a, b, c, d) = (a.add(a0).0, b.add(b0).0, c.add(c0).0, d.add(d0).0);
            let at = stream.add(2 * BLOCK_LEN * at).cast();
            _mm256_storeu_si256(at, _mm256_permute2x128_si256::<0x20>(a, b));
            _mm256_storeu_si256(at.add(1), _mm256_permute2x128_si256::<0x20>(c, d));
            _mm256_storeu_si256(at.add(2), _mm256_permute2x128_si256::<0x31>(a, b));
            _mm256_storeu_si256(at.add(3), _mm256_permute2x128_si256::<0x31>(c, d));
        }
    }
}

/// XORs `len` bytes with the keystream.
///
/// # Safety
/// The CPU must have AVX2; `len` bytes of all three can be used.
#[inline(always)]
unsafe fn xor_bytes(stream: *const u8, input: *const u8, output: *mut u8, len: usize) {
    let mut at = 0;
    // SAFETY: the caller guarantees AVX2 and `len` bytes; every access is within the remaining ones.
    unsafe {
        while len - at >= 32 {
            let stream = _mm256_loadu_si256(stream.add(at).cast());
            xor_vector(stream, input.add(at), output.add(at));
            at += 32;
        }
        if len - at >= 16 {
            let (stream, text) = (_mm_loadu_si128(stream.add(at).cast()), _mm_loadu_si128(input.add(at).cast()));
            _mm_storeu_si128(output.add(at).cast(), _mm_xor_si128(text, stream));
            at += 16;
        }
        if len - at >= 8 {
            let (stream, text) = (stream.add(at).cast::<u64>(), input.add(at).cast::<u64>());
            output.add(at).cast::<u64>().write_unaligned(text.read_unaligned() ^ stream.read_unaligned());
            at += 8;
        }
        while at < len {
            *output.add(at) = *input.add(at) ^ *stream.add(at);
            at += 1;
        }
    }
}

/// XORs a vector of input with the keystream.
///
/// # Safety
/// The CPU must have AVX2; a vector can be read and written.
#[inline(always)]
unsafe fn xor_vector(stream: __m256i, input: *const u8, output: *mut u8) {
    // SAFETY: the caller guarantees AVX2, and that a vector can be read and written.
    unsafe {
        let text = _mm256_loadu_si256(input.cast());
        _mm256_storeu_si256(output.cast(), _mm256_xor_si256(text, stream));
    }
}

/// XORs whole tiles with the keystream.
///
/// # Safety
/// The CPU must have AVX2; the text, a multiple of a tile, can be read and written.
#[inline(always)]
unsafe fn xor_tiles<'d>(start: u128, (input, output, len): Text, beside: &mut impl BesideText<'d>, work: &mut Work) {
    debug_assert!(len.is_multiple_of(TILE_LEN));
    for at in (0..len).step_by(TILE_LEN) {
        // SAFETY: the caller guarantees AVX2, and a tile remains. No part of it is written before it is read, or
        // written twice.
        unsafe {
            let (input, output) = (input.add(at), output.add(at));
            beside.reads(core::slice::from_raw_parts(input, TILE_LEN));
            let counter = (start as u64).wrapping_add((at / BLOCK_LEN) as u64);
            tile_beside(work, counter, (input, output), beside);
            beside.wrote(core::slice::from_raw_parts(output, TILE_LEN));
        }
    }
}

/// XORs a tile with the keystream from block `counter` on, with other work between its rounds.
///
/// # Safety
/// The CPU has what [`Avx2`] proves; a tile can be read and written.
#[inline(always)]
unsafe fn tile_beside<'d>(work: &mut Work, counter: u64, text: (*const u8, *mut u8), beside: &mut impl BesideText<'d>) {
    /// Not inlined, since the analysis of the assembly treats a function's arguments as public, but not what is loaded
    /// from memory.
    ///
    /// # Safety
    /// The requirements of the enclosing function; the blocks can be read.
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn kernel(work: &mut Work, blocks: *const [MacBlock], input: *const u8, output: *mut u8) {
        align_frame();
        // SAFETY: the caller guarantees the features of [`Avx2`], the blocks, and a tile at both pointers.
        unsafe {
            let [w0, w1, w2, w3, w4, w5, w6, w7, rest @ ..] = work.rounds(blocks);
            write_halves(transpose([w0, w1, w2, w3, w4, w5, w6, w7]), input, output);
            write_halves(transpose(rest), input.add(32), output.add(32));
        }
    }
    let kernel = core::hint::black_box(kernel as unsafe fn(&mut Work, *const [MacBlock], *const u8, *mut u8));
    // SAFETY: the caller guarantees the features of [`Avx2`] and a tile at both pointers; the blocks are a slice's.
    unsafe {
        work.count(counters(counter));
        beside.beside(|number, blocks| {
            *work.number() = *number;
            kernel(work, blocks, text.0, text.1);
            *number = *work.number();
        });
    }
}

/// Returns the counters of eight blocks: words 12 and 13 of their states.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn counters(counter: u64) -> [__m256i; 2] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        // The counters of eight blocks, then their halves; a shuffle takes two words from each half of both vectors.
        let counter = _mm256_set1_epi64x(counter.cast_signed());
        let first = _mm256_castsi256_ps(_mm256_add_epi64(counter, _mm256_setr_epi64x(0, 1, 4, 5)));
        let second = _mm256_castsi256_ps(_mm256_add_epi64(counter, _mm256_setr_epi64x(2, 3, 6, 7)));
        [
            _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second)),
            _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second)),
        ]
    }
}

/// Converts eight words of eight blocks to the eight words of each block.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn transpose([w0, w1, w2, w3, w4, w5, w6, w7]: [__m256i; 8]) -> [__m256i; 8] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let four = four_words([w0, w1, w2, w3]);
        let next = four_words([w4, w5, w6, w7]);
        [
            _mm256_permute2x128_si256::<0x20>(four[0], next[0]),
            _mm256_permute2x128_si256::<0x20>(four[1], next[1]),
            _mm256_permute2x128_si256::<0x20>(four[2], next[2]),
            _mm256_permute2x128_si256::<0x20>(four[3], next[3]),
            _mm256_permute2x128_si256::<0x31>(four[0], next[0]),
            _mm256_permute2x128_si256::<0x31>(four[1], next[1]),
            _mm256_permute2x128_si256::<0x31>(four[2], next[2]),
            _mm256_permute2x128_si256::<0x31>(four[3], next[3]),
        ]
    }
}

/// Converts four words of eight blocks to those of blocks i and i + 4 in vector i.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn four_words([w0, w1, w2, w3]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let (low01, high01) = (_mm256_unpacklo_epi32(w0, w1), _mm256_unpackhi_epi32(w0, w1));
        let (low23, high23) = (_mm256_unpacklo_epi32(w2, w3), _mm256_unpackhi_epi32(w2, w3));
        [
            _mm256_unpacklo_epi64(low01, low23),
            _mm256_unpackhi_epi64(low01, low23),
            _mm256_unpacklo_epi64(high01, high23),
            _mm256_unpackhi_epi64(high01, high23),
        ]
    }
}

/// XORs half of each of eight blocks with the keystream.
///
/// # Safety
/// The CPU must have AVX2; the halves can be read and written.
#[inline(always)]
unsafe fn write_halves(halves: [__m256i; 8], input: *const u8, output: *mut u8) {
    for (block, stream) in halves.into_iter().enumerate() {
        // SAFETY: the caller guarantees AVX2, and that the halves can be read and written.
        unsafe { xor_vector(stream, input.add(block * BLOCK_LEN), output.add(block * BLOCK_LEN)) };
    }
}
