//! GHASH and POLYVAL with VPCLMULQDQ over AVX2: two blocks in parallel, sixteen per reduction, by Karatsuba's method.
//!
//! Lane l of the sum absorbs every second block, starting with the l-th, by Horner's rule in H¹⁶ and lower powers; the
//! last blocks of a message are each multiplied by their own power, and then the lanes are added.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POLYVAL, POWERS, Powers};
use super::x86_avx2;
use crate::base::bytes::padded;
use crate::base::cpu::{Avx2Vpclmul, Clmul};
use crate::base::lanes::powers::from_place;
use crate::base::lanes::x86_clmul::{Factor, Folded, LongSum, Polynomials, Products, Sum, X1, X2};
use crate::base::memory::{align_frame, reread, wipe_stack};
use core::arch::x86_64::*;

/// Blocks in a vector.
const LANES: usize = 2;
/// Blocks per reduction.
const GROUP: usize = 16;
/// The maximum number of powers computed: after a group there are up to one block and that of the lengths.
const MADE: usize = GROUP + LANES;
const _: () = assert!(MADE <= POWERS && MADE.is_multiple_of(LANES));

impl Kernel for (Avx2Vpclmul, Clmul) {
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

pub(super) fn make_powers(two: Avx2Vpclmul, one: Clmul, powers: &mut Powers) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx2,bmi1,bmi2")]
    fn kernel(two: Avx2Vpclmul, one: Clmul, powers: &mut Powers) {
        let h = load_one(one, &powers.whole[POWERS - 1]);
        write_powers::<true>(two, h, MADE, powers);
    }
    // SAFETY: the tokens prove that the CPU has these features.
    unsafe { kernel(two, one, powers) }
    wipe_stack::<256>();
}

/// Writes the last `count` powers, at most [`MADE`], and possibly one before them; if `SINGLE`, also for single blocks.
#[inline(always)]
fn write_powers<const SINGLE: bool>(two: Avx2Vpclmul, h: X1, count: usize, powers: &mut Powers) {
    let first = Factor::of(h);
    let square = Sum::of(h, first).reduced();
    let step = Factor::of(spread(two, square));
    let mut power = together(two, [square, h]);
    let mut at = POWERS - LANES;
    loop {
        store(&mut powers.whole, at, power);
        store(&mut powers.folded, at, power.xor(power.swapped()));
        if SINGLE {
            store(&mut powers.shifted, at, Factor::of(power).shifted);
        }
        if at + count <= POWERS {
            break;
        }
        at -= LANES;
        power = Sum::of(power, step).reduced();
    }
}

pub(super) fn absorb<const ORDER: bool>(
    two: Avx2Vpclmul,
    one: Clmul,
    powers: &Powers,
    sum: &mut Element,
    blocks: &[Block],
) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx2,bmi1,bmi2")]
    fn kernel<const ORDER: bool>(two: Avx2Vpclmul, one: Clmul, powers: &Powers, sum: &mut Element, bytes: &[u8]) {
        align_frame();
        let value = absorb_bytes::<ORDER>(two, one, powers, load_one(one, sum), bytes, None);
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { _mm_storeu_si128(sum.as_mut_ptr().cast(), value.register()) };
    }
    if blocks.len() < LANES {
        return x86_avx2::absorb::<ORDER>(one, powers, sum, blocks);
    }
    // SAFETY: the tokens prove that the CPU has these features.
    unsafe { kernel::<ORDER>(two, one, powers, sum, blocks.as_flattened()) }
    wipe_stack::<448>();
}

/// Returns the sum after absorbing `bytes`, at least one, the last block padded with zeros, and then a block of
/// lengths, if there is one.
#[inline(always)]
fn absorb_bytes<const ORDER: bool>(
    two: Avx2Vpclmul,
    one: Clmul,
    powers: &Powers,
    value: X1,
    mut bytes: &[u8],
    lengths: Option<X1>,
) -> X1 {
    let mut lanes = X2::of_one(two, value);
    // At least as many blocks are left for the end as there are lanes in use.
    while let Some((group, rest)) = bytes.split_first_chunk::<{ GROUP * BLOCK_LEN }>()
        && rest.len() > (LANES - 1) * BLOCK_LEN
    {
        lanes = absorb_group::<ORDER>(two, reread(powers), lanes, group);
        bytes = rest;
    }
    let mut at = POWERS - usize::from(lengths.is_some()) - bytes.len().div_ceil(BLOCK_LEN);
    let mut sum: Option<LongSum<X2>> = None;
    for vector in bytes.chunks(LANES * BLOCK_LEN) {
        let text = load_some::<ORDER>(two, one, vector);
        sum = Some(match sum {
            None => LongSum::of(lanes.xor(text), factor(two, powers, at)),
            Some(sum) => LongSum::of(text, factor(two, powers, at)).add(sum),
        });
        at += LANES;
    }
    let sum = sum.expect("there are bytes").of_lanes();
    let sum = match lengths {
        Some(lengths) => sum.add(LongSum::of(lengths, one_factor(one, powers, POWERS - 1))),
        None => sum,
    };
    sum.reduced()
}

/// Returns the lanes after absorbing a group. They are multiplied last, since they are available late.
#[inline(always)]
fn absorb_group<const ORDER: bool>(
    two: Avx2Vpclmul,
    powers: &Powers,
    lanes: X2,
    group: &[u8; GROUP * BLOCK_LEN],
) -> X2 {
    let (vectors, _) = group.as_chunks::<{ LANES * BLOCK_LEN }>();
    let first = POWERS - GROUP;
    let mut sum = LongSum::of(load::<ORDER>(two, &vectors[1]), same_factor(two, powers, first + LANES));
    for (i, vector) in vectors.iter().enumerate().skip(2) {
        sum = sum.add(LongSum::of(load::<ORDER>(two, vector), same_factor(two, powers, first + LANES * i)));
    }
    let late = load::<ORDER>(two, &vectors[0]).xor(lanes);
    sum.add(LongSum::of(late, same_factor(two, powers, first))).reduced()
}

