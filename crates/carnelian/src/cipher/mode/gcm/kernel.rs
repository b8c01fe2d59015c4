//! The contract of AES-GCM backends, and the one place where a backend is chosen. A kernel processes a whole message:
//! it encrypts and computes GHASH in one loop.

// Only some architectures have such kernels. Elsewhere AES and GHASH run one after the other.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::powers;
use crate::cipher::arithmetic::blocks;
pub(super) use crate::cipher::block::aes::parameters::Parameters;

/// Bytes in a block.
pub(super) const BLOCK_LEN: usize = blocks::BLOCK_LEN;
/// A block.
pub(super) type Block = blocks::Block;
/// The round keys of a key; the entries that a shorter key does not need are zero.
pub(super) type RoundKeys = [Block; 15];
/// The powers of H.
pub(super) type Powers = powers::Powers;
/// The number of powers.
pub(super) const POWERS: usize = powers::POWERS;
/// The most bytes of data, and of associated data, for which [`Kernel::once`] is faster than setting a key up: it absorbs
/// one block after the other.
pub(super) const SHORT: usize = 4 * BLOCK_LEN;

/// J₀, the block before the first counter block: SP 800-38D, Algorithms 4 and 5, step 2.
#[derive(Clone, Copy)]
pub struct Start {
    /// The block as a little-endian number.
    pub(super) block: u128,
    /// Whether it ends with the counter 1, as it does for nonces of 96 bits. Otherwise the counter depends on the key.
    pub(super) counts_from_one: bool,
}

/// The direction of a kernel: [`Seal`] or [`Open`].
pub trait Direction {
    /// Whether GHASH absorbs the input, which is the ciphertext, and not the output.
    const OPENS: bool;
}

/// Algorithm 4: the output is the ciphertext.
pub(super) enum Seal {}

impl Direction for Seal {
    const OPENS: bool = false;
}

/// Algorithm 5: the input is the ciphertext.
pub(super) enum Open {}

impl Direction for Open {
    const OPENS: bool = true;
}

/// A backend. Its AES and its GHASH are those of the backends that have set up the key, which are chosen by the same
/// features.
pub(super) trait Kernel: Copy {
    /// SP 800-38D, Algorithm 4, or Algorithm 5 except for the comparison: encrypts or decrypts `data` and returns the
    /// tag. Returns `None`, and does nothing, if the backend has no kernel for whole messages.
    #[inline(always)]
    fn apply<D: Direction, A: Parameters>(
        self,
        _keys: &RoundKeys,
        _powers: &Powers,
        _start: Start,
        _aad: &[u8],
        _data: &mut InOut<'_>,
    ) -> Option<Block> {
        None
    }

    /// [`apply`](Self::apply) with the bytes of a key, which is set up for this message alone. Neither `data` nor `aad` is
    /// longer than [`SHORT`], and the nonce has 96 bits. Returns `None`, and does nothing, if the backend has no kernel for
    /// that.
    #[inline(always)]
    fn once<D: Direction, A: Parameters>(
        self,
        _key: &A::Key,
        _start: Start,
        _aad: &[u8],
        _data: &mut InOut<'_>,
    ) -> Option<Block> {
        None
    }
}

impl Kernel for cpu::Portable64 {}
impl Kernel for cpu::Portable32 {}

backends! {$
    /// An implementation that this CPU can run.
    pub enum Backend {
        x86_64: {
            /// Four blocks in a vector.
            Avx512((cpu::Avx512Vaes, cpu::Vpclmul)) = "avx512",
            /// Two blocks in a vector.
            Avx2Vaes((cpu::Avx2Vaes, cpu::Avx2Vpclmul)) = "avx2-vaes",
            /// One block in a vector.
            Avx2((cpu::AesNi, cpu::Clmul)) = "avx2",
            /// The same without AVX.
            Sse((cpu::SseAesNi, cpu::SseClmul)) = "sse",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

/// [`Kernel::apply`].
#[inline(always)]
pub(super) fn apply<D: Direction, A: Parameters>(
    backend: Backend,
    keys: &RoundKeys,
    powers: &Powers,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Option<Block> {
    dispatch!("aes_gcm apply", backend, |kernel| kernel.apply::<D, A>(keys, powers, start, aad, data))
}

/// [`Kernel::once`].
#[inline(always)]
pub(super) fn once<D: Direction, A: Parameters>(
    backend: Backend,
    key: &A::Key,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Option<Block> {
    dispatch!("aes_gcm once", backend, |kernel| kernel.once::<D, A>(key, start, aad, data))
}
