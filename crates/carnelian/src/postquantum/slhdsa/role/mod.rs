//! The role of signatures: SLH-DSA, and HashSLH-DSA as the option of a prehash.

mod signing;
mod verifying;

use super::batch::{BatchItem, verify_batch};
use super::error::{SignError, SignatureError};
use super::parameters::Parameters;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::postquantum::context::Context;
use crate::postquantum::role::{check_rule, check_strength, context_of, variant};
use crate::signature::{
    Abilities, Cause, Hedging, SignatureError as RoleError, SignatureItem, SignatureItemKey, SignatureScheme,
    check_len, verdicts,
};
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
        check_prehash: |prehash| check_strength(prehash, 2 * P::N),
        variant: |_, has_prehash| variant(P::NAME, has_prehash),
        hedging: &[Hedging::Random, Hedging::Deterministic],
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

    fn verify_batch(items: &[SignatureItem<'_>], rule: Option<&str>) -> Result<Vec<bool>, RoleError> {
        check_rule(P::NAME, rule)?;
        let parsed: Vec<_> = items.iter().map(parsed::<P>).collect::<Result<_, _>>()?;
        let mut batch = Vec::with_capacity(items.len());
        for (item, (key, signature)) in items.iter().zip(&parsed) {
            let (context, message) = (context_of(item.context)?, item.message);
            batch.extend(signature.iter().map(|signature| BatchItem { key, context, message, signature }));
        }
        let verified = verify_batch(&batch);
        // Signatures of another length are not in the batch.
        let is_in = parsed.iter().map(|(_, signature)| signature.is_some());
        Ok(verdicts(is_in, |i| verified.as_ref().map_or_else(|error| error.verdicts()[i].is_ok(), |()| true)))
    }
}

/// Returns the key of an item, and its signature if it has the length of one.
fn parsed<P: Parameters>(item: &SignatureItem<'_>) -> Result<(VerifyingKey<P>, Option<Signature<P>>), RoleError> {
    let key = match item.key {
        SignatureItemKey::Bytes(bytes) => SigningKey::<P>::from_public_bytes(bytes, None)?,
        SignatureItemKey::Key(key) => {
            *key.downcast_ref().ok_or_else(|| RoleError::OtherScheme { found: key.name() })?
        }
    };
    Ok((key, Signature::from_slice(item.signature).ok()))
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
