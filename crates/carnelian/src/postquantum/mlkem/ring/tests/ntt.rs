//! The NTT and its inverse on all basis vectors, which with their linearity is a proof, and products in T_q.
//!
//! Every operation is modulo q on integers that `bounds` proves not to overflow, so each kernel computes a linear
//! function of its input's classes; equal on a basis, it is equal everywhere. The product is bilinear.

use crate::base::random::TestRandom;
use crate::postquantum::mlkem::ring::kernel::Backend;
use crate::postquantum::mlkem::ring::polynomial::{Factor, N, NttPoly, Poly, Q};
use crate::postquantum::mlkem::ring::tables::power;

const Q32: i64 = Q as i64;

fn class(x: i64) -> i64 {
    x.rem_euclid(Q32)
}

fn classes(x: &[i16; N]) -> [i64; N] {
    x.map(|x| class(i64::from(x)))
}

fn bit_reversed(i: usize) -> usize {
    (0..7).fold(0, |reversed, bit| reversed << 1 | (i >> bit & 1))
}

/// Section 4.3, (4.12): f̂ has f modulo X² - γᵢ for each γᵢ = ζ^(2 BitRev₇(i) + 1).
pub(super) fn textbook_ntt(f: &[i64; N]) -> [i64; N] {
    let mut f_hat = [0; N];
    for i in 0..N / 2 {
        let gamma = power(2 * bit_reversed(i) + 1);
        let mut gamma_to_j = 1;
        for j in 0..N / 2 {
            f_hat[2 * i] = class(f_hat[2 * i] + f[2 * j] * gamma_to_j);
            f_hat[2 * i + 1] = class(f_hat[2 * i + 1] + f[2 * j + 1] * gamma_to_j);
            gamma_to_j = gamma_to_j * gamma % Q32;
        }
    }
    f_hat
}

fn basis(i: usize, coefficient: i16) -> [i16; N] {
    let mut vector = [0; N];
    vector[i] = coefficient;
    vector
}

#[test]
fn the_ntt_of_each_basis_vector() {
    Backend::with_every(|backend| {
        for i in 0..N {
            for coefficient in [1, Q - 1, -1] {
                let f = basis(i, coefficient);
                let mut f_hat = [NttPoly::ZERO];
                backend.ntt(&[Poly(f)], &mut f_hat);
                assert_eq!(classes(&f_hat[0].0), textbook_ntt(&classes(&f)), "{backend:?} {i} {coefficient}");
            }
        }
    });
}

/// Returns the product of each f̂ with one, back in R_q.
fn inverse(backend: Backend, f_hat: &NttPoly) -> [i64; N] {
    let mut one = [0; N];
    one.iter_mut().step_by(2).for_each(|constant| *constant = 1);
    let mut factor = [Factor::ZERO];
    backend.factors(&[NttPoly(one)], &mut factor);
    let mut f = [Poly::ZERO];
    backend.multiply_add_inverse(core::slice::from_ref(f_hat), &factor, &mut f);
    assert!(f[0].0.iter().all(|x| x.abs() < Q), "{backend:?}");
    classes(&f[0].0)
}

#[test]
fn the_inverse_of_each_basis_vector() {
    Backend::with_every(|backend| {
        for i in 0..N {
            let f = basis(i, 1);
            let f_hat = NttPoly(textbook_ntt(&classes(&f)).map(|x| x as i16));
            assert_eq!(inverse(backend, &f_hat), classes(&f), "{backend:?} {i}");
            let vector = basis(i, 1);
            let f = inverse(backend, &NttPoly(vector));
            assert_eq!(textbook_ntt(&f), classes(&vector), "{backend:?} {i}");
        }
    });
}

/// Algorithm 11 on pairs of basis vectors of one factor X² - γ, and of different ones, where it is zero.
#[test]
fn products_of_basis_vectors() {
    Backend::with_every(|backend| {
        for i in 0..N {
            for j in [i, i ^ 1, (i + 2) % N, (i + 37) % N] {
                let (a, b) = (NttPoly(basis(i, Q - 1)), NttPoly(basis(j, Q - 2)));
                let mut expected = [0; N];
                if i / 2 == j / 2 {
                    let product = 2;
                    let gamma = power(2 * bit_reversed(i / 2) + 1);
                    match (i % 2, j % 2) {
                        (0, 0) => expected[i] = product,
                        (1, 1) => expected[i - 1] = class(product * gamma),
                        _ => expected[i | 1] = product,
                    }
                }
                let mut factor = [Factor::ZERO];
                backend.factors(&[b], &mut factor);
                let mut t = [NttPoly::ZERO];
                backend.multiply_add(&[a], &factor, &mut t);
                assert_eq!(t[0].0.map(i64::from), expected, "{backend:?} {i} {j}");
            }
        }
    });
}

/// Constants over the whole range that the inverse NTT may be given: what a missing reduction breaks.
#[test]
fn extreme_inputs() {
    let mut random = TestRandom::new(7);
    let patterns: [[i16; N]; 6] = [
        [1; N],
        [-1; N],
        core::array::from_fn(|i| if i % 2 == 0 { 1 } else { -1 }),
        core::array::from_fn(|i| if i / 2 % 2 == 0 { 1 } else { -1 }),
        core::array::from_fn(|i| if i < N / 2 { 1 } else { -1 }),
        core::array::from_fn(|_| if random.next_u64() & 1 == 0 { 1 } else { -1 }),
    ];
    Backend::with_every(|backend| {
        for pattern in &patterns {
            let f = pattern.map(|sign| sign * Q);
            let mut f_hat = [NttPoly::ZERO];
            backend.ntt(&[Poly(f)], &mut f_hat);
            assert_eq!(classes(&f_hat[0].0), textbook_ntt(&classes(&f)), "{backend:?}");
            // Four products with the greatest factors.
            let a = NttPoly(pattern.map(|sign| if sign > 0 { 4095 } else { 0 }));
            let four = |poly: &NttPoly| core::array::from_fn::<_, 4, _>(|_| poly.clone());
            let b = NttPoly(pattern.map(|sign| sign * (8 * Q - 1)));
            let mut factors = [Factor::ZERO; 4];
            backend.factors(&four(&b), &mut factors);
            let mut t = [NttPoly(pattern.map(|sign| sign * (7 * Q)))];
            let start = t[0].clone();
            backend.multiply_add(&four(&a), &factors, &mut t);
            let expected = four_products(&classes(&a.0), &classes(&b.0));
            let sums = core::array::from_fn(|i| class(expected[i] + i64::from(start.0[i])));
            assert_eq!(t[0].0.map(i64::from), sums, "{backend:?}");
            let mut u = [Poly::ZERO];
            backend.multiply_add_inverse(&four(&a), &factors, &mut u);
            assert_eq!(textbook_ntt(&classes(&u[0].0)), expected, "{backend:?}");
        }
    });
}

/// Returns 4 a ∘ b by Algorithm 12.
fn four_products(a: &[i64; N], b: &[i64; N]) -> [i64; N] {
    let mut products = [0; N];
    for i in 0..N / 2 {
        let gamma = power(2 * bit_reversed(i) + 1);
        let ([a0, a1], [b0, b1]) = ([a[2 * i], a[2 * i + 1]], [b[2 * i], b[2 * i + 1]]);
        products[2 * i] = class(4 * (a0 * b0 + a1 * b1 % Q32 * gamma));
        products[2 * i + 1] = class(4 * (a0 * b1 + a1 * b0));
    }
    products
}