/// Up to this many blocks, computing the powers takes as long as absorbing the blocks without them.
const SHORT: usize = 8;

/// Computes POLYVAL of a whole message.
pub(super) fn polyval(two: Avx2Vpclmul, one: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
    #[inline(never)]
    #[target_feature(enable = "vpclmulqdq,pclmulqdq,avx2,bmi1,bmi2")]
    fn long(two: Avx2Vpclmul, one: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
        let mut powers = Powers::NONE;
        // SAFETY: the load reads an array of 16 bytes.
        let h = X1::new(one, unsafe { _mm_loadu_si128(h.as_ptr().cast()) });
        write_powers::<false>(two, h, (message.blocks() + 1).min(MADE), &mut powers);
        let (mut value, lengths) = (load_one(one, sum), X1::of_bytes(one, message.lengths()));
        if !message.aad.is_empty() {
            value = absorb_bytes::<POLYVAL>(two, one, &powers, value, message.aad, None);
        }
        value = if message.text.is_empty() {
            LongSum::of(value.xor(lengths), one_factor(one, &powers, POWERS - 1)).reduced()
        } else {
            absorb_bytes::<POLYVAL>(two, one, &powers, value, message.text, Some(lengths))
        };
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { _mm_storeu_si128(sum.as_mut_ptr().cast(), value.register()) };
    }
    if message.blocks() <= SHORT {
        return x86_avx2::polyval(one, h, message, sum);
    }
    // SAFETY: the tokens prove that the CPU has these features.
    unsafe { long(two, one, h, message, sum) };
    wipe_stack::<2048>();
}

/// Returns the powers from an index on.
#[inline(always)]
fn factor(two: Avx2Vpclmul, powers: &Powers, at: usize) -> Folded<X2> {
    let (whole, folded): (&[Element; LANES], &[Element; LANES]) =
        (from_place(&powers.whole, at), from_place(&powers.folded, at));
    // SAFETY: the token proves AVX2; the loads read arrays of 32 bytes.
    unsafe {
        Folded {
            whole: X2::new(two, _mm256_loadu_si256(whole.as_ptr().cast())),
            folded: X2::new(two, _mm256_loadu_si256(folded.as_ptr().cast())),
        }
    }
}

/// Returns the power at an index.
#[inline(always)]
fn one_factor(one: Clmul, powers: &Powers, at: usize) -> Folded<X1> {
    Folded { whole: load_one(one, &powers.whole[at]), folded: load_one(one, &powers.folded[at]) }
}

/// Returns the power at an index, in both lanes.
#[inline(always)]
fn same_factor(two: Avx2Vpclmul, powers: &Powers, at: usize) -> Folded<X2> {
    // SAFETY: the token proves AVX2; the loads read arrays of 16 bytes.
    unsafe {
        let (whole, folded) = (powers.whole[at].as_ptr(), powers.folded[at].as_ptr());
        Folded {
            whole: X2::new(two, _mm256_broadcastsi128_si256(_mm_loadu_si128(whole.cast()))),
            folded: X2::new(two, _mm256_broadcastsi128_si256(_mm_loadu_si128(folded.cast()))),
        }
    }
}

#[inline(always)]
fn load_one(one: Clmul, element: &Element) -> X1 {
    // SAFETY: the load reads an array of 16 bytes.
    X1::new(one, unsafe { _mm_loadu_si128(element.as_ptr().cast()) })
}

#[inline(always)]
fn store(elements: &mut [Element; POWERS + 4], at: usize, values: X2) {
    let elements: &mut [Element; LANES] = elements[at..].first_chunk_mut().expect("two elements from each power on");
    // SAFETY: values of this type exist, so the CPU has AVX2; the store writes an array of 32 bytes.
    unsafe { _mm256_storeu_si256(elements.as_mut_ptr().cast(), values.register()) }
}

#[inline(always)]
fn load<const ORDER: bool>(two: Avx2Vpclmul, bytes: &[u8; LANES * BLOCK_LEN]) -> X2 {
    // SAFETY: the token proves AVX2; the load reads an array of 32 bytes.
    let blocks = X2::new(two, unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) });
    if ORDER { blocks.reversed() } else { blocks }
}

/// Loads at most two blocks, padded with zeros.
#[inline(always)]
fn load_some<const ORDER: bool>(two: Avx2Vpclmul, one: Clmul, bytes: &[u8]) -> X2 {
    if let Ok(whole) = bytes.try_into() {
        return load::<ORDER>(two, whole);
    }
    let (low, high) = bytes.split_at(bytes.len().min(BLOCK_LEN));
    let blocks = together(two, [X1::of_bytes(one, padded(low)), X1::of_bytes(one, padded(high))]);
    if ORDER { blocks.reversed() } else { blocks }
}

/// Returns an element in both lanes.
#[inline(always)]
fn spread(two: Avx2Vpclmul, element: X1) -> X2 {
    // SAFETY: the token proves AVX2.
    X2::new(two, unsafe { _mm256_broadcastsi128_si256(element.register()) })
}

#[inline(always)]
fn together(two: Avx2Vpclmul, [first, second]: [X1; LANES]) -> X2 {
    // SAFETY: the token proves AVX2.
    X2::new(two, unsafe { _mm256_set_m128i(second.register(), first.register()) })
}
