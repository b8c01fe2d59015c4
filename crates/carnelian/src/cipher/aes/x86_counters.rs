//! The counter blocks whose encryptions are a keystream, in vectors of one, two or four blocks.
#![allow(unsafe_code)]

use super::kernel::BLOCK_LEN;
use super::x86_runs::Blocks;
use core::arch::x86_64::_mm_set_epi64x;

/// A generator of the counter blocks for the next vectors of a keystream.
pub(super) trait Counters<V: Blocks> {
    /// Starts at `first`, a block as a little-endian number.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn starting_at(first: u128) -> Self;
    /// Returns the next `N` vectors.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn next<const N: usize>(&mut self) -> [V; N];
}

/// Counters that no branch depends on.
///
/// Blocks are ordered such that the first 32-bit word is the counter: with `REVERSED`, their bytes are in reverse
/// order.
pub(super) struct Words<V, const REVERSED: bool>(V);

impl<V: Blocks, const REVERSED: bool> Counters<V> for Words<V, REVERSED> {
    #[inline(always)]
    unsafe fn starting_at(first: u128) -> Self {
        // SAFETY: the caller guarantees the instructions of `V`.
        unsafe {
            let first = splat::<V>(first);
            Self(if REVERSED { first.reverse().number() } else { first.number() })
        }
    }

    #[inline(always)]
    unsafe fn next<const N: usize>(&mut self) -> [V; N] {
        let mut blocks = [self.0; N];
        // SAFETY: the caller guarantees the instructions of `V`.
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

/// Public counters, most significant byte first: as long as the last byte of a block does not carry, only that byte is
/// incremented, and the blocks need not be reversed.
pub(super) struct LastBytes<V> {
    /// The next vector, in the form that is encrypted.
    next: V,
    /// The next block, with its first byte lowest; its last byte is that of `next`.
    number: u128,
}

impl<V: Blocks> LastBytes<V> {
    /// Returns the blocks of the vectors where a last byte carries.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    #[inline(always)]
    unsafe fn carrying<const N: usize>(number: u128) -> [V; N] {
        // SAFETY: the caller guarantees the instructions of `V`.
        unsafe { Words::<V, true>::starting_at(number).next() }
    }

    /// Returns the block that is `blocks` blocks after `number`: the last 32 bits are the counter, and wrap.
    const fn behind(number: u128, blocks: u32) -> u128 {
        let last = ((number >> 96) as u32).swap_bytes().wrapping_add(blocks).swap_bytes();
        number << 32 >> 32 | (last as u128) << 96
    }
}

impl<V: Blocks> Counters<V> for LastBytes<V> {
    #[inline(always)]
    unsafe fn starting_at(number: u128) -> Self {
        // SAFETY: the caller guarantees the instructions of `V`.
        let [next] = unsafe { Self::carrying(number) };
        Self { next, number }
    }

    #[inline(always)]
    unsafe fn next<const N: usize>(&mut self) -> [V; N] {
        let count = (N * V::BYTES / BLOCK_LEN) as u32;
        let last = (self.number >> 120) as u32;
        self.number = Self::behind(self.number, count);
        let mut blocks = [self.next; N];
        // SAFETY: the caller guarantees the instructions of `V`.
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

/// Returns a vector with `block` in all positions.
///
/// # Safety
/// The CPU must have the instructions.
#[inline(always)]
unsafe fn splat<V: Blocks>(block: u128) -> V {
    // Through registers: a block that was just written in two halves could not be loaded as one without a stall.
    // SAFETY: the caller guarantees the instructions of `V`.
    unsafe { V::splat(_mm_set_epi64x((block >> 64) as i64, block as i64)) }
}
