//! GHASH and POLYVAL with VPCLMULQDQ: four blocks in parallel, sixteen per reduction.
//!
//! Lane l of the sum absorbs every fourth block, starting with the l-th, by Horner's rule in H¹⁶ and lower powers; the
//! last blocks of a message, at least four of a long one, are each multiplied by their own power, and then the lanes
//! are added.
#![allow(unsafe_code)]

use super::function::{Function, Polyval};
use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POWERS, Powers};
use crate::base::cpu::Vpclmul;
use crate::base::dispatch::kernels;
use crate::base::lanes::u128::powers::from_index;
use crate::base::lanes::u128::products::{Factor, Products, Sum};
use crate::base::lanes::u128::{U128Lanes, U128x1, U128x4};
use crate::base::memory::reread;
use core::arch::x86_64::*;

/// One block, and four.
type X1 = U128x1<Vpclmul>;
type X4 = U128x4<Vpclmul>;

/// Blocks per reduction.
const GROUP: usize = 16;
/// Blocks in a vector.
const LANES: usize = X4::LANES;

impl Kernel for Vpclmul {
    kernels! { proof: Vpclmul;
        fn make_powers(self, powers: &mut Powers) {
            let h = X1::broadcast_element(proof, &powers.whole[POWERS - 1]);
            write_powers(FirstPowers::of(Factor::of(h)), POWERS, powers);
        }

        fn absorb[F: Function][F](self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
            let value = X1::broadcast_element(proof, sum);
            absorb_blocks::<F>(proof, powers, powers, value, blocks).store_element(sum);
        }
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        if message.aad.len().max(message.text.len()) <= LANES * BLOCK_LEN {
            short(self, h, message, sum);
        } else {
            long(self, h, message, sum);
        }
    }
}

kernels! { proof: Vpclmul;
    /// Computes POLYVAL of a message with at most a vector of associated data and at most a vector of text.
    fn short(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        polyval_short(proof, h, message).store_element(sum);
    }

    /// Computes POLYVAL of a message of any length.
    fn long(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        let (h, mut powers) = (Factor::of(X1::broadcast(proof, h)), Powers::NONE);
        write_powers(FirstPowers::of(h), message.blocks().min(POWERS), &mut powers);
        let mut value = X1::broadcast_element(proof, sum);
        for part in [message.aad, message.text] {
            let (blocks, end) = part.as_chunks();
            if !blocks.is_empty() {
                value = absorb_blocks::<Polyval>(proof, &powers, reread(&powers), value, blocks);
            }
            if !end.is_empty() {
                value = Sum::of(value.xor(load_bytes(proof, end).first()), h).reduced();
            }
        }
        Sum::of(value.xor(X1::splat(proof, message.lengths())), h).reduced().store_element(sum);
    } wipes 1536;
}

/// H⁴ to H¹ in one vector, and H⁴.
struct FirstPowers {
    four: X4,
    fourth: X1,
}

impl FirstPowers {
    #[inline(always)]
    fn of(h: Factor<X1>) -> Self {
        let h2 = Sum::of(h.whole, h).reduced();
        let (h3, h4) = (Sum::of(h2, h).reduced(), Sum::of(h2, Factor::of(h2)).reduced());
        Self { four: X4::of_four([h4, h3, h2, h.whole]), fourth: h4 }
    }
}

