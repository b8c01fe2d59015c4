//! Tests of inverses modulo p against powers.

use super::super::field::fe_5x51::Fe5x51;
use super::super::field::{PrimeField, invert_by_power};
use crate::base::random::{Random, TestRandom};

fn same_as_by_power(bytes: &[u8; 32]) {
    let a = Fe5x51::from_bytes((), bytes);
    assert_eq!(a.invert().to_bytes(), invert_by_power(&a).to_bytes(), "{bytes:02x?}");
}

#[test]
fn inverses_are_those_by_power() {
    let mut random = TestRandom::new(590);
    for _ in 0..crate::base::testing::cases(2000) {
        let mut bytes = [0; 32];
        random.fill(&mut bytes).unwrap();
        same_as_by_power(&bytes);
    }
}

/// Tests small numbers and p minus small numbers, powers of two and their neighbours, runs of ones.
#[test]
fn inverses_of_extreme_numbers() {
    for near in 0..=255u8 {
        let (mut small, mut large) = ([0; 32], [0xff; 32]);
        (small[0], large[0], large[31]) = (near, near, 0x7f);
        same_as_by_power(&small);
        same_as_by_power(&large);
    }
    for bit in 0..255 {
        let (mut power, mut ones) = ([0u8; 32], [0u8; 32]);
        power[bit / 8] = 1 << (bit % 8);
        ones[..bit / 8].fill(0xff);
        ones[bit / 8] = (1u8 << (bit % 8)).wrapping_sub(1);
        same_as_by_power(&power);
        same_as_by_power(&ones);
        same_as_by_power(&ones.map(|byte| !byte));
    }
}
