//! What a backend of SHA-512 does, and the one place where a backend is chosen.

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block: sixteen 64-bit words.
pub(super) const BLOCK_LEN: usize = 128;
/// One block of the padded message, as it came.
pub(super) type Block = [u8; BLOCK_LEN];
/// The hash value H: eight words a to h.
pub(super) type State = [u64; 8];

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// The best one for this CPU and the tier in force.
    #[inline]
    pub(super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = cpu::Avx512::get() {
                return Self::Avx512(proof);
            }
            if let Some(proof) = cpu::Avx2::get() {
                return Self::Avx2(proof);
            }
        }
        Self::Portable
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// Section 6.4.2: takes whole blocks into the state, one after the other.
#[inline]
pub(super) fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("sha512 compress", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress(proof, state, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress(proof, state, blocks),
        Backend::Portable => portable::compress(state, blocks),
    }
}

/// As [`compress`], for four messages side by side: `blocks[lane]` goes into `states[lane]`. All lanes have equally many
/// blocks.
pub(super) fn compress_x4(backend: Backend, states: [&mut State; 4], blocks: [&[Block]; 4]) {
    #[cfg(test)]
    testing::ran("sha512 compress_x4", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_x4(proof, states, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_x4(proof, states, blocks),
        Backend::Portable => one_by_one(backend, states, blocks),
    }
}

/// As [`compress_x4`], for eight messages.
pub(super) fn compress_x8(backend: Backend, states: [&mut State; 8], blocks: [&[Block]; 8]) {
    #[cfg(test)]
    testing::ran("sha512 compress_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_x8(proof, states, blocks),
        _ => one_by_one(backend, states, blocks),
    }
}

fn one_by_one<const N: usize>(backend: Backend, states: [&mut State; N], blocks: [&[Block]; N]) {
    for (state, blocks) in states.into_iter().zip(blocks) {
        compress(backend, state, blocks);
    }
}

/// The most lanes that any kernel has.
pub(super) const MOST_LANES: usize = 8;

/// From how many busy lanes on a kernel is faster than one with fewer lanes. More than [`MOST_LANES`]: never.
pub(super) struct PaysFrom {
    pub(super) x8: usize,
    pub(super) x4: usize,
}

impl Backend {
    /// Measured on messages of 1 KiB, as the ratio to one after the other: AVX-512 x4 with 2 messages 0.83, x8 with 5
    /// messages 0.46; AVX2 x4 with 2 messages 1.02, with 3 messages 0.90.
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => PaysFrom { x8: 5, x4: 2 },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => PaysFrom { x8: 9, x4: 3 },
            Self::Portable => PaysFrom { x8: 9, x4: 9 },
        }
    }
}
