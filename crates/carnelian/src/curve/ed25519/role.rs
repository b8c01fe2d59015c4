//! The role of signatures: Ed25519 with its variants Ed25519ctx and Ed25519ph as options, and EdDSA with BLAKE2b.

use super::batch::{BatchItemOf, PreparedVerifyingKeyOf, verify_all};
use super::error::SignatureError;
use super::rule::Rule;
use super::signature::SignatureOf;
use super::signing::SigningKeyOf;
use super::variant::{Context, Domain, Scheme, Variant};
use super::verified::SignError;
use super::verify_once::verify_of;
use super::verifying::{VerifierOf, VerifyingKeyOf};
use crate::base::context::ContextLengthError;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::signature::sealed::Sealed;
use crate::signature::{
    Abilities, Cause, DynSigner, DynSigningKey, DynVerifier, DynVerifyingKey, Hedging, PrehashAlgorithm, PrehashSigner,
    PrehashVerifier, SignOptions, SignatureError as RoleError, SignatureItem, SignatureItemKey, SignatureOption,
    SignatureScheme, VerifyOptions, check_len, key_of_len, unsupported, verdicts,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<S: Scheme> SignatureScheme for SigningKeyOf<S> {
    type VerifyingKey = VerifyingKeyOf<S>;

    const ABILITIES: Abilities = Abilities {
        seed_lens: &[32],
        private_key_lens: &[32, 64],
        expanded_key_len: None,
        public_key_lens: &[32],
        signature_len: 64,
        context_lens: if S::HAS_VARIANTS { Some((Context::MIN_LEN, Context::MAX_LEN)) } else { None },
        check_prehash: check_prehash::<S>,
        variant: variant::<S>,
        hedging: &[Hedging::Deterministic, Hedging::Random],
        signs_in_parts: false,
        rules: &[Rule::ALL[0].name(), Rule::ALL[1].name(), Rule::ALL[2].name(), Rule::ALL[3].name()],
    };

    fn backend() -> &'static str {
        crate::curve::curve25519::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn from_seed(seed: &[u8]) -> Self {
        Self::of_bytes(seed.try_into().expect("the length of a seed"))
    }

    fn from_private_bytes(bytes: &[u8]) -> Result<Self, RoleError> {
        if let Ok(pair) = bytes.try_into() {
            return Self::from_keypair_bytes(pair).map_err(|error| RoleError::Key(Cause::new(error)));
        }
        check_len("an EdDSA private key", Self::ABILITIES.private_key_lens, bytes.len())?;
        Ok(SignatureScheme::from_seed(bytes))
    }

    fn from_public_bytes(bytes: &[u8], rule: Option<&str>) -> Result<VerifyingKeyOf<S>, RoleError> {
        let bytes = key_of_len(PUBLIC_KEY, bytes)?;
        VerifyingKeyOf::from_bytes_for(rule_of::<S>(rule)?, bytes).map_err(|error| RoleError::Key(Cause::new(error)))
    }

    /// A key is decoded together with the signature where the rule decodes both.
    fn verify_once(key: &[u8], message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        let (rule, domain) = selected::<S>(options)?;
        if !matches!(domain, Domain::Pure) {
            let key = Self::from_public_bytes(key, options.rule)?;
            return DynVerifyingKey::verify(&key, message, signature, options);
        }
        let verdict = verify_of::<S>(rule, key_of_len(PUBLIC_KEY, key)?, message, &decoded(signature)?);
        verdict.map_err(|error| match error {
            SignatureError::Key(error) => RoleError::Key(Cause::new(error)),
            error => invalid::<S>(error),
        })
    }

    fn verify_batch(items: &[SignatureItem<'_>], rule: Option<&str>) -> Result<Vec<bool>, RoleError> {
        let rule = rule_of::<S>(rule)?;
        let signatures: Vec<_> = items.iter().map(|item| SignatureOf::<S>::from_slice(item.signature).ok()).collect();
        let mut batch = Vec::with_capacity(items.len());
        for (item, signature) in items.iter().zip(&signatures) {
            let item = item_of(item, signature.as_ref())?;
            batch.extend(item);
        }
        let verified = verify_all(rule, &batch);
        // Signatures of another length are not in the batch.
        let is_in = signatures.iter().map(Option::is_some);
        Ok(verdicts(is_in, |i| verified.as_ref().map_or_else(|error| error.verdicts()[i].is_ok(), |()| true)))
    }
}

/// The name of a public key in errors.
const PUBLIC_KEY: &str = "an EdDSA public key";

/// Returns an item of a batch, if its signature has the length of one.
fn item_of<'a, S: Scheme>(
    item: &SignatureItem<'a>,
    signature: Option<&'a SignatureOf<S>>,
) -> Result<Option<BatchItemOf<'a, S>>, RoleError> {
    if item.context.is_some() {
        return Err(unsupported(S::NAME, SignatureOption::Context));
    }
    let decoded = |signature| match item.key {
        SignatureItemKey::Bytes(bytes) => {
            Ok(BatchItemOf::new(key_of_len::<32>(PUBLIC_KEY, bytes)?, item.message, signature))
        }
        SignatureItemKey::Key(key) => {
            match (key.downcast_ref::<VerifyingKeyOf<S>>(), key.downcast_ref::<PreparedVerifyingKeyOf<S>>()) {
                (Some(key), _) => Ok(BatchItemOf::new(key, item.message, signature)),
                (None, Some(key)) => Ok(BatchItemOf::new(key.verifying_key(), item.message, signature)),
                (None, None) => Err(RoleError::OtherScheme { found: key.name() }),
            }
        }
    };
    signature.map(decoded).transpose()
}

