//! Poly1305 with AVX-512 IFMA, eight blocks side by side, 32 blocks in a pass.
//!
//! Numbers are limbs of 52, 52 and 26 bits. The multiplier ignores what is above 52 bits, so that the limbs of a message
//! need no masks. A power of r is kept beside its products with 2⁵² and 2¹⁰⁴, reduced: then a product has no limb above
//! 2¹⁵⁶, and all reduction is one step at the end of a pass.
//!
//! Lane l holds every eighth block; a block's place among eight is its lane's in [`PLACES`]. With H₁ to H₈ for what the
//! lanes hold by place, the accumulator is the sum of Hᵢ r⁹⁻ⁱ.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Number, Stage, State};
use super::powers::{LANES, LAST, PLACES, STRIDES, limbs_of};
use crate::base::cpu::Avx512IfmaVbmi2;
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

/// From so many blocks on, vectors are faster: without powers of r, and with them.
const PAYS_FROM: [usize; 2] = [24, 16];

/// The lanes whose power r⁸⁻ᵖ, for the place p, has the bit of weight 1, 2 or 4 in 7 - p.
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

/// Where the accumulator lies among the vectors of the state. From [`STRIDES`] and from [`LAST`] on lies a [`Factor`] each.
const VALUE: usize = 0;

/// A number in each lane: limbs of 52, 52 and 26 bits, the last of which may have a few more.
type Limbs = [__m512i; 3];

/// A number in each lane, its product with 2⁵², and its product with 2¹⁰⁴.
type Factor = [Limbs; 3];

/// A sum of products that is not reduced, by the weights 1, 2⁵², 2¹⁰⁴ and 2¹⁵⁶: lower halves and upper halves apart, so
/// that fewer additions wait for each other.
struct Sum {
    low: Limbs,
    high: Limbs,
}

