//! The operations of an Argon2 backend, and the only place where a backend is chosen.

use super::block::Block;
use crate::base::cpu;
use crate::base::dispatch::backends;
use core::ops::Range;

backends! {$
    /// An implementation that this CPU can run.
    pub(super) enum Backend {
        x86_64: {
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

/// Slices in a lane, Section 3.4: SL.
pub(super) const SLICES: usize = 4;

/// The maximum number of segments that a kernel fills interleaved. While one waits for memory, the others compute.
pub(super) const SIDE_BY_SIDE: usize = 4;

/// One of the four slices of one pass, and the context for filling it.
#[derive(Clone, Copy)]
pub(super) struct Slice<'m> {
    /// y, the variant: 0, 1, 2 for Argon2d, Argon2i, Argon2id.
    pub(super) variant: u32,
    /// r, the pass, counted from 0.
    pub(super) pass: u32,
    /// sl, the index of the slice.
    pub(super) index: usize,
    /// p, the number of lanes.
    pub(super) lanes: u32,
    /// t, the number of passes.
    pub(super) passes: u32,
    /// m', the number of blocks.
    pub(super) blocks: u32,
    /// 2^64 / p, rounded up, modulo 2^64: used to compute J2 mod p.
    pub(super) reciprocal: u64,
    /// Blocks in a segment, m' / 4p.
    pub(super) segment_len: usize,
    /// If set, a block is XORed with its previous content: in all passes but the first, except in version 0x10.
    pub(super) adds: bool,
    /// If set, the references come from a counter instead of the data: in Argon2i, and in the first half of the first
    /// pass of Argon2id.
    pub(super) is_independent: bool,
    /// The slices before this one and those after it, each with the segments of all lanes in sequence.
    pub(super) before: &'m [Block],
    pub(super) after: &'m [Block],
}

impl Slice<'_> {
    /// Returns whether this is the first slice of the first pass, where each lane starts with two precomputed blocks
    /// and cannot reference other lanes.
    #[inline(always)]
    pub(super) fn is_first(&self) -> bool {
        self.pass == 0 && self.index == 0
    }
}

/// Filling of the memory.
pub(super) trait Kernel: Copy {
    /// Sections 3.2 to 3.4: fills `segments`, which are those of `lanes` in `slice`, at most [`SIDE_BY_SIDE`] of them.
    /// In the first slice of the first pass, their first two blocks must already have been computed.
    fn fill(self, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]);
}

/// Dispatches to [`Kernel::fill`].
pub(super) fn fill(backend: Backend, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
    debug_assert!(lanes.len() <= SIDE_BY_SIDE && segments.len() == lanes.len() * slice.segment_len);
    dispatch!("argon2 fill", backend, |kernel| kernel.fill(slice, lanes, segments));
}
