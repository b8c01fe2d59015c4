//! The interface of Salsa20 backends, and the one place where a backend is chosen.
//!
//! A keystream starts at the block `start`, whose lower 64 bits are the block's number, and whose upper 64 bits are the
//! nonce.

use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::in_out::InOut;
pub(in super::super) use crate::cipher::arithmetic::rounds::{BLOCK_LEN, Key};

/// Bytes of keystream that [`head`] generates: the output of one pass over rows with the widest vectors.
pub(in super::super) const HEAD_LEN: usize = 4 * BLOCK_LEN;

/// The constants of the state.
pub(super) type Constants = [u8; 16];

/// The start of a keystream, aligned for whole vectors.
#[repr(C, align(64))]
pub(in super::super) struct Head(pub(in super::super) [u8; HEAD_LEN]);

/// The keystream of Salsa20.
pub(in super::super) trait Kernel: Copy {
    /// Section 10: XORs `data`, which is not empty, with the keystream from block `start` on.
    fn xor(self, key: &Key, start: u128, data: InOut<'_>);

    /// Generates keystream from block `start` on: at least `blocks` of the four blocks are written.
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]);

    /// XORs `data` with `stream`, which must be at least as long.
    fn xor_head(self, stream: &[u8], data: InOut<'_>);

    /// "Extending the Salsa20 nonce", Section 2: writes the words of the diagonal and those of the input after the
    /// rounds, without the final sum.
    fn hsalsa20(self, constants: &Constants, key: &Key, input: u128, subkey: &mut Key);
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            /// One block in general registers, more in vectors.
            Bmi2Avx512((cpu::FastBmi2, cpu::Avx512)) = "avx512",
            Avx512(cpu::Avx512) = "avx512",
            /// One block in general registers, more in vectors.
            Bmi2Avx2((cpu::FastBmi2, cpu::Avx2)) = "avx2",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// [`Kernel::xor`], of any number of bytes.
#[inline]
pub(in super::super) fn xor(backend: Backend, key: &Key, start: u128, data: InOut<'_>) {
    if data.len() != 0 {
        dispatch!("salsa20 xor", backend, |kernel| kernel.xor(key, start, data));
    }
}

/// [`Kernel::head`].
#[inline]
pub(in super::super) fn head(backend: Backend, key: &Key, start: u128, blocks: usize, stream: &mut Head) {
    debug_assert!(blocks <= HEAD_LEN / BLOCK_LEN);
    dispatch!("salsa20 head", backend, |kernel| kernel.head(key, start, blocks, &mut stream.0));
}

/// [`Kernel::xor_head`].
#[inline]
pub(in super::super) fn xor_head(backend: Backend, stream: &[u8], data: InOut<'_>) {
    dispatch!(backend, |kernel| kernel.xor_head(stream, data));
}

/// [`Kernel::hsalsa20`].
#[inline]
pub(in super::super) fn hsalsa20(backend: Backend, constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
    dispatch!("salsa20 hsalsa20", backend, |kernel| kernel.hsalsa20(constants, key, input, subkey));
}
