//! The polynomial, RFC 8439 Section 2.5, over any representation of numbers modulo p = 2¹³⁰ - 5.

use super::values::{Block, Key, Number, Tag};
use crate::base::bytes::padded;
use crate::base::ct::{Choice, Select};

/// The accumulator a of Section 2.5.1, together with the r that it is multiplied by.
pub(in super::super) trait Accumulator: Copy {
    /// Returns an accumulator that holds `value`, which must be below 2¹³¹; `r` must be clamped.
    fn new(r: u128, value: Number) -> Self;

    /// a ← (a + block + top · 2¹²⁸) · r mod p. `top` is 0 or 1.
    fn absorb(self, block: u128, top: u64) -> Self;

    /// Returns the value of the accumulator, reduced to less than 5 · 2¹²⁸.
    fn value(self) -> Number;
}

/// Section 2.5.1: r ← clamp(r).
#[inline(always)]
pub(super) fn clamped_r(key: &Key) -> u128 {
    let (r, _) = halves(key);
    r & 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff
}

/// Section 2.5.1: s, the second half of the key.
#[inline(always)]
pub(super) fn s(key: &Key) -> u128 {
    halves(key).1
}

#[inline(always)]
fn halves(key: &Key) -> (u128, u128) {
    let (halves, _) = key.as_chunks();
    (u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1]))
}

/// Absorbs whole blocks, each with a 1 bit after its end.
#[inline(always)]
pub(super) fn absorb_blocks<A: Accumulator>(mut a: A, blocks: &[Block]) -> A {
    for block in blocks {
        a = a.absorb(u128::from_le_bytes(*block), 1);
    }
    a
}

/// Absorbs the end of a message, less than a block, with a 1 bit after its last byte.
#[inline(always)]
pub(super) fn absorb_end<A: Accumulator>(a: A, end: &[u8]) -> A {
    if end.is_empty() { a } else { a.absorb(padded(end) | 1 << (8 * end.len()), 0) }
}

/// RFC 8439 Section 2.8: absorbs data, padded with zeros to whole blocks.
#[inline(always)]
pub(super) fn absorb_padded<A: Accumulator>(a: A, data: &[u8]) -> A {
    let (blocks, end) = data.as_chunks();
    let a = absorb_blocks(a, blocks);
    if end.is_empty() { a } else { a.absorb(padded(end), 1) }
}

/// RFC 8439 Section 2.8: returns the block of the two lengths, 8 bytes each.
#[inline(always)]
pub(in super::super) fn lengths(aad: usize, text: usize) -> u128 {
    (aad as u128) | (text as u128) << 64
}

/// Returns the tag of a whole message.
#[inline(always)]
pub(super) fn tag_of_message<A: Accumulator>(key: &Key, message: &[u8]) -> Tag {
    let (blocks, end) = message.as_chunks();
    let a = absorb_blocks(A::new(clamped_r(key), [0; 3]), blocks);
    tag(absorb_end(a, end).value(), s(key))
}

/// RFC 8439 Section 2.8: returns the tag of associated data and a text.
#[inline(always)]
pub(super) fn tag_of_two<A: Accumulator>(key: &Key, aad: &[u8], text: &[u8]) -> Tag {
    let a = absorb_padded(A::new(clamped_r(key), [0; 3]), aad);
    let a = absorb_padded(a, text).absorb(lengths(aad.len(), text.len()), 1);
    tag(a.value(), s(key))
}

/// Section 2.5.1: returns the lower 128 bits of (a mod p) + s.
///
/// Needs `a` < 2p, so that p is subtracted at most once.
#[inline(always)]
pub(in super::super) fn tag([a0, a1, a2]: Number, s: u128) -> Tag {
    debug_assert!(a2 <= 7);
    // a + 5 reaches 2¹³⁰ exactly if a reaches p, and its lower bits are then those of a - p.
    let low = u128::from(a0) | u128::from(a1) << 64;
    let (reduced, carry) = add_with_carry(low, 5);
    let over = Choice::from_lsb((a2 + carry) >> 2);
    u128::select(over, low, reduced).wrapping_add(s).to_le_bytes()
}

/// Returns a sum and its carry, computed word by word, so that no branch depends on the carry.
#[inline(always)]
fn add_with_carry(a: u128, b: u64) -> (u128, u64) {
    let low = (a & u128::from(u64::MAX)) + u128::from(b);
    let high = (a >> 64) + (low >> 64);
    (low & u128::from(u64::MAX) | high << 64, (high >> 64) as u64)
}
