//! Signing keys of ML-DSA in the role of signatures.

use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::mldsa::mu::{Mu, MuHasher};
use crate::postquantum::mldsa::parameters::Parameters;
use crate::postquantum::mldsa::signing_key::SigningKey;
use crate::postquantum::role::{context_of, prehash_of};
use crate::signature::sealed::Sealed;
use crate::signature::{
    DynSigner, DynSigningKey, DynVerifyingKey, Hedging, PrehashSigner, SignOptions, SignatureError,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Signs the message that μ stands for.
fn sign_mu<P: Parameters>(
    key: &SigningKey<P>,
    mu: &Mu<P>,
    (hedging, is_verified): (Hedging, bool),
    mut random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    let signature = match (hedging.draws(true), is_verified) {
        (true, false) => key.sign_mu(mu, &mut random),
        (false, false) => key.sign_mu_deterministic(mu),
        (true, true) => key.verified().sign_mu(mu, &mut random),
        (false, true) => key.verified().sign_mu_deterministic(mu),
    };
    Ok(signature?.as_ref().to_vec())
}

impl<P: Parameters> Sealed for SigningKey<P> {}

impl<P: Parameters> DynSigningKey for SigningKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn sign(
        &self,
        message: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        if let Some(function) = options.prehash {
            return self.sign_digest(&function.digest(message), options, random);
        }
        let mu = self.mu(context_of(options.context)?, message);
        sign_mu(self, &mu, (options.hedging, options.verified), random)
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
        let context = context_of(options.context)?;
        let how = (options.hedging, options.verified);
        let Some(prehash) = options.prehash else {
            return Ok(Box::new(MuSigner { key: self, hasher: self.verifying_key().mu_hasher(context), how }));
        };
        prehash_of(P::NAME, Some(prehash), &prehash.digest(&[]))?.check(P::LAMBDA / 4)?;
        let context = context.as_bytes().to_vec();
        Ok(PrehashSigner::start(prehash, move |digest, random| {
            let (hedging, verified) = how;
            let options = SignOptions { context: Some(&context), prehash: Some(prehash), hedging, verified };
            self.sign_digest(digest, &options, random)
        }))
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        self.to_seed().unwrap_or_else(|| Secret::new(self.to_expanded_bytes().expose().as_ref().to_vec()))
    }

    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        self.as_seed().map(|seed| Secret::new(seed.expose().to_vec()))
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(self.to_expanded_bytes().expose().as_ref().to_vec()))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }
}

/// A message that is read in parts and signed by its μ.
struct MuSigner<'k, P: Parameters> {
    key: &'k SigningKey<P>,
    hasher: MuHasher<P>,
    how: (Hedging, bool),
}

impl<P: Parameters> Sealed for MuSigner<'_, P> {}

impl<P: Parameters> DynSigner for MuSigner<'_, P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn sign(self: Box<Self>, random: &mut dyn Random) -> Result<Vec<u8>, SignatureError> {
        let Self { key, hasher, how } = *self;
        sign_mu(key, &hasher.finalize(), how, random)
    }
}
