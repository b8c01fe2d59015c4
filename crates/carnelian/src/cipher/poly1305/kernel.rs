//! The interface of Poly1305 backends, and the one place where a backend is chosen.

// Only architectures with vectors use lanes.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::absorbing::Absorbing;
use super::fe_2x64::Fe2x64;
use super::powers::Powers;
pub(in super::super) use super::state::State;
pub(in super::super) use super::values::{BLOCK_LEN, Block, Key, Tag};
use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::memory::wiping_stack;

/// The computation of the powers of r, step by step.
pub(in super::super) type PowersOfR<'s> = Powers<'s, Fe2x64>;

/// Blocks that are absorbed between the rounds of a cipher.
pub(in super::super) type AbsorbingBlocks<'d> = Absorbing<'d, Fe2x64>;

/// Work that can be interleaved with the rounds of a cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Interleaves {
    /// Powers of r are computed, by a [`PowersOfR`].
    Powers,
    /// Blocks are absorbed, by an [`AbsorbingBlocks`].
    Blocks,
    Nothing,
}

/// RFC 8439 Section 2.5, Poly1305, for messages that are absorbed incrementally and for whole ones.
pub(in super::super) trait Kernel: Copy {
    /// The work that can be interleaved with the rounds of a cipher.
    const INTERLEAVES: Interleaves = Interleaves::Nothing;

    /// The length, in bytes, up to which the tag of a whole message is computed without a [`State`].
    const SHORT: usize = usize::MAX;

    /// Takes over the powers of r that have been computed in the state.
    #[inline]
    fn take_powers(self, _state: &mut State) {}

    /// Absorbs as many blocks as vectors process faster, and returns their number.
    #[inline]
    fn absorb_in_lanes(self, _state: &mut State, _blocks: &[Block]) -> usize {
        0
    }

    /// Section 2.5.1: absorbs whole blocks, which are too few for vectors.
    fn absorb(self, state: &mut State, blocks: &[Block]);

    /// Section 2.5.1: absorbs the end of the message, less than a block, and returns the tag.
    fn finish(self, state: &mut State, end: &[u8]) -> Tag;

    /// RFC 8439 Section 2.8: absorbs the end of the text, which is too short for vectors, and the lengths, and returns
    /// the tag.
    fn finish_two(self, state: &mut State, text: &[u8], lengths: u128) -> Tag;

    /// RFC 8439 Section 2.8: absorbs the pending data and the lengths, and returns the tag.
    #[inline]
    fn finish_absorbing(self, absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
        absorbing.finished(key, lengths)
    }

    /// Returns the tag of a whole message, which is fast up to [`SHORT`](Self::SHORT) bytes.
    fn tag_of_message(self, key: &Key, message: &[u8]) -> Tag;

    /// RFC 8439 Section 2.8: returns the tag of associated data and a text. Fast for the same lengths as
    /// [`tag_of_message`](Self::tag_of_message).
    fn tag_of_two(self, key: &Key, aad: &[u8], text: &[u8]) -> Tag;
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            /// The scalar backend processes short data.
            Ifma((cpu::Avx512IfmaVbmi2, cpu::Avx2)) = "avx512-ifma",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

impl Backend {
    /// [`Kernel::INTERLEAVES`].
    #[inline]
    pub(in super::super) const fn interleaves(self) -> Interleaves {
        dispatch!(self, Kernel::INTERLEAVES)
    }

    /// [`Kernel::SHORT`].
    #[inline]
    pub(in super::super) const fn short(self) -> usize {
        dispatch!(self, Kernel::SHORT)
    }
}

/// Sets the key of a state whose [powers](State::powers) of r have all been computed.
#[inline]
pub(in super::super) fn take_key(backend: Backend, state: &mut State, key: &Key) {
    state.set_key(key);
    dispatch!(backend, |kernel| kernel.take_powers(state));
}

/// Section 2.5.1: absorbs whole blocks.
#[inline]
pub(in super::super) fn absorb(backend: Backend, state: &mut State, blocks: &[Block]) {
    #[inline(always)]
    fn all(kernel: impl Kernel, state: &mut State, blocks: &[Block]) {
        let rest = &blocks[kernel.absorb_in_lanes(state, blocks)..];
        if !rest.is_empty() {
            kernel.absorb(state, rest);
        }
    }
    if !blocks.is_empty() {
        dispatch!("poly1305 absorb", backend, |kernel| all(kernel, state, blocks));
    }
}

/// [`Kernel::finish`].
#[inline]
pub(in super::super) fn finish(backend: Backend, state: &mut State, end: &[u8]) -> Tag {
    debug_assert!(end.len() < BLOCK_LEN);
    dispatch!(backend, |kernel| kernel.finish(state, end))
}

/// RFC 8439 Section 2.8: absorbs the end of the text, any number of bytes, and the lengths, and returns the tag.
#[inline]
pub(in super::super) fn finish_two(backend: Backend, state: &mut State, text: &[u8], lengths: u128) -> Tag {
    #[inline(always)]
    fn all(kernel: impl Kernel, state: &mut State, text: &[u8], lengths: u128) -> Tag {
        let in_lanes = kernel.absorb_in_lanes(state, text.as_chunks().0);
        kernel.finish_two(state, &text[in_lanes * BLOCK_LEN..], lengths)
    }
    dispatch!(backend, |kernel| all(kernel, state, text, lengths))
}

/// RFC 8439 Section 2.8: absorbs associated data and leaves `text` pending.
#[inline(never)]
pub(in super::super) fn absorbing<'d>(key: &Key, aad: &'d [u8], text: &'d [u8]) -> AbsorbingBlocks<'d> {
    wiping_stack::<256, _>(|| Absorbing::new(key, aad, text))
}

/// [`Kernel::finish_absorbing`]. Wipes `absorbing`.
#[inline]
pub(in super::super) fn finish_absorbing(
    backend: Backend,
    absorbing: &mut AbsorbingBlocks<'_>,
    key: &Key,
    lengths: u128,
) -> Tag {
    let tag = dispatch!("poly1305 absorbing", backend, |kernel| kernel.finish_absorbing(absorbing, key, lengths));
    absorbing.wipe();
    tag
}

/// [`Kernel::tag_of_message`].
#[inline]
pub(in super::super) fn tag_of_message(backend: Backend, key: &Key, message: &[u8]) -> Tag {
    dispatch!("poly1305 tag_of_message", backend, |kernel| kernel.tag_of_message(key, message))
}

/// [`Kernel::tag_of_two`].
#[inline]
pub(in super::super) fn tag_of_two(backend: Backend, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
    dispatch!("poly1305 tag_of_two", backend, |kernel| kernel.tag_of_two(key, aad, text))
}
