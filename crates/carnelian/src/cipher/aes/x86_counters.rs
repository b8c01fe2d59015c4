//! The blocks that a key stream is the encryption of, over vectors of one, two or four.
#![allow(unsafe_code)]

use super::kernel::BLOCK_LEN;
use super::x86_runs::Blocks;
use core::arch::x86_64::_mm_set_epi64x;

/// The blocks to be encrypted to the next vectors of a key stream.
pub(super) trait Counters<V: Blocks> {
    /// From `first` on, a block as a little-endian number.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn starting_at(first: u128) -> Self;
    /// The next `N` vectors.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn next<const N: usize>(&mut self) -> [V; N];
}

/// Counters that no branch depends on.
///
/// Each block is in such an order that its first 32-bit word counts: with `REVERSED`, its bytes are in reverse order.
pub(super) struct Words<V, const REVERSED: bool>(V);

impl<V: Blocks, const REVERSED: bool> Counters<V> for Words<V, REVERSED> {
    #[inline(always)]
    unsafe fn starting_at(first: u128) -> Self {
        // SAFETY: as the trait's.
        unsafe {
            let first = splat::<V>(first);
            Self(if REVERSED { first.reverse().number() } else { first.number() })
        }
    }

    #[inline(always)]
    unsafe fn next<const N: usize>(&mut self) -> [V; N] {
        let mut blocks = [self.0; N];
        // SAFETY: as the trait's.
        unsafe {
            for (i, block) in blocks.iter_mut().enumerate() {
                let counted = self.0.count(i as i32);
                *block = if REVERSED { counted.reverse() } else { counted };
            }
            self.0 = self.0.count(N as i32);
        }
        blocks
    }
}

/// Counters that are public, most significant byte first: as long as the last byte of a block does not carry, it counts by
/// itself, and the blocks need not be reversed.
pub(super) struct LastBytes<V> {
    /// The next vector, as it is encrypted.
    next: V,
    /// The next block, whose first byte is the lowest; the last byte is that of `next`.
    number: u128,
}

impl<V: Blocks> LastBytes<V> {
    /// The vectors' blocks for the case that a last byte carries.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    #[inline(always)]
    unsafe fn carrying<const N: usize>(number: u128) -> [V; N] {
        // SAFETY: as the function's own.
        unsafe { Words::<V, true>::starting_at(number).next() }
    }

    /// The block that is so many behind another: the last 32 bits count, and wrap.
    const fn behind(number: u128, blocks: u32) -> u128 {
        let last = ((number >> 96) as u32).swap_bytes().wrapping_add(blocks).swap_bytes();
        number << 32 >> 32 | (last as u128) << 96
    }
}

impl<V: Blocks> Counters<V> for LastBytes<V> {
    #[inline(always)]
    unsafe fn starting_at(number: u128) -> Self {
        // SAFETY: as the trait's.
        let [next] = unsafe { Self::carrying(number) };
        Self { next, number }
    }

    #[inline(always)]
    unsafe fn next<const N: usize>(&mut self) -> [V; N] {
        let count = (N * V::BYTES / BLOCK_LEN) as u32;
        let last = (self.number >> 120) as u32;
        self.number = Self::behind(self.number, count);
        let mut blocks = [self.next; N];
        // SAFETY: as the trait's.
        unsafe {
            if last + count <= 0xff {
                for (i, block) in blocks.iter_mut().enumerate() {
                    *block = self.next.count_last(i as i32);
                }
                self.next = self.next.count_last(N as i32);
            } else {
                blocks = Self::carrying(Self::behind(self.number, count.wrapping_neg()));
                [self.next] = Self::carrying(self.number);
            }
        }
        blocks
    }
}

/// A block, everywhere.
///
/// # Safety
/// The CPU must have the instructions.
#[inline(always)]
unsafe fn splat<V: Blocks>(block: u128) -> V {
    // By way of registers: a block that was just written in two halves could not be loaded as one at once.
    // SAFETY: as the function's own.
    unsafe { V::splat(_mm_set_epi64x((block >> 64) as i64, block as i64)) }
}
