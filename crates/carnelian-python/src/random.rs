//! Random bytes, and the backend that this CPU selects.

use crate::buffer::{Output, new_bytes};
use crate::error::{Error, Result};
use crate::threads::on_bytes;
use carnelian::cpu::Tier;
use carnelian::random::{OsRandom, Random};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Returns *n* bytes from the operating system's random source, fit for keys and nonces.
///
/// >>> import carnelian
/// >>> len(carnelian.random_bytes(24))
/// 24
///
/// Raises RandomError if the source cannot deliver.
#[pyfunction]
#[pyo3(signature = (n, /))]
fn random_bytes(py: Python<'_>, n: usize) -> Result<Bound<'_, PyBytes>> {
    Ok(new_bytes(py, n, |out| Ok(on_bytes(py, n, || OsRandom.fill(out)).map_err(Error::from)?))?)
}

/// Fills the writable buffer *out* with bytes from the operating system's random source.
///
/// >>> import carnelian
/// >>> nonce = bytearray(12)
/// >>> carnelian.random_fill(nonce)
///
/// Raises RandomError if the source cannot deliver.
#[pyfunction]
#[pyo3(signature = (out, /))]
fn random_fill(py: Python<'_>, mut out: Output) -> Result<()> {
    let out = out.apart_from(&[])?;
    Ok(on_bytes(py, out.len(), || OsRandom.fill(out))?)
}

/// Returns the name of the instructions that the library uses on this CPU: ``avx512``, ``avx2``, ``sse``,
/// ``portable64`` or ``portable32``. The environment variable ``CARNELIAN_CPU`` can lower it.
#[pyfunction]
fn backend() -> &'static str {
    Tier::in_force().name()
}

/// Adds the functions to the module `carnelian`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(random_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(random_fill, module)?)?;
    module.add_function(wrap_pyfunction!(backend, module)?)
}
