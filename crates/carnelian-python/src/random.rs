//! Random bytes, and the backend that this CPU selects.
#![allow(unsafe_code)] // A function that the interpreter calls.

use crate::buffer::{Output, new_bytes};
use crate::class::{Callable, answer, function};
use crate::error::{Error, Result};
use crate::length::Length;
use crate::threads::on_bytes;
use carnelian::cpu::Tier;
use carnelian::random::{OsRandom, Random};
use core::ffi::CStr;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const RANDOM_BYTES: &CStr = c"random_bytes(n, /)
--

Returns *n* bytes from the operating system's random source, fit for keys and nonces.

>>> import carnelian
>>> len(carnelian.random_bytes(24))
24

Raises RandomError if the source cannot deliver, and InvalidLength for a negative number.";

/// `random_bytes`, whose documentation is [`RANDOM_BYTES`].
///
/// # Safety
/// The interpreter calls it, with one argument.
unsafe extern "C" fn random_bytes(_module: *mut PyObject, n: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter calls a function with the thread attached, and with an argument that lives during the call.
    let (py, n) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::<PyAny>::from_ptr(py, n))
    };
    answer(py, n.extract().and_then(|n| Ok(drawn(py, n)?.into_any())))
}

fn drawn(py: Python<'_>, n: Length) -> PyResult<Bound<'_, PyBytes>> {
    let Length(n) = n;
    new_bytes(py, n, |out| Ok(on_bytes(py, n, || OsRandom.fill(out)).map_err(Error::from)?))
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
    module
        .add("random_bytes", function(module, c"random_bytes", RANDOM_BYTES, Callable::OneArgument(random_bytes))?)?;
    module.add_function(wrap_pyfunction!(random_fill, module)?)?;
    module.add_function(wrap_pyfunction!(backend, module)?)
}
