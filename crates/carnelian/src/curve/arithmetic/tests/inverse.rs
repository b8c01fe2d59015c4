//! Tests of inverses against big integers, in constant and in variable time.

use super::*;
use crate::curve::arithmetic::inverse::{Modulus, invert, invert_vartime};

fn inverts<const WORDS: usize, const LIMBS: usize>(p: &BigUint) {
    let modulus = Modulus::<LIMBS>::new(&words::<WORDS>(p));
    for number in numbers_below(p) {
        let inverse = invert(&words::<WORDS>(&number), &modulus);
        let expected = number.modinv(p).unwrap_or(BigUint::ZERO);
        assert_eq!(from_words(&inverse), expected, "1/{number:x} modulo {p:x}");
        assert_eq!(invert_vartime(&words(&number), &words(p)), inverse, "1/{number:x} modulo {p:x}");
    }
}

#[test]
fn inverses_modulo_primes_of_256_bits() {
    [p256(), n256(), secp256k1()].iter().for_each(inverts::<4, 5>);
}

#[test]
fn inverses_modulo_primes_of_384_and_448_bits() {
    [p384(), n384()].iter().for_each(inverts::<6, 7>);
    [p448(), n448()].iter().for_each(inverts::<7, 8>);
}

#[test]
fn inverses_modulo_primes_of_521_and_640_bits() {
    [p521(), n521()].iter().for_each(inverts::<9, 9>);
    [p640()].iter().for_each(inverts::<10, 11>);
}

/// More limbs and words than the modulus needs change nothing.
#[test]
fn inverses_in_wider_numbers() {
    inverts::<10, 11>(&p256());
    inverts::<5, 6>(&n256());
}

/// Every odd modulus of eight bits, prime or not, with every number that has an inverse.
#[test]
fn inverses_modulo_small_numbers() {
    for p in (3..256u64).step_by(2) {
        let modulus = Modulus::<1>::new(&[p]);
        for number in 0..p {
            let expected = (1..p).find(|inverse| number * inverse % p == 1);
            if number == 0 || expected.is_some() {
                assert_eq!(invert(&[number], &modulus), [expected.unwrap_or(0)], "1/{number} modulo {p}");
                assert_eq!(invert_vartime(&[number], &[p]), [expected.unwrap_or(0)], "1/{number} modulo {p}");
            }
        }
    }
}