/// Returns the rule of a name, or the default.
fn rule_of<S: Scheme>(name: Option<&str>) -> Result<Rule, RoleError> {
    let Some(name) = name else { return Ok(S::RULE) };
    let named = Rule::ALL.into_iter().find(|rule| rule.name() == name);
    named.ok_or(unsupported(S::NAME, SignatureOption::Rule))
}

/// Checks that the scheme has a variant over digests of this function: Ed25519ph, over those of SHA-512, which has the
/// identifier 2.16.840.1.101.3.4.2.3.
fn check_prehash<S: Scheme>(prehash: &PrehashAlgorithm) -> Result<(), RoleError> {
    if S::HAS_VARIANTS && prehash.arc == 3 { Ok(()) } else { Err(unsupported(S::NAME, SignatureOption::Prehash)) }
}

/// Returns the name of the variant: RFC 8032 Section 5.1.
fn variant<S: Scheme>(has_context: bool, has_prehash: bool) -> Cow<'static, str> {
    match (has_prehash, has_context) {
        _ if !S::HAS_VARIANTS => S::NAME,
        (false, false) => S::NAME,
        (false, true) => "Ed25519ctx",
        (true, _) => "Ed25519ph",
    }
    .into()
}

/// Returns the variant that context and prehash select.
fn domain<S: Scheme>(context: Option<&[u8]>, prehash: Option<PrehashAlgorithm>) -> Result<Domain<'_>, RoleError> {
    if context.is_some() && !S::HAS_VARIANTS {
        return Err(unsupported(S::NAME, SignatureOption::Context));
    }
    match (prehash, context) {
        (None, None) => Ok(Domain::Pure),
        (None, Some(context)) => Ok(Domain::Ed25519ctx(Context::new(context)?)),
        (Some(prehash), context) => {
            check_prehash::<S>(&prehash)?;
            let context = context.filter(|context| !context.is_empty());
            // Ed25519ph has the empty context, which Ed25519ctx lacks.
            let or_none = |error| ContextLengthError { at_least: 0, ..error };
            Ok(Domain::Ed25519ph(context.map(Context::new).transpose().map_err(or_none)?))
        }
    }
}

/// Returns the prehash of a signature of a digest, after a look at the length of the digest.
fn prehash_of<S: Scheme>(prehash: Option<PrehashAlgorithm>, digest: &[u8]) -> Result<(), RoleError> {
    prehash.ok_or(unsupported(S::NAME, SignatureOption::DigestAlone))?.check(digest)
}

impl From<SignError> for RoleError {
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => Self::Random(error),
            SignError::Fault => Self::Fault(Cause::new(FaultError)),
        }
    }
}

/// Returns the error for a signature that is not valid. The error type is shared by schemes with variants and without.
fn invalid<S: Scheme>(error: SignatureError) -> RoleError {
    RoleError::Invalid(match error {
        SignatureError::Mismatch if S::HAS_VARIANTS => Cause::of_variant(error),
        error => Cause::new(error),
    })
}

impl<S: Scheme> SigningKeyOf<S> {
    /// Returns whether random bytes are drawn for a signature.
    fn draws(options: &SignOptions<'_>) -> Result<bool, RoleError> {
        Self::ABILITIES.draws(S::NAME, options.hedging)
    }

    /// Signs a message or its digest.
    fn sign_as(
        &self,
        domain: Domain<'_>,
        message: &[u8],
        options: &SignOptions<'_>,
        mut random: &mut dyn Random,
    ) -> Result<Vec<u8>, RoleError> {
        let signature: SignatureOf<S> = match (Self::draws(options)?, options.verified) {
            (false, false) => self.sign_in(domain, None, message),
            (true, false) => self.sign_hedged_in(domain, message, &mut random)?,
            (false, true) => self.verified().sign_in(domain, None, message).map_err(SignError::from)?,
            (true, true) => self.verified().sign_hedged_in(domain, message, &mut random)?,
        };
        Ok(signature.to_bytes().to_vec())
    }
}

impl<S: Scheme> Sealed for SigningKeyOf<S> {}

