//! Tests of digits in windows, over eight lanes of an array, for scalars that fill their bytes.

use super::*;
use crate::curve::arithmetic::windows::{Widths, Windows, bias, biased};
use num_bigint::BigInt;

fn digits_stand_for_numbers<const BYTES: usize, const WORDS: usize>(widths: &Widths, bound: &BigUint) {
    assert!(bound.bits() < u64::from(8 * widths.iter().sum::<u32>()));
    let bias: [u64; WORDS] = bias(widths);
    for number in numbers_below(bound) {
        let biased = biased(&bytes::<BYTES>(&number), &bias);
        let (mut sum, mut start) = (BigInt::ZERO, 0);
        for width in widths {
            let windows = Windows::<[u64; 8]>::new((), &bias, start, *width);
            let (magnitudes, negative) = windows.digits((), windows.word(&biased));
            for (window, (magnitude, negative)) in (0..).zip(magnitudes.into_iter().zip(negative)) {
                assert!(magnitude <= 1 << (width - 1));
                let digit = BigInt::from(magnitude) << (start + window * width);
                sum += if negative.declassify("test") { -digit } else { digit };
            }
            start += 8 * width;
        }
        assert_eq!(sum, number.clone().into(), "{number:x} in {widths:?}");
    }
}

#[test]
fn windows_of_every_width() {
    digits_stand_for_numbers::<32, 5>(&[6, 6, 6, 5, 5, 5], &n256());
    digits_stand_for_numbers::<32, 5>(&[8, 8, 8, 8, 1], &power_of_2(256));
    digits_stand_for_numbers::<48, 7>(&[7; 7], &power_of_2(384));
    digits_stand_for_numbers::<56, 7>(&[7; 8], &n448());
    digits_stand_for_numbers::<66, 9>(&[6; 11], &n521());
    digits_stand_for_numbers::<66, 9>(&[8, 8, 8, 8, 8, 8, 8, 5, 5], &power_of_2(521));
    digits_stand_for_numbers::<80, 11>(&[8, 8, 8, 8, 8, 8, 8, 8, 8, 5, 4], &power_of_2(640));
}
