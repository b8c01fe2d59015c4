//! The interface of Poly1305 backends, and the one place where a backend is chosen.

// Only architectures with vectors use lanes.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

use super::absorbing::Absorbing;
use super::fe_2x64::Fe2x64;
use super::fe_5x26::Fe5x26;
use super::portable;
use super::powers::{Powers, VECTORS};
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2_scalar, x86_avx512_ifma};
use crate::base::cpu::Tier;
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{Avx2, Avx512IfmaVbmi2};
use crate::base::memory::{wipe, wipe_stack, wiping_stack};
#[cfg(test)]
use crate::base::testing;
use core::cell::Cell;

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// One block of the message.
pub(in super::super) type Block = [u8; BLOCK_LEN];
/// A one-time key: r and s.
pub(in super::super) type Key = [u8; 32];
/// A tag.
pub(in super::super) type Tag = [u8; 16];
/// A number in 64-bit words.
pub(super) type Number = [u64; 3];

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Backend {
    /// The scalar backend processes short data.
    #[cfg(target_arch = "x86_64")]
    Ifma(Avx512IfmaVbmi2, Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable64,
    Portable32,
}

impl Backend {
    /// Returns the best backend for this CPU and the tier in force.
    #[inline]
    pub(in super::super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::get() {
            return Avx512IfmaVbmi2::get().map_or(Self::Avx2(avx2), |ifma| Self::Ifma(ifma, avx2));
        }
        if Tier::in_force() >= Tier::Portable64 { Self::Portable64 } else { Self::Portable32 }
    }

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(..) => "avx512-ifma",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable64 => "portable64",
            Self::Portable32 => "portable32",
        }
    }

    /// Returns the work that can be interleaved with the rounds of a cipher.
    #[inline]
    pub(in super::super) const fn beside(self) -> Beside {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(..) => Beside::Powers,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Beside::Blocks,
            Self::Portable64 | Self::Portable32 => Beside::Nothing,
        }
    }

    /// Returns the length, in bytes, up to which the tag of a whole message is computed without a [`State`].
    pub(in super::super) const fn short(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(..) => 576,
            _ => usize::MAX,
        }
    }
}

/// Work that can be interleaved with the rounds of a cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Beside {
    /// Powers of r are computed, by a [`PowersOfR`].
    Powers,
    /// Blocks are absorbed, by an [`AbsorbingBlocks`].
    Blocks,
    Nothing,
}

/// Vectors that a backend keeps: the accumulator, if it is in lanes, and powers of r.
#[repr(C, align(64))]
#[derive(Clone)]
pub(super) struct Vectors(pub(super) [[u64; 8]; VECTORS]);

/// The computation of the powers of r, step by step.
pub(in super::super) type PowersOfR<'s> = Powers<'s, Fe2x64>;

/// Blocks that are absorbed between the rounds of a cipher.
pub(in super::super) type AbsorbingBlocks<'d> = Absorbing<'d, Fe2x64>;

/// The form of a [`State`]'s accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A number; the powers of r have not been computed.
    Fresh,
    /// A number; the powers of r have been computed.
    Prepared,
    /// Lanes of vectors.
    InLanes,
}

/// A message that is absorbed incrementally.
#[derive(Clone)]
pub(in super::super) struct State {
    pub(super) vectors: Vectors,
    /// The accumulator, below 5 · 2¹²⁸, unless it is in lanes.
    pub(super) value: Number,
    pub(super) r: u128,
    pub(super) s: u128,
    pub(super) stage: Stage,
}

impl State {
    /// Returns a state that has absorbed nothing and has no key yet. The key is set in place, since a state that is
    /// moved leaves a copy behind.
    #[inline(always)]
    pub(in super::super) fn without_key() -> Self {
        Self { vectors: Vectors([[0; 8]; VECTORS]), value: [0; 3], r: 0, s: 0, stage: Stage::Fresh }
    }

    /// Sets the key. Not inlined, so that the parts of the key that it leaves on the stack are in the frame that is
    /// wiped.
    #[inline(never)]
    pub(in super::super) fn set_key(&mut self, key: &Key) {
        self.r = super::evaluation::clamped_r(key);
        self.s = super::evaluation::s(key);
    }

    /// Starts the computation of the powers of r, for [`take_key`](Self::take_key).
    #[inline(always)]
    pub(in super::super) fn powers(&mut self) -> PowersOfR<'_> {
        debug_assert_eq!(self.stage, Stage::Fresh);
        let words = Cell::from_mut(self.vectors.0.as_flattened_mut()).as_slice_of_cells();
        Powers::new(words.try_into().expect("as many words"))
    }

    /// Sets the key, after the powers started by [`powers`](Self::powers) have all been computed.
    #[inline]
    pub(in super::super) fn take_key(&mut self, backend: Backend, key: &Key) {
        self.set_key(key);
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Ifma(proof, _) => x86_avx512_ifma::take_powers(proof, self),
            _ => {}
        }
    }
}

impl Drop for State {
    #[inline]
    fn drop(&mut self) {
        if self.stage != Stage::Fresh {
            wipe(self.vectors.0.as_flattened_mut());
        }
        #[cfg(target_arch = "x86_64")]
        if self.stage == Stage::InLanes {
            x86_avx512_ifma::wipe_frames();
        }
        wipe(&mut self.value);
        wipe(core::slice::from_mut(&mut self.r));
        wipe(core::slice::from_mut(&mut self.s));
        // The frame of `set_key`.
        wipe_stack::<256>();
    }
}

