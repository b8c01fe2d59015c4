//! Ed25519ph: signatures of the digest of a message, RFC 8032 Section 5.1 with PH = SHA-512.

use super::error::SignatureError;
use super::rule::Rule;
use super::signature::SignaturePh;
use super::signing::SigningKey;
use super::variant::{Context, Domain};
use super::verifying::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::hash::Sha512;

/// A message on its way into Ed25519ph, taken in piece by piece: it is read once, and need not fit into memory.
///
/// ```
/// use carnelian::curve::ed25519::{Prehash, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let mut message = Prehash::new();
/// message.update(b"a mess");
/// message.update(b"age");
/// let signature = key.sign_ph(message, None);
/// key.verifying_key().verify_ph(Prehash::of(b"a message"), None, &signature)?;
/// # Ok::<(), carnelian::curve::ed25519::SignatureError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Prehash(Sha512);

impl Prehash {
    /// Of a message of which nothing was taken in yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Sha512::new())
    }

    /// Of a whole message.
    #[must_use]
    pub fn of(message: &[u8]) -> Self {
        let mut prehash = Self::new();
        prehash.update(message);
        prehash
    }

    /// Takes in more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn finish(mut self) -> [u8; 64] {
        self.0.finalize_reset()
    }
}

/// Of the message that the hasher has taken in, and may still take in more of.
impl From<Sha512> for Prehash {
    fn from(hasher: Sha512) -> Self {
        Self(hasher)
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Prehash {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl SigningKey {
    /// The Ed25519ph signature of a message, under a context or under the empty one.
    #[must_use]
    pub fn sign_ph(&self, message: Prehash, context: Option<Context<'_>>) -> SignaturePh {
        self.sign_ph_digest(&message.finish(), context)
    }

    /// As [`sign_ph`](Self::sign_ph), hedged as [`sign_hedged`](Self::sign_hedged) is.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver; nothing is signed then.
    pub fn sign_ph_hedged(
        &self,
        message: Prehash,
        context: Option<Context<'_>>,
        random: &mut impl Random,
    ) -> Result<SignaturePh, RandomError> {
        self.sign_hedged_in(Domain::Ed25519ph(context), &message.finish(), random)
    }

    /// As [`sign_ph`](Self::sign_ph), for a message of which only the SHA-512 digest is at hand. The 64 bytes have to
    /// be that digest: they are not hashed again.
    #[must_use]
    pub fn sign_ph_digest(&self, digest: &[u8; 64], context: Option<Context<'_>>) -> SignaturePh {
        self.sign_in(Domain::Ed25519ph(context), self.prefix(), digest)
    }
}

impl VerifyingKey {
    /// Whether `signature` is an Ed25519ph signature of a message, under a context or under the empty one, by
    /// [`Rule::Rfc8032`].
    ///
    /// # Errors
    /// [`SignatureError`] if it is not.
    pub fn verify_ph(
        &self,
        message: Prehash,
        context: Option<Context<'_>>,
        signature: &SignaturePh,
    ) -> Result<(), SignatureError> {
        self.verify_ph_with(Rule::Rfc8032, message, context, signature)
    }

    /// As [`verify_ph`](Self::verify_ph), by another rule.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_ph_with(
        &self,
        rule: Rule,
        message: Prehash,
        context: Option<Context<'_>>,
        signature: &SignaturePh,
    ) -> Result<(), SignatureError> {
        self.verify_ph_digest(rule, &message.finish(), context, signature)
    }

    /// As [`verify_ph_with`](Self::verify_ph_with), for a message of which only the SHA-512 digest is at hand.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_ph_digest(
        &self,
        rule: Rule,
        digest: &[u8; 64],
        context: Option<Context<'_>>,
        signature: &SignaturePh,
    ) -> Result<(), SignatureError> {
        self.verify_in(rule, Domain::Ed25519ph(context), digest, signature)
    }
}
