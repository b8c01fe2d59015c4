//! Signing that computes each signature twice, and the check of a pair of keys.

use super::error::SignError;
use super::message::Message;
use super::parameters::Parameters;
use super::prehash::PrehashSignature;
use super::signature::Signature;
use super::signer::Signer;
use super::signing_key::SigningKey;
use crate::base::memory::wipe;
use crate::base::random::Random;
use crate::error::FaultError;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::Prehash;
use core::fmt;

/// A signing key that computes each signature twice, and verifies it, before it is returned: see
/// [`SigningKey::verified`].
#[derive(Clone, Copy)]
pub struct Verified<'k, P: Parameters>(pub(super) Signer<'k, P>);

impl<P: Parameters> SigningKey<P> {
    /// Returns the key in a form that computes each signature twice, and compares the two.
    ///
    /// Every signature is verified before it is returned, which finds changes of the memory that the key keeps, and
    /// faults in the computation of the nodes that the signer's leaf has above it. A fault in a tree beside them results
    /// in another signature that is valid too, and one that must not be released: a key of WOTS⁺ or FORS has signed two
    /// messages then, which leads to forgeries. Computing twice finds it.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// assert_eq!(key.verified().sign_deterministic(b"a message")?, key.sign_deterministic(b"a message")?);
    /// # Ok::<(), carnelian::postquantum::slhdsa::SignError>(())
    /// ```
    #[must_use]
    pub fn verified(&self) -> Verified<'_, P> {
        Verified(self.signer())
    }

    /// Checks that the two halves of the key belong together: signs a message, which is not released, and verifies it.
    /// [`check`](Self::check) compares the roots, in less time.
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        self.sign_deterministic(b"pairwise consistency").map(drop).map_err(|_| FaultError)
    }
}

impl<P: Parameters> Verified<'_, P> {
    /// Signs a message: see [`SigningKey::sign`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs a message under a context: see [`SigningKey::sign_ctx`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        self.sign_with(&Message::pure(context, message), Some(&Signer::<P>::draw(random)?))
    }

    /// Signs a message without randomness: see [`SigningKey::sign_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs a message under a context, without randomness: see [`SigningKey::sign_deterministic_ctx`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_with(&Message::pure(context, message), None)
    }

    /// Signs a prehash under a context: see [`SigningKey::sign_prehash`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        let message = Message::prehashed(&P::NUMBERS, context, prehash)?;
        self.sign_with(&message, Some(&Signer::<P>::draw(random)?)).map(PrehashSignature)
    }

    /// Signs a prehash under a context, without randomness: see [`SigningKey::sign_prehash_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the two signatures differ.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        self.sign_with(&Message::prehashed(&P::NUMBERS, context, prehash)?, None).map(PrehashSignature)
    }

    pub(super) fn sign_with(
        &self,
        message: &Message<'_>,
        addrnd: Option<&P::SeedBytes>,
    ) -> Result<Signature<P>, SignError> {
        let mut signature = self.0.sign_with(message, addrnd)?;
        let mut second = self.0.sign_with(message, addrnd)?;
        if second == signature {
            return Ok(signature);
        }
        // Of two signatures that share nodes, forgeries are made.
        wipe(signature.bytes_mut());
        wipe(second.bytes_mut());
        Err(SignError::Fault)
    }
}

impl<P: Parameters> fmt::Debug for Verified<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verified({:?}, ..)", self.0.verifying_key)
    }
}
