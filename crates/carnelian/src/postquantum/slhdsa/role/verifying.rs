//! Verifying keys of SLH-DSA in the role of signatures.

use crate::postquantum::context::Context;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{check_options, context_of, prehash_of};
use crate::postquantum::slhdsa::functions::{Functions, MessageHasher};
use crate::postquantum::slhdsa::message::{Digest, Message};
use crate::postquantum::slhdsa::parameters::Parameters;
use crate::postquantum::slhdsa::prehash::PrehashSignature;
use crate::postquantum::slhdsa::signature::Signature;
use crate::postquantum::slhdsa::verify::Item;
use crate::postquantum::slhdsa::verifying_key::VerifyingKey;
use crate::signature::sealed::Sealed;
use crate::signature::{Cause, DynVerifier, DynVerifyingKey, PrehashVerifier, SignatureError, VerifyOptions};
use alloc::boxed::Box;

/// Decodes a signature.
fn decoded<P: Parameters>(signature: &[u8]) -> Result<Signature<P>, SignatureError> {
    Signature::from_slice(signature).map_err(|error| SignatureError::Invalid(Cause::new(error)))
}

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
        Ok(self.verify_ctx(context, message, &decoded(signature)?)?)
    }

    fn verify_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        let context = check_options(P::NAME, options)?;
        let prehash = prehash_of(P::NAME, options.prehash, digest)?;
        self.verify_prehash_as(context, &prehash, &PrehashSignature(decoded(signature)?), options.any_strength)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, SignatureError> {
        let context = check_options(P::NAME, options)?;
        let (key, signature) = (*self, decoded::<P>(signature)?);
        let Some(function) = options.prehash else {
            let hasher = Message::pure(context, &[]).start(&signature.as_ref()[..P::N], self.as_ref());
            return Ok(Box::new(OwnedVerifier::<P> { key, signature, hasher }));
        };
        let (context, any_strength) = (context.as_bytes().to_vec(), options.any_strength);
        let signature = PrehashSignature(signature);
        Ok(PrehashVerifier::start(function, move |digest| {
            let context = context_of(Some(&context))?;
            key.verify_prehash_as(context, &Prehash::of_role(&function, digest)?, &signature, any_strength)
        }))
    }

    fn prepare(&self) -> Box<dyn DynVerifyingKey> {
        self.fork()
    }

    fn as_bytes(&self) -> &[u8] {
        self.as_ref()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self)
    }
}

/// The verification of a signature whose message comes in parts, which holds the signature: see
/// [`Verifier`](crate::postquantum::slhdsa::Verifier).
struct OwnedVerifier<P: Parameters> {
    key: VerifyingKey<P>,
    signature: Signature<P>,
    hasher: <P::Functions as Functions>::MessageHasher,
}

impl<P: Parameters> Sealed for OwnedVerifier<P> {}

impl<P: Parameters> DynVerifier for OwnedVerifier<P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn verify(self: Box<Self>) -> Result<(), SignatureError> {
        let Self { key, signature, hasher } = *self;
        let digest = Digest::finish(&P::NUMBERS, hasher);
        Ok(key.verify_item(Item { public_key: key.as_ref(), digest, signature: signature.as_ref() })?)
    }
}
