//! Key encapsulation that is found when the program runs.

use super::{no_files, public_key, row_class, unsupported};
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Stored, private_key};
use crate::postquantum;
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

impl Stored for DecapsulationKey {
    fn read(_: Python<'_>, info: &PrivateKeyInfo) -> Result<Self> {
        let scheme = algorithm::KemAlgorithm::of_key_files(info.algorithm());
        let scheme = scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of a KEM"))?;
        Ok(Self(scheme.decapsulation_key_from_info(info)?))
    }

    fn info(&self) -> Result<PrivateKeyInfo> {
        self.0.to_private_key_info().ok_or_else(|| no_files(self.0.algorithm().identity()))
    }
}

private_key!(DecapsulationKey {
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

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not returned, and
    /// decapsulates it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
});

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

    fn encoded(&self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

public_key!(EncapsulationKey, KemAlgorithm, "encapsulation_key_from_bytes" {
    /// Returns a new shared secret, and the ciphertext from which the owner of the key computes it.
    fn encapsulate<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (ciphertext, secret) = py.detach(|| self.0.encapsulate(&mut OsRandom))?;
        Ok((exposed(py, &secret), PyBytes::new(py, &ciphertext)))
    }
});

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<KemAlgorithm>()?;
    module.add_class::<DecapsulationKey>()?;
    module.add_class::<EncapsulationKey>()
}
