//! Encodes and decodes base64 and base16 digits without branches or table lookups that depend on them.

// Each alphabet is used only by the families that need it.
#![cfg_attr(not(feature = "encoding"), allow(dead_code))]

use super::ct::{self, Choice, Select};

/// Returns whether `low` ≤ `c` ≤ `high`.
pub(crate) fn is_between(c: u8, low: u8, high: u8) -> Choice {
    let (c, low, high) = (u32::from(c), u32::from(low), u32::from(high));
    // The top bit of a difference is set if it is negative.
    !Choice::from_lsb((c.wrapping_sub(low) | high.wrapping_sub(c)) >> 31)
}

/// Returns whether `a` = `b`.
pub(crate) fn is(a: u8, b: u8) -> Choice {
    ct::is_zero(a ^ b)
}

/// Returns the value of the digit `c` in an alphabet of ranges, each given as its first digit, its last digit and the
/// value of the first; and whether `c` is a digit at all.
pub(crate) fn value(c: u8, ranges: &[(u8, u8, u8)]) -> (u8, Choice) {
    ranges.iter().fold((0, Choice::FALSE), |(value, is_digit), &(first, last, value_of_first)| {
        let inside = is_between(c, first, last);
        let in_range = c.wrapping_sub(first).wrapping_add(value_of_first);
        (u8::select(inside, value, in_range), is_digit | inside)
    })
}

/// Returns the digit with value `value` in an alphabet of ranges.
pub(crate) fn digit(value: u8, ranges: &[(u8, u8, u8)]) -> u8 {
    ranges.iter().fold(0, |digit, &(first, last, value_of_first)| {
        let inside = is_between(value, value_of_first, value_of_first + (last - first));
        u8::select(inside, digit, value.wrapping_sub(value_of_first).wrapping_add(first))
    })
}

/// The base64 alphabet, RFC 4648 Section 4.
pub(crate) const BASE64: &[(u8, u8, u8)] =
    &[(b'A', b'Z', 0), (b'a', b'z', 26), (b'0', b'9', 52), (b'+', b'+', 62), (b'/', b'/', 63)];
/// The base16 alphabet, RFC 4648 Section 8, in lower case.
pub(crate) const BASE16: &[(u8, u8, u8)] = &[(b'0', b'9', 0), (b'a', b'f', 10)];
/// The base16 alphabet in either case.
pub(crate) const BASE16_EITHER_CASE: &[(u8, u8, u8)] = &[(b'0', b'9', 0), (b'a', b'f', 10), (b'A', b'F', 10)];
