//! Tests of digits in windows, over eight lanes of an array.

use super::super::lanes::{buckets, msm};
use crate::base::random::{Random, TestRandom};
use crate::curve::arithmetic::windows::{Windows, bias, biased};

/// A modulus in which no digit is lost to an overflow.
const M: u128 = (1 << 64) + 13;

fn value(digits: impl DoubleEndedIterator<Item = (i64, u32)>) -> u128 {
    digits.rev().fold(0, |sum, (digit, width)| {
        ((sum << width) + if digit < 0 { M - u128::from(digit.unsigned_abs()) } else { digit as u128 }) % M
    })
}

#[test]
fn digits_stand_for_the_scalar() {
    let mut random = TestRandom::new(25);
    let mut scalars = std::vec![[0; 32], [0xff; 32], [0x88; 32], [0x77; 32], [0x80; 32], [0x08; 32]];
    scalars.resize_with(100, || {
        let mut scalar = [0; 32];
        random.fill(&mut scalar).unwrap();
        scalar
    });
    for mut scalar in scalars {
        scalar[31] &= 0x7f;
        let bits = (0..256).map(|i| (i64::from(scalar[i / 8] >> (i % 8) & 1), 1));
        let expected = value(bits);
        for widths in buckets::WIDTHS.into_iter().chain([msm::WIDTHS.as_slice()]) {
            let bias: [u64; 4] = bias(widths);
            let biased = biased(&scalar, &bias);
            let (mut digits, mut start) = (std::vec![], 0);
            for width in widths {
                let windows = Windows::<[u64; 8]>::new((), &bias, start, *width);
                let (magnitudes, negative) = windows.digits((), windows.word(&biased));
                for (magnitude, negative) in magnitudes.into_iter().zip(negative) {
                    assert!(magnitude <= 1 << (width - 1));
                    let sign = if negative.declassify("test") { -1 } else { 1 };
                    digits.push((sign * magnitude as i64, *width));
                }
                start += 8 * width;
            }
            assert_eq!(value(digits.into_iter()), expected, "{scalar:02x?} in {widths:?}");
        }
    }
}
