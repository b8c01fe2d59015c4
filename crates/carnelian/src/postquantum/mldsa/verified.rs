//! Signing that verifies each signature before it is returned, and the check of a pair of keys.

#[cfg(feature = "alloc")]
use super::batch::{BatchItem, verify_batch};
use super::error::SignError;
use super::mu::Mu;
use super::parameters::Parameters;
#[cfg(feature = "alloc")]
use super::prepared::{PreparedSigningKey, sign_batch};
use super::sign::MOST_ATTEMPTS;
use super::signature::Signature;
use super::signing_key::SigningKey;
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::context::Context;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// A signing key that verifies each signature before it is returned: see [`SigningKey::verified`].
#[derive(Clone, Copy)]
pub struct Verified<'k, P: Parameters> {
    key: &'k SigningKey<P>,
    #[cfg(feature = "alloc")]
    prepared: Option<&'k PreparedSigningKey<P>>,
}

impl<P: Parameters> SigningKey<P> {
    /// Returns the key in a form that verifies each signature before it is returned, so that no fault in the computation
    /// is released either; it takes a third to two thirds longer. Signing by the key itself finds only changes of the
    /// memory that it keeps.
    ///
    /// ```
    /// use carnelian::postquantum::mldsa::{MlDsa65, SigningKey};
    /// use carnelian::random::OsRandom;
    /// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
    /// let signature = key.verified().sign(b"a message", &mut OsRandom)?;
    /// key.verifying_key().verify(b"a message", &signature)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn verified(&self) -> Verified<'_, P> {
        Verified {
            key: self,
            #[cfg(feature = "alloc")]
            prepared: None,
        }
    }

    /// Checks that the two halves of the key belong together, and that its memory is unchanged: signs a message, which
    /// is not released, and verifies it.
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        check_pair(self.verified())
    }
}

#[cfg(feature = "alloc")]
impl<P: Parameters> PreparedSigningKey<P> {
    /// Returns the key in a form that verifies each signature before it is returned: see [`SigningKey::verified`].
    #[must_use]
    pub const fn verified(&self) -> Verified<'_, P> {
        Verified { key: self.signing_key(), prepared: Some(self) }
    }

    /// Checks that the two halves of the key belong together, and that its memory and Â are unchanged: see
    /// [`SigningKey::check_pair`].
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        check_pair(self.verified())
    }
}

fn check_pair<P: Parameters>(key: Verified<'_, P>) -> Result<(), FaultError> {
    key.sign_deterministic(b"pairwise consistency").map(drop).map_err(|_| FaultError)
}

impl<P: Parameters> Verified<'_, P> {
    /// Signs a message: see [`SigningKey::sign`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs a message under a context: see [`SigningKey::sign_ctx`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        self.sign_mu(&self.key.mu(context, message), random)
    }

    /// Signs a message without randomness: see [`SigningKey::sign_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs a message under a context, without randomness: see [`SigningKey::sign_deterministic_ctx`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_mu_deterministic(&self.key.mu(context, message))
    }

    /// Signs the message that μ stands for: see [`SigningKey::sign_mu`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_mu(&self, mu: &Mu<P>, random: &mut impl Random) -> Result<Signature<P>, SignError> {
        let mut rnd = Secret::ZEROED;
        rnd.draw(random)?;
        self.sign_with(mu, rnd.expose())
    }

    /// Signs the message that μ stands for, without randomness: see [`SigningKey::sign_mu_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_mu_deterministic(&self, mu: &Mu<P>) -> Result<Signature<P>, SignError> {
        self.sign_with(mu, &[0; 32])
    }

    /// Signs many messages by one key under a context: see [`sign_batch`](super::sign_batch()).
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if one of the signatures is not valid.
    #[cfg(feature = "alloc")]
    pub fn sign_batch(
        &self,
        context: Context<'_>,
        messages: &[&[u8]],
        random: &mut impl Random,
    ) -> Result<Vec<Signature<P>>, SignError> {
        let mut signatures = sign_batch(self.key, context, messages, random)?;
        let key = self.key.verifying_key().into();
        let pairs = messages.iter().zip(&signatures);
        let items: Vec<_> = pairs.map(|(message, signature)| BatchItem { key, context, message, signature }).collect();
        match verify_batch(&items) {
            Ok(()) => Ok(signatures),
            Err(_) => {
                signatures.iter_mut().for_each(Signature::wipe);
                Err(SignError::Fault)
            }
        }
    }

    /// Returns the key itself.
    pub(super) const fn signing_key(&self) -> &SigningKey<P> {
        self.key
    }

    fn sign_with(&self, mu: &Mu<P>, rnd: &[u8; 32]) -> Result<Signature<P>, SignError> {
        #[cfg(feature = "alloc")]
        let mut signature = match self.prepared {
            Some(prepared) => prepared.sign_with(mu, rnd)?,
            None => self.key.sign_with(mu, rnd, MOST_ATTEMPTS)?,
        };
        #[cfg(not(feature = "alloc"))]
        let mut signature = self.key.sign_with(mu, rnd, MOST_ATTEMPTS)?;
        // By Â from ρ, not by the one that has signed.
        match self.key.verifying_key().verify_mu(mu, &signature) {
            Ok(()) => Ok(signature),
            Err(_) => {
                signature.wipe();
                Err(SignError::Fault)
            }
        }
    }
}

impl<P: Parameters> fmt::Debug for Verified<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verified({:?})", self.key)
    }
}
