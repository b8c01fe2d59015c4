//! Arithmetic modulo p = 2²⁵⁵ − 19: the contract of a representation, and operations that use only the contract.

pub(super) mod fe_10x26;
pub(super) mod fe_5x51;
mod fe_fiat;

use super::tables;
use crate::base::ct::{self, Choice, Select};

/// An element as five limbs in radix 2⁵¹, least significant first, each below 2⁵². It need not be reduced. Tables and
/// points use this form with every backend.
pub(crate) type Packed = [u64; 5];

/// The maximum number of elements that share one inversion: their intermediate products are on the stack.
pub(crate) const TOGETHER: usize = 32;

/// Elements, or vectors of them, that can be multiplied, as powers require.
pub(crate) trait Multiplicative: Copy {
    /// Returns `self` · `other`.
    fn product(&self, other: &Self) -> Self;
    /// Returns `self`².
    fn squared(&self) -> Self;

    /// Returns `self` to the power of 2^`n`, 1 ≤ `n`.
    #[inline(always)]
    fn squared_times(&self, n: u32) -> Self {
        let mut power = self.squared();
        for _ in 1..n {
            power = power.squared();
        }
        power
    }
}

/// A representation of the elements of the field. A value of this type is *tight*: it can be added and subtracted once,
/// which returns a [`Loose`](Self::Loose) one that can only be multiplied or carried. So no sum is ever too long.
///
/// Every operation takes constant time.
pub(crate) trait Field: Multiplicative + Select {
    /// A sum or difference of two tight elements.
    type Loose: Copy + Select;
    /// The proof that the CPU has the instructions. An element contains it, so an element comes from a proof or from
    /// another element.
    type Proof: Copy;

    /// Returns the proof in the element.
    fn proof(&self) -> Self::Proof;
    /// Returns 0.
    fn zero(proof: Self::Proof) -> Self;
    /// Returns 1.
    fn one(proof: Self::Proof) -> Self;

    /// Returns the element that `packed` encodes.
    fn loose(proof: Self::Proof, packed: &Packed) -> Self::Loose;
    /// Returns the element in the common form.
    fn pack(&self) -> Packed;
    /// Decodes a little-endian number, whose top bit is ignored and which is reduced modulo p.
    fn from_bytes(proof: Self::Proof, bytes: &[u8; 32]) -> Self;
    /// Encodes the element as a little-endian number below p.
    fn to_bytes(&self) -> [u8; 32];

    /// Returns `self` + `other`.
    fn add(&self, other: &Self) -> Self::Loose;
    /// Returns `self` − `other`.
    fn sub(&self, other: &Self) -> Self::Loose;
    /// Returns −`self`.
    fn neg(&self) -> Self::Loose;
    /// Returns the element as a loose operand.
    fn relax(&self) -> Self::Loose;
    /// Returns the element, tight.
    fn carry(loose: &Self::Loose) -> Self;
    /// Returns `a` · `b`.
    fn mul(a: &Self::Loose, b: &Self::Loose) -> Self;
    /// Returns `a`².
    fn square(a: &Self::Loose) -> Self;
    /// Returns 121 666 · `a`.
    fn mul_121666(a: &Self::Loose) -> Self;
    /// Returns 1/`self`, and 0 for 0.
    fn invert(&self) -> Self;
}

/// Returns the element that `packed` encodes, tight.
#[inline(always)]
pub(crate) fn unpack<F: Field>(proof: F::Proof, packed: &Packed) -> F {
    F::carry(&F::loose(proof, packed))
}

/// Returns `a` · `b` of tight elements.
#[inline(always)]
pub(crate) fn mul<F: Field>(a: &F, b: &F) -> F {
    a.product(b)
}

/// Returns `a`² of a tight element.
#[inline(always)]
pub(crate) fn square<F: Field>(a: &F) -> F {
    a.squared()
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

/// Returns whether `a` = `b`.
pub(crate) fn equal<F: Field>(a: &F, b: &F) -> Choice {
    ct::eq(&a.to_bytes(), &b.to_bytes())
}

/// Returns whether `a` = 0.
pub(crate) fn is_zero<F: Field>(a: &F) -> Choice {
    ct::eq(&a.to_bytes(), &[0; 32])
}

/// Returns whether `a` is odd as a number below p: "negative" in the sense of RFC 8032 and RFC 9496.
pub(crate) fn is_negative<F: Field>(a: &F) -> Choice {
    Choice::from_lsb(a.to_bytes()[0])
}

/// Returns −`a` if `choice` is true, else `a`.
pub(crate) fn negate_if<F: Field>(choice: Choice, a: &F) -> F {
    F::select(choice, *a, F::carry(&a.neg()))
}

/// Returns the one of `a` and −`a` that is not negative.
pub(crate) fn absolute<F: Field>(a: &F) -> F {
    negate_if(is_negative(a), a)
}

/// Inverts at most [`TOGETHER`] elements in place, where the inverse of 0 is 0, with one inversion for all
/// (Montgomery's trick).
///
/// Zeros are replaced by 1, so they do not affect the others.
pub(crate) fn invert_all<F: Field>(elements: &mut [F]) {
    let one = match elements {
        [] => return,
        [element] => {
            *element = element.invert();
            return;
        }
        [element, ..] => F::one(element.proof()),
    };
    let mut products = [one; TOGETHER];
    let mut product = one;
    for (element, before) in elements.iter().zip(&mut products) {
        *before = product;
        product = mul(&product, &one_for_zero(element));
    }
    let mut inverse = product.invert();
    for (i, before) in products[..elements.len()].iter().enumerate().rev() {
        let element = &mut elements[i];
        let own = mul(&inverse, before);
        inverse = mul(&inverse, &one_for_zero(element));
        *element = F::select(is_zero(element), own, F::zero(element.proof()));
    }
}

/// Computes [`invert_all`] for eight elements in the common form.
#[inline(always)]
pub(crate) fn invert_eight<F: Field>(proof: F::Proof, packed: [Packed; 8]) -> [Packed; 8] {
    let mut elements: [F; 8] = packed.map(|packed| unpack(proof, &packed));
    invert_all(&mut elements);
    elements.map(|element| element.pack())
}

/// Returns 1 if `a` = 0, else `a`.
fn one_for_zero<F: Field>(a: &F) -> F {
    F::select(is_zero(a), *a, F::one(a.proof()))
}
