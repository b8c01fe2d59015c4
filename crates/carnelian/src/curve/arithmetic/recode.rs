//! Scalars as digits. Scalars are little-endian bytes, and how many digits they have is the caller's choice: it bounds
//! the scalars.

use crate::base::ct::{self, Choice};

/// The maximum number of bytes of a scalar: 640 bits.
const MAX_BYTES: usize = 80;

/// Returns whether a number is below 2^`bits`.
pub(super) fn is_below(number: &[u8], bits: usize) -> bool {
    (0..).step_by(8).zip(number).all(|(at, byte)| u32::from(*byte) >> bits.saturating_sub(at).min(8) == 0)
}

/// Returns the signed digits in radix 16 of a number below 2^(4·`DIGITS` − 1), least significant first: −8 ≤ d < 8 for
/// all but the last, which is at most 8. Constant time.
///
/// So 64 digits hold every number of 255 bits, and one of 256 bits needs a 65th, which is its carry.
///
/// It is not inlined, because sums of many multiples are 32 KiB of straight code, the size of the instruction cache;
/// inlining costs 4 %.
#[inline(never)]
pub(crate) fn radix16<const BYTES: usize, const DIGITS: usize>(scalar: &[u8; BYTES]) -> [i8; DIGITS] {
    const { assert!(DIGITS <= 2 * BYTES + 1) };
    debug_assert!(is_below(scalar, 4 * DIGITS - 1));
    let mut digits = [0; DIGITS];
    let mut carry = 0;
    for (i, byte) in scalar.iter().enumerate() {
        for (j, nibble) in [byte & 15, byte >> 4].into_iter().enumerate() {
            let at = 2 * i + j;
            if at < DIGITS {
                let digit = nibble + carry;
                // The last digit keeps its carry: it is 8 at most.
                carry = if at + 1 == DIGITS { 0 } else { (digit + 8) >> 4 };
                digits[at] = (digit as i8).wrapping_sub((carry << 4) as i8);
            }
        }
    }
    if DIGITS > 2 * BYTES {
        digits[2 * BYTES] = carry as i8;
    }
    digits
}

/// Returns digit `index` of a number in signed radix 2^`width`, from −2^(`width` − 1) to 2^(`width` − 1), 1 ≤ `width` ≤
/// 16: Booth, "A signed binary multiplication technique" (1951), for windows of bits. Constant time; the index and the
/// width are public.
///
/// It is the bits of the window, plus the carry from those below, minus 2^`width` if that is more than half of it. The
/// carry is the top bit of the window below, so digits can be computed in any order. Digits whose windows have one bit
/// more than the number stand for all of it.
#[inline]
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "sums of many multiples need a heap"))]
pub(crate) fn signed_digit<const BYTES: usize>(scalar: &[u8; BYTES], index: usize, width: usize) -> i32 {
    debug_assert!((1..=16).contains(&width));
    // From the bit below the window on. Nothing is below the first one.
    let at = (index * width).wrapping_sub(1);
    let byte = |i: usize| scalar.get(i).map_or(0, |byte| i32::from(*byte));
    let bits = if index == 0 {
        (byte(0) | byte(1) << 8) << 1
    } else {
        (byte(at / 8) | byte(at / 8 + 1) << 8 | byte(at / 8 + 2) << 16) >> (at % 8)
    };
    let window = bits & ((2 << width) - 1);
    ((window + 1) >> 1) - (window >> width << width)
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
/// 2^(`width` − 1) in magnitude, and of any `width` neighbours at most one is not zero. The number is below
/// 2^(`DIGITS` − 1).
///
/// Takes time that depends on the scalar, which is public.
#[inline]
pub(crate) fn naf_vartime<const BYTES: usize, const DIGITS: usize>(scalar: &[u8; BYTES], width: u32) -> [i8; DIGITS] {
    const { assert!(BYTES <= MAX_BYTES && DIGITS <= 8 * BYTES + 1) };
    debug_assert!((2..=8).contains(&width) && is_below(scalar, DIGITS - 1));
    // Padded with zeros, so that eight bytes can be read at every index.
    let mut number = [0; MAX_BYTES + 8];
    number[..BYTES].copy_from_slice(scalar);
    let mut digits = [0; DIGITS];
    // After a carry the digits are those of the number's complement, negated; zeros can be skipped there too.
    let (mut at, mut complement) = (0, 0i64);
    while let Some(bytes) = number[..BYTES + 8].get(at / 8..).and_then(<[u8]>::first_chunk) {
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
pub(crate) fn length<'a, const DIGITS: usize>(forms: impl Iterator<Item = &'a [i8; DIGITS]>) -> usize {
    let of_form = |digits: &[i8; DIGITS]| {
        let (eights, rest) = digits.as_chunks::<8>();
        let is_short = rest.iter().all(|digit| *digit == 0);
        let start =
            if is_short { eights.iter().rposition(|eight| *eight != [0; 8]).unwrap_or(0) } else { eights.len() };
        let top = digits[8 * start..].iter().take(8).rposition(|digit| *digit != 0);
        top.map_or(0, |top| 8 * start + top + 1)
    };
    forms.map(of_form).max().unwrap_or(0)
}
