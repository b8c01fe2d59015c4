//! Signing by a key, prepared or not, FIPS 205 Section 10.2.

use super::error::SignError;
use super::message::Message;
use super::parameters::Parameters;
#[cfg(feature = "alloc")]
use super::prepared::PreparedSigningKey;
use super::private::Private;
use super::sign::{STACK, sign_internal};
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::trees::hypertree::Top;
use super::verifying_key::VerifyingKey;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::parallel;
use crate::base::random::{Random, RandomError};
use crate::postquantum::arrays::Bytes as _;
use crate::postquantum::context::Context;
use core::fmt;

/// A signing key, prepared or not: a reference to either converts to it.
#[derive(Clone, Copy)]
pub struct Signer<'k, P: Parameters> {
    pub(super) private: &'k Private<P>,
    pub(super) verifying_key: &'k VerifyingKey<P>,
    /// The nodes of the highest tree, if the key holds them.
    pub(super) top: Option<Top<'k>>,
}

impl<P: Parameters> Signer<'_, P> {
    /// Draws addrnd. It is not secret: without SK.prf it says nothing about the randomizer.
    pub(super) fn draw(random: &mut impl Random) -> Result<P::SeedBytes, RandomError> {
        let mut rnd = P::SeedBytes::ZEROED;
        random.fill(rnd.as_mut())?;
        Ok(rnd)
    }

    pub(super) fn sign_hedged(
        self,
        message: &Message<'_>,
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        let rnd = Self::draw(random)?;
        self.sign_with(message, Some(&rnd))
    }

    /// [`SigningKey::sign_into`].
    pub(super) fn sign_into(
        self,
        context: Context<'_>,
        message: &[u8],
        signature: &mut P::SignatureBytes,
        random: &mut impl Random,
    ) -> Result<(), SignError> {
        let rnd = Self::draw(random)?;
        self.sign_to(&Message::pure(context, message), Some(&rnd), parallel::limit(), signature.as_mut())
    }

    /// Algorithm 19, slh_sign_internal(M, SK, addrnd), without addrnd in the deterministic variant.
    pub(super) fn sign_with(
        self,
        message: &Message<'_>,
        addrnd: Option<&P::SeedBytes>,
    ) -> Result<Signature<P>, SignError> {
        let mut signature = Signature::zeroed();
        self.sign_to(message, addrnd, parallel::limit(), signature.bytes_mut())?;
        Ok(signature)
    }

    /// Does the same on at most a number of threads, and writes the signature where it is to be. Verifies it, and wipes it
    /// if it is not valid.
    fn sign_to(
        self,
        message: &Message<'_>,
        addrnd: Option<&P::SeedBytes>,
        threads: usize,
        signature: &mut [u8],
    ) -> Result<(), SignError> {
        self.sign_unverified(message, addrnd, threads, signature);
        let verdict = wiping_stack::<STACK, _>(|| self.verifying_key.verify_bytes(message, signature));
        verdict.map_err(|_| {
            wipe(signature);
            SignError::Fault
        })
    }

    /// Does the same, without verifying the signature.
    pub(super) fn sign_unverified(
        self,
        message: &Message<'_>,
        addrnd: Option<&P::SeedBytes>,
        threads: usize,
        signature: &mut [u8],
    ) {
        // 2. opt_rand ← addrnd, or PK.seed.
        let opt_rand = addrnd.map_or(self.verifying_key.seed(), AsRef::as_ref);
        sign_internal::<P>(self.private, self.verifying_key.as_ref(), self.top, message, opt_rand, threads, signature);
    }
}

impl<'k, P: Parameters> From<&'k SigningKey<P>> for Signer<'k, P> {
    fn from(key: &'k SigningKey<P>) -> Self {
        key.signer()
    }
}

#[cfg(feature = "alloc")]
impl<'k, P: Parameters> From<&'k PreparedSigningKey<P>> for Signer<'k, P> {
    fn from(key: &'k PreparedSigningKey<P>) -> Self {
        key.signer()
    }
}

impl<P: Parameters> fmt::Debug for Signer<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({:?}, ..)", self.verifying_key)
    }
}
