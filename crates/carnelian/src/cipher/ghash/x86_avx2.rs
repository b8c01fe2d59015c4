//! GHASH and POLYVAL with PCLMULQDQ: eight blocks and one reduction at a time.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POLYVAL, POWERS, Powers};
use crate::base::bytes::padded;
use crate::base::cpu::Clmul;
use crate::base::lanes::x86_clmul::{Factor, Polynomials, Products, Sum, X1};
use crate::base::memory::{reread, wipe_stack};
use core::arch::x86_64::*;

/// Blocks per reduction. More would gain nothing: the multiplier is busy all the time.
const GROUP: usize = 8;
/// The number of powers computed: AES-GCM has up to one block and that of the lengths after a group.
const MADE: usize = GROUP + 2;

impl Kernel for Clmul {
    #[inline]
    fn make_powers(self, powers: &mut Powers) {
        make_powers(self, powers);
    }

    #[inline]
    fn absorb<const ORDER: bool>(self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
        absorb::<ORDER>(self, powers, sum, blocks);
    }

    #[inline]
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        polyval(self, h, message, sum);
    }
}

pub(super) fn make_powers(proof: Clmul, powers: &mut Powers) {
    #[inline(never)]
    #[target_feature(enable = "pclmulqdq,avx2,bmi1,bmi2")]
    fn kernel(proof: Clmul, powers: &mut Powers) {
        let h = load(proof, &powers.whole[POWERS - 1]);
        write_powers(h, powers);
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel(proof, powers) }
}

#[inline(always)]
fn write_powers(h: X1, powers: &mut Powers) {
    let h = Factor::of(h);
    let mut power = h;
    for at in (POWERS - MADE..POWERS).rev() {
        store(&mut powers.whole[at], power.whole);
        store(&mut powers.shifted[at], power.shifted);
        power = Factor::of(Sum::of(power.whole, h).reduced());
    }
}

pub(super) fn absorb<const ORDER: bool>(proof: Clmul, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
    #[inline(never)]
    #[target_feature(enable = "pclmulqdq,avx2,bmi1,bmi2")]
    fn kernel<const ORDER: bool>(proof: Clmul, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
        let mut value = load(proof, sum);
        let (first, groups) = blocks.as_rchunks::<GROUP>();
        if !first.is_empty() {
            value = absorb_group::<ORDER>(proof, powers, value, first);
        }
        for group in groups {
            value = absorb_group::<ORDER>(proof, reread(powers), value, group);
        }
        store(sum, value);
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel::<ORDER>(proof, powers, sum, blocks) }
    wipe_stack::<384>();
}

/// Absorbs a group of blocks. Needs at least one block and at most [`GROUP`].
#[inline(always)]
fn absorb_group<const ORDER: bool>(proof: Clmul, powers: &Powers, value: X1, blocks: &[Block]) -> X1 {
    let first = POWERS - blocks.len();
    let mut sum = Sum::of(value.xor(load_block::<ORDER>(proof, &blocks[0])), factor(proof, powers, first));
    for (block, at) in blocks[1..].iter().zip(first + 1..) {
        sum = sum.add(Sum::of(load_block::<ORDER>(proof, block), factor(proof, powers, at)));
    }
    sum.reduced()
}

/// Returns the power at an index.
#[inline(always)]
fn factor(proof: Clmul, powers: &Powers, at: usize) -> Factor<X1> {
    Factor { whole: load(proof, &powers.whole[at]), shifted: load(proof, &powers.shifted[at]) }
}

#[inline(always)]
fn load_block<const ORDER: bool>(proof: Clmul, block: &Block) -> X1 {
    // SAFETY: the load reads an array of 16 bytes.
    let block = X1::new(proof, unsafe { _mm_loadu_si128(block.as_ptr().cast()) });
    if ORDER { block.reversed() } else { block }
}

#[inline(always)]
fn load(proof: Clmul, element: &Element) -> X1 {
    // SAFETY: the load reads an array of 16 bytes.
    X1::new(proof, unsafe { _mm_loadu_si128(element.as_ptr().cast()) })
}

#[inline(always)]
fn store(element: &mut Element, value: X1) {
    // SAFETY: the store writes an array of 16 bytes.
    unsafe { _mm_storeu_si128(element.as_mut_ptr().cast(), value.register()) }
}

/// Up to this many blocks, computing the powers takes as long as absorbing the blocks without them.
const SHORT: usize = 2 * GROUP;

/// Computes POLYVAL of a whole message.
pub(super) fn polyval(proof: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
    #[inline(never)]
    #[target_feature(enable = "pclmulqdq,avx2,bmi1,bmi2")]
    fn short(proof: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
        let value = polyval_short(proof, h, message);
        store(sum, value);
    }
    #[inline(never)]
    #[target_feature(enable = "pclmulqdq,avx2,bmi1,bmi2")]
    fn long(proof: Clmul, h: &Block, message: Message<'_>, sum: &mut Element) {
        let mut powers = Powers::NONE;
        write_powers(load_block::<POLYVAL>(proof, h), &mut powers);
        let mut value = load(proof, sum);
        for part in [message.aad, message.text] {
            let (blocks, end) = part.as_chunks();
            let (first, groups) = blocks.as_rchunks::<GROUP>();
            if !first.is_empty() {
                value = absorb_group::<POLYVAL>(proof, &powers, value, first);
            }
            for group in groups {
                value = absorb_group::<POLYVAL>(proof, reread(&powers), value, group);
            }
            if !end.is_empty() {
                value = Sum::of(value.xor(load_some(proof, end)), factor(proof, &powers, POWERS - 1)).reduced();
            }
        }
        store(
            sum,
            Sum::of(value.xor(X1::of_bytes(proof, message.lengths())), factor(proof, &powers, POWERS - 1)).reduced(),
        );
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe {
        if message.blocks() <= SHORT {
            // The caller wipes what this leaves on the stack, together with the keys.
            short(proof, h, message, sum);
        } else {
            long(proof, h, message, sum);
            wipe_stack::<2048>();
        }
    }
}

/// Absorbs two blocks per reduction, and the first one by itself if their number, with that of lengths, is odd: the
/// square of the key is available soon after the key, and the chain of reductions is half as long.
#[inline(always)]
fn polyval_short(proof: Clmul, h: &Block, message: Message<'_>) -> X1 {
    let h = Factor::of(load_block::<POLYVAL>(proof, h));
    let square = Factor::of(Sum::of(h.whole, h).reduced());
    let lengths = X1::of_bytes(proof, message.lengths());
    let mut value = X1::of_bytes(proof, 0);
    let mut alone = message.blocks().is_multiple_of(2);
    let mut first: Option<Sum<X1>> = None;
    for part in [message.aad, message.text] {
        for block in part.chunks(BLOCK_LEN) {
            let block = load_some(proof, block);
            if let Some(sum) = first.take() {
                value = sum.add(Sum::of(block, h)).reduced();
            } else if alone {
                value = Sum::of(block, h).reduced();
                alone = false;
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
        return load_block::<POLYVAL>(proof, block);
    }
    X1::of_bytes(proof, padded(bytes))
}
