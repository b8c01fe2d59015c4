//! Reductions, rounding and hints over their whole domains, one by one and by every backend.

use super::textbook;
use crate::base::random::TestRandom;
use crate::base::testing::cases;
use crate::postquantum::mldsa::ring::kernel::Backend;
use crate::postquantum::mldsa::ring::polynomial::{Coefficients, N, Poly, Q};
use crate::postquantum::mldsa::ring::rounding::{self, GAMMA2_44, GAMMA2_65};

/// The distance between the numbers of a domain that are tried: 1 in an optimized build.
fn step() -> usize {
    if cfg!(debug_assertions) { 101 } else { 8_380_417 / cases(8_380_417) }
}

#[test]
fn power2round() {
    for r in (0..Q).step_by(step()) {
        assert_eq!(rounding::power2round(r), textbook::power2round(r), "{r}");
    }
}

fn decomposes<const GAMMA2: i32>() {
    let m = (Q - 1) / (2 * GAMMA2);
    for r in (0..Q).step_by(step()).chain(0..300).chain(Q - 300..Q) {
        let (r1, r0) = rounding::decompose::<GAMMA2>(r);
        assert_eq!((r1, r0), textbook::decompose(GAMMA2, r), "{r}");
        assert_eq!(rounding::use_hint(m, r1, r0), textbook::use_hint(GAMMA2, true, r), "{r}");
    }
}

#[test]
fn decompose_and_use_hint() {
    decomposes::<GAMMA2_44>();
    decomposes::<GAMMA2_65>();
}

/// For each w − c·s₂ with low-order bits that pass the norm check, and c·t₀ at the edges of their range and of the
/// range of low-order bits.
fn makes_hints<const GAMMA2: i32>(beta: i32) {
    for r in (0..Q).step_by(step()) {
        let (r1, r0) = textbook::decompose(GAMMA2, r);
        if r0.abs() >= GAMMA2 - beta {
            continue;
        }
        let edges = [GAMMA2 - r0, -GAMMA2 - r0].into_iter().flat_map(|edge| [edge - 1, edge, edge + 1]);
        for ct0 in edges.chain([0, 1, -1, GAMMA2 - 1, 1 - GAMMA2]).filter(|ct0| ct0.abs() < GAMMA2) {
            let expected = textbook::make_hint(GAMMA2, -ct0, (r + ct0).rem_euclid(Q));
            assert_eq!(rounding::make_hint::<GAMMA2>(r0 + ct0, r1) == 1, expected, "{r} and {ct0}");
        }
    }
}

#[test]
fn make_hint() {
    makes_hints::<GAMMA2_44>(78);
    makes_hints::<GAMMA2_65>(196);
}

#[test]
fn reduce() {
    let largest = (1i64 << 31) - (1 << 22) - 1;
    for a in (i64::from(i32::MIN)..=largest).step_by(step() * 257).chain([largest]) {
        let r = rounding::reduce(a as i32);
        assert!((a - i64::from(r)) % i64::from(Q) == 0 && r.abs() <= 6_283_008, "{a}");
    }
    for residue in (-(1 << 20)..=1 << 20).step_by(step().min(11)) {
        for multiple in -3..=3 {
            assert_eq!(rounding::reduce(residue + multiple * Q), residue);
        }
    }
}

/// Every backend's loops over a polynomial, on random numbers and on those next to the edges.
#[test]
fn by_every_backend() {
    let random = &mut TestRandom::new(3);
    let edges: [i32; 8] = [0, 1, -1, Q - 1, 1 - Q, Q / 2, GAMMA2_44, -GAMMA2_65];
    for _ in 0..cases(200) {
        let mut w = textbook::random(random, Q - 1);
        w[..8].copy_from_slice(&edges);
        let other = textbook::random(random, Q - 1);
        let canonical = w.map(|w| w.rem_euclid(Q));
        Backend::with_every(|backend| {
            let (mut r1, mut r0) = (Poly::ZERO, Poly::ZERO);
            backend.power2round(&Poly(w), &mut r1, &mut r0);
            assert_all(&r1.0, &r0.0, &canonical.map(textbook::power2round));
            for gamma2 in [GAMMA2_44, GAMMA2_65] {
                let mut r0 = Poly(w);
                backend.decompose(gamma2, &mut r0, &mut r1);
                assert_all(&r1.0, &r0.0, &canonical.map(|r| textbook::decompose(gamma2, r)));
                let ones = expected_hints(gamma2, &w, &r1.0);
                let mut hint = Poly(w);
                assert_eq!(backend.make_hint(gamma2, &mut hint, &r1), ones.iter().sum::<i32>());
                assert_eq!(hint.0, ones);
            }
            check_sums(backend, &w, &other);
        });
    }
}

fn assert_all(r1: &Coefficients, r0: &Coefficients, expected: &[(i32, i32); N]) {
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!((r1[i], r0[i]), *expected, "element {i}");
    }
}

fn expected_hints(gamma2: i32, r0: &Coefficients, r1: &Coefficients) -> Coefficients {
    core::array::from_fn(|i| i32::from(r0[i] > gamma2 || r0[i] < -gamma2 || r0[i] == -gamma2 && r1[i] != 0))
}

fn check_sums(backend: Backend, a: &Coefficients, b: &Coefficients) {
    let (mut sum, mut difference) = (Poly(*a), Poly(*a));
    let bound = 1 << 20;
    let beyond = backend.add(&mut sum, &Poly(*b), bound);
    assert_eq!(beyond < 0, sum.0.iter().any(|sum| sum.abs() >= bound));
    backend.subtract(&mut difference, &Poly(*b), bound);
    for i in 0..N {
        assert_eq!((sum.0[i], difference.0[i]), (rounding::reduce(a[i] + b[i]), rounding::reduce(a[i] - b[i])));
    }
    for place in [0, 100, 255] {
        for (number, is_beyond) in [(99, false), (-99, false), (100, true), (-100, true), (Q - 99, false)] {
            let mut poly = Poly([99; N]);
            poly.0[place] = number;
            assert_eq!(backend.exceeds(&poly, 100) < 0, is_beyond, "{number} at {place}");
            assert_eq!(backend.add(&mut poly.clone(), &Poly::ZERO, 100) < 0, is_beyond);
        }
    }
}
