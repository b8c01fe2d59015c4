//! Encryption to a public key that is chosen when the program runs: what every scheme implements in its own folder.
//!
//! The catalogue, [`crate::algorithm`], names the schemes and shows these traits to users.

use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::LengthError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// A decryption key of any scheme of public-key encryption: what [`EncryptionAlgorithm`] generates and reads. Sealed.
///
/// It is wiped when it is dropped. Time depends on lengths, on public keys, and on whether a ciphertext is valid.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let key = algorithm::encryption("sealed-box").unwrap().generate(&mut OsRandom)?;
/// let ciphertext = key.encryption_key().encrypt(b"a message", &mut OsRandom)?;
/// assert_eq!(key.decrypt(&ciphertext)?.expose(), b"a message");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`EncryptionAlgorithm`]: crate::algorithm::EncryptionAlgorithm
pub trait DynDecryptionKey: sealed::Sealed + Any + fmt::Debug + Send + Sync {
    /// Returns the name of the scheme in its standard.
    fn name(&self) -> &'static str;

    /// Returns the encryption key.
    fn encryption_key(&self) -> Box<dyn DynEncryptionKey>;

    /// Returns the message of a ciphertext.
    ///
    /// # Errors
    /// [`EncryptionError::Invalid`] if the ciphertext was changed, cut short, or made for another key. Which of these it
    /// is, is not distinguished.
    fn decrypt(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, EncryptionError>;

    /// Returns the bytes of the key, which `decryption_key_from_bytes` of its algorithm reads.
    fn to_bytes(&self) -> Secret<Vec<u8>>;
}

/// An encryption key of any scheme, which is public. Sealed.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let scheme = algorithm::encryption("crypto_box_seal").unwrap();
/// let key = scheme.generate(&mut OsRandom)?;
/// let published = key.encryption_key().to_bytes();
/// let ciphertext = scheme.encryption_key_from_bytes(&published)?.encrypt(b"a message", &mut OsRandom)?;
/// assert_eq!(ciphertext.len(), scheme.overhead() + 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynEncryptionKey: sealed::Sealed + Any + fmt::Debug + Send + Sync {
    /// Returns the name of the scheme in its standard.
    fn name(&self) -> &'static str;

    /// Returns the bytes of the key.
    fn to_bytes(&self) -> Vec<u8>;

    /// Returns the ciphertext of a message. Constant time in the message.
    ///
    /// # Errors
    /// [`EncryptionError::Random`] if the source cannot deliver.
    fn encrypt(&self, message: &[u8], random: &mut dyn Random) -> Result<Vec<u8>, EncryptionError>;
}

/// The schemes implement the traits, and no one else, so that every key has a row in the catalogue.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A decryption key's type as a row of the catalogue: what there is to know and to do before there is a key.
pub(crate) trait Encryption: DynDecryptionKey + Sized + 'static {
    /// The type of the encryption keys.
    type EncryptionKey: DynEncryptionKey + 'static;
    /// The number of bytes in a decryption key.
    const KEY_LEN: usize;
    /// The number of bytes in an encryption key.
    const ENCRYPTION_KEY_LEN: usize;
    /// The number of bytes by which a ciphertext is longer than its message.
    const OVERHEAD: usize;

    /// Returns the name of the backend that runs at the tier in force.
    fn backend() -> &'static str;

    /// Returns a new key.
    fn generate(random: &mut dyn Random) -> Result<Self, RandomError>;

    /// Returns the key of bytes of any number.
    fn read(bytes: &[u8]) -> Result<Self, EncryptionError>;

    /// Returns the encryption key of bytes of any number.
    fn read_encryption_key(bytes: &[u8]) -> Result<Self::EncryptionKey, EncryptionError>;
}

/// The reason why a key cannot be read, or a message not encrypted or decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncryptionError {
    /// A key has another length.
    Length(LengthError),
    /// The encryption key is of small order: every party could decrypt the message.
    NonContributory,
    /// The ciphertext is not valid for this key.
    Invalid,
    /// The random source failed.
    Random(RandomError),
}

impl fmt::Display for EncryptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::NonContributory => {
                f.write_str("the encryption key is of small order: every party could decrypt the message")
            }
            Self::Invalid => f.write_str("the ciphertext was changed, or encrypted for another key"),
            Self::Random(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EncryptionError {}

impl From<LengthError> for EncryptionError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}

impl From<RandomError> for EncryptionError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}
