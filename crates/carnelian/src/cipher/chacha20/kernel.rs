//! The interface of ChaCha20 backends, and the one place where a backend is chosen.
//!
//! A keystream starts at the block whose state has the last row `start`, a little-endian number: 32 bits of counter and
//! 96 of nonce, or 64 of each. Kernels count in the lower 64 bits; if the counter has 32 bits, the caller must ensure
//! that no block past its end is used.

// Only architectures with vectors interleave other work with the rounds.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::in_out::InOut;
pub(in super::super) use crate::cipher::arithmetic::rounds::{BLOCK_LEN, Key};

/// Bytes of keystream that [`head`] generates: the output of one pass over rows with the widest vectors.
pub(in super::super) const HEAD_LEN: usize = 4 * BLOCK_LEN;

/// The maximum number of bytes that any backend's [`start`] processes.
pub(in super::super) const MAX_START_LEN: usize = 19 * BLOCK_LEN;

/// Bytes in the tiles of [`xor_interleaved`].
pub(in super::super) const TEXT_TILE_LEN: usize = 8 * BLOCK_LEN;

/// Blocks that are authenticated during one double round of eight blocks of keystream.
pub(in super::super) const BLOCKS_IN_ROUND: usize = 3;

/// A block of the authenticated data.
pub(in super::super) type MacBlock = [u8; 16];

/// The start of a keystream, aligned for whole vectors.
#[repr(C, align(64))]
pub(in super::super) struct Head(pub(in super::super) [u8; HEAD_LEN]);

/// A number that is multiplied between the rounds, in the form of Poly1305: h modulo 2¹³⁰ − 5, and its multiplier.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in super::super) struct Multiplied {
    /// h = h₀ + 2⁶⁴ h₁ + 2¹²⁸ h₂, and h₂ at most 6.
    pub(in super::super) h: [u64; 3],
    /// r = r₀ + 2⁶⁴ r₁, clamped: RFC 8439 Section 2.5.
    pub(in super::super) r: [u64; 2],
    /// 5/4 r₁.
    pub(in super::super) s1: u64,
}

impl Multiplied {
    /// A placeholder, where no number is multiplied.
    pub(in super::super) const NONE: Self = Self { h: [0; 3], r: [0; 2], s1: 0 };
}

/// Other work that [`start`] interleaves with its rounds, in a part of the processor that they leave idle. It is
/// inlined into the kernel and done on a copy, which the compiler can keep in registers and which the caller need not
/// wipe.
pub(in super::super) trait StartWork: Copy {
    /// Takes the first block of the keystream. Called before the first step.
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]);

    /// Does one of ten steps, given its number.
    fn step(&mut self, number: usize);
}