impl<S: Scheme> DynSigningKey for SigningKeyOf<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn sign(&self, message: &[u8], options: &SignOptions<'_>, random: &mut dyn Random) -> Result<Vec<u8>, RoleError> {
        let domain = domain::<S>(options.context, options.prehash)?;
        match options.prehash {
            Some(prehash) => self.sign_as(domain, &prehash.digest(message), options, random),
            None => self.sign_as(domain, message, options, random),
        }
    }

    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, RoleError> {
        let domain = domain::<S>(options.context, options.prehash)?;
        prehash_of::<S>(options.prehash, digest)?;
        self.sign_as(domain, digest, options, random)
    }

    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, RoleError> {
        domain::<S>(options.context, options.prehash)?;
        Self::draws(options)?;
        let prehash = options.prehash.ok_or(unsupported(S::NAME, SignatureOption::SigningInParts))?;
        let (context, hedging, verified) = (options.context.map(<[u8]>::to_vec), options.hedging, options.verified);
        Ok(PrehashSigner::start(prehash, move |digest, random| {
            let options = SignOptions { context: context.as_deref(), prehash: Some(prehash), hedging, verified };
            self.sign_digest(digest, &options, random)
        }))
    }

    fn verifying_key(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self.verifying_key())
    }

    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, RoleError> {
        Ok(self)
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        Secret::new(self.as_seed().expose().to_vec())
    }

    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        Some(DynSigningKey::to_bytes(self))
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        None
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }
}

/// Decodes a signature of any variant.
fn decoded<V: Variant>(signature: &[u8]) -> Result<SignatureOf<V>, RoleError> {
    SignatureOf::from_slice(signature).map_err(|error| RoleError::Invalid(Cause::new(error)))
}

/// Returns the rule and the variant that the options select.
fn selected<'a, S: Scheme>(options: &VerifyOptions<'a>) -> Result<(Rule, Domain<'a>), RoleError> {
    if options.any_strength {
        return Err(unsupported(S::NAME, SignatureOption::AnyStrength));
    }
    Ok((rule_of::<S>(options.rule)?, domain::<S>(options.context, options.prehash)?))
}

/// Verifies the signature of a message by the equation of a key, prepared or not.
fn verify_message<S: Scheme>(
    message: &[u8],
    signature: &[u8],
    options: &VerifyOptions<'_>,
    check: impl FnOnce(Rule, Domain<'_>, &[u8], &SignatureOf<S>) -> Result<(), SignatureError>,
) -> Result<(), RoleError> {
    let (rule, domain) = selected::<S>(options)?;
    let signature = decoded(signature)?;
    match options.prehash {
        Some(prehash) => check(rule, domain, &prehash.digest(message), &signature),
        None => check(rule, domain, message, &signature),
    }
    .map_err(invalid::<S>)
}

/// Verifies the signature of a digest by the equation of a key, prepared or not.
fn verify_digest<S: Scheme>(
    digest: &[u8],
    signature: &[u8],
    options: &VerifyOptions<'_>,
    check: impl FnOnce(Rule, Domain<'_>, &[u8], &SignatureOf<S>) -> Result<(), SignatureError>,
) -> Result<(), RoleError> {
    let (rule, domain) = selected::<S>(options)?;
    prehash_of::<S>(options.prehash, digest)?;
    check(rule, domain, digest, &decoded(signature)?).map_err(invalid::<S>)
}

impl<S: Scheme> Sealed for VerifyingKeyOf<S> {}

impl<S: Scheme> DynVerifyingKey for VerifyingKeyOf<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        verify_message::<S>(message, signature, options, |rule, domain, message, signature| {
            self.verify_in(rule, domain, message, signature)
        })
    }

    fn verify_digest(&self, digest: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        verify_digest::<S>(digest, signature, options, |rule, domain, digest, signature| {
            self.verify_in(rule, domain, digest, signature)
        })
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, RoleError> {
        let (rule, domain) = selected::<S>(options)?;
        let mut verifier = self.verifier_in(rule, domain, &decoded::<S>(signature)?);
        match options.prehash {
            None => Ok(Box::new(verifier)),
            Some(prehash) => Ok(PrehashVerifier::start(prehash, move |digest| {
                verifier.update(digest);
                verifier.verify().map_err(invalid::<S>)
            })),
        }
    }

    fn prepare(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(self.prepare())
    }

    fn as_bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(*self)
    }
}

impl<V: Variant> Sealed for VerifierOf<V> {}

impl<S: Scheme> Sealed for PreparedVerifyingKeyOf<S> {}

/// A message in parts is verified without the tables.
impl<S: Scheme> DynVerifyingKey for PreparedVerifyingKeyOf<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        verify_message::<S>(message, signature, options, |rule, domain, message, signature| {
            self.verify_in(rule, domain, message, signature)
        })
    }

    fn verify_digest(&self, digest: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), RoleError> {
        verify_digest::<S>(digest, signature, options, |rule, domain, digest, signature| {
            self.verify_in(rule, domain, digest, signature)
        })
    }

    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, RoleError> {
        DynVerifyingKey::verifier(self.verifying_key(), signature, options)
    }

    fn prepare(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(self.clone())
    }

    fn as_bytes(&self) -> &[u8] {
        self.verifying_key().as_bytes()
    }

    fn fork(&self) -> Box<dyn DynVerifyingKey> {
        Box::new(self.clone())
    }
}

impl<V: Variant> DynVerifier for VerifierOf<V> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn verify(self: Box<Self>) -> Result<(), RoleError> {
        (*self).verify().map_err(invalid::<V::Scheme>)
    }
}
