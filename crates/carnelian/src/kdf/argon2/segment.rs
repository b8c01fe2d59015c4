//! Filling segments, RFC 9106 Sections 3.2 and 3.4, with any backend's compression function G.

use super::block::{Block, WORDS, index_of};
use super::kernel::{SIDE_BY_SIDE, SLICES, Slice};
use crate::base::ct::declassify;
use crate::base::memory::prefetch;
use core::ops::Range;

/// Section 3.5, the compression function G(X, Y), in two parts. The first returns the first word of the result, which
/// determines the block that is read next, so that this block can be prefetched while the second part computes.
pub(super) trait Compression: Copy {
    /// The state passed from the first part to the second in addition to the scratch.
    type Rest;

    /// Computes G up to and including the first column step and returns word 0 of the result. `scratch` may have any
    /// content.
    fn first(self, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) -> (u64, Self::Rest);

    /// Computes the remainder of G: afterwards `out` is G(X, Y), or, if `adds`, its old value XORed with G(X, Y).
    fn second(self, rest: Self::Rest, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool);

    /// Section 3.4.1.2: G(0, G(0, Z)), in a separate function.
    fn addresses(self, z: &Block, out: &mut Block);
}

/// Computes the whole of G(X, Y).
#[inline(always)]
pub(super) fn compress<G: Compression>(g: G, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block) {
    let (_, rest) = g.first(scratch, x, y, out, false);
    g.second(rest, scratch, x, y, out, false);
}

/// Implements [`Compression::addresses`].
#[inline(always)]
pub(super) fn addresses<G: Compression>(g: G, z: &Block, out: &mut Block) {
    let (mut scratch, mut inner) = (Block::ZERO, Block::ZERO);
    compress(g, &mut scratch, &Block::ZERO, z, &mut inner);
    compress(g, &mut scratch, &Block::ZERO, &inner, out);
}

/// Section 3.4: returns the number of the block referenced by J1 and J2, the halves of `word`, when block `i` of a
/// segment in `lane` is computed. Blocks are numbered in memory order, slice by slice and lane by lane within a slice.
#[inline(always)]
fn refer(slice: &Slice<'_>, lane: u32, i: usize, word: u64) -> usize {
    let (j1, j2) = (word & 0xffff_ffff, word >> 32);
    let segment_len = slice.segment_len as u64;
    // 3.4.2: l = J2 mod p.
    let l = if slice.lanes == 1 || slice.is_first() {
        lane
    } else {
        ((u128::from(slice.reciprocal.wrapping_mul(j2)) * u128::from(slice.lanes)) >> 64) as u32
    };
    // |W|: the blocks in complete segments of the lane; in the current lane also those of this segment. The last block is
    // excluded in the current lane, where it is the other operand, and in other lanes where it may not be computed yet.
    let (start, complete) = if slice.pass == 0 { (0, slice.index) } else { ((slice.index + 1) % SLICES, SLICES - 1) };
    let complete = complete as u64 * segment_len;
    let w = if l == lane { complete + i as u64 - 1 } else { complete - u64::from(i == 0) };
    let x = (j1 * j1) >> 32;
    let y = (w * x) >> 32;
    let z = w - 1 - y;
    // W starts at slice `start` and wraps around.
    let column = start as u64 * segment_len + z;
    let lane_len = SLICES as u64 * segment_len;
    let column = if column < lane_len { column } else { column - lane_len };
    if slice.lanes == 1 {
        return column as usize;
    }
    // Comparisons replace a division.
    let slices = (1..SLICES as u64).map(|count| u64::from(column >= count * segment_len)).sum::<u64>();
    (column + (slices * u64::from(slice.lanes - 1) + u64::from(l)) * segment_len) as usize
}

/// The blocks that can be read while one is written, indexed by their numbers.
#[derive(Clone, Copy)]
struct Readable<'m> {
    before: &'m [Block],
    /// Segments of the slice that is being filled, up to the block that is being written.
    done: &'m [Block],
    /// The number of the first block in `done`.
    done_from: usize,
    after: &'m [Block],
    after_from: usize,
}

