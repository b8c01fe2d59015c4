//! The operations of a BLAKE2 backend, and the only place where a backend is chosen.

use crate::base::cpu;
use crate::base::dispatch::backends;
use core::slice::from_ref;

/// Blocks that follow one another in a message.
#[derive(Clone, Copy)]
pub struct Run<'m, Block> {
    pub(super) blocks: &'m [Block],
    /// t for the first of them: the number of bytes of the message up to its end, without padding. Each further block
    /// adds its length.
    pub(super) counter: u64,
    /// f: whether the run is the last block of the message, and then a single block.
    pub(super) is_last: bool,
}

/// A complete message, without a key, a salt or a personalisation.
#[derive(Clone, Copy)]
pub struct Whole<'m, Block> {
    /// The first word of the parameter block, Section 2.5. The others are 0.
    pub(super) parameters: u32,
    /// All blocks but the last.
    pub(super) body: &'m [Block],
    /// The last block, padded.
    pub(super) last: &'m Block,
    /// The number of bytes in the message.
    pub(super) len: u64,
}

impl<'m, Block> Whole<'m, Block> {
    /// Returns the message as two runs: all blocks but the last, which may be none, and the last.
    pub(super) fn runs(self) -> [Run<'m, Block>; 2] {
        let body = Run { blocks: self.body, counter: size_of::<Block>() as u64, is_last: false };
        [body, Run { blocks: from_ref(self.last), counter: self.len, is_last: true }]
    }
}

/// A block of BLAKE2b: sixteen words as bytes.
pub(super) type Block64 = [u8; 128];
/// The hash value h of BLAKE2b.
pub(super) type State64 = [u64; 8];
/// A block of BLAKE2s: sixteen words as bytes.
pub(super) type Block32 = [u8; 64];
/// The hash value h of BLAKE2s.
pub(super) type State32 = [u32; 8];

/// The compression functions of BLAKE2b (64-bit words) and BLAKE2s (32-bit words), for one message and for several.
pub(super) trait Kernel: Copy {
    /// RFC 7693 Section 3.2: absorbs the blocks of a run into the hash value of BLAKE2b, one after the other.
    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>);

    /// Like [`compress_64`](Self::compress_64), for BLAKE2s.
    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>);

    /// RFC 7693 Section 3.3: computes the hash value h of a message of BLAKE2b.
    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>);

    /// Like [`digest_64`](Self::digest_64), for BLAKE2s.
    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>);

    /// Like [`compress_64`](Self::compress_64) for four messages: absorbs `runs[lane]` into `states[lane]`. All runs
    /// have the same number of blocks.
    fn compress_64_x4(self, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
        one_by_one(states, runs, |h, run| self.compress_64(h, run));
    }

    /// Like [`compress_64_x4`](Self::compress_64_x4), for eight messages.
    fn compress_64_x8(self, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
        one_by_one(states, runs, |h, run| self.compress_64(h, run));
    }

    /// Like [`compress_32`](Self::compress_32) for eight messages: absorbs `runs[lane]` into `states[lane]`. All runs
    /// have the same number of blocks.
    fn compress_32_x8(self, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
        one_by_one(states, runs, |h, run| self.compress_32(h, run));
    }

    /// Like [`compress_32_x8`](Self::compress_32_x8), for sixteen messages.
    fn compress_32_x16(self, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
        one_by_one(states, runs, |h, run| self.compress_32(h, run));
    }

    /// The number of messages from which each kernel for several is faster than a smaller one.
    const PAYS_FROM: PaysFrom;
}

fn one_by_one<State, Block: Copy, const N: usize>(
    states: [&mut State; N],
    runs: [Run<'_, Block>; N],
    compress: impl Fn(&mut State, Run<'_, Block>),
) {
    for (state, run) in states.into_iter().zip(runs) {
        compress(state, run);
    }
}

backends! {$
    /// An implementation that this CPU can run.
    pub enum Backend {
        x86_64: {
            Bmi2Avx512((cpu::FastBmi2, cpu::Avx512)) = "avx512",
            Avx512(cpu::Avx512) = "avx512",
            Bmi2Avx2((cpu::FastBmi2, cpu::Avx2)) = "avx2",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// [`Kernel::compress_64`].
#[inline]
pub(super) fn compress_64(backend: Backend, h: &mut State64, run: Run<'_, Block64>) {
    dispatch!("blake2b compress", backend, |kernel| kernel.compress_64(h, run));
}

/// [`Kernel::compress_32`].
#[inline]
pub(super) fn compress_32(backend: Backend, h: &mut State32, run: Run<'_, Block32>) {
    dispatch!("blake2s compress", backend, |kernel| kernel.compress_32(h, run));
}

/// [`Kernel::digest_64`].
#[inline]
pub(super) fn digest_64(backend: Backend, h: &mut State64, message: Whole<'_, Block64>) {
    dispatch!("blake2b digest", backend, |kernel| kernel.digest_64(h, message));
}

/// [`Kernel::digest_32`].
#[inline]
pub(super) fn digest_32(backend: Backend, h: &mut State32, message: Whole<'_, Block32>) {
    dispatch!("blake2s digest", backend, |kernel| kernel.digest_32(h, message));
}

/// [`Kernel::compress_64_x4`].
pub(super) fn compress_64_x4(backend: Backend, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
    dispatch!("blake2b compress_x4", backend, |kernel| kernel.compress_64_x4(states, runs));
}

/// [`Kernel::compress_64_x8`].
pub(super) fn compress_64_x8(backend: Backend, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
    dispatch!("blake2b compress_x8", backend, |kernel| kernel.compress_64_x8(states, runs));
}

/// [`Kernel::compress_32_x8`].
pub(super) fn compress_32_x8(backend: Backend, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
    dispatch!("blake2s compress_x8", backend, |kernel| kernel.compress_32_x8(states, runs));
}

/// [`Kernel::compress_32_x16`].
pub(super) fn compress_32_x16(backend: Backend, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
    dispatch!("blake2s compress_x16", backend, |kernel| kernel.compress_32_x16(states, runs));
}

/// The number of messages from which a kernel for several is faster than a smaller one, or [`NEVER`](Self::NEVER).
#[derive(Clone, Copy)]
pub(super) struct PaysFrom {
    /// BLAKE2b in eight lanes and in four.
    pub(super) b_x8: usize,
    pub(super) b_x4: usize,
    /// BLAKE2s in sixteen lanes and in eight.
    pub(super) s_x16: usize,
    pub(super) s_x8: usize,
}

impl PaysFrom {
    /// More than the number of messages in any batch.
    pub(super) const NEVER: usize = usize::MAX;
}

impl Backend {
    /// [`Kernel::PAYS_FROM`].
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        dispatch!(self, Kernel::PAYS_FROM)
    }
}
