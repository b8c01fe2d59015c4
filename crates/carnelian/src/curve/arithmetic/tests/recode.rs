//! Tests of digits: they stand for the scalar and are in their ranges.

use super::*;
use crate::curve::arithmetic::recode::{length, magnitude, naf_vartime, radix16, signed_digit};
use num_bigint::BigInt;

fn value(digits: impl DoubleEndedIterator<Item = i32>, width: usize) -> BigInt {
    digits.rev().fold(BigInt::ZERO, |sum, digit| (sum << width) + digit)
}

fn has_digits_in_radix_16<const BYTES: usize, const DIGITS: usize>(bound: &BigUint) {
    for number in numbers_below(bound) {
        let digits: [i8; DIGITS] = radix16(&bytes::<BYTES>(&number));
        assert_eq!(value(digits.into_iter().map(i32::from), 4), number.clone().into(), "{number:x}");
        let (last, others) = digits.split_last().unwrap();
        assert!(others.iter().all(|digit| (-8..8).contains(digit)) && (0..=8).contains(last), "{number:x}");
    }
}

#[test]
fn digits_in_radix_16() {
    has_digits_in_radix_16::<32, 64>(&power_of_2(255));
    // Every number of 256 bits, n − 1 of P-256 among them, has a 65th digit.
    has_digits_in_radix_16::<32, 65>(&n256());
    has_digits_in_radix_16::<32, 65>(&power_of_2(256));
    has_digits_in_radix_16::<48, 97>(&n384());
    has_digits_in_radix_16::<48, 97>(&power_of_2(384));
    has_digits_in_radix_16::<56, 112>(&n448());
    has_digits_in_radix_16::<56, 113>(&power_of_2(448));
    has_digits_in_radix_16::<66, 131>(&n521());
    has_digits_in_radix_16::<66, 131>(&power_of_2(523));
    has_digits_in_radix_16::<80, 161>(&power_of_2(640));
}

fn has_signed_digits<const BYTES: usize>(bound: &BigUint) {
    for width in [1, 2, 3, 4, 5, 7, 8, 10, 16] {
        let count = bound.bits() as usize / width + 1;
        for number in numbers_below(bound) {
            let scalar = bytes::<BYTES>(&number);
            let digits: Vec<i32> = (0..count).map(|index| signed_digit(&scalar, index, width)).collect();
            let half = 1 << (width - 1);
            assert!(digits.iter().all(|digit| (-half..=half).contains(digit)), "{number:x}, width {width}");
            assert_eq!(value(digits.into_iter(), width), number.into(), "width {width}");
        }
    }
}

#[test]
fn signed_digits_of_every_width() {
    has_signed_digits::<32>(&n256());
    has_signed_digits::<48>(&n384());
    has_signed_digits::<56>(&n448());
    has_signed_digits::<66>(&n521());
}

fn has_non_adjacent_forms<const BYTES: usize, const DIGITS: usize>(bound: &BigUint) {
    for width in 2..=8 {
        for number in numbers_below(bound) {
            let digits: [i8; DIGITS] = naf_vartime(&bytes::<BYTES>(&number), width);
            assert_eq!(value(digits.into_iter().map(i32::from), 1), number.clone().into(), "{number:x}, width {width}");
            let top = digits.iter().rposition(|digit| *digit != 0).map_or(0, |top| top + 1);
            assert_eq!(length([&digits].into_iter()), top, "{number:x}, width {width}");
            for (i, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                assert!(digit & 1 == 1 && i32::from(*digit).abs() < 1 << (width - 1), "{number:x}, width {width}");
                assert!(digits[i + 1..].iter().take(width as usize - 1).all(|digit| *digit == 0), "{number:x}");
            }
        }
    }
}

#[test]
fn non_adjacent_forms() {
    has_non_adjacent_forms::<32, 256>(&power_of_2(255));
    has_non_adjacent_forms::<32, 257>(&n256());
    has_non_adjacent_forms::<32, 257>(&power_of_2(256));
    has_non_adjacent_forms::<48, 385>(&power_of_2(384));
    has_non_adjacent_forms::<56, 447>(&n448());
    has_non_adjacent_forms::<66, 522>(&n521());
    has_non_adjacent_forms::<66, 522>(&power_of_2(521));
    has_non_adjacent_forms::<80, 641>(&power_of_2(640));
}

#[test]
fn lengths_of_several_forms() {
    let mut forms = [[0i8; 12]; 3];
    assert_eq!(length(forms.iter()), 0);
    forms[1][3] = -1;
    assert_eq!(length(forms.iter()), 4);
    forms[2][11] = 5;
    assert_eq!(length(forms.iter()), 12);
}

#[test]
fn magnitudes() {
    for digit in -8..=8i8 {
        let (magnitude, negative) = magnitude(digit);
        assert_eq!((magnitude, negative.declassify("test")), (digit.unsigned_abs(), digit < 0));
    }
}
