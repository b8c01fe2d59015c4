//! GHASH and POLYVAL with VPCLMULQDQ: four blocks side by side, sixteen with one reduction.
//!
//! Lane l of the sum takes every fourth block from the l-th on, with Horner's rule in H¹⁶ and below; the last blocks of a
//! message, from four on, are multiplied by the power of their own, and then the lanes are added.
#![allow(unsafe_code)]

use super::kernel::{Block, Element, POWERS, Powers};
use crate::base::cpu::{Clmul, Vpclmul};
use crate::base::lanes::x86_clmul::{Factor, Polynomials, Sum, X1, X4};
use crate::base::memory::reread;
use core::arch::x86_64::*;

/// Blocks with one reduction.
const GROUP: usize = 16;
/// Blocks in a vector.
const LANES: usize = 4;

pub(super) fn make_powers(four: Vpclmul, one: Clmul, powers: &mut Powers) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(four: Vpclmul, one: Clmul, powers: &mut Powers) {
        let h = Factor::of(load_one(one, &powers.whole[POWERS - 1]));
        let h2 = Sum::of(h.whole, h).reduced();
        let (h3, h4) = (Sum::of(h2, h).reduced(), Sum::of(h2, Factor::of(h2)).reduced());
        let step = Factor::of(spread(four, h4));
        let mut power = Factor::of(together(four, [h4, h3, h2, h.whole]));
        for at in (0..POWERS).step_by(LANES).rev() {
            store(&mut powers.whole, at, power.whole);
            store(&mut powers.shifted, at, power.shifted);
            power = Factor::of(Sum::of(power.whole, step).reduced());
        }
    }
    // SAFETY: the proofs say that the CPU has the features.
    unsafe { kernel(four, one, powers) }
}

pub(super) fn absorb<const ORDER: bool>(
    four: Vpclmul,
    one: Clmul,
    powers: &Powers,
    sum: &mut Element,
    blocks: &[Block],
) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<const ORDER: bool>(four: Vpclmul, one: Clmul, powers: &Powers, sum: &mut Element, mut blocks: &[Block]) {
        let mut lanes = X4::of_one(four, load_one(one, sum));
        while let Some((group, rest)) = blocks.split_first_chunk::<GROUP>()
            && rest.len() >= LANES
        {
            lanes = absorb_group::<ORDER>(four, reread(powers), lanes, group);
            blocks = rest;
        }
        let value = absorb_last::<ORDER>(four, powers, lanes, blocks);
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { _mm_storeu_si128(sum.as_mut_ptr().cast(), value.register()) };
    }
    // SAFETY: the proofs say that the CPU has the features.
    unsafe { kernel::<ORDER>(four, one, powers, sum, blocks) }
}

#[inline(always)]
fn absorb_group<const ORDER: bool>(four: Vpclmul, powers: &Powers, lanes: X4, blocks: &[Block; GROUP]) -> X4 {
    let (vectors, _) = blocks.as_chunks::<LANES>();
    let first = lanes.xor(load_blocks::<ORDER>(four, &vectors[0]));
    let mut sum = Sum::of(first, same_factor(four, powers, GROUP));
    for (at, vector) in vectors.iter().enumerate().skip(1) {
        let factor = same_factor(four, powers, GROUP - LANES * at);
        sum = sum.add(Sum::of(load_blocks::<ORDER>(four, vector), factor));
    }
    sum.reduced()
}

/// The last blocks: at least one and at most [`POWERS`], and no fewer than [`LANES`] if there is more than one lane in use.
#[inline(always)]
fn absorb_last<const ORDER: bool>(four: Vpclmul, powers: &Powers, lanes: X4, blocks: &[Block]) -> X1 {
    debug_assert!((1..=POWERS).contains(&blocks.len()));
    let mut at = POWERS - blocks.len();
    let mut vectors = blocks.chunks(LANES);
    let first = vectors.next().unwrap_or_default();
    let mut sum = Sum::of(lanes.xor(load_some::<ORDER>(four, first)), factor(four, powers, at));
    for vector in vectors {
        at += LANES;
        sum = sum.add(Sum::of(load_some::<ORDER>(four, vector), factor(four, powers, at)));
    }
    sum.of_lanes().reduced()
}

