//! Ed25519ph: signatures of the digest of a message, RFC 8032 Section 5.1 with PH = SHA-512.

use super::error::SignatureError;
use super::rule::Rule;
use super::signature::PrehashSignature;
use super::signing::SigningKey;
use super::variant::{Context, Domain};
use super::verifying::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::hash::Sha512;

/// The message of an Ed25519ph signature, absorbed incrementally: it is read once and need not fit into memory.
///
/// ```
/// use carnelian::curve::ed25519::{Prehash, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let mut message = Prehash::new();
/// message.update(b"a mess");
/// message.update(b"age");
/// let signature = key.sign_prehash(None, message);
/// key.verifying_key().verify_prehash(None, Prehash::of(b"a message"), &signature)?;
/// # Ok::<(), carnelian::curve::ed25519::SignatureError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Prehash(Sha512);

impl Prehash {
    /// Creates the prehash of the empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self(Sha512::new())
    }

    /// Creates the prehash of a whole message.
    #[must_use]
    pub fn of(message: &[u8]) -> Self {
        let mut prehash = Self::new();
        prehash.update(message);
        prehash
    }

    /// Absorbs the next part of the message, of any length.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    pub(super) fn finish(mut self) -> [u8; 64] {
        self.0.finalize_reset()
    }
}

/// Continues with the message that the hasher has absorbed so far.
impl From<Sha512> for Prehash {
    fn from(hasher: Sha512) -> Self {
        Self(hasher)
    }
}

impl SigningKey {
    /// Returns the Ed25519ph signature of a message, under a context or, with `None`, under the empty one.
    #[must_use]
    pub fn sign_prehash(&self, context: Option<Context<'_>>, message: Prehash) -> PrehashSignature {
        self.sign_prehash_digest(context, &message.finish())
    }

    /// Signs like [`sign_prehash`](Self::sign_prehash), but hedged like [`sign_hedged`](Self::sign_hedged).
    ///
    /// # Errors
    /// [`RandomError`] if the source fails; nothing is signed then.
    pub fn sign_prehash_hedged(
        &self,
        context: Option<Context<'_>>,
        message: Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature, RandomError> {
        self.sign_hedged_in(Domain::Ed25519ph(context), &message.finish(), random)
    }

    /// Signs like [`sign_prehash`](Self::sign_prehash), given the SHA-512 digest of the message, which is not hashed again.
    #[must_use]
    pub fn sign_prehash_digest(&self, context: Option<Context<'_>>, digest: &[u8; 64]) -> PrehashSignature {
        self.sign_in(Domain::Ed25519ph(context), None, digest)
    }
}

impl VerifyingKey {
    /// Verifies the Ed25519ph signature of a message, under a context or, with `None`, under the empty one, by
    /// [`Rule::Rfc8032`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash(
        &self,
        context: Option<Context<'_>>,
        message: Prehash,
        signature: &PrehashSignature,
    ) -> Result<(), SignatureError> {
        self.verify_prehash_with(Rule::Rfc8032, context, message, signature)
    }

    /// Verifies like [`verify_prehash`](Self::verify_prehash), by another rule.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash_with(
        &self,
        rule: Rule,
        context: Option<Context<'_>>,
        message: Prehash,
        signature: &PrehashSignature,
    ) -> Result<(), SignatureError> {
        self.verify_prehash_digest(rule, context, &message.finish(), signature)
    }

    /// Verifies like [`verify_prehash_with`](Self::verify_prehash_with), given the SHA-512 digest of the message.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash_digest(
        &self,
        rule: Rule,
        context: Option<Context<'_>>,
        digest: &[u8; 64],
        signature: &PrehashSignature,
    ) -> Result<(), SignatureError> {
        self.verify_in(rule, Domain::Ed25519ph(context), digest, signature)
    }
}
