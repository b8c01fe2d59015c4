//! Key agreement whose scheme is found when the program runs.

use super::row_class;
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Stored, private_key};
use crate::x25519;
use carnelian::algorithm::{self, AgreementError, DynAgreementKey};
use carnelian::encoding::PrivateKeyInfo;
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

impl From<AgreementError> for Error {
    #[cold]
    fn from(error: AgreementError) -> Self {
        match error {
            AgreementError::Length(_) => Self::of(Class::InvalidLength, &error),
            _ => Self::of(Class::InvalidKey, &error),
        }
    }
}

row_class! {
    /// A scheme of key agreement.
    AgreementAlgorithm, agreement {
        /// The number of bytes in a public key.
        #[getter]
        fn public_key_size(&self) -> usize {
            self.0.public_key_len()
        }

        /// The number of bytes in a shared secret.
        #[getter]
        fn shared_secret_size(&self) -> usize {
            self.0.shared_secret_len()
        }

        /// The classes of the keys of this scheme only, private and public, such as ``x25519.SecretKey`` and
        /// ``x25519.PublicKey``; None if there are none.
        #[getter]
        fn key_types<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyTuple>> {
            x25519::key_types(py, self.0.identity().name)
        }

        /// Returns a new private key.
        fn generate(&self, py: Python<'_>) -> Result<AgreementKey> {
            Ok(AgreementKey(py.detach(|| self.0.generate(&mut OsRandom))?))
        }

        /// Returns the private key of these bytes.
        ///
        /// Raises InvalidLength for another number of bytes.
        fn key_from_bytes(&self, data: Input<'_>) -> Result<AgreementKey> {
            Ok(AgreementKey(self.0.key_from_bytes(&data.stable()?)?))
        }
    }
}

/// A private key of any scheme of key agreement. Public keys are bytes.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct AgreementKey(Box<dyn DynAgreementKey>);

impl Stored for AgreementKey {
    fn read(_: Python<'_>, info: &PrivateKeyInfo) -> Result<Self> {
        let scheme = algorithm::AgreementAlgorithm::of_key_files(info.algorithm());
        let scheme =
            scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of key agreement"))?;
        Ok(Self(scheme.key_from_info(info)?))
    }

    fn info(&self) -> Result<PrivateKeyInfo> {
        Ok(self.0.to_private_key_info())
    }
}

private_key!(AgreementKey {
    /// The scheme of the key.
    #[getter]
    fn algorithm(&self) -> AgreementAlgorithm {
        AgreementAlgorithm(self.0.algorithm())
    }

    /// The bytes of the public key.
    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.public_key()))
    }

    /// Returns the secret shared with the owner of *peer*, the bytes of a public key. Derive keys from it and from both
    /// public keys.
    ///
    /// Raises InvalidLength if *peer* has another length, and InvalidKey if the secret would be known to anyone.
    #[pyo3(signature = (peer, /))]
    fn exchange<'py>(&self, py: Python<'py>, peer: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let peer = peer.stable()?;
        let peer: &[u8] = &peer;
        let secret = py.detach(|| self.0.agree(peer))?;
        Ok(exposed(py, &secret))
    }

    /// Returns the bytes of the key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, &self.0.to_bytes())
    }
});

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<AgreementAlgorithm>()?;
    module.add_class::<AgreementKey>()
}
