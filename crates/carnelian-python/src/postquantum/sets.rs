//! The parameter sets as the Python files of the package define a class for each: names and sizes are the catalogue's.

use crate::error::Result;
use carnelian::algorithm::{self, Identity};
use pyo3::PyClass;
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns the name of a parameter set, what it is as hard to break as, the classes of its keys, and the numbers of
/// bytes in public keys and in signatures.
pub(super) fn signature<'py, K: PyClass, V: PyClass>(py: Python<'py>, set: &str) -> Result<Bound<'py, PyTuple>> {
    let scheme = algorithm::signature(set).ok_or_else(|| PyLookupError::new_err(set.to_owned()))?;
    row::<K, V>(py, scheme.identity(), (scheme.public_key_len(), scheme.signature_len()))
}

/// Returns the same of a parameter set of key encapsulation, which has ciphertexts in place of signatures.
pub(super) fn kem<'py, K: PyClass, V: PyClass>(py: Python<'py>, set: &str) -> Result<Bound<'py, PyTuple>> {
    let scheme = algorithm::kem(set).ok_or_else(|| PyLookupError::new_err(set.to_owned()))?;
    row::<K, V>(py, scheme.identity(), (scheme.encapsulation_key_len(), scheme.ciphertext_len()))
}

fn row<'py, K: PyClass, V: PyClass>(
    py: Python<'py>,
    identity: &Identity,
    sizes: (usize, usize),
) -> Result<Bound<'py, PyTuple>> {
    let keys = (py.get_type::<K>(), py.get_type::<V>());
    Ok((identity.name, as_hard_as(identity), keys, sizes).into_pyobject(py)?)
}

/// Returns what an algorithm is as hard to break as, by its security category.
fn as_hard_as(identity: &Identity) -> Option<&'static str> {
    Some(match identity.category? {
        1 => "AES-128",
        2 => "SHA-256 collisions",
        3 => "AES-192",
        4 => "SHA-384 collisions",
        _ => "AES-256",
    })
}
