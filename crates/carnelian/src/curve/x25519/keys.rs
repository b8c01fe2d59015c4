//! Key files of X25519, RFC 8410.

use super::{PublicKey, SecretKey};
use crate::base::secret::{Held, Secret};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};

impl PrivateKeyFile for SecretKey {
    const ALGORITHM: Algorithm = Algorithm::X25519;

    fn to_private_key_info(&self) -> PrivateKeyInfo {
        PrivateKeyInfo::of(Self::ALGORITHM, &self.0, Some(*self.public_key().as_bytes()))
    }

    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let mut key = Held::place(Secret::ZEROED);
        info.copy_private_key(Self::ALGORITHM, &mut key)?;
        let key = Self(key);
        info.check_public_key(key.public_key().as_bytes())?;
        Ok(key)
    }
}

impl PublicKeyFile for PublicKey {
    const ALGORITHM: Algorithm = Algorithm::X25519;

    fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        SubjectPublicKeyInfo::of(Self::ALGORITHM, &self.0)
    }

    fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError> {
        info.public_key(Self::ALGORITHM).map(Self)
    }
}
