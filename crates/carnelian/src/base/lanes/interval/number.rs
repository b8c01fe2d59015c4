//! The numbers: an interval, and a vector of them.

use super::history::{self, Function};
use core::array::from_fn;

/// The integers from `low` to `high`, one of which a lane contains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i128,
    pub(crate) high: i128,
    /// Identifies the number, so that what is computed from it can be recognised.
    name: u64,
}

impl Interval {
    pub(crate) fn new(low: impl Into<i128>, high: impl Into<i128>) -> Self {
        let (low, high) = (low.into(), high.into());
        assert!(low <= high, "{low} to {high} is no interval");
        Self { low, high, name: history::new_name() }
    }

    pub(crate) fn constant(number: impl Into<i128>) -> Self {
        let number = number.into();
        Self::new(number, number)
    }

    pub(super) fn is_constant(self) -> bool {
        self.low == self.high
    }

    pub(super) fn to_constant(self) -> i128 {
        assert!(self.is_constant(), "{self:?} is a constant");
        self.low
    }

    /// Returns the highest absolute value.
    pub(crate) fn magnitude(self) -> i128 {
        self.high.max(-self.low)
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Returns the same interval.
    ///
    /// # Panics
    /// If it is not within the bounds.
    pub(crate) fn within(self, low: impl Into<i128>, high: impl Into<i128>) -> Self {
        let (low, high) = (low.into(), high.into());
        assert!(low <= self.low && self.high <= high, "{self:?} is not within {low} to {high}");
        self
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.low + other.low, self.high + other.high)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self::new(self.low - other.high, self.high - other.low)
    }

    pub(super) fn plus_constant(self, number: impl Into<i128>) -> Self {
        self.plus(Self::constant(number))
    }

    pub(super) fn times(self, other: Self) -> Self {
        let products = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        products.into_iter().map(Self::constant).reduce(Self::union).expect("there are four products")
    }

    pub(super) fn shift_right(self, bits: u32) -> Self {
        Self::new(self.low >> bits, self.high >> bits)
    }

    /// Returns the bitwise AND with a constant that is not negative.
    pub(super) fn and(self, mask: Self) -> Self {
        let mask = mask.to_constant();
        let is_of_low_bits = mask & (mask + 1) == 0;
        match self.is_constant() || is_of_low_bits && 0 <= self.low && self.high <= mask {
            true => Self::new(self.low & mask, self.high & mask),
            false => Self::new(0, mask),
        }
    }

    /// Returns `range`, and remembers that its number is a function of this one.
    pub(super) fn computed(self, range: Self, function: Function, constant: i128) -> Self {
        history::define(range.name, self.name, function, constant);
        range
    }

    /// Returns the range of the sum of this number and `sign` times another. If the other was computed from this one
    /// only, as the quotient of a reduction is, every number is tried.
    pub(super) fn combined(self, other: Self, sign: i128) -> Self {
        let Some(functions) = history::functions(self.name, other.name) else {
            return self.plus(other.times(Self::constant(sign)));
        };
        let other_of = |x| functions.iter().fold(x, |y, (function, constant)| function(y, *constant));
        let sums = (self.low..=self.high).map(|x| x + sign * other_of(x));
        let (low, high) = sums.fold((i128::MAX, i128::MIN), |(low, high), sum| (low.min(sum), high.max(sum)));
        Self::new(low, high)
    }
}

/// Lanes of intervals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Intervals<const N: usize>(pub(crate) [Interval; N]);

/// Never inlined, because an algorithm has thousands of operations and would take minutes to compile.
impl<const N: usize> Intervals<N> {
    /// Returns a number of its own in each lane.
    #[inline(never)]
    pub(crate) fn new(low: impl Into<i128>, high: impl Into<i128>) -> Self {
        let (low, high): (i128, i128) = (low.into(), high.into());
        Self(from_fn(|_| Interval::new(low, high)))
    }

    #[inline(never)]
    pub(super) fn map(self, function: impl FnMut(Interval) -> Interval) -> Self {
        Self(self.0.map(function))
    }

    #[inline(never)]
    pub(super) fn with(self, other: Self, function: impl Fn(Interval, Interval) -> Interval) -> Self {
        Self(from_fn(|i| function(self.0[i], other.0[i])))
    }

    /// [`Interval::within`], for every lane.
    pub(crate) fn within(self, low: impl Into<i128>, high: impl Into<i128>) -> Self {
        let (low, high) = (low.into(), high.into());
        self.map(|interval| interval.within(low, high))
    }

    /// Returns in lane `i` lane `source(i)`.
    #[inline(never)]
    pub(super) fn moved(self, source: impl Fn(usize) -> usize) -> Self {
        Self(from_fn(|i| self.0[source(i)]))
    }

    /// Returns `if_set` in the lanes that are set, `if_clear` in the others, and any of the two where that is unknown.
    #[inline(never)]
    pub(super) fn choose(lanes: [Option<bool>; N], if_clear: Self, if_set: Self) -> Self {
        Self(from_fn(|i| match lanes[i] {
            Some(false) => if_clear.0[i],
            Some(true) => if_set.0[i],
            None => if_clear.0[i].union(if_set.0[i]),
        }))
    }
}

/// Returns the lanes that are set in `lanes`.
pub(super) fn set_in<const N: usize>(lanes: u8) -> [Option<bool>; N] {
    from_fn(|i| Some(lanes >> i & 1 == 1))
}
