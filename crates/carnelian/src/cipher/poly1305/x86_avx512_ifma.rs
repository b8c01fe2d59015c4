//! Poly1305 with AVX-512 IFMA, eight blocks in parallel, 32 blocks per pass.
//!
//! Numbers are limbs of 52, 52 and 26 bits. The multiplier ignores bits above the 52nd, so the limbs of a message need
//! no masks. A power of r is kept together with its reduced products with 2⁵² and 2¹⁰⁴: then no limb of a product is
//! above 2¹⁵⁶, and all reduction is one step at the end of a pass.
//!
//! Lane l holds every eighth block; [`PLACES`] has the index of a lane's block among eight. If H₁ to H₈ are the
//! contents of the lanes in the order of their blocks, the accumulator is the sum of Hᵢ r⁹⁻ⁱ.
#![allow(unsafe_code)]

use super::kernel::{AbsorbingBlocks, Beside, Kernel};
use super::powers::{LANES, LAST, PLACES, STRIDES, limbs_of};
use super::state::{BLOCK_LEN, Block, FRAMES_LEN, Key, Number, Stage, State, Tag};
use crate::base::cpu::{Avx2, Avx512IfmaVbmi2};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

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
type Limbs = [__m512i; 3];

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
    const BESIDE: Beside = Beside::Powers;
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
fn absorb(_: Avx512IfmaVbmi2, state: &mut State, blocks: &[Block]) -> usize {
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn make_powers(state: &mut State) {
        align_frame();
        // SAFETY: the features are enabled here.
        unsafe { powers(state) }
    }
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(state: &mut State, eights: &[[Block; LANES]]) {
        align_frame();
        // SAFETY: the features are enabled here.
        unsafe { absorb_eights(state, eights) }
    }
    let pays_from = match state.stage {
        Stage::Fresh => PAYS_FROM[0],
        Stage::Prepared => PAYS_FROM[1],
        Stage::InLanes => LANES,
    };
    if blocks.len() < pays_from {
        return 0;
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe {
        if state.stage == Stage::Fresh {
            make_powers(state);
            state.stage = Stage::Prepared;
        }
        kernel(state, blocks.as_chunks().0);
    }
    state.stage = Stage::InLanes;
    blocks.len() - blocks.len() % LANES
}

/// Computes the factors of the powers whose limbs are known.
fn take_powers(_: Avx512IfmaVbmi2, state: &mut State) {
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(state: &mut State) {
        // SAFETY: the features are enabled here.
        unsafe {
            for at in [STRIDES, LAST] {
                let factor = factor(load_limbs(state, at));
                store_factor(state, at, factor);
            }
        }
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel(state) };
    state.stage = Stage::Prepared;
}

/// Moves the accumulator out of the lanes, if it is there.
fn leave_lanes(_: Avx512IfmaVbmi2, state: &mut State) {
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(state: &mut State) {
        // SAFETY: the features are enabled here.
        state.value = unsafe { sum_of_lanes(state) };
    }
    if state.stage == Stage::InLanes {
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(state) };
        state.stage = Stage::Prepared;
        wipe_stack::<FRAMES_LEN>();
    }
}

/// Loads vector `at` of the state.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load(state: &State, at: usize) -> __m512i {
    // SAFETY: the caller guarantees AVX-512; the load reads an array of 64 bytes.
    unsafe { _mm512_loadu_si512(state.vectors.0[at].as_ptr().cast()) }
}

/// Stores three vectors from `at` on.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn store(state: &mut State, at: usize, [v0, v1, v2]: Limbs) {
    // SAFETY: the caller guarantees AVX-512; each store writes an array of 64 bytes.
    unsafe {
        _mm512_storeu_si512(state.vectors.0[at].as_mut_ptr().cast(), v0);
        _mm512_storeu_si512(state.vectors.0[at + 1].as_mut_ptr().cast(), v1);
        _mm512_storeu_si512(state.vectors.0[at + 2].as_mut_ptr().cast(), v2);
    }
}

/// Loads the limbs at `at`.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load_limbs(state: &State, at: usize) -> Limbs {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { [load(state, at), load(state, at + 1), load(state, at + 2)] }
}

