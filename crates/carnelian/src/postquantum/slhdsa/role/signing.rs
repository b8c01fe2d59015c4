//! Signing keys of SLH-DSA in the role of signatures.

use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::role::{context_of, prehash_of};
use crate::postquantum::slhdsa::parameters::Parameters;
use crate::postquantum::slhdsa::signing_key::SigningKey;
use crate::signature::sealed::Sealed;
use crate::signature::{
    Cause, DynSigner, DynSigningKey, DynVerifyingKey, PrehashSigner, SignOptions, SignatureError, SignatureOption,
    unsupported,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<P: Parameters> Sealed for SigningKey<P> {}

impl<P: Parameters> DynSigningKey for SigningKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn sign(
        &self,
        message: &[u8],
        options: &SignOptions<'_>,
        mut random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        if let Some(function) = options.prehash {
            return self.sign_digest(&function.digest(message), options, random);
        }
        let context = context_of(options.context)?;
        let signature = match (options.hedging.draws(true), options.verified) {
            (true, false) => self.sign_ctx(context, message, &mut random),
            (false, false) => self.sign_deterministic_ctx(context, message),
            (true, true) => self.verified().sign_ctx(context, message, &mut random),
            (false, true) => self.verified().sign_deterministic_ctx(context, message),
        };
        Ok(signature?.as_ref().to_vec())
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        mut random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        let context = context_of(options.context)?;
        let prehash = prehash_of(P::NAME, options.prehash, digest)?;
        let signature = match (options.hedging.draws(true), options.verified) {
            (true, false) => self.sign_prehash(context, &prehash, &mut random),
            (false, false) => self.sign_prehash_deterministic(context, &prehash),
            (true, true) => self.verified().sign_prehash(context, &prehash, &mut random),
            (false, true) => self.verified().sign_prehash_deterministic(context, &prehash),
        };
        Ok(signature?.as_ref().to_vec())
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError> {
        let prehash = options.prehash.ok_or(unsupported(P::NAME, SignatureOption::SigningInParts))?;
        prehash_of(P::NAME, Some(prehash), &prehash.digest(&[]))?.check(2 * P::N)?;
        let context = context_of(options.context)?.as_bytes().to_vec();
        let (hedging, verified) = (options.hedging, options.verified);
        Ok(PrehashSigner::start(prehash, move |digest, random| {
            let options = SignOptions { context: Some(&context), prehash: Some(prehash), hedging, verified };
            self.sign_digest(digest, &options, random)
        }))
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        Secret::new(self.to_bytes().expose().as_ref().to_vec())
    }

    /// The seeds are the first three quarters of the private key.
    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(self.to_bytes().expose().as_ref()[..3 * P::N].to_vec()))
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        None
    }

    fn check(&self) -> Result<(), SignatureError> {
        self.check().map_err(|error| SignatureError::Key(Cause::new(error)))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }
}
