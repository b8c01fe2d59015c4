//! What a backend of BLAKE2 does, and the one place where a backend is chosen.

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
#[cfg(test)]
use crate::base::testing;

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

/// Blocks that follow one another in a message.
#[derive(Clone, Copy)]
pub struct Run<'m, Block> {
    pub(super) blocks: &'m [Block],
    /// t after the first of them: the bytes of the message up to and with it, padding not counted. Each further block
    /// counts whole.
    pub(super) counter: u64,
    /// Whether the run is the last block of the message, and then a single one: f.
    pub(super) is_last: bool,
}

/// A message that is there as a whole, with no key, salt or personalisation.
#[derive(Clone, Copy)]
pub struct Whole<'m, Block> {
    /// The first word of the parameter block, Section 2.5. The others are 0.
    pub(super) parameters: u32,
    /// All of the message but its last block.
    pub(super) body: &'m [Block],
    /// The last block, padded.
    pub(super) last: &'m Block,
    /// The bytes of the message.
    pub(super) len: u64,
}

/// A sixteen-word block of BLAKE2b, and its hash value h.
pub(super) type Block64 = [u8; 128];
pub(super) type State64 = [u64; 8];
/// The same of BLAKE2s.
pub(super) type Block32 = [u8; 64];
pub(super) type State32 = [u32; 8];

/// RFC 7693 Section 3.2: takes the blocks of a run into the hash value of BLAKE2b, one after the other.
#[inline]
pub(super) fn compress_64(backend: Backend, h: &mut State64, run: Run<'_, Block64>) {
    #[cfg(test)]
    testing::ran("blake2b compress", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_64(proof, h, run),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_64(proof, h, run),
        Backend::Portable => portable::compress_64(h, run),
    }
}

/// The same of BLAKE2s.
#[inline]
pub(super) fn compress_32(backend: Backend, h: &mut State32, run: Run<'_, Block32>) {
    #[cfg(test)]
    testing::ran("blake2s compress", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_32(proof, h, run),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_32(proof, h, run),
        Backend::Portable => portable::compress_32(h, run),
    }
}

/// RFC 7693 Section 3.3: gives the hash value h of a message of BLAKE2b.
#[inline]
pub(super) fn digest_64(backend: Backend, h: &mut State64, message: Whole<'_, Block64>) {
    #[cfg(test)]
    testing::ran("blake2b digest", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::digest_64(proof, h, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::digest_64(proof, h, message),
        Backend::Portable => portable::digest_64(h, message),
    }
}

/// The same of BLAKE2s.
#[inline]
pub(super) fn digest_32(backend: Backend, h: &mut State32, message: Whole<'_, Block32>) {
    #[cfg(test)]
    testing::ran("blake2s digest", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::digest_32(proof, h, message),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::digest_32(proof, h, message),
        Backend::Portable => portable::digest_32(h, message),
    }
}

/// As [`compress_64`], for four messages side by side: `runs[lane]` goes into `states[lane]`. All runs are of one length.
pub(super) fn compress_64_x4(backend: Backend, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
    #[cfg(test)]
    testing::ran("blake2b compress_x4", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_64_x4(proof, states, runs),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_64_x4(proof, states, runs),
        Backend::Portable => one_by_one(states, runs, |h, run| compress_64(backend, h, run)),
    }
}

/// As [`compress_64_x4`], for eight messages.
pub(super) fn compress_64_x8(backend: Backend, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
    #[cfg(test)]
    testing::ran("blake2b compress_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_64_x8(proof, states, runs),
        _ => one_by_one(states, runs, |h, run| compress_64(backend, h, run)),
    }
}

/// As [`compress_32`], for eight messages side by side: `runs[lane]` goes into `states[lane]`. All runs are of one length.
pub(super) fn compress_32_x8(backend: Backend, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
    #[cfg(test)]
    testing::ran("blake2s compress_x8", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_32_x8(proof, states, runs),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::compress_32_x8(proof, states, runs),
        Backend::Portable => one_by_one(states, runs, |h, run| compress_32(backend, h, run)),
    }
}

/// As [`compress_32_x8`], for sixteen messages.
pub(super) fn compress_32_x16(backend: Backend, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
    #[cfg(test)]
    testing::ran("blake2s compress_x16", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::compress_32_x16(proof, states, runs),
        _ => one_by_one(states, runs, |h, run| compress_32(backend, h, run)),
    }
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

/// From how many messages on a kernel with lanes is faster than one with fewer lanes.
pub(super) struct PaysFrom {
    /// BLAKE2b in eight lanes and in four.
    pub(super) b_x8: usize,
    pub(super) b_x4: usize,
    /// BLAKE2s in sixteen lanes and in eight.
    pub(super) s_x16: usize,
    pub(super) s_x8: usize,
}

impl Backend {
    /// Measured on messages of 1 KiB. BLAKE2s in nanoseconds: AVX-512 alone 1 330, x8 2 460, x16 3 450; AVX2 alone 1 560,
    /// x8 3 300.
    pub(super) const fn lanes_pay_from(self) -> PaysFrom {
        const NEVER: usize = usize::MAX;
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => PaysFrom { b_x8: 5, b_x4: 2, s_x16: 9, s_x8: 3 },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => PaysFrom { b_x8: NEVER, b_x4: 2, s_x16: NEVER, s_x8: 3 },
            Self::Portable => PaysFrom { b_x8: NEVER, b_x4: NEVER, s_x16: NEVER, s_x8: NEVER },
        }
    }
}
