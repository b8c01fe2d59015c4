//! Private keys of any type.

use super::content::{PrivateContent, PublicContent};
use super::form::PrivateForm;
use super::key_type::KeyType;
use carnelian::algorithm::{DynAgreementKey, DynDecapsulationKey, DynSigningKey, SignatureError};
use carnelian::encoding::{EncodingError, PrivateKeyInfo};
use carnelian::random::{OsRandom, RandomError};
use carnelian::secret::Secret;
use std::error::Error;

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

    /// Decodes the key of a type that a file holds, in any form that its container or the catalogue names.
    ///
    /// # Errors
    /// The reason why it is no such key.
    pub fn from_content(key_type: KeyType, content: &PrivateContent) -> Result<Self, Box<dyn Error>> {
        match content {
            PrivateContent::Contained(info) => Ok(Self::from_info(key_type, info)?),
            PrivateContent::Bare(_, bytes) => Self::from_bytes(key_type, bytes.expose()),
        }
    }

    fn from_info(key_type: KeyType, info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        match key_type {
            KeyType::Signature(scheme) => scheme.signing_key_from_info(info).map(Self::Signature),
            KeyType::Agreement(scheme) => scheme.key_from_info(info).map(Self::Agreement),
            KeyType::Encapsulation(scheme) => scheme.decapsulation_key_from_info(info).map(Self::Encapsulation),
        }
    }

    fn from_bytes(key_type: KeyType, bytes: &[u8]) -> Result<Self, Box<dyn Error>> {
        Ok(match key_type {
            KeyType::Signature(scheme) => Self::Signature(scheme.signing_key_from_bytes(bytes)?),
            KeyType::Agreement(scheme) => Self::Agreement(scheme.key_from_bytes(bytes)?),
            KeyType::Encapsulation(scheme) => Self::Encapsulation(scheme.decapsulation_key_from_bytes(bytes)?),
        })
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

    /// Returns the key as a file holds it: in its container, if the algorithm has one.
    #[must_use]
    pub fn to_content(&self) -> PrivateContent {
        let contained = match self {
            Self::Signature(key) => key.to_private_key_info(),
            Self::Agreement(key) => Some(key.to_private_key_info()),
            Self::Encapsulation(key) => key.to_private_key_info(),
        };
        let bare = || PrivateContent::Bare(self.key_type(), self.to_bytes());
        contained.map_or_else(bare, PrivateContent::Contained)
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        match self {
            Self::Signature(key) => key.to_bytes(),
            Self::Agreement(key) => key.to_bytes(),
            Self::Encapsulation(key) => key.to_bytes().expect("keys of key types have bytes"),
        }
    }

    /// Returns the public key as a file holds it.
    #[must_use]
    pub fn to_public_content(&self) -> PublicContent {
        let (contained, bytes) = match self {
            Self::Signature(key) => {
                let key = key.verifying_key();
                (key.to_subject_public_key_info(), key.as_bytes().to_vec())
            }
            Self::Agreement(key) => (Some(key.to_subject_public_key_info()), key.public_key()),
            Self::Encapsulation(key) => {
                let key = key.encapsulation_key();
                (key.to_subject_public_key_info(), key.to_bytes())
            }
        };
        contained.map_or_else(|| PublicContent::Bare(self.key_type(), bytes), PublicContent::Contained)
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
    use crate::key::PublicKey;

    /// Every key is read as what it is. Generating some keys takes seconds in a build without optimization.
    #[test]
    fn key_types_are_those_of_their_files() {
        for key_type in KeyType::all() {
            if let Some(algorithm) = key_type.files() {
                let named = (key_type.identity().name, KeyType::of(algorithm));
                assert_eq!(named, (&*algorithm.to_string(), Some(key_type)));
            }
            assert!(key_type.permits_private(key_type.private_len()), "{key_type:?}");
            if !key_type.name().ends_with('s') {
                let key = PrivateKey::generate(key_type).unwrap();
                let content = key.to_content();
                assert_eq!(content.to_raw().expose().len(), key_type.private_len());
                assert_eq!(content.key_type(), Some(key_type));
                assert_eq!(matches!(content, PrivateContent::Contained(_)), key_type.files().is_some());
                let read = PrivateKey::from_content(key_type, &content).unwrap();
                assert_eq!((read.key_type(), read.to_public_content()), (key_type, key.to_public_content()));
                assert!(key_type.permits_public(key.to_public_content().as_bytes().len()), "{key_type:?}");
                assert_eq!(key.to_public_content().key_type(), Some(key_type));
                PublicKey::from_content(key_type, &key.to_public_content()).unwrap();
                assert_eq!(read.to_expanded_bytes().is_some(), key_type.has_forms(), "{key_type:?}");
            }
        }
    }
}