/// Writes the last `count` powers, at most [`POWERS`], and possibly some before them.
#[inline(always)]
fn write_powers(first: FirstPowers, count: usize, powers: &mut Powers) {
    let step = Factor::of(X4::spread(first.fourth));
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

/// Absorbs blocks, at least one. The last ones are multiplied by the powers that `last_powers` refers to.
#[inline(always)]
fn absorb_blocks<F: Function>(
    proof: Vpclmul,
    powers: &Powers,
    last_powers: &Powers,
    value: X1,
    mut blocks: &[Block],
) -> X1 {
    let mut lanes = X4::of_one(value);
    while let Some((group, rest)) = blocks.split_first_chunk::<GROUP>()
        && rest.len() >= LANES
    {
        lanes = absorb_group::<F>(proof, reread(powers), lanes, group);
        blocks = rest;
    }
    absorb_last::<F>(proof, last_powers, lanes, blocks)
}

#[inline(always)]
fn absorb_group<F: Function>(proof: Vpclmul, powers: &Powers, lanes: X4, blocks: &[Block; GROUP]) -> X4 {
    let (vectors, _) = blocks.as_chunks::<LANES>();
    let first = lanes.xor(load_blocks::<F>(proof, &vectors[0]));
    let mut sum = Sum::of(first, same_factor(proof, powers, GROUP));
    for (at, vector) in vectors.iter().enumerate().skip(1) {
        let factor = same_factor(proof, powers, GROUP - LANES * at);
        sum = sum.add(Sum::of(load_blocks::<F>(proof, vector), factor));
    }
    sum.reduced()
}

/// Absorbs the last blocks: at least one and at most [`POWERS`], and at least [`LANES`] if more than one lane is in
/// use.
#[inline(always)]
fn absorb_last<F: Function>(proof: Vpclmul, powers: &Powers, lanes: X4, blocks: &[Block]) -> X1 {
    debug_assert!((1..=POWERS).contains(&blocks.len()));
    let mut at = POWERS - blocks.len();
    let mut vectors = blocks.chunks(LANES);
    let first = vectors.next().unwrap_or_default();
    let mut sum = Sum::of(lanes.xor(load_some::<F>(proof, first)), factor(proof, powers, at));
    for vector in vectors {
        at += LANES;
        sum = sum.add(Sum::of(load_some::<F>(proof, vector), factor(proof, powers, at)));
    }
    sum.of_lanes().reduced()
}

/// Absorbs at most a vector of associated data and at most a vector of text: all powers stay in registers. The blocks
/// of each are in the last lanes, so that their powers do not depend on the number of blocks.
#[inline(always)]
fn polyval_short(proof: Vpclmul, h: &Block, message: Message<'_>) -> X1 {
    let Message { aad, text } = message;
    let (h, lengths) = (Factor::of(X1::broadcast(proof, h)), X1::splat(proof, message.lengths()));
    let last = Factor::of(FirstPowers::of(h).four);
    let mut value = X1::splat(proof, 0);
    if !aad.is_empty() {
        value = Sum::of(in_last_lanes(proof, aad), last).of_lanes().reduced();
    }
    if text.is_empty() {
        return Sum::of(value.xor(lengths), h).reduced();
    }
    let before = Factor::of(Sum::of(last.whole, Factor::of(X4::spread(h.whole))).reduced());
    let text = in_last_lanes(proof, text).xor(in_lane(proof, value, LANES - text.len().div_ceil(BLOCK_LEN)));
    Sum::of(text, before).of_lanes().add(Sum::of(lengths, h)).reduced()
}

/// Loads at most four blocks into the last lanes, the last block padded with zeros, with zeros before them.
#[inline(always)]
fn in_last_lanes(proof: Vpclmul, bytes: &[u8]) -> X4 {
    if let Ok(whole) = bytes.try_into() {
        return X4::load_blocks(proof, whole);
    }
    let skipped = 2 * (LANES - bytes.len().div_ceil(BLOCK_LEN));
    // SAFETY: the token proves AVX-512.
    X4::new(proof, unsafe {
        let indices = _mm512_sub_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(skipped as i64));
        _mm512_maskz_permutexvar_epi64(0xff << skipped, indices, load_bytes(proof, bytes).register())
    })
}

/// Loads at least one byte and less than four blocks, padded with zeros.
#[inline(always)]
fn load_bytes(proof: Vpclmul, bytes: &[u8]) -> X4 {
    debug_assert!((1..LANES * BLOCK_LEN).contains(&bytes.len()));
    // SAFETY: the token proves AVX-512; the mask keeps within the bytes.
    X4::new(proof, unsafe { _mm512_maskz_loadu_epi8((1 << bytes.len()) - 1, bytes.as_ptr().cast()) })
}

/// Returns an element in one lane, with zeros in the others.
#[inline(always)]
fn in_lane(proof: Vpclmul, element: X1, lane: usize) -> X4 {
    // SAFETY: the token proves AVX-512.
    X4::new(proof, unsafe { _mm512_maskz_broadcast_i32x4(0xf << (LANES * lane), element.register()) })
}

/// Returns the powers from an index on.
#[inline(always)]
fn factor(proof: Vpclmul, powers: &Powers, at: usize) -> Factor<X4> {
    Factor {
        whole: X4::load_elements(proof, from_index(&powers.whole, at)),
        shifted: X4::load_elements(proof, from_index(&powers.shifted, at)),
    }
}

/// Returns the power with this exponent, in all lanes.
#[inline(always)]
fn same_factor(proof: Vpclmul, powers: &Powers, exponent: usize) -> Factor<X4> {
    let at = POWERS - exponent;
    let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
    Factor { whole: X4::broadcast_element(proof, whole), shifted: X4::broadcast_element(proof, shifted) }
}

#[inline(always)]
fn store(elements: &mut [Element; POWERS + 4], at: usize, values: X4) {
    values.store_elements(elements[at..].first_chunk_mut().expect("four elements from each power on"));
}

#[inline(always)]
fn load_blocks<F: Function>(proof: Vpclmul, blocks: &[Block; LANES]) -> X4 {
    let blocks = X4::load_blocks(proof, blocks.as_flattened().first_chunk().expect("four blocks"));
    if F::BIG_ENDIAN { blocks.reversed() } else { blocks }
}

/// Loads at most four blocks, padded with zeros.
#[inline(always)]
fn load_some<F: Function>(proof: Vpclmul, blocks: &[Block]) -> X4 {
    debug_assert!(blocks.len() <= LANES);
    let mask = 0xff >> (2 * (LANES - blocks.len()));
    // SAFETY: the token proves AVX-512; the load reads two words of each of the blocks.
    let blocks = X4::new(proof, unsafe { _mm512_maskz_loadu_epi64(mask, blocks.as_ptr().cast()) });
    if F::BIG_ENDIAN { blocks.reversed() } else { blocks }
}
