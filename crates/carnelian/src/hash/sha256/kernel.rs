//! The operations of a SHA-256 backend, and the only place where a backend is chosen.

#[cfg(feature = "postquantum")]
pub(super) mod transposed;

use super::compression::{Block, MAX_LANES, State};
use crate::base::cpu;
use crate::base::dispatch::backends;
#[cfg(feature = "postquantum")]
use transposed::{Chains, Words};

/// The compression function of SHA-256, for one message and for several.
pub(super) trait Kernel: Copy {
    /// FIPS 180-4 Section 6.2.2: absorbs whole blocks into the state, one after the other.
    fn compress(self, state: &mut State, blocks: &[Block]);

    /// Like [`compress`](Self::compress), for the end of a message: absorbs `blocks`, then `last`.
    #[inline]
    fn compress_end(self, state: &mut State, blocks: &[Block], last: &[Block]) {
        if !blocks.is_empty() {
            self.compress(state, blocks);
        }
        self.compress(state, last);
    }

    /// Absorbs `blocks[lane]` into `states[lane]` for two messages, which have equally many blocks.
    #[inline]
    fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
        one_by_one(self, states, blocks);
    }

    /// Like [`compress_x2`](Self::compress_x2), for eight messages.
    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        one_by_one(self, states, blocks);
    }

    /// Like [`compress_x2`](Self::compress_x2), for sixteen messages.
    fn compress_x16(self, states: [&mut State; 16], blocks: [&[Block]; 16]) {
        one_by_one(self, states, blocks);
    }

    /// The number of messages from which each kernel for several is faster than a smaller one.
    const PAYS_FROM: PaysFrom;
}

fn one_by_one<const N: usize>(kernel: impl Kernel, states: [&mut State; N], blocks: [&[Block]; N]) {
    for (state, blocks) in states.into_iter().zip(blocks) {
        kernel.compress(state, blocks);
    }
}

backends! {$
    /// An implementation that this CPU can run.
    pub enum Backend {
        x86_64: {
            /// One or two messages by SHA-NI, more in the lanes of AVX-512.
            ShaNiAvx512((cpu::ShaNi, cpu::Avx512)) = "sha-ni, avx512",
            ShaNi(cpu::ShaNi) = "sha-ni",
            /// One message by AVX2's companions BMI1 and BMI2, more in the lanes of AVX-512.
            Avx512((cpu::Avx2, cpu::Avx512)) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
            SseShaNi(cpu::SseShaNi) = "sse-sha-ni",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// [`Kernel::compress`].
#[inline]
pub(super) fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
    if !blocks.is_empty() {
        dispatch!("sha256 compress", backend, |kernel| kernel.compress(state, blocks));
    }
}

/// [`Kernel::compress_end`].
#[inline]
pub(super) fn compress_end(backend: Backend, state: &mut State, blocks: &[Block], last: &[Block]) {
    dispatch!("sha256 compress", backend, |kernel| kernel.compress_end(state, blocks, last));
}

/// [`Kernel::compress_x2`].
#[inline]
pub(super) fn compress_x2(backend: Backend, states: [&mut State; 2], blocks: [&[Block]; 2]) {
    dispatch!("sha256 compress_x2", backend, |kernel| kernel.compress_x2(states, blocks));
}

/// [`Kernel::compress_x8`].
pub(super) fn compress_x8(backend: Backend, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    dispatch!("sha256 compress_x8", backend, |kernel| kernel.compress_x8(states, blocks));
}

/// [`Kernel::compress_x16`].
pub(super) fn compress_x16(backend: Backend, states: [&mut State; 16], blocks: [&[Block]; 16]) {
    dispatch!("sha256 compress_x16", backend, |kernel| kernel.compress_x16(states, blocks));
}

/// [`transposed::Kernel::compress`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn compress_transposed(backend: Backend, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    dispatch!("sha256 compress_transposed", backend, |kernel| {
        transposed::Kernel::compress(kernel, lanes, state, block);
    });
}

/// [`transposed::Kernel::iterate`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn iterate(
    backend: Backend,
    lanes: usize,
    chains: &Chains<'_>,
    value: &mut Words<8>,
    kept: Option<&mut Words<8>>,
) {
    dispatch!("sha256 iterate", backend, |kernel| transposed::Kernel::iterate(kernel, lanes, chains, value, kept));
}

/// The number of messages from which a kernel for several is faster than a smaller one, or [`NEVER`](Self::NEVER).
#[derive(Clone, Copy)]
pub(super) struct PaysFrom {
    pub(super) x16: usize,
    pub(super) x8: usize,
    pub(super) x2: usize,
}

impl PaysFrom {
    /// More than the maximum number of lanes.
    pub(super) const NEVER: usize = MAX_LANES + 1;
}

impl Backend {
    /// [`Kernel::PAYS_FROM`].
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        dispatch!(self, Kernel::PAYS_FROM)
    }
}
