//! The interface of ChaCha20 backends, and the one place where a backend is chosen.
//!
//! A keystream starts at the block whose state has the last row `start`, a little-endian number: 32 bits of counter and
//! 96 of nonce, or 64 of each. Kernels count in the lower 64 bits; if the counter has 32 bits, the caller must ensure
//! that no block past its end is used.

// Only architectures with vectors interleave other work with the rounds.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512, x86_avx512_x2};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::in_out::InOut;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block of the keystream.
pub(in super::super) const BLOCK_LEN: usize = 64;
/// Bytes of keystream that [`head`] generates: the output of one pass over rows with the widest vectors.
pub(in super::super) const HEAD_LEN: usize = 4 * BLOCK_LEN;
/// A key.
pub(in super::super) type Key = [u8; 32];

/// The maximum number of bytes that any backend's [`start`] processes.
pub(in super::super) const MAX_START_LEN: usize = 19 * BLOCK_LEN;

/// Bytes in the tiles of [`xor_beside`].
pub(in super::super) const TEXT_TILE_LEN: usize = 8 * BLOCK_LEN;

/// Blocks that are authenticated during one double round of eight blocks of keystream.
pub(in super::super) const BESIDE_ROUND: usize = 3;

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
pub(in super::super) trait Beside: Copy {
    /// Takes the first block of the keystream. Called before the first step.
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]);

    /// Does one of ten steps, given its number.
    fn step(&mut self, number: usize);
}

/// Other work that [`xor_beside`] interleaves with its rounds: Poly1305 of a text. By default, the methods do nothing.
pub(in super::super) trait BesideText<'d>: Copy {
    /// Takes the input that is read next; it may be overwritten after [`settle`](Self::settle) or in
    /// [`beside`](Self::beside).
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
    /// than a tile has, and at least [`BESIDE_ROUND`] blocks or none. They are read before anything is written, and
    /// must include the input that was passed to `reads`.
    #[inline(always)]
    fn beside(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        tile(&mut { Multiplied::NONE }, &raw const *NO_BLOCKS);
    }

    /// Takes the output that has been written.
    #[inline(always)]
    fn wrote(&mut self, _output: &'d [u8]) {}
}

const NO_BLOCKS: &[MacBlock] = &[];

/// No work between the rounds.
#[derive(Clone, Copy)]
pub(in super::super) struct Nothing;

impl Beside for Nothing {
    #[inline(always)]
    fn first_block(&mut self, _: &[u8; BLOCK_LEN]) {}
    #[inline(always)]
    fn step(&mut self, _: usize) {}
}

impl BesideText<'_> for Nothing {}

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// Returns the best backend for this CPU and the tier in force.
    #[inline]
    pub(in super::super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = cpu::Avx512::get() {
                return Self::Avx512(proof);
            }
            if let Some(proof) = cpu::Avx2::get() {
                return Self::Avx2(proof);
            }
        }
        Self::Portable
    }

    /// Returns the number of bytes that [`start`] processes at once, if the backend supports it.
    #[inline]
    pub(in super::super) const fn start_len(self) -> Option<usize> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Some(MAX_START_LEN),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Some(x86_avx2::START_LEN),
            Self::Portable => None,
        }
    }

    /// Returns whether [`xor_beside`] interleaves other work.
    #[inline]
    pub(in super::super) const fn works_beside(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => true,
            _ => false,
        }
    }

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// RFC 8439 Section 2.4: XORs `data` with the keystream from block `start` on.
#[inline]
pub(in super::super) fn xor(backend: Backend, key: &Key, start: u128, data: InOut<'_>) {
    if data.len() == 0 {
        return;
    }
    #[cfg(test)]
    testing::ran("chacha20 xor", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::xor(proof, key, start, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::xor(proof, key, start, data),
        Backend::Portable => portable::xor(key, start, data),
    }
}

/// Like [`xor`] from block `start` + 1 on, for at most [`start_len`](Backend::start_len) bytes. The block before them
/// is written to `first`. Backends that compute all of `start_len` in any case do the other work as soon as that block
/// is available; backends that [interleave work later](Backend::works_beside) do not do it.
#[inline]
pub(in super::super) fn start(
    backend: Backend,
    key: &Key,
    start: u128,
    data: InOut<'_>,
    first: &mut [u8; BLOCK_LEN],
    beside: &impl Beside,
) {
    #[cfg(test)]
    testing::ran("chacha20 start", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::start(proof, key, start, data, first, beside),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::start(proof, key, start, data, first),
        Backend::Portable => unreachable!("the portable backend has no such thing"),
    }
}

/// Like [`xor`], with other work between the rounds if the backend [supports it](Backend::works_beside).
#[inline]
pub(in super::super) fn xor_beside<'d>(
    backend: Backend,
    key: &Key,
    start: u128,
    data: InOut<'d>,
    beside: &mut impl BesideText<'d>,
) {
    if data.len() == 0 {
        return;
    }
    #[cfg(test)]
    testing::ran("chacha20 xor_beside", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::xor_beside(proof, key, start, data, beside),
        _ => xor(backend, key, start, data),
    }
}

/// Generates keystream from block `start` on: at least `blocks` of the four blocks are written.
#[inline]
pub(in super::super) fn head(backend: Backend, key: &Key, start: u128, blocks: usize, stream: &mut Head) {
    debug_assert!(blocks <= HEAD_LEN / BLOCK_LEN);
    #[cfg(test)]
    testing::ran("chacha20 head", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::head(proof, key, start, blocks, &mut stream.0),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::head(proof, key, start, blocks, &mut stream.0),
        Backend::Portable => portable::head(key, start, blocks, &mut stream.0),
    }
}

/// XORs `data` with `stream`, which must be at least as long.
#[inline]
pub(in super::super) fn xor_head(backend: Backend, stream: &[u8], data: InOut<'_>) {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::xor_head(proof, stream, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::xor_head(proof, stream, data),
        Backend::Portable => portable::xor_head(stream, data),
    }
}

/// draft-irtf-cfrg-xchacha Section 2.2: writes the first and the last row of the state after the rounds, without the
/// final sum.
#[inline]
pub(in super::super) fn hchacha20(backend: Backend, key: &Key, input: u128, subkey: &mut Key) {
    #[cfg(test)]
    testing::ran("chacha20 hchacha20", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512_x2::hchacha20(proof, key, input, subkey),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::hchacha20(proof, key, input, subkey),
        Backend::Portable => portable::hchacha20(key, input, subkey),
    }
}
