//! Intervals of 16-bit integers.

use super::memory::{load, store};
use super::{Interval, Intervals};
use crate::base::lanes::i16::{I16Lanes, exchanged};
use core::array::from_fn;

fn checked(number: Interval) -> Interval {
    number.within(i16::MIN, i16::MAX)
}

fn any() -> Interval {
    Interval::new(i16::MIN, i16::MAX)
}

/// Returns x·c/2¹⁵, rounded.
fn rounded(x: i128, c: i128) -> i128 {
    (x * c + (1 << 14)) >> 15
}

/// Returns the lower half of the product, as a signed integer.
fn low_product(x: i128, c: i128) -> i128 {
    i128::from((x * c) as i16)
}

impl<const N: usize> I16Lanes<N> for Intervals<N> {
    type Proof = ();
    /// The integer of a pair is at its even index.
    type Pairs = Self;

    fn load((): (), integers: &[i16; N]) -> Self {
        Self(from_fn(|i| load(&integers[i])))
    }

    fn store(self, integers: &mut [i16; N]) {
        integers.iter().zip(self.0).for_each(|(integer, interval)| store(integer, interval));
    }

    fn splat((): (), integer: i16) -> Self {
        Self([Interval::constant(integer); N])
    }

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.combined(b, 1)))
    }

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.combined(b, -1)))
    }

    fn and(self, other: Self) -> Self {
        self.with(other, |a, mask| a.computed(a.and(mask), |x, mask| x & mask, mask.to_constant()))
    }

    fn mul_low(self, other: Self) -> Self {
        self.with(other, |a, b| if b.is_constant() { a.computed(any(), low_product, b.low) } else { any() })
    }

    fn mul_high(self, other: Self) -> Self {
        self.with(other, |a, b| a.times(b).shift_right(16))
    }

    fn mul_round(self, other: Self) -> Self {
        self.with(other, |a, b| {
            let range = checked(a.times(b).plus_constant(1 << 14).shift_right(15));
            a.computed(range, rounded, b.to_constant())
        })
    }

    fn shift_left<const S: i32>(self) -> Self {
        self.map(|a| checked(Interval::new(a.low << S, a.high << S)))
    }

    fn sign(self) -> Self {
        self.map(|a| a.computed(a.shift_right(15), |x, _| x >> 15, 0))
    }

    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = exchanged::<_, N, D>(a.0, b.0);
        (Self(a), Self(b))
    }

    fn swap_neighbours(self) -> Self {
        self.moved(|i| i ^ 1)
    }

    fn merge_odd(self, other: Self) -> Self {
        Self(from_fn(|i| if i % 2 == 0 { self.0[i] } else { other.0[i] }))
    }

    fn mul_pairs(self, other: Self) -> Self {
        let products = self.with(other, Interval::times);
        Self::add_pairs(products, products.swap_neighbours())
    }

    fn add_pairs(a: Self, b: Self) -> Self {
        a.with(b, |a, b| a.plus(b).within(i32::MIN, i32::MAX))
    }

    fn low_halves(_: Self, _: Self) -> Self {
        Self::new(i16::MIN, i16::MAX)
    }

    fn high_halves(even: Self, odd: Self) -> Self {
        even.merge_odd(odd.swap_neighbours()).map(|pair| pair.shift_right(16))
    }

    fn join<const D: i32>(self, _: &mut [u64]) {
        self.map(|integer| integer.within(0, (1 << D) - 1));
    }

    fn split<const D: i32>((): (), _: &[u64]) -> Self {
        Self::new(0, (1 << D) - 1)
    }
}
