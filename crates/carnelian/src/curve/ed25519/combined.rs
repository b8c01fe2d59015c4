//! Signed messages, R ‖ S ‖ M: a signature followed by its message, as NaCl's `crypto_sign` makes them.

use super::error::SignedMessageError;
use super::rule::Rule;
use super::signature::{Signature, SignatureOf};
use super::signing::SigningKeyOf;
use super::variant::Scheme;
use super::verify_once::verify;
use super::verifying::VerifyingKeyOf;
use crate::error::LengthError;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl<S: Scheme> SigningKeyOf<S> {
    /// Signs `message` and returns the signature followed by the message, which
    /// [`open_combined`](VerifyingKeyOf::open_combined) takes apart. The time depends only on the length of the
    /// message.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// let signed = key.sign_combined(b"a message");
    /// assert_eq!(signed[..64], *key.sign(b"a message").as_bytes());
    /// assert_eq!(key.verifying_key().open_combined(&signed)?, b"a message");
    /// # Ok::<(), carnelian::curve::ed25519::SignedMessageError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn sign_combined(&self, message: &[u8]) -> Vec<u8> {
        let mut signed = Vec::with_capacity(SignatureOf::<S>::LEN + message.len());
        signed.extend_from_slice(self.sign(message).as_bytes());
        signed.extend_from_slice(message);
        signed
    }

    /// Signs like [`sign_combined`](Self::sign_combined), into a buffer of 64 bytes more than the message.
    ///
    /// # Errors
    /// [`LengthError`] if the buffer has another length; nothing is written then.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// let mut signed = [0; 64 + 9];
    /// key.sign_combined_to(b"a message", &mut signed)?;
    /// assert_eq!(key.verifying_key().open_combined(&signed)?, b"a message");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sign_combined_to(&self, message: &[u8], signed: &mut [u8]) -> Result<(), LengthError> {
        let found = signed.len();
        match signed.split_first_chunk_mut() {
            Some((signature, copy)) if copy.len() == message.len() => {
                *signature = self.sign(message).to_bytes();
                copy.copy_from_slice(message);
                Ok(())
            }
            _ => {
                let expected = message.len().saturating_add(SignatureOf::<S>::LEN);
                Err(LengthError { what: "a signed message", expected, found })
            }
        }
    }
}

impl<S: Scheme> VerifyingKeyOf<S> {
    /// Verifies a signed message, R ‖ S ‖ M, by the scheme's default rule, and returns the message.
    ///
    /// # Errors
    /// [`SignedMessageError`] if the input is shorter than a signature, or if the signature is not valid.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// let mut signed = key.sign_combined(b"a message");
    /// assert_eq!(key.verifying_key().open_combined(&signed)?, b"a message");
    /// signed[70] ^= 1;
    /// assert!(key.verifying_key().open_combined(&signed).is_err());
    /// # Ok::<(), carnelian::curve::ed25519::SignedMessageError>(())
    /// ```
    pub fn open_combined<'a>(&self, signed: &'a [u8]) -> Result<&'a [u8], SignedMessageError> {
        self.open_combined_with(S::RULE, signed)
    }

    /// Verifies like [`open_combined`](Self::open_combined), by another rule.
    ///
    /// # Errors
    /// [`SignedMessageError`] if the input is shorter than a signature, or if the signature is not valid.
    pub fn open_combined_with<'a>(&self, rule: Rule, signed: &'a [u8]) -> Result<&'a [u8], SignedMessageError> {
        let (signature, message) = split(signed)?;
        self.verify_with(rule, message, &SignatureOf::from_bytes(signature)).map_err(SignedMessageError::Signature)?;
        Ok(message)
    }
}

/// Verifies a signed message, R ‖ S ‖ M, of Ed25519 under a key in its encoded form, by
/// [`Rule::Rfc8032`](super::Rule::Rfc8032), and returns the message. Like [`verify`](super::verify()) it is faster for a
/// key that is used once.
///
/// # Errors
/// [`SignedMessageError`] if the input is shorter than a signature, or if the signature is not valid; the error says so
/// if the bytes are not a key.
///
/// ```
/// use carnelian::curve::ed25519::{self, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let signed = key.sign_combined(b"a message");
/// assert_eq!(ed25519::open_combined(key.verifying_key().as_bytes(), &signed)?, b"a message");
/// # Ok::<(), carnelian::curve::ed25519::SignedMessageError>(())
/// ```
pub fn open_combined<'a>(key: &[u8; 32], signed: &'a [u8]) -> Result<&'a [u8], SignedMessageError> {
    let (signature, message) = split(signed)?;
    verify(key, message, &Signature::from_bytes(signature)).map_err(SignedMessageError::Signature)?;
    Ok(message)
}

/// Splits a signed message into its signature and its message.
fn split(signed: &[u8]) -> Result<(&[u8; 64], &[u8]), SignedMessageError> {
    signed.split_first_chunk().ok_or(SignedMessageError::TooShort { found: signed.len() })
}
