//! Scalars of curve25519 against integers of any size, at every tier.

use crate::inputs::{bytes, edges, le_bytes, order};
use crate::tiers::{tiers, with_every_backend};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::curve::curve25519::{NonCanonicalScalar, Scalar};
use num_bigint::BigUint;
use proptest::prelude::*;

fn value(scalar: Scalar) -> BigUint {
    BigUint::from_bytes_le(&scalar.to_bytes())
}

/// A number of 512 bits, often one with long runs of ones or zeros.
fn wide() -> impl Strategy<Value = [u8; 64]> {
    prop_oneof![
        any::<[u8; 64]>(),
        (any::<[u8; 64]>(), 0..64usize, any::<bool>()).prop_map(|(mut bytes, from, ones)| {
            bytes[from..].fill(if ones { 0xff } else { 0 });
            bytes
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn arithmetic_is_that_of_integers(a in wide(), b in wide(), c in wide()) {
        let order = order();
        let [na, nb, nc] = [a, b, c].map(|wide| BigUint::from_bytes_le(&wide) % &order);
        for tier in tiers() {
            at_most(tier, || {
                let [a, b, c] = [a, b, c].map(|wide| Scalar::from_bytes_mod_order_wide(&wide));
                assert_eq!(value(a), na, "{tier}");
                assert_eq!(value(a + b), (&na + &nb) % &order, "{tier}");
                assert_eq!(value(a - b), (&na + &order - &nb) % &order, "{tier}");
                assert_eq!(value(-a), (&order - &na) % &order, "{tier}");
                assert_eq!(value(a * b), &na * &nb % &order, "{tier}");
                assert_eq!(value(a.mul_add(&b, &c)), (&na * &nb + &nc) % &order, "{tier}");
                assert_eq!(value(a.invert()), na.modpow(&(&order - 2u8), &order), "{tier}");
                assert_eq!(a.equals(&b).declassify("test"), na == nb);
                assert_eq!(a.is_zero().declassify("test"), na == BigUint::ZERO);
            });
        }
    }

    #[test]
    fn small_numbers(small: u64, long: u128) {
        prop_assert_eq!(value(Scalar::from(small)), BigUint::from(small));
        prop_assert_eq!(value(Scalar::from(long)), BigUint::from(long));
    }
}

/// Numbers are scalars if they are below L, and come back as they were.
#[test]
fn numbers_from_l_on_are_refused() {
    let order = order();
    let random = &mut TestRandom::new(1);
    let mut numbers: Vec<[u8; 32]> = edges();
    numbers.extend((0..200).map(|_| bytes(random)));
    for distance in 0..3u8 {
        numbers.extend([le_bytes(&(&order - distance)), le_bytes(&(&order + distance))]);
    }
    // L with one bit changed is below it or not by that bit alone.
    for bit in 0..256 {
        let mut number = le_bytes(&order);
        number[bit / 8] ^= 1 << (bit % 8);
        numbers.push(number);
    }
    let mut accepted = 0;
    for number in &numbers {
        let is_below = BigUint::from_bytes_le(number) < order;
        match Scalar::from_canonical_bytes(number) {
            Ok(scalar) => {
                assert!(is_below, "{number:02x?}");
                assert_eq!(scalar.to_bytes(), *number);
                accepted += 1;
            }
            Err(NonCanonicalScalar) => assert!(!is_below, "{number:02x?}"),
        }
    }
    assert!(accepted > 50 && numbers.len() - accepted > 50);
}

#[test]
fn reduction_at_the_edges() {
    let order = order();
    let edges = edges();
    with_every_backend(|backend| {
        for low in &edges {
            let expected = BigUint::from_bytes_le(low) % &order;
            assert_eq!(value(Scalar::from_bytes_mod_order(low)), expected, "{low:02x?} on {backend}");
            for high in edges.iter().step_by(29) {
                let mut wide = [0; 64];
                wide[..32].copy_from_slice(low);
                wide[32..].copy_from_slice(high);
                let expected = BigUint::from_bytes_le(&wide) % &order;
                assert_eq!(value(Scalar::from_bytes_mod_order_wide(&wide)), expected, "{wide:02x?} on {backend}");
            }
        }
    });
}

/// Sums and products of numbers next to 0 and L, where a missing or spare subtraction shows.
#[test]
fn arithmetic_at_the_edges() {
    let order = order();
    let mut numbers: Vec<BigUint> = (0..3u8).map(BigUint::from).collect();
    numbers.extend((1..4u8).map(|distance| &order - distance));
    numbers.extend([64, 128, 192, 252].map(|bits| (BigUint::from(1u8) << bits) - 1u8));
    with_every_backend(|backend| {
        for a in &numbers {
            for b in &numbers {
                let [x, y] = [a, b].map(|number| Scalar::from_canonical_bytes(&le_bytes(number)).unwrap());
                assert_eq!(value(x + y), (a + b) % &order, "{a} + {b} on {backend}");
                assert_eq!(value(x - y), (a + &order - b) % &order, "{a} - {b} on {backend}");
                assert_eq!(value(x * y), a * b % &order, "{a} * {b} on {backend}");
                assert_eq!(value(x.mul_add(&y, &y)), (a * b + b) % &order, "{a} * {b} + {b} on {backend}");
            }
        }
        assert_eq!(value(Scalar::ZERO.invert()), BigUint::ZERO);
    });
}

#[test]
fn random_scalars_are_the_reduced_stream() {
    let wide: [u8; 64] = bytes(&mut TestRandom::new(2));
    let scalar = Scalar::random(&mut TestRandom::new(2)).unwrap();
    assert_eq!(value(scalar), BigUint::from_bytes_le(&wide) % order());
}
