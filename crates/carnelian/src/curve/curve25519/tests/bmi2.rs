//! Tests of the field over words of 64 bits: like every representation, and its kernels, in assembly and in portable
//! code, against big integers.

use super::super::{table_tests, tables};
use super::{field, oracle};
use crate::base::cpu::Avx2Fma;
use crate::base::random::TestRandom;
use crate::curve::curve25519::bmi2::fe_4x64_bmi2::{Fe4x64, kernels};
use crate::curve::curve25519::bmi2::portable_4x64;
use crate::curve::curve25519::bmi2::x86_bmi2_point::Sum;
use num_bigint::BigUint;
use std::vec::Vec;

type Words = [u64; 4];

#[test]
fn it_is_a_representation_of_the_field() {
    if let Some(proof) = Avx2Fma::get() {
        field::agrees_with_integers::<Fe4x64>(proof);
        field::bytes_are_taken_modulo_p::<Fe4x64>(proof);
        field::selects_and_swaps::<Fe4x64>(proof);
        field::inverts::<Fe4x64>(proof);
        field::takes_roots_of_ratios::<Fe4x64>(proof);
    }
}

#[test]
fn tables_are_right_over_it() {
    if let Some(proof) = Avx2Fma::get() {
        table_tests::constants::<Fe4x64>(proof);
        table_tests::base_point::<Fe4x64>(proof);
        table_tests::torsion::<Fe4x64>(proof);
        table_tests::windows::<Fe4x64>(proof);
        table_tests::odd::<Fe4x64>(&tables::BASE_ODD, table_tests::base(proof));
    }
}

fn number(words: &Words) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64) + *word)
}

fn modulo_p(words: &Words) -> BigUint {
    number(words) % oracle::p()
}

/// The bound of products.
fn tight_bound() -> BigUint {
    (BigUint::from(1u8) << 255) + (1u32 << 24)
}

#[track_caller]
fn assert_tight(words: &Words, expected: &BigUint) {
    assert!(number(words) < tight_bound(), "{words:x?}");
    assert_eq!(modulo_p(words), expected % oracle::p());
}

/// Returns numbers with words at their bounds, neighbours of 0, p, 2p and 2²⁵⁵, and random numbers.
fn loose() -> Vec<Words> {
    const WORDS: [u64; 7] = [0, 1, 38, u64::MAX, u64::MAX - 37, 1 << 63, (1 << 63) - 1];
    let every = (0..7usize.pow(4)).map(|n| [1, 7, 49, 343].map(|power| WORDS[n / power % 7]));
    let near = [[0, 0, 0, 0], [0, 0, 0, 1 << 63]].into_iter().flat_map(|from: Words| {
        (0..80).map(move |distance| {
            // Down from 2²⁵⁶ and 2²⁵⁵, next to the multiples of p.
            let low = from[0].wrapping_sub(distance + 1);
            [low, u64::MAX, u64::MAX, from[3].wrapping_sub(1)]
        })
    });
    let random = &mut TestRandom::new(64);
    let random: Vec<Words> = (0..2000).map(|_| core::array::from_fn(|_| random.next_u64())).collect();
    every.chain(near).chain(random).collect()
}

/// Returns the tight ones of these numbers, neighbours of the bound, and products.
fn tight() -> Vec<Words> {
    let bound = (0..40).map(|distance| [(1 << 24) - 1 - distance, 0, 0, 1 << 63]);
    let loose = loose();
    let reduced: Vec<Words> = loose.iter().map(portable_4x64::tightened).collect();
    loose.into_iter().filter(|words| number(words) < tight_bound()).chain(bound).chain(reduced).collect()
}

/// Returns pairs of each number and a distant one, as all pairs would be too many.
fn pairs(numbers: &[Words]) -> impl Iterator<Item = (&Words, &Words)> {
    let count = numbers.len();
    [1, 40, 365, 1201].into_iter().flat_map(move |step| {
        numbers.iter().enumerate().map(move |(i, a)| (a, &numbers[(i * (step + 2) + step) % count]))
    })
}