/// Takes in as many blocks as pay and gives their number. Below the caller's frame it leaves powers of r on the stack: see
/// [`wipe_frames`].
pub(super) fn absorb(_: Avx512IfmaVbmi2, state: &mut State, blocks: &[Block]) -> usize {
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
    // SAFETY: the proof says that the CPU has the features.
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

/// Makes the factors of powers of which there are the limbs.
pub(super) fn take_powers(_: Avx512IfmaVbmi2, state: &mut State) {
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
    // SAFETY: the proof says that the CPU has the features.
    unsafe { kernel(state) };
    state.stage = Stage::Prepared;
}

/// Brings the accumulator out of the lanes, if it is there.
pub(super) fn leave_lanes(_: Avx512IfmaVbmi2, state: &mut State) {
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(state: &mut State) {
        // SAFETY: the features are enabled here.
        state.value = unsafe { sum_of_lanes(state) };
    }
    if state.stage == Stage::InLanes {
        // SAFETY: the proof says that the CPU has the features.
        unsafe { kernel(state) };
        state.stage = Stage::Prepared;
        wipe_frames();
    }
}

/// Wipes the stack below, where [`absorb`] keeps powers of r. To do so behind each call would take longer than a fifth of
/// what it does: it is done once, when the accumulator leaves the lanes or is dropped there.
pub(super) fn wipe_frames() {
    wipe_stack::<1792>();
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load(state: &State, at: usize) -> __m512i {
    // SAFETY: as the function's own; the load reads an array of 64 bytes.
    unsafe { _mm512_loadu_si512(state.vectors.0[at].as_ptr().cast()) }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn store(state: &mut State, at: usize, [v0, v1, v2]: Limbs) {
    // SAFETY: as the function's own; each store writes an array of 64 bytes.
    unsafe {
        _mm512_storeu_si512(state.vectors.0[at].as_mut_ptr().cast(), v0);
        _mm512_storeu_si512(state.vectors.0[at + 1].as_mut_ptr().cast(), v1);
        _mm512_storeu_si512(state.vectors.0[at + 2].as_mut_ptr().cast(), v2);
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load_limbs(state: &State, at: usize) -> Limbs {
    // SAFETY: as the function's own.
    unsafe { [load(state, at), load(state, at + 1), load(state, at + 2)] }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn load_factor(state: &State, at: usize) -> Factor {
    // SAFETY: as the function's own.
    unsafe { [load_limbs(state, at), load_limbs(state, at + 3), load_limbs(state, at + 6)] }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn store_factor(state: &mut State, at: usize, [first, second, third]: Factor) {
    // SAFETY: as the function's own.
    unsafe {
        store(state, at, first);
        store(state, at + 3, second);
        store(state, at + 6, third);
    }
}

/// One of the strides, r⁸ by its number 0, in all lanes.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn stride(state: &State, number: usize) -> Factor {
    // SAFETY: as the function's own.
    unsafe {
        let word = |at: usize| state.vectors.0[STRIDES + at][number].cast_signed();
        [
            [_mm512_set1_epi64(word(0)), _mm512_set1_epi64(word(1)), _mm512_set1_epi64(word(2))],
            [_mm512_set1_epi64(word(3)), _mm512_set1_epi64(word(4)), _mm512_set1_epi64(word(5))],
            [_mm512_set1_epi64(word(6)), _mm512_set1_epi64(word(7)), _mm512_set1_epi64(word(8))],
        ]
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn no_sum() -> Sum {
    // SAFETY: as the function's own.
    let zero = unsafe { _mm512_setzero_si512() };
    Sum { low: [zero; 3], high: [zero; 3] }
}

impl Sum {
    /// Adds `a` · `factor`. Of the limbs of `a` the lower 52 bits count.
    ///
    /// # Safety
    /// The CPU must have AVX-512 IFMA.
    #[inline(always)]
    unsafe fn add(&mut self, a: Limbs, factor: Factor) {
        // By name, so that every index is a constant.
        macro_rules! products {
            ($($i:literal)+) => {$(
                // SAFETY: as the function's own.
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

    /// The sum and `more`, whose limbs are below 2⁵³, reduced. Takes sums of up to four products: a weight then has at
    /// most 12 lower and 12 upper halves, below 2⁵⁷ together, and 12 upper halves of products with a limb of 27 bits are
    /// below 2³¹.
    ///
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn reduced(self, more: Limbs) -> Limbs {
        let Self { low: [l0, l1, l2], high: [h0, h1, h2] } = self;
        // SAFETY: as the function's own.
        unsafe {
            let t0 = _mm512_add_epi64(l0, more[0]);
            let t1 = _mm512_add_epi64(_mm512_add_epi64(l1, h0), more[1]);
            let t2 = _mm512_add_epi64(_mm512_add_epi64(l2, h1), more[2]);
            // 2¹⁰⁴ · 2²⁶ and 2¹⁵⁶ = 2¹³⁰ · 2²⁶ are 5 and 5 · 2²⁶.
            let over = _mm512_add_epi64(_mm512_srli_epi64::<26>(t2), _mm512_slli_epi64::<26>(h2));
            let t0 = _mm512_add_epi64(t0, _mm512_add_epi64(over, _mm512_slli_epi64::<2>(over)));
            carried([t0, t1, _mm512_and_si512(t2, mask(26))])
        }
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn mask(bits: u32) -> __m512i {
    // SAFETY: as the function's own.
    unsafe { _mm512_set1_epi64((1 << bits) - 1) }
}

/// Brings the two lower limbs below 2⁵².
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn carried([t0, t1, t2]: Limbs) -> Limbs {
    // SAFETY: as the function's own.
    unsafe {
        let t1 = _mm512_add_epi64(t1, _mm512_srli_epi64::<52>(t0));
        let t2 = _mm512_add_epi64(t2, _mm512_srli_epi64::<52>(t1));
        [_mm512_and_si512(t0, mask(52)), _mm512_and_si512(t1, mask(52)), t2]
    }
}

/// The product with 2⁵²: limbs move up by one; of the last two, what is at 2¹³⁰ or above comes back five times.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn times_2_52([t0, t1, t2]: Limbs) -> Limbs {
    // SAFETY: as the function's own.
    unsafe {
        let over = _mm512_add_epi64(_mm512_srli_epi64::<26>(t1), _mm512_slli_epi64::<26>(t2));
        let folded = _mm512_add_epi64(over, _mm512_slli_epi64::<2>(over));
        carried([folded, t0, _mm512_and_si512(t1, mask(26))])
    }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn factor(limbs: Limbs) -> Factor {
    // SAFETY: as the function's own.
    unsafe {
        let second = times_2_52(limbs);
        [limbs, second, times_2_52(second)]
    }
}

/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn product(a: Limbs, b: Factor) -> Limbs {
    // SAFETY: as the function's own.
    unsafe {
        let mut sum = no_sum();
        sum.add(a, b);
        sum.reduced([_mm512_setzero_si512(); 3])
    }
}

/// `b` in the lanes of the mask, `a` in the others.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn blend(mask: u8, a: Limbs, b: Limbs) -> Limbs {
    // SAFETY: as the function's own.
    unsafe {
        [
            _mm512_mask_blend_epi64(mask, a[0], b[0]),
            _mm512_mask_blend_epi64(mask, a[1], b[1]),
            _mm512_mask_blend_epi64(mask, a[2], b[2]),
        ]
    }
}

/// Makes the powers of r that passes need.
///
/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn powers(state: &mut State) {
    let limbs = limbs_of([state.r as u64, (state.r >> 64) as u64, 0]);
    // SAFETY: as the function's own.
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
        // r⁸⁻ᵖ by the bits of 7 - p, from r upwards.
        let last = blend(BITS[0], r, r2);
        let last = blend(BITS[1], last, product(last, factor2));
        let last = blend(BITS[2], last, product(last, factor4));
        let strides = blend(0b1100, blend(0b0010, r8, r16), r24_r32);
        store_factor(state, STRIDES, factor(strides));
        store_factor(state, LAST, factor(last));
    }
}

/// Eight blocks as limbs: the two lower ones have bits above the 52nd.
///
/// # Safety
/// The CPU must have AVX-512 VBMI2.
#[inline(always)]
unsafe fn message(blocks: &[Block; LANES]) -> Limbs {
    let (first, second) = blocks.split_at(LANES / 2);
    // SAFETY: as the function's own; each load reads four blocks.
    unsafe {
        let first = _mm512_loadu_si512(first.as_ptr().cast());
        let second = _mm512_loadu_si512(second.as_ptr().cast());
        let (low, high) = (_mm512_unpacklo_epi64(first, second), _mm512_unpackhi_epi64(first, second));
        let top = _mm512_or_si512(_mm512_srli_epi64::<40>(high), _mm512_set1_epi64(1 << 24));
        [low, _mm512_shrdi_epi64::<52>(low, high), top]
    }
}

/// The same with nothing above 52 bits, to be added.
///
/// # Safety
/// The CPU must have AVX-512 VBMI2.
#[inline(always)]
unsafe fn masked_message(blocks: &[Block; LANES]) -> Limbs {
    // SAFETY: as the function's own.
    unsafe {
        let [m0, m1, m2] = message(blocks);
        [_mm512_and_si512(m0, mask(52)), _mm512_and_si512(m1, mask(52)), m2]
    }
}

/// Takes in groups of eight blocks, at least one.
///
/// # Safety
/// The CPU must have AVX-512 IFMA and VBMI2.
#[inline(always)]
unsafe fn absorb_eights(state: &mut State, eights: &[[Block; LANES]]) {
    // SAFETY: as the function's own.
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

/// Takes in the first blocks, to the first of which the accumulator is added.
///
/// # Safety
/// The CPU must have AVX-512 IFMA and VBMI2.
#[inline(always)]
unsafe fn begin<'b>(state: &State, eights: &'b [[Block; LANES]]) -> (Limbs, &'b [[Block; LANES]]) {
    let [l0, l1, l2] = limbs_of(state.value);
    let in_first = |limb: u64| limb.cast_signed();
    // SAFETY: as the function's own.
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

/// The sum of what the lanes hold, each times its power of r.
///
/// # Safety
/// The CPU must have AVX-512 IFMA.
#[inline(always)]
unsafe fn sum_of_lanes(state: &State) -> Number {
    // SAFETY: as the function's own.
    let [l0, l1, l2] = unsafe {
        let [t0, t1, t2] = product(load_limbs(state, VALUE), load_factor(state, LAST));
        [_mm512_reduce_add_epi64(t0), _mm512_reduce_add_epi64(t1), _mm512_reduce_add_epi64(t2)]
    };
    // Eight limbs each: below 2⁵⁵, and the last below 2³⁰.
    let low = u128::from(l0.cast_unsigned()) + (u128::from(l1.cast_unsigned()) << 52);
    let high = (low >> 64) + (u128::from(l2.cast_unsigned()) << 40);
    let top = (high >> 64) as u64;
    let low = u128::from(low as u64) + u128::from((top >> 2) * 5);
    let high = u128::from(high as u64) + (low >> 64);
    [low as u64, high as u64, (top & 3) + (high >> 64) as u64]
}

const _: () = assert!(size_of::<[Block; LANES]>() == 2 * 64 && BLOCK_LEN == 16);
