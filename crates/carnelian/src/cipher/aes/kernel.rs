//! The interface of AES backends, and the one place where a backend is chosen.
//!
//! A backend expands a key into the form that it computes with, so a key records which backend expanded it. Backends
//! with AES instructions keep the round keys as the standard writes them, one after the other.

pub(in super::super) use super::parameters::rounds;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_aes_ni, x86_avx2_vaes, x86_avx512_vaes};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::cpu::Tier;
use crate::base::in_out::InOut;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// The number of round keys of the longest key.
pub(in super::super) const MAX_ROUND_KEYS: usize = rounds(32) + 1;
/// A block, or a round key.
pub(in super::super) type Block = [u8; BLOCK_LEN];

/// An expanded key, in the form of the backend. The part that a shorter key does not need is zero.
pub(super) type Schedule = [u8; SCHEDULE_LEN];
pub(super) const SCHEDULE_LEN: usize = 256;
const _: () = assert!(SCHEDULE_LEN >= MAX_ROUND_KEYS * BLOCK_LEN);

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Backend {
    /// Four blocks in a vector.
    #[cfg(target_arch = "x86_64")]
    Avx512Vaes(cpu::Avx512Vaes),
    /// Two blocks in a vector.
    #[cfg(target_arch = "x86_64")]
    Avx2Vaes(cpu::Avx2Vaes),
    /// One block in a vector.
    #[cfg(target_arch = "x86_64")]
    AesNi(cpu::AesNi),
    Portable64,
    Portable32,
}

impl Backend {
    /// Returns the best backend for this CPU and the tier in force.
    #[inline]
    pub(in super::super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = cpu::Avx512Vaes::get() {
                return Self::Avx512Vaes(proof);
            }
            if let Some(proof) = cpu::Avx2Vaes::get() {
                return Self::Avx2Vaes(proof);
            }
            if let Some(proof) = cpu::AesNi::get() {
                return Self::AesNi(proof);
            }
        }
        if Tier::in_force() >= Tier::Portable64 { Self::Portable64 } else { Self::Portable32 }
    }

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vaes(_) => "avx512-vaes",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Vaes(_) => "avx2-vaes",
            #[cfg(target_arch = "x86_64")]
            Self::AesNi(_) => "aes-ni",
            Self::Portable64 => "portable64",
            Self::Portable32 => "portable32",
        }
    }
}

/// Section 5.2, KeyExpansion(), for [`encrypt`] and keystreams. On entry, `schedule` is zero or the schedule of a key
/// of the same length.
#[inline]
pub(super) fn expand<const KEY_LEN: usize>(backend: Backend, key: &[u8; KEY_LEN], schedule: &mut Schedule) {
    #[cfg(test)]
    testing::ran("aes expand", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => x86_aes_ni::expand(proof.aes_ni(), key, schedule),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => x86_aes_ni::expand(proof.aes_ni(), key, schedule),
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::expand(proof, key, schedule),
        Backend::Portable64 => portable::expand::<u64, KEY_LEN>(key, schedule),
        Backend::Portable32 => portable::expand::<u32, KEY_LEN>(key, schedule),
    }
}

/// RFC 8452 Section 4, derive_keys(), with keys of 16 or 32 bytes: computes the key of a message's authenticator, and
/// the expanded key of its cipher. `first` is the first block encrypted under the key-generating key, as a
/// little-endian number: zeros in its lowest four bytes, which count the blocks, and then the nonce. `encryption` is as
/// for [`expand`].
#[inline]
pub(super) fn derive<const KEY_LEN: usize>(
    backend: Backend,
    generating: &Schedule,
    first: u128,
    authentication: &mut Block,
    encryption: &mut Schedule,
) {
    #[cfg(test)]
    testing::ran("aes derive", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => {
            x86_aes_ni::derive::<KEY_LEN>(proof.aes_ni(), generating, first, authentication, encryption);
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => {
            x86_aes_ni::derive::<KEY_LEN>(proof.aes_ni(), generating, first, authentication, encryption);
        }
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::derive::<KEY_LEN>(proof, generating, first, authentication, encryption),
        Backend::Portable64 => portable::derive::<u64, KEY_LEN>(generating, first, authentication, encryption),
        Backend::Portable32 => portable::derive::<u32, KEY_LEN>(generating, first, authentication, encryption),
    }
}

/// Converts an expanded key to the form that [`decrypt`] needs.
#[inline]
pub(super) fn invert<const KEY_LEN: usize>(backend: Backend, schedule: &mut Schedule) {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => x86_aes_ni::invert::<KEY_LEN>(proof.aes_ni(), schedule),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => x86_aes_ni::invert::<KEY_LEN>(proof.aes_ni(), schedule),
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::invert::<KEY_LEN>(proof, schedule),
        Backend::Portable64 | Backend::Portable32 => portable::invert(schedule),
    }
}

