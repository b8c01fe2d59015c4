//! Verifying keys of ML-DSA in the role of signatures.

use crate::postquantum::context::Context;
use crate::postquantum::mldsa::mu::MuHasher;
use crate::postquantum::mldsa::parameters::Parameters;
use crate::postquantum::mldsa::prehash::PrehashSignature;
use crate::postquantum::mldsa::signature::Signature;
use crate::postquantum::mldsa::verifying_key::VerifyingKey;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{check_options, context_of, prehash_of};
use crate::signature::sealed::Sealed;
use crate::signature::{DynVerifier, DynVerifyingKey, PrehashVerifier, SignatureError, VerifyOptions};
use alloc::boxed::Box;

impl<P: Parameters> VerifyingKey<P> {
    /// Verifies the signature of a prehash.
    fn verify_prehash_as(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
        any_strength: bool,
    ) -> Result<(), SignatureError> {
        Ok(match any_strength {
            false => self.verify_prehash(context, prehash, signature),
            true => self.verify_prehash_of_any_strength(context, prehash, signature),
        }?)
    }
}

impl<P: Parameters> Sealed for VerifyingKey<P> {}

impl<P: Parameters> DynVerifyingKey for VerifyingKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), SignatureError> {
        if let Some(function) = options.prehash {
            return self.verify_digest(&function.digest(message), signature, options);
        }
        let context = check_options(P::NAME, options)?;
        Ok(self.verify_ctx(context, message, &Signature::from_slice(signature)?)?)
    }

    fn verify_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        let context = check_options(P::NAME, options)?;
        let prehash = prehash_of(P::NAME, options.prehash, digest)?;
        let signature = PrehashSignature::from_slice(signature)?;
        self.verify_prehash_as(context, &prehash, &signature, options.any_strength)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, SignatureError> {
        let context = check_options(P::NAME, options)?;
        let Some(function) = options.prehash else {
            let (signature, hasher) = (Signature::from_slice(signature)?, self.mu_hasher(context));
            return Ok(Box::new(MuVerifier { key: *self, signature, hasher }));
        };
        let (key, signature) = (*self, PrehashSignature::from_slice(signature)?);
        let (context, any_strength) = (context.as_bytes().to_vec(), options.any_strength);
        Ok(PrehashVerifier::start(function, move |digest| {
            let context = context_of(Some(&context))?;
            key.verify_prehash_as(context, &Prehash::of_role(&function, digest)?, &signature, any_strength)
        }))
    }

    fn as_bytes(&self) -> &[u8] {
        self.as_ref()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self)
    }
}

/// A signature that is verified by the μ of a message that is read in parts.
struct MuVerifier<P: Parameters> {
    key: VerifyingKey<P>,
    signature: Signature<P>,
    hasher: MuHasher<P>,
}

impl<P: Parameters> Sealed for MuVerifier<P> {}

impl<P: Parameters> DynVerifier for MuVerifier<P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn verify(self: Box<Self>) -> Result<(), SignatureError> {
        let Self { key, signature, hasher } = *self;
        Ok(key.verify_mu(&hasher.finalize(), &signature)?)
    }
}
