//! The extension module of the Python package `carnelian`.
//!
//! `_carnelian` holds one module for each module of the package, under the name that its functions and classes report;
//! the files in `python/carnelian/` re-export them with documentation.

mod aead;
mod algorithms;
mod argon2;
mod buffer;
mod class;
mod columns;
mod ed25519;
mod error;
mod hash;
mod hex;
mod hkdf;
mod hmac;
mod kem;
mod key_file;
mod length;
mod nacl;
mod postquantum;
mod public;
mod random;
mod ristretto255;
mod sealed_file;
mod threads;
mod x25519;

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
    carnelian::threads::set_limit(carnelian::threads::ALL);
    buffer::find_protocol(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    add_module(module, "top", |top| {
        error::add_exceptions(top, "carnelian")?;
        aead::fill(top)?;
        columns::fill(top)?;
        hash::fill(top)?;
        random::fill(top)
    })?;
    add_module(module, "algorithms", algorithms::fill)?;
    add_module(module, "argon2", argon2::fill)?;
    add_module(module, "dhkem", kem::fill_dhkem)?;
    add_module(module, "ed25519", |ed25519| {
        ed25519::fill(ed25519)?;
        columns::fill_ed25519(ed25519)
    })?;
    add_module(module, "hkdf", hkdf::fill)?;
    add_module(module, "hmac", hmac::fill)?;
    add_module(module, "hybrid", kem::fill_hybrid)?;
    add_module(module, "mldsa", postquantum::mldsa::fill)?;
    add_module(module, "mlkem", postquantum::mlkem::fill)?;
    add_module(module, "nacl", nacl::fill)?;
    add_module(module, "ristretto255", ristretto255::fill)?;
    add_module(module, "sealed_file", sealed_file::fill)?;
    add_module(module, "slhdsa", postquantum::slhdsa::fill)?;
    add_module(module, "x25519", |x25519| {
        x25519::fill(x25519)?;
        columns::fill_x25519(x25519)
    })?;
    add_module(module, "xwing", kem::fill_xwing)?;
    class::seal(module)
}
