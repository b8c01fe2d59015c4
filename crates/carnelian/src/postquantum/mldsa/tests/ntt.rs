//! The NTT and products of every backend, against the standard's algorithms in plain arithmetic.
//!
//! The NTT is linear, so that it is right for every input if it is right for the 256 basis vectors and nothing
//! overflows, which `bounds` proves.

use super::textbook;
use crate::base::random::TestRandom;
use crate::base::testing::cases;
use crate::postquantum::mldsa::ring::kernel::Backend;
use crate::postquantum::mldsa::ring::lanes::{self, Eight, Sixteen};
use crate::postquantum::mldsa::ring::lanes_52::{self, Eight52};
use crate::postquantum::mldsa::ring::polynomial::{Coefficients, N, NttPoly, Poly, Q};
use std::vec::Vec;

type Transform<'a> = &'a dyn Fn(&Coefficients) -> Coefficients;

/// Calls `test` with the best backend of every tier, and with those that the best one of this CPU hides.
fn with_every_backend(mut test: impl FnMut(Backend)) {
    Backend::with_every(&mut test);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = crate::base::cpu::Avx512::get() {
        test(Backend::Avx512(avx512));
    }
}

/// Calls `test` with the forward and the inverse NTT of every implementation.
fn with_every(mut test: impl FnMut(&str, Transform<'_>, Transform<'_>)) {
    with_every_backend(|backend| {
        let forward = |w: &Coefficients| {
            let mut w_hat = [NttPoly::ZERO];
            backend.ntt(&[Poly(*w)], &mut w_hat);
            w_hat[0].0
        };
        let inverse = |w_hat: &Coefficients| {
            let mut w = [Poly::ZERO];
            backend.inverse_ntt(&[NttPoly(*w_hat)], &mut w);
            w[0].0
        };
        test(backend.name(), &forward, &inverse);
    });
    /// Returns the result of a function that writes it.
    fn written(write: fn((), &Coefficients, &mut Coefficients)) -> impl Fn(&Coefficients) -> Coefficients {
        move |from| {
            let mut to = [0; N];
            write((), from, &mut to);
            to
        }
    }
    test("eight words", &written(lanes::ntt::<8, [i32; 8], Eight>), &written(lanes::inverse_ntt::<8, [i32; 8], Eight>));
    test(
        "sixteen words",
        &written(lanes::ntt::<16, [i32; 16], Sixteen>),
        &written(lanes::inverse_ntt::<16, [i32; 16], Sixteen>),
    );
    test(
        "eight words of 64 bits",
        &written(lanes_52::ntt::<[i64; 8], Eight52>),
        &written(lanes_52::inverse_ntt::<[i64; 8], Eight52>),
    );
}

/// Checks residues and a bound on their representatives.
fn check(name: &str, found: &Coefficients, expected: &Coefficients, bound: i32) {
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected) % Q == 0 && found.abs() <= bound, "{name}: element {i} is {found}, not {expected}");
    }
}

/// Checks both directions for one input.
fn check_both(name: &str, w: &Coefficients, forward: Transform<'_>, inverse: Transform<'_>) {
    check(name, &forward(w), &textbook::ntt(w), 9 * Q);
    check(name, &inverse(w), &textbook::inverse_ntt_by_2_32(w), Q - 1);
}

#[test]
fn every_basis_vector() {
    with_every(|name, forward, inverse| {
        for i in 0..N {
            let mut w = [0; N];
            w[i] = 1;
            check_both(name, &w, forward, inverse);
        }
    });
}

/// Constants over the whole range, and patterns of the largest numbers, where a missing reduction overflows.
#[test]
fn extreme_inputs() {
    let patterns: [fn(usize) -> bool; 6] =
        [|_| true, |i| i % 2 == 0, |i| i < 128, |i| i / 8 % 2 == 0, |i| i / 16 % 2 == 0, |i| i.count_ones() % 2 == 0];
    with_every(|name, forward, inverse| {
        for pattern in patterns {
            for largest in [Q, Q - 1, Q / 2, Q / 2 + 1, 1 << 19] {
                let w = core::array::from_fn(|i| if pattern(i) { largest } else { -largest });
                check_both(name, &w, forward, inverse);
            }
        }
        for constant in (-Q..=Q).step_by(2 * Q as usize / cases(200)) {
            check_both(name, &[constant; N], forward, inverse);
        }
    });
}

#[test]
fn random_inputs_and_back() {
    let random = &mut TestRandom::new(1);
    with_every(|name, forward, inverse| {
        for _ in 0..cases(20) {
            let w = textbook::random(random, Q);
            check_both(name, &w, forward, inverse);
            let w_hat = forward(&w).map(|w| w % Q);
            let expected = w.map(|w| ((i64::from(w) << 32) % i64::from(Q)) as i32);
            check(name, &inverse(&w_hat), &expected, Q - 1);
        }
    });
}

/// Inner products of every length, of the largest factors that occur.
#[test]
fn inner_products() {
    let random = &mut TestRandom::new(2);
    with_every_backend(|backend| {
        for terms in 1..=7 {
            for bound in [Q, 9 * Q] {
                let a: Vec<_> = (0..terms).map(|_| NttPoly(textbook::random(random, Q))).collect();
                let b: Vec<_> = (0..terms).map(|_| NttPoly(textbook::random(random, bound))).collect();
                let largest = [const { NttPoly([Q; N]) }; 7];
                let before = NttPoly(textbook::random(random, Q));
                for a in [&a[..], &largest[..terms]] {
                    let expected: Coefficients = core::array::from_fn(|i| {
                        textbook::montgomery(a.iter().zip(&b).map(|(a, b)| i64::from(a.0[i]) * i64::from(b.0[i])).sum())
                    });
                    let mut sum = before.clone();
                    backend.inner_product(&mut sum, a, &b);
                    check(backend.name(), &sum.0, &expected, Q / 4 * 3);
                    let mut sum = before.clone();
                    backend.add_inner_product(&mut sum, a, &b);
                    let expected = core::array::from_fn(|i| (before.0[i] + expected[i]) % Q);
                    check(backend.name(), &sum.0, &expected, Q / 4 * 3 + 1);
                }
            }
        }
    });
}
