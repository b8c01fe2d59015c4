//! Key encapsulation that is found when the program runs.

use super::{no_files, row_class, unsupported};
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Text, info_from_der, info_from_pem, info_to_der, info_to_pem};
use crate::postquantum;
use crate::public;
use carnelian::algorithm::{self, DynDecapsulationKey, DynEncapsulationKey, KemError};
use carnelian::encoding::{PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

impl From<KemError> for Error {
    #[cold]
    fn from(error: KemError) -> Self {
        match error {
            KemError::Random => Self::of(Class::RandomError, &error),
            KemError::Length(_) | KemError::DecapsulationKeyLength { .. } => Self::of(Class::InvalidLength, &error),
            KemError::NoSuchForm => unsupported(&error),
            _ => Self::of(Class::InvalidKey, &error),
        }
    }
}

row_class! {
    /// A scheme of key encapsulation.
    KemAlgorithm, kem {
        /// The number of bytes in an encapsulation key.
        #[getter]
        fn encapsulation_key_size(&self) -> usize {
            self.0.encapsulation_key_len()
        }

        /// The number of bytes in a ciphertext.
        #[getter]
        fn ciphertext_size(&self) -> usize {
            self.0.ciphertext_len()
        }

        /// The number of bytes in a shared secret.
        #[getter]
        fn shared_secret_size(&self) -> usize {
            self.0.shared_secret_len()
        }

        /// The classes of the keys of this scheme only, private and public, such as ``mlkem.DecapsulationKey768`` and
        /// ``mlkem.EncapsulationKey768``; None if there are none.
        #[getter]
        fn key_types<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyTuple>> {
            postquantum::mlkem::key_types(py, self.0.identity().name)
        }

        /// Returns a new key.
        fn generate(&self, py: Python<'_>) -> Result<DecapsulationKey> {
            Ok(DecapsulationKey(py.detach(|| self.0.generate(&mut OsRandom))?))
        }

        /// Returns the private key of these bytes, in any of its forms.
        ///
        /// Raises InvalidLength if no form has as many, InvalidKey if its parts do not belong together, and ValueError
        /// if keys are used once and are not stored.
        fn decapsulation_key_from_bytes(&self, data: Input<'_>) -> Result<DecapsulationKey> {
            Ok(DecapsulationKey(self.0.decapsulation_key_from_bytes(&data.stable()?)?))
        }

        /// Returns the public key of these bytes.
        ///
        /// Raises InvalidLength for another number of bytes, and InvalidKey if they are no key.
        fn encapsulation_key_from_bytes(&self, data: Input<'_>) -> Result<EncapsulationKey> {
            Ok(EncapsulationKey(self.0.encapsulation_key_from_bytes(&data.stable()?)?))
        }
    }
}

/// A private key of any scheme of key encapsulation.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct DecapsulationKey(Box<dyn DynDecapsulationKey>);

impl DecapsulationKey {
    fn read(info: &PrivateKeyInfo) -> Result<Self> {
        let scheme = algorithm::KemAlgorithm::of_key_files(info.algorithm());
        let scheme = scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of a KEM"))?;
        Ok(Self(scheme.decapsulation_key_from_info(info)?))
    }

    fn info(&self) -> Result<PrivateKeyInfo> {
        self.0.to_private_key_info().ok_or_else(|| no_files(self.0.algorithm().identity()))
    }
}

#[pymethods]
impl DecapsulationKey {
    /// Reads the key of whichever scheme is in PEM (PKCS #8), which is encrypted if there is a *password*.
    ///
    /// Raises InvalidEncoding, also for a wrong password.
    #[staticmethod]
    #[pyo3(signature = (data, password = None))]
    fn from_pem(py: Python<'_>, data: Text, password: Option<Text>) -> Result<Self> {
        Self::read(&info_from_pem(py, &data, password.as_ref())?)
    }

    /// Reads the key of whichever scheme is in DER (PKCS #8), which is encrypted if there is a *password*.
    ///
    /// Raises InvalidEncoding, also for a wrong password.
    #[staticmethod]
    #[pyo3(signature = (data, password = None))]
    fn from_der(py: Python<'_>, data: Input<'_>, password: Option<Text>) -> Result<Self> {
        Self::read(&info_from_der(py, &data, password.as_ref())?)
    }

    /// The scheme of the key.
    #[getter]
    fn algorithm(&self) -> KemAlgorithm {
        KemAlgorithm(self.0.algorithm())
    }

    /// The public key.
    #[getter]
    fn encapsulation_key(&self) -> EncapsulationKey {
        EncapsulationKey(self.0.encapsulation_key())
    }

    /// Returns the secret of *ciphertext*. A ciphertext that was changed has another secret, without any exception.
    ///
    /// Raises InvalidLength if it has another length than ciphertexts have, and InvalidKey if it holds a key of small
    /// order, which some schemes refuse.
    #[pyo3(signature = (ciphertext, /))]
    fn decapsulate<'py>(&self, py: Python<'py>, ciphertext: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let ciphertext = ciphertext.stable()?;
        let ciphertext: &[u8] = &ciphertext;
        let secret = py.detach(|| self.0.decapsulate(ciphertext))?;
        Ok(exposed(py, &secret))
    }

    /// Returns the bytes of the key: its seed, if that is known.
    ///
    /// Raises ValueError if keys of the scheme are used once and are not stored.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let bytes = self.0.to_bytes().ok_or(KemError::NoSuchForm)?;
        Ok(exposed(py, &bytes))
    }

    /// Returns the key as PEM (PKCS #8), encrypted if there is a *password*.
    ///
    /// Raises ValueError if keys of the scheme have no files.
    #[pyo3(signature = (password = None))]
    fn to_pem<'py>(&self, py: Python<'py>, password: Option<Text>) -> Result<Bound<'py, PyBytes>> {
        info_to_pem(py, &self.info()?, password.as_ref())
    }

    /// Returns the key as DER (PKCS #8), encrypted if there is a *password*.
    ///
    /// Raises ValueError if keys of the scheme have no files.
    #[pyo3(signature = (password = None))]
    fn to_der<'py>(&self, py: Python<'py>, password: Option<Text>) -> Result<Bound<'py, PyBytes>> {
        info_to_der(py, &self.info()?, password.as_ref())
    }

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not returned, and
    /// decapsulates it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
}

