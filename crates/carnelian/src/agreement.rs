//! Key agreement that is chosen when the program runs: what every scheme implements in its own folder.
//!
//! The catalogue, [`crate::algorithm`], names the schemes and shows this trait to users.

use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::LengthError;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// A secret key of any scheme of key agreement: what [`AgreementAlgorithm`] generates and reads. Sealed.
///
/// It is wiped when it is dropped, as that of the type is. Operations on secrets take constant time.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let x25519 = algorithm::agreement("X25519").unwrap();
/// let (alice, bob) = (x25519.generate(&mut OsRandom)?, x25519.generate(&mut OsRandom)?);
/// let shared = alice.agree(&bob.public_key())?;
/// assert!(carnelian::ct::verify(shared.expose(), bob.agree(&alice.public_key())?.expose()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`AgreementAlgorithm`]: crate::algorithm::AgreementAlgorithm
pub trait DynAgreementKey: sealed::Sealed + Any + fmt::Debug + Send + Sync {
    /// Returns the name of the scheme in its standard.
    fn name(&self) -> &'static str;

    /// Returns the public key.
    fn public_key(&self) -> Vec<u8>;

    /// Returns the secret that is shared with the holder of a peer's secret key. It is not uniform: derive keys from it
    /// and from both public keys.
    ///
    /// # Errors
    /// [`AgreementError::Length`] if the peer's public key has another length, [`AgreementError::NonContributory`] if it
    /// is of small order.
    fn agree(&self, peer: &[u8]) -> Result<Secret<Vec<u8>>, AgreementError>;

    /// Returns the bytes of the secret key, which `key_from_bytes` of its algorithm reads.
    fn to_bytes(&self) -> Secret<Vec<u8>>;
}

impl dyn DynAgreementKey {
    /// Returns the key as a type, if it is one: for what no other scheme has.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// use carnelian::curve::x25519::SecretKey;
    /// let key = algorithm::agreement("x25519").unwrap().key_from_bytes(&[7; 32])?;
    /// let typed = key.downcast_ref::<SecretKey>().ok_or("another key")?;
    /// assert_eq!(typed.public_key().as_ref(), key.public_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<K: Any>(&self) -> Option<&K> {
        (self as &dyn Any).downcast_ref()
    }
}

/// Only this library implements the trait: the catalogue has a row for every key.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A secret key's type as a row of the catalogue: what there is to know and to do before there is a key.
pub(crate) trait Agreement: DynAgreementKey + Sized + 'static {
    /// The number of bytes in a secret key.
    const KEY_LEN: usize;
    /// The number of bytes in a public key.
    const PUBLIC_KEY_LEN: usize;
    /// The number of bytes in a shared secret.
    const SHARED_SECRET_LEN: usize;

    /// Returns the name of the backend that runs at the tier in force.
    fn backend() -> &'static str;

    /// Returns a new key.
    fn generate(random: &mut dyn Random) -> Result<Self, RandomError>;

    /// Returns the key of bytes of any number.
    fn read(bytes: &[u8]) -> Result<Self, AgreementError>;

    /// Checks a public key.
    fn check_public_key(bytes: &[u8]) -> Result<(), AgreementError>;
}

/// The reason why two parties do not agree, or a key cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgreementError {
    /// A key has another length.
    Length(LengthError),
    /// The peer's public key is of small order: the shared secret would be zero for every secret key.
    NonContributory,
}

impl fmt::Display for AgreementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::NonContributory => f.write_str(
                "the peer's public key is of small order: the shared secret would be zero for every secret key",
            ),
        }
    }
}

impl core::error::Error for AgreementError {}

impl From<LengthError> for AgreementError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}