impl<'m> Readable<'m> {
    #[inline(always)]
    fn block(&self, number: usize) -> &'m Block {
        let Self { before, done, done_from, after, after_from } = *self;
        let (part, from) = if number < after_from { (done, done_from) } else { (after, after_from) };
        let (part, from) = if number < before.len() { (before, 0) } else { (part, from) };
        &part[number - from]
    }
}

/// The references in a segment with data-independent addressing, 128 at a time.
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
            self.z.0[index_of(i)] = word;
        }
    }

    /// Returns J1 and J2 for block `i`. Blocks must be requested in ascending order; the first may be number 2.
    #[inline(always)]
    fn word<G: Compression>(&mut self, g: G, i: usize, is_first: bool) -> u64 {
        if i.is_multiple_of(WORDS) || is_first {
            self.z.0[index_of(6)] = (i / WORDS + 1) as u64;
            g.addresses(&self.z, &mut self.words);
        }
        self.words.0[index_of(i % WORDS)]
    }
}

/// Returns J1 and J2, Section 3.4.1.1.
#[inline(always)]
fn depending(word: u64) -> u64 {
    declassify(word, "Argon2d, and Argon2id but for its start, read memory where the password tells them to")
}

/// Implements the contract of [`super::kernel::fill`]. `segments` are those of `lanes`.
#[inline(always)]
pub(super) fn fill<G: Compression>(g: G, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
    match lanes.len() {
        // With one lane, the state for the next block stays in registers, which saves 5 % of the time.
        1 => fill_sides::<G, 1>(g, slice, lanes, segments),
        _ => fill_sides::<G, SIDE_BY_SIDE>(g, slice, lanes, segments),
    }
}

/// Implements [`fill`] for at most `SIDES` lanes.
#[inline(always)]
fn fill_sides<G: Compression, const SIDES: usize>(g: G, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
    let len = slice.segment_len;
    let slice_len = len * slice.lanes as usize;
    let Slice { before, after, .. } = *slice;
    let (done_from, after_from) = (before.len() + lanes.start as usize * len, before.len() + slice_len);
    // The previous slice, whose last blocks precede the first blocks of this slice's segments.
    let previous =
        if slice.index > 0 { &before[before.len() - slice_len..] } else { &after[after.len() - slice_len..] };
    let start = if slice.is_first() { 2 } else { 0 };
    let mut scratch = Block::ZERO;
    let mut counters = [Counter::NONE; SIDES];
    let mut references = [0; SIDES];
    for (side, lane) in lanes.clone().enumerate().take(SIDES) {
        let word = if slice.is_independent {
            counters[side].set(slice, lane);
            counters[side].word(g, start, true)
        } else if start > 0 {
            depending(segments[side * len + start - 1].0[0])
        } else {
            depending(previous[(lane as usize + 1) * len - 1].0[0])
        };
        references[side] = refer(slice, lane, start, word);
    }
    for i in start..len {
        for (side, lane) in lanes.clone().enumerate().take(SIDES) {
            let (done, open) = segments.split_at_mut(side * len + i);
            let out = &mut open[0];
            let x = if i > 0 { &done[done.len() - 1] } else { &previous[(lane as usize + 1) * len - 1] };
            let readable = Readable { before, done, done_from, after, after_from };
            let y = readable.block(references[side]);
            // The next reference is computed, and its block prefetched, as early as possible.
            let is_last = i + 1 == len;
            if slice.is_independent && !is_last {
                references[side] = refer(slice, lane, i + 1, counters[side].word(g, i + 1, false));
                prefetch(readable.block(references[side]));
            }
            let (word, rest) = g.first(&mut scratch, x, y, out, slice.adds);
            if !slice.is_independent && !is_last {
                references[side] = refer(slice, lane, i + 1, depending(word));
                prefetch(readable.block(references[side]));
            }
            g.second(rest, &mut scratch, x, y, out, slice.adds);
        }
    }
}
