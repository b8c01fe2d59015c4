//! Signed digits of scalars over eight lanes: lane = window.
//!
//! Eight neighbouring windows of one width are a group, and the digits of a group are a word of the scalar.

use crate::base::lanes::u64::WordLanesX8;

/// The division of scalars into digits: the width in bits of the digits in each group of eight windows, least
/// significant group first. Widths are at most eight, so that the digits of a group are one word. Eight times their sum
/// is one bit more than scalars have.
pub(crate) type Widths = [u32];

/// Returns the number that makes signed digits bits of a sum: adding half a radix to every digit makes all of them
/// nonnegative. Nothing is added to the last digit, whose top bit is 0 in every scalar.
pub(crate) const fn bias<const WORDS: usize>(widths: &Widths) -> [u64; WORDS] {
    let mut bias = [0; WORDS];
    let (mut at, mut group) = (0, 0);
    while group < widths.len() {
        let mut window = 0;
        while window < 8 {
            at += widths[group] as usize;
            bias[(at - 1) / 64] |= 1 << ((at - 1) % 64);
            window += 1;
        }
        group += 1;
    }
    assert!(at > 64 * (WORDS - 1));
    bias[WORDS - 1] &= !(1 << ((at - 1) % 64));
    bias
}

/// Returns a scalar plus the [`bias`] of its digits. Constant time.
#[inline]
pub(crate) fn biased<const BYTES: usize, const WORDS: usize>(
    scalar: &[u8; BYTES],
    bias: &[u64; WORDS],
) -> [u64; WORDS] {
    let mut words = [[0; 8]; WORDS];
    words.as_flattened_mut()[..BYTES].copy_from_slice(scalar);
    let (mut sum, mut carry) = ([0; WORDS], 0);
    for ((sum, word), bias) in sum.iter_mut().zip(words).zip(bias) {
        let wide = u128::from(u64::from_le_bytes(word)) + u128::from(*bias) + carry;
        (*sum, carry) = (wide as u64, wide >> 64);
    }
    sum
}

/// Returns `count` bits of a number from bit `start`, 1 ≤ `count` ≤ 64.
#[inline(always)]
fn bits<const WORDS: usize>(number: &[u64; WORDS], start: u32, count: u32) -> u64 {
    let (word, shift) = (start as usize / 64, start % 64);
    let low = number[word] >> shift;
    let high = if shift == 0 { 0 } else { number.get(word + 1).map_or(0, |word| word << (64 - shift)) };
    (low | high) & (u64::MAX >> (64 - count))
}

/// The eight windows of a group.
pub(crate) struct Windows<V> {
    start: u32,
    width: u32,
    /// The word of digits that are all zero: their bias.
    zeros: u64,
    /// The position of each window in the word.
    shifts: V,
    mask: V,
    /// The bias of each digit.
    halves: V,
}

impl<V: WordLanesX8> Windows<V> {
    /// Returns the windows of the group that starts at bit `start`, given the [`bias`] of all digits.
    #[inline(always)]
    pub(crate) fn new<const WORDS: usize>(proof: V::Proof, bias: &[u64; WORDS], start: u32, width: u32) -> Self {
        let zeros = bits(bias, start, 8 * width);
        let shifts: [u64; 8] = core::array::from_fn(|lane| lane as u64 * u64::from(width));
        let mask = (1 << width) - 1;
        Self {
            start,
            width,
            zeros,
            shifts: V::load(proof, &shifts),
            mask: V::splat(proof, mask),
            halves: V::load(proof, &shifts.map(|shift| zeros >> shift & mask)),
        }
    }

    /// Returns the digits of a biased scalar as a word.
    #[inline(always)]
    pub(crate) fn word<const WORDS: usize>(&self, biased: &[u64; WORDS]) -> u64 {
        bits(biased, self.start, 8 * self.width)
    }

    /// Returns the word of digits that are all zero, as in the upper groups of short scalars.
    #[inline(always)]
    pub(crate) fn zeros(&self) -> u64 {
        self.zeros
    }

    /// Returns the magnitudes of the digits in a word, and a mask of the negative ones. Constant time.
    #[inline(always)]
    pub(crate) fn digits(&self, proof: V::Proof, word: u64) -> (V, V::Mask) {
        let (zero, one) = (V::splat(proof, 0), V::splat(proof, 1));
        let digits = V::splat(proof, word).shift_right_each(self.shifts).and(self.mask).sub(self.halves);
        let negative = digits.shift_right::<63>().equal(one);
        (V::select(negative, digits, zero.sub(digits)), negative)
    }
}
