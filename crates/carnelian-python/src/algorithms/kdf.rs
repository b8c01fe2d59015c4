//! Key derivation functions that are found when the program runs.

use super::row_class;
use crate::buffer::{Input, exposed, new_bytes};
use crate::error::{Class, Error, Result};
use crate::length::Length;
use carnelian::algorithm::KdfError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

impl From<KdfError> for Error {
    #[cold]
    fn from(error: KdfError) -> Self {
        Self::of(Class::InvalidLength, &error)
    }
}

row_class! {
    /// A key derivation function.
    KdfAlgorithm, kdf {
        /// The number of bytes in a pseudorandom key, the result of the extraction.
        #[getter]
        fn prk_size(&self) -> usize {
            self.0.prk_len()
        }

        /// The greatest number of bytes that can be derived at a time.
        #[getter]
        fn max_length(&self) -> usize {
            self.0.max_output_len()
        }

        /// Returns a key of *length* bytes derived from *key_material*. A different *info* yields an independent key.
        ///
        /// Raises InvalidLength if *length* exceeds ``max_length``.
        #[pyo3(signature = (key_material, length, *, salt = None, info = None))]
        fn derive<'py>(
            &self,
            py: Python<'py>,
            key_material: Input<'_>,
            length: Length,
            salt: Option<Input<'_>>,
            info: Option<Input<'_>>,
        ) -> Result<Bound<'py, PyBytes>> {
            let (salt, info) = (salt.unwrap_or(Input::EMPTY), info.unwrap_or(Input::EMPTY));
            self.written(py, length, |okm| self.0.derive(salt.bytes(), key_material.bytes(), info.bytes(), okm))
        }

        /// Returns the pseudorandom key of *key_material*: the extraction only.
        #[pyo3(signature = (key_material, *, salt = None))]
        fn extract<'py>(
            &self,
            py: Python<'py>,
            key_material: Input<'_>,
            salt: Option<Input<'_>>,
        ) -> Bound<'py, PyBytes> {
            let salt = salt.unwrap_or(Input::EMPTY);
            exposed(py, &self.0.extract_prk(salt.bytes(), key_material.bytes()))
        }

        /// Returns a key of *length* bytes derived from the pseudorandom key *prk*: the expansion only.
        ///
        /// Raises InvalidLength if *prk* is shorter than ``prk_size`` or *length* exceeds ``max_length``.
        #[pyo3(signature = (prk, length, *, info = None))]
        fn expand<'py>(
            &self,
            py: Python<'py>,
            prk: Input<'_>,
            length: Length,
            info: Option<Input<'_>>,
        ) -> Result<Bound<'py, PyBytes>> {
            let info = info.unwrap_or(Input::EMPTY);
            self.written(py, length, |okm| self.0.from_prk(prk.bytes())?.expand(info.bytes(), okm))
        }
    }
}

impl KdfAlgorithm {
    /// Returns `length` bytes that `write` writes. A length that the function does not have is refused before memory for
    /// it is asked for.
    fn written<'py>(
        &self,
        py: Python<'py>,
        Length(length): Length,
        write: impl FnOnce(&mut [u8]) -> core::result::Result<(), KdfError>,
    ) -> Result<Bound<'py, PyBytes>> {
        let most = self.0.max_output_len();
        if length > most {
            let message = format!("length: expected at most {most} bytes, found {length}");
            return Err(Error::new(Class::InvalidLength, message));
        }
        Ok(new_bytes(py, length, |okm| Ok(write(okm).map_err(Error::from)?))?)
    }
}
