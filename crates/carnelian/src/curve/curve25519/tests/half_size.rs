//! Tests of scalars as quotients of numbers of half the size.

use super::super::Scalar;
use super::super::tables::L;
use crate::base::random::TestRandom;
use crate::curve::arithmetic::half_size::{Quotient, halve_vartime};

fn scalar([low, high]: [u64; 2]) -> Scalar {
    Scalar([low, high, 0, 0])
}

/// Returns whether a number is below 2^`bits`.
fn is_below([low, high]: [u64; 2], bits: u32) -> bool {
    (u128::from(high) << 64 | u128::from(low)) >> bits == 0
}

fn check(k: &Scalar) {
    let Quotient { numerator, is_negative, denominator } = halve_vartime(&L, &k.0);
    let is_short = is_below(numerator, 126) && is_below(denominator, 127) && denominator != [0, 0];
    assert!(is_short, "{:x?}", k.0);
    let numerator = if is_negative { -scalar(numerator) } else { scalar(numerator) };
    assert!((scalar(denominator) * *k).equals(&numerator).declassify("test"), "{:x?}", k.0);
}

#[test]
fn quotients_are_the_scalar() {
    let random = &mut TestRandom::new(126);
    for _ in 0..crate::base::testing::cases(20_000) {
        check(&Scalar::random(random).unwrap());
    }
}

/// Tests small scalars and their negatives, inverses and neighbours of powers of two, and special quotients: of small
/// numbers, and of adjacent Fibonacci numbers, for which Euclid's quotients are all 1.
#[test]
fn quotients_of_extreme_scalars() {
    let mut numbers = std::vec::Vec::new();
    numbers.extend((0..40u64).map(Scalar::from));
    let mut power = Scalar::ONE;
    for _ in 0..252 {
        numbers.extend([power - Scalar::ONE, power, power + Scalar::ONE]);
        power = power + power;
    }
    let (mut a, mut b) = (Scalar::ONE, Scalar::ONE);
    for _ in 0..400 {
        (a, b) = (b, a + b);
        numbers.extend([a, a * b.invert()]);
    }
    for number in numbers {
        [number, -number, number.invert(), -number.invert()].iter().for_each(check);
    }
}
