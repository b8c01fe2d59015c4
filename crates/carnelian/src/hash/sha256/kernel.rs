//! What a backend of SHA-256 does, and the one place where a backend is chosen.

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512, x86_sha_ni};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block: sixteen 32-bit words.
pub(super) const BLOCK_LEN: usize = 64;
/// One block of the padded message, as it came.
pub(super) type Block = [u8; BLOCK_LEN];
/// The hash value H: eight words a to h.
pub(super) type State = [u32; 8];

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub enum Backend {
    /// One or two messages by SHA-NI, more in the lanes of AVX-512.
    #[cfg(target_arch = "x86_64")]
    ShaNiAvx512(cpu::ShaNi, cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    ShaNi(cpu::ShaNi),
    /// One message by AVX2's companions BMI1 and BMI2, more in the lanes of AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx2, cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// The best one for this CPU and the tier in force.
    #[inline]
    pub(super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        match (cpu::ShaNi::get(), cpu::Avx512::get()) {
            (Some(sha_ni), Some(avx512)) => return Self::ShaNiAvx512(sha_ni, avx512),
            (Some(sha_ni), None) => return Self::ShaNi(sha_ni),
            (None, avx512) => {
                if let Some(avx2) = cpu::Avx2::get() {
                    return avx512.map_or(Self::Avx2(avx2), |avx512| Self::Avx512(avx2, avx512));
                }
            }
        }
        Self::Portable
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::ShaNiAvx512(..) => "sha-ni, avx512",
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(_) => "sha-ni",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(..) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// Section 6.2.2: takes whole blocks into the state, one after the other.
#[inline]
pub(super) fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("sha256 compress", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::ShaNiAvx512(proof, _) | Backend::ShaNi(proof) => x86_sha_ni::compress(proof, state, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof, _) | Backend::Avx2(proof) => x86_avx2::compress(proof, state, blocks),
        Backend::Portable => portable::compress(state, blocks),
    }
}

/// As [`compress`], for two messages side by side: `blocks[lane]` goes into `states[lane]`. All lanes have equally many
/// blocks.
#[inline]
pub(super) fn compress_x2(backend: Backend, states: [&mut State; 2], blocks: [&[Block]; 2]) {
    #[cfg(test)]
    testing::ran("sha256 compress_x2", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::ShaNiAvx512(proof, _) | Backend::ShaNi(proof) => x86_sha_ni::compress_x2(proof, states, blocks),
        _ => one_by_one(backend, states, blocks),
    }
}

/// As [`compress_x2`], for eight messages.
pub(super) fn compress_x8(backend: Backend, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    #[cfg(test)]
    testing::ran("sha256 compress_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::ShaNiAvx512(_, proof) | Backend::Avx512(_, proof) => x86_avx512::compress_x8(proof, states, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_x8(proof, states, blocks),
        _ => one_by_one(backend, states, blocks),
    }
}

/// As [`compress_x2`], for sixteen messages.
pub(super) fn compress_x16(backend: Backend, states: [&mut State; 16], blocks: [&[Block]; 16]) {
    #[cfg(test)]
    testing::ran("sha256 compress_x16", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::ShaNiAvx512(_, proof) | Backend::Avx512(_, proof) => x86_avx512::compress_x16(proof, states, blocks),
        _ => one_by_one(backend, states, blocks),
    }
}

fn one_by_one<const N: usize>(backend: Backend, states: [&mut State; N], blocks: [&[Block]; N]) {
    for (state, blocks) in states.into_iter().zip(blocks) {
        compress(backend, state, blocks);
    }
}

/// The most lanes that any kernel has.
pub(super) const MOST_LANES: usize = 16;

/// From how many busy lanes on a kernel is faster than one with fewer lanes. More than [`MOST_LANES`]: never.
pub(super) struct PaysFrom {
    pub(super) x16: usize,
    pub(super) x8: usize,
    pub(super) x2: usize,
}

impl Backend {
    /// Measured on messages of 1 KiB, in nanoseconds: SHA-NI alone 633, x2 1 169; AVX-512 x8 3 340, against x2 with 5
    /// messages 2 908 and with 6 3 326; AVX-512 x16 4 770, against x8 and x2 with 10 messages 4 430 and with 11 5 170.
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::ShaNiAvx512(..) => PaysFrom { x16: 11, x8: 6, x2: 2 },
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(_) => PaysFrom { x16: 17, x8: 17, x2: 2 },
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(..) => PaysFrom { x16: 11, x8: 2, x2: 17 },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => PaysFrom { x16: 17, x8: 3, x2: 17 },
            Self::Portable => PaysFrom { x16: 17, x8: 17, x2: 17 },
        }
    }
}
