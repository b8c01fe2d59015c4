//! GHASH and POLYVAL with VPCLMULQDQ over AVX2: two blocks in parallel, sixteen per reduction, by Karatsuba's method.
//!
//! Lane l of the sum absorbs every second block, starting with the l-th, by Horner's rule in H¹⁶ and lower powers; the
//! last blocks of a message are each multiplied by their own power, and then the lanes are added.
#![allow(unsafe_code)]

use super::function::{Function, Polyval};
use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POWERS, Powers};
use crate::base::bytes::padded;
use crate::base::cpu::Avx2Vpclmul;
use crate::base::dispatch::kernels;
use crate::base::lanes::u128::powers::from_index;
use crate::base::lanes::u128::products::{Factor, Folded, LongSum, Products, Sum};
use crate::base::lanes::u128::{U128Lanes, U128x1, U128x2};
use crate::base::memory::{align_frame, reread};

/// One block, and two.
type X1 = U128x1<Avx2Vpclmul>;
type X2 = U128x2<Avx2Vpclmul>;

/// Blocks in a vector.
const LANES: usize = X2::LANES;
/// Blocks per reduction.
const GROUP: usize = 16;
/// The maximum number of powers computed: after a group there are up to one block and that of the lengths.
const MADE: usize = GROUP + LANES;
const _: () = assert!(MADE <= POWERS && MADE.is_multiple_of(LANES));
/// Up to this many blocks, computing the powers takes as long as absorbing the blocks without them.
const SHORT: usize = 8;

impl Kernel for Avx2Vpclmul {
    kernels! { proof: Avx2Vpclmul;
        fn make_powers(self, powers: &mut Powers) {
            let h = X1::broadcast_element(proof, &powers.whole[POWERS - 1]);
            write_powers(h, MADE, true, powers);
        } wipes 256;
    }

    #[inline]
    fn absorb<F: Function>(self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
        if blocks.len() < LANES {
            self.clmul().absorb::<F>(powers, sum, blocks);
        } else {
            absorb::<F>(self, powers, sum, blocks.as_flattened());
        }
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        if message.blocks() <= SHORT {
            self.clmul().polyval(h, message, sum);
        } else {
            long(self, h, message, sum);
        }
    }
}

kernels! { proof: Avx2Vpclmul;
    fn absorb[F: Function][F](proof, powers: &Powers, sum: &mut Element, bytes: &[u8]) {
        align_frame();
        let value = X1::broadcast_element(proof, sum);
        absorb_bytes::<F>(proof, powers, value, bytes, None).store_element(sum);
    } wipes 448;

    /// Computes POLYVAL of a message of any length.
    fn long(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        let mut powers = Powers::NONE;
        write_powers(X1::broadcast(proof, h), (message.blocks() + 1).min(MADE), false, &mut powers);
        let (mut value, lengths) = (X1::broadcast_element(proof, sum), X1::splat(proof, message.lengths()));
        if !message.aad.is_empty() {
            value = absorb_bytes::<Polyval>(proof, &powers, value, message.aad, None);
        }
        value = if message.text.is_empty() {
            LongSum::of(value.xor(lengths), one_factor(proof, &powers, POWERS - 1)).reduced()
        } else {
            absorb_bytes::<Polyval>(proof, &powers, value, message.text, Some(lengths))
        };
        value.store_element(sum);
    } wipes 2048;
}

/// Writes the last `count` powers, at most [`MADE`], and possibly one before them; if `for_single_blocks`, also what
/// the kernels for single blocks need.
#[inline(always)]
fn write_powers(h: X1, count: usize, for_single_blocks: bool, powers: &mut Powers) {
    let first = Factor::of(h);
    let square = Sum::of(h, first).reduced();
    let step = Factor::of(X2::spread(square));
    let mut power = X2::of_two([square, h]);
    let mut at = POWERS - LANES;
    loop {
        store(&mut powers.whole, at, power);
        store(&mut powers.folded, at, power.xor(power.swapped()));
        if for_single_blocks {
            store(&mut powers.shifted, at, Factor::of(power).shifted);
        }
        if at + count <= POWERS {
            break;
        }
        at -= LANES;
        power = Sum::of(power, step).reduced();
    }
}

