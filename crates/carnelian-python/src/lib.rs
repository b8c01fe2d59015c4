//! The extension module of the Python package `carnelian`.

use pyo3::prelude::*;

/// The compiled part of the package; `carnelian/__init__.py` re-exports it.
#[pymodule(gil_used = false)]
fn _carnelian(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
