//! What a backend of Argon2 does, and the one place where a backend is chosen.

use super::block::Block;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
#[cfg(test)]
use crate::base::testing;
use core::ops::Range;

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// The best one for this CPU and the tier in force.
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

/// Slices in a lane, Section 3.4: SL.
pub(super) const SLICES: usize = 4;

/// The most segments that a kernel fills side by side. While one waits for memory, the others compute.
pub(super) const SIDE_BY_SIDE: usize = 4;

/// One of the four slices of one pass, and what is known while it is filled.
#[derive(Clone, Copy)]
pub(super) struct Slice<'m> {
    /// y: 0, 1, 2 for Argon2d, Argon2i, Argon2id.
    pub(super) variant: u32,
    /// r, counted from 0.
    pub(super) pass: u32,
    /// sl.
    pub(super) index: usize,
    /// p.
    pub(super) lanes: u32,
    /// t.
    pub(super) passes: u32,
    /// m', the number of blocks.
    pub(super) blocks: u32,
    /// 2^64 / p, rounded up, modulo 2^64: what J2 mod p is computed with.
    pub(super) reciprocal: u64,
    /// Blocks in a segment, m' / 4p.
    pub(super) segment_len: usize,
    /// Whether a block is added to what stood in its place: in all passes but the first, except in version 0x10.
    pub(super) adds: bool,
    /// Whether the references are drawn from a counter instead of from what was computed: in Argon2i, and in the first
    /// half of the first pass of Argon2id.
    pub(super) is_independent: bool,
    /// The slices, each with the segments of all lanes one after the other. That which is being filled is not looked at.
    pub(super) slices: [&'m [Block]; SLICES],
}

/// Sections 3.2 to 3.4: fills `segments`, which are those of `lanes` in `slice`, at most [`SIDE_BY_SIDE`] of them. In the
/// first slice of the first pass their first two blocks are there already.
pub(super) fn fill(backend: Backend, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
    debug_assert!(lanes.len() <= SIDE_BY_SIDE && segments.len() == lanes.len() * slice.segment_len);
    #[cfg(test)]
    testing::ran("argon2 fill", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::fill(proof, slice, lanes, segments),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::fill(proof, slice, lanes, segments),
        Backend::Portable => portable::fill(slice, lanes, segments),
    }
}
