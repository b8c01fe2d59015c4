//! Key files: PEM and DER, encrypted or not, for every key type that the library can read and write.

use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use carnelian::encoding::{EncodingError, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

impl From<EncodingError> for Error {
    #[cold]
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Random(_) => Self::of(Class::RandomError, &error),
            EncodingError::InvalidPublicKey { .. }
            | EncodingError::InvalidPrivateKey { .. }
            | EncodingError::PublicKeyMismatch { .. } => Self::of(Class::InvalidKey, &error),
            _ => Self::of(Class::InvalidEncoding, &error),
        }
    }
}

/// A text or a password: a `str`, whose UTF-8 is meant, or a buffer. The copy is wiped when dropped.
pub(crate) struct Text(Secret<Vec<u8>>);

impl Text {
    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.expose()
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let bytes = match object.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned().into_bytes(),
            Err(_) => object.extract::<Input<'_>>()?.bytes().to_vec(),
        };
        Ok(Self(Secret::new(bytes)))
    }
}

/// A private key that is read from a file, and the check that its type does not make.
pub(crate) trait Imported: PrivateKeyFile {
    fn check_import(&self, _: Python<'_>) -> Result<()> {
        Ok(())
    }
}

/// Takes a private key of one algorithm out of its container.
pub(crate) fn imported<K: Imported>(py: Python<'_>, info: &PrivateKeyInfo) -> Result<K> {
    let key = K::from_private_key_info(info)?;
    key.check_import(py)?;
    Ok(key)
}

/// Reads a public key from PEM.
pub(crate) fn public_from_pem<K: PublicKeyFile>(data: &Text) -> Result<K> {
    Ok(K::from_spki_pem(data.bytes())?)
}

/// Reads a public key from DER.
pub(crate) fn public_from_der<K: PublicKeyFile>(data: &Input<'_>) -> Result<K> {
    Ok(K::from_spki_der(&data.stable()?)?)
}

/// Writes a public key as PEM.
pub(crate) fn public_to_pem<'py, K: PublicKeyFile>(py: Python<'py>, key: &K) -> Bound<'py, PyBytes> {
    PyBytes::new(py, key.to_spki_pem().as_bytes())
}

/// Writes a public key as DER.
pub(crate) fn public_to_der<'py, K: PublicKeyFile>(py: Python<'py>, key: &K) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &key.to_spki_der())
}

/// Reads a private key of any algorithm from PEM.
pub(crate) fn info_from_pem(py: Python<'_>, data: &Text, password: Option<&Text>) -> Result<PrivateKeyInfo> {
    let data = data.bytes();
    Ok(match password.map(Text::bytes) {
        None => PrivateKeyInfo::from_pkcs8_pem(data)?,
        Some(password) => py.detach(|| PrivateKeyInfo::from_encrypted_pem(data, password))?,
    })
}

/// Reads a private key of any algorithm from DER.
pub(crate) fn info_from_der(py: Python<'_>, data: &Input<'_>, password: Option<&Text>) -> Result<PrivateKeyInfo> {
    let der = data.stable()?;
    let der: &[u8] = &der;
    Ok(match password.map(Text::bytes) {
        None => PrivateKeyInfo::from_pkcs8_der(der)?,
        Some(password) => py.detach(|| PrivateKeyInfo::from_encrypted_der(der, password))?,
    })
}

/// Writes a private key of any algorithm as PEM.
pub(crate) fn info_to_pem<'py>(
    py: Python<'py>,
    info: &PrivateKeyInfo,
    password: Option<&Text>,
) -> Result<Bound<'py, PyBytes>> {
    let Some(password) = password else { return Ok(exposed(py, &info.to_pkcs8_pem())) };
    let password = password.bytes();
    let pem = py.detach(|| info.to_encrypted_pem(password, Encryption::default(), &mut OsRandom))?;
    Ok(PyBytes::new(py, pem.as_bytes()))
}

/// Writes a private key of any algorithm as DER.
pub(crate) fn info_to_der<'py>(
    py: Python<'py>,
    info: &PrivateKeyInfo,
    password: Option<&Text>,
) -> Result<Bound<'py, PyBytes>> {
    let Some(password) = password else { return Ok(exposed(py, &info.to_pkcs8_der())) };
    let password = password.bytes();
    let der = py.detach(|| info.to_encrypted_der(password, Encryption::default(), &mut OsRandom))?;
    Ok(PyBytes::new(py, &der))
}

