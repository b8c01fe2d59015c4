//! GHASH and POLYVAL with PCLMULQDQ: eight blocks and one reduction at a time.
#![allow(unsafe_code)]

use super::function::{Function, Polyval};
use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POWERS, Powers};
use crate::base::bytes::padded;
use crate::base::cpu::Clmul;
use crate::base::dispatch::kernels;
use crate::base::lanes::u128::products::{Factor, Products, Sum};
use crate::base::lanes::u128::{U128Lanes, U128x1};
use crate::base::memory::reread;

/// One block.
type X1 = U128x1<Clmul>;

/// Blocks per reduction. More would gain nothing: the multiplier is busy all the time.
const GROUP: usize = 8;
/// The number of powers computed: AES-GCM has up to one block and that of the lengths after a group.
const MADE: usize = GROUP + 2;
/// Up to this many blocks, computing the powers takes as long as absorbing the blocks without them.
const SHORT: usize = 2 * GROUP;

impl Kernel for Clmul {
    kernels! { proof: Clmul;
        fn make_powers(self, powers: &mut Powers) {
            let h = X1::broadcast_element(proof, &powers.whole[POWERS - 1]);
            write_powers(h, powers);
        }

        fn absorb[F: Function][F](self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
            let mut value = X1::broadcast_element(proof, sum);
            let (first, groups) = blocks.as_rchunks::<GROUP>();
            if !first.is_empty() {
                value = absorb_group::<F>(proof, powers, value, first);
            }
            for group in groups {
                value = absorb_group::<F>(proof, reread(powers), value, group);
            }
            value.store_element(sum);
        } wipes 384;
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        if message.blocks() <= SHORT {
            // The caller wipes what this leaves on the stack, together with the keys.
            short(self, h, message, sum);
        } else {
            long(self, h, message, sum);
        }
    }
}

kernels! { proof: Clmul;
    /// Computes POLYVAL of a short message.
    fn short(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        polyval_short(proof, h, message).store_element(sum);
    }

    /// Computes POLYVAL of a message of any length.
    fn long(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
        let mut powers = Powers::NONE;
        write_powers(X1::broadcast(proof, h), &mut powers);
        let mut value = X1::broadcast_element(proof, sum);
        for part in [message.aad, message.text] {
            let (blocks, end) = part.as_chunks();
            let (first, groups) = blocks.as_rchunks::<GROUP>();
            if !first.is_empty() {
                value = absorb_group::<Polyval>(proof, &powers, value, first);
            }
            for group in groups {
                value = absorb_group::<Polyval>(proof, reread(&powers), value, group);
            }
            if !end.is_empty() {
                value = Sum::of(value.xor(load_some(proof, end)), factor(proof, &powers, POWERS - 1)).reduced();
            }
        }
        let lengths = X1::splat(proof, message.lengths());
        Sum::of(value.xor(lengths), factor(proof, &powers, POWERS - 1)).reduced().store_element(sum);
    } wipes 2048;
}

#[inline(always)]
fn write_powers(h: X1, powers: &mut Powers) {
    let h = Factor::of(h);
    let mut power = h;
    for at in (POWERS - MADE..POWERS).rev() {
        power.whole.store_element(&mut powers.whole[at]);
        power.shifted.store_element(&mut powers.shifted[at]);
        power = Factor::of(Sum::of(power.whole, h).reduced());
    }
}

/// Absorbs a group of blocks. Needs at least one block and at most [`GROUP`].
#[inline(always)]
fn absorb_group<F: Function>(proof: Clmul, powers: &Powers, value: X1, blocks: &[Block]) -> X1 {
    let first = POWERS - blocks.len();
    let mut sum = Sum::of(value.xor(load_block::<F>(proof, &blocks[0])), factor(proof, powers, first));
    for (block, at) in blocks[1..].iter().zip(first + 1..) {
        sum = sum.add(Sum::of(load_block::<F>(proof, block), factor(proof, powers, at)));
    }
    sum.reduced()
}

/// Returns the power at an index.
#[inline(always)]
fn factor(proof: Clmul, powers: &Powers, at: usize) -> Factor<X1> {
    let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
    Factor { whole: X1::broadcast_element(proof, whole), shifted: X1::broadcast_element(proof, shifted) }
}

#[inline(always)]
fn load_block<F: Function>(proof: Clmul, block: &Block) -> X1 {
    let block = X1::broadcast(proof, block);
    if F::BIG_ENDIAN { block.reversed() } else { block }
}

/// Absorbs two blocks per reduction, and the first one by itself if their number, with that of lengths, is odd: the
/// square of the key is available soon after the key, and the chain of reductions is half as long.
#[inline(always)]
fn polyval_short(proof: Clmul, h: &Block, message: Message<'_>) -> X1 {
    let h = Factor::of(X1::broadcast(proof, h));
    let square = Factor::of(Sum::of(h.whole, h).reduced());
    let lengths = X1::splat(proof, message.lengths());
    let mut value = X1::splat(proof, 0);
    let mut is_single = message.blocks().is_multiple_of(2);
    let mut first: Option<Sum<X1>> = None;
    for part in [message.aad, message.text] {
        for block in part.chunks(BLOCK_LEN) {
            let block = load_some(proof, block);
            if let Some(sum) = first.take() {
                value = sum.add(Sum::of(block, h)).reduced();
            } else if is_single {
                value = Sum::of(block, h).reduced();
                is_single = false;
            } else {
                first = Some(Sum::of(value.xor(block), square));
            }
        }
    }
    let last = Sum::of(lengths, h);
    match first {
        Some(sum) => sum.add(last).reduced(),
        None => last.reduced(),
    }
}

/// Loads at most one block, padded with zeros.
#[inline(always)]
fn load_some(proof: Clmul, bytes: &[u8]) -> X1 {
    if let Ok(block) = bytes.try_into() {
        return X1::broadcast(proof, block);
    }
    X1::splat(proof, padded(bytes))
}
