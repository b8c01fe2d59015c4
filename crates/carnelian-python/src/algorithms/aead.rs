//! Authenticated encryption that is found when the program runs.

use super::row_class;
use crate::buffer::{Input, exposed};
use crate::error::{Error, Result};
use carnelian::algorithm::{self, DynAead};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

row_class! {
    /// A scheme of authenticated encryption.
    AeadAlgorithm, aead {
        /// The number of bytes in a key.
        #[getter]
        fn key_size(&self) -> usize {
            self.0.key_len()
        }

        /// The number of bytes in a nonce. Only those of 24 are long enough to be drawn at random for any number of
        /// messages.
        #[getter]
        fn nonce_size(&self) -> usize {
            self.0.nonce_len()
        }

        /// The number of bytes in a tag.
        #[getter]
        fn tag_size(&self) -> usize {
            self.0.tag_len()
        }

        /// Returns the bytes of a new key.
        fn generate_key<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
            Ok(exposed(py, &self.0.generate_key(&mut OsRandom)?))
        }

        /// Returns the key of these bytes, for any number of messages.
        ///
        /// Raises InvalidLength if there are not as many as a key has.
        #[pyo3(name = "new")]
        fn start(&self, key: Input<'_>) -> Result<AeadKey> {
            Ok(AeadKey { scheme: self.0, key: self.0.key(&key.stable()?)? })
        }
    }
}

/// A key of authenticated encryption: made by ``new`` of a scheme.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct AeadKey {
    scheme: &'static algorithm::AeadAlgorithm,
    key: Box<dyn DynAead>,
}

impl AeadKey {
    fn check(&self, nonce: &[u8]) -> Result<()> {
        let expected = self.key.nonce_len();
        if nonce.len() == expected { Ok(()) } else { Err(Error::length("nonce", expected, nonce.len())) }
    }
}

#[pymethods]
impl AeadKey {
    /// The scheme of the key.
    #[getter]
    fn algorithm(&self) -> AeadAlgorithm {
        AeadAlgorithm(self.scheme)
    }

    /// Returns the encryption of *data* with a tag, which also authenticates *associated_data*. The tag stands behind
    /// it, and before it in XSalsa20-Poly1305, as in NaCl.
    ///
    /// A *nonce* must not be used for two messages. Raises OverflowError if the scheme has no message as long.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
        associated_data: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        let associated_data = associated_data.unwrap_or(Input::EMPTY);
        let (nonce, data, aad) = (nonce.stable()?, data.stable()?, associated_data.stable()?);
        self.check(&nonce)?;
        let (nonce, data, aad): (&[u8], &[u8], &[u8]) = (&nonce, &data, &aad);
        let sealed = py.detach(|| self.key.seal_combined(nonce, aad, data))?;
        Ok(PyBytes::new(py, &sealed))
    }

    /// Returns the decryption of *data*.
    ///
    /// Raises InvalidTag if it is not what was encrypted with this key, nonce and *associated_data*.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
        associated_data: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        let associated_data = associated_data.unwrap_or(Input::EMPTY);
        let (nonce, data, aad) = (nonce.stable()?, data.stable()?, associated_data.stable()?);
        self.check(&nonce)?;
        let (nonce, data, aad): (&[u8], &[u8], &[u8]) = (&nonce, &data, &aad);
        let opened = py.detach(|| self.key.open_combined(nonce, aad, data).map(carnelian::secret::Secret::new))?;
        Ok(exposed(py, &opened))
    }
}

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<AeadAlgorithm>()?;
    module.add_class::<AeadKey>()
}