#[test]
fn products_of_extreme_numbers() {
    let Some(proof) = Avx2Fma::get() else { return };
    let loose = loose();
    for (a, b) in pairs(&loose) {
        let (x, y) = (number(a), number(b));
        assert_tight(&kernels::product(proof, a, b), &(&x * &y));
        assert_tight(&kernels::squared(proof, a), &(&x * &x));
        assert_tight(&kernels::scaled_sum(proof, a, b), &(&x * 121_666u32 + &y));
        assert_eq!(kernels::product(proof, a, b), portable_4x64::product(proof, a, b));
        assert_eq!(kernels::squared(proof, a), portable_4x64::squared(proof, a));
        assert_eq!(kernels::scaled_sum(proof, a, b), portable_4x64::scaled_sum(proof, a, b));
        assert_tight(&kernels::tightened(a), &x);
        assert_eq!(kernels::tightened(a), portable_4x64::tightened(a));
    }
    for a in loose.iter().step_by(9) {
        assert_tight(&kernels::squared_times(proof, a, 1), &(number(a) * number(a)));
        assert_tight(&kernels::squared_times(proof, a, 5), &modulo_p(a).pow(32));
        assert_eq!(kernels::squared_times(proof, a, 5), portable_4x64::squared_times(proof, a, 5));
    }
}

#[test]
fn sums_of_extreme_numbers() {
    let p = oracle::p();
    let tight = tight();
    for (a, b) in pairs(&tight) {
        let (x, y) = (modulo_p(a), modulo_p(b));
        assert_eq!(modulo_p(&kernels::sum(a, b)), (&x + &y) % &p, "{a:x?} + {b:x?}");
        assert_eq!(modulo_p(&kernels::difference(a, b)), (&x + &p - &y) % &p, "{a:x?} - {b:x?}");
        assert_eq!(number(&kernels::reduced(a)), x, "{a:x?}");
        assert_eq!(kernels::sum(a, b), portable_4x64::sum(a, b));
        assert_eq!(kernels::difference(a, b), portable_4x64::difference(a, b));
        assert_eq!(kernels::reduced(a), portable_4x64::reduced(a));
    }
}

/// Tests the formulas on numbers that need not be points, since they are polynomials.
#[test]
fn formulas_on_extreme_numbers() {
    let Some(proof) = Avx2Fma::get() else { return };
    let (loose, tight, p) = (loose(), tight(), oracle::p());
    for i in 0..4 * tight.len() {
        let at = |k: usize| tight[(i * (k + 1) + 131 * k) % tight.len()];
        let any = |k: usize| loose[(i * (k + 1) + 37 * k) % loose.len()];
        let new = || Sum::of_words(proof, core::array::from_fn(at), core::array::from_fn(any));
        let [x, y, z, t] = core::array::from_fn(|k| modulo_p(&at(k)));
        let [plus, minus, z2, t2d] = core::array::from_fn(|k| modulo_p(&any(k)));
        let expected = |e: &BigUint, f: &BigUint, g: &BigUint, h: &BigUint| [e % &p, f % &p, g % &p, h % &p];
        let found = |sum: &Sum| sum.completed.each_ref().map(modulo_p);
        let minus_of = |a: &BigUint| &p - a % &p;

        let mut sum = new();
        sum.double();
        let (xx, yy, zz) = (&x * &x, &y * &y, &z * &z);
        let (g, h) = (&yy + minus_of(&xx), &yy + &xx);
        assert_eq!(found(&sum), expected(&(&x * &y * 2u8), &(zz * 2u8 + minus_of(&g)), &g, &h));
        let [e, f, g, h] = found(&sum);
        sum.extend();
        for (coordinate, expected) in sum.point.iter().zip([&e * &f, &g * &h, &f * &g, &e * &h]) {
            assert_tight(coordinate, &expected);
        }

        let (a, b, c) = ((&y + minus_of(&x)) * minus, (&y + &x) * plus, &t * t2d);
        for (affine, d) in [(false, &z * z2), (true, &z * 2u8)] {
            let mut sum = new();
            if affine {
                sum.add_affine(sum.entry);
            } else {
                sum.add(sum.entry);
            }
            let (f, g) = (&d + minus_of(&c), &d + &c);
            assert_eq!(found(&sum), expected(&(&b + minus_of(&a)), &f, &g, &(&b + &a)));
        }
        let (mut sum, mut portable) = (new(), new());
        sum.double();
        portable_4x64::double(&mut portable);
        assert_eq!(found(&sum), found(&portable));
        sum.add(sum.entry);
        portable_4x64::add(&mut portable);
        assert_eq!(found(&sum), found(&portable));
        sum.add_affine(sum.entry);
        portable_4x64::add_affine(&mut portable);
        assert_eq!(found(&sum), found(&portable));
        sum.extend();
        portable_4x64::extend(&mut portable);
        assert_eq!(sum.point.each_ref().map(modulo_p), portable.point.each_ref().map(modulo_p));
    }
}
