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
    let holds = if rule.is_cofactored() {
        let s = decode_s(s)?;
        cofactored(a, &rule.decode(r)?, k, &s)
    } else {
        let s = decode_s(s)?;
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

/// Whether 8(s·B − R − k·A) = 0.
pub(super) fn cofactored(a: &impl KeyPoint, r: &EdwardsPoint, k: &Scalar, s: &Scalar) -> bool {
    is_small_order_vartime(&(a.commitment(k, s) - *r))
}

/// Whether 8·`point` = 0.
pub(super) fn is_small_order_vartime(point: &EdwardsPoint) -> bool {
    point.is_small_order().declassify("what is verified is public")
}
