//! Verifying keys: PK.seed ‖ PK.root.

use super::error::SignatureError;
use super::functions::{Functions, MessageHasher};
use super::message::{Digest, Message};
use super::parameters::Parameters;
use super::signature::Signature;
use super::verify::{Item, VALUES, verify};
use crate::base::hex;
use crate::error::LengthError;
use crate::postquantum::context::Context;
use core::fmt;

/// A verifying key of SLH-DSA: 32, 48 or 64 bytes. All of it is public: nothing here takes constant time.
///
/// ```
/// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaShake128f, VerifyingKey};
/// let key = SigningKey::<SlhDsaShake128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let bytes = key.verifying_key().to_bytes();
/// assert_eq!(bytes.len(), 32);
/// let public = VerifyingKey::<SlhDsaShake128f>::from_bytes(&bytes);
/// let signature = key.sign_deterministic(b"a message")?;
/// public.verify(b"a message", &signature)?;
/// assert!(public.verify(b"another", &signature).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VerifyingKey<P: Parameters> {
    bytes: P::PublicKeyBytes,
}

impl<P: Parameters> VerifyingKey<P> {
    /// Bytes in a verifying key.
    pub const LEN: usize = P::PUBLIC_KEY_LEN;

    /// Creates a key from its bytes. Any bytes are a key.
    #[must_use]
    pub const fn from_bytes(bytes: &P::PublicKeyBytes) -> Self {
        Self { bytes: *bytes }
    }

    /// Decodes a key of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        let wrong = |_| LengthError { what: "an SLH-DSA public key", expected: Self::LEN, found: bytes.len() };
        bytes.try_into().map(|bytes| Self::from_bytes(&bytes)).map_err(wrong)
    }

    /// Returns a reference to the bytes of the key.
    #[must_use]
    pub const fn as_bytes(&self) -> &P::PublicKeyBytes {
        &self.bytes
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub const fn to_bytes(self) -> P::PublicKeyBytes {
        self.bytes
    }

    /// Returns PK.seed.
    pub(super) fn seed(&self) -> &[u8] {
        &self.bytes.as_ref()[..P::N]
    }

    /// Verifies the signature of a message, Algorithm 24, slh_verify(M, SIG, ctx, PK), under the empty context.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), SignatureError> {
        self.verify_ctx(Context::EMPTY, message, signature)
    }

    /// Verifies the signature of a message under a context.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{Context, SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// let context = Context::new(b"example")?;
    /// let signature = key.sign_deterministic_ctx(context, b"a message")?;
    /// key.verifying_key().verify_ctx(context, b"a message", &signature)?;
    /// assert!(key.verifying_key().verify(b"a message", &signature).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        signature: &Signature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_message(&Message::pure(context, message), signature)
    }

    /// Starts the verification of a signature under a context, whose message comes in parts.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{Context, SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// let signature = key.sign_deterministic(b"a message")?;
    /// let mut verifier = key.verifying_key().verifier(Context::EMPTY, &signature);
    /// verifier.update(b"a mess");
    /// verifier.update(b"age");
    /// verifier.verify()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verifier<'s>(&self, context: Context<'_>, signature: &'s Signature<P>) -> Verifier<'s, P> {
        let hasher = Message::pure(context, &[]).start(&signature.as_ref()[..P::N], self.as_ref());
        Verifier { key: *self, signature, hasher }
    }

    pub(super) fn verify_message(&self, message: &Message<'_>, signature: &Signature<P>) -> Result<(), SignatureError> {
        self.verify_bytes(message, signature.as_ref())
    }

    /// Verifies a signature of the right length.
    pub(super) fn verify_bytes(&self, message: &Message<'_>, signature: &[u8]) -> Result<(), SignatureError> {
        self.verify_item(Item::new::<P>(self.as_ref(), message, signature))
    }

    pub(super) fn verify_item(&self, item: Item<'_>) -> Result<(), SignatureError> {
        let mut verdict = Err(SignatureError::Mismatch);
        verify::<P::Functions, 1>(&P::NUMBERS, &[item], &mut [0; VALUES], |_, is_valid| {
            if is_valid {
                verdict = Ok(());
            }
        });
        verdict
    }
}

/// The verification of a signature whose message comes in parts: see [`VerifyingKey::verifier`].
#[derive(Clone)]
pub struct Verifier<'s, P: Parameters> {
    key: VerifyingKey<P>,
    signature: &'s Signature<P>,
    hasher: <P::Functions as Functions>::MessageHasher,
}

impl<P: Parameters> Verifier<'_, P> {
    /// Takes the next part of the message.
    pub fn update(&mut self, part: &[u8]) {
        self.hasher.update(part);
    }

    /// Verifies the signature of the message.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(self) -> Result<(), SignatureError> {
        let Self { key, signature, hasher } = self;
        let digest = Digest::finish(&P::NUMBERS, hasher);
        key.verify_item(Item { public_key: key.as_ref(), digest, signature: signature.as_ref() })
    }
}

impl<P: Parameters> fmt::Debug for Verifier<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} verifier", P::NAME)
    }
}

impl<P: Parameters> TryFrom<&[u8]> for VerifyingKey<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> AsRef<[u8]> for VerifyingKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// Writes hexadecimal digits.
impl<P: Parameters> fmt::Display for VerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.bytes.as_ref(), f)
    }
}

impl<P: Parameters> fmt::Debug for VerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} verifying key {self}", P::NAME)
    }
}
