//! The interface of AES-GCM backends, and the one place where a backend is chosen. A kernel processes a whole message:
//! it encrypts and computes GHASH in one loop.

// Without such backends, AES and GHASH run one after the other.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx2_vaes, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{AesNi, Clmul};
use crate::base::in_out::InOut;
use crate::base::lanes::powers;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block.
pub(super) const BLOCK_LEN: usize = 16;
/// A block.
pub(super) type Block = [u8; BLOCK_LEN];
/// The number of round keys of the longest key.
pub(super) const MAX_ROUND_KEYS: usize = 15;
/// The round keys of a key; the entries that a shorter key does not need are zero.
pub(super) type RoundKeys = [Block; MAX_ROUND_KEYS];
/// The powers of H.
pub(super) type Powers = powers::Powers;
/// The number of powers.
pub(super) const POWERS: usize = powers::POWERS;

/// Up to this many bytes, single blocks are faster than pairs in AVX2 vectors, which go through memory at the end.
#[cfg(target_arch = "x86_64")]
const IN_SINGLE_BLOCKS: usize = 64;

/// The CPU features of the kernel with AVX-512.
#[cfg(target_arch = "x86_64")]
pub(super) type Avx512 = x86_avx512::Proof;
/// The CPU features of the kernel with VAES in vectors of AVX2.
#[cfg(target_arch = "x86_64")]
pub(super) type Avx2Vaes = x86_avx2_vaes::Proof;

/// An implementation that the keys are set up for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2Vaes(Avx2Vaes),
    #[cfg(target_arch = "x86_64")]
    Avx2(AesNi, Clmul),
    /// No kernel for a whole message: AES and GHASH run one after the other, GHASH on the backend of this name.
    Parts(&'static str),
}

impl Backend {
    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Vaes(_) => "avx2-vaes",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(..) => "avx2",
            Self::Parts(name) => name,
        }
    }
}

/// J₀, the block before the first counter block: SP 800-38D, Algorithms 4 and 5, step 2.
#[derive(Clone, Copy)]
pub(super) struct Start {
    /// The block as a little-endian number.
    pub(super) block: u128,
    /// Whether it ends with the counter 1, as it does for nonces of 96 bits. Otherwise the counter depends on the key.
    pub(super) counts_from_one: bool,
}

/// The direction of a kernel: [`Seal`] or [`Open`].
pub(super) trait Direction {
    /// Whether GHASH absorbs the input, which is the ciphertext, and not the output.
    const OPENS: bool;
}

/// Algorithm 4: the output is the ciphertext.
pub(super) struct Seal;

impl Direction for Seal {
    const OPENS: bool = false;
}

/// Algorithm 5: the input is the ciphertext.
pub(super) struct Open;

impl Direction for Open {
    const OPENS: bool = true;
}

/// SP 800-38D, Algorithm 4, or Algorithm 5 except for the comparison: encrypts or decrypts `data` and returns the tag.
/// Returns `None`, and does nothing, if there is no such backend.
#[inline]
pub(super) fn apply<'k, D: Direction, const KEY_LEN: usize>(
    backend: Backend,
    keys: impl FnOnce() -> &'k RoundKeys,
    powers: &Powers,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Option<Block> {
    #[cfg(test)]
    testing::ran("aes_gcm apply", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => {
            let keys = keys();
            Some(x86_avx512::apply::<D, KEY_LEN>(proof, keys, powers, start, aad, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) if data.len() > IN_SINGLE_BLOCKS => {
            let keys = keys();
            Some(x86_avx2_vaes::apply::<D, KEY_LEN>(proof, keys, powers, start, aad, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(Avx2Vaes { vaes, clmul, .. }) => {
            let (proof, keys) = ((vaes.aes_ni(), clmul), keys());
            Some(x86_avx2::apply::<D, KEY_LEN>(proof, keys, powers, start, aad, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(aes_ni, clmul) => {
            let keys = keys();
            Some(x86_avx2::apply::<D, KEY_LEN>((aes_ni, clmul), keys, powers, start, aad, data))
        }
        Backend::Parts(_) => None,
    }
}
