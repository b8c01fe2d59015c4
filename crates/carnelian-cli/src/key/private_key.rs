//! Private keys of any type.

use super::form::PrivateForm;
use super::key_type::KeyType;
use carnelian::algorithm::{DynAgreementKey, DynDecapsulationKey, DynSigningKey, SignatureError};
use carnelian::encoding::{EncodingError, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::random::{OsRandom, RandomError};
use carnelian::secret::Secret;

/// A private key.
#[derive(Debug)]
pub enum PrivateKey {
    /// A key that signs.
    Signature(Box<dyn DynSigningKey>),
    /// A key that agrees on a secret with a peer.
    Agreement(Box<dyn DynAgreementKey>),
    /// A key that decapsulates secrets.
    Encapsulation(Box<dyn DynDecapsulationKey>),
}

const FILES: &str = "keys of key types have files";

impl PrivateKey {
    /// Generates a key from the random bytes of the operating system.
    ///
    /// # Errors
    /// [`RandomError`] if it has none.
    pub fn generate(key_type: KeyType) -> Result<Self, RandomError> {
        match key_type {
            KeyType::Signature(scheme) => scheme.generate(&mut OsRandom).map(Self::Signature),
            KeyType::Agreement(scheme) => scheme.generate(&mut OsRandom).map(Self::Agreement),
            KeyType::Encapsulation(scheme) => scheme.generate(&mut OsRandom).map(Self::Encapsulation),
        }
    }

    /// Converts a key of a type from its container.
    ///
    /// # Errors
    /// [`EncodingError`] if parts of it contradict each other.
    pub fn from_info(key_type: KeyType, info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        match key_type {
            KeyType::Signature(scheme) => scheme.signing_key_from_info(info).map(Self::Signature),
            KeyType::Agreement(scheme) => scheme.key_from_info(info).map(Self::Agreement),
            KeyType::Encapsulation(scheme) => scheme.decapsulation_key_from_info(info).map(Self::Encapsulation),
        }
    }

    /// Returns the type of the key.
    #[must_use]
    pub fn key_type(&self) -> KeyType {
        match self {
            Self::Signature(key) => KeyType::Signature(key.algorithm()),
            Self::Agreement(key) => KeyType::Agreement(key.algorithm()),
            Self::Encapsulation(key) => KeyType::Encapsulation(key.algorithm()),
        }
    }

    /// Returns the key in its container.
    #[must_use]
    pub fn to_info(&self) -> PrivateKeyInfo {
        match self {
            Self::Signature(key) => key.to_private_key_info().expect(FILES),
            Self::Agreement(key) => key.to_private_key_info(),
            Self::Encapsulation(key) => key.to_private_key_info().expect(FILES),
        }
    }

    /// Returns the public key in its container.
    #[must_use]
    pub fn to_public_info(&self) -> SubjectPublicKeyInfo {
        match self {
            Self::Signature(key) => key.verifying_key().to_subject_public_key_info().expect(FILES),
            Self::Agreement(key) => key.to_subject_public_key_info(),
            Self::Encapsulation(key) => key.encapsulation_key().to_subject_public_key_info().expect(FILES),
        }
    }

    /// Checks what the container of the key does not show, which can take as long as generating a key.
    ///
    /// # Errors
    /// [`SignatureError::Key`] if the parts of the key do not belong together.
    pub fn check(&self) -> Result<(), SignatureError> {
        match self {
            Self::Signature(key) => key.check(),
            Self::Agreement(_) | Self::Encapsulation(_) => Ok(()),
        }
    }

    /// Returns the key that is computed from the seed, if keys of this type have such a form.
    #[must_use]
    pub fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        match self {
            Self::Signature(key) => key.to_expanded_bytes(),
            Self::Agreement(_) => None,
            Self::Encapsulation(key) => key.to_expanded_bytes(),
        }
    }

    /// Returns the bytes of a form of the key, or `None` if it needs the seed and that is not known. The key has
    /// [forms](KeyType::has_forms).
    #[must_use]
    pub fn to_form(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>> {
        let seed = match self {
            Self::Signature(key) => key.to_seed(),
            Self::Agreement(_) => None,
            Self::Encapsulation(key) => key.to_seed(),
        };
        let expanded = self.to_expanded_bytes()?;
        form.of(seed.as_ref().map(|seed| &seed.expose()[..]), expanded.expose())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::named::Named;

    /// Every key is read as what it is. Generating some keys takes seconds in a build without optimization.
    #[test]
    fn key_types_are_those_of_their_files() {
        for key_type in KeyType::all() {
            let algorithm = key_type.algorithm();
            assert_eq!((key_type.identity().name, KeyType::of(algorithm)), (&*algorithm.to_string(), Some(key_type)));
            assert!(algorithm.private_lengths().contains(key_type.private_len()), "{key_type:?}");
            if !key_type.name().ends_with('s') {
                let key = PrivateKey::generate(key_type).unwrap();
                let info = key.to_info();
                assert_eq!((info.algorithm(), info.to_raw().expose().len()), (algorithm, key_type.private_len()));
                let read = PrivateKey::from_info(key_type, &info).unwrap();
                assert_eq!((read.key_type(), read.to_public_info()), (key_type, key.to_public_info()));
                key_type.check_public(&key.to_public_info()).unwrap();
                assert_eq!(read.to_expanded_bytes().is_some(), key_type.has_forms(), "{key_type:?}");
            }
        }
    }
}
