//! Ristretto255 over any representation of the field, RFC 9496 Section 4.3. Constant time.
//!
//! Nearly all the time is spent on one square root; parameters named `sqrt_ratio` compute
//! [`field::sqrt_ratio`](crate::curve::curve25519::field::sqrt_ratio).

use super::{Extended, Point};
use crate::base::ct::{self, Choice};
use crate::curve::curve25519::field::{self, Field, absolute, is_negative, is_zero, mul, negate_if, square, unpack};
use crate::curve::curve25519::tables;

/// Section 4.3.1: returns the point of an encoding, and whether there is one.
pub(crate) fn decode<F: Field>(
    proof: F::Proof,
    bytes: &[u8; 32],
    sqrt_ratio: impl Fn(&F, &F) -> (Choice, F),
) -> (Point, Choice) {
    let one = F::one(proof);
    // 1. and 2.
    let s = F::from_bytes(proof, bytes);
    let valid = ct::eq(&s.to_bytes(), bytes) & !is_negative(&s);
    // 3.
    let ss = square(&s);
    let u1 = F::carry(&one.sub(&ss));
    let u2 = F::carry(&one.add(&ss));
    let u2_sqr = square(&u2);
    // v = −(D·u1²) − u2_sqr
    let d_u1_sqr = F::mul(&F::loose(proof, &tables::D), &square(&u1).relax());
    let v = F::carry(&F::carry(&d_u1_sqr.neg()).sub(&u2_sqr));
    let (was_square, invsqrt) = sqrt_ratio(&one, &mul(&v, &u2_sqr));
    let den_x = mul(&invsqrt, &u2);
    let den_y = mul(&mul(&invsqrt, &den_x), &v);
    let x = absolute(&F::mul(&s.add(&s), &den_x.relax()));
    let y = mul(&u1, &den_y);
    let t = mul(&x, &y);
    // 4.
    let valid = valid & was_square & !is_negative(&t) & !is_zero(&y);
    (Extended { x, y, z: one, t }.pack(), valid)
}

/// Section 4.3.2.
pub(crate) fn encode<F: Field>(point: &Extended<F>, sqrt_ratio: impl Fn(&F, &F) -> (Choice, F)) -> [u8; 32] {
    let Extended { x: x0, y: y0, z: z0, t: t0 } = point;
    let proof = t0.proof();
    let u1 = F::mul(&z0.add(y0), &z0.sub(y0));
    let u2 = mul(x0, y0);
    let (_, invsqrt) = sqrt_ratio(&F::one(proof), &mul(&u1, &square(&u2)));
    let den1 = mul(&invsqrt, &u1);
    let den2 = mul(&invsqrt, &u2);
    let z_inv = mul(&mul(&den1, &den2), t0);
    let i = F::loose(proof, &tables::SQRT_M1);
    let ix0 = F::mul(&x0.relax(), &i);
    let iy0 = F::mul(&y0.relax(), &i);
    let enchanted_denominator = F::mul(&den1.relax(), &F::loose(proof, &tables::INVSQRT_A_MINUS_D));
    let rotate = is_negative(&mul(t0, &z_inv));
    let x = F::select(rotate, *x0, iy0);
    let y = F::select(rotate, *y0, ix0);
    let den_inv = F::select(rotate, den2, enchanted_denominator);
    let y = negate_if(is_negative(&mul(&x, &z_inv)), &y);
    absolute(&F::mul(&den_inv.relax(), &z0.sub(&y))).to_bytes()
}

/// Section 4.3.3.
pub(crate) fn equals<F: Field>(a: &Extended<F>, b: &Extended<F>) -> Choice {
    field::equal(&mul(&a.x, &b.y), &mul(&a.y, &b.x)) | field::equal(&mul(&a.y, &b.y), &mul(&a.x, &b.x))
}

/// MAP of Section 4.3.4, from 32 bytes whose top bit is ignored.
pub(crate) fn map<F: Field>(
    proof: F::Proof,
    bytes: &[u8; 32],
    sqrt_ratio: impl Fn(&F, &F) -> (Choice, F),
) -> Extended<F> {
    let constant = |packed| F::loose(proof, packed);
    let one = F::one(proof);
    let t = F::from_bytes(proof, bytes);
    let r = F::mul(&constant(&tables::SQRT_M1), &square(&t).relax());
    let u = F::mul(&r.add(&one), &constant(&tables::ONE_MINUS_D_SQ));
    let minus_one = F::carry(&one.neg());
    // v = (−1 − r·D)·(r + D)
    let r_d = F::mul(&r.relax(), &constant(&tables::D));
    let v = F::mul(&minus_one.sub(&r_d), &r.add(&unpack(proof, &tables::D)));
    let (was_square, s) = sqrt_ratio(&u, &v);
    let s_prime = F::carry(&absolute(&mul(&s, &t)).neg());
    let s = F::select(was_square, s_prime, s);
    let c = F::select(was_square, r, minus_one);
    // N = c·(r − 1)·D_MINUS_ONE_SQ − v
    let product = F::mul(&F::mul(&c.relax(), &r.sub(&one)).relax(), &constant(&tables::D_MINUS_ONE_SQ));
    let n = product.sub(&v);
    let w0 = F::mul(&s.add(&s), &v.relax());
    let w1 = F::mul(&n, &constant(&tables::SQRT_AD_MINUS_ONE));
    let ss = square(&s);
    let w2 = F::carry(&one.sub(&ss));
    let w3 = F::carry(&one.add(&ss));
    Extended { x: mul(&w0, &w3), y: mul(&w2, &w1), z: mul(&w1, &w3), t: mul(&w0, &w2) }
}
