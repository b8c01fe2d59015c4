//! Private keys of any type.

use super::form::PrivateForm;
use super::key_type::KeyType;
use carnelian::algorithm::{DynAgreementKey, DynDecapsulationKey, DynSigningKey, SignatureError};
use carnelian::encoding::{PrivateKeyInfo, SubjectPublicKeyInfo};
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