/// Section 5.1, Cipher(), on each block of `data`, which consists of whole blocks.
#[inline]
pub(super) fn encrypt<const KEY_LEN: usize>(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
    debug_assert!(data.len().is_multiple_of(BLOCK_LEN));
    #[cfg(test)]
    testing::ran("aes encrypt", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => x86_avx512_vaes::crypt::<KEY_LEN, false>(proof, schedule, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => x86_avx2_vaes::crypt::<KEY_LEN, false>(proof, schedule, data),
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::crypt::<KEY_LEN, false>(proof, schedule, data),
        Backend::Portable64 => portable::encrypt::<u64, KEY_LEN>(schedule, data),
        Backend::Portable32 => portable::encrypt::<u32, KEY_LEN>(schedule, data),
    }
}

/// Section 5.3, InvCipher(), on each block of `data`, which consists of whole blocks. The schedule is that of
/// [`invert`].
#[inline]
pub(super) fn decrypt<const KEY_LEN: usize>(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
    debug_assert!(data.len().is_multiple_of(BLOCK_LEN));
    #[cfg(test)]
    testing::ran("aes decrypt", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => x86_avx512_vaes::crypt::<KEY_LEN, true>(proof, schedule, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => x86_avx2_vaes::crypt::<KEY_LEN, true>(proof, schedule, data),
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::crypt::<KEY_LEN, true>(proof, schedule, data),
        Backend::Portable64 => portable::decrypt::<u64, KEY_LEN>(schedule, data),
        Backend::Portable32 => portable::decrypt::<u32, KEY_LEN>(schedule, data),
    }
}

/// The 32 bits of a block that are the counter; they wrap without a carry into the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Counter {
    /// The last four bytes, most significant first, as in inc₃₂ of SP 800-38D.
    LastBig,
    /// Like `LastBig`, for public blocks: time depends on where their last byte wraps.
    PublicLastBig,
    // Used by AES-GCM-SIV.
    #[allow(dead_code)]
    /// The first four bytes, least significant first, as in RFC 8452.
    FirstLittle,
}

impl Counter {
    /// Increments the counter in a block.
    #[inline(always)]
    pub(super) fn increment(self, block: &mut Block) {
        match self {
            Self::LastBig | Self::PublicLastBig => {
                let [.., a, b, c, d] = block;
                let next = u32::from_be_bytes([*a, *b, *c, *d]).wrapping_add(1);
                [*a, *b, *c, *d] = next.to_be_bytes();
            }
            Self::FirstLittle => {
                let [a, b, c, d, ..] = block;
                let next = u32::from_le_bytes([*a, *b, *c, *d]).wrapping_add(1);
                [*a, *b, *c, *d] = next.to_le_bytes();
            }
        }
    }
}

/// XORs `data` with the keystream that consists of the encryptions of the blocks from `first` on. The last block of the
/// keystream may be used in part. `first` is a block as a little-endian number.
#[inline]
pub(super) fn xor_counted<const KEY_LEN: usize>(
    backend: Backend,
    schedule: &Schedule,
    counter: Counter,
    first: u128,
    data: InOut<'_>,
) {
    if data.len() == 0 {
        return;
    }
    #[cfg(test)]
    testing::ran("aes counter", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vaes(proof) => x86_avx512_vaes::xor_counted::<KEY_LEN>(proof, schedule, counter, first, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vaes(proof) => x86_avx2_vaes::xor_counted::<KEY_LEN>(proof, schedule, counter, first, data),
        #[cfg(target_arch = "x86_64")]
        Backend::AesNi(proof) => x86_aes_ni::xor_counted::<KEY_LEN>(proof, schedule, counter, first, data),
        Backend::Portable64 => portable::xor_counted::<u64, KEY_LEN>(schedule, counter, first, data),
        Backend::Portable32 => portable::xor_counted::<u32, KEY_LEN>(schedule, counter, first, data),
    }
}
