//! Keys as their files hold them: in a container that names the algorithm, or only the bytes of the key where the
//! algorithm has no container.

use super::key_type::KeyType;
use carnelian::encoding::{EncodingError, PrivateKeyInfo, SubjectPublicKeyInfo, encode_hex};
use carnelian::secret::Secret;

/// A private key as a file holds it. Its parts are not checked.
#[derive(Debug)]
pub enum PrivateContent {
    /// The container of PKCS #8.
    Contained(PrivateKeyInfo),
    /// The bytes of a key whose algorithm has no container.
    Bare(KeyType, Secret<Vec<u8>>),
}

/// A public key as a file holds it. It is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicContent {
    /// SubjectPublicKeyInfo.
    Contained(SubjectPublicKeyInfo),
    /// The bytes of a key whose algorithm has no container.
    Bare(KeyType, Vec<u8>),
}

impl PrivateContent {
    /// Returns the content for a key of these bytes, and for its public key if the container is to have it.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`] if a container cannot hold as many bytes.
    pub fn new(key_type: KeyType, key: Secret<Vec<u8>>, public: Option<&[u8]>) -> Result<Self, EncodingError> {
        match key_type.files() {
            Some(algorithm) => PrivateKeyInfo::new(algorithm, key.expose(), public).map(Self::Contained),
            None => Ok(Self::Bare(key_type, key)),
        }
    }

    /// Returns the type of the key, if keys of the algorithm are of a type.
    #[must_use]
    pub fn key_type(&self) -> Option<KeyType> {
        match self {
            Self::Contained(info) => KeyType::of(info.algorithm()),
            Self::Bare(key_type, _) => Some(*key_type),
        }
    }

    /// Returns the algorithm of the key, for messages.
    #[must_use]
    pub fn algorithm(&self) -> String {
        match self {
            Self::Contained(info) => info.algorithm().oid().to_string(),
            Self::Bare(key_type, _) => key_type.identity().name.to_owned(),
        }
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn to_raw(&self) -> Secret<Vec<u8>> {
        match self {
            Self::Contained(info) => info.to_raw(),
            Self::Bare(_, key) => Secret::new(key.expose().clone()),
        }
    }

    /// Returns two hexadecimal digits for each byte of the key, and a line feed.
    #[must_use]
    pub fn to_hex(&self) -> Secret<Vec<u8>> {
        match self {
            Self::Contained(info) => info.to_hex(),
            Self::Bare(_, key) => encode_hex(key.expose()),
        }
    }
}

impl PublicContent {
    /// Returns the content for a key of these bytes.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`] if the container cannot hold as many bytes.
    pub fn new(key_type: KeyType, key: &[u8]) -> Result<Self, EncodingError> {
        match key_type.files() {
            Some(algorithm) => SubjectPublicKeyInfo::new(algorithm, key).map(Self::Contained),
            None => Ok(Self::Bare(key_type, key.to_vec())),
        }
    }

    /// Returns the type of the key, if keys of the algorithm are of a type.
    #[must_use]
    pub fn key_type(&self) -> Option<KeyType> {
        match self {
            Self::Contained(info) => KeyType::of(info.algorithm()),
            Self::Bare(key_type, _) => Some(*key_type),
        }
    }

    /// Returns the algorithm of the key, for messages.
    #[must_use]
    pub fn algorithm(&self) -> String {
        match self {
            Self::Contained(info) => info.algorithm().oid().to_string(),
            Self::Bare(key_type, _) => key_type.identity().name.to_owned(),
        }
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Contained(info) => info.as_bytes(),
            Self::Bare(_, key) => key,
        }
    }
}
