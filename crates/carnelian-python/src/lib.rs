//! The extension module of the Python package `carnelian`.
//!
//! `_carnelian` holds one module for each module of the package, under the name that its functions and classes report;
//! the files in `python/carnelian/` re-export them with documentation.

mod buffer;
mod columns;
mod error;
mod random;
mod threads;

use pyo3::prelude::*;

/// Adds the module `carnelian.NAME`, or `carnelian` itself under the name `top`, and lets `fill` add its content.
fn add_module(
    parent: &Bound<'_, PyModule>,
    name: &str,
    fill: impl FnOnce(&Bound<'_, PyModule>) -> PyResult<()>,
) -> PyResult<()> {
    let full_name = if name == "top" { "carnelian".to_owned() } else { format!("carnelian.{name}") };
    let module = PyModule::new(parent.py(), &full_name)?;
    fill(&module)?;
    parent.add(name, module)
}

/// The compiled part of the package; its Python files re-export it.
#[pymodule(gil_used = false)]
fn _carnelian(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    add_module(module, "top", |top| {
        error::add_exceptions(top, "carnelian")?;
        columns::fill(top)?;
        random::fill(top)
    })?;
    add_module(module, "ed25519", columns::fill_ed25519)?;
    add_module(module, "x25519", columns::fill_x25519)
}
