//! The role of signatures: ML-DSA, and HashML-DSA as the option of a prehash.

mod signing;
mod verifying;

use super::error::{ExpandedKeyError, ParseSignatureError, SignError, SignatureError};
use super::parameters::Parameters;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::random::{Random, RandomError};
use crate::postquantum::context::Context;
use crate::postquantum::role::{check_rule, check_strength, variant};
use crate::signature::{Abilities, Cause, SignatureError as RoleError, SignatureScheme, check_len, key_of_len};

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
