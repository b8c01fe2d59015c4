//! GHASH and POLYVAL with VPCLMULQDQ: four blocks in parallel, sixteen per reduction.
//!
//! Lane l of the sum absorbs every fourth block, starting with the l-th, by Horner's rule in H¹⁶ and lower powers; the
//! last blocks of a message, at least four of a long one, are each multiplied by their own power, and then the lanes are
//! added.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POLYVAL, POWERS, Powers};
use crate::base::cpu::{Clmul, Vpclmul};
use crate::base::lanes::x86_clmul::{Factor, Polynomials, Products, Sum, X1, X4};
use crate::base::memory::{reread, wipe_stack};
use core::arch::x86_64::*;

/// Blocks per reduction.
const GROUP: usize = 16;
/// Blocks in a vector.
const LANES: usize = 4;

impl Kernel for (Vpclmul, Clmul) {
    #[inline]
    fn make_powers(self, powers: &mut Powers) {
        make_powers(self.0, self.1, powers);
    }

    #[inline]
    fn absorb<const ORDER: bool>(self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
        absorb::<ORDER>(self.0, self.1, powers, sum, blocks);
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        polyval(self.0, self.1, h, message, sum);
    }
}

pub(super) fn make_powers(four: Vpclmul, one: Clmul, powers: &mut Powers) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(four: Vpclmul, one: Clmul, powers: &mut Powers) {
        let h = load_one(one, &powers.whole[POWERS - 1]);
        write_powers(four, FirstPowers::of(four, Factor::of(h)), POWERS, powers);
    }
    // SAFETY: the tokens prove that the CPU has these features.
    unsafe { kernel(four, one, powers) }
}

/// H⁴ to H¹ in one vector, and H⁴.
struct FirstPowers {
    four: X4,
    fourth: X1,
}

impl FirstPowers {
    #[inline(always)]
    fn of(four: Vpclmul, h: Factor<X1>) -> Self {
        let h2 = Sum::of(h.whole, h).reduced();
        let (h3, h4) = (Sum::of(h2, h).reduced(), Sum::of(h2, Factor::of(h2)).reduced());
        Self { four: together(four, [h4, h3, h2, h.whole]), fourth: h4 }
    }
}

/// Writes the last `count` powers, at most [`POWERS`], and possibly some before them.
#[inline(always)]
fn write_powers(four: Vpclmul, first: FirstPowers, count: usize, powers: &mut Powers) {
    let step = Factor::of(spread(four, first.fourth));
    let mut power = Factor::of(first.four);
    let mut at = POWERS - LANES;
    loop {
        store(&mut powers.whole, at, power.whole);
        store(&mut powers.shifted, at, power.shifted);
        if at + count <= POWERS {
            break;
        }
        at -= LANES;
        power = Factor::of(Sum::of(power.whole, step).reduced());
    }
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
    // SAFETY: the tokens prove that the CPU has these features.
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

/// Absorbs the last blocks: at least one and at most [`POWERS`], and at least [`LANES`] if more than one lane is in
/// use.
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

/// Computes POLYVAL of a whole message.
pub(super) fn polyval(four: Vpclmul, one: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn short(four: Vpclmul, one: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
        let value = polyval_short(four, one, h, message);
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { _mm_storeu_si128(sum.as_mut_ptr().cast(), value.register()) };
    }
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn long(four: Vpclmul, one: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
        let (h, mut powers) = (Factor::of(load_key(one, h)), Powers::NONE);
        write_powers(four, FirstPowers::of(four, h), message.blocks().min(POWERS), &mut powers);
        let mut value = load_one(one, sum);
        for part in [message.aad, message.text] {
            let (mut blocks, end) = part.as_chunks();
            if !blocks.is_empty() {
                let mut lanes = X4::of_one(four, value);
                while let Some((group, rest)) = blocks.split_first_chunk::<GROUP>()
                    && rest.len() >= LANES
                {
                    lanes = absorb_group::<POLYVAL>(four, reread(&powers), lanes, group);
                    blocks = rest;
                }
                value = absorb_last::<POLYVAL>(four, reread(&powers), lanes, blocks);
            }
            if !end.is_empty() {
                value = Sum::of(value.xor(load_bytes(four, end).first()), h).reduced();
            }
        }
        value = Sum::of(value.xor(X1::of_bytes(one, message.lengths())), h).reduced();
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { _mm_storeu_si128(sum.as_mut_ptr().cast(), value.register()) };
    }
    // SAFETY: the tokens prove that the CPU has these features.
    unsafe {
        if message.aad.len().max(message.text.len()) <= LANES * BLOCK_LEN {
            short(four, one, h, message, sum);
        } else {
            long(four, one, h, message, sum);
            wipe_stack::<1536>();
        }
    }
}

/// Absorbs at most a vector of associated data and at most a vector of text: all powers stay in registers. The blocks
/// of each are in the last lanes, so that their powers do not depend on the number of blocks.
#[inline(always)]
fn polyval_short(four: Vpclmul, one: Clmul, h: &Block, message: Message<'_>) -> X1 {
    let Message { aad, text } = message;
    let (h, lengths) = (Factor::of(load_key(one, h)), X1::of_bytes(one, message.lengths()));
    let last = Factor::of(FirstPowers::of(four, h).four);
    let mut value = X1::of_bytes(one, 0);
    if !aad.is_empty() {
        value = Sum::of(in_last_lanes(four, aad), last).of_lanes().reduced();
    }
    if text.is_empty() {
        return Sum::of(value.xor(lengths), h).reduced();
    }
    let before = Factor::of(Sum::of(last.whole, Factor::of(spread(four, h.whole))).reduced());
    let text = in_last_lanes(four, text).xor(in_lane(four, value, LANES - text.len().div_ceil(BLOCK_LEN)));
    Sum::of(text, before).of_lanes().add(Sum::of(lengths, h)).reduced()
}

/// Loads at most four blocks into the last lanes, the last block padded with zeros, with zeros before them.
#[inline(always)]
fn in_last_lanes(four: Vpclmul, bytes: &[u8]) -> X4 {
    if let Ok(whole) = bytes.try_into() {
        let whole: &[u8; LANES * BLOCK_LEN] = whole;
        // SAFETY: the token proves AVX-512; the load reads an array of 64 bytes.
        return X4::new(four, unsafe { _mm512_loadu_si512(whole.as_ptr().cast()) });
    }
    let skipped = 2 * (LANES - bytes.len().div_ceil(BLOCK_LEN));
    // SAFETY: the token proves AVX-512.
    X4::new(four, unsafe {
        let places = _mm512_sub_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(skipped as i64));
        _mm512_maskz_permutexvar_epi64(0xff << skipped, places, load_bytes(four, bytes).register())
    })
}

