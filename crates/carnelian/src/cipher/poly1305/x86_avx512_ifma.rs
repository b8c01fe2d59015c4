//! Poly1305 with AVX-512 IFMA, eight blocks in parallel, 32 blocks per pass.
//!
//! Numbers are limbs of 52, 52 and 26 bits. The multiplier ignores bits above the 52nd, so the limbs of a message need
//! no masks. A power of r is kept together with its reduced products with 2⁵² and 2¹⁰⁴: then no limb of a product is
//! above 2¹⁵⁶, and all reduction is one step at the end of a pass.
//!
//! Lane l holds every eighth block; [`PLACES`] has the index of a lane's block among eight. If H₁ to H₈ are the
//! contents of the lanes in the order of their blocks, the accumulator is the sum of Hᵢ r⁹⁻ⁱ.
#![allow(unsafe_code)]

use super::kernel::{AbsorbingBlocks, Interleaves, Kernel};
use super::powers::{LANES, LAST, PLACES, STRIDES, limbs_of};
use super::state::{FRAMES_LEN, Stage, State};
use super::values::{BLOCK_LEN, Block, Key, Number, Tag};
use crate::base::cpu::{Avx2, Avx512IfmaVbmi2};
use crate::base::dispatch::kernels;
use crate::base::lanes::u52::{U52Lanes, U52x8Ifma};
use crate::base::lanes::u64::WordLanes;
use crate::base::memory::align_frame;

/// The number of blocks from which vectors are faster: without powers of r, and with them.
const PAYS_FROM: [usize; 2] = [24, 16];

/// The lanes whose power r⁸⁻ᵖ, for the block index p, has the bit of weight 1, 2 or 4 set in 7 - p.
const BITS: [u8; 3] = [bit_of_places(1), bit_of_places(2), bit_of_places(4)];

const fn bit_of_places(weight: usize) -> u8 {
    let (mut mask, mut lane) = (0, 0);
    while lane < LANES {
        if (LANES - 1 - PLACES[lane]) & weight != 0 {
            mask |= 1 << lane;
        }
        lane += 1;
    }
    mask
}

/// The index of the accumulator among the vectors of the state. A [`Factor`] starts at [`STRIDES`] and another at
/// [`LAST`].
const VALUE: usize = 0;

/// A number in each lane: limbs of 52, 52 and 26 bits, where the last may have a few more.
type Limbs = [U52x8Ifma; 3];

/// A number in each lane, its product with 2⁵², and its product with 2¹⁰⁴.
type Factor = [Limbs; 3];

/// An unreduced sum of products, by the weights 1, 2⁵², 2¹⁰⁴ and 2¹⁵⁶. Lower and upper halves are separate, so that
/// fewer additions depend on each other.
struct Sum {
    low: Limbs,
    high: Limbs,
}

/// The scalar kernels of AVX2 process what is too short for vectors.
impl Kernel for (Avx512IfmaVbmi2, Avx2) {
    const INTERLEAVES: Interleaves = Interleaves::Powers;
    const SHORT: usize = 576;

    #[inline]
    fn take_powers(self, state: &mut State) {
        take_powers(self.0, state);
    }

    #[inline]
    fn absorb_in_lanes(self, state: &mut State, blocks: &[Block]) -> usize {
        absorb(self.0, state, blocks)
    }

    #[inline]
    fn absorb(self, state: &mut State, blocks: &[Block]) {
        leave_lanes(self.0, state);
        self.1.absorb(state, blocks);
    }

    #[inline]
    fn finish(self, state: &mut State, end: &[u8]) -> Tag {
        leave_lanes(self.0, state);
        self.1.finish(state, end)
    }

    #[inline]
    fn finish_two(self, state: &mut State, text: &[u8], lengths: u128) -> Tag {
        leave_lanes(self.0, state);
        self.1.finish_two(state, text, lengths)
    }

    #[inline]
    fn finish_absorbing(self, absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
        self.1.finish_absorbing(absorbing, key, lengths)
    }

    #[inline]
    fn tag_of_message(self, key: &Key, message: &[u8]) -> Tag {
        self.1.tag_of_message(key, message)
    }

    #[inline]
    fn tag_of_two(self, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        self.1.tag_of_two(key, aad, text)
    }
}

