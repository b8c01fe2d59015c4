//! Signing keys of SLH-DSA in the role of signatures.

use crate::base::memory::wiping_stack;
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::role::{context_of, prehash_of};
use crate::postquantum::slhdsa::error::SignError;
use crate::postquantum::slhdsa::message::Message;
use crate::postquantum::slhdsa::parameters::Parameters;
use crate::postquantum::slhdsa::prepared::PreparedSigningKey;
use crate::postquantum::slhdsa::signer::Signer;
use crate::postquantum::slhdsa::signing_key::SigningKey;
use crate::postquantum::slhdsa::verified::Verified;
use crate::signature::sealed::Sealed;
use crate::signature::{
    Cause, DynSigner, DynSigningKey, DynVerifyingKey, PrehashSigner, SignOptions, SignatureError, SignatureOption,
    SignatureScheme, unsupported,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<P: Parameters> Sealed for SigningKey<P> {}

/// Stack in bytes for a key on its way to its place.
const STACK: usize = 512;

/// Returns whether random bytes are drawn for a signature.
fn draws<P: Parameters>(options: &SignOptions<'_>) -> Result<bool, SignatureError> {
    SigningKey::<P>::ABILITIES.draws(P::NAME, options.hedging)
}

/// Signs a message, or its digest if the options have a prehash.
fn sign<P: Parameters>(
    key: Signer<'_, P>,
    message: &[u8],
    options: &SignOptions<'_>,
    random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    if let Some(function) = options.prehash {
        return sign_digest(key, &function.digest(message), options, random);
    }
    sign_as(key, &Message::pure(context_of(options.context)?, message), options, random)
}

fn sign_digest<P: Parameters>(
    key: Signer<'_, P>,
    digest: &[u8],
    options: &SignOptions<'_>,
    random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    let context = context_of(options.context)?;
    let prehash = prehash_of(P::NAME, options.prehash, digest)?;
    let message = Message::prehashed(&P::NUMBERS, context, &prehash).map_err(SignError::from)?;
    sign_as(key, &message, options, random)
}

/// Signs what Algorithm 22 or 23 passes on.
fn sign_as<P: Parameters>(
    key: Signer<'_, P>,
    message: &Message<'_>,
    options: &SignOptions<'_>,
    mut random: &mut dyn Random,
) -> Result<Vec<u8>, SignatureError> {
    let addrnd = match draws::<P>(options)? {
        true => Some(Signer::<P>::draw(&mut random)?),
        false => None,
    };
    let signature = match options.verified {
        false => key.sign_with(message, addrnd.as_ref()),
        true => Verified(key).sign_with(message, addrnd.as_ref()),
    };
    Ok(signature?.as_ref().to_vec())
}

fn in_parts<'k, P: Parameters>(
    key: Signer<'k, P>,
    options: &SignOptions<'_>,
) -> Result<Box<dyn DynSigner + 'k>, SignatureError> {
    draws::<P>(options)?;
    let prehash = options.prehash.ok_or(unsupported(P::NAME, SignatureOption::SigningInParts))?;
    prehash_of(P::NAME, Some(prehash), &prehash.digest(&[]))?.check(2 * P::N)?;
    let context = context_of(options.context)?.as_bytes().to_vec();
    let (hedging, verified) = (options.hedging, options.verified);
    Ok(PrehashSigner::start(prehash, move |digest, random| {
        let options = SignOptions { context: Some(&context), prehash: Some(prehash), hedging, verified };
        sign_digest(key, digest, &options, random)
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
        sign(self.signer(), message, options, random)
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        sign_digest(self.signer(), digest, options, random)
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError> {
        in_parts(self.signer(), options)
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        match wiping_stack::<STACK, _>(|| (*self).prepare_checked().map(Box::new)) {
            Ok(prepared) => Ok(prepared),
            Err(error) => Err(SignatureError::Key(Cause::new(error))),
        }
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

/// The key with the nodes of the highest tree.
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
        sign(self.signer(), message, options, random)
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError> {
        sign_digest(self.signer(), digest, options, random)
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError> {
        in_parts(self.signer(), options)
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        DynSigningKey::check(self.signing_key())?;
        Ok(self)
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        DynSigningKey::to_bytes(self.signing_key())
    }

    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        self.signing_key().to_seed()
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        None
    }

    fn check(&self) -> Result<(), SignatureError> {
        DynSigningKey::check(self.signing_key())
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.signing_key().check_pair()
    }
}
