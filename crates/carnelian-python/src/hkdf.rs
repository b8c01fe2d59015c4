//! `carnelian.hkdf`, RFC 5869.

use crate::buffer::Input;
use crate::error::{Class, Error, Result};
use crate::hash::{Algorithm, for_algorithm};
use crate::length::Length;
use carnelian::kdf::Hkdf;
use carnelian::kdf::hkdf::HkdfError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

impl From<HkdfError> for Error {
    fn from(error: HkdfError) -> Self {
        Self::of(Class::InvalidLength, &error)
    }
}

/// Returns a key of *length* bytes derived from *key_material*: extraction and expansion in one.
///
/// *salt* may be public, empty or None, which is the same; a different *info* yields an independent key. *algorithm* names the hash function.
///
/// >>> from carnelian import hkdf
/// >>> key = hkdf.derive(b"a shared secret", 32, info=b"session 7")
/// >>> len(key)
/// 32
#[pyfunction]
#[pyo3(
    signature = (key_material, length, *, salt = None, info = None, algorithm = Algorithm::Sha256),
    text_signature = "(key_material, length, *, salt=None, info=None, algorithm='sha256')"
)]
fn derive<'py>(
    py: Python<'py>,
    key_material: Input<'_>,
    length: Length,
    salt: Option<Input<'_>>,
    info: Option<Input<'_>>,
    algorithm: Algorithm,
) -> Result<Bound<'py, PyBytes>> {
    let (key_material, salt, info) = (key_material.bytes(), given(&salt), given(&info));
    written(
        py,
        algorithm,
        length,
        |okm| for_algorithm!(algorithm, H => Hkdf::<H>::derive(salt, key_material, info, okm)),
    )
}

/// Returns the pseudorandom key of *key_material*: the extraction alone, as long as a digest.
#[pyfunction]
#[pyo3(
    signature = (key_material, *, salt = None, algorithm = Algorithm::Sha256),
    text_signature = "(key_material, *, salt=None, algorithm='sha256')"
)]
fn extract<'py>(
    py: Python<'py>,
    key_material: Input<'_>,
    salt: Option<Input<'_>>,
    algorithm: Algorithm,
) -> Bound<'py, PyBytes> {
    for_algorithm!(algorithm, H => {
        let mut prk = Hkdf::<H>::extract_prk(given(&salt), key_material.bytes());
        let bytes = PyBytes::new(py, &prk);
        carnelian::secret::wipe(&mut prk);
        bytes
    })
}

/// Returns a key of *length* bytes derived from the pseudorandom key *prk*: the expansion alone.
///
/// Raises InvalidLength if *prk* is shorter than a digest.
#[pyfunction]
#[pyo3(
    signature = (prk, length, *, info = None, algorithm = Algorithm::Sha256),
    text_signature = "(prk, length, *, info=None, algorithm='sha256')"
)]
fn expand<'py>(
    py: Python<'py>,
    prk: Input<'_>,
    length: Length,
    info: Option<Input<'_>>,
    algorithm: Algorithm,
) -> Result<Bound<'py, PyBytes>> {
    let (prk, info) = (prk.bytes(), given(&info));
    written(py, algorithm, length, |okm| for_algorithm!(algorithm, H => Hkdf::<H>::from_prk(prk)?.expand(info, okm)))
}

/// Returns the bytes of an argument, none if it is left out.
fn given<'a>(argument: &'a Option<Input<'_>>) -> &'a [u8] {
    argument.as_ref().map_or(&[], Input::bytes)
}

/// Returns `length` bytes that `write` writes. A length that the function does not have is refused before memory for it
/// is asked for.
fn written<'py>(
    py: Python<'py>,
    algorithm: Algorithm,
    Length(length): Length,
    write: impl FnOnce(&mut [u8]) -> core::result::Result<(), HkdfError>,
) -> Result<Bound<'py, PyBytes>> {
    let most = 255 * algorithm.digest_len();
    if length > most {
        return Err(HkdfError::OutputTooLong { most, asked: length }.into());
    }
    Ok(PyBytes::new_with(py, length, |okm| Ok(write(okm).map_err(Error::from)?))?)
}

/// Fills the module `carnelian.hkdf`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(derive, module)?)?;
    module.add_function(wrap_pyfunction!(extract, module)?)?;
    module.add_function(wrap_pyfunction!(expand, module)?)
}
