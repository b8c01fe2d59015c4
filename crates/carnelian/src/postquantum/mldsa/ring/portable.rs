//! The arithmetic of polynomials in plain Rust.

use super::kernel::{Arithmetic, Kernel};
use super::packing::{self, Packing};
use super::polynomial::{Coefficients, NttPoly, Poly, Q};
use super::rejection;
use super::rounding;
use super::sums::{self, SUMS};
use super::tables::{Constant, FORWARD, INVERSE, LAST, Q_INV};
use crate::base::cpu::Portable;

impl Kernel for Portable {
    type Arithmetic = Self;

    fn arithmetic(self) -> Self {
        self
    }

    fn ntt(self, w: &[Poly], w_hat: &mut [NttPoly]) {
        for (w, w_hat) in w.iter().zip(w_hat) {
            w_hat.0 = w.0;
            forward(&mut w_hat.0);
        }
    }

    fn inverse_ntt(self, w_hat: &[NttPoly], w: &mut [Poly]) {
        for (w_hat, w) in w_hat.iter().zip(w) {
            w.0 = w_hat.0;
            inverse(&mut w.0);
        }
    }
}

impl Arithmetic for Portable {
    const LANES: usize = 1;

    fn inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]) {
        for (i, sum) in sum.0.iter_mut().enumerate() {
            *sum = montgomery(products(a, b, i));
        }
    }

    fn add_inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]) {
        for (i, sum) in sum.0.iter_mut().enumerate() {
            *sum = rounding::reduce(*sum + montgomery(products(a, b, i)));
        }
    }

    fn add(self, a: &mut Poly, b: &Poly, bound: i32) -> i32 {
        rounding::add_all::<1>(&mut a.0, &b.0, bound)
    }

    fn subtract(self, a: &mut Poly, b: &Poly, bound: i32) -> i32 {
        rounding::add_all::<-1>(&mut a.0, &b.0, bound)
    }

    fn exceeds(self, a: &Poly, bound: i32) -> i32 {
        rounding::exceeds(&a.0, bound)
    }

    fn power2round(self, r: &Poly, r1: &mut Poly, r0: &mut Poly) {
        rounding::power2round_all(&r.0, &mut r1.0, &mut r0.0);
    }

    fn decompose(self, gamma2: i32, r: &mut Poly, r1: &mut Poly) {
        rounding::decompose_all(gamma2, &mut r.0, &mut r1.0);
    }

    fn make_hint(self, gamma2: i32, r0: &mut Poly, r1: &Poly) -> i32 {
        rounding::make_hint_all(gamma2, &mut r0.0, &r1.0)
    }

    fn pack(self, packing: Packing, w: &Poly, bytes: &mut [u8]) {
        packing::pack_by(packing, &w.0, bytes);
    }

    fn unpack(self, packing: Packing, bytes: &[u8], w: &mut Poly) {
        packing::unpack_by(packing, bytes, &mut w.0);
    }

    fn reject_uniform(self, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize {
        rejection::reject_uniform(bytes, found, count)
    }

    fn reject_bounded(self, eta: i32, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize {
        rejection::reject_bounded(eta, bytes, found, count)
    }

    fn absorb(self, polys: &[NttPoly], sums: &mut [u32; SUMS]) {
        sums::absorb_all(polys, sums);
    }
}

/// Returns the sum of the products of the elements `i`.
#[inline(always)]
fn products(a: &[NttPoly], b: &[NttPoly], i: usize) -> i64 {
    a.iter().zip(b).map(|(a, b)| i64::from(a.0[i]) * i64::from(b.0[i])).sum()
}

/// Returns r ≡ a·2⁻³² modulo q. Needs |a| < 2³¹·q; returns |r| ≤ |a|/2³² + q/2.
#[inline(always)]
fn montgomery(a: i64) -> i32 {
    debug_assert!(a.unsigned_abs() < (Q as u64) << 31);
    let quotient = (a as i32).wrapping_mul(Q_INV);
    ((a - i64::from(quotient) * i64::from(Q)) >> 32) as i32
}

/// Returns r ≡ a·factor modulo q with |r| < q, for the number that the factor was made from.
#[inline(always)]
fn product(a: i32, by: Constant) -> i32 {
    let quotient = a.wrapping_mul(by.times_q_inverse);
    ((i64::from(a) * i64::from(by.factor) - i64::from(quotient) * i64::from(Q)) >> 32) as i32
}

/// Algorithm 41, NTT(w).
fn forward(w: &mut Coefficients) {
    let mut m = 0; // 4.
    for layer in 0..8 {
        let (len, mut rest) = (128 >> layer, &mut w[..]);
        // Not by chunks, whose length the compiler would divide by.
        while !rest.is_empty() {
            let (block, after) = rest.split_at_mut(2 * len);
            rest = after;
            m += 1; // 8.
            let z = FORWARD[m]; // 9.
            let (low, high) = block.split_at_mut(len);
            for (a, b) in low.iter_mut().zip(high) {
                let t = product(*b, z); // 11.
                (*a, *b) = (*a + t, *a - t); // 12. and 13.
            }
        }
    }
}

/// Algorithm 42, NTT⁻¹(ŵ), times 2³².
fn inverse(w: &mut Coefficients) {
    for layer in 0..8 {
        let (len, mut number, mut rest) = (1 << layer, 128 >> layer, &mut w[..]);
        // Not by chunks, whose length the compiler would divide by.
        while !rest.is_empty() {
            let (block, after) = rest.split_at_mut(2 * len);
            let z = INVERSE[number]; // 9.
            (number, rest) = (number + 1, after);
            let (low, high) = block.split_at_mut(len);
            for (a, b) in low.iter_mut().zip(high) {
                let t = *a; // 11.
                *a = t + *b; // 12.
                *b = product(t - *b, z); // 13. and 14.
            }
        }
    }
    w.iter_mut().for_each(|w| *w = product(*w, LAST)); // 21. to 24.
}
