//! Prime fields: the contract of a representation, and operations that use only the contract.

use crate::base::ct::{self, Choice, Select};

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

/// A representation of the elements of the field modulo a prime p. A value of this type is *tight*: it can be added and
/// subtracted once, which returns a [`Loose`](Self::Loose) one that can only be multiplied or carried. So no sum is
/// ever too long.
///
/// Every operation takes constant time.
pub(crate) trait PrimeField: Multiplicative + Select {
    /// A sum or difference of two tight elements.
    type Loose: Copy + Select;
    /// The proof that the CPU has the instructions. An element contains it, so an element comes from a proof or from
    /// another element.
    type Proof: Copy;
    /// A little-endian number: an array of as many bytes as p has. An encoding in the other order is reversed outside.
    type Bytes: AsRef<[u8]>;

    /// Returns the proof in the element.
    fn proof(&self) -> Self::Proof;
    /// Returns 0.
    fn zero(proof: Self::Proof) -> Self;
    /// Returns 1.
    fn one(proof: Self::Proof) -> Self;

    /// Decodes a number, which is reduced modulo p.
    fn from_bytes(proof: Self::Proof, bytes: &Self::Bytes) -> Self;
    /// Encodes the element as a number below p.
    fn to_bytes(&self) -> Self::Bytes;

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
    /// Returns 1/`self`, and 0 for 0.
    fn invert(&self) -> Self;
}

/// Returns `a` · `b` of tight elements.
#[inline(always)]
pub(crate) fn mul<F: PrimeField>(a: &F, b: &F) -> F {
    a.product(b)
}

/// Returns `a`² of a tight element.
#[inline(always)]
pub(crate) fn square<F: PrimeField>(a: &F) -> F {
    a.squared()
}

/// Returns whether `a` = `b`.
pub(crate) fn equal<F: PrimeField>(a: &F, b: &F) -> Choice {
    ct::eq(a.to_bytes().as_ref(), b.to_bytes().as_ref())
}

/// Returns whether `a` = 0.
pub(crate) fn is_zero<F: PrimeField>(a: &F) -> Choice {
    ct::is_zero(a.to_bytes().as_ref().iter().fold(0, |bits, byte| bits | byte))
}

/// Returns whether `a` is odd as a number below p.
pub(crate) fn is_odd<F: PrimeField>(a: &F) -> Choice {
    Choice::from_lsb(a.to_bytes().as_ref()[0])
}

/// Returns −`a` if `choice` is true, else `a`.
pub(crate) fn negate_if<F: PrimeField>(choice: Choice, a: &F) -> F {
    F::select(choice, *a, F::carry(&a.neg()))
}

/// Inverts at most [`TOGETHER`] elements in place, where the inverse of 0 is 0, with one inversion for all
/// (Montgomery's trick).
///
/// Zeros are replaced by 1, so they do not affect the others.
pub(crate) fn invert_all<F: PrimeField>(elements: &mut [F]) {
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

/// Returns 1 if `a` = 0, else `a`.
fn one_for_zero<F: PrimeField>(a: &F) -> F {
    F::select(is_zero(a), *a, F::one(a.proof()))
}
