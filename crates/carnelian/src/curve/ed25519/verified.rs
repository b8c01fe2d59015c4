//! Signing that verifies each signature before it is returned, and the check of a pair of keys.

use super::prehash::Prehash;
use super::signature::{PrehashSignature, SignatureCtx, SignatureOf};
use super::signing::SigningKeyOf;
use super::variant::{Context, Domain, Ed25519, Scheme, Variant};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use core::fmt;

/// A signing key of Ed25519 that verifies each signature before it is returned.
pub type Verified<'k> = VerifiedOf<'k, Ed25519>;

/// A signing key that verifies each signature before it is returned: see [`SigningKeyOf::verified`]. Use it as
/// [`Verified`].
#[derive(Clone, Copy)]
pub struct VerifiedOf<'k, S: Scheme>(&'k SigningKeyOf<S>);

/// The error for a message that was not signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignError {
    /// The random source failed.
    Random(RandomError),
    /// The signature is not valid: memory or the processor is faulty. It is not released, since a faulty signature can
    /// reveal the key; the key must not be used again.
    Fault,
}

impl From<RandomError> for SignError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<FaultError> for SignError {
    fn from(_: FaultError) -> Self {
        Self::Fault
    }
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => error.fmt(f),
            Self::Fault => FaultError.fmt(f),
        }
    }
}

impl core::error::Error for SignError {}

impl<S: Scheme> SigningKeyOf<S> {
    /// Returns the key in a form that verifies each signature before it is returned, so that no fault in the computation
    /// is released either; it takes three to five times as long. Signing by the key itself is safe only from changes of
    /// the memory that it keeps: two deterministic signatures of one message reveal the secret scalar if a fault in the
    /// processor has changed the computation of one. The time depends on the message.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// assert_eq!(key.verified().sign(b"a message")?, key.sign(b"a message"));
    /// # Ok::<(), carnelian::FaultError>(())
    /// ```
    #[must_use]
    pub const fn verified(&self) -> VerifiedOf<'_, S> {
        VerifiedOf(self)
    }

    /// Checks that the two halves of the key belong together, and that its memory is unchanged: signs a message, which
    /// is not released, and verifies it.
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        if !self.is_intact_and_wiped() {
            return Err(FaultError);
        }
        self.verified().sign(b"pairwise consistency").map(drop)
    }
}

impl<S: Scheme> VerifiedOf<'_, S> {
    /// Signs a message: see [`SigningKeyOf::sign`].
    ///
    /// # Errors
    /// [`FaultError`] if the signature is not valid.
    pub fn sign(&self, message: &[u8]) -> Result<SignatureOf<S>, FaultError> {
        self.sign_in(Domain::Pure, None, message)
    }

    /// Signs a message with randomness: see [`SigningKeyOf::sign_hedged`].
    ///
    /// # Errors
    /// [`SignError`] if the source fails, or if the signature is not valid.
    pub fn sign_hedged(&self, message: &[u8], random: &mut impl Random) -> Result<SignatureOf<S>, SignError> {
        self.sign_hedged_in(Domain::Pure, message, random)
    }

    pub(super) fn sign_hedged_in<V: Variant<Scheme = S>>(
        &self,
        domain: Domain<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<SignatureOf<V>, SignError> {
        let mut noise = Secret::ZEROED;
        noise.draw(random)?;
        Ok(self.sign_in(domain, Some(&noise), message)?)
    }

    /// Verifies by the second copy of A: by the first one, a challenge with a wrong A would be wrong in the same way.
    pub(super) fn sign_in<V: Variant<Scheme = S>>(
        &self,
        domain: Domain<'_>,
        noise: Option<&Secret<[u8; 32]>>,
        message: &[u8],
    ) -> Result<SignatureOf<V>, FaultError> {
        let signature = self.0.sign_in(domain, noise, message);
        match self.0.second_verifying_key().verify_in(S::RULE, domain, message, &signature) {
            Ok(()) => Ok(signature),
            Err(_) => Err(FaultError),
        }
    }
}

impl Verified<'_> {
    /// Signs a message under a context: see [`SigningKey::sign_ctx`](SigningKeyOf::sign_ctx).
    ///
    /// # Errors
    /// [`FaultError`] if the signature is not valid.
    pub fn sign_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<SignatureCtx, FaultError> {
        self.sign_in(Domain::Ed25519ctx(context), None, message)
    }

    /// Signs a message under a context with randomness: see [`SigningKey::sign_ctx_hedged`](SigningKeyOf::sign_ctx_hedged).
    ///
    /// # Errors
    /// [`SignError`] if the source fails, or if the signature is not valid.
    pub fn sign_ctx_hedged(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<SignatureCtx, SignError> {
        self.sign_hedged_in(Domain::Ed25519ctx(context), message, random)
    }

    /// Signs a prehash: see [`SigningKey::sign_prehash`](SigningKeyOf::sign_prehash).
    ///
    /// # Errors
    /// [`FaultError`] if the signature is not valid.
    pub fn sign_prehash(&self, context: Option<Context<'_>>, message: Prehash) -> Result<PrehashSignature, FaultError> {
        self.sign_in(Domain::Ed25519ph(context), None, &message.finish())
    }

    /// Signs a prehash with randomness: see [`SigningKey::sign_prehash_hedged`](SigningKeyOf::sign_prehash_hedged).
    ///
    /// # Errors
    /// [`SignError`] if the source fails, or if the signature is not valid.
    pub fn sign_prehash_hedged(
        &self,
        context: Option<Context<'_>>,
        message: Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature, SignError> {
        self.sign_hedged_in(Domain::Ed25519ph(context), &message.finish(), random)
    }
}

impl<S: Scheme> fmt::Debug for VerifiedOf<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verified({:?})", self.0)
    }
}
