//! Tests of every representation of the scalars against big integers.

use super::super::montgomery::multiple_of_8;
use super::super::scalar::Scalar;
use super::{bytes, oracle};
use crate::base::random::TestRandom;
use crate::curve::curve25519::order::sc_4x64::{self, Sc4x64};
use crate::curve::curve25519::order::sc_8x32::Sc8x32;
use crate::curve::curve25519::order::{self, Order, Words};
use num_bigint::BigUint;
use std::vec::Vec;

fn number(words: &Words) -> BigUint {
    let number = words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64) + *word);
    assert!(number < oracle::order(), "{words:x?}");
    number
}

fn words(number: &BigUint) -> Words {
    let bytes = oracle::bytes(number);
    core::array::from_fn(|i| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap()))
}

/// Returns neighbours of 0, L, and powers of two, and random numbers.
fn numbers(random: &mut TestRandom) -> Vec<BigUint> {
    let order = oracle::order();
    let mut numbers: Vec<BigUint> = (0..3u8).flat_map(|n| [BigUint::from(n), &order - 1u8 - n]).collect();
    numbers.extend([32, 64, 96, 128, 192, 252].map(|bits| (BigUint::from(1u8) << bits) - 1u8));
    numbers.extend((0..12).map(|_| BigUint::from_bytes_le(&bytes::<32>(random)) % &order));
    numbers
}

fn agrees_with_integers<S: Order>() {
    let order = oracle::order();
    let numbers = numbers(&mut TestRandom::new(1));
    for a in &numbers {
        let own = S::to_montgomery(&words(a));
        assert_eq!(number(&own.number()), *a);
        assert_eq!(S::raw(&words(a)).words(), words(a));
        let inverse = number(&S::inverse(&words(a)));
        assert_eq!(a * inverse % &order, BigUint::from(u8::from(*a != BigUint::ZERO)), "1/{a}");
        for b in &numbers {
            let other = S::to_montgomery(&words(b));
            assert_eq!(number(&own.mul(&other).number()), a * b % &order, "{a} · {b}");
            assert_eq!(number(&own.add(&other).number()), (a + b) % &order, "{a} + {b}");
            assert_eq!(number(&own.sub(&other).number()), (a + &order - b) % &order, "{a} - {b}");
            let raw = S::raw(&words(a)).add(&S::raw(&words(b))).words();
            assert_eq!(number(&raw), (a + b) % &order, "{a} + {b}");
            let c = &numbers[7];
            let sum = S::mul_add(&words(a), &words(b), &words(c));
            assert_eq!(number(&sum), (a * b + c) % &order, "{a} · {b} + {c}");
        }
    }
}

fn reduces<S: Order>() {
    let random = &mut TestRandom::new(2);
    // Runs of ones and zeros that end in every byte, in each of the parts that are reduced separately.
    let runs = (0..=64).flat_map(|at| [(at, 0, 0xff), (at, 0xff, 0)]).map(|(at, low, high)| {
        let mut wide = [high; 64];
        wide[..at].fill(low);
        wide
    });
    for wide in runs.chain((0..100).map(|_| bytes(random))) {
        let found = number(&S::reduce_wide(&wide));
        assert_eq!(found, BigUint::from_bytes_le(&wide) % oracle::order(), "{wide:02x?}");
    }
}

#[test]
fn sc_4x64_agrees_with_integers() {
    agrees_with_integers::<Sc4x64>();
    reduces::<Sc4x64>();
}

/// The arithmetic without Montgomery form: runs of ones, multiples of L and of 2²⁵², and their neighbours.
#[test]
fn sc_4x64_reduces_and_multiplies() {
    let order = oracle::order();
    let mut random = TestRandom::new(4);
    let mut wide: Vec<BigUint> = (0..200).map(|_| BigUint::from_bytes_le(&bytes::<64>(&mut random))).collect();
    for shift in 0..260 {
        let (of_order, power) = (&order << shift, BigUint::from(1u8) << (252 + shift));
        wide.extend([&of_order - 1u8, &of_order + 1u8, of_order, &power - 1u8, power + 1u8]);
    }
    wide.extend((0..8u8).map(|low| (BigUint::from(1u8) << 512) - 1u8 - low));
    for wide in wide.into_iter().filter(|wide| wide.bits() <= 512) {
        let mut words = [0; 8];
        for (word, digit) in words.iter_mut().zip(wide.iter_u64_digits()) {
            *word = digit;
        }
        assert_eq!(number(&sc_4x64::reduce(&words)), &wide % &order, "{wide:x}");
    }
    let mut factors = numbers(&mut random);
    factors.extend([BigUint::from(u128::MAX), (BigUint::from(1u8) << 256) - 1u8]);
    for (a, b) in factors.iter().flat_map(|a| factors.iter().map(move |b| (a, b))) {
        let c = &factors[7];
        let found = sc_4x64::mul_add(&words(a), &words(b), &words(c));
        assert_eq!(number(&found), (a * b + c) % &order, "{a} · {b} + {c}");
    }
}

#[test]
fn sc_8x32_agrees_with_integers() {
    agrees_with_integers::<Sc8x32>();
    reduces::<Sc8x32>();
}

#[test]
fn numbers_below_l_are_reduced() {
    let order = oracle::order();
    for distance in 0..40u8 {
        let [below, above] = [&order - 1u8 - distance, &order + distance].map(|number| words(&number));
        assert!(order::is_reduced(&below).declassify("test"), "L - 1 - {distance}");
        assert!(!order::is_reduced(&above).declassify("test"), "L + {distance}");
    }
    let mut random = TestRandom::new(3);
    for _ in 0..500 {
        let number: [u8; 32] = bytes(&mut random);
        let words: Words = words(&BigUint::from_bytes_le(&number));
        let expected = BigUint::from_bytes_le(&number) < order;
        assert_eq!(order::is_reduced(&words).declassify("test"), expected);
    }
    for word in 0..4 {
        for change in [1, 1 << 63] {
            let mut near = words(&order);
            near[word] ^= change;
            let expected = near.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64) + *word) < order;
            assert_eq!(order::is_reduced(&near).declassify("test"), expected, "{near:x?}");
        }
    }
}

/// Numbers around 0 and L, some of which exceed 2²⁵⁵ when they are made multiples of 8.
#[test]
fn multiples_of_8_are_the_number_or_its_negative() {
    let order = oracle::order();
    let near = (0..64u8).flat_map(|n| [oracle::bytes(&n.into()), oracle::bytes(&(&order - 1u8 - n))]);
    let random = &mut TestRandom::new(8);
    let drawn = (0..64).map(|_| Scalar::random(random).unwrap().to_bytes());
    let mut negated = 0;
    for bytes in near.chain(drawn) {
        let number = Scalar::from_canonical_bytes(&bytes).unwrap();
        let multiple = *multiple_of_8(&number.0).expose();
        assert!(multiple[0].is_multiple_of(8) && multiple[31] < 0x80);
        let same = Scalar::from_bytes_mod_order(&multiple);
        let is_negated = !same.equals(&number).declassify("test");
        assert!(!is_negated || (-same).equals(&number).declassify("test"), "{bytes:02x?}");
        negated += usize::from(is_negated);
    }
    assert!(negated > 4, "{negated}");
}