/// A class of private keys that files hold.
pub(crate) trait Stored: Sized {
    /// Takes the key out of its container.
    fn read(py: Python<'_>, info: &PrivateKeyInfo) -> Result<Self>;
    /// Puts the key into its container.
    fn info(&self) -> Result<PrivateKeyInfo>;
}

/// Writes a class of private keys: its own methods, and those for key files; for keys of one type, which are in the only
/// field, also how they are stored.
macro_rules! private_key {
    ($Class:ident { $($own:tt)* }) => {
        #[pymethods]
        impl $Class {
            $($own)*

            /// Reads the key from PEM (PKCS #8), which is encrypted if there is a *password*.
            ///
            /// Raises InvalidEncoding, also for a wrong password.
            #[staticmethod]
            #[pyo3(signature = (data, password = None))]
            fn from_pem(
                py: Python<'_>,
                data: $crate::key_file::Text,
                password: Option<$crate::key_file::Text>,
            ) -> $crate::error::Result<Self> {
                let info = $crate::key_file::info_from_pem(py, &data, password.as_ref())?;
                $crate::key_file::Stored::read(py, &info)
            }

            /// Reads the key from DER (PKCS #8), which is encrypted if there is a *password*.
            ///
            /// Raises InvalidEncoding, also for a wrong password.
            #[staticmethod]
            #[pyo3(signature = (data, password = None))]
            fn from_der(
                py: Python<'_>,
                data: $crate::buffer::Input<'_>,
                password: Option<$crate::key_file::Text>,
            ) -> $crate::error::Result<Self> {
                let info = $crate::key_file::info_from_der(py, &data, password.as_ref())?;
                $crate::key_file::Stored::read(py, &info)
            }

            /// Returns the key as PEM (PKCS #8), encrypted if there is a *password*.
            #[pyo3(signature = (password = None))]
            fn to_pem<'py>(
                &self,
                py: Python<'py>,
                password: Option<$crate::key_file::Text>,
            ) -> $crate::error::Result<Bound<'py, PyBytes>> {
                $crate::key_file::info_to_pem(py, &$crate::key_file::Stored::info(self)?, password.as_ref())
            }

            /// Returns the key as DER (PKCS #8), encrypted if there is a *password*.
            #[pyo3(signature = (password = None))]
            fn to_der<'py>(
                &self,
                py: Python<'py>,
                password: Option<$crate::key_file::Text>,
            ) -> $crate::error::Result<Bound<'py, PyBytes>> {
                $crate::key_file::info_to_der(py, &$crate::key_file::Stored::info(self)?, password.as_ref())
            }
        }
    };
    ($Class:ident, $Key:ty { $($own:tt)* }) => {
        $crate::key_file::private_key!($Class { $($own)* });

        impl $crate::key_file::Stored for $Class {
            fn read(
                py: Python<'_>,
                info: &carnelian::encoding::PrivateKeyInfo,
            ) -> $crate::error::Result<Self> {
                $crate::key_file::imported::<$Key>(py, info).map(Self::from)
            }

            fn info(&self) -> $crate::error::Result<carnelian::encoding::PrivateKeyInfo> {
                let key: &$Key = &self.0;
                Ok(carnelian::encoding::PrivateKeyFile::to_private_key_info(key))
            }
        }

        impl From<$Key> for $Class {
            fn from(key: $Key) -> Self {
                Self(key.into())
            }
        }
    };
}
pub(crate) use private_key;

/// Writes a class of public keys: its own methods, and those for key files, for the key in its only field, and the
/// comparisons that public keys have.
macro_rules! public_key {
    ($Class:ident, $Key:ty, $name:literal { $($own:tt)* }) => {
        #[pymethods]
        impl $Class {
            $($own)*

            /// Reads the key from PEM (SubjectPublicKeyInfo).
            ///
            /// Raises InvalidEncoding.
            #[staticmethod]
            fn from_pem(data: $crate::key_file::Text) -> $crate::error::Result<Self> {
                $crate::key_file::public_from_pem::<$Key>(&data).map(Self::from)
            }

            /// Reads the key from DER (SubjectPublicKeyInfo).
            ///
            /// Raises InvalidEncoding.
            #[staticmethod]
            fn from_der(data: $crate::buffer::Input<'_>) -> $crate::error::Result<Self> {
                $crate::key_file::public_from_der::<$Key>(&data).map(Self::from)
            }

            /// Returns the key as PEM (SubjectPublicKeyInfo).
            fn to_pem<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                $crate::key_file::public_to_pem::<$Key>(py, &self.0)
            }

            /// Returns the key as DER (SubjectPublicKeyInfo).
            fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                $crate::key_file::public_to_der::<$Key>(py, &self.0)
            }

            fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.0.as_bytes().as_ref())
            }

            fn __eq__(&self, other: &Self) -> bool {
                self.0.as_bytes() == other.0.as_bytes()
            }

            fn __hash__(&self) -> u64 {
                $crate::public::hash(self.0.as_bytes().as_ref())
            }

            fn __repr__(&self) -> String {
                $crate::public::shown($name, self.0.as_bytes().as_ref())
            }

            /// Returns what pickle and copy need: a public key is its bytes.
            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                let bytes = PyBytes::new(slf.py(), slf.get().0.as_bytes().as_ref());
                Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
            }
        }

        impl From<$Key> for $Class {
            fn from(key: $Key) -> Self {
                Self(key.into())
            }
        }
    };
}
pub(crate) use public_key;