/// Absorbs as many blocks as vectors process faster, and returns their number. Leaves powers of r on the stack, below
/// the caller's frame: see [`FRAMES_LEN`].
fn absorb(proof: Avx512IfmaVbmi2, state: &mut State, blocks: &[Block]) -> usize {
    let pays_from = match state.stage {
        Stage::Fresh => PAYS_FROM[0],
        Stage::Prepared => PAYS_FROM[1],
        Stage::InLanes => LANES,
    };
    if blocks.len() < pays_from {
        return 0;
    }
    if state.stage == Stage::Fresh {
        make_powers(proof, state);
        state.stage = Stage::Prepared;
    }
    absorb_eights(proof, state, blocks.as_chunks().0);
    state.stage = Stage::InLanes;
    blocks.len() - blocks.len() % LANES
}

/// Computes the factors of the powers whose limbs are known.
fn take_powers(proof: Avx512IfmaVbmi2, state: &mut State) {
    make_factors(proof, state);
    state.stage = Stage::Prepared;
}

/// Moves the accumulator out of the lanes, if it is there.
fn leave_lanes(proof: Avx512IfmaVbmi2, state: &mut State) {
    if state.stage == Stage::InLanes {
        leave_lanes_kernel(proof, state);
        state.stage = Stage::Prepared;
    }
}

kernels! { proof: Avx512IfmaVbmi2;
    /// Computes the powers of r that passes need.
    fn make_powers(proof, state: &mut State) {
        align_frame();
        powers(proof, state);
    }

    fn make_factors(proof, state: &mut State) {
        for at in [STRIDES, LAST] {
            let factor = factor(proof, load_limbs(proof, state, at));
            store_factor(state, at, factor);
        }
    }

    /// Absorbs groups of eight blocks, at least one group.
    fn absorb_eights(proof, state: &mut State, eights: &[[Block; LANES]]) {
        align_frame();
        absorb_in_lanes(proof, state, eights);
    }

    fn leave_lanes_kernel(proof, state: &mut State) {
        state.value = sum_of_lanes(proof, state);
    } wipes FRAMES_LEN;
}

/// Loads vector `at` of the state.
#[inline(always)]
fn load(proof: Avx512IfmaVbmi2, state: &State, at: usize) -> U52x8Ifma {
    U52x8Ifma::load(proof.ifma(), &state.vectors.0[at])
}

/// Stores three vectors from `at` on.
#[inline(always)]
fn store(state: &mut State, at: usize, [v0, v1, v2]: Limbs) {
    state.vectors.0[at] = v0.store();
    state.vectors.0[at + 1] = v1.store();
    state.vectors.0[at + 2] = v2.store();
}

/// Loads the limbs at `at`.
#[inline(always)]
fn load_limbs(proof: Avx512IfmaVbmi2, state: &State, at: usize) -> Limbs {
    [load(proof, state, at), load(proof, state, at + 1), load(proof, state, at + 2)]
}

/// Loads the factor at `at`.
#[inline(always)]
fn load_factor(proof: Avx512IfmaVbmi2, state: &State, at: usize) -> Factor {
    [load_limbs(proof, state, at), load_limbs(proof, state, at + 3), load_limbs(proof, state, at + 6)]
}

/// Stores a factor at `at`.
#[inline(always)]
fn store_factor(state: &mut State, at: usize, [first, second, third]: Factor) {
    store(state, at, first);
    store(state, at + 3, second);
    store(state, at + 6, third);
}

/// Returns `word` in all lanes.
#[inline(always)]
fn splat(proof: Avx512IfmaVbmi2, word: u64) -> U52x8Ifma {
    U52x8Ifma::splat(proof.ifma(), word)
}

/// Returns one of the strides, number 0 being r⁸, in all lanes.
#[inline(always)]
fn stride(proof: Avx512IfmaVbmi2, state: &State, number: usize) -> Factor {
    let word = |at: usize| state.vectors.0[STRIDES + at][number];
    [
        [splat(proof, word(0)), splat(proof, word(1)), splat(proof, word(2))],
        [splat(proof, word(3)), splat(proof, word(4)), splat(proof, word(5))],
        [splat(proof, word(6)), splat(proof, word(7)), splat(proof, word(8))],
    ]
}

/// Adds limb by limb.
#[inline(always)]
fn add([a0, a1, a2]: Limbs, [b0, b1, b2]: Limbs) -> Limbs {
    [a0.add(b0), a1.add(b1), a2.add(b2)]
}

impl Sum {
    /// Returns an empty sum.
    #[inline(always)]
    fn empty(proof: Avx512IfmaVbmi2) -> Self {
        let zero = splat(proof, 0);
        Self { low: [zero; 3], high: [zero; 3] }
    }

