//! Verifying keys that are prepared for many verifications.

use crate::curve::curve25519::{EdwardsPoint, PointError, PreparedPoint, Scalar};
use crate::curve::ed25519::equation::{KeyPoint, is_small_order_vartime};
use crate::curve::ed25519::error::SignatureError;
use crate::curve::ed25519::hashing::{challenge, challenge_hasher};
use crate::curve::ed25519::rule::Rule;
use crate::curve::ed25519::signature::SignatureOf;
use crate::curve::ed25519::variant::{Domain, Ed25519, Scheme};
use crate::curve::ed25519::verifying::VerifyingKeyOf;
use crate::hash::Hash;
use core::fmt;

/// A verifying key of Ed25519 with tables for many verifications.
pub type PreparedVerifyingKey = PreparedVerifyingKeyOf<Ed25519>;

/// A verifying key with tables of multiples of its point. Use it as [`PreparedVerifyingKey`].
///
/// The tables take 15 360 bytes on the heap, or 61 440 with AVX2, and as long to compute as two or three verifications,
/// so preparing a key pays from the third or fourth signature on. Results are the same as those of the key itself.
///
/// ```
/// use carnelian::curve::ed25519::SigningKey;
/// let key = SigningKey::from_seed([7; 32]);
/// let prepared = key.verifying_key().prepare();
/// for message in [b"one", b"two"] {
///     prepared.verify(message, &key.sign(message))?;
/// }
/// # Ok::<(), carnelian::curve::ed25519::SignatureError>(())
/// ```
#[derive(Clone)]
pub struct PreparedVerifyingKeyOf<S: Scheme> {
    key: VerifyingKeyOf<S>,
    /// The tables of −A.
    negated: PreparedPoint,
}

impl<S: Scheme> VerifyingKeyOf<S> {
    /// Prepares the key for many verifications: see [`PreparedVerifyingKeyOf`].
    #[must_use]
    pub fn prepare(&self) -> PreparedVerifyingKeyOf<S> {
        PreparedVerifyingKeyOf { key: *self, negated: PreparedPoint::new(&-self.to_point()) }
    }
}

impl<S: Scheme> PreparedVerifyingKeyOf<S> {
    /// Returns the key.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKeyOf<S> {
        &self.key
    }

    /// Verifies like [`VerifyingKeyOf::verify`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.verify_with(S::RULE, message, signature)
    }

    /// Verifies like [`VerifyingKeyOf::verify_with`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_with(&self, rule: Rule, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.verify_in(rule, Domain::Pure, message, signature)
    }

    /// [`VerifyingKeyOf::verify_in`].
    pub(in crate::curve::ed25519) fn verify_in(
        &self,
        rule: Rule,
        domain: Domain<'_>,
        message: &[u8],
        signature: &SignatureOf<S>,
    ) -> Result<(), SignatureError> {
        let mut hasher = challenge_hasher::<S>(domain, &signature.r(), self.key.as_bytes());
        hasher.update(message);
        self.key.check(&self.negated, rule, signature, &challenge::<S>(hasher))
    }
}

/// The tables are those of −A.
impl KeyPoint for PreparedPoint {
    fn commitment(&self, k: &Scalar, s: &Scalar) -> EdwardsPoint {
        self.double_scalar_mul_base_vartime(k, s)
    }

    fn holds_with_cofactor(&self, rule: Rule, r: &[u8; 32], k: &Scalar, s: &Scalar) -> Result<bool, PointError> {
        let expected = self.commitment(k, s);
        // Nearly every valid signature satisfies the equation without the cofactor, and then R need not be decoded.
        Ok(expected.compress() == *r || is_small_order_vartime(&(expected - rule.decode(r)?)))
    }
}

impl<S: Scheme> fmt::Debug for PreparedVerifyingKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedVerifyingKey({})", self.key)
    }
}
