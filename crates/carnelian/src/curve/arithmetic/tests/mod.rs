//! Tests at every width of the curves to come, against big integers.

mod field;
mod half_size;
mod inverse;
mod recode;
#[cfg(feature = "alloc")]
mod sums;
mod windows;

use crate::base::random::{Random, TestRandom};
use num_bigint::BigUint;
use std::vec::Vec;

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).unwrap()
}

fn power_of_2(bits: u32) -> BigUint {
    BigUint::from(1u8) << bits
}

/// The prime of P-256, FIPS 186-5 and SP 800-186 Section 3.2.1.
fn p256() -> BigUint {
    power_of_2(256) - power_of_2(224) + power_of_2(192) + power_of_2(96) - 1u8
}

/// The order of P-256, whose top byte is 0xff.
fn n256() -> BigUint {
    number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
}

/// The prime of secp256k1, SEC 2 Section 2.4.1.
fn secp256k1() -> BigUint {
    power_of_2(256) - power_of_2(32) - 977u32
}

/// The prime of P-384, SP 800-186 Section 3.2.1.4.
fn p384() -> BigUint {
    power_of_2(384) - power_of_2(128) - power_of_2(96) + power_of_2(32) - 1u8
}

/// The order of P-384.
fn n384() -> BigUint {
    number("ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973")
}

/// The prime of curve448, RFC 7748 Section 4.2.
fn p448() -> BigUint {
    power_of_2(448) - power_of_2(224) - 1u8
}

/// The order of curve448's base point.
fn n448() -> BigUint {
    power_of_2(446) - number("8335dc163bb124b65129c96fde933d8d723a70aadc873d6d54a7bb0d")
}

/// The prime of P-521, SP 800-186 Section 3.2.1.5.
fn p521() -> BigUint {
    power_of_2(521) - 1u8
}

/// The order of P-521.
fn n521() -> BigUint {
    power_of_2(521) - number("5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7")
}

/// The largest prime below 2⁶⁴⁰, for a caller's curve.
fn p640() -> BigUint {
    power_of_2(640) - 305u32
}

/// Returns a number as words; it must fit.
fn words<const WORDS: usize>(number: &BigUint) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    let digits = number.to_u64_digits();
    words[..digits.len()].copy_from_slice(&digits);
    words
}

/// Returns a number as little-endian bytes; it must fit.
fn bytes<const BYTES: usize>(number: &BigUint) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let digits = number.to_bytes_le();
    bytes[..digits.len()].copy_from_slice(&digits);
    bytes
}

fn from_words(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64) + *word)
}

/// Returns numbers below `bound`: the smallest and the largest, halves, powers of two and their neighbours, patterns
/// whose digits carry, and random ones.
fn numbers_below(bound: &BigUint) -> Vec<BigUint> {
    let mut numbers = Vec::new();
    for small in 0..20u32 {
        numbers.extend([BigUint::from(small), bound - 1u8 - small, (bound >> 1) + small]);
    }
    for bit in 0..bound.bits() as u32 {
        let power = power_of_2(bit);
        numbers.extend([&power - 1u8, &power + 1u8, bound - 1u8 - (&power - 1u8), power]);
    }
    let length = bound.bits().div_ceil(8) as usize;
    numbers.extend([0xff, 0x88, 0x77, 0x80, 0x08, 0x7f].map(|byte| BigUint::from_bytes_le(&std::vec![byte; length])));
    let mut random = TestRandom::new(bound.bits());
    for _ in 0..200 {
        let mut bytes = std::vec![0; length];
        random.fill(&mut bytes).unwrap();
        numbers.push(BigUint::from_bytes_le(&bytes));
    }
    numbers.iter_mut().for_each(|number| *number %= bound);
    numbers
}
