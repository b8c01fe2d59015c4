//! The equation of Section 5.1.7 of RFC 8032, in its two forms, and nothing else of verification.

use super::error::SignatureError;
use super::rule::Rule;
use super::verifying::KeyPoint;
use crate::curve::curve25519::{EdwardsPoint, Scalar};

/// Whether (`r`, `s`) is a signature for the challenge `k` under the key `a`, which the rule admits.
pub(super) fn check(
    rule: Rule,
    a: &impl KeyPoint,
    r: &[u8; 32],
    s: &[u8; 32],
    k: &Scalar,
) -> Result<(), SignatureError> {
    let s = decode_s(s)?;
    let holds = if rule.is_cofactored() {
        a.holds_with_cofactor(rule, r, k, &s)?
    } else {
        let expected = a.commitment(k, &s);
        let same = expected.compress() == *r;
        // R is then the canonical encoding of `expected`.
        if same && rule == Rule::Strict && is_small_order_vartime(&expected) {
            return Err(SignatureError::PointOfSmallOrder);
        }
        same
    };
    if holds { Ok(()) } else { Err(SignatureError::Mismatch) }
}

/// The number S.
pub(super) fn decode_s(s: &[u8; 32]) -> Result<Scalar, SignatureError> {
    Scalar::from_canonical_bytes(s).map_err(|_| SignatureError::ScalarNotCanonical)
}

/// Whether 8(`s`·B − `r` − `k`·`a`) = 0.
///
/// With k = c₀/c₁ modulo L and both of these half as long as k, c₁ times the bracket is c₁s·B − c₁·R − c₀·A, but for a
/// part of small order, which 8 takes away; and c₁ is not 0 modulo L, so that nothing else becomes 0 by it. The sum takes
/// half the doublings that k·A takes. s·B loses nothing: there are tables of 2¹²⁸·B as well. What is computed is the
/// negative, because a number is negated sooner than a point.
pub(super) fn holds_with_cofactor(a: &EdwardsPoint, r: &EdwardsPoint, k: &Scalar, s: &Scalar) -> bool {
    let (c_0, is_negative, c_1) = k.halve_vartime();
    let a = if is_negative { -*a } else { *a };
    is_small_order_vartime(&EdwardsPoint::combination_vartime([&c_0, &c_1], [&a, r], &-(c_1 * *s)))
}

/// Whether 8·`point` = 0.
pub(super) fn is_small_order_vartime(point: &EdwardsPoint) -> bool {
    point.is_small_order().declassify("what is verified is public")
}
