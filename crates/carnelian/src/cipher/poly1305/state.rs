//! The state of Poly1305.

use super::evaluation::{self, Accumulator};
use super::powers::{Powers, VECTORS};
use super::values::{Key, Number};
use crate::base::memory::{wipe, wipe_stack};
use core::cell::Cell;

/// Bytes of stack in which kernels that keep the accumulator in lanes leave powers of r, below their caller's frame.
pub(super) const FRAMES_LEN: usize = 1792;

/// Vectors that a backend keeps: the accumulator, if it is in lanes, and powers of r.
#[repr(C, align(64))]
#[derive(Clone)]
pub(super) struct Vectors(pub(super) [[u64; 8]; VECTORS]);

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
        self.r = evaluation::clamped_r(key);
        self.s = evaluation::s(key);
    }

    /// Starts the computation of the powers of r, for [`kernel::take_key`](super::kernel::take_key).
    #[inline(always)]
    pub(in super::super) fn powers<A: Accumulator>(&mut self) -> Powers<'_, A> {
        debug_assert_eq!(self.stage, Stage::Fresh);
        let words = Cell::from_mut(self.vectors.0.as_flattened_mut()).as_slice_of_cells();
        Powers::new(words.try_into().expect("as many words"))
    }
}

impl Drop for State {
    #[inline]
    fn drop(&mut self) {
        if self.stage != Stage::Fresh {
            wipe(self.vectors.0.as_flattened_mut());
        }
        if self.stage == Stage::InLanes {
            wipe_stack::<{ FRAMES_LEN }>();
        }
        wipe(&mut self.value);
        wipe(core::slice::from_mut(&mut self.r));
        wipe(core::slice::from_mut(&mut self.s));
        // The frame of `set_key`.
        wipe_stack::<256>();
    }
}
