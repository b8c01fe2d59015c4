//! Tests of every representation of the field against big integers, at the bounds of its limbs.

use super::{bytes, edges, hex, oracle};
use crate::base::ct::{Choice, Select};
use crate::base::random::TestRandom;
use crate::curve::curve25519::field::fe_5x51::Fe5x51;
use crate::curve::curve25519::field::fe_10x26::Fe10x26;
use crate::curve::curve25519::field::{self, Field, Packed, TOGETHER};
use num_bigint::BigUint;
use std::vec::Vec;

fn known(choice: Choice) -> bool {
    choice.declassify("test")
}

/// Returns the number of an element, after checking that both encodings agree and are in bounds.
fn number<F: Field>(element: &F) -> BigUint {
    let packed = element.pack();
    assert!(packed.iter().all(|limb| *limb < 1 << 52), "{packed:x?}");
    let number = BigUint::from_bytes_le(&element.to_bytes());
    assert!(number < oracle::p());
    assert_eq!(oracle::element(&packed), number);
    number
}

/// Returns every combination of limbs at their bounds, and random limbs up to the largest.
fn extremes(random: &mut TestRandom) -> Vec<Packed> {
    const LIMBS: [u64; 4] = [0, (1 << 51) - 19, (1 << 51) - 1, (1 << 52) - 1];
    let combinations = (0..4usize.pow(5)).map(|n| core::array::from_fn(|i| LIMBS[n >> (2 * i) & 3]));
    let random = (0..200).map(|_| core::array::from_fn(|_| random.next_u64() >> 12));
    combinations.chain(random).collect()
}

/// Operations on loose elements from memory, and on the greatest sums and differences of tight ones.
pub(super) fn agrees_with_integers<F: Field>(proof: F::Proof) {
    let p = oracle::p();
    let random = &mut TestRandom::new(1);
    let extremes = extremes(random);
    for (i, packed) in extremes.iter().enumerate() {
        let other = &extremes[(i * 37 + 11) % extremes.len()];
        let (a, b) = (oracle::element(packed), oracle::element(other));
        let (loose, loose_other) = (F::loose(proof, packed), F::loose(proof, other));
        let sum = (&a + &b) % &p;
        let difference = (&a + &p - &b) % &p;

        assert_eq!(number(&F::mul(&loose, &loose_other)), &a * &b % &p, "{packed:x?} · {other:x?}");
        assert_eq!(number(&F::square(&loose)), &a * &a % &p, "{packed:x?}²");
        assert_eq!(number(&F::mul_121666(&loose)), &a * 121_666u32 % &p, "121666 · {packed:x?}");
        let (tight, tight_other): (F, F) = (F::carry(&loose), field::unpack(proof, other));
        assert_eq!(number(&tight), a, "{packed:x?}");
        assert_eq!(number(&F::carry(&tight.relax())), a, "{packed:x?}");
        assert_eq!(number(&F::carry(&tight.neg())), oracle::negate(&a), "-{packed:x?}");
        let (plus, minus) = (tight.add(&tight_other), tight.sub(&tight_other));
        assert_eq!(number(&F::carry(&plus)), sum, "{packed:x?} + {other:x?}");
        assert_eq!(number(&F::carry(&minus)), difference, "{packed:x?} - {other:x?}");
        assert_eq!(number(&F::mul(&plus, &minus)), &sum * &difference % &p, "{packed:x?}, {other:x?}");
        assert_eq!(number(&F::square(&minus)), &difference * &difference % &p, "{packed:x?}, {other:x?}");
        assert_eq!(number(&F::mul_121666(&plus)), &sum * 121_666u32 % &p, "{packed:x?}, {other:x?}");
        assert_eq!(number(&field::mul(&tight, &tight_other)), &a * &b % &p, "{packed:x?}, {other:x?}");
        assert_eq!(number(&field::square(&tight)), &a * &a % &p, "{packed:x?}");

        assert_eq!(known(field::is_zero(&tight)), a == BigUint::ZERO);
        assert_eq!(known(field::is_negative(&tight)), a.bit(0));
        assert_eq!(known(field::equal(&tight, &tight_other)), a == b);
        let absolute = number(&field::absolute(&tight));
        assert!(!absolute.bit(0) && (absolute == a || absolute == oracle::negate(&a)), "|{packed:x?}|");
    }
}

#[test]
fn fe_5x51_agrees_with_integers() {
    agrees_with_integers::<Fe5x51>(());
}

#[test]
fn fe_10x26_agrees_with_integers() {
    agrees_with_integers::<Fe10x26>(());
}

pub(super) fn bytes_are_taken_modulo_p<F: Field>(proof: F::Proof) {
    let random = &mut TestRandom::new(2);
    for string in edges().into_iter().chain((0..200).map(|_| bytes(random))) {
        let mut below = string;
        below[31] &= 0x7f;
        let expected = BigUint::from_bytes_le(&below) % oracle::p();
        assert_eq!(number(&F::from_bytes(proof, &string)), expected, "{string:02x?}");
    }
    assert_eq!((number(&F::zero(proof)), number(&F::one(proof))), (BigUint::ZERO, BigUint::from(1u8)));
}

