//! Filling segments, RFC 9106 Sections 3.3 and 3.4, over any backend's compression function G.

use super::block::{Block, WORDS, place};
use super::kernel::{SIDE_BY_SIDE, SLICES, Slice};
use crate::base::ct::declassify;
use crate::base::memory::prefetch;
use core::ops::Range;

/// Section 3.5, the compression function G(X, Y), in two parts. The first gives the result's first word, which says what is
/// read next, so that this can be on its way while the second computes.
pub(super) trait Compression: Copy {
    /// What the first part hands to the second besides what lies in the scratch.
    type Rest;

    /// G up to the first of the columns, and of the result word 0. `scratch` need not be anything.
    fn first(self, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) -> (u64, Self::Rest);

    /// The rest: after it `out` is G(X, Y), or if `adds`, what it was plus that.
    fn second(self, rest: Self::Rest, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool);

    /// Section 3.4.1.2: G(0, G(0, Z)), in a function of its own.
    fn addresses(self, z: &Block, out: &mut Block);
}

/// G(X, Y) as a whole.
#[inline(always)]
pub(super) fn compress<G: Compression>(g: G, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block) {
    let (_, rest) = g.first(scratch, x, y, out, false);
    g.second(rest, scratch, x, y, out, false);
}

/// The body of [`Compression::addresses`].
#[inline(always)]
pub(super) fn addresses<G: Compression>(g: G, z: &Block, out: &mut Block) {
    let (mut scratch, mut inner) = (Block::ZERO, Block::ZERO);
    compress(g, &mut scratch, &Block::ZERO, z, &mut inner);
    compress(g, &mut scratch, &Block::ZERO, &inner, out);
}

/// A block by its slice, and by its place among those that the slice shows.
#[derive(Clone, Copy, Default)]
struct Reference {
    slice: usize,
    at: usize,
}

/// Section 3.4: the block that is referred to by J1 and J2, the halves of `word`, when block `i` of a segment in `lane` is
/// computed.
#[inline(always)]
fn refer(slice: &Slice<'_>, first_lane: u32, lane: u32, i: usize, word: u64) -> Reference {
    let (j1, j2) = (word & 0xffff_ffff, word >> 32);
    let is_first = slice.pass == 0 && slice.index == 0;
    // 3.4.2: l = J2 mod p.
    let fraction = slice.reciprocal.wrapping_mul(j2);
    let l = if is_first { lane } else { ((u128::from(fraction) * u128::from(slice.lanes)) >> 64) as u32 };
    // W: what the lane has in complete segments; in the own lane the blocks of this segment too. The last block is left
    // out: in the own lane, where it is the other operand, and where it may not be there yet.
    let segment_len = slice.segment_len as u64;
    let (start, complete) = if slice.pass == 0 { (0, slice.index) } else { ((slice.index + 1) % SLICES, SLICES - 1) };
    let complete = complete as u64 * segment_len;
    let w = if l == lane { complete + i as u64 - 1 } else { complete - u64::from(i == 0) };
    let x = (j1 * j1) >> 32;
    let y = (w * x) >> 32;
    let z = w - 1 - y;
    // W in its order begins with slice `start`; comparisons find what a division would.
    let whole = (1..SLICES as u64).map(|count| usize::from(z >= count * segment_len)).sum::<usize>();
    let index = (start + whole) % SLICES;
    let shown_from = if index == slice.index { first_lane } else { 0 };
    let segment = (l - shown_from) as usize;
    Reference { slice: index, at: segment * slice.segment_len + z as usize - whole * slice.segment_len }
}

/// The references of a segment in which they are independent of the password: 128 at a time.
struct Counter {
    /// Z, Section 3.4.1.2.
    z: Block,
    words: Block,
}

impl Counter {
    const NONE: Self = Self { z: Block::ZERO, words: Block::ZERO };

    #[inline(always)]
    fn set(&mut self, slice: &Slice<'_>, lane: u32) {
        let index = slice.index as u64;
        let z = [slice.pass.into(), lane.into(), index, slice.blocks.into(), slice.passes.into(), slice.variant.into()];
        for (i, word) in z.into_iter().enumerate() {
            self.z.0[place(i)] = word;
        }
    }

    /// J1 and J2 for block `i`. The blocks are asked for one after the other; the first may be the one at 2.
    #[inline(always)]
    fn word<G: Compression>(&mut self, g: G, i: usize, is_first: bool) -> u64 {
        if i.is_multiple_of(WORDS) || is_first {
            self.z.0[place(6)] = (i / WORDS + 1) as u64;
            g.addresses(&self.z, &mut self.words);
        }
        self.words.0[place(i % WORDS)]
    }
}

/// J1 and J2, Section 3.4.1.1.
#[inline(always)]
fn depending(word: u64) -> u64 {
    declassify(word, "Argon2d, and Argon2id but for its start, read memory where the password tells them to")
}

/// The contract of [`super::kernel::fill`]. `segments` are those of `lanes`.
#[inline(always)]
pub(super) fn fill<G: Compression>(g: G, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
    let len = slice.segment_len;
    let start = if slice.pass == 0 && slice.index == 0 { 2 } else { 0 };
    let mut scratch = Block::ZERO;
    let mut counters = [Counter::NONE; SIDE_BY_SIDE];
    let mut references = [Reference::default(); SIDE_BY_SIDE];
    let before = slice.slices[(slice.index + SLICES - 1) % SLICES];
    for (side, lane) in lanes.clone().enumerate() {
        let word = if slice.is_independent {
            counters[side].set(slice, lane);
            counters[side].word(g, start, true)
        } else if start > 0 {
            depending(segments[side * len + start - 1].0[0])
        } else {
            depending(before[(lane as usize + 1) * len - 1].0[0])
        };
        references[side] = refer(slice, lanes.start, lane, start, word);
    }
    for i in start..len {
        for (side, lane) in lanes.clone().enumerate() {
            let (done, open) = segments.split_at_mut(side * len + i);
            let out = &mut open[0];
            let x = if i > 0 { &done[done.len() - 1] } else { &before[(lane as usize + 1) * len - 1] };
            let mut slices = slice.slices;
            slices[slice.index] = done;
            let Reference { slice: index, at } = references[side];
            let y = &slices[index][at];
            let is_last = i + 1 == len;
            if slice.is_independent && !is_last {
                let word = counters[side].word(g, i + 1, false);
                let next = refer(slice, lanes.start, lane, i + 1, word);
                prefetch(&slices[next.slice][next.at]);
                references[side] = next;
            }
            let (word, rest) = g.first(&mut scratch, x, y, out, slice.adds);
            if !slice.is_independent && !is_last {
                let next = refer(slice, lanes.start, lane, i + 1, depending(word));
                prefetch(&slices[next.slice][next.at]);
                references[side] = next;
            }
            g.second(rest, &mut scratch, x, y, out, slice.adds);
        }
    }
}
