//! Scalars as digits.

use crate::base::ct::{self, Choice};

/// Returns the signed digits in radix 16 of a number below 2²⁵⁵, least significant first: −8 ≤ d < 8 for all but the
/// last, which is at most 8. Constant time.
///
/// It is not inlined, because sums of many multiples are 32 KiB of straight code, the size of the instruction cache;
/// inlining costs 4 %.
#[inline(never)]
pub(crate) fn radix16(scalar: &[u8; 32]) -> [i8; 64] {
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

/// Returns the absolute value of a digit of [`radix16`], and whether it is negative. Constant time.
#[inline(always)]
pub(crate) fn magnitude(digit: i8) -> (u8, Choice) {
    let negative = Choice::from_lsb((digit as u8) >> 7);
    let mask: u8 = negative.mask();
    (((digit as u8) ^ mask).wrapping_sub(mask), negative)
}

/// Returns whether two digits are equal. Constant time.
#[inline(always)]
pub(crate) fn same(a: u8, b: u8) -> Choice {
    ct::is_zero(u32::from(a ^ b))
}

/// Returns the non-adjacent form with windows of `width` bits, 2 ≤ `width` ≤ 8: every digit is zero or odd and below
/// 2^(`width` − 1) in magnitude, and of any `width` neighbours at most one is not zero. The number is below 2²⁵⁶ −
/// 2¹²⁸.
///
/// Takes time that depends on the scalar, which is public.
#[inline]
pub(crate) fn naf_vartime(scalar: &[u8; 32], width: u32) -> [i8; 257] {
    debug_assert!((2..=8).contains(&width));
    // Padded with zeros, so that eight bytes can be read at every index.
    let mut number = [0; 40];
    number[..32].copy_from_slice(scalar);
    let mut digits = [0; 257];
    // After a carry the digits are those of the number's complement, negated; zeros can be skipped there too.
    let (mut at, mut complement) = (0, 0i64);
    while let Some(bytes) = number.get(at / 8..).and_then(<[u8]>::first_chunk) {
        let bits = (i64::from_le_bytes(*bytes) ^ complement).cast_unsigned() >> (at % 8);
        let zeros = bits.trailing_zeros();
        // At least 57 of the bits are valid: enough for 48 zeros and a digit.
        if zeros > 48 {
            at += 49;
            continue;
        }
        at += zeros as usize;
        let window = (bits >> zeros & ((1 << width) - 1)).cast_signed();
        let carry = window >> (width - 1);
        let digit = window - (carry << width);
        digits[at] = ((digit ^ complement) - complement) as i8;
        complement ^= -carry;
        at += width as usize;
    }
    digits
}

/// Returns the number of digits of the longest form.
#[inline]
pub(crate) fn length<'a>(forms: impl Iterator<Item = &'a [i8; 257]>) -> usize {
    let of_form = |digits: &[i8; 257]| {
        let (eights, last) = digits.as_chunks::<8>();
        let start = if *last == [0] { eights.iter().rposition(|eight| *eight != [0; 8]).unwrap_or(0) } else { 32 };
        let top = digits[8 * start..].iter().take(8).rposition(|digit| *digit != 0);
        top.map_or(0, |top| 8 * start + top + 1)
    };
    forms.map(of_form).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::{Random, TestRandom};

    /// Returns the number modulo 2^64 + 13, in which no digit is lost to an overflow.
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
