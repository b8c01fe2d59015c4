//! The operations of a SHA-512 backend, and the only place where a backend is chosen.

#[cfg(feature = "postquantum")]
pub(super) mod transposed;

use super::compression::{Block, State};
use crate::base::cpu;
use crate::base::dispatch::backends;
#[cfg(feature = "postquantum")]
use transposed::Words;

/// The compression function of SHA-512, for one message and for several.
pub(super) trait Kernel: Copy {
    /// FIPS 180-4 Section 6.4.2: absorbs whole blocks into the state, one after the other.
    fn compress(self, state: &mut State, blocks: &[Block]);

    /// Absorbs `blocks[lane]` into `states[lane]` for four messages, which have equally many blocks.
    fn compress_x4(self, states: [&mut State; 4], blocks: [&[Block]; 4]) {
        one_by_one(self, states, blocks);
    }

    /// Like [`compress_x4`](Self::compress_x4), for eight messages.
    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
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
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// [`Kernel::compress`].
#[inline]
pub(super) fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
    if !blocks.is_empty() {
        dispatch!("sha512 compress", backend, |kernel| kernel.compress(state, blocks));
    }
}

/// [`Kernel::compress_x4`].
pub(super) fn compress_x4(backend: Backend, states: [&mut State; 4], blocks: [&[Block]; 4]) {
    dispatch!("sha512 compress_x4", backend, |kernel| kernel.compress_x4(states, blocks));
}

/// [`Kernel::compress_x8`].
pub(super) fn compress_x8(backend: Backend, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    dispatch!("sha512 compress_x8", backend, |kernel| kernel.compress_x8(states, blocks));
}

/// [`transposed::Kernel::compress`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn compress_transposed(backend: Backend, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    dispatch!("sha512 compress_transposed", backend, |kernel| {
        transposed::Kernel::compress(kernel, lanes, state, block);
    });
}

/// The number of messages from which a kernel for several is faster than a smaller one. A kernel with a number above
/// [`MAX_LANES`](super::compression::MAX_LANES) is never used.
#[derive(Clone, Copy)]
pub(super) struct PaysFrom {
    pub(super) x8: usize,
    pub(super) x4: usize,
}

impl Backend {
    /// [`Kernel::PAYS_FROM`].
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        dispatch!(self, Kernel::PAYS_FROM)
    }
}
