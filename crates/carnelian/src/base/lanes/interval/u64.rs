//! Intervals of 64-bit words.

use super::{Interval, Intervals};
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use core::array::from_fn;

impl Interval {
    /// Returns the number modulo 2⁶⁴. If it is not constant, it must be in one row of numbers below 2⁶³, so that none of
    /// them can be one that was negative.
    pub(super) fn modulo_2_64(self) -> Self {
        let multiple = self.low.div_euclid(1 << 64) << 64;
        if self.is_constant() {
            return Self::constant(self.low - multiple);
        }
        self.plus_constant(-multiple).within(0, i64::MAX)
    }

    /// Returns a sum or difference. Digits of scalars, which are constant, may wrap around; other words may not.
    fn without_overflow(self) -> Self {
        if self.is_constant() { self.modulo_2_64() } else { self.within(0, u64::MAX) }
    }
}

impl<const N: usize> WordLanes for Intervals<N> {
    type Proof = ();
    /// `None` if the bit is unknown.
    type Mask = [Option<bool>; N];
    type Words = [u64; N];

    fn splat((): (), word: u64) -> Self {
        Self([Interval::of_word(word); N])
    }

    fn load((): (), words: &[u64; N]) -> Self {
        Self(words.map(Interval::of_word))
    }

    fn store(self) -> [u64; N] {
        self.0.map(Interval::to_word)
    }

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a.plus(b).without_overflow())
    }

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a.minus(b).without_overflow())
    }

    fn and(self, other: Self) -> Self {
        self.with(other, |word, mask| word.modulo_2_64().and(mask))
    }

    fn shift_right<const S: u32>(self) -> Self {
        self.map(|word| word.modulo_2_64().shift_right(S))
    }

    fn add_product(self, a: Self, b: Self) -> Self {
        let short = |word: Interval| word.within(0, u32::MAX);
        WordLanes::add(self, a.with(b, |a, b| short(a).times(short(b)).within(0, (1_u64 << 52) - 1)))
    }

    fn equal(self, other: Self) -> [Option<bool>; N] {
        from_fn(|i| {
            let (a, b) = (self.0[i], other.0[i]);
            (a.is_constant() && b.is_constant()).then_some(a.low == b.low)
        })
    }

    /// A secret bit selects all or none.
    fn mask_of((): (), bits: u8) -> [Option<bool>; N] {
        from_fn(|i| (bits != 0 && bits != 0xff).then_some(bits >> i & 1 == 1))
    }

    fn select(mask: [Option<bool>; N], if_clear: Self, if_set: Self) -> Self {
        Self::choose(mask, if_clear, if_set)
    }

    /// If a digit is 0, the index is −1, and the selected word is not used.
    fn lookup(self, index: Self) -> Self {
        index.map(|index| {
            let lanes = if index.high < N as i128 { index.low as usize..=index.high as usize } else { 0..=N - 1 };
            self.0[lanes].iter().copied().reduce(Interval::union).expect("an interval is not empty")
        })
    }

    fn rotate_lanes<const K: i32>(self) -> Self {
        self.moved(|i| (i + K as usize) % N)
    }
}

impl WordLanesX8 for Intervals<8> {
    fn load_signed((): (), bytes: &[i8; 8]) -> Self {
        Self(bytes.map(|byte| Interval::constant(i64::from(byte).cast_unsigned())))
    }

    fn shift_right_each(self, counts: Self) -> Self {
        self.with(counts, |word, count| word.shift_right(count.to_constant() as u32))
    }

    fn load_transposed((): (), rows: [&[u64; 4]; 8]) -> [Self; 4] {
        from_fn(|word| Self(rows.map(|row| Interval::of_word(row[word]))))
    }

    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8] {
        from_fn(|row| vectors.map(|vector| vector.0[row].to_word()))
    }

    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        from_fn(|lane| Self(rows.map(|row| row.0[lane])))
    }
}
