//! Poly1305 in portable Rust, over either representation.

use super::evaluation::{self, Accumulator};
use super::fe_2x64::Fe2x64;
use super::fe_5x26::Fe5x26;
use super::kernel::Kernel;
use super::state::State;
use super::values::{Block, Key, Number, Tag};
use crate::base::cpu::{Portable32, Portable64};
use crate::base::memory::wipe_stack;

/// The words of a CPU.
trait Words: Copy {
    type Accumulator: Accumulator;
}

impl Words for Portable64 {
    type Accumulator = Fe2x64;
}

impl Words for Portable32 {
    type Accumulator = Fe5x26;
}

impl<W: Words> Kernel for W {
    fn absorb(self, state: &mut State, blocks: &[Block]) {
        absorb::<W::Accumulator>(state.r, &mut state.value, blocks);
    }

    fn finish(self, state: &mut State, end: &[u8]) -> Tag {
        finish::<W::Accumulator>(state.r, &state.s, &state.value, end)
    }

    fn finish_two(self, state: &mut State, text: &[u8], lengths: u128) -> Tag {
        finish_two::<W::Accumulator>(state.r, &state.s, &state.value, text, lengths)
    }

    fn tag_of_message(self, key: &Key, message: &[u8]) -> Tag {
        tag_of_message::<W::Accumulator>(key, message)
    }

    fn tag_of_two(self, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        tag_of_two::<W::Accumulator>(key, aad, text)
    }
}

fn absorb<A: Accumulator>(r: u128, value: &mut Number, blocks: &[Block]) {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, value: &mut Number, blocks: &[Block]) {
        *value = evaluation::absorb_blocks(A::new(r, *value), blocks).value();
    }
    kernel::<A>(r, value, blocks);
    wipe_stack::<512>();
}

fn finish<A: Accumulator>(r: u128, s: &u128, value: &Number, end: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, s: &u128, value: &Number, end: &[u8]) -> Tag {
        evaluation::tag(evaluation::absorb_end(A::new(r, *value), end).value(), *s)
    }
    let tag = kernel::<A>(r, s, value, end);
    wipe_stack::<512>();
    tag
}

fn tag_of_message<A: Accumulator>(key: &Key, message: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(key: &Key, message: &[u8]) -> Tag {
        evaluation::tag_of_message::<A>(key, message)
    }
    let tag = kernel::<A>(key, message);
    wipe_stack::<512>();
    tag
}

fn tag_of_two<A: Accumulator>(key: &Key, aad: &[u8], text: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        evaluation::tag_of_two::<A>(key, aad, text)
    }
    let tag = kernel::<A>(key, aad, text);
    wipe_stack::<512>();
    tag
}

fn finish_two<A: Accumulator>(r: u128, s: &u128, value: &Number, text: &[u8], lengths: u128) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, s: &u128, value: &Number, text: &[u8], lengths: u128) -> Tag {
        evaluation::tag(evaluation::absorb_padded(A::new(r, *value), text).absorb(lengths, 1).value(), *s)
    }
    let tag = kernel::<A>(r, s, value, text, lengths);
    wipe_stack::<512>();
    tag
}
