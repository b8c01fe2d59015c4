//! Textbook arithmetic of the field, the scalars and the curve over big integers.

use crate::curve::curve25519::field::Packed;
use crate::curve::curve25519::group::Point;
use num_bigint::BigUint;

/// Returns p = 2²⁵⁵ − 19.
pub(super) fn p() -> BigUint {
    (BigUint::from(1u8) << 255) - 19u8
}

/// Returns L = 2²⁵² + 27742317777372353535851937790883648493.
pub(super) fn order() -> BigUint {
    (BigUint::from(1u8) << 252) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128
}

/// Encodes a number below 2²⁵⁶ as 32 little-endian bytes.
pub(super) fn bytes(number: &BigUint) -> [u8; 32] {
    let mut bytes = [0; 32];
    let short = number.to_bytes_le();
    bytes[..short.len()].copy_from_slice(&short);
    bytes
}

/// Returns the element with these limbs.
pub(super) fn element(packed: &Packed) -> BigUint {
    packed.iter().rev().fold(BigUint::ZERO, |sum, limb| (sum << 51) + *limb) % p()
}

/// Returns 1/`a` modulo p, and 0 for 0.
pub(super) fn invert(a: &BigUint) -> BigUint {
    a.modpow(&(p() - 2u8), &p())
}

/// Returns −`a` modulo p.
pub(super) fn negate(a: &BigUint) -> BigUint {
    (p() - a) % p()
}

/// Returns d = −121665/121666.
fn d() -> BigUint {
    negate(&BigUint::from(121_665u32)) * invert(&BigUint::from(121_666u32)) % p()
}

/// The coordinates x and y of a point.
pub(super) type Affine = (BigUint, BigUint);

/// Converts a point in the common form, after checking that limbs are within their bounds, Z ≠ 0, TZ = XY, and x and y
/// are on the curve.
pub(super) fn affine(point: &Point) -> Affine {
    assert!(point.as_flattened().iter().all(|limb| *limb < 1 << 52), "{point:x?}");
    let [x, y, z, t] = point.each_ref().map(element);
    let p = p();
    assert_ne!(z, BigUint::ZERO);
    assert_eq!(&t * &z % &p, &x * &y % &p, "T = XY/Z");
    let z_inverse = invert(&z);
    let (x, y) = (x * &z_inverse % &p, y * &z_inverse % &p);
    let (xx, yy) = (&x * &x % &p, &y * &y % &p);
    assert_eq!((&yy + &p - &xx) % &p, (d() * xx * yy + 1u8) % &p, "−x² + y² = 1 + dx²y²");
    (x, y)
}

/// Returns the sum of two points: (x₁y₂ + y₁x₂)/(1 + dx₁x₂y₁y₂), (y₁y₂ + x₁x₂)/(1 − dx₁x₂y₁y₂).
pub(super) fn add((x1, y1): &Affine, (x2, y2): &Affine) -> Affine {
    let p = p();
    let product = d() * x1 * x2 % &p * y1 * y2 % &p;
    let x = (x1 * y2 + y1 * x2) * invert(&((&product + 1u8) % &p)) % &p;
    let y = (y1 * y2 + x1 * x2) * invert(&((&p + 1u8 - &product) % &p)) % &p;
    (x, y)
}

/// Returns the encoding of RFC 8032 Section 5.1.2.
pub(super) fn encode((x, y): &Affine) -> [u8; 32] {
    let mut encoding = bytes(y);
    encoding[31] |= u8::from(x.bit(0)) << 7;
    encoding
}

/// Returns u = (1 + y)/(1 − y), and 0 for the identity element.
pub(super) fn montgomery((_, y): &Affine) -> [u8; 32] {
    let p = p();
    bytes(&((y + 1u8) * invert(&((&p + 1u8 - y) % &p)) % &p))
}

#[test]
fn the_oracle_knows_the_base_point() {
    let four_fifths = BigUint::from(4u8) * invert(&BigUint::from(5u8)) % p();
    let base = affine(&super::tables::BASE);
    assert_eq!(base.1, four_fifths);
    assert_eq!(montgomery(&base), bytes(&BigUint::from(9u8)));
    let identity = (BigUint::ZERO, BigUint::from(1u8));
    assert_eq!(add(&base, &identity), base);
}