/// Loads the factor at `at`.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load_factor(state: &State, at: usize) -> Factor {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { [load_limbs(state, at), load_limbs(state, at + 3), load_limbs(state, at + 6)] }
}

/// Stores a factor at `at`.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn store_factor(state: &mut State, at: usize, [first, second, third]: Factor) {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        store(state, at, first);
        store(state, at + 3, second);
        store(state, at + 6, third);
    }
}

/// Returns one of the strides, number 0 being r⁸, in all lanes.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn stride(state: &State, number: usize) -> Factor {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let word = |at: usize| state.vectors.0[STRIDES + at][number].cast_signed();
        [
            [_mm512_set1_epi64(word(0)), _mm512_set1_epi64(word(1)), _mm512_set1_epi64(word(2))],
            [_mm512_set1_epi64(word(3)), _mm512_set1_epi64(word(4)), _mm512_set1_epi64(word(5))],
            [_mm512_set1_epi64(word(6)), _mm512_set1_epi64(word(7)), _mm512_set1_epi64(word(8))],
        ]
    }
}

/// Returns an empty sum.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn no_sum() -> Sum {
    // SAFETY: the caller guarantees AVX-512.
    let zero = unsafe { _mm512_setzero_si512() };
    Sum { low: [zero; 3], high: [zero; 3] }
}

impl Sum {
    /// Adds `a` · `factor`. Only the lower 52 bits of the limbs of `a` count.
    ///
    /// # Safety
    /// The CPU must have AVX-512 IFMA.
    #[inline(always)]
    unsafe fn add(&mut self, a: Limbs, factor: Factor) {
        // Expanded by a macro, so that every index is a constant.
        macro_rules! products {
            ($($i:literal)+) => {$(
                // SAFETY: the caller guarantees AVX-512 IFMA.
                unsafe {
                    self.low[0] = _mm512_madd52lo_epu64(self.low[0], a[$i], factor[$i][0]);
                    self.low[1] = _mm512_madd52lo_epu64(self.low[1], a[$i], factor[$i][1]);
                    self.low[2] = _mm512_madd52lo_epu64(self.low[2], a[$i], factor[$i][2]);
                    self.high[0] = _mm512_madd52hi_epu64(self.high[0], a[$i], factor[$i][0]);
                    self.high[1] = _mm512_madd52hi_epu64(self.high[1], a[$i], factor[$i][1]);
                    self.high[2] = _mm512_madd52hi_epu64(self.high[2], a[$i], factor[$i][2]);
                }
            )+};
        }
        products!(0 1 2);
    }

    /// Returns the reduced sum of `self` and `more`, whose limbs must be below 2⁵³. Takes sums of up to four products:
    /// a weight then has at most 12 lower and 12 upper halves, below 2⁵⁷ in total, and 12 upper halves of products with
    /// a limb of 27 bits are below 2³¹.
    ///
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn reduced(self, more: Limbs) -> Limbs {
        let Self { low: [l0, l1, l2], high: [h0, h1, h2] } = self;
        // SAFETY: the caller guarantees AVX-512.
        unsafe {
            let t0 = _mm512_add_epi64(l0, more[0]);
            let t1 = _mm512_add_epi64(_mm512_add_epi64(l1, h0), more[1]);
            let t2 = _mm512_add_epi64(_mm512_add_epi64(l2, h1), more[2]);
            // 2¹⁰⁴ · 2²⁶ and 2¹⁵⁶ = 2¹³⁰ · 2²⁶ are congruent to 5 and 5 · 2²⁶.
            let over = _mm512_add_epi64(_mm512_srli_epi64::<26>(t2), _mm512_slli_epi64::<26>(h2));
            let t0 = _mm512_add_epi64(t0, _mm512_add_epi64(over, _mm512_slli_epi64::<2>(over)));
            carried([t0, t1, _mm512_and_si512(t2, mask(26))])
        }
    }
}

/// Returns a mask of the lower `bits` bits in each lane.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn mask(bits: u32) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_set1_epi64((1 << bits) - 1) }
}

