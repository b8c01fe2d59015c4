//! Keys of every algorithm that the command supports, behind a common interface.

use crate::ml_dsa::{self, Signing};
use crate::ml_kem::{self, Decapsulation};
use crate::named::Named;
use crate::seeded::Seeded;
use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::{
    Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::postquantum::mldsa::{self, MlDsa44, MlDsa65, MlDsa87};
use carnelian::postquantum::mlkem::{DecapsulationKey, MlKem512, MlKem768, MlKem1024};
use carnelian::random::{Random, RandomError};

/// The key types, by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// Signatures (RFC 8032)
    Ed25519,
    /// Key agreement (RFC 7748)
    X25519,
    /// Key encapsulation (FIPS 203), security category 1
    MlKem512,
    /// Key encapsulation (FIPS 203), security category 3
    MlKem768,
    /// Key encapsulation (FIPS 203), security category 5
    MlKem1024,
    /// Signatures (FIPS 204), security category 2
    MlDsa44,
    /// Signatures (FIPS 204), security category 3
    MlDsa65,
    /// Signatures (FIPS 204), security category 5
    MlDsa87,
}

impl Named for KeyType {
    fn all() -> Vec<Self> {
        vec![
            Self::Ed25519,
            Self::X25519,
            Self::MlKem512,
            Self::MlKem768,
            Self::MlKem1024,
            Self::MlDsa44,
            Self::MlDsa65,
            Self::MlDsa87,
        ]
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519",
            Self::X25519 => "x25519",
            Self::MlKem512 => "ml-kem-512",
            Self::MlKem768 => "ml-kem-768",
            Self::MlKem1024 => "ml-kem-1024",
            Self::MlDsa44 => "ml-dsa-44",
            Self::MlDsa65 => "ml-dsa-65",
            Self::MlDsa87 => "ml-dsa-87",
        }
    }

    fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Ed25519 => "Signatures (RFC 8032)",
            Self::X25519 => "Key agreement (RFC 7748)",
            Self::MlKem512 => "Key encapsulation (FIPS 203), category 1",
            Self::MlKem768 => "Key encapsulation (FIPS 203), category 3",
            Self::MlKem1024 => "Key encapsulation (FIPS 203), category 5",
            Self::MlDsa44 => "Signatures (FIPS 204), category 2",
            Self::MlDsa65 => "Signatures (FIPS 204), category 3",
            Self::MlDsa87 => "Signatures (FIPS 204), category 5",
        })
    }
}

impl From<KeyType> for Algorithm {
    fn from(key_type: KeyType) -> Self {
        match key_type {
            KeyType::Ed25519 => Self::Ed25519,
            KeyType::X25519 => Self::X25519,
            KeyType::MlKem512 => Self::MlKem512,
            KeyType::MlKem768 => Self::MlKem768,
            KeyType::MlKem1024 => Self::MlKem1024,
            KeyType::MlDsa44 => Self::MlDsa44,
            KeyType::MlDsa65 => Self::MlDsa65,
            KeyType::MlDsa87 => Self::MlDsa87,
        }
    }
}

/// A private key.
#[derive(Debug)]
pub enum PrivateKey {
    /// An Ed25519 key.
    Ed25519(Box<ed25519::SigningKey>),
    /// An X25519 key.
    X25519(x25519::SecretKey),
    /// An ML-KEM key.
    MlKem(Box<dyn Decapsulation>),
    /// An ML-DSA key.
    MlDsa(Box<dyn Signing>),
}

impl PrivateKey {
    /// Generates a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(key_type: KeyType, random: &mut impl Random) -> Result<Self, RandomError> {
        match key_type {
            KeyType::Ed25519 => ed25519::SigningKey::generate(random).map(|key| Self::Ed25519(Box::new(key))),
            KeyType::X25519 => x25519::SecretKey::generate(random).map(Self::X25519),
            KeyType::MlKem512 => DecapsulationKey::<MlKem512>::generate(random).map(|key| Self::MlKem(Box::new(key))),
            KeyType::MlKem768 => DecapsulationKey::<MlKem768>::generate(random).map(|key| Self::MlKem(Box::new(key))),
            KeyType::MlKem1024 => DecapsulationKey::<MlKem1024>::generate(random).map(|key| Self::MlKem(Box::new(key))),
            KeyType::MlDsa44 => mldsa::SigningKey::<MlDsa44>::generate(random).map(|key| Self::MlDsa(Box::new(key))),
            KeyType::MlDsa65 => mldsa::SigningKey::<MlDsa65>::generate(random).map(|key| Self::MlDsa(Box::new(key))),
            KeyType::MlDsa87 => mldsa::SigningKey::<MlDsa87>::generate(random).map(|key| Self::MlDsa(Box::new(key))),
        }
    }

    /// Converts the key from its parsed container.
    ///
    /// # Errors
    /// [`EncodingError`] if parts of it contradict each other, or the algorithm is not supported.
    pub fn from_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        if let Some(key) = ml_kem::private_key(info) {
            return key.map(Self::MlKem);
        }
        if let Some(key) = ml_dsa::private_key(info) {
            return key.map(Self::MlDsa);
        }
        match info.algorithm() {
            Algorithm::X25519 => x25519::SecretKey::from_private_key_info(info).map(Self::X25519),
            // This call rejects every other algorithm with an error that names it.
            _ => ed25519::SigningKey::from_private_key_info(info).map(|key| Self::Ed25519(Box::new(key))),
        }
    }

    /// Returns the key in its container.
    #[must_use]
    pub fn to_info(&self) -> PrivateKeyInfo {
        match self {
            Self::Ed25519(key) => key.to_private_key_info(),
            Self::X25519(key) => key.to_private_key_info(),
            Self::MlKem(key) => key.to_info(),
            Self::MlDsa(key) => key.to_info(),
        }
    }

    /// Returns the public key in its container.
    #[must_use]
    pub fn to_public_info(&self) -> SubjectPublicKeyInfo {
        match self {
            Self::Ed25519(key) => key.verifying_key().to_subject_public_key_info(),
            Self::X25519(key) => key.public_key().to_subject_public_key_info(),
            Self::MlKem(key) => key.to_public_info(),
            Self::MlDsa(key) => key.to_public_info(),
        }
    }

    /// Returns the key if it is one that has a seed and an expanded form.
    #[must_use]
    pub fn seeded(&self) -> Option<&dyn Seeded> {
        match self {
            Self::Ed25519(_) | Self::X25519(_) => None,
            Self::MlKem(key) => Some(&**key),
            Self::MlDsa(key) => Some(&**key),
        }
    }
}
