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
    let s = Scalar::from_canonical_bytes(s).map_err(|_| SignatureError::ScalarNotCanonical)?;
    let holds = if rule.is_cofactored() {
        cofactored(a, &rule.decode(r)?, k, &s)
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

/// Whether 8(s·B − R − k·A) = 0.
fn cofactored(a: &impl KeyPoint, r: &EdwardsPoint, k: &Scalar, s: &Scalar) -> bool {
    is_small_order_vartime(&(a.commitment(k, s) - *r))
}

/// Whether 8·`point` = 0.
pub(super) fn is_small_order_vartime(point: &EdwardsPoint) -> bool {
    point.is_small_order().declassify("what is verified is public")
}
