//! Key files of ML-KEM, RFC 9935.

use super::{
    DecapsulationKey, DecapsulationKeyError, EncapsulationKey, EncapsulationKeyError, MlKem512, MlKem768, MlKem1024,
    Parameters,
};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};

/// A parameter set that key files have an identifier for. Sealed, like [`Parameters`].
pub trait KeyFiles: Parameters {
    /// The identifier.
    const ALGORITHM: Algorithm;
}

impl KeyFiles for MlKem512 {
    const ALGORITHM: Algorithm = Algorithm::MlKem512;
}

impl KeyFiles for MlKem768 {
    const ALGORITHM: Algorithm = Algorithm::MlKem768;
}

impl KeyFiles for MlKem1024 {
    const ALGORITHM: Algorithm = Algorithm::MlKem1024;
}

/// Written as a seed, if the key has one, else in its expanded form. A file with both is read if they agree.
impl<P: KeyFiles> PrivateKeyFile for DecapsulationKey<P> {
    const ALGORITHM: Algorithm = P::ALGORITHM;

    fn to_private_key_info(&self) -> PrivateKeyInfo {
        let expanded = self.as_expanded_bytes().expose().as_ref();
        let private_key = self.as_seed().map_or(expanded, |seed| seed.expose());
        let public_key = self.encapsulation_key();
        PrivateKeyInfo::new(Self::ALGORITHM, private_key, Some(public_key.as_ref())).expect("the lengths of a key")
    }

    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let key = Self::from_any_form(info.private_key_bytes(Self::ALGORITHM)?);
        let key = key.map_err(|error| invalid(Self::ALGORITHM, error))?;
        info.check_public_key(key.encapsulation_key().as_ref())?;
        Ok(key)
    }
}

fn invalid(algorithm: Algorithm, error: DecapsulationKeyError) -> EncodingError {
    let fault = match error {
        DecapsulationKeyError::Length(_) => "it has another length",
        DecapsulationKeyError::Hash => "it does not hold the hash of its encapsulation key",
        DecapsulationKeyError::Modulus => "a coefficient is not below 3329",
        DecapsulationKeyError::Inconsistent => "its secret vector does not belong to its encapsulation key",
        DecapsulationKeyError::Seed => "the expanded key is not that of the seed",
    };
    EncodingError::InvalidPrivateKey { algorithm, fault }
}

impl<P: KeyFiles> PublicKeyFile for EncapsulationKey<P> {
    const ALGORITHM: Algorithm = P::ALGORITHM;

    fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        SubjectPublicKeyInfo::new(Self::ALGORITHM, self.as_ref()).expect("the length of a key")
    }

    fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError> {
        if info.algorithm() != Self::ALGORITHM {
            let (expected, found) = (Some(Self::ALGORITHM), info.algorithm().oid());
            return Err(EncodingError::WrongAlgorithm { expected, found });
        }
        Self::from_slice(info.as_bytes()).map_err(|error| EncodingError::InvalidPublicKey {
            algorithm: Self::ALGORITHM,
            fault: match error {
                EncapsulationKeyError::Length(_) => "it has another length",
                EncapsulationKeyError::Modulus => "a coefficient is not below 3329",
            },
        })
    }
}
