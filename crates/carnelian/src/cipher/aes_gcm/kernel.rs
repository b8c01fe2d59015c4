//! What a backend of AES-GCM does, and the one place where a backend is chosen: a whole message, encrypted and taken into
//! GHASH in one loop.

// Without such backends the parts of the scheme are used one after the other.
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
/// Round keys of the longest key.
pub(super) const MAX_ROUND_KEYS: usize = 15;
/// The round keys of a key; what a shorter one does not need is zero.
pub(super) type RoundKeys = [Block; MAX_ROUND_KEYS];
/// The powers of H.
pub(super) type Powers = powers::Powers;
/// How many there are.
pub(super) const POWERS: usize = powers::POWERS;

/// What the CPU can do with AES and with carry-less products, as far as the keys are made for it.
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

/// Up to so many bytes, single blocks are faster than two in a vector of AVX2, which has to pass memory at the end.
#[cfg(target_arch = "x86_64")]
const IN_SINGLE_BLOCKS: usize = 64;

/// An implementation that the keys are made for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(x86_avx512::Proof),
    #[cfg(target_arch = "x86_64")]
    Avx2Vaes(x86_avx2_vaes::Proof),
    #[cfg(target_arch = "x86_64")]
    Avx2(AesNi, Clmul),
    /// There is none: AES and GHASH one after the other, the latter by the backend of this name.
    Parts(&'static str),
}

impl Backend {
    /// The best one, if there is any.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn of(proofs: Proofs) -> Option<Self> {
        let Proofs { aes_ni, two, four, clmul, vpclmul_of_two, vpclmul } = proofs;
        let (aes_ni, clmul) = (aes_ni?, clmul?);
        Some(match (four, vpclmul, two, vpclmul_of_two) {
            (Some(vaes), Some(vpclmul), ..) => Self::Avx512(x86_avx512::Proof { vaes, vpclmul, clmul }),
            (.., Some(vaes), Some(vpclmul)) => Self::Avx2Vaes(x86_avx2_vaes::Proof { vaes, vpclmul, clmul }),
            _ => Self::Avx2(aes_ni, clmul),
        })
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
    /// Its bytes, the first one lowest.
    pub(super) block: u128,
    /// Whether it ends with the counter 1, as it does for nonces of 96 bits. Otherwise the counter depends on the key.
    pub(super) counts_from_one: bool,
}

/// SP 800-38D, Algorithm 4, or Algorithm 5 but for the comparison if `OPEN`: encrypts or decrypts `data` and gives the tag.
/// `None`, and nothing is done, if there is no such backend.
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
