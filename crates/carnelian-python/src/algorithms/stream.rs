//! Stream ciphers that are found when the program runs.

use super::row_class;
use crate::buffer::{Input, new_bytes};
use crate::error::{Error, Result};
use crate::threads::Guarded;
use carnelian::algorithm::DynStreamCipher;
use carnelian::cipher::chacha20::EndOfKeystream;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

impl From<EndOfKeystream> for Error {
    #[cold]
    fn from(error: EndOfKeystream) -> Self {
        PyOverflowError::new_err(error.to_string()).into()
    }
}

row_class! {
    /// A stream cipher.
    StreamCipherAlgorithm, stream_cipher {
        /// The number of bytes in a key.
        #[getter]
        fn key_size(&self) -> usize {
            self.0.key_len()
        }

        /// The number of bytes in a nonce.
        #[getter]
        fn nonce_size(&self) -> usize {
            self.0.nonce_len()
        }

        /// Returns an object that encrypts or decrypts a message: with a stream cipher this is the same.
        ///
        /// A *nonce* must not be used for two messages under one key. Nothing is authenticated: a change of the ciphertext
        /// changes the message, so prefer ``aead``.
        ///
        /// Raises InvalidLength if key or nonce has another length.
        #[pyo3(name = "new")]
        fn start(&self, key: Input<'_>, nonce: Input<'_>) -> Result<StreamCipher> {
            Ok(StreamCipher(Guarded::new(self.0.start(&key.stable()?, nonce.bytes())?)))
        }
    }
}

/// A position in a keystream: made by ``new`` of a stream cipher.
///
/// >>> from carnelian import algorithms
/// >>> cipher = algorithms.stream_cipher("AES-256-CTR")
/// >>> sealed = cipher.new(bytes(32), bytes(16)).update(b"attack at dawn")
/// >>> cipher.new(bytes(32), bytes(16)).update(sealed)
/// b'attack at dawn'
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct StreamCipher(Guarded<Box<dyn DynStreamCipher>>);

#[pymethods]
impl StreamCipher {
    /// Returns the next part of the message, encrypted or decrypted.
    ///
    /// Raises OverflowError where the keystream ends.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, py: Python<'py>, data: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let bytes = data.bytes();
        Ok(new_bytes(py, bytes.len(), |text| {
            text.copy_from_slice(bytes);
            Ok(self.0.with(py, bytes.len(), |cipher| cipher.apply(text)).map_err(Error::from)?)
        })?)
    }

    /// Goes to a position of the keystream, in bytes.
    ///
    /// Raises OverflowError if it is behind the end.
    #[pyo3(signature = (position, /))]
    fn seek(&self, py: Python<'_>, position: u128) -> Result<()> {
        Ok(self.0.with(py, 0, |cipher| cipher.seek(position))?)
    }

    /// Returns the position in the keystream, in bytes.
    fn tell(&self, py: Python<'_>) -> u128 {
        self.0.with(py, 0, |cipher| cipher.position())
    }
}

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<StreamCipherAlgorithm>()?;
    module.add_class::<StreamCipher>()
}
