//! The verification equation of RFC 8032 Section 5.1.7, with and without the cofactor.

use super::error::SignatureError;
use super::rule::Rule;
use crate::curve::curve25519::{EdwardsPoint, PointError, Scalar};

/// A point A that signatures are verified under, in any representation.
pub(super) trait KeyPoint {
    /// Returns `s`·B − `k`·A. Takes time that depends on all operands.
    fn commitment(&self, k: &Scalar, s: &Scalar) -> EdwardsPoint;

    /// Returns whether 8(`s`·B − R − `k`·A) = 0 for the point R that `r` encodes under `rule`. Takes time that depends
    /// on all operands.
    fn holds_with_cofactor(&self, rule: Rule, r: &[u8; 32], k: &Scalar, s: &Scalar) -> Result<bool, PointError>;
}

impl KeyPoint for EdwardsPoint {
    fn commitment(&self, k: &Scalar, s: &Scalar) -> EdwardsPoint {
        // Negate the point, not k: (L − k)·A ≠ −k·A when A has a component of small order.
        Self::double_scalar_mul_base_vartime(k, &-*self, s)
    }

    fn holds_with_cofactor(&self, rule: Rule, r: &[u8; 32], k: &Scalar, s: &Scalar) -> Result<bool, PointError> {
        Ok(holds_with_cofactor(self, &rule.decode(r)?, k, s))
    }
}

/// Checks the signature (`r`, `s`) for the challenge `k` under the key `a`, which the rule must accept.
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
        // If they are equal, R is the canonical encoding of `expected`.
        if same && rule == Rule::Strict && is_small_order_vartime(&expected) {
            return Err(SignatureError::PointOfSmallOrder);
        }
        same
    };
    if holds { Ok(()) } else { Err(SignatureError::Mismatch) }
}

/// Decodes S, which must be below L.
pub(super) fn decode_s(s: &[u8; 32]) -> Result<Scalar, SignatureError> {
    Scalar::from_canonical_bytes(s).map_err(|_| SignatureError::ScalarNotCanonical)
}

/// Returns whether 8(`s`·B − `r` − `k`·`a`) = 0.
///
/// Let k = c₀/c₁ modulo L, where c₀ and c₁ are half as long as k. Then c₁ times the expression in parentheses is c₁s·B
/// − c₁·R − c₀·A up to a component of small order, which the factor 8 removes; c₁ is not 0 modulo L, so the product is
/// 0 only if the expression is. The sum takes half as many doublings as k·A. The length of c₁s costs nothing, since
/// there are tables of multiples of 2¹²⁸·B. We compute the negative: negating a scalar is cheaper than negating a
/// point.
pub(super) fn holds_with_cofactor(a: &EdwardsPoint, r: &EdwardsPoint, k: &Scalar, s: &Scalar) -> bool {
    let (c_0, is_negative, c_1) = k.halve_vartime();
    let a = if is_negative { -*a } else { *a };
    is_small_order_vartime(&EdwardsPoint::combination_vartime([&c_0, &c_1], [&a, r], &-(c_1 * *s)))
}

/// Returns whether 8·`point` = 0.
pub(super) fn is_small_order_vartime(point: &EdwardsPoint) -> bool {
    point.is_small_order().declassify("keys and signatures are public")
}
