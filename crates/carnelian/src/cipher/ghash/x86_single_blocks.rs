//! GHASH and POLYVAL with PCLMULQDQ over vectors of one block, for every token that proves it: eight blocks and one
//! reduction at a time.

use super::function::{Function, Polyval};
use super::kernel::{BLOCK_LEN, Block, Element, Message, POWERS, Powers};
use crate::base::bytes::padded;
use crate::base::lanes::u128::products::{Factor, Products, Sum};
use crate::base::lanes::u128::{ProvesClmul, U128Lanes, U128x1};
use crate::base::memory::reread;

/// Blocks per reduction. More would gain nothing: the multiplier is busy all the time.
const GROUP: usize = 8;
/// The number of powers computed: AES-GCM has up to one block and that of the lengths after a group.
const MADE: usize = GROUP + 2;
/// Up to this many blocks, computing the powers takes as long as absorbing the blocks without them.
pub(super) const SHORT: usize = 2 * GROUP;

/// Computes the powers of H from H, the last one.
#[inline(always)]
pub(super) fn make_powers<P: ProvesClmul>(proof: P, powers: &mut Powers) {
    let h = U128x1::broadcast_element(proof, &powers.whole[POWERS - 1]);
    write_powers(h, powers);
}

/// Absorbs whole blocks.
#[inline(always)]
pub(super) fn absorb<P: ProvesClmul, F: Function>(proof: P, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
    let mut value = U128x1::broadcast_element(proof, sum);
    let (first, groups) = blocks.as_rchunks::<GROUP>();
    if !first.is_empty() {
        value = absorb_group::<P, F>(proof, powers, value, first);
    }
    for group in groups {
        value = absorb_group::<P, F>(proof, reread(powers), value, group);
    }
    value.store_element(sum);
}

/// Computes POLYVAL of a message of any length.
#[inline(always)]
pub(super) fn polyval_long<P: ProvesClmul>(proof: P, h: &Block, message: Message<'_>, sum: &mut Element) {
    let mut powers = Powers::NONE;
    write_powers(U128x1::broadcast(proof, h), &mut powers);
    let mut value = U128x1::broadcast_element(proof, sum);
    for part in [message.aad, message.text] {
        let (blocks, end) = part.as_chunks();
        let (first, groups) = blocks.as_rchunks::<GROUP>();
        if !first.is_empty() {
            value = absorb_group::<P, Polyval>(proof, &powers, value, first);
        }
        for group in groups {
            value = absorb_group::<P, Polyval>(proof, reread(&powers), value, group);
        }
        if !end.is_empty() {
            value = Sum::of(value.xor(load_some(proof, end)), factor(proof, &powers, POWERS - 1)).reduced();
        }
    }
    let lengths = U128x1::splat(proof, message.lengths());
    Sum::of(value.xor(lengths), factor(proof, &powers, POWERS - 1)).reduced().store_element(sum);
}

#[inline(always)]
fn write_powers<P: ProvesClmul>(h: U128x1<P>, powers: &mut Powers) {
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
fn absorb_group<P: ProvesClmul, F: Function>(
    proof: P,
    powers: &Powers,
    value: U128x1<P>,
    blocks: &[Block],
) -> U128x1<P> {
    let first = POWERS - blocks.len();
    let mut sum = Sum::of(value.xor(load_block::<P, F>(proof, &blocks[0])), factor(proof, powers, first));
    for (block, at) in blocks[1..].iter().zip(first + 1..) {
        sum = sum.add(Sum::of(load_block::<P, F>(proof, block), factor(proof, powers, at)));
    }
    sum.reduced()
}

/// Returns the power at an index.
#[inline(always)]
fn factor<P: ProvesClmul>(proof: P, powers: &Powers, at: usize) -> Factor<U128x1<P>> {
    let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
    Factor { whole: U128x1::broadcast_element(proof, whole), shifted: U128x1::broadcast_element(proof, shifted) }
}

#[inline(always)]
fn load_block<P: ProvesClmul, F: Function>(proof: P, block: &Block) -> U128x1<P> {
    let block = U128x1::broadcast(proof, block);
    if F::BIG_ENDIAN { block.reversed() } else { block }
}

/// Computes POLYVAL of a short message. Absorbs two blocks per reduction, and the first one by itself if their number, with that of lengths, is odd: the
/// square of the key is available soon after the key, and the chain of reductions is half as long.
#[inline(always)]
pub(super) fn polyval_short<P: ProvesClmul>(proof: P, h: &Block, message: Message<'_>, sum: &mut Element) {
    let h = Factor::of(U128x1::broadcast(proof, h));
    let square = Factor::of(Sum::of(h.whole, h).reduced());
    let lengths = U128x1::splat(proof, message.lengths());
    let mut value = U128x1::splat(proof, 0);
    let mut is_single = message.blocks().is_multiple_of(2);
    let mut first: Option<Sum<U128x1<P>>> = None;
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
    let value = match first {
        Some(sum) => sum.add(last).reduced(),
        None => last.reduced(),
    };
    value.store_element(sum);
}

/// Loads at most one block, padded with zeros.
#[inline(always)]
fn load_some<P: ProvesClmul>(proof: P, bytes: &[u8]) -> U128x1<P> {
    if let Ok(block) = bytes.try_into() {
        return U128x1::broadcast(proof, block);
    }
    U128x1::splat(proof, padded(bytes))
}

/// Writes the backend of a token that has no more than PCLMULQDQ.
macro_rules! backend {
    ($Token:ident) => {
        use super::function::Function;
        use super::kernel::{Block, Element, Kernel, Message, Powers};
        use $crate::base::dispatch::kernels;

        impl Kernel for $Token {
            kernels! { proof: $Token;
                fn make_powers(self, powers: &mut Powers) {
                    super::x86_single_blocks::make_powers(proof, powers);
                }

                fn absorb[F: Function][F](self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
                    super::x86_single_blocks::absorb::<_, F>(proof, powers, sum, blocks);
                } wipes 384;
            }

            #[inline]
            fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
                if message.blocks() <= super::x86_single_blocks::SHORT {
                    // The caller wipes what this leaves on the stack, together with the keys.
                    short(self, h, message, sum);
                } else {
                    long(self, h, message, sum);
                }
            }
        }

        kernels! { proof: $Token;
            /// Computes POLYVAL of a short message.
            fn short(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
                super::x86_single_blocks::polyval_short(proof, h, message, sum);
            }

            /// Computes POLYVAL of a message of any length.
            fn long(proof, h: &Block, message: Message<'_>, sum: &mut Element) {
                super::x86_single_blocks::polyval_long(proof, h, message, sum);
            } wipes 2048;
        }
    };
}

pub(super) use backend;