    /// Adds `a` · `factor`. Only the lower 52 bits of the limbs of `a` count.
    #[inline(always)]
    fn add(&mut self, a: Limbs, factor: Factor) {
        // Expanded by a macro, so that every index is a constant.
        macro_rules! products {
            ($($i:literal)+) => {$(
                self.low[0] = self.low[0].add_lo(a[$i], factor[$i][0]);
                self.low[1] = self.low[1].add_lo(a[$i], factor[$i][1]);
                self.low[2] = self.low[2].add_lo(a[$i], factor[$i][2]);
                self.high[0] = self.high[0].add_hi(a[$i], factor[$i][0]);
                self.high[1] = self.high[1].add_hi(a[$i], factor[$i][1]);
                self.high[2] = self.high[2].add_hi(a[$i], factor[$i][2]);
            )+};
        }
        products!(0 1 2);
    }

    /// Returns the reduced sum of `self` and `more`, whose limbs must be below 2⁵³. Takes sums of up to four products:
    /// a weight then has at most 12 lower and 12 upper halves, below 2⁵⁷ in total, and 12 upper halves of products with
    /// a limb of 27 bits are below 2³¹.
    #[inline(always)]
    fn reduced(self, proof: Avx512IfmaVbmi2, more: Limbs) -> Limbs {
        let Self { low: [l0, l1, l2], high: [h0, h1, h2] } = self;
        let t0 = l0.add(more[0]);
        let t1 = l1.add(h0).add(more[1]);
        let t2 = l2.add(h1).add(more[2]);
        // 2¹⁰⁴ · 2²⁶ and 2¹⁵⁶ = 2¹³⁰ · 2²⁶ are congruent to 5 and 5 · 2²⁶.
        let over = t2.shift_right::<26>().add(h2.shift_left::<26>());
        let t0 = t0.add(over.add(over.shift_left::<2>()));
        carried(proof, [t0, t1, t2.and(mask(proof, 26))])
    }
}

/// Returns a mask of the lower `bits` bits in each lane.
#[inline(always)]
fn mask(proof: Avx512IfmaVbmi2, bits: u32) -> U52x8Ifma {
    splat(proof, (1 << bits) - 1)
}

/// Propagates carries, which brings the two lower limbs below 2⁵².
#[inline(always)]
fn carried(proof: Avx512IfmaVbmi2, [t0, t1, t2]: Limbs) -> Limbs {
    let t1 = t1.add(t0.shift_right::<52>());
    let t2 = t2.add(t1.shift_right::<52>());
    [t0.and(mask(proof, 52)), t1.and(mask(proof, 52)), t2]
}

/// Returns the product with 2⁵²: limbs move up by one, and the part of the last two from 2¹³⁰ on is multiplied by five.
#[inline(always)]
fn times_2_52(proof: Avx512IfmaVbmi2, [t0, t1, t2]: Limbs) -> Limbs {
    let over = t1.shift_right::<26>().add(t2.shift_left::<26>());
    let folded = over.add(over.shift_left::<2>());
    carried(proof, [folded, t0, t1.and(mask(proof, 26))])
}

/// Returns the factor of a number.
#[inline(always)]
fn factor(proof: Avx512IfmaVbmi2, limbs: Limbs) -> Factor {
    let second = times_2_52(proof, limbs);
    [limbs, second, times_2_52(proof, second)]
}

/// Returns a reduced product.
#[inline(always)]
fn product(proof: Avx512IfmaVbmi2, a: Limbs, b: Factor) -> Limbs {
    let mut sum = Sum::empty(proof);
    sum.add(a, b);
    sum.reduced(proof, [splat(proof, 0); 3])
}

/// Returns `b` in the lanes that are set in `LANES` and `a` in the others.
#[inline(always)]
fn blend<const LANES: u8>(a: Limbs, b: Limbs) -> Limbs {
    [a[0].merge::<LANES>(b[0]), a[1].merge::<LANES>(b[1]), a[2].merge::<LANES>(b[2])]
}

/// [`make_powers`].
#[inline(always)]
fn powers(proof: Avx512IfmaVbmi2, state: &mut State) {
    let limbs = limbs_of([state.r as u64, (state.r >> 64) as u64, 0]);
    let r = [splat(proof, limbs[0]), splat(proof, limbs[1]), splat(proof, limbs[2])];
    let r2 = product(proof, r, factor(proof, r));
    let factor2 = factor(proof, r2);
    let r4 = product(proof, r2, factor2);
    let factor4 = factor(proof, r4);
    let r8 = product(proof, r4, factor4);
    let factor8 = factor(proof, r8);
    let r16 = product(proof, r8, factor8);
    let r24_r32 = product(proof, blend::<0b1000>(r8, r16), factor(proof, r16));
    // r⁸⁻ᵖ by the bits of 7 - p, starting from r.
    let last = blend::<{ BITS[0] }>(r, r2);
    let last = blend::<{ BITS[1] }>(last, product(proof, last, factor2));
    let last = blend::<{ BITS[2] }>(last, product(proof, last, factor4));
    let strides = blend::<0b1100>(blend::<0b0010>(r8, r16), r24_r32);
    store_factor(state, STRIDES, factor(proof, strides));
    store_factor(state, LAST, factor(proof, last));
}

