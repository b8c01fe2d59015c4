//! Arithmetic modulo p = 2²⁵⁵ − 19: the contract of a representation, and operations that use only the contract.

pub(super) mod fe_10x26;
pub(super) mod fe_5x51;
mod fe_fiat;

use super::tables;
use crate::base::ct::Choice;
use crate::curve::arithmetic::field::is_odd;
pub(crate) use crate::curve::arithmetic::field::{
    Multiplicative, PrimeField, TOGETHER, equal, invert_all, is_zero, mul, negate_if, square,
};

/// An element as five limbs in radix 2⁵¹, least significant first, each below 2⁵². It need not be reduced. Tables and
/// points use this form with every backend.
pub(crate) type Packed = [u64; 5];

/// A representation of the elements modulo p: what this field has beyond any other. [`from_bytes`](PrimeField::from_bytes)
/// ignores the top bit of 32 bytes.
///
/// Every operation takes constant time.
pub(crate) trait Field: PrimeField<Bytes = [u8; 32]> {
    /// Returns the element that `packed` encodes.
    fn loose(proof: Self::Proof, packed: &Packed) -> Self::Loose;
    /// Returns the element in the common form.
    fn pack(&self) -> Packed;
    /// Returns 121 666 · `a`.
    fn mul_121666(a: &Self::Loose) -> Self;
}

/// Returns the element that `packed` encodes, tight.
#[inline(always)]
pub(crate) fn unpack<F: Field>(proof: F::Proof, packed: &Packed) -> F {
    F::carry(&F::loose(proof, packed))
}

/// Returns `a` to the powers of 2²⁵⁰ − 1 and 11.
#[inline(always)]
fn power_2_250_minus_1<M: Multiplicative>(a: &M) -> (M, M) {
    let a2 = a.squared();
    let a9 = a.product(&a2.squared_times(2));
    let a11 = a2.product(&a9);
    // Now aN is a to the power of 2^N − 1.
    let a5 = a11.squared().product(&a9);
    let a10 = a5.squared_times(5).product(&a5);
    let a20 = a10.squared_times(10).product(&a10);
    let a40 = a20.squared_times(20).product(&a20);
    let a50 = a40.squared_times(10).product(&a10);
    let a100 = a50.squared_times(50).product(&a50);
    let a200 = a100.squared_times(100).product(&a100);
    (a200.squared_times(50).product(&a50), a11)
}

/// Returns 1/`a`, and 0 for 0: `a` to the power of p − 2 = 2⁵(2²⁵⁰ − 1) + 11.
pub(crate) fn invert_by_power<M: Multiplicative>(a: &M) -> M {
    let (power, a11) = power_2_250_minus_1(a);
    power.squared_times(5).product(&a11)
}

/// Returns `a` to the power of (p − 5)/8 = 2²(2²⁵⁰ − 1) + 1.
#[inline(always)]
fn power_p_minus_5_over_8<M: Multiplicative>(a: &M) -> M {
    let (power, _) = power_2_250_minus_1(a);
    power.squared_times(2).product(a)
}

/// Returns (`u`v³)(`u`v⁷)^((p−5)/8). Times a power of i, it is the square root of `u`/`v` if there is one.
#[inline(always)]
pub(crate) fn sqrt_ratio_candidate<M: Multiplicative>(u: &M, v: &M) -> M {
    let v3 = v.squared().product(v);
    let v7 = v3.squared().product(v);
    u.product(&v3).product(&power_p_minus_5_over_8(&u.product(&v7)))
}

/// SQRT_RATIO_M1 of RFC 9496 Section 4.2: returns whether `u`/`v` is a square, and the non-negative square root of
/// `u`/`v`, or of i·`u`/`v` if it is not a square. For `v` = 0 the root is 0, and `u`/`v` counts as a square if `u` =
/// 0.
pub(crate) fn sqrt_ratio<F: Field>(u: &F, v: &F) -> (Choice, F) {
    let r = sqrt_ratio_candidate(u, v);
    let check = mul(v, &square(&r));
    let i = F::loose(u.proof(), &tables::SQRT_M1);
    let correct_sign = is_zero(&F::carry(&check.sub(u)));
    let flipped_sign = is_zero(&F::carry(&check.add(u)));
    let flipped_sign_i = is_zero(&F::carry(&check.add(&F::mul(&u.relax(), &i))));

    let r_prime = F::mul(&r.relax(), &i);
    let r = F::select(flipped_sign | flipped_sign_i, r, r_prime);
    (correct_sign | flipped_sign, absolute(&r))
}

/// Returns whether `a` is odd as a number below p: "negative" in the sense of RFC 8032 and RFC 9496.
pub(crate) fn is_negative<F: Field>(a: &F) -> Choice {
    is_odd(a)
}

/// Returns the one of `a` and −`a` that is not negative.
pub(crate) fn absolute<F: Field>(a: &F) -> F {
    negate_if(is_negative(a), a)
}

/// Computes [`invert_all`] for eight elements in the common form.
#[inline(always)]
pub(crate) fn invert_eight<F: Field>(proof: F::Proof, packed: [Packed; 8]) -> [Packed; 8] {
    let mut elements: [F; 8] = packed.map(|packed| unpack(proof, &packed));
    invert_all(&mut elements);
    elements.map(|element| element.pack())
}
