//! Verification under a key that is used once.

use super::equation::{decode_s, holds_with_cofactor};
use super::error::SignatureError;
use super::hashing::{challenge, challenge_hasher};
use super::rule::Rule;
use super::signature::{Signature, SignatureOf};
use super::variant::{Domain, Scheme};
use super::verifying::VerifyingKeyOf;
use crate::hash::Hash;

/// Whether `signature` is an Ed25519 signature of `message` under the key that 32 bytes encode, by [`Rule::Rfc8032`].
///
/// The verdict is that of [`VerifyingKey::from_bytes`](VerifyingKeyOf::from_bytes) and [`VerifyingKey::verify`](VerifyingKeyOf::verify). For a key that is used once this is
/// faster, because its point and that of the signature are decoded together; a key that is used again is decoded once as
/// a [`VerifyingKey`](super::VerifyingKey), and one that is used often is [prepared](VerifyingKeyOf::prepare).
///
/// # Errors
/// [`SignatureError`] if it is not; [`SignatureError::Key`] if the bytes are no key.
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

/// As [`verify`], by another rule.
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
        // R is not decoded by these rules.
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
