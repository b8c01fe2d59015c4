//! Keys of key agreement in their containers, PKCS #8 and SubjectPublicKeyInfo.

use super::agreements::{__agreements, AGREEMENTS, AgreementAlgorithm};
use crate::agreement::{Agreement, DynAgreementKey};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How the keys of a scheme are read from their containers and written to them.
struct KeyFiles {
    algorithm: Algorithm,
    read: fn(&PrivateKeyInfo) -> Result<Box<dyn DynAgreementKey>, EncodingError>,
    write: fn(&dyn DynAgreementKey) -> Option<PrivateKeyInfo>,
    read_public: fn(&SubjectPublicKeyInfo) -> Result<Vec<u8>, EncodingError>,
    write_public: fn(&dyn DynAgreementKey) -> Option<SubjectPublicKeyInfo>,
}

impl KeyFiles {
    const fn of<K: Agreement + PrivateKeyFile, V: PublicKeyFile + AsRef<[u8]> + for<'k> From<&'k K>>() -> Self {
        Self {
            algorithm: K::ALGORITHM,
            read: |info| Ok(Box::new(K::from_private_key_info(info)?)),
            write: |key| key.downcast_ref::<K>().map(K::to_private_key_info),
            read_public: |info| Ok(V::from_subject_public_key_info(info)?.as_ref().to_vec()),
            write_public: |key| key.downcast_ref::<K>().map(|key| V::from(key).to_subject_public_key_info()),
        }
    }
}

/// Generates the table.
macro_rules! table {
    ([] $($feature:literal [$Key:ty, $PublicKey:ty] $STEM:ident ($number:literal, $($names:tt)*) $methods:tt;)+) => {
        &[$(
            #[cfg(feature = $feature)]
            ($number, KeyFiles::of::<$Key, $PublicKey>()),
        )+]
    };
}

static KEY_FILES: &[(u32, KeyFiles)] = __agreements! { table [] };

impl AgreementAlgorithm {
    fn files(&self) -> &'static KeyFiles {
        let mut rows = KEY_FILES.iter();
        &rows.find(|(number, _)| *number == self.identity().number).expect("both tables have the same rows").1
    }

    /// Returns the algorithm that key files name.
    ///
    /// ```
    /// use carnelian::{algorithm, encoding::Algorithm};
    /// assert_eq!(algorithm::agreement("x25519").unwrap().key_files(), Algorithm::X25519);
    /// ```
    #[must_use]
    pub fn key_files(&self) -> Algorithm {
        self.files().algorithm
    }

    /// Returns the scheme of the keys in a file, if it is one of key agreement.
    ///
    /// ```
    /// use carnelian::algorithm::AgreementAlgorithm;
    /// use carnelian::curve::x25519::SecretKey;
    /// use carnelian::encoding::PrivateKeyFile;
    /// let info = SecretKey::from_bytes([7; 32]).to_private_key_info(); // as it was read from a file
    /// let scheme = AgreementAlgorithm::of_key_files(info.algorithm()).ok_or("no key of key agreement")?;
    /// assert_eq!(scheme.key_from_info(&info)?.to_bytes().expose(), &[7; 32]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_key_files(algorithm: Algorithm) -> Option<&'static Self> {
        AGREEMENTS.iter().find(|scheme| scheme.key_files() == algorithm)
    }

    /// Returns the secret key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme, [`EncodingError::PublicKeyMismatch`] if the
    /// public key beside it is that of another.
    pub fn key_from_info(&self, info: &PrivateKeyInfo) -> Result<Box<dyn DynAgreementKey>, EncodingError> {
        (self.files().read)(info)
    }

    /// Returns the bytes of the public key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme, [`EncodingError::InvalidPublicKey`] if the
    /// bytes are no public key.
    pub fn public_key_from_info(&self, info: &SubjectPublicKeyInfo) -> Result<Vec<u8>, EncodingError> {
        (self.files().read_public)(info)
    }
}

impl dyn DynAgreementKey {
    /// Returns the secret key in its container, with its public key.
    #[must_use]
    pub fn to_private_key_info(&self) -> PrivateKeyInfo {
        (self.algorithm().files().write)(self).expect("the type of the row")
    }

    /// Returns the public key in its container.
    #[must_use]
    pub fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        (self.algorithm().files().write_public)(self).expect("the type of the row")
    }
}