/// Section 2.5.1: absorbs whole blocks.
#[inline]
pub(in super::super) fn absorb(backend: Backend, state: &mut State, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("poly1305 absorb", backend.name());
    let rest = &blocks[absorb_in_lanes(backend, state, blocks)..];
    if rest.is_empty() {
        return;
    }
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(ifma, avx2) => {
            x86_avx512_ifma::leave_lanes(ifma, state);
            x86_avx2_scalar::absorb(avx2, state.r, &mut state.value, rest);
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2_scalar::absorb(proof, state.r, &mut state.value, rest),
        Backend::Portable64 => portable::absorb::<Fe2x64>(state.r, &mut state.value, rest),
        Backend::Portable32 => portable::absorb::<Fe5x26>(state.r, &mut state.value, rest),
    }
}

/// Section 2.5.1: absorbs the end of the message, less than a block, and returns the tag.
#[inline]
pub(in super::super) fn finish(backend: Backend, state: &mut State, end: &[u8]) -> Tag {
    debug_assert!(end.len() < BLOCK_LEN);
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(ifma, avx2) => {
            x86_avx512_ifma::leave_lanes(ifma, state);
            x86_avx2_scalar::finish(avx2, state, end)
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2_scalar::finish(proof, state, end),
        Backend::Portable64 => portable::finish::<Fe2x64>(state.r, &state.s, &state.value, end),
        Backend::Portable32 => portable::finish::<Fe5x26>(state.r, &state.s, &state.value, end),
    }
}

/// RFC 8439 Section 2.8: absorbs the end of the text, any number of bytes, and the lengths, and returns the tag.
#[inline]
pub(in super::super) fn finish_two(backend: Backend, state: &mut State, text: &[u8], lengths: u128) -> Tag {
    let (blocks, _) = text.as_chunks();
    let in_lanes = absorb_in_lanes(backend, state, blocks);
    let text = &text[in_lanes * BLOCK_LEN..];
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(ifma, avx2) => {
            x86_avx512_ifma::leave_lanes(ifma, state);
            x86_avx2_scalar::finish_two(avx2, state, text, lengths)
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2_scalar::finish_two(proof, state, text, lengths),
        Backend::Portable64 => portable::finish_two::<Fe2x64>(state.r, &state.s, &state.value, text, lengths),
        Backend::Portable32 => portable::finish_two::<Fe5x26>(state.r, &state.s, &state.value, text, lengths),
    }
}

/// RFC 8439 Section 2.8: absorbs associated data and leaves `text` pending.
#[inline(never)]
pub(in super::super) fn absorbing<'d>(key: &Key, associated: &'d [u8], text: &'d [u8]) -> AbsorbingBlocks<'d> {
    wiping_stack::<256, _>(|| Absorbing::new(key, associated, text))
}

/// RFC 8439 Section 2.8: absorbs the pending data and the lengths, and returns the tag. Wipes `absorbing`.
#[inline]
pub(in super::super) fn finish_absorbing(
    backend: Backend,
    absorbing: &mut AbsorbingBlocks<'_>,
    key: &Key,
    lengths: u128,
) -> Tag {
    #[cfg(test)]
    testing::ran("poly1305 absorbing", backend.name());
    let tag = match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(_, proof) | Backend::Avx2(proof) => {
            x86_avx2_scalar::finish_absorbing(proof, absorbing, key, lengths)
        }
        Backend::Portable64 | Backend::Portable32 => absorbing.finished(key, lengths),
    };
    absorbing.wipe();
    tag
}

/// Absorbs as many blocks as vectors process faster, and returns their number.
#[inline]
fn absorb_in_lanes(backend: Backend, state: &mut State, blocks: &[Block]) -> usize {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof, _) => x86_avx512_ifma::absorb(proof, state, blocks),
        _ => 0,
    }
}

/// Returns the tag of a whole message, which is fast up to [`Backend::short`] bytes.
#[inline]
pub(in super::super) fn tag_of_message(backend: Backend, key: &Key, message: &[u8]) -> Tag {
    #[cfg(test)]
    testing::ran("poly1305 tag_of_message", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(_, proof) | Backend::Avx2(proof) => x86_avx2_scalar::tag_of_message(proof, key, message),
        Backend::Portable64 => portable::tag_of_message::<Fe2x64>(key, message),
        Backend::Portable32 => portable::tag_of_message::<Fe5x26>(key, message),
    }
}

/// RFC 8439 Section 2.8: returns the tag of associated data and a text. Fast for the same lengths as
/// [`tag_of_message`].
#[inline]
pub(in super::super) fn tag_of_two(backend: Backend, key: &Key, associated: &[u8], text: &[u8]) -> Tag {
    #[cfg(test)]
    testing::ran("poly1305 tag_of_two", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(_, proof) | Backend::Avx2(proof) => x86_avx2_scalar::tag_of_two(proof, key, associated, text),
        Backend::Portable64 => portable::tag_of_two::<Fe2x64>(key, associated, text),
        Backend::Portable32 => portable::tag_of_two::<Fe5x26>(key, associated, text),
    }
}
