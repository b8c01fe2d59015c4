//! Tests of scalars as quotients of numbers of half the size, modulo the orders of several groups.

use super::*;
use crate::curve::arithmetic::half_size::{Quotient, halve_vartime};

fn check<const WORDS: usize, const HALF: usize>(n: &BigUint, k: &BigUint) {
    let Quotient::<HALF> { numerator, is_negative, denominator } = halve_vartime::<WORDS, HALF>(&words(n), &words(k));
    let (numerator, denominator) = (from_words(&numerator), from_words(&denominator));
    let bits = n.bits();
    assert!(numerator.bits() <= bits / 2 && denominator.bits() <= bits.div_ceil(2), "{k:x} modulo {n:x}");
    assert_ne!(denominator, BigUint::ZERO);
    let signed = if is_negative { (n - numerator) % n } else { numerator };
    assert_eq!(denominator * k % n, signed, "{k:x} modulo {n:x}");
}

/// Tests extreme and random scalars and their inverses, and quotients of adjacent Fibonacci numbers, for which Euclid's
/// quotients are all 1.
fn halves<const WORDS: usize, const HALF: usize>(n: &BigUint) {
    let mut numbers = numbers_below(n);
    let (mut a, mut b) = (BigUint::from(1u8), BigUint::from(1u8));
    for _ in 0..2 * n.bits() {
        (a, b) = (b.clone(), (a + b) % n);
        numbers.push(&a * b.modinv(n).unwrap_or_default() % n);
    }
    for k in numbers {
        check::<WORDS, HALF>(n, &k);
        if let Some(inverse) = k.modinv(n) {
            check::<WORDS, HALF>(n, &inverse);
        }
    }
}

#[test]
fn quotients_modulo_orders_of_256_bits() {
    [n256(), secp256k1()].iter().for_each(halves::<4, 2>);
}

#[test]
fn quotients_modulo_orders_of_384_and_448_bits() {
    halves::<6, 3>(&n384());
    halves::<7, 4>(&n448());
}

#[test]
fn quotients_modulo_orders_of_521_and_640_bits() {
    halves::<9, 5>(&n521());
    halves::<10, 5>(&p640());
}

#[test]
fn quotients_modulo_short_orders() {
    halves::<1, 1>(&BigUint::from(u64::MAX - 58));
    halves::<2, 1>(&(power_of_2(127) - 1u8));
    halves::<4, 2>(&(power_of_2(193) - 31u8));
}