/// The powers from a place on.
#[inline(always)]
fn factor(four: Vpclmul, powers: &Powers, at: usize) -> Factor<X4> {
    Factor { whole: load(four, &powers.whole, at), shifted: load(four, &powers.shifted, at) }
}

/// The power of this exponent in all lanes.
#[inline(always)]
fn same_factor(four: Vpclmul, powers: &Powers, exponent: usize) -> Factor<X4> {
    let at = POWERS - exponent;
    // SAFETY: the proof says that the CPU has AVX-512; the loads read arrays of 16 bytes.
    unsafe {
        let spread = |element: &Element| _mm512_broadcast_i32x4(_mm_loadu_si128(element.as_ptr().cast()));
        Factor { whole: X4::new(four, spread(&powers.whole[at])), shifted: X4::new(four, spread(&powers.shifted[at])) }
    }
}

#[inline(always)]
fn load_one(one: Clmul, element: &Element) -> X1 {
    // SAFETY: the load reads an array of 16 bytes.
    X1::new(one, unsafe { _mm_loadu_si128(element.as_ptr().cast()) })
}

/// Four elements from place `at` on.
#[inline(always)]
fn load(four: Vpclmul, elements: &[Element; POWERS + 4], at: usize) -> X4 {
    let elements: &[Element; LANES] = elements[at..].first_chunk().expect("four elements from each power on");
    // SAFETY: the proof says that the CPU has AVX-512; the load reads an array of 64 bytes.
    X4::new(four, unsafe { _mm512_loadu_si512(elements.as_ptr().cast()) })
}

#[inline(always)]
fn store(elements: &mut [Element; POWERS + 4], at: usize, values: X4) {
    let elements: &mut [Element; LANES] = elements[at..].first_chunk_mut().expect("four elements from each power on");
    // SAFETY: values of this type exist, so the CPU has AVX-512; the store writes an array of 64 bytes.
    unsafe { _mm512_storeu_si512(elements.as_mut_ptr().cast(), values.register()) }
}

#[inline(always)]
fn load_blocks<const ORDER: bool>(four: Vpclmul, blocks: &[Block; LANES]) -> X4 {
    // SAFETY: the proof says that the CPU has AVX-512; the load reads an array of 64 bytes.
    let blocks = X4::new(four, unsafe { _mm512_loadu_si512(blocks.as_ptr().cast()) });
    if ORDER { blocks.reversed() } else { blocks }
}

/// At most four blocks, and zeros.
#[inline(always)]
fn load_some<const ORDER: bool>(four: Vpclmul, blocks: &[Block]) -> X4 {
    debug_assert!(blocks.len() <= LANES);
    let mask = 0xff >> (2 * (LANES - blocks.len()));
    // SAFETY: the proof says that the CPU has AVX-512; the load reads two words of each of the blocks.
    let blocks = X4::new(four, unsafe { _mm512_maskz_loadu_epi64(mask, blocks.as_ptr().cast()) });
    if ORDER { blocks.reversed() } else { blocks }
}

/// One element in all lanes.
#[inline(always)]
fn spread(four: Vpclmul, element: X1) -> X4 {
    // SAFETY: the proof says that the CPU has AVX-512.
    X4::new(four, unsafe { _mm512_broadcast_i32x4(element.register()) })
}

#[inline(always)]
fn together(four: Vpclmul, [v0, v1, v2, v3]: [X1; LANES]) -> X4 {
    // SAFETY: the proof says that the CPU has AVX-512.
    X4::new(four, unsafe {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v0.register()), v1.register());
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v2.register()), v3.register());
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    })
}