/// Loads at least one byte and less than four blocks, padded with zeros.
#[inline(always)]
fn load_bytes(four: Vpclmul, bytes: &[u8]) -> X4 {
    debug_assert!((1..LANES * BLOCK_LEN).contains(&bytes.len()));
    // SAFETY: the token proves AVX-512; the mask keeps within the bytes.
    X4::new(four, unsafe { _mm512_maskz_loadu_epi8((1 << bytes.len()) - 1, bytes.as_ptr().cast()) })
}

/// Returns an element in one lane, with zeros in the others.
#[inline(always)]
fn in_lane(four: Vpclmul, element: X1, lane: usize) -> X4 {
    // SAFETY: the token proves AVX-512.
    X4::new(four, unsafe { _mm512_maskz_broadcast_i32x4(0xf << (LANES * lane), element.register()) })
}

#[inline(always)]
fn load_key(one: Clmul, key: &Block) -> X1 {
    // SAFETY: the load reads an array of 16 bytes.
    X1::new(one, unsafe { _mm_loadu_si128(key.as_ptr().cast()) })
}

/// Returns the powers from an index on.
#[inline(always)]
fn factor(four: Vpclmul, powers: &Powers, at: usize) -> Factor<X4> {
    Factor { whole: load(four, &powers.whole, at), shifted: load(four, &powers.shifted, at) }
}

/// Returns the power with this exponent, in all lanes.
#[inline(always)]
fn same_factor(four: Vpclmul, powers: &Powers, exponent: usize) -> Factor<X4> {
    let at = POWERS - exponent;
    // SAFETY: the token proves AVX-512; the loads read arrays of 16 bytes.
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

/// Loads four elements from index `at` on.
#[inline(always)]
fn load(four: Vpclmul, elements: &[Element; POWERS + 4], at: usize) -> X4 {
    let elements: &[Element; LANES] = elements[at..].first_chunk().expect("four elements from each power on");
    // SAFETY: the token proves AVX-512; the load reads an array of 64 bytes.
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
    // SAFETY: the token proves AVX-512; the load reads an array of 64 bytes.
    let blocks = X4::new(four, unsafe { _mm512_loadu_si512(blocks.as_ptr().cast()) });
    if ORDER { blocks.reversed() } else { blocks }
}

/// Loads at most four blocks, padded with zeros.
#[inline(always)]
fn load_some<const ORDER: bool>(four: Vpclmul, blocks: &[Block]) -> X4 {
    debug_assert!(blocks.len() <= LANES);
    let mask = 0xff >> (2 * (LANES - blocks.len()));
    // SAFETY: the token proves AVX-512; the load reads two words of each of the blocks.
    let blocks = X4::new(four, unsafe { _mm512_maskz_loadu_epi64(mask, blocks.as_ptr().cast()) });
    if ORDER { blocks.reversed() } else { blocks }
}

/// Returns an element in all lanes.
#[inline(always)]
fn spread(four: Vpclmul, element: X1) -> X4 {
    // SAFETY: the token proves AVX-512.
    X4::new(four, unsafe { _mm512_broadcast_i32x4(element.register()) })
}

#[inline(always)]
fn together(four: Vpclmul, [v0, v1, v2, v3]: [X1; LANES]) -> X4 {
    // SAFETY: the token proves AVX-512.
    X4::new(four, unsafe {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v0.register()), v1.register());
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v2.register()), v3.register());
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    })
}
