//! Public keys of any type.

use super::content::PublicContent;
use super::key_type::KeyType;
use carnelian::algorithm::{DynEncapsulationKey, DynVerifyingKey};
use std::error::Error;

/// A public key, decoded and checked.
#[derive(Debug)]
pub enum PublicKey {
    /// A key that verifies.
    Signature(Box<dyn DynVerifyingKey>),
    /// The bytes of a key on whose owner's side a secret is agreed.
    Agreement(Vec<u8>),
    /// A key to which secrets are encapsulated.
    Encapsulation(Box<dyn DynEncapsulationKey>),
}

impl PublicKey {
    /// Decodes the key of a type that a file holds.
    ///
    /// # Errors
    /// The reason why it is no such key.
    pub fn from_content(key_type: KeyType, content: &PublicContent) -> Result<Self, Box<dyn Error>> {
        Ok(match (key_type, content) {
            (KeyType::Signature(scheme), PublicContent::Contained(info)) => {
                Self::Signature(scheme.verifying_key_from_info(info)?)
            }
            (KeyType::Signature(scheme), PublicContent::Bare(_, key)) => {
                Self::Signature(scheme.verifying_key_from_bytes(key)?)
            }
            (KeyType::Agreement(scheme), PublicContent::Contained(info)) => {
                Self::Agreement(scheme.public_key_from_info(info)?)
            }
            (KeyType::Agreement(scheme), PublicContent::Bare(_, key)) => {
                scheme.check_public_key(key)?;
                Self::Agreement(key.clone())
            }
            (KeyType::Encapsulation(scheme), PublicContent::Contained(info)) => {
                Self::Encapsulation(scheme.encapsulation_key_from_info(info)?)
            }
            (KeyType::Encapsulation(scheme), PublicContent::Bare(_, key)) => {
                Self::Encapsulation(scheme.encapsulation_key_from_bytes(key)?)
            }
        })
    }
}