/// Propagates carries, which brings the two lower limbs below 2⁵².
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn carried([t0, t1, t2]: Limbs) -> Limbs {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let t1 = _mm512_add_epi64(t1, _mm512_srli_epi64::<52>(t0));
        let t2 = _mm512_add_epi64(t2, _mm512_srli_epi64::<52>(t1));
        [_mm512_and_si512(t0, mask(52)), _mm512_and_si512(t1, mask(52)), t2]
    }
}

/// Returns the product with 2⁵²: limbs move up by one, and the part of the last two from 2¹³⁰ on is multiplied by five.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn times_2_52([t0, t1, t2]: Limbs) -> Limbs {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let over = _mm512_add_epi64(_mm512_srli_epi64::<26>(t1), _mm512_slli_epi64::<26>(t2));
        let folded = _mm512_add_epi64(over, _mm512_slli_epi64::<2>(over));
        carried([folded, t0, _mm512_and_si512(t1, mask(26))])
    }
}

/// Returns the factor of a number.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn factor(limbs: Limbs) -> Factor {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let second = times_2_52(limbs);
        [limbs, second, times_2_52(second)]
    }
}

/// Returns a reduced product.
///
/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn product(a: Limbs, b: Factor) -> Limbs {
    // SAFETY: the caller guarantees AVX-512 IFMA.
    unsafe {
        let mut sum = no_sum();
        sum.add(a, b);
        sum.reduced([_mm512_setzero_si512(); 3])
    }
}

/// Returns `b` in the lanes of the mask and `a` in the others.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn blend(mask: u8, a: Limbs, b: Limbs) -> Limbs {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        [
            _mm512_mask_blend_epi64(mask, a[0], b[0]),
            _mm512_mask_blend_epi64(mask, a[1], b[1]),
            _mm512_mask_blend_epi64(mask, a[2], b[2]),
        ]
    }
}

/// Computes the powers of r that passes need.
///
/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn powers(state: &mut State) {
    let limbs = limbs_of([state.r as u64, (state.r >> 64) as u64, 0]);
    // SAFETY: the caller guarantees AVX-512 IFMA.
    unsafe {
        let splat = |limb: u64| _mm512_set1_epi64(limb.cast_signed());
        let r = [splat(limbs[0]), splat(limbs[1]), splat(limbs[2])];
        let r2 = product(r, factor(r));
        let factor2 = factor(r2);
        let r4 = product(r2, factor2);
        let factor4 = factor(r4);
        let r8 = product(r4, factor4);
        let factor8 = factor(r8);
        let r16 = product(r8, factor8);
        let r24_r32 = product(blend(0b1000, r8, r16), factor(r16));
        // r⁸⁻ᵖ by the bits of 7 - p, starting from r.
        let last = blend(BITS[0], r, r2);
        let last = blend(BITS[1], last, product(last, factor2));
        let last = blend(BITS[2], last, product(last, factor4));
        let strides = blend(0b1100, blend(0b0010, r8, r16), r24_r32);
        store_factor(state, STRIDES, factor(strides));
        store_factor(state, LAST, factor(last));
    }
}

/// Returns eight blocks as limbs; the two lower limbs have bits above the 52nd.
///
/// # Safety
/// The CPU must have AVX-512 VBMI2.
#[inline(always)]
unsafe fn message(blocks: &[Block; LANES]) -> Limbs {
    let (first, second) = blocks.split_at(LANES / 2);
    // SAFETY: the caller guarantees AVX-512 VBMI2; each load reads four blocks.
    unsafe {
        let first = _mm512_loadu_si512(first.as_ptr().cast());
        let second = _mm512_loadu_si512(second.as_ptr().cast());
        let (low, high) = (_mm512_unpacklo_epi64(first, second), _mm512_unpackhi_epi64(first, second));
        let top = _mm512_or_si512(_mm512_srli_epi64::<40>(high), _mm512_set1_epi64(1 << 24));
        [low, _mm512_shrdi_epi64::<52>(low, high), top]
    }
}

