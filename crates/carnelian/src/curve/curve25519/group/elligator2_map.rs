//! Elligator 2 for curve25519 over any representation of the field: Bernstein, Hamburg, Krasnova and Lange, "Elligator:
//! Elliptic-curve points indistinguishable from uniform random strings", Section 5; RFC 9380 Sections 6.7.1 and 6.8.2.
//! Constant time.
//!
//! The curve is t² = s³ + J·s² + s with J = 486662, and the nonsquare is Z = 2. One square root is nearly all the work
//! of each direction; inversions are merged into it.

use super::{Extended, Point};
use crate::base::ct::Choice;
use crate::curve::curve25519::field::{
    Field, Packed, is_negative, is_zero, mul, negate_if, sqrt_ratio, square, unpack,
};
use crate::curve::curve25519::tables;

/// J.
const J: Packed = [486_662, 0, 0, 0, 0];
/// J².
const J_SQUARED: Packed = [J[0] * J[0], 0, 0, 0, 0];
const _: () = assert!(J_SQUARED[0] < 1 << 51);
/// 2²⁴⁸; the weight of the last limb is 2²⁰⁴.
const TWO_TO_248: Packed = [0, 0, 0, 0, 1 << 44];

/// Returns the coordinates (s, t) of map_to_curve_elligator2_curve25519(`u`), RFC 9380 Section 6.7.1. There are no
/// exceptional `u`.
fn map<F: Field>(u: &F) -> (F, F) {
    let constant = |packed| F::loose(u.proof(), packed);
    let one = F::one(u.proof());
    let u2 = square(u);
    let zu2 = F::carry(&u2.add(&u2));
    // x1 = −J/D. D = 1 + Z·u² is not 0, since −1/Z is not a square.
    let d = F::carry(&one.add(&zu2));
    let d2 = square(&d);
    // gx1 = x1³ + J·x1² + x1 = N/D³ with N = J(J²·Z·u² − D²), which is not 0, since Z·u² is not a square.
    let j2_zu2 = F::mul(&constant(&J_SQUARED), &zu2.relax());
    let n = F::mul(&j2_zu2.sub(&d2), &constant(&J));
    // √(1/(N·D³)) if that is a square, which holds if and only if gx1 is one, else √(i/(N·D³)).
    let nd3 = mul(&n, &mul(&d2, &d));
    let (is_square, root) = sqrt_ratio(&one, &nd3);
    // x1 = −J·N·D²/(N·D³), and x2 = −x1 − J = Z·u²·x1, times −i to cancel the i in the root.
    let i = unpack::<F>(u.proof(), &tables::SQRT_M1);
    let minus_x1 = F::mul(&mul(&mul(&n, &d2), &square(&root)).relax(), &constant(&J));
    let minus_i_zu2 = F::carry(&mul(&i, &zu2).neg());
    let s = mul(&minus_x1, &F::select(is_square, minus_i_zu2, one));
    // √gx1 = N·√(1/(N·D³)), and √gx2 = √(Z·u²·gx1) = u·√(2/i)·N·√(i/(N·D³)), where √(2/i) = 1 − i.
    let u_root = F::mul(&u.relax(), &one.sub(&i));
    let t = mul(&mul(&n, &root), &F::select(is_square, u_root, one));
    // The root of gx1 is odd, that of gx2 even.
    (F::carry(&s.neg()), negate_if(is_negative(&t) ^ is_square, &t))
}

/// Returns the Montgomery coordinate of the point that 32 bytes represent; their top two bits are ignored.
pub(crate) fn map_to_montgomery<F: Field>(proof: F::Proof, representative: &[u8; 32]) -> [u8; 32] {
    let mut number = *representative;
    number[31] &= 0x3f;
    let (s, _) = map(&F::from_bytes(proof, &number));
    s.to_bytes()
}

