//! Intervals of signed 32-bit words.

use super::memory::{load, store};
use super::{Interval, Intervals};
use crate::base::lanes::i32::{I32Lanes, exchanged, unexchanged};
use core::array::from_fn;

fn checked(number: Interval) -> Interval {
    number.within(i32::MIN, i32::MAX)
}

impl<const N: usize> I32Lanes<N> for Intervals<N> {
    type Proof = ();
    type Wide = Self;

    fn splat((): (), word: i32) -> Self {
        Self([Interval::constant(word); N])
    }

    fn load((): (), words: &[i32; N]) -> Self {
        Self(from_fn(|i| load(&words[i])))
    }

    fn store(self, words: &mut [i32; N]) {
        words.iter().zip(self.0).for_each(|(word, interval)| store(word, interval));
    }

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.plus(b)))
    }

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.minus(b)))
    }

    fn product(self, other: Self) -> Self {
        self.with(other, Interval::times)
    }

    fn add_wide(a: Self, b: Self) -> Self {
        a.with(b, Interval::plus)
    }

    /// The quotient may be any word of 32 bits. The sum minus the quotient times q is divided by 2³².
    fn montgomery(sum: Self, q: Self, _: Self) -> Self {
        sum.with(q, |sum, q| {
            let most = (q.to_constant() << 31) - 1;
            checked(sum.within(-most, most).minus(Interval::new(i32::MIN, i32::MAX).times(q)).shift_right(32))
        })
    }

    fn montgomery_product(self, factor: Self, _: Self, q: Self) -> Self {
        let factor = factor.with(q, |factor, q| factor.within(1 - q.to_constant(), q.to_constant() - 1));
        Self::montgomery(self.product(factor), q, q)
    }

    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = exchanged::<_, N, D>(a.0, b.0);
        (Self(a), Self(b))
    }

    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = unexchanged::<_, N, D>(a.0, b.0);
        (Self(a), Self(b))
    }
}
