//! The role of signatures: ML-DSA, and HashML-DSA as the option of a prehash.

mod signing;
mod verifying;

use super::batch::{BatchItem, BatchKey, verify_batch};
use super::error::{ExpandedKeyError, ParseSignatureError, SignError, SignatureError};
use super::parameters::Parameters;
use super::prepared::PreparedVerifyingKey;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::postquantum::context::Context;
use crate::postquantum::role::{check_rule, check_strength, context_of, variant};
use crate::signature::{
    Abilities, Cause, Hedging, SignatureError as RoleError, SignatureItem, SignatureItemKey, SignatureScheme,
    check_len, key_of_len, verdicts,
};
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
        check_prehash: |prehash| check_strength(prehash, P::LAMBDA / 4),
        variant: |_, has_prehash| variant(P::NAME, has_prehash),
        hedging: &[Hedging::Random, Hedging::Deterministic],
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

    fn verify_batch(items: &[SignatureItem<'_>], rule: Option<&str>) -> Result<Vec<bool>, RoleError> {
        check_rule(P::NAME, rule)?;
        let parsed: Vec<_> = items.iter().map(parsed::<P>).collect::<Result<_, _>>()?;
        let mut batch = Vec::with_capacity(items.len());
        for (item, (key, signature)) in items.iter().zip(&parsed) {
            let (context, message) = (context_of(item.context)?, item.message);
            let key = match key {
                Key::Plain(key) => BatchKey::Plain(key),
                Key::Decoded(key) => BatchKey::Plain(key),
                Key::Prepared(key) => BatchKey::Prepared(key),
            };
            batch.extend(signature.iter().map(|signature| BatchItem { key, context, message, signature }));
        }
        let verified = verify_batch(&batch);
        // Signatures that are encoded wrongly are not in the batch.
        let is_in = parsed.iter().map(|(_, signature)| signature.is_some());
        Ok(verdicts(is_in, |i| verified.as_ref().map_or_else(|error| error.verdicts()[i].is_ok(), |()| true)))
    }
}

/// The key of an item in a batch.
enum Key<'a, P: Parameters> {
    Decoded(VerifyingKey<P>),
    Plain(&'a VerifyingKey<P>),
    Prepared(&'a PreparedVerifyingKey<P>),
}

/// Returns the key of an item, and its signature unless no message has it.
fn parsed<'a, P: Parameters>(item: &SignatureItem<'a>) -> Result<(Key<'a, P>, Option<Signature<P>>), RoleError> {
    let key = match item.key {
        SignatureItemKey::Bytes(bytes) => Key::Decoded(SigningKey::<P>::from_public_bytes(bytes, None)?),
        SignatureItemKey::Key(key) => match (key.downcast_ref(), key.downcast_ref()) {
            (Some(key), _) => Key::Plain(key),
            (None, Some(key)) => Key::Prepared(key),
            (None, None) => return Err(RoleError::OtherScheme { found: key.name() }),
        },
    };
    Ok((key, Signature::from_slice(item.signature).ok()))
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
