//! Verifying keys of ML-DSA in the role of signatures.

use crate::postquantum::context::Context;
use crate::postquantum::mldsa::error::SignatureError as MuError;
use crate::postquantum::mldsa::mu::{Mu, MuHasher};
use crate::postquantum::mldsa::parameters::Parameters;
use crate::postquantum::mldsa::prehash::{mu, mu_of_any_strength};
use crate::postquantum::mldsa::prepared::PreparedVerifyingKey;
use crate::postquantum::mldsa::signature::Signature;
use crate::postquantum::mldsa::verifying_key::VerifyingKey;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{check_options, context_of, prehash_of};
use crate::signature::sealed::Sealed;
use crate::signature::{DynVerifier, DynVerifyingKey, PrehashVerifier, SignatureError, VerifyOptions};
use alloc::boxed::Box;

/// A verifying key, prepared or not: both verify by μ.
trait Form<P: Parameters> {
    fn key(&self) -> &VerifyingKey<P>;

    fn verify_mu(&self, mu: &Mu<P>, signature: &Signature<P>) -> Result<(), MuError>;
}

impl<P: Parameters> Form<P> for VerifyingKey<P> {
    fn key(&self) -> &VerifyingKey<P> {
        self
    }

    fn verify_mu(&self, mu: &Mu<P>, signature: &Signature<P>) -> Result<(), MuError> {
        self.verify_mu(mu, signature)
    }
}

impl<P: Parameters> Form<P> for PreparedVerifyingKey<P> {
    fn key(&self) -> &VerifyingKey<P> {
        self.verifying_key()
    }

    fn verify_mu(&self, mu: &Mu<P>, signature: &Signature<P>) -> Result<(), MuError> {
        self.verify_mu(mu, signature)
    }
}

fn verify<P: Parameters>(
    form: &impl Form<P>,
    message: &[u8],
    signature: &[u8],
    options: &VerifyOptions<'_>,
) -> Result<(), SignatureError> {
    if let Some(function) = options.prehash {
        return verify_digest(form, &function.digest(message), signature, options);
    }
    let context = check_options(P::NAME, options)?;
    let signature = Signature::from_slice(signature)?;
    let mut hasher = form.key().mu_hasher(context);
    hasher.update(message);
    Ok(form.verify_mu(&hasher.finalize(), &signature)?)
}

fn verify_digest<P: Parameters>(
    form: &impl Form<P>,
    digest: &[u8],
    signature: &[u8],
    options: &VerifyOptions<'_>,
) -> Result<(), SignatureError> {
    let context = check_options(P::NAME, options)?;
    let prehash = prehash_of(P::NAME, options.prehash, digest)?;
    let signature = Signature::from_slice(signature)?;
    verify_prehash(form, context, &prehash, &signature, options.any_strength)
}

/// Verifies the signature of a prehash.
fn verify_prehash<P: Parameters>(
    form: &impl Form<P>,
    context: Context<'_>,
    prehash: &Prehash,
    signature: &Signature<P>,
    any_strength: bool,
) -> Result<(), SignatureError> {
    let mu = match any_strength {
        false => mu(prehash, form.key(), context)?,
        true => mu_of_any_strength(prehash, form.key(), context),
    };
    Ok(form.verify_mu(&mu, signature)?)
}

impl<P: Parameters> Sealed for VerifyingKey<P> {}

impl<P: Parameters> DynVerifyingKey for VerifyingKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), SignatureError> {
        verify(self, message, signature, options)
    }

    fn verify_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        verify_digest(self, digest, signature, options)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, SignatureError> {
        let context = check_options(P::NAME, options)?;
        let (key, signature) = (*self, Signature::from_slice(signature)?);
        let Some(function) = options.prehash else {
            return Ok(Box::new(MuVerifier { key, signature, hasher: self.mu_hasher(context) }));
        };
        let (context, any_strength) = (context.as_bytes().to_vec(), options.any_strength);
        Ok(PrehashVerifier::start(function, move |digest| {
            let context = context_of(Some(&context))?;
            verify_prehash(&key, context, &Prehash::of_role(&function, digest)?, &signature, any_strength)
        }))
    }

    fn prepare(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(self.prepare())
    }

    fn as_bytes(&self) -> &[u8] {
        self.as_ref()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self)
    }
}

/// The key with its matrix. A message in parts is verified without it.
impl<P: Parameters> Sealed for PreparedVerifyingKey<P> {}

impl<P: Parameters> DynVerifyingKey for PreparedVerifyingKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), SignatureError> {
        verify(self, message, signature, options)
    }

    fn verify_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        verify_digest(self, digest, signature, options)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, SignatureError> {
        self.verifying_key().verifier(signature, options)
    }

    fn prepare(&self) -> Box<dyn DynVerifyingKey> {
        self.fork()
    }

    fn as_bytes(&self) -> &[u8] {
        self.verifying_key().as_ref()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(self.verifying_key().prepare())
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
