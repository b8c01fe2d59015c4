//! The role of signatures: SLH-DSA, and HashSLH-DSA as the option of a prehash.

use super::error::{SignError, SignatureError};
use super::functions::{Functions, MessageHasher};
use super::message::{Digest, Message};
use super::parameters::Parameters;
use super::prehash::PrehashSignature;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verify::Item;
use super::verifying_key::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{check_options, check_rule, context_of, prehash_of};
use crate::signature::{
    Abilities, Cause, DynSigner, DynSigningKey, DynVerifier, DynVerifyingKey, PrehashSigner, PrehashVerifier,
    SignOptions, SignatureError as RoleError, SignatureOption, SignatureScheme, VerifyOptions, check_len, unsupported,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<P: Parameters> SignatureScheme for SigningKey<P> {
    type VerifyingKey = VerifyingKey<P>;

    const ABILITIES: Abilities = Abilities {
        seed_lens: &[3 * P::N],
        private_key_lens: &[P::PRIVATE_KEY_LEN],
        expanded_key_len: None,
        public_key_lens: &[P::PUBLIC_KEY_LEN],
        signature_len: P::SIGNATURE_LEN,
        context_lens: Some((Context::MIN_LEN, Context::MAX_LEN)),
        has_prehash: |prehash| prehash.digest_len >= 2 * P::N,
        is_hedged: true,
        signs_in_parts: false,
        rules: &[],
    };

    fn backend() -> &'static str {
        super::backend::<P>()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn from_seed(seed: &[u8]) -> Self {
        Self::from_joined_seeds(seed)
    }

    fn from_private_bytes(bytes: &[u8]) -> Result<Self, RoleError> {
        check_len("an SLH-DSA private key", Self::ABILITIES.private_key_lens, bytes.len())?;
        Ok(Self::from_slice(bytes).expect("the length of a key"))
    }

    fn from_public_bytes(bytes: &[u8], rule: Option<&str>) -> Result<VerifyingKey<P>, RoleError> {
        check_rule(P::NAME, rule)?;
        check_len("an SLH-DSA public key", Self::ABILITIES.public_key_lens, bytes.len())?;
        Ok(VerifyingKey::from_slice(bytes).expect("the length of a key"))
    }
}

impl From<SignError> for RoleError {
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => Self::Random(error),
            SignError::Prehash(weak) => weak.into(),
            SignError::Fault => Self::Fault(Cause::new(error)),
        }
    }
}

impl From<SignatureError> for RoleError {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Prehash(weak) => weak.into(),
            SignatureError::Mismatch => Self::Invalid(Cause::new(error)),
        }
    }
}

impl<P: Parameters> DynSigningKey for SigningKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn sign(
        &self,
        message: &[u8],
        options: &SignOptions<'_>,
        mut random: &mut dyn Random,
    ) -> Result<Vec<u8>, RoleError> {
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
    ) -> Result<Vec<u8>, RoleError> {
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

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, RoleError> {
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

    fn check(&self) -> Result<(), RoleError> {
        self.check().map_err(|error| RoleError::Key(Cause::new(error)))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }
}

/// Decodes a signature.
fn decoded<P: Parameters>(signature: &[u8]) -> Result<Signature<P>, RoleError> {
    Signature::from_slice(signature).map_err(|error| RoleError::Invalid(Cause::new(error)))
}

impl<P: Parameters> VerifyingKey<P> {
    /// Verifies the signature of a prehash.
    fn verify_prehash_as(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
        any_strength: bool,
    ) -> Result<(), RoleError> {
        Ok(match any_strength {
            false => self.verify_prehash(context, prehash, signature),
            true => self.verify_prehash_of_any_strength(context, prehash, signature),
        }?)
    }
}

impl<P: Parameters> DynVerifyingKey for VerifyingKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        if let Some(function) = options.prehash {
            return self.verify_digest(&function.digest(message), signature, options);
        }
        let context = check_options(P::NAME, options)?;
        Ok(self.verify_ctx(context, message, &decoded(signature)?)?)
    }

    fn verify_digest(&self, digest: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        let context = check_options(P::NAME, options)?;
        let prehash = prehash_of(P::NAME, options.prehash, digest)?;
        self.verify_prehash_as(context, &prehash, &PrehashSignature(decoded(signature)?), options.any_strength)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, RoleError> {
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

    fn as_bytes(&self) -> &[u8] {
        self.as_ref()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self)
    }
}

/// The verification of a signature whose message comes in parts, which holds the signature: see
/// [`Verifier`](super::Verifier).
struct OwnedVerifier<P: Parameters> {
    key: VerifyingKey<P>,
    signature: Signature<P>,
    hasher: <P::Functions as Functions>::MessageHasher,
}

impl<P: Parameters> DynVerifier for OwnedVerifier<P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn verify(self: Box<Self>) -> Result<(), RoleError> {
        let Self { key, signature, hasher } = *self;
        let digest = Digest::finish(&P::NUMBERS, hasher);
        Ok(key.verify_item(Item { public_key: key.as_ref(), digest, signature: signature.as_ref() })?)
    }
}
