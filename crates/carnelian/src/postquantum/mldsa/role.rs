//! The role of signatures: ML-DSA, and HashML-DSA as the option of a prehash.

use super::error::{ExpandedKeyError, ParseSignatureError, SignError, SignatureError};
use super::mu::{Mu, MuHasher};
use super::parameters::Parameters;
use super::prehash::PrehashSignature;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::Prehash;
use crate::postquantum::role::{check_options, check_rule, context_of, prehash_of};
use crate::signature::{
    Abilities, Cause, DynSigner, DynSigningKey, DynVerifier, DynVerifyingKey, Hedging, PrehashSigner, PrehashVerifier,
    SignOptions, SignatureError as RoleError, SignatureScheme, VerifyOptions, check_len, key_of_len,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<P: Parameters> SignatureScheme for SigningKey<P> {
    type VerifyingKey = VerifyingKey<P>;

    const ABILITIES: Abilities = Abilities {
        seed_lens: &[32],
        private_key_lens: &[32, P::EXPANDED_KEY_LEN],
        expanded_key_len: Some(P::EXPANDED_KEY_LEN),
        public_key_lens: &[P::PUBLIC_KEY_LEN],
        signature_len: P::SIGNATURE_LEN,
        context_lens: Some((Context::MIN_LEN, Context::MAX_LEN)),
        has_prehash: |prehash| prehash.digest_len >= P::LAMBDA / 4,
        is_hedged: true,
        signs_in_parts: true,
        rules: &[],
    };

    fn backend() -> &'static str {
        super::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn from_seed(seed: &[u8]) -> Self {
        Self::from_seed(seed.try_into().expect("the length of a seed"))
    }

    fn from_private_bytes(bytes: &[u8]) -> Result<Self, RoleError> {
        check_len("an ML-DSA private key", Self::ABILITIES.private_key_lens, bytes.len())?;
        if let Ok(seed) = key_of_len("a seed", bytes) {
            return Ok(Self::from_seed(seed));
        }
        Self::from_expanded_slice(bytes).map_err(|error: ExpandedKeyError| RoleError::Key(Cause::new(error)))
    }

    fn from_public_bytes(bytes: &[u8], rule: Option<&str>) -> Result<VerifyingKey<P>, RoleError> {
        check_rule(P::NAME, rule)?;
        check_len("an ML-DSA public key", Self::ABILITIES.public_key_lens, bytes.len())?;
        Ok(VerifyingKey::from_slice(bytes).expect("the length of a key"))
    }
}

impl From<SignError> for RoleError {
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => Self::Random(error),
            SignError::Prehash(weak) => weak.into(),
            SignError::TooManyAttempts | SignError::Fault => Self::Fault(Cause::new(error)),
        }
    }
}

impl From<SignatureError> for RoleError {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Prehash(weak) => weak.into(),
            SignatureError::Hint | SignatureError::Norm | SignatureError::Mismatch => Self::Invalid(Cause::new(error)),
        }
    }
}

impl From<ParseSignatureError> for RoleError {
    fn from(error: ParseSignatureError) -> Self {
        match error {
            ParseSignatureError::Length(error) => Self::Invalid(Cause::new(error)),
            ParseSignatureError::Signature(error) => error.into(),
        }
    }
}

/// Signs the message that μ stands for.
fn sign_mu<P: Parameters>(
    key: &SigningKey<P>,
    mu: &Mu<P>,
    (hedging, is_verified): (Hedging, bool),
    mut random: &mut dyn Random,
) -> Result<Vec<u8>, RoleError> {
    let signature = match (hedging.draws(true), is_verified) {
        (true, false) => key.sign_mu(mu, &mut random),
        (false, false) => key.sign_mu_deterministic(mu),
        (true, true) => key.verified().sign_mu(mu, &mut random),
        (false, true) => key.verified().sign_mu_deterministic(mu),
    };
    Ok(signature?.as_ref().to_vec())
}

impl<P: Parameters> DynSigningKey for SigningKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn sign(&self, message: &[u8], options: &SignOptions<'_>, random: &mut dyn Random) -> Result<Vec<u8>, RoleError> {
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

impl<P: Parameters> DynSigner for MuSigner<'_, P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn sign(self: Box<Self>, random: &mut dyn Random) -> Result<Vec<u8>, RoleError> {
        let Self { key, hasher, how } = *self;
        sign_mu(key, &hasher.finalize(), how, random)
    }
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
        Ok(self.verify_ctx(context, message, &Signature::from_slice(signature)?)?)
    }

    fn verify_digest(&self, digest: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        let context = check_options(P::NAME, options)?;
        let prehash = prehash_of(P::NAME, options.prehash, digest)?;
        let signature = PrehashSignature::from_slice(signature)?;
        self.verify_prehash_as(context, &prehash, &signature, options.any_strength)
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, RoleError> {
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

impl<P: Parameters> DynVerifier for MuVerifier<P> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn verify(self: Box<Self>) -> Result<(), RoleError> {
        let Self { key, signature, hasher } = *self;
        Ok(key.verify_mu(&hasher.finalize(), &signature)?)
    }
}
