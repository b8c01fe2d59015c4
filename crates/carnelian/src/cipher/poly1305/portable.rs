//! Poly1305 in portable Rust, over either representation.

use super::evaluation::{self, Accumulator};
use super::kernel::{Block, Key, Number, Tag};
use crate::base::memory::wipe_stack;

pub(super) fn absorb<A: Accumulator>(r: u128, value: &mut Number, blocks: &[Block]) {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, value: &mut Number, blocks: &[Block]) {
        *value = evaluation::absorb_blocks(A::new(r, *value), blocks).value();
    }
    kernel::<A>(r, value, blocks);
    wipe_stack::<512>();
}

pub(super) fn finish<A: Accumulator>(r: u128, s: &u128, value: &Number, end: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, s: &u128, value: &Number, end: &[u8]) -> Tag {
        evaluation::tag(evaluation::absorb_end(A::new(r, *value), end).value(), *s)
    }
    let tag = kernel::<A>(r, s, value, end);
    wipe_stack::<512>();
    tag
}

pub(super) fn tag_of_message<A: Accumulator>(key: &Key, message: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(key: &Key, message: &[u8]) -> Tag {
        evaluation::tag_of_message::<A>(key, message)
    }
    let tag = kernel::<A>(key, message);
    wipe_stack::<512>();
    tag
}

pub(super) fn tag_of_two<A: Accumulator>(key: &Key, associated: &[u8], text: &[u8]) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(key: &Key, associated: &[u8], text: &[u8]) -> Tag {
        evaluation::tag_of_two::<A>(key, associated, text)
    }
    let tag = kernel::<A>(key, associated, text);
    wipe_stack::<512>();
    tag
}

pub(super) fn finish_two<A: Accumulator>(r: u128, s: &u128, value: &Number, text: &[u8], lengths: u128) -> Tag {
    #[inline(never)]
    fn kernel<A: Accumulator>(r: u128, s: &u128, value: &Number, text: &[u8], lengths: u128) -> Tag {
        evaluation::tag(evaluation::absorb_padded(A::new(r, *value), text).absorb(lengths, 1).value(), *s)
    }
    let tag = kernel::<A>(r, s, value, text, lengths);
    wipe_stack::<512>();
    tag
}
