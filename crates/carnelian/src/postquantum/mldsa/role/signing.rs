//! Signing keys of ML-DSA in the role of signatures.

use crate::base::memory::wiping_stack;
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::context::Context;
use crate::postquantum::mldsa::error::SignError;
use crate::postquantum::mldsa::mu::{Mu, MuHasher};
use crate::postquantum::mldsa::parameters::Parameters;
use crate::postquantum::mldsa::prehash::mu;
use crate::postquantum::mldsa::prepared::PreparedSigningKey;
use crate::postquantum::mldsa::signature::Signature;
use crate::postquantum::mldsa::signing_key::SigningKey;
use crate::postquantum::mldsa::verified::Verified;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{context_of, prehash_of};
use crate::signature::sealed::Sealed;
use crate::signature::{
    DynSigner, DynSigningKey, DynVerifyingKey, PrehashSigner, SignOptions, SignatureError, SignatureScheme,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A signing key, prepared or not: both sign in the same ways.
trait Form<P: Parameters>: Send + Sync {
    fn key(&self) -> &SigningKey<P>;

    fn sign_mu(&self, mu: &Mu<P>, is_hedged: bool, random: &mut dyn Random) -> Result<Signature<P>, SignError>;

    fn verified(&self) -> Verified<'_, P>;
}

impl<P: Parameters> Form<P> for SigningKey<P> {
    fn key(&self) -> &SigningKey<P> {
        self
    }

    fn sign_mu(&self, mu: &Mu<P>, is_hedged: bool, mut random: &mut dyn Random) -> Result<Signature<P>, SignError> {
        if is_hedged { self.sign_mu(mu, &mut random) } else { self.sign_mu_deterministic(mu) }
    }

    fn verified(&self) -> Verified<'_, P> {
        self.verified()
    }
}

impl<P: Parameters> Form<P> for PreparedSigningKey<P> {
    fn key(&self) -> &SigningKey<P> {
        self.signing_key()
    }

    fn sign_mu(&self, mu: &Mu<P>, is_hedged: bool, mut random: &mut dyn Random) -> Result<Signature<P>, SignError> {
        if is_hedged { self.sign_mu(mu, &mut random) } else { self.sign_mu_deterministic(mu) }
    }

    fn verified(&self) -> Verified<'_, P> {
        self.verified()
    }
}

/// The way in which a message is signed.
#[derive(Clone, Copy)]
struct Way {
    is_hedged: bool,
    is_verified: bool,
}

impl Way {
    fn of<P: Parameters>(options: &SignOptions<'_>) -> Result<Self, SignatureError> {
        let is_hedged = SigningKey::<P>::ABILITIES.draws(P::NAME, options.hedging)?;
        Ok(Self { is_hedged, is_verified: options.verified })
    }
}

/// Signs the message that μ stands for.
fn sign_mu<P: Parameters>(
    form: &impl Form<P>,
    mu: &Mu<P>,
    Way { is_hedged, is_verified }: Way,
    mut random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    let signature = match (is_hedged, is_verified) {
        (_, false) => form.sign_mu(mu, is_hedged, random),
        (true, true) => form.verified().sign_mu(mu, &mut random),
        (false, true) => form.verified().sign_mu_deterministic(mu),
    };
    Ok(signature?.as_ref().to_vec())
}

impl<P: Parameters> Sealed for SigningKey<P> {}

/// Signs a message, or its digest if the options have a prehash.
fn sign<P: Parameters>(
    form: &impl Form<P>,
    message: &[u8],
    options: &SignOptions<'_>,
    random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    if let Some(function) = options.prehash {
        return sign_digest(form, &function.digest(message), options, random);
    }
    let (context, way) = (context_of(options.context)?, Way::of::<P>(options)?);
    sign_mu(form, &form.key().mu(context, message), way, random)
}

/// Stack in bytes for the hash of a prehash, and for a signature before it is returned.
const STACK: usize = 12 * 1024;

fn sign_digest<P: Parameters>(
    form: &impl Form<P>,
    digest: &[u8],
    options: &SignOptions<'_>,
    random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    let (context, way) = (context_of(options.context)?, Way::of::<P>(options)?);
    sign_prehash(form, context, &prehash_of(P::NAME, options.prehash, digest)?, way, random)
}

fn sign_prehash<P: Parameters>(
    form: &impl Form<P>,
    context: Context<'_>,
    prehash: &Prehash,
    way: Way,
    random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    wiping_stack::<STACK, _>(|| {
        let mu = mu(prehash, form.key().verifying_key(), context).map_err(SignError::from)?;
        sign_mu(form, &mu, way, random)
    })
}

fn signer<'k, P: Parameters>(
    form: &'k impl Form<P>,
    options: &SignOptions<'_>,
) -> Result<Box<dyn DynSigner + 'k>, SignatureError> {
    let (context, way) = (context_of(options.context)?, Way::of::<P>(options)?);
    let Some(prehash) = options.prehash else {
        return Ok(Box::new(MuSigner { form, hasher: form.key().verifying_key().mu_hasher(context), way }));
    };
    prehash_of(P::NAME, Some(prehash), &prehash.digest(&[]))?.check(P::LAMBDA / 4)?;
    let context = context.as_bytes().to_vec();
    Ok(PrehashSigner::start(prehash, move |digest, random| {
        let (context, prehash) = (context_of(Some(&context))?, Prehash::of_role(&prehash, digest)?);
        sign_prehash(form, context, &prehash, way, random)
    }))
}

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
        sign(self, message, options, random)
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        sign_digest(self, digest, options, random)
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError> {
        signer(self, options)
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        Ok(wiping_stack::<STACK, _>(|| Box::new((*self).prepare())))
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

/// The key with its matrix.
impl<P: Parameters> Sealed for PreparedSigningKey<P> {}

impl<P: Parameters> DynSigningKey for PreparedSigningKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn sign(
        &self,
        message: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        sign(self, message, options, random)
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        sign_digest(self, digest, options, random)
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError> {
        signer(self, options)
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        Ok(self)
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        DynSigningKey::to_bytes(self.signing_key())
    }

    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        self.signing_key().to_seed()
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        DynSigningKey::to_expanded_bytes(self.signing_key())
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }
}

/// A message that is read in parts and signed by its μ.
struct MuSigner<'k, F, P: Parameters> {
    form: &'k F,
    hasher: MuHasher<P>,
    way: Way,
}

impl<F: Form<P>, P: Parameters> Sealed for MuSigner<'_, F, P> {}

impl<F: Form<P>, P: Parameters> DynSigner for MuSigner<'_, F, P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn sign(self: Box<Self>, random: &mut dyn Random) -> Result<Vec<u8>, SignatureError> {
        let Self { form, hasher, way } = *self;
        sign_mu(form, &hasher.finalize(), way, random)
    }
}
