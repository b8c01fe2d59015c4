//! The carry-less product in portable Rust, by integer multiplication: operands are split into parts that use only
//! every fourth bit, so that the carries of one sum end before the next begins. It computes on words only, without
//! tables.

use super::function::{Function, Polyval};
use super::kernel::{BLOCK_LEN, Block, Element, Kernel, Message, POWERS, Powers};
use crate::base::cpu::{Portable32, Portable64};
use crate::base::memory::{wipe, wipe_stack};

/// The carry-less multiplication of words.
pub(super) trait CarryLess {
    /// Returns the product of two polynomials with 64 coefficients.
    fn product(a: u64, b: u64) -> u128;
}

/// Carry-less multiplication by the multiplication of 64-bit words.
pub(super) struct Holes64;

/// Carry-less multiplication by the multiplication of 32-bit words.
pub(super) struct Holes32;

/// A mask of every fourth bit.
const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;

impl CarryLess for Holes64 {
    /// A part of b without its last four bits has 15 bits, so no sum exceeds 15. Those four bits are adjacent:
    /// multiplied by a part of a, they stay in the holes.
    #[inline(always)]
    fn product(a: u64, b: u64) -> u128 {
        let parts = |word: u64| -> [u128; 4] { core::array::from_fn(|i| u128::from(word & EVERY_FOURTH << i)) };
        let (a_parts, b_parts, last) = (parts(a), parts(b & (u64::MAX >> 4)), u128::from(b >> 60));
        let mut product = 0;
        for i in 0..4 {
            let sum = (a_parts[0] * b_parts[i])
                ^ (a_parts[1] * b_parts[(i + 3) % 4])
                ^ (a_parts[2] * b_parts[(i + 2) % 4])
                ^ (a_parts[3] * b_parts[(i + 1) % 4]);
            let mask = u128::from(EVERY_FOURTH << i);
            product |= sum & (mask | mask << 64);
        }
        let of_last = (a_parts[0] * last) ^ (a_parts[1] * last) ^ (a_parts[2] * last) ^ (a_parts[3] * last);
        product ^ of_last << 60
    }
}

impl CarryLess for Holes32 {
    #[inline(always)]
    fn product(a: u64, b: u64) -> u128 {
        let ([a0, a1], [b0, b1]) = ([a as u32, (a >> 32) as u32], [b as u32, (b >> 32) as u32]);
        let (low, high) = (product_of_32(a0, b0), product_of_32(a1, b1));
        let middle = product_of_32(a0 ^ a1, b0 ^ b1) ^ low ^ high;
        u128::from(low) ^ u128::from(middle) << 32 ^ u128::from(high) << 64
    }
}

/// Multiplies 32-bit polynomials. A part has 8 bits, so no sum exceeds 8.
#[inline(always)]
fn product_of_32(a: u32, b: u32) -> u64 {
    let parts = |word: u32| -> [u64; 4] { core::array::from_fn(|i| u64::from(word & (EVERY_FOURTH as u32) << i)) };
    let (a_parts, b_parts) = (parts(a), parts(b));
    let mut product = 0;
    for i in 0..4 {
        let sum = (a_parts[0] * b_parts[i])
            ^ (a_parts[1] * b_parts[(i + 3) % 4])
            ^ (a_parts[2] * b_parts[(i + 2) % 4])
            ^ (a_parts[3] * b_parts[(i + 1) % 4]);
        product |= sum & EVERY_FOURTH << i;
    }
    product
}

/// RFC 8452 Section 3, dot(a, b): returns a · b · x⁻¹²⁸ modulo P, with three products of halves.
#[inline(always)]
fn dot<M: CarryLess>(a: Element, b: Element) -> Element {
    let (low, high) = (M::product(a[0], b[0]), M::product(a[1], b[1]));
    let middle = M::product(a[0] ^ a[1], b[0] ^ b[1]) ^ low ^ high;
    let (low, high) = (low ^ middle << 64, high ^ middle >> 64);
    let [r0, r1, r2, r3] = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64];
    // The lower half of P is 1: a word is eliminated by its multiple of the upper half, x⁶⁴ + x⁶³ + x⁶² + x⁵⁷.
    let r1 = r1 ^ r0 << 63 ^ r0 << 62 ^ r0 << 57;
    let r2 = r2 ^ r0 ^ r0 >> 1 ^ r0 >> 2 ^ r0 >> 7;
    let r2 = r2 ^ r1 << 63 ^ r1 << 62 ^ r1 << 57;
    let r3 = r3 ^ r1 ^ r1 >> 1 ^ r1 >> 2 ^ r1 >> 7;
    [r2, r3]
}

/// The words of a CPU.
trait Words: Copy {
    type Holes: CarryLess;
}

impl Words for Portable64 {
    type Holes = Holes64;
}

impl Words for Portable32 {
    type Holes = Holes32;
}

impl<W: Words> Kernel for W {
    fn absorb<F: Function>(self, powers: &Powers, sum: &mut Element, blocks: &[Block]) {
        absorb::<W::Holes, F>(&powers.whole[POWERS - 1], sum, blocks);
    }

    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element) {
        polyval::<W::Holes>(h, message, sum);
    }
}

fn absorb<M: CarryLess, F: Function>(h: &Element, sum: &mut Element, blocks: &[Block]) {
    #[inline(never)]
    fn kernel<M: CarryLess, F: Function>(h: &Element, sum: &mut Element, blocks: &[Block]) {
        for block in blocks {
            let block = F::number(*block);
            *sum = dot::<M>([sum[0] ^ block as u64, sum[1] ^ (block >> 64) as u64], *h);
        }
    }
    kernel::<M, F>(h, sum, blocks);
    wipe_stack::<1024>();
}

/// Computes POLYVAL of a whole message.
#[inline(never)]
fn polyval<M: CarryLess>(h: &Block, message: Message<'_>, sum: &mut Element) {
    let mut key = [0; 2];
    for (word, bytes) in key.iter_mut().zip(h.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    for part in [message.aad, message.text] {
        let (blocks, end) = part.as_chunks();
        absorb::<M, Polyval>(&key, sum, blocks);
        if !end.is_empty() {
            let mut last = [0; BLOCK_LEN];
            last[..end.len()].copy_from_slice(end);
            absorb::<M, Polyval>(&key, sum, &[last]);
            wipe(&mut last);
        }
    }
    absorb::<M, Polyval>(&key, sum, &[message.lengths().to_le_bytes()]);
    wipe(&mut key);
}
