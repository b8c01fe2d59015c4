//! The interface of AES-GCM backends, and the one place where a backend is chosen. A kernel processes a whole message:
//! it encrypts and computes GHASH in one loop.

// Without such backends, AES and GHASH run one after the other.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx2_vaes, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{AesNi, Avx2Vaes, Avx2Vpclmul, Avx512Vaes, Clmul, Vpclmul};
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

/// The CPU features for AES and carry-less multiplication, as far as the keys are set up for them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Default)]
pub(super) struct Proofs {
    pub(super) aes_ni: Option<AesNi>,
    pub(super) two: Option<Avx2Vaes>,
    pub(super) four: Option<Avx512Vaes>,
    pub(super) clmul: Option<Clmul>,
    pub(super) vpclmul_of_two: Option<Avx2Vpclmul>,
    pub(super) vpclmul: Option<Vpclmul>,
}

/// Up to this many bytes, single blocks are faster than pairs in AVX2 vectors, which go through memory at the end.
#[cfg(target_arch = "x86_64")]
const IN_SINGLE_BLOCKS: usize = 64;

/// An implementation that the keys are set up for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(x86_avx512::Proof),
    #[cfg(target_arch = "x86_64")]
    Avx2Vaes(x86_avx2_vaes::Proof),
    #[cfg(target_arch = "x86_64")]
    Avx2(AesNi, Clmul),
    /// No kernel for a whole message: AES and GHASH run one after the other, GHASH on the backend of this name.
    Parts(&'static str),
}

impl Backend {
    /// Returns the best backend, if there is one.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn of(proofs: Proofs) -> Option<Self> {
        let Proofs { aes_ni, two, four, clmul, vpclmul_of_two, vpclmul } = proofs;
        let (aes_ni, clmul) = (aes_ni?, clmul?);
        if let (Some(vaes), Some(vpclmul)) = (four, vpclmul) {
            return Some(Self::Avx512(x86_avx512::Proof { vaes, vpclmul, clmul }));
        }
        if let (Some(vaes), Some(vpclmul)) = (two, vpclmul_of_two) {
            return Some(Self::Avx2Vaes(x86_avx2_vaes::Proof { vaes, vpclmul, clmul }));
        }
        Some(Self::Avx2(aes_ni, clmul))
    }

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

/// SP 800-38D, Algorithm 4, or Algorithm 5 except for the comparison if `OPEN`: encrypts or decrypts `data` and returns
/// the tag. Returns `None`, and does nothing, if there is no such backend.
#[inline]
pub(super) fn apply<'k, const KEY_LEN: usize, const OPEN: bool>(
    backend: Backend,
    keys: impl FnOnce() -> &'k RoundKeys,
    powers: &Powers,
    start: Start,
    associated: &[u8],
    data: &mut InOut<'_>,
) -> Option<Block> {
    #[cfg(test)]
    testing::ran("aes_gcm apply", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => {
            let keys = keys();
            Some(x86_avx512::apply::<KEY_LEN, OPEN>(proof, keys, powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) if data.len() > IN_SINGLE_BLOCKS => {
            let keys = keys();
            Some(x86_avx2_vaes::apply::<KEY_LEN, OPEN>(proof, keys, powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(x86_avx2_vaes::Proof { vaes, clmul, .. }) => {
            let (proof, keys) = ((vaes.aes_ni(), clmul), keys());
            Some(x86_avx2::apply::<KEY_LEN, OPEN>(proof, keys, powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(aes_ni, clmul) => {
            let keys = keys();
            Some(x86_avx2::apply::<KEY_LEN, OPEN>((aes_ni, clmul), keys, powers, start, associated, data))
        }
        Backend::Parts(_) => None,
    }
}
