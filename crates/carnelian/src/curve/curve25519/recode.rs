//! Scalars as digits.

use crate::base::ct::{self, Choice};

/// Signed digits in radix 16 of a number below 2²⁵⁵, least significant first: from −8 to 8, each −8 ≤ d < 8 but the last.
/// Constant time.
pub(super) fn radix16(scalar: &[u8; 32]) -> [i8; 64] {
    debug_assert!(scalar[31] < 0x80);
    let mut digits = [0i8; 64];
    let mut carry = 0;
    for (i, byte) in scalar.iter().enumerate() {
        for (j, nibble) in [byte & 15, byte >> 4].into_iter().enumerate() {
            let digit = nibble + carry;
            // The last digit keeps its carry: it is 8 at most.
            carry = if 2 * i + j == 63 { 0 } else { (digit + 8) >> 4 };
            digits[2 * i + j] = (digit as i8).wrapping_sub((carry << 4) as i8);
        }
    }
    digits
}

/// A digit of [`radix16`] as its absolute value and whether it is negative. Constant time.
#[inline(always)]
pub(super) fn magnitude(digit: i8) -> (u8, Choice) {
    let negative = Choice::from_lsb((digit as u8) >> 7);
    let mask: u8 = negative.mask();
    (((digit as u8) ^ mask).wrapping_sub(mask), negative)
}

/// Whether two digits are the same. Constant time.
#[inline(always)]
pub(super) fn same(a: u8, b: u8) -> Choice {
    ct::is_zero(u32::from(a ^ b))
}

/// Non-adjacent form with windows of `width` bits, 2 ≤ `width` ≤ 8: every digit is zero or odd and below
/// 2^(`width` − 1) in magnitude, and of any `width` neighbours at most one is not zero. The number is below 2²⁵⁶ − 2¹²⁸.
///
/// Takes time that depends on the scalar, which is public.
pub(super) fn naf_vartime(scalar: &[u8; 32], width: u32) -> [i8; 257] {
    let words: [u64; 4] =
        core::array::from_fn(|i| u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|j| scalar[8 * i + j])));
    let bits_from = |at: usize| {
        let (word, shift) = (at / 64, at % 64);
        let low = words.get(word).map_or(0, |word| word >> shift);
        let high = if shift == 0 { 0 } else { words.get(word + 1).map_or(0, |word| word << (64 - shift)) };
        low | high
    };
    let window = 1u64 << width;
    let mut digits = [0i8; 257];
    let (mut at, mut carry) = (0, 0);
    while at < digits.len() {
        // With a carry, ones become zeros.
        let bits = bits_from(at);
        let zeros = if carry == 0 { bits.trailing_zeros() } else { bits.trailing_ones() };
        if zeros > 0 {
            at += zeros as usize;
            continue;
        }
        let value = carry + (bits & (window - 1));
        carry = u64::from(value >= window / 2);
        digits[at] = (value as i64 - (carry * window) as i64) as i8;
        at += width as usize;
    }
    digits
}

/// How many digits at most stand for any of the numbers.
pub(super) fn length<'a>(forms: impl Iterator<Item = &'a [i8; 257]>) -> usize {
    forms.map(|digits| digits.iter().rposition(|digit| *digit != 0).map_or(0, |top| top + 1)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::{Random, TestRandom};

    /// The number modulo 2^64 + 13, in which no digit can hide behind an overflow.
    fn value(digits: &[i8], radix: u128) -> u128 {
        const M: u128 = (1 << 64) + 13;
        digits.iter().rev().fold(0, |sum, digit| {
            (sum * radix + if *digit < 0 { M - u128::from(digit.unsigned_abs()) } else { *digit as u128 }) % M
        })
    }

    fn scalars() -> impl Iterator<Item = [u8; 32]> {
        let mut random = TestRandom::new(16);
        let edges = [[0; 32], [0xff; 32], [0x88; 32], [0x77; 32], [0x80; 32], [0x08; 32]];
        edges
            .into_iter()
            .chain((0..200).map(move |_| {
                let mut scalar = [0; 32];
                random.fill(&mut scalar).unwrap();
                scalar
            }))
            .map(|mut scalar| {
                scalar[31] &= 0x7f;
                scalar
            })
    }

    #[test]
    fn digits_stand_for_the_scalar() {
        for scalar in scalars() {
            let bits: std::vec::Vec<i8> = (0..256).map(|i| (scalar[i / 8] >> (i % 8) & 1) as i8).collect();
            let digits = radix16(&scalar);
            assert_eq!(value(&digits, 16), value(&bits, 2));
            assert!(digits[..63].iter().all(|digit| (-8..8).contains(digit)) && (0..=8).contains(&digits[63]));
            for width in 2..=8 {
                let digits = naf_vartime(&scalar, width);
                assert_eq!(value(&digits, 2), value(&bits, 2), "width {width}");
                let bound = 1 << (width - 1);
                for (i, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                    assert!(digit & 1 == 1 && i32::from(*digit).abs() < bound);
                    assert!(digits[i + 1..].iter().take(width as usize - 1).all(|digit| *digit == 0));
                }
            }
        }
    }

    #[test]
    fn magnitudes() {
        for digit in -8..=8i8 {
            let (magnitude, negative) = magnitude(digit);
            assert_eq!((magnitude, negative.declassify("test")), (digit.unsigned_abs(), digit < 0));
        }
    }
}
