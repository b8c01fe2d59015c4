//! Intervals of integers in floating-point numbers. Words are intervals too, modulo 2⁶⁴ in operations on bits.

use super::number::set_in;
use super::{Interval, Intervals};
use crate::base::lanes::f64::{F64Four, F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51};
use core::array::from_fn;

const BITS_OF_2_52: i128 = 0x433 << 52;
const ZERO_OF_LOW_WORDS: i128 = ROUND_TO_1.to_bits() as i128;
const ZERO_OF_HIGH_WORDS: i128 = ROUND_TO_2_51.to_bits() as i128;
/// The products that are rounded to a multiple of 2⁵¹ are between these.
const LEAST: i128 = -(0b11 << 100) + 1;
const MOST: i128 = (0b101 << 100) - 1;
/// Half of 2⁵¹, the most by which a product differs from its nearest multiple.
const HALF: i128 = 1 << 50;
/// The largest word that is a factor.
const LARGEST: i128 = (1 << 52) - 1;

/// Returns the nearest multiple of 2⁵¹, divided by it. The product must be small enough for it to be exact.
fn high(product: Interval) -> Interval {
    product.within(LEAST, MOST).plus_constant(HALF).shift_right(51)
}

impl F64Lanes for Intervals<8> {
    type Half = Intervals<4>;

    fn halves(self) -> [Intervals<4>; 2] {
        [0, 4].map(|first| Intervals(from_fn(|i| self.0[first + i])))
    }

    /// The words have lost their offsets.
    fn join([low, high]: [Intervals<4>; 2]) -> Self {
        Self(from_fn(|i| if i < 4 { low.0[i] } else { high.0[i - 4] }.modulo_2_64()))
    }
}

impl F64Half for Intervals<4> {
    type Proof = ();
    type Factor = Self;
    type High = Self;

    fn splat((): (), word: u64) -> Self {
        Self([Interval::of_word(word); 4])
    }

    fn add(self, other: Self) -> Self {
        self.with(other, Interval::plus)
    }

    fn times_8(self) -> Self {
        self.shift_left::<3>()
    }

    fn factor(self) -> Self {
        self.map(|word| word.within(0, LARGEST))
    }

    fn high(a: Self, b: Self) -> Self {
        a.with(b, |a, b| high(a.times(b)))
    }

    fn high_word(high: Self) -> Self {
        high.map(|number| number.plus_constant(ZERO_OF_HIGH_WORDS))
    }

    fn low_word(_: Self, _: Self, _: Self) -> Self {
        Self::new(ZERO_OF_LOW_WORDS - HALF, ZERO_OF_LOW_WORDS + HALF)
    }

    fn low_factor(_: Self, _: Self, _: Self) -> Self {
        Self::new(-HALF, HALF)
    }

    /// The sum must be a floating-point number.
    fn plus_high(factor: Self, high: Self) -> Self {
        factor.with(high, |factor, high| factor.plus(high).within(-8 * HALF, 8 * HALF))
    }

    fn number((): (), number: f64) -> Self {
        Self([Interval::constant(number as i128); 4])
    }
}

impl F64Four for Intervals<4> {
    fn load((): (), words: &[u64; 4]) -> Self {
        Self(words.map(Interval::of_word))
    }

    fn store(self) -> [u64; 4] {
        self.0.map(|word| word.modulo_2_64().to_word())
    }

    fn and(self, other: Self) -> Self {
        self.with(other, |word, mask| word.modulo_2_64().and(mask))
    }

    fn shift_left<const S: i32>(self) -> Self {
        self.map(|word| Interval::new(word.low << S, word.high << S))
    }

    fn shift_right<const S: i32>(self) -> Self {
        self.map(|word| word.modulo_2_64().shift_right(S as u32))
    }

    fn mul_short(self, other: Self) -> Self {
        self.with(other, |a, b| a.within(0, u32::MAX).times(b.within(0, u32::MAX)))
    }

    fn complement<const LANES: u8>(self) -> Self {
        let complement = self.map(|word| Interval::constant(-1).minus(word));
        Self::choose(set_in(LANES), self, complement)
    }

    fn swap_pairs<const LANES: u8>(self) -> Self {
        Self::choose(set_in(LANES), Self::new(0, 0), self.moved(|i| i ^ 1))
    }

    fn above_2_52(self) -> Self {
        self.map(|word| word.within(0, LARGEST / 2).plus_constant(BITS_OF_2_52))
    }

    fn balanced(self) -> Self {
        self.map(|word| word.plus_constant(-BITS_OF_2_52).within(0, LARGEST).plus_constant(-HALF))
    }

    fn unbalanced(factor: Self) -> Self {
        factor.map(|number| number.plus_constant(HALF).within(0, LARGEST).plus_constant(BITS_OF_2_52))
    }

    /// The sum must be within the bounds of one product too.
    fn high_of_both(first: Self, a: Self, b: Self) -> Self {
        let units = Interval::constant(2 * HALF);
        first.with(Self::high(a, b), |first, second| high(first.plus(second).times(units)))
    }

    /// The sum of two remainders must be within the bounds of [`ROUND_TO_1`], in which words are exact.
    fn low_word_of_both(low: Self, _: Self, _: Self, _: Self, _: Self) -> Self {
        let (least, most) = (ZERO_OF_LOW_WORDS - 2 * HALF, ZERO_OF_LOW_WORDS + 2 * HALF);
        low.map(|low| low.plus(Interval::new(-HALF, HALF)).within(least, most))
    }

    fn twice(factor: Self) -> Self {
        factor.add(factor)
    }

    fn merge<const LANES: u8>(a: Self, b: Self) -> Self {
        Self::choose(set_in(LANES), a, b)
    }

    fn select(mask: Self, if_clear: Self, if_set: Self) -> Self {
        let is_set = mask.0.map(|word| word.is_constant().then(|| word.modulo_2_64().low >> 63 == 1));
        Self::choose(is_set, if_clear, if_set)
    }

    fn swap_pairs_of_factors(factor: Self) -> Self {
        factor.moved(|i| i ^ 1)
    }

    fn swap_halves(factor: Self) -> Self {
        factor.moved(|i| i ^ 2)
    }
}
