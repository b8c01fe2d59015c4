//! HashSLH-DSA: signatures of the digest of a message, FIPS 205 Algorithms 23 and 25.

use super::error::{SignError, SignatureError};
use super::message::Message;
use super::parameters::Parameters;
#[cfg(feature = "alloc")]
use super::prepared::PreparedSigningKey;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::random::Random;
use crate::error::LengthError;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::Prehash;

/// A signature of HashSLH-DSA. It has the form of a [`Signature`], and is another type, so that the two cannot be
/// confused:
///
/// ```compile_fail,E0308
/// # use carnelian::postquantum::slhdsa::{Context, Prehash, SigningKey, SlhDsaSha2_128f};
/// # use carnelian::{hash::Sha256, random::OsRandom};
/// # let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let signature = key.sign_prehash(Context::EMPTY, &Prehash::of::<Sha256>(b"a message"), &mut OsRandom)?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PrehashSignature<P: Parameters>(pub(super) Signature<P>);

impl<P: Parameters> PrehashSignature<P> {
    /// Bytes in a signature.
    pub const LEN: usize = P::SIGNATURE_LEN;

    /// Creates a signature from its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &P::SignatureBytes) -> Self {
        Self(Signature::from_bytes(bytes))
    }

    /// Decodes a signature of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        Signature::from_slice(bytes).map(Self)
    }

    /// Returns a reference to the bytes of the signature.
    #[must_use]
    pub fn as_bytes(&self) -> &P::SignatureBytes {
        self.0.as_bytes()
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub fn to_bytes(&self) -> P::SignatureBytes {
        self.0.to_bytes()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for PrehashSignature<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> AsRef<[u8]> for PrehashSignature<P> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl<P: Parameters> SigningKey<P> {
    /// Signs a prehash under a context, Algorithm 23, hash_slh_sign(M, ctx, PH, SK), hedged like [`sign`](Self::sign).
    /// Its digest has to have 2n bytes or more.
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if the random source fails, or if the signature is not valid.
    ///
    /// ```
    /// use carnelian::hash::{Sha224, Sha256};
    /// use carnelian::postquantum::slhdsa::{Context, Prehash, SigningKey, SlhDsaSha2_128f};
    /// use carnelian::random::OsRandom;
    /// let key = SigningKey::<SlhDsaSha2_128f>::generate(&mut OsRandom)?;
    /// let prehash = Prehash::of::<Sha256>(b"a message");
    /// let signature = key.sign_prehash(Context::EMPTY, &prehash, &mut OsRandom)?;
    /// key.verifying_key().verify_prehash(Context::EMPTY, &prehash, &signature)?;
    ///
    /// let short = Prehash::of::<Sha224>(b"a message");
    /// assert!(key.sign_prehash(Context::EMPTY, &short, &mut OsRandom).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        let message = Message::prehashed(&P::NUMBERS, context, prehash)?;
        self.signer().sign_hedged(&message, random).map(PrehashSignature)
    }

    /// Signs like [`sign_prehash`](Self::sign_prehash), without randomness.
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, or if the signature is not valid.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        let message = Message::prehashed(&P::NUMBERS, context, prehash)?;
        self.signer().sign_with(&message, None).map(PrehashSignature)
    }
}

#[cfg(feature = "alloc")]
impl<P: Parameters> PreparedSigningKey<P> {
    /// Signs a prehash under a context: see [`SigningKey::sign_prehash`].
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if the random source fails, or if the signature is not valid.
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        let message = Message::prehashed(&P::NUMBERS, context, prehash)?;
        self.signer().sign_hedged(&message, random).map(PrehashSignature)
    }

    /// Signs a prehash under a context, without randomness: see [`SigningKey::sign_prehash_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, or if the signature is not valid.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        let message = Message::prehashed(&P::NUMBERS, context, prehash)?;
        self.signer().sign_with(&message, None).map(PrehashSignature)
    }
}

impl<P: Parameters> VerifyingKey<P> {
    /// Verifies the signature of a prehash under a context, Algorithm 25, hash_slh_verify(M, SIG, ctx, PH, PK).
    ///
    /// # Errors
    /// [`SignatureError`] if the digest is too short, or if the signature is not valid.
    pub fn verify_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_message(&Message::prehashed(&P::NUMBERS, context, prehash)?, &signature.0)
    }

    /// Verifies like [`verify_prehash`](Self::verify_prehash), whatever the length of the digest: for signatures by
    /// others, such as NIST's test vectors, which count those of short digests as valid.
    ///
    /// A short digest is the weakest part of such a signature: two messages with the same digest have the same
    /// signatures.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash_of_any_strength(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_message(&Message::prehashed_of_any_strength(context, prehash), &signature.0)
    }
}