/// Returns eight blocks as limbs; the two lower limbs have bits above the 52nd.
#[inline(always)]
fn message(proof: Avx512IfmaVbmi2, blocks: &[Block; LANES]) -> Limbs {
    let [low, high] = U52x8Ifma::load_blocks(proof.ifma(), blocks);
    [low, low.shift_right_double::<52>(proof, high), high.shift_right::<40>().or(splat(proof, 1 << 24))]
}

/// Like [`message`], but with no bits above the 52nd, so that it can be added.
#[inline(always)]
fn masked_message(proof: Avx512IfmaVbmi2, blocks: &[Block; LANES]) -> Limbs {
    let [m0, m1, m2] = message(proof, blocks);
    [m0.and(mask(proof, 52)), m1.and(mask(proof, 52)), m2]
}

/// [`absorb_eights`].
#[inline(always)]
fn absorb_in_lanes(proof: Avx512IfmaVbmi2, state: &mut State, eights: &[[Block; LANES]]) {
    let (mut value, mut rest) = if state.stage == Stage::InLanes {
        (load_limbs(proof, state, VALUE), eights)
    } else {
        begin(proof, state, eights)
    };
    let (r8, r16) = (stride(proof, state, 0), stride(proof, state, 1));
    let (r24, r32) = (stride(proof, state, 2), stride(proof, state, 3));
    while let Some(([e0, e1, e2, e3], others)) = rest.split_first_chunk() {
        let mut sum = Sum::empty(proof);
        sum.add(message(proof, e0), r24);
        sum.add(message(proof, e1), r16);
        sum.add(message(proof, e2), r8);
        sum.add(value, r32);
        value = sum.reduced(proof, masked_message(proof, e3));
        rest = others;
    }
    for eight in rest {
        let mut sum = Sum::empty(proof);
        sum.add(value, r8);
        value = sum.reduced(proof, masked_message(proof, eight));
    }
    store(state, VALUE, value);
}

/// Absorbs the first blocks, with the accumulator added to the first of them; returns the lanes and the remaining
/// groups.
#[inline(always)]
fn begin<'b>(proof: Avx512IfmaVbmi2, state: &State, eights: &'b [[Block; LANES]]) -> (Limbs, &'b [[Block; LANES]]) {
    let [l0, l1, l2] = limbs_of(state.value);
    let in_first = |limb: u64| U52x8Ifma::in_first_lane(proof.ifma(), limb);
    let more = [in_first(l0), in_first(l1), in_first(l2)];
    let first = carried(proof, add(masked_message(proof, &eights[0]), more));
    match eights.split_first_chunk() {
        Some(([_, e1, e2, e3], rest)) => {
            let mut sum = Sum::empty(proof);
            sum.add(message(proof, e1), stride(proof, state, 1));
            sum.add(message(proof, e2), stride(proof, state, 0));
            sum.add(first, stride(proof, state, 2));
            (sum.reduced(proof, masked_message(proof, e3)), rest)
        }
        None => (first, &eights[1..]),
    }
}

/// Returns the sum of the lanes, each multiplied by its power of r.
#[inline(always)]
fn sum_of_lanes(proof: Avx512IfmaVbmi2, state: &State) -> Number {
    let [t0, t1, t2] = product(proof, load_limbs(proof, state, VALUE), load_factor(proof, state, LAST));
    let (l0, l1, l2) = (t0.sum_of_lanes(), t1.sum_of_lanes(), t2.sum_of_lanes());
    // Sums of eight limbs each: below 2⁵⁵, and the last below 2³⁰.
    let low = u128::from(l0) + (u128::from(l1) << 52);
    let high = (low >> 64) + (u128::from(l2) << 40);
    let top = (high >> 64) as u64;
    let low = u128::from(low as u64) + u128::from((top >> 2) * 5);
    let high = u128::from(high as u64) + (low >> 64);
    [low as u64, high as u64, (top & 3) + (high >> 64) as u64]
}

const _: () = {
    assert!(size_of::<[Block; LANES]>() == 2 * 64 && BLOCK_LEN == 16);
    let mut lane = 0;
    while lane < LANES {
        assert!(PLACES[lane] == U52x8Ifma::BLOCKS[lane]);
        lane += 1;
    }
};