/// Returns the sum after absorbing `bytes`, at least one, the last block padded with zeros, and then a block of
/// lengths, if there is one.
#[inline(always)]
fn absorb_bytes<F: Function>(
    proof: Avx2Vpclmul,
    powers: &Powers,
    value: X1,
    mut bytes: &[u8],
    lengths: Option<X1>,
) -> X1 {
    let mut lanes = X2::of_one(value);
    // At least as many blocks are left for the end as there are lanes in use.
    while let Some((group, rest)) = bytes.split_first_chunk::<{ GROUP * BLOCK_LEN }>()
        && rest.len() > (LANES - 1) * BLOCK_LEN
    {
        lanes = absorb_group::<F>(proof, reread(powers), lanes, group);
        bytes = rest;
    }
    let mut at = POWERS - usize::from(lengths.is_some()) - bytes.len().div_ceil(BLOCK_LEN);
    let mut sum: Option<LongSum<X2>> = None;
    for vector in bytes.chunks(LANES * BLOCK_LEN) {
        let text = load_some::<F>(proof, vector);
        sum = Some(match sum {
            None => LongSum::of(lanes.xor(text), factor(proof, powers, at)),
            Some(sum) => LongSum::of(text, factor(proof, powers, at)).add(sum),
        });
        at += LANES;
    }
    let sum = sum.expect("there are bytes").of_lanes();
    let sum = match lengths {
        Some(lengths) => sum.add(LongSum::of(lengths, one_factor(proof, powers, POWERS - 1))),
        None => sum,
    };
    sum.reduced()
}

/// Returns the lanes after absorbing a group. They are multiplied last, since they are available late.
#[inline(always)]
fn absorb_group<F: Function>(proof: Avx2Vpclmul, powers: &Powers, lanes: X2, group: &[u8; GROUP * BLOCK_LEN]) -> X2 {
    let (vectors, _) = group.as_chunks::<{ LANES * BLOCK_LEN }>();
    let first = POWERS - GROUP;
    let mut sum = LongSum::of(load::<F>(proof, &vectors[1]), same_factor(proof, powers, first + LANES));
    for (i, vector) in vectors.iter().enumerate().skip(2) {
        sum = sum.add(LongSum::of(load::<F>(proof, vector), same_factor(proof, powers, first + LANES * i)));
    }
    let late = load::<F>(proof, &vectors[0]).xor(lanes);
    sum.add(LongSum::of(late, same_factor(proof, powers, first))).reduced()
}

/// Returns the powers from an index on.
#[inline(always)]
fn factor(proof: Avx2Vpclmul, powers: &Powers, at: usize) -> Folded<X2> {
    Folded {
        whole: X2::load_elements(proof, from_index(&powers.whole, at)),
        folded: X2::load_elements(proof, from_index(&powers.folded, at)),
    }
}

/// Returns the power at an index.
#[inline(always)]
fn one_factor(proof: Avx2Vpclmul, powers: &Powers, at: usize) -> Folded<X1> {
    let (whole, folded) = (&powers.whole[at], &powers.folded[at]);
    Folded { whole: X1::broadcast_element(proof, whole), folded: X1::broadcast_element(proof, folded) }
}

/// Returns the power at an index, in both lanes.
#[inline(always)]
fn same_factor(proof: Avx2Vpclmul, powers: &Powers, at: usize) -> Folded<X2> {
    let (whole, folded) = (&powers.whole[at], &powers.folded[at]);
    Folded { whole: X2::broadcast_element(proof, whole), folded: X2::broadcast_element(proof, folded) }
}

#[inline(always)]
fn store(elements: &mut [Element; POWERS + 4], at: usize, values: X2) {
    values.store_elements(elements[at..].first_chunk_mut().expect("two elements from each power on"));
}

#[inline(always)]
fn load<F: Function>(proof: Avx2Vpclmul, bytes: &[u8; LANES * BLOCK_LEN]) -> X2 {
    let blocks = X2::load_blocks(proof, bytes);
    if F::BIG_ENDIAN { blocks.reversed() } else { blocks }
}

/// Loads at most two blocks, padded with zeros.
#[inline(always)]
fn load_some<F: Function>(proof: Avx2Vpclmul, bytes: &[u8]) -> X2 {
    if let Ok(whole) = bytes.try_into() {
        return load::<F>(proof, whole);
    }
    let (low, high) = bytes.split_at(bytes.len().min(BLOCK_LEN));
    let blocks = X2::of_two([X1::splat(proof, padded(low)), X1::splat(proof, padded(high))]);
    if F::BIG_ENDIAN { blocks.reversed() } else { blocks }
}
