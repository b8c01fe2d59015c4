//! Keys of signature schemes in their containers, PKCS #8 and SubjectPublicKeyInfo.

use super::signatures::{SIGNATURES, SignatureAlgorithm};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};
use crate::signature::{DynSigningKey, DynVerifyingKey};
use alloc::boxed::Box;

/// How the keys of a scheme are read from their containers and written to them.
struct KeyFiles {
    algorithm: Algorithm,
    read: fn(&PrivateKeyInfo) -> Result<Box<dyn DynSigningKey>, EncodingError>,
    write: fn(&dyn DynSigningKey) -> Option<PrivateKeyInfo>,
    read_public: fn(&SubjectPublicKeyInfo) -> Result<Box<dyn DynVerifyingKey>, EncodingError>,
    write_public: fn(&dyn DynVerifyingKey) -> Option<SubjectPublicKeyInfo>,
}

impl KeyFiles {
    /// Returns the row of a scheme whose keys have files.
    const fn of<K: PrivateKeyFile + DynSigningKey, V: PublicKeyFile + DynVerifyingKey>() -> Self {
        Self {
            algorithm: K::ALGORITHM,
            read: |info| Ok(Box::new(K::from_private_key_info(info)?)),
            write: |key| key.downcast_ref::<K>().map(K::to_private_key_info),
            read_public: |info| Ok(Box::new(V::from_subject_public_key_info(info)?)),
            write_public: |key| key.downcast_ref::<V>().map(V::to_subject_public_key_info),
        }
    }
}

/// Generates the entry of a scheme, which says whether its keys have files.
macro_rules! entry {
    (file $Signing:ty, $Verifying:ty) => {
        Some(KeyFiles::of::<$Signing, $Verifying>())
    };
    (no_file $Signing:ty, $Verifying:ty) => {
        None
    };
}

/// Generates the table.
macro_rules! table {
    ([] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;
    )+ })+) => {
        &[$($(
            #[cfg(feature = $feature)]
            ($number, entry!($file
                crate::$family::$module::SigningKey$(<crate::$family::$module::$Set>)?,
                crate::$family::$module::VerifyingKey$(<crate::$family::$module::$Set>)?
            )),
        )+)+]
    };
}

static KEY_FILES: &[(u32, Option<KeyFiles>)] = __signatures! { table [] };

impl SignatureAlgorithm {
    fn files(&self) -> Option<&'static KeyFiles> {
        KEY_FILES.iter().find(|(number, _)| *number == self.identity().number)?.1.as_ref()
    }

    /// Returns the algorithm that key files name, if the keys of the scheme have files.
    ///
    /// ```
    /// use carnelian::{algorithm, encoding::Algorithm};
    /// assert_eq!(algorithm::signature("ml-dsa-65").unwrap().key_files(), Some(Algorithm::MlDsa65));
    /// assert_eq!(algorithm::signature("eddsa-blake2b").unwrap().key_files(), None);
    /// ```
    #[must_use]
    pub fn key_files(&self) -> Option<Algorithm> {
        self.files().map(|files| files.algorithm)
    }

    /// Returns the scheme of the keys in a file, if it is one of signatures.
    ///
    /// ```
    /// use carnelian::algorithm::SignatureAlgorithm;
    /// use carnelian::curve::ed25519::SigningKey;
    /// use carnelian::encoding::PrivateKeyFile;
    /// let info = SigningKey::from_seed([7; 32]).to_private_key_info(); // as it was read from a file
    /// let scheme = SignatureAlgorithm::of_key_files(info.algorithm()).ok_or("no key of a signature scheme")?;
    /// let key = scheme.signing_key_from_info(&info)?;
    /// assert_eq!(key.to_bytes().expose(), &[7; 32]);
    /// assert_eq!(key.to_private_key_info().unwrap().algorithm(), info.algorithm());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_key_files(algorithm: Algorithm) -> Option<&'static Self> {
        SIGNATURES.iter().find(|scheme| scheme.key_files() == Some(algorithm))
    }

    /// Returns the key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme or keys of this one have no files, and
    /// what the type of the key returns.
    pub fn signing_key_from_info(&self, info: &PrivateKeyInfo) -> Result<Box<dyn DynSigningKey>, EncodingError> {
        (self.files().ok_or(wrong(info.algorithm()))?.read)(info)
    }

    /// Returns the public key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`] if the key is one of another scheme or keys of this one have no files, and
    /// [`EncodingError::InvalidPublicKey`] if the bytes are no public key.
    pub fn verifying_key_from_info(
        &self,
        info: &SubjectPublicKeyInfo,
    ) -> Result<Box<dyn DynVerifyingKey>, EncodingError> {
        (self.files().ok_or(wrong(info.algorithm()))?.read_public)(info)
    }
}

/// Returns the error for a key that no file of the scheme can hold.
fn wrong(found: Algorithm) -> EncodingError {
    EncodingError::WrongAlgorithm { expected: None, found: found.oid() }
}

impl dyn DynSigningKey {
    /// Returns the key in its container, with its public key, if keys of the scheme have files.
    #[must_use]
    pub fn to_private_key_info(&self) -> Option<PrivateKeyInfo> {
        (self.algorithm().files()?.write)(self)
    }
}

impl dyn DynVerifyingKey {
    /// Returns the key in its container, if keys of the scheme have files.
    #[must_use]
    pub fn to_subject_public_key_info(&self) -> Option<SubjectPublicKeyInfo> {
        (self.algorithm().files()?.write_public)(self)
    }
}
