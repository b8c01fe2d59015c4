//! Verification under a key that is used once.

use super::equation::{decode_s, holds_with_cofactor};
use super::error::SignatureError;
use super::hashing::{challenge, challenge_hasher};
use super::rule::Rule;
use super::signature::{Signature, SignatureOf};
use super::variant::{Domain, Scheme};
use super::verifying::VerifyingKeyOf;
use crate::hash::Hash;

/// Verifies an Ed25519 signature of `message` under a key in its encoded form, by [`Rule::Rfc8032`].
///
/// The result is that of [`VerifyingKey::from_bytes`] followed by [`VerifyingKey::verify`]. This function is faster for
/// a key that is used once, since it decodes the points of the key and of the signature together. Decode a key that is
/// used again once, as a [`VerifyingKey`], and [prepare](VerifyingKeyOf::prepare) one that is used often.
///
/// # Errors
/// [`SignatureError`] if the signature is not valid; [`SignatureError::Key`] if the bytes are not a key.
///
/// [`VerifyingKey`]: super::VerifyingKey
/// [`VerifyingKey::from_bytes`]: VerifyingKeyOf::from_bytes
/// [`VerifyingKey::verify`]: VerifyingKeyOf::verify
///
/// ```
/// use carnelian::curve::ed25519::{self, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let signature = key.sign(b"a message");
/// ed25519::verify(key.verifying_key().as_bytes(), b"a message", &signature)?;
/// # Ok::<(), ed25519::SignatureError>(())
/// ```
pub fn verify(key: &[u8; 32], message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    verify_with(Rule::Rfc8032, key, message, signature)
}

/// Verifies like [`verify`], by another rule.
///
/// # Errors
/// [`SignatureError`] if the signature is not valid.
pub fn verify_with(rule: Rule, key: &[u8; 32], message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    verify_of(rule, key, message, signature)
}

/// [`verify_with`] for any scheme.
pub(in crate::curve) fn verify_of<S: Scheme>(
    rule: Rule,
    key: &[u8; 32],
    message: &[u8],
    signature: &SignatureOf<S>,
) -> Result<(), SignatureError> {
    if !rule.is_cofactored() {
        // Verification by these rules does not decode R.
        let key = VerifyingKeyOf::<S>::from_bytes_for(rule, key).map_err(SignatureError::Key)?;
        return key.verify_with(rule, message, signature);
    }
    let r = signature.r();
    let [a, r_point] = rule.decode_pair([key, &r]);
    let a = VerifyingKeyOf::<S>::from_decoded(rule, key, a).map_err(SignatureError::Key)?;
    let (s, r_point) = (decode_s(&signature.s())?, r_point?);
    let mut hasher = challenge_hasher::<S>(Domain::Pure, &r, key);
    hasher.update(message);
    if holds_with_cofactor(&a.to_point(), &r_point, &challenge::<S>(hasher), &s) {
        Ok(())
    } else {
        Err(SignatureError::Mismatch)
    }
}
