//! Key encapsulation that is chosen when the program runs: what every scheme implements in its own folder.
//!
//! The catalogue, [`crate::algorithm`], names the schemes and shows these traits to users.

use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::{FaultError, LengthError};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// A decapsulation key of any scheme: what [`KemAlgorithm`] generates and reads. Sealed.
///
/// It is wiped when it is dropped, as that of the type is. Time depends on lengths and public keys only; a ciphertext
/// that a scheme rejects implicitly is not seen to be rejected here either.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let key = algorithm::kem("X-Wing").unwrap().generate(&mut OsRandom)?;
/// let (ciphertext, sent) = key.encapsulation_key().encapsulate(&mut OsRandom)?;
/// let received = key.decapsulate(&ciphertext)?;
/// assert!(carnelian::ct::verify(received.expose(), sent.expose()));
/// assert_eq!(key.algorithm().ciphertext_len(), ciphertext.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`KemAlgorithm`]: crate::algorithm::KemAlgorithm
pub trait DynDecapsulationKey: sealed::Sealed + Any + fmt::Debug + Send + Sync {
    /// Returns the name of the scheme in its standard.
    fn name(&self) -> &'static str;

    /// Returns the encapsulation key.
    fn encapsulation_key(&self) -> Box<dyn DynEncapsulationKey>;

    /// Returns the shared secret that a ciphertext encapsulates. For a ciphertext that was changed, or is for another
    /// key, this is a secret that the sender does not have.
    ///
    /// # Errors
    /// [`KemError::Length`] if the ciphertext has another length. [`KemError::NonContributory`] if it holds a public key
    /// of small order and the scheme refuses such: DHKEM and X25519MLKEM768 do, X-Wing does not.
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, KemError>;

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not used for anything, and
    /// decapsulates it.
    ///
    /// # Errors
    /// [`FaultError`] if another secret is the result.
    fn check_pair(&self) -> Result<(), FaultError>;

    /// Returns the bytes in which the key should be stored, and which `decapsulation_key_from_bytes` of its algorithm reads: the
    /// seed, if the scheme has one and it is known, or the other form. Returns `None` if the scheme has no such bytes,
    /// since its keys are used once.
    fn to_bytes(&self) -> Option<Secret<Vec<u8>>>;

    /// Returns the seed that the key was made from, if the scheme has one and it is known.
    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        None
    }

    /// Returns the form that is computed from the seed, if the standard says how to store it.
    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        None
    }
}

/// An encapsulation key of any scheme, which is public. Sealed.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let ml_kem = algorithm::kem("ML-KEM-768").unwrap();
/// let key = ml_kem.generate(&mut OsRandom)?;
/// let received = ml_kem.encapsulation_key_from_bytes(&key.encapsulation_key().to_bytes())?;
/// let (ciphertext, secret) = received.encapsulate(&mut OsRandom)?;
/// assert_eq!((ciphertext.len(), secret.expose().len()), (1088, 32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynEncapsulationKey: sealed::Sealed + Any + fmt::Debug + Send + Sync {
    /// Returns the name of the scheme in its standard.
    fn name(&self) -> &'static str;

    /// Returns the bytes of the key.
    fn to_bytes(&self) -> Vec<u8>;

    /// Returns a ciphertext and the new shared secret that it encapsulates. Constant time in the secret.
    ///
    /// # Errors
    /// [`KemError::Random`] if the source cannot deliver. [`KemError::NonContributory`] if the key of X25519MLKEM768 has
    /// a part of small order. DHKEM refuses such keys where they are read, and X-Wing uses them.
    fn encapsulate(&self, random: &mut dyn Random) -> Result<(Vec<u8>, Secret<Vec<u8>>), KemError>;
}

impl dyn DynDecapsulationKey {
    /// Returns the key as a type, if it is one: for what no other scheme has.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// use carnelian::postquantum::mlkem::{DecapsulationKey, MlKem768};
    /// let key = algorithm::kem("ml-kem-768").unwrap().decapsulation_key_from_seed(&[7; 64])?;
    /// let typed = key.downcast_ref::<DecapsulationKey<MlKem768>>().ok_or("another key")?;
    /// assert_eq!(typed.prepare().check_pair(&typed.encapsulation_key()), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<K: Any>(&self) -> Option<&K> {
        (self as &dyn Any).downcast_ref()
    }
}

impl dyn DynEncapsulationKey {
    /// Returns the key as a type, if it is one: see [`DynDecapsulationKey`]. The share of a client in an exchange of TLS
    /// has no type of its own.
    #[must_use]
    pub fn downcast_ref<K: Any>(&self) -> Option<&K> {
        (self as &dyn Any).downcast_ref()
    }
}