#[test]
fn bytes_with_the_top_bit_or_from_p_on() {
    bytes_are_taken_modulo_p::<Fe5x51>(());
    bytes_are_taken_modulo_p::<Fe10x26>(());
}

pub(super) fn selects_and_swaps<F: Field>(proof: F::Proof) {
    let [mut a, mut b]: [F; 2] = [7, 8].map(|n| F::from_bytes(proof, &[n; 32]));
    let (one, other) = (number(&a), number(&b));
    assert_eq!(number(&F::select(Choice::FALSE, a, b)), one);
    assert_eq!(number(&F::select(Choice::TRUE, a, b)), other);
    assert_eq!(number(&F::carry(&Select::select(Choice::TRUE, a.relax(), b.relax()))), other);
    assert_eq!(number(&field::negate_if(Choice::FALSE, &a)), one);
    assert_eq!(number(&field::negate_if(Choice::TRUE, &a)), oracle::negate(&one));
    F::swap(Choice::FALSE, &mut a, &mut b);
    assert_eq!((number(&a), number(&b)), (one.clone(), other.clone()));
    F::swap(Choice::TRUE, &mut a, &mut b);
    assert_eq!((number(&a), number(&b)), (other, one));
}

#[test]
fn choices_between_elements() {
    selects_and_swaps::<Fe5x51>(());
    selects_and_swaps::<Fe10x26>(());
}

pub(super) fn inverts<F: Field>(proof: F::Proof) {
    let random = &mut TestRandom::new(3);
    let strings: Vec<[u8; 32]> = edges().into_iter().chain((0..50).map(|_| bytes(random))).collect();
    for string in &strings {
        let a = F::from_bytes(proof, string);
        assert_eq!(number(&a.invert()), oracle::invert(&number(&a)), "1/{string:02x?}");
    }
    // Every number of elements, with a zero at every position, with others and as the only element.
    for count in 0..=TOGETHER {
        for zero in (0..count).map(Some).chain([None]) {
            let mut elements: Vec<F> =
                strings[strings.len() - count..].iter().map(|string| F::from_bytes(proof, string)).collect();
            if let Some(zero) = zero {
                elements[zero] = F::zero(proof);
            }
            let before = elements.clone();
            field::invert_all(&mut elements);
            for (i, (a, inverse)) in before.iter().zip(&elements).enumerate() {
                let product = u8::from(Some(i) != zero);
                assert_eq!(number(&field::mul(a, inverse)), product.into(), "{i} of {count}, zero at {zero:?}");
                assert!(Some(i) != zero || number(inverse) == BigUint::ZERO);
            }
        }
    }
    let mut zeros = [F::zero(proof); TOGETHER];
    field::invert_all(&mut zeros);
    assert!(zeros.iter().all(|zero| number(zero) == BigUint::ZERO));
}

#[test]
fn inverses_alone_and_together() {
    inverts::<Fe5x51>(());
    inverts::<Fe10x26>(());
}

/// RFC 9496 Appendix A.4: u, v, whether u/v is a square, the root.
const SQRT_RATIO_M1: [(u8, u8, bool, &str); 6] = [
    (0, 0, true, "0000000000000000000000000000000000000000000000000000000000000000"),
    (0, 1, true, "0000000000000000000000000000000000000000000000000000000000000000"),
    (1, 0, false, "0000000000000000000000000000000000000000000000000000000000000000"),
    (2, 1, false, "3c5ff1b5d8e4113b871bd052f9e7bcd0582804c266ffb2d4f4203eb07fdb7c54"),
    (4, 1, true, "0200000000000000000000000000000000000000000000000000000000000000"),
    (1, 4, true, "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"),
];

pub(super) fn takes_roots_of_ratios<F: Field>(proof: F::Proof) {
    for (u, v, square, root) in SQRT_RATIO_M1 {
        let small = |number| F::from_bytes(proof, &oracle::bytes(&BigUint::from(number)));
        let (was_square, found) = field::sqrt_ratio(&small(u), &small(v));
        assert_eq!((known(was_square), found.to_bytes()), (square, hex(root)), "{u}/{v}");
    }
    let (p, random) = (oracle::p(), &mut TestRandom::new(4));
    let i = BigUint::from(2u8).modpow(&((&p - 1u8) / 4u8), &p);
    let mut squares = 0;
    for _ in 0..200 {
        let (u, v) = (F::from_bytes(proof, &bytes(random)), F::from_bytes(proof, &bytes(random)));
        let (was_square, root) = field::sqrt_ratio(&u, &v);
        let ratio = number(&u) * oracle::invert(&number(&v)) % &p;
        let is_square = ratio.modpow(&((&p - 1u8) / 2u8), &p) == BigUint::from(1u8);
        assert_eq!(known(was_square), is_square);
        let root = number(&root);
        let expected = if is_square { ratio } else { ratio * &i % &p };
        assert_eq!(&root * &root % &p, expected);
        assert!(!root.bit(0), "of the two roots the one that is not negative");
        squares += usize::from(is_square);
    }
    assert!((50..150).contains(&squares));
}

#[test]
fn roots_of_ratios() {
    takes_roots_of_ratios::<Fe5x51>(());
    takes_roots_of_ratios::<Fe10x26>(());
}