/// Other work that [`xor_interleaved`] interleaves with its rounds: Poly1305 of a text. By default, the methods do
/// nothing.
pub(in super::super) trait TileWork<'d>: Copy {
    /// Takes the input that is read next; it may be overwritten after [`settle`](Self::settle) or in
    /// [`tile`](Self::tile).
    #[inline(always)]
    fn reads(&mut self, _input: &'d [u8]) {}

    /// Called ten times after `reads`, if the state is processed by rows.
    #[inline(always)]
    fn step(&mut self) {}

    /// The last call before output is written in that case.
    #[inline(always)]
    fn settle(&mut self) {}

    /// Called instead of [`step`](Self::step) and [`settle`](Self::settle) for a tile, with the function that processes
    /// it. Must pass to it a number, which is multiplied by r before each block is added, and the blocks: no more bytes
    /// than a tile has, and at least [`BLOCKS_IN_ROUND`] blocks or none. They are read before anything is written, and
    /// must include the input that was passed to `reads`.
    #[inline(always)]
    fn tile(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        tile(&mut { Multiplied::NONE }, &raw const *NO_BLOCKS);
    }

    /// Takes the output that has been written.
    #[inline(always)]
    fn wrote(&mut self, _output: &'d [u8]) {}
}

const NO_BLOCKS: &[MacBlock] = &[];

/// No work between the rounds.
#[derive(Clone, Copy)]
pub(in super::super) struct NoWork;

impl StartWork for NoWork {
    #[inline(always)]
    fn first_block(&mut self, _: &[u8; BLOCK_LEN]) {}
    #[inline(always)]
    fn step(&mut self, _: usize) {}
}

impl TileWork<'_> for NoWork {}

/// The keystream of ChaCha20.
pub(in super::super) trait Kernel: Copy {
    /// The number of bytes that [`start`](Self::start) processes at once, if that is faster than the first block and
    /// the data one after the other.
    const START_LEN: Option<usize> = None;

    /// Whether [`xor_interleaved`](Self::xor_interleaved) interleaves other work.
    const INTERLEAVES_TILES: bool = false;

    /// RFC 8439 Section 2.4: XORs `data`, which is not empty, with the keystream from block `start` on.
    fn xor(self, key: &Key, start: u128, data: InOut<'_>);

    /// Like [`xor`](Self::xor) from block `start` + 1 on, for at most [`START_LEN`](Self::START_LEN) bytes. The block
    /// before them is written to `first`. Backends that compute all of `START_LEN` in any case do the other work as
    /// soon as that block is available; the others do not do it.
    #[inline]
    fn start<B: StartWork>(self, key: &Key, start: u128, data: InOut<'_>, first: &mut [u8; BLOCK_LEN], _work: &B) {
        first.fill(0);
        self.xor(key, start, InOut::in_place(first));
        self.xor(key, start.wrapping_add(1), data);
    }

    /// Like [`xor`](Self::xor), with other work between the rounds if the backend [has a
    /// kernel](Self::INTERLEAVES_TILES) for that.
    #[inline]
    fn xor_interleaved<'d, B: TileWork<'d>>(self, key: &Key, start: u128, data: InOut<'d>, _work: &mut B) {
        self.xor(key, start, data);
    }

    /// Generates keystream from block `start` on: at least `blocks` of the four blocks are written.
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]);

    /// XORs `data` with `stream`, which must be at least as long.
    fn xor_head(self, stream: &[u8], data: InOut<'_>);
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

impl Backend {
    /// [`Kernel::START_LEN`].
    #[inline]
    pub(in super::super) const fn start_len(self) -> Option<usize> {
        dispatch!(self, Kernel::START_LEN)
    }

    /// [`Kernel::INTERLEAVES_TILES`].
    #[inline]
    pub(in super::super) const fn interleaves_tiles(self) -> bool {
        dispatch!(self, Kernel::INTERLEAVES_TILES)
    }
}

/// [`Kernel::xor`], of any number of bytes.
#[inline]
pub(in super::super) fn xor(backend: Backend, key: &Key, start: u128, data: InOut<'_>) {
    if data.len() != 0 {
        dispatch!("chacha20 xor", backend, |kernel| kernel.xor(key, start, data));
    }
}

/// [`Kernel::start`].
#[inline]
pub(in super::super) fn start(
    backend: Backend,
    key: &Key,
    start: u128,
    data: InOut<'_>,
    first: &mut [u8; BLOCK_LEN],
    work: &impl StartWork,
) {
    dispatch!("chacha20 start", backend, |kernel| kernel.start(key, start, data, first, work));
}

/// [`Kernel::xor_interleaved`], of any number of bytes.
#[inline]
pub(in super::super) fn xor_interleaved<'d>(
    backend: Backend,
    key: &Key,
    start: u128,
    data: InOut<'d>,
    work: &mut impl TileWork<'d>,
) {
    if data.len() != 0 {
        dispatch!("chacha20 xor_interleaved", backend, |kernel| kernel.xor_interleaved(key, start, data, work));
    }
}

/// [`Kernel::head`].
#[inline]
pub(in super::super) fn head(backend: Backend, key: &Key, start: u128, blocks: usize, stream: &mut Head) {
    debug_assert!(blocks <= HEAD_LEN / BLOCK_LEN);
    dispatch!("chacha20 head", backend, |kernel| kernel.head(key, start, blocks, &mut stream.0));
}

/// [`Kernel::xor_head`].
#[inline]
pub(in super::super) fn xor_head(backend: Backend, stream: &[u8], data: InOut<'_>) {
    dispatch!(backend, |kernel| kernel.xor_head(stream, data));
}
