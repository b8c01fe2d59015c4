//! Key files of Ed25519, RFC 8410.

use super::error::VerifyingKeyError;
use super::signing::SigningKey;
use super::verifying::VerifyingKey;
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};

impl PrivateKeyFile for SigningKey {
    const ALGORITHM: Algorithm = Algorithm::Ed25519;

    fn to_private_key_info(&self) -> PrivateKeyInfo {
        PrivateKeyInfo::of(Self::ALGORITHM, self.as_seed(), Some(self.verifying_key().to_bytes()))
    }

    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let key = Self::of_seed(|seed| info.copy_private_key(Self::ALGORITHM, seed))?;
        info.check_public_key(key.verifying_key().as_bytes())?;
        Ok(key)
    }
}

/// Decodes keys like [`VerifyingKey::from_bytes`].
impl PublicKeyFile for VerifyingKey {
    const ALGORITHM: Algorithm = Algorithm::Ed25519;

    fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        SubjectPublicKeyInfo::of(Self::ALGORITHM, self.as_bytes())
    }

    fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError> {
        Self::from_bytes(&info.public_key(Self::ALGORITHM)?).map_err(|error| {
            let fault = match error {
                VerifyingKeyError::NotCanonical => "expected a canonical encoding, found another one",
                VerifyingKeyError::NotOnCurve => "expected a point of the curve, found none",
                VerifyingKeyError::SmallOrder => "expected a point of large order, found one of small order",
            };
            EncodingError::InvalidPublicKey { algorithm: Self::ALGORITHM, fault }
        })
    }
}