/// A public key of any scheme of key encapsulation.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct EncapsulationKey(Box<dyn DynEncapsulationKey>);

impl EncapsulationKey {
    fn read(info: &SubjectPublicKeyInfo) -> Result<Self> {
        let scheme = algorithm::KemAlgorithm::of_key_files(info.algorithm());
        let scheme = scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of a KEM"))?;
        Ok(Self(scheme.encapsulation_key_from_info(info)?))
    }

    fn info(&self) -> Result<SubjectPublicKeyInfo> {
        self.0.to_subject_public_key_info().ok_or_else(|| no_files(self.0.algorithm().identity()))
    }
}

#[pymethods]
impl EncapsulationKey {
    /// Reads the key of whichever scheme is in PEM (SubjectPublicKeyInfo).
    ///
    /// Raises InvalidEncoding.
    #[staticmethod]
    fn from_pem(data: Text) -> Result<Self> {
        Self::read(&SubjectPublicKeyInfo::from_spki_pem(data.bytes())?)
    }

    /// Reads the key of whichever scheme is in DER (SubjectPublicKeyInfo).
    ///
    /// Raises InvalidEncoding.
    #[staticmethod]
    fn from_der(data: Input<'_>) -> Result<Self> {
        Self::read(&SubjectPublicKeyInfo::from_spki_der(&data.stable()?)?)
    }

    /// The scheme of the key.
    #[getter]
    fn algorithm(&self) -> KemAlgorithm {
        KemAlgorithm(self.0.algorithm())
    }

    /// Returns a new shared secret, and the ciphertext from which the owner of the key computes it.
    fn encapsulate<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (ciphertext, secret) = py.detach(|| self.0.encapsulate(&mut OsRandom))?;
        Ok((exposed(py, &secret), PyBytes::new(py, &ciphertext)))
    }

    /// Returns the bytes of the key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Returns the key as PEM (SubjectPublicKeyInfo).
    ///
    /// Raises ValueError if keys of the scheme have no files.
    fn to_pem<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.info()?.to_spki_pem().as_bytes()))
    }

    /// Returns the key as DER (SubjectPublicKeyInfo).
    ///
    /// Raises ValueError if keys of the scheme have no files.
    fn to_der<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.info()?.to_spki_der()))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.name() == other.0.name() && self.0.to_bytes() == other.0.to_bytes()
    }

    fn __hash__(&self) -> u64 {
        public::hash(&self.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        public::shown("carnelian.algorithms.EncapsulationKey", &self.0.to_bytes())
    }

    /// Returns what pickle and copy need: a public key is its scheme and its bytes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let scheme = Bound::new(py, self.algorithm())?;
        Ok((scheme.getattr("encapsulation_key_from_bytes")?, (self.to_bytes(py),)))
    }
}

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<KemAlgorithm>()?;
    module.add_class::<DecapsulationKey>()?;
    module.add_class::<EncapsulationKey>()
}
