//! Keys of key encapsulation in their containers, PKCS #8 and SubjectPublicKeyInfo.

use super::kems::{__kems, KEMS, KemAlgorithm};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem};
use alloc::boxed::Box;

/// How the keys of a scheme are read from their containers and written to them.
struct KeyFiles {
    algorithm: Algorithm,
    read: fn(&PrivateKeyInfo) -> Result<Box<dyn DynDecapsulationKey>, EncodingError>,
    write: fn(&dyn DynDecapsulationKey) -> Option<PrivateKeyInfo>,
    read_public: fn(&SubjectPublicKeyInfo) -> Result<Box<dyn DynEncapsulationKey>, EncodingError>,
    write_public: fn(&dyn DynEncapsulationKey) -> Option<SubjectPublicKeyInfo>,
}

impl KeyFiles {
    /// Returns the row of a scheme whose keys have files.
    const fn file<K: Kem<EncapsulationKey: PublicKeyFile> + PrivateKeyFile>() -> Option<Self> {
        Some(Self {
            algorithm: K::ALGORITHM,
            read: |info| Ok(Box::new(K::from_private_key_info(info)?)),
            write: |key| key.downcast_ref::<K>().map(K::to_private_key_info),
            read_public: |info| Ok(Box::new(K::EncapsulationKey::from_subject_public_key_info(info)?)),
            write_public: |key| {
                key.downcast_ref::<K::EncapsulationKey>().map(PublicKeyFile::to_subject_public_key_info)
            },
        })
    }

    /// Returns nothing, for a scheme whose keys have none.
    #[cfg(feature = "composite")]
    const fn no_file<K: Kem>() -> Option<Self> {
        None
    }
}

/// Generates the table.
macro_rules! table {
    ([] $($feature:literal [$Key:ty] $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;)+) => {
        &[$(
            #[cfg(feature = $feature)]
            ($number, KeyFiles::$file::<$Key>()),
        )+]
    };
}

static KEY_FILES: &[(u32, Option<KeyFiles>)] = __kems! { table [] };

impl KemAlgorithm {
    fn files(&self) -> Option<&'static KeyFiles> {
        KEY_FILES.iter().find(|(number, _)| *number == self.identity().number)?.1.as_ref()
    }

    /// Returns the algorithm that key files name, if the keys of the scheme have files.
    ///
    /// ```
    /// use carnelian::{algorithm, encoding::Algorithm};
    /// assert_eq!(algorithm::kem("ml-kem-768").unwrap().key_files(), Some(Algorithm::MlKem768));
    /// ```
    #[must_use]
    pub fn key_files(&self) -> Option<Algorithm> {
        self.files().map(|files| files.algorithm)
    }

    /// Returns the scheme of the keys in a file, if it is one of key encapsulation.
    ///
    /// ```
    /// use carnelian::algorithm::{self, KemAlgorithm};
    /// use carnelian::random::OsRandom;
    /// let key = algorithm::kem("ML-KEM-768").unwrap().generate(&mut OsRandom)?;
    /// let info = key.to_private_key_info().ok_or("no files")?; // as it was read from a file
    /// let scheme = KemAlgorithm::of_key_files(info.algorithm()).ok_or("no key of key encapsulation")?;
    /// let read = scheme.decapsulation_key_from_info(&info)?;
    /// assert_eq!(read.encapsulation_key().to_bytes(), key.encapsulation_key().to_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_key_files(algorithm: Algorithm) -> Option<&'static Self> {
        KEMS.iter().find(|scheme| scheme.key_files() == Some(algorithm))
    }

    /// Returns the key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme or keys of this one have no files,
    /// [`EncodingError::InvalidPrivateKey`] if parts of the key contradict each other,
    /// [`EncodingError::PublicKeyMismatch`] if the public key beside it is that of another.
    pub fn decapsulation_key_from_info(
        &self,
        info: &PrivateKeyInfo,
    ) -> Result<Box<dyn DynDecapsulationKey>, EncodingError> {
        (self.files().ok_or(wrong(info.algorithm()))?.read)(info)
    }

    /// Returns the public key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme or keys of this one have no files,
    /// [`EncodingError::InvalidPublicKey`] if the bytes are no public key.
    pub fn encapsulation_key_from_info(
        &self,
        info: &SubjectPublicKeyInfo,
    ) -> Result<Box<dyn DynEncapsulationKey>, EncodingError> {
        (self.files().ok_or(wrong(info.algorithm()))?.read_public)(info)
    }
}

/// Returns the error for a key that no file of the scheme can hold.
fn wrong(found: Algorithm) -> EncodingError {
    EncodingError::WrongAlgorithm { expected: None, found: found.oid() }
}

impl dyn DynDecapsulationKey {
    /// Returns the key in its container, with its public key, if keys of the scheme have files.
    #[must_use]
    pub fn to_private_key_info(&self) -> Option<PrivateKeyInfo> {
        (self.algorithm().files()?.write)(self)
    }
}

impl dyn DynEncapsulationKey {
    /// Returns the key in its container, if keys of the scheme have files.
    #[must_use]
    pub fn to_subject_public_key_info(&self) -> Option<SubjectPublicKeyInfo> {
        (self.algorithm().files()?.write_public)(self)
    }
}