/// Only this library implements the traits: the catalogue has a row for every key.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A decapsulation key's type as a row of the catalogue: what there is to know and to do before there is a key.
pub(crate) trait Kem: DynDecapsulationKey + Sized + 'static {
    /// The type of the encapsulation keys.
    type EncapsulationKey: DynEncapsulationKey + 'static;
    /// The numbers of bytes in the forms of a key, that of `to_bytes` first. None if keys have no bytes.
    const KEY_LENS: &'static [usize];
    /// The number of bytes in a seed, if there is one.
    const SEED_LEN: Option<usize>;
    /// The number of bytes in the expanded form, if there is one.
    const EXPANDED_LEN: Option<usize>;
    /// The number of bytes in an encapsulation key.
    const ENCAPSULATION_KEY_LEN: usize;
    /// The number of bytes in a ciphertext.
    const CIPHERTEXT_LEN: usize;
    /// The number of bytes in a shared secret.
    const SHARED_SECRET_LEN: usize;
    /// Whether a shared secret is uniform.
    const HAS_UNIFORM_SECRET: bool = true;

    /// Returns the name of the backend that runs at the tier in force.
    fn backend() -> &'static str;

    /// Returns a new key.
    fn generate(random: &mut dyn Random) -> Result<Self, RandomError>;

    /// Returns the key of bytes of one of [`KEY_LENS`](Self::KEY_LENS).
    fn read(bytes: &[u8]) -> Result<Self, KemError>;

    /// Returns the encapsulation key of bytes of any number.
    fn read_encapsulation_key(bytes: &[u8]) -> Result<Self::EncapsulationKey, KemError>;
}

/// The reason why a key cannot be read, or a secret not encapsulated or decapsulated. Schemes have few reasons, and share
/// them: so each is a variant that can be copied and compared, where errors of signatures keep a cause of the scheme's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KemError {
    /// An encapsulation key, a ciphertext or a seed has another length.
    Length(LengthError),
    /// A decapsulation key has the length of none of its forms.
    DecapsulationKeyLength {
        /// The lengths of the forms.
        expected: &'static [usize],
        /// The length that was found.
        found: usize,
    },
    /// The scheme has no keys in this form.
    NoSuchForm,
    /// A coefficient of an ML-KEM encapsulation key is not below q = 3329: FIPS 203 Section 7.2.
    EncapsulationKeyModulus,
    /// A coefficient of an expanded ML-KEM decapsulation key is not below q = 3329.
    DecapsulationKeyModulus,
    /// An expanded ML-KEM decapsulation key holds another hash than that of its encapsulation key: FIPS 203 Section 7.3.
    Hash,
    /// The secret vector of an expanded ML-KEM decapsulation key does not belong to its encapsulation key.
    Inconsistent,
    /// An expanded decapsulation key is not that of the seed that it comes with.
    Seed,
    /// A public key, or one in a ciphertext, is of small order: its secret would be known to anyone.
    NonContributory,
    /// The random source could not deliver.
    Random,
}

impl KemError {
    /// Returns the error if a decapsulation key has the length of none of its forms.
    pub(crate) fn check_forms(expected: &'static [usize], found: usize) -> Result<(), Self> {
        match (expected, expected.contains(&found)) {
            ([], _) => Err(Self::NoSuchForm),
            (_, true) => Ok(()),
            (_, false) => Err(Self::DecapsulationKeyLength { expected, found }),
        }
    }
}

impl fmt::Display for KemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length(error) => return error.fmt(f),
            Self::DecapsulationKeyLength { expected, found } => {
                f.write_str("a decapsulation key: expected a length of ")?;
                for (index, len) in expected.iter().enumerate() {
                    let rest = expected.len() - index;
                    write!(f, "{len}{}", ["", " or ", ", "][rest.min(3) - 1])?;
                }
                return write!(f, ", found {found}");
            }
            Self::NoSuchForm => "the algorithm has no keys in this form",
            Self::EncapsulationKeyModulus => "the encapsulation key has a coefficient that is not below 3329",
            Self::DecapsulationKeyModulus => "the decapsulation key has a coefficient that is not below 3329",
            Self::Hash => "the decapsulation key holds another hash than that of its encapsulation key",
            Self::Inconsistent => "the secret vector of the decapsulation key does not belong to its encapsulation key",
            Self::Seed => "the decapsulation key is not that of its seed",
            Self::NonContributory => {
                "the peer's public key is of small order: the shared secret would be zero for every secret key"
            }
            Self::Random => return RandomError.fmt(f),
        })
    }
}

impl core::error::Error for KemError {}

impl From<LengthError> for KemError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}

impl From<RandomError> for KemError {
    fn from(_: RandomError) -> Self {
        Self::Random
    }
}
