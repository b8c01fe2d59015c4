//! The counter blocks whose encryptions are a keystream, in vectors of one, two or four blocks.

use super::kernel::BLOCK_LEN;
use crate::base::lanes::u128::CounterLanes;
use core::marker::PhantomData;

/// A generator of the counter blocks for the next vectors of a keystream.
pub(super) trait Counters<V: CounterLanes> {
    /// Starts at `first`, a block as a little-endian number.
    fn starting_at(proof: V::Proof, first: u128) -> Self;
    /// Returns the next `N` vectors.
    fn next<const N: usize>(&mut self) -> [V; N];
}

/// The order of the bytes of a counter: [`Big`] or [`Little`].
pub(super) trait Order {
    /// Converts blocks between their form in memory and that in which the first 32-bit word is the counter.
    fn reordered<V: CounterLanes>(blocks: V) -> V;
}

/// The counter is the last 32 bits of a block, most significant byte first.
pub(super) enum Big {}

impl Order for Big {
    #[inline(always)]
    fn reordered<V: CounterLanes>(blocks: V) -> V {
        blocks.reversed()
    }
}

/// The counter is the first 32 bits of a block, least significant byte first.
pub(super) enum Little {}

impl Order for Little {
    #[inline(always)]
    fn reordered<V: CounterLanes>(blocks: V) -> V {
        blocks
    }
}

/// Counters that no branch depends on: the next vector, with its blocks reordered so that the first word counts.
pub(super) struct Words<V, O>(V, PhantomData<O>);

impl<V: CounterLanes, O: Order> Counters<V> for Words<V, O> {
    #[inline(always)]
    fn starting_at(proof: V::Proof, first: u128) -> Self {
        Self(O::reordered(V::splat(proof, first)).numbered(0), PhantomData)
    }

    #[inline(always)]
    fn next<const N: usize>(&mut self) -> [V; N] {
        let mut blocks = [self.0; N];
        for (i, block) in blocks.iter_mut().enumerate() {
            *block = O::reordered(self.0.count(i as i32));
        }
        self.0 = self.0.count(N as i32);
        blocks
    }
}

/// Public counters, most significant byte first: as long as the last byte of a block does not carry, only that byte is
/// incremented, and the blocks need not be reversed.
pub(super) struct LastBytes<V: CounterLanes> {
    proof: V::Proof,
    /// The next vector, in the form that is encrypted.
    next: V,
    /// The next block, with its first byte lowest; its last byte is that of `next`.
    number: u128,
}

impl<V: CounterLanes> LastBytes<V> {
    /// Returns the blocks of the vectors where a last byte carries.
    #[inline(always)]
    fn carrying<const N: usize>(proof: V::Proof, number: u128) -> [V; N] {
        Words::<V, Big>::starting_at(proof, number).next()
    }

    /// Returns the block that is `blocks` blocks after `number`: the last 32 bits are the counter, and wrap.
    const fn after(number: u128, blocks: u32) -> u128 {
        let last = ((number >> 96) as u32).swap_bytes().wrapping_add(blocks).swap_bytes();
        number << 32 >> 32 | (last as u128) << 96
    }
}

impl<V: CounterLanes> Counters<V> for LastBytes<V> {
    #[inline(always)]
    fn starting_at(proof: V::Proof, number: u128) -> Self {
        let [next] = Self::carrying(proof, number);
        Self { proof, next, number }
    }

    #[inline(always)]
    fn next<const N: usize>(&mut self) -> [V; N] {
        let count = (N * V::BYTES / BLOCK_LEN) as u32;
        let last = (self.number >> 120) as u32;
        self.number = Self::after(self.number, count);
        let mut blocks = [self.next; N];
        if last + count <= 0xff {
            for (i, block) in blocks.iter_mut().enumerate() {
                *block = self.next.count_last(i as i32);
            }
            self.next = self.next.count_last(N as i32);
        } else {
            blocks = Self::carrying(self.proof, Self::after(self.number, count.wrapping_neg()));
            [self.next] = Self::carrying(self.proof, self.number);
        }
        blocks
    }
}