/// Like [`message`], but with no bits above the 52nd, so that it can be added.
///
/// # Safety
/// The CPU must have AVX-512 VBMI2.
#[inline(always)]
unsafe fn masked_message(blocks: &[Block; LANES]) -> Limbs {
    // SAFETY: the caller guarantees AVX-512 VBMI2.
    unsafe {
        let [m0, m1, m2] = message(blocks);
        [_mm512_and_si512(m0, mask(52)), _mm512_and_si512(m1, mask(52)), m2]
    }
}

/// Absorbs groups of eight blocks, at least one group.
///
/// # Safety
/// The CPU must have AVX-512 IFMA and VBMI2.
#[inline(always)]
unsafe fn absorb_eights(state: &mut State, eights: &[[Block; LANES]]) {
    // SAFETY: the caller guarantees AVX-512 IFMA and VBMI2.
    unsafe {
        let (mut value, mut rest) =
            if state.stage == Stage::InLanes { (load_limbs(state, VALUE), eights) } else { begin(state, eights) };
        let (r8, r16) = (stride(state, 0), stride(state, 1));
        let (r24, r32) = (stride(state, 2), stride(state, 3));
        while let Some(([e0, e1, e2, e3], others)) = rest.split_first_chunk() {
            let mut sum = no_sum();
            sum.add(message(e0), r24);
            sum.add(message(e1), r16);
            sum.add(message(e2), r8);
            sum.add(value, r32);
            value = sum.reduced(masked_message(e3));
            rest = others;
        }
        for eight in rest {
            let mut sum = no_sum();
            sum.add(value, r8);
            value = sum.reduced(masked_message(eight));
        }
        store(state, VALUE, value);
    }
}

/// Absorbs the first blocks, with the accumulator added to the first of them; returns the lanes and the remaining
/// groups.
///
/// # Safety
/// The CPU must have AVX-512 IFMA and VBMI2.
#[inline(always)]
unsafe fn begin<'b>(state: &State, eights: &'b [[Block; LANES]]) -> (Limbs, &'b [[Block; LANES]]) {
    let [l0, l1, l2] = limbs_of(state.value);
    let in_first = |limb: u64| limb.cast_signed();
    // SAFETY: the caller guarantees AVX-512 IFMA and VBMI2.
    unsafe {
        let more = [
            _mm512_maskz_set1_epi64(1, in_first(l0)),
            _mm512_maskz_set1_epi64(1, in_first(l1)),
            _mm512_maskz_set1_epi64(1, in_first(l2)),
        ];
        let [m0, m1, m2] = masked_message(&eights[0]);
        let first =
            carried([_mm512_add_epi64(m0, more[0]), _mm512_add_epi64(m1, more[1]), _mm512_add_epi64(m2, more[2])]);
        match eights.split_first_chunk() {
            Some(([_, e1, e2, e3], rest)) => {
                let mut sum = no_sum();
                sum.add(message(e1), stride(state, 1));
                sum.add(message(e2), stride(state, 0));
                sum.add(first, stride(state, 2));
                (sum.reduced(masked_message(e3)), rest)
            }
            None => (first, &eights[1..]),
        }
    }
}

/// Returns the sum of the lanes, each multiplied by its power of r.
///
/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn sum_of_lanes(state: &State) -> Number {
    // SAFETY: the caller guarantees AVX-512 IFMA.
    let [l0, l1, l2] = unsafe {
        let [t0, t1, t2] = product(load_limbs(state, VALUE), load_factor(state, LAST));
        [_mm512_reduce_add_epi64(t0), _mm512_reduce_add_epi64(t1), _mm512_reduce_add_epi64(t2)]
    };
    // Sums of eight limbs each: below 2⁵⁵, and the last below 2³⁰.
    let low = u128::from(l0.cast_unsigned()) + (u128::from(l1.cast_unsigned()) << 52);
    let high = (low >> 64) + (u128::from(l2.cast_unsigned()) << 40);
    let top = (high >> 64) as u64;
    let low = u128::from(low as u64) + u128::from((top >> 2) * 5);
    let high = u128::from(high as u64) + (low >> 64);
    [low as u64, high as u64, (top & 3) + (high >> 64) as u64]
}

const _: () = assert!(size_of::<[Block; LANES]>() == 2 * 64 && BLOCK_LEN == 16);
