//! Intervals of signed 64-bit words with products of 52 bits.

use super::memory::{load, store};
use super::{Interval, Intervals};
use crate::base::lanes::i64::{I64Lanes, exchanged, exchanged_numbers};
use core::array::from_fn;

fn checked(number: Interval) -> Interval {
    number.within(i64::MIN, i64::MAX)
}

/// Returns the number modulo 2⁵² that is least in absolute value.
fn modulo_2_52(number: i128) -> i128 {
    (number + (1 << 51)).rem_euclid(1 << 52) - (1 << 51)
}

impl I64Lanes for Intervals<8> {
    type Proof = ();

    fn splat((): (), word: i64) -> Self {
        Self([Interval::constant(word); 8])
    }

    fn load((): (), words: &[i64; 8]) -> Self {
        Self(words.map(Interval::constant))
    }

    fn load_narrow((): (), words: &[i32; 8]) -> Self {
        Self(from_fn(|i| load(&words[i])))
    }

    fn store_narrow(a: Self, b: Self, words: &mut [i32; 16]) {
        let numbers = a.0.into_iter().chain(b.0);
        words.iter().zip(numbers).for_each(|(word, number)| store(word, number.within(i32::MIN, i32::MAX)));
    }

    fn load_exchanged((): (), words: &[i32; 16]) -> (Self, Self) {
        let (a, b) = exchanged_numbers();
        (Self(a.map(|i| load(&words[i]))), Self(b.map(|i| load(&words[i]))))
    }

    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]) {
        let (first, second) = exchanged_numbers();
        for (number, interval) in first.into_iter().chain(second).zip(a.0.into_iter().chain(b.0)) {
            store(&words[number], interval.within(i32::MIN, i32::MAX));
        }
    }

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.plus(b)))
    }

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| checked(a.minus(b)))
    }

    fn scaled(self, factor: Self, [offset, q, start]: [Self; 3]) -> Self {
        Self(from_fn(|i| {
            let (q, start) = (q.0[i].to_constant(), start.0[i].to_constant());
            let [f, c] = [factor.0[i], offset.0[i]].map(|number| modulo_2_52(number.to_constant() * q));
            self.0[i].times(Interval::constant(f)).plus_constant(c).within(0, (1_u64 << 52) - 1);
            Interval::new(start, start + q - 1)
        }))
    }

    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = exchanged::<_, D>(a.0, b.0);
        (Self(a), Self(b))
    }
}
