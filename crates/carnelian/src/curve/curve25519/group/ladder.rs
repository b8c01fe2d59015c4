//! The Montgomery ladder, RFC 7748 Section 5.

use crate::base::ct::Choice;
use crate::curve::curve25519::field::{self, Field, Packed};

/// Returns the projective u-coordinate (x₂ : z₂) of `k` times the point with coordinate `u`. `k` is below 2²⁵⁵; the top
/// bit of `u` is ignored. Constant time.
pub(crate) fn ladder<F: Field>(proof: F::Proof, k: &[u8; 32], u: &[u8; 32]) -> (F, F) {
    let x_1 = F::from_bytes(proof, u).relax();
    let (mut x_2, mut z_2) = (F::one(proof), F::zero(proof));
    let (mut x_3, mut z_3) = (F::from_bytes(proof, u), F::one(proof));
    let mut swap = Choice::FALSE;
    for t in (0..255).rev() {
        let k_t = Choice::from_lsb(k[t / 8] >> (t % 8));
        swap = swap ^ k_t;
        F::swap(swap, &mut x_2, &mut x_3);
        F::swap(swap, &mut z_2, &mut z_3);
        swap = k_t;

        let (a, b) = (x_2.add(&z_2), x_2.sub(&z_2));
        let (aa, bb) = (F::square(&a), F::square(&b));
        let e = aa.sub(&bb);
        let (c, d) = (x_3.add(&z_3), x_3.sub(&z_3));
        let (da, cb) = (F::mul(&d, &a), F::mul(&c, &b));
        x_3 = F::square(&da.add(&cb));
        z_3 = F::mul(&x_1, &F::square(&da.sub(&cb)).relax());
        x_2 = field::mul(&aa, &bb);
        // The RFC multiplies E by 121665 and adds it to AA; BB + 121666·E is the same.
        z_2 = F::mul(&e, &bb.add(&F::mul_121666(&e)));
    }
    F::swap(swap, &mut x_2, &mut x_3);
    F::swap(swap, &mut z_2, &mut z_3);
    (x_2, z_2)
}

/// Returns X25519(k, u).
pub(crate) fn x25519<F: Field>(proof: F::Proof, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let (x_2, z_2) = ladder::<F>(proof, k, u);
    quotient(&x_2, &z_2)
}

/// Returns x₂/z₂, and 0 if z₂ = 0.
pub(crate) fn quotient<F: Field>(x_2: &F, z_2: &F) -> [u8; 32] {
    field::mul(x_2, &z_2.invert()).to_bytes()
}

/// Returns the [`quotient`] of packed elements.
pub(crate) fn quotient_of_packed<F: Field<Proof = ()>>((x_2, z_2): (Packed, Packed)) -> [u8; 32] {
    quotient::<F>(&field::unpack((), &x_2), &field::unpack((), &z_2))
}
