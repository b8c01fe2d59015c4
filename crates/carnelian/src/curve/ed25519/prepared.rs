//! Keys under which many signatures are verified.

use super::equation;
use super::error::SignatureError;
use super::hashing::{challenge, challenge_hasher};
use super::rule::Rule;
use super::signature::SignatureOf;
use super::variant::{Domain, Ed25519, Scheme};
use super::verifying::{KeyPoint, VerifyingKeyOf};
use crate::curve::curve25519::{EdwardsPoint, PointError, PreparedPoint, Scalar};
use crate::hash::Hash;
use core::fmt;

/// A verifying key of Ed25519 with tables for many verifications.
pub type PreparedVerifyingKey = PreparedVerifyingKeyOf<Ed25519>;

/// A verifying key with tables of multiples of its point, which take 15 360 bytes on the heap, or 61 440 with AVX-512 IFMA,
/// and as much work as two or three verifications to make. They pay from the third or fourth signature on. Its verdicts are
/// those of the key. Use it as [`PreparedVerifyingKey`].
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
    /// Of −A.
    negated: PreparedPoint,
}

impl<S: Scheme> VerifyingKeyOf<S> {
    /// The key made ready for many verifications: see [`PreparedVerifyingKeyOf`].
    #[must_use]
    pub fn prepare(&self) -> PreparedVerifyingKeyOf<S> {
        PreparedVerifyingKeyOf { key: *self, negated: PreparedPoint::new(&-self.to_point()) }
    }
}

impl<S: Scheme> PreparedVerifyingKeyOf<S> {
    /// The key.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKeyOf<S> {
        &self.key
    }

    /// As [`VerifyingKeyOf::verify`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.verify_with(S::RULE, message, signature)
    }

    /// As [`VerifyingKeyOf::verify_with`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_with(&self, rule: Rule, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        let mut hasher = challenge_hasher::<S>(Domain::Pure, &signature.r(), self.key.as_bytes());
        hasher.update(message);
        self.key.check(&self.negated, rule, signature, &challenge::<S>(hasher))
    }
}

/// The tables of −A.
impl KeyPoint for PreparedPoint {
    fn commitment(&self, k: &Scalar, s: &Scalar) -> EdwardsPoint {
        self.double_scalar_mul_base_vartime(k, s)
    }

    fn holds_with_cofactor(&self, rule: Rule, r: &[u8; 32], k: &Scalar, s: &Scalar) -> Result<bool, PointError> {
        let expected = self.commitment(k, s);
        // Nearly every signature that holds at all holds without the cofactor, and then R need not be decoded.
        Ok(expected.compress() == *r || equation::is_small_order_vartime(&(expected - rule.decode(r)?)))
    }
}

impl<S: Scheme> fmt::Debug for PreparedVerifyingKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedVerifyingKey({})", self.key)
    }
}
