//! What a backend of ChaCha20 does, and the one place where a backend is chosen.
//!
//! A key stream starts at the block whose last row of the state is `start`, a little-endian number: 32 bits of counter
//! and 96 of nonce, or 64 of each. Kernels count in the lower 64 bits; where the counter has 32, the caller sees to it
//! that no block behind its end is used.

// Work beside the rounds belongs to the architectures that have vectors.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::in_out::InOut;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block of the key stream.
pub(in super::super) const BLOCK_LEN: usize = 64;
/// Bytes of key stream that [`head`] makes: as many as one pass over rows gives, where there are the widest vectors.
pub(in super::super) const HEAD_LEN: usize = 4 * BLOCK_LEN;
/// A key.
pub(in super::super) type Key = [u8; 32];

/// The most bytes that any backend's [`start`] takes.
pub(in super::super) const MAX_START_LEN: usize = 19 * BLOCK_LEN;

/// Bytes in the tiles that [`xor_beside`] goes by.
pub(in super::super) const TEXT_TILE_LEN: usize = 8 * BLOCK_LEN;

/// Blocks that are authenticated beside one double round of eight blocks of key stream.
pub(in super::super) const BESIDE_ROUND: usize = 3;

/// A block of what is authenticated.
pub(in super::super) type MacBlock = [u8; 16];

/// The start of a key stream, where whole vectors can be stored and loaded.
#[repr(C, align(64))]
pub(in super::super) struct Head(pub(in super::super) [u8; HEAD_LEN]);

/// A number that is multiplied between the rounds, as Poly1305 has it: h modulo 2¹³⁰ − 5, and what it is multiplied by.
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
    /// No number, of which nothing is asked.
    pub(in super::super) const NONE: Self = Self { h: [0; 3], r: [0; 2], s1: 0 };
}

/// Work of another kind that [`start`] does between its rounds, in a part of the processor that they leave idle. It is
/// inlined into the kernel and done on a copy, which the compiler can keep in registers and nobody else has to wipe.
pub(in super::super) trait Beside: Copy {
    /// Steps before the first one wait for this: the first block of the key stream.
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]);

    /// One of ten steps, by its number.
    fn step(&mut self, number: usize);
}

/// The same for [`xor_beside`]: Poly1305 of a text. What an implementation leaves out does nothing.
pub(in super::super) trait BesideText<'d>: Copy {
    /// What is read next; it may be written over after [`settle`](Self::settle) or in [`beside`](Self::beside).
    #[inline(always)]
    fn reads(&mut self, _input: &'d [u8]) {}

    /// Called ten times after `reads` where rows of the state are gone through.
    #[inline(always)]
    fn step(&mut self) {}

    /// The last call before output is written then.
    #[inline(always)]
    fn settle(&mut self) {}

    /// Called instead of both for a tile, with what goes through that: hands it a number, which is multiplied by r before each
    /// block is added, and blocks of no more bytes than a tile, [`BESIDE_ROUND`] at least or none. They are read before
    /// anything is written, and what `reads` has been given must be among them.
    #[inline(always)]
    fn beside(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        tile(&mut { Multiplied::NONE }, &raw const *NO_BLOCKS);
    }

    /// What has been written.
    #[inline(always)]
    fn wrote(&mut self, _output: &'d [u8]) {}
}

const NO_BLOCKS: &[MacBlock] = &[];

/// Nothing is done between the rounds.
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
    /// The best one for this CPU and the tier in force.
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

    /// Bytes that [`start`] takes at once, where there is such a thing.
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

    /// Whether [`xor_beside`] does other work.
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

/// RFC 8439 Section 2.4: writes the exclusive or of `data` and of the key stream from block `start` on.
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

/// As [`xor`] from block `start` + 1 on, for no more than [`start_len`](Backend::start_len) bytes. The block before them is
/// written to `first`. Where all of `start_len` pays, other work is done as soon as that block is there; it is not done by
/// backends that [work beside](Backend::works_beside) what follows.
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

/// As [`xor`], with other work between the rounds if the backend [works beside](Backend::works_beside).
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

/// The key stream from block `start` on: at least `blocks` of the four blocks are written.
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

/// Writes the exclusive or of `data` and of as many bytes of `stream`, of which there must not be fewer.
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

/// draft-irtf-cfrg-xchacha Section 2.2: the first and the last row of the state after the rounds, without the final sum.
#[inline]
pub(in super::super) fn hchacha20(backend: Backend, key: &Key, input: u128, subkey: &mut Key) {
    #[cfg(test)]
    testing::ran("chacha20 hchacha20", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::hchacha20(proof, key, input, subkey),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::hchacha20(proof, key, input, subkey),
        Backend::Portable => portable::hchacha20(key, input, subkey),
    }
}
