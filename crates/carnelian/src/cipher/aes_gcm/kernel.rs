//! What a backend of AES-GCM does, and the one place where a backend is chosen: a whole message, encrypted and taken into
//! GHASH in one loop.

// Without such backends the parts of the scheme are used one after the other.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx2_vaes, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{AesNi, Avx2Vpclmul, Clmul};
use crate::base::in_out::InOut;
#[cfg(test)]
use crate::base::testing;
use crate::cipher::aes::EncryptionKey;
use crate::cipher::aes::kernel as aes;
use crate::cipher::ghash::kernel as ghash;

/// Bytes in a block.
pub(super) const BLOCK_LEN: usize = aes::BLOCK_LEN;
/// A block.
pub(super) type Block = aes::Block;
/// Round keys of the longest key.
pub(super) const MAX_ROUND_KEYS: usize = aes::MAX_ROUND_KEYS;
/// The round keys of a key; what a shorter one does not need is zero.
pub(super) type RoundKeys = [Block; MAX_ROUND_KEYS];
/// The powers of H.
pub(super) type Powers = ghash::Powers;
/// How many there are.
pub(super) const POWERS: usize = ghash::POWERS;

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
    /// There is none: AES and GHASH one after the other.
    Parts(ghash::Backend),
}

impl Backend {
    /// The best one for keys that were made for these.
    #[inline]
    pub(super) fn of(cipher: aes::Backend, hash: ghash::Backend) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let aes_ni = match cipher {
                aes::Backend::Avx512Vaes(proof) => Some(proof.aes_ni()),
                aes::Backend::Avx2Vaes(proof) => Some(proof.aes_ni()),
                aes::Backend::AesNi(proof) => Some(proof),
                _ => None,
            };
            let clmul = match hash {
                ghash::Backend::Avx512(_, clmul) | ghash::Backend::Avx2(clmul) => Some(clmul),
                _ => None,
            };
            if let (aes::Backend::Avx512Vaes(vaes), ghash::Backend::Avx512(vpclmul, clmul)) = (cipher, hash) {
                return Self::Avx512(x86_avx512::Proof { vaes, vpclmul, clmul });
            }
            if let (aes::Backend::Avx2Vaes(vaes), Some(vpclmul), Some(clmul)) = (cipher, Avx2Vpclmul::get(), clmul) {
                return Self::Avx2Vaes(x86_avx2_vaes::Proof { vaes, vpclmul, clmul });
            }
            if let (Some(aes_ni), Some(clmul)) = (aes_ni, clmul) {
                return Self::Avx2(aes_ni, clmul);
            }
        }
        Self::Parts(hash)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Vaes(_) => "avx2-vaes",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(..) => "avx2",
            Self::Parts(hash) => hash.name(),
        }
    }
}

/// SP 800-38D, Algorithm 4, or Algorithm 5 but for the comparison if `OPEN`: encrypts or decrypts `data` and gives the tag.
/// `start` has the bytes of J₀, first the
/// lowest. `None`, and nothing is done, if there is no such backend.
#[inline]
pub(super) fn apply<const KEY_LEN: usize, const OPEN: bool>(
    backend: Backend,
    cipher: &EncryptionKey<KEY_LEN>,
    hash: &ghash::Key,
    start: u128,
    associated: &[u8],
    data: &mut InOut<'_>,
) -> Option<Block> {
    #[cfg(test)]
    testing::ran("aes_gcm apply", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => {
            let keys = cipher.round_keys();
            Some(x86_avx512::apply::<KEY_LEN, OPEN>(proof, keys, &hash.powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) if data.len() > IN_SINGLE_BLOCKS => {
            let keys = cipher.round_keys();
            Some(x86_avx2_vaes::apply::<KEY_LEN, OPEN>(proof, keys, &hash.powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(x86_avx2_vaes::Proof { vaes, clmul, .. }) => {
            let (proof, keys) = ((vaes.aes_ni(), clmul), cipher.round_keys());
            Some(x86_avx2::apply::<KEY_LEN, OPEN>(proof, keys, &hash.powers, start, associated, data))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(aes_ni, clmul) => {
            let keys = cipher.round_keys();
            Some(x86_avx2::apply::<KEY_LEN, OPEN>((aes_ni, clmul), keys, &hash.powers, start, associated, data))
        }
        Backend::Parts(_) => None,
    }
}