/// Computes map_to_curve_elligator2_edwards25519 of RFC 9380 Section 6.8.2 for the result of hash_to_field (Section
/// 5.2) on 48 bytes: the big-endian number modulo p.
pub(crate) fn map_to_edwards<F: Field>(proof: F::Proof, uniform: &[u8; 48]) -> Extended<F> {
    let (mut low, mut high) = ([0; 32], [0; 32]);
    for (digit, byte) in low[..31].iter_mut().chain(&mut high).zip(uniform.iter().rev()) {
        *digit = *byte;
    }
    let high = F::mul(&F::from_bytes(proof, &high).relax(), &F::loose(proof, &TWO_TO_248));
    to_edwards(&map(&F::carry(&high.add(&F::from_bytes(proof, &low)))))
}

/// Computes the rational map of RFC 9380 Appendix D.1: v = √−486664·s/t, w = (s − 1)/(s + 1), and (0, 1) if t = 0 or s
/// = −1.
fn to_edwards<F: Field>((s, t): &(F, F)) -> Extended<F> {
    let (zero, one) = (F::zero(s.proof()), F::one(s.proof()));
    let numerator_v = F::mul(&s.relax(), &F::loose(s.proof(), &tables::SQRT_MINUS_486664));
    let (numerator_w, denominator_w) = (s.sub(&one), s.add(&one));
    let z = F::mul(&t.relax(), &denominator_w);
    let is_exception = is_zero(&z);
    let coordinate = |value, exception| F::select(is_exception, value, exception);
    Extended {
        x: coordinate(F::mul(&numerator_v.relax(), &denominator_w), zero),
        y: coordinate(F::mul(&numerator_w, &t.relax()), one),
        z: coordinate(z, one),
        t: coordinate(F::mul(&numerator_v.relax(), &numerator_w), zero),
    }
}

/// Returns the representative of the point of the curve with Montgomery coordinate `u`, and whether it has one. For a
/// coordinate of the twist the results are meaningless.
pub(crate) fn inverse<F: Field>(proof: F::Proof, u: &[u8; 32], tweak: u8) -> ([u8; 32], Choice) {
    inverse_of_ratio(&F::from_bytes(proof, u), &F::one(proof), tweak)
}

/// Computes [`inverse`] for a point of edwards25519, whose Montgomery coordinate is (Z + Y)/(Z − Y).
pub(crate) fn inverse_of_point<F: Field>(proof: F::Proof, point: &Point, tweak: u8) -> ([u8; 32], Choice) {
    let Extended { y, z, .. } = Extended::<F>::unpack(proof, point);
    inverse_of_ratio(&F::carry(&z.add(&y)), &F::carry(&z.sub(&y)), tweak)
}

/// Section 5.3 of the paper: r = √(−u/(Z(u + J))) or √(−(u + J)/(Z·u)), chosen by the lowest bit of `tweak`, for u =
/// `numerator`/`denominator`. Returns the root that is at most (p − 1)/2, with the top two bits of `tweak` above it.
fn inverse_of_ratio<F: Field>(numerator: &F, denominator: &F, tweak: u8) -> ([u8; 32], Choice) {
    let proof = numerator.proof();
    // u + J, over the same denominator.
    let sum = F::carry(&numerator.add(&F::mul(&denominator.relax(), &F::loose(proof, &J))));
    // The one is u times √(1/(−Z·u(u + J))), the other u + J times that. The denominator cancels out.
    let product = mul(numerator, &sum);
    let minus_product = F::carry(&product.neg());
    let (is_square, root) = sqrt_ratio(&F::one(proof), &F::carry(&minus_product.add(&minus_product)));
    let r = mul(&root, &F::select(Choice::from_lsb(tweak), *numerator, sum));
    // 2r is odd modulo p if and only if r is above (p − 1)/2.
    let r = negate_if(is_negative(&F::carry(&r.add(&r))), &r);
    let mut bytes = r.to_bytes();
    bytes[31] |= tweak & 0xc0;
    // u = 0 has the representative 0. u = −J, the other zero of the product, has none.
    (bytes, is_square | is_zero(numerator))
}
