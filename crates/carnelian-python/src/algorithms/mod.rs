//! `carnelian.algorithms`: algorithms that a program finds by name, object identifier or number when it runs.
//!
//! A row of the library's catalogue is an object here. What it makes has one class for each role, whatever the
//! algorithm: a new row needs no code.

mod aead;
mod agreement;
mod hash;
mod kdf;
mod kem;
mod lookup;
mod mac;
pub(crate) mod rows;
mod signature;
mod stream;

use crate::error::Error;
use carnelian::algorithm::{Identity, Status};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns the word for a status.
fn word(status: Status) -> &'static str {
    match status {
        Status::Recommended => "recommended",
        Status::Legacy => "legacy",
        _ => "study",
    }
}

/// Writes the class of the rows of a role: what identifies an algorithm, and what only this role has.
macro_rules! row_class {
    ($(#[$doc:meta])* $Class:ident, $role:ident { $($own:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "carnelian.algorithms")]
        pub(super) struct $Class(pub(super) &'static carnelian::algorithm::$Class);

        #[pymethods]
        impl $Class {
            /// The name in the standard, such as ``SHA-512/256``.
            #[getter]
            fn name(&self) -> &'static str {
                self.0.identity().name
            }

            /// The name for programs, such as ``sha512-256``.
            #[getter]
            fn id(&self) -> &'static str {
                self.0.identity().id
            }

            /// Names in other programs and standards.
            #[getter]
            fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.identity().aliases)
            }

            /// The standard, with its section.
            #[getter]
            fn standard(&self) -> &'static str {
                self.0.identity().standard
            }

            /// The object identifier, in numbers with dots between them, or None.
            #[getter]
            fn oid(&self) -> Option<&'static str> {
                self.0.identity().oid
            }

            /// The name in JOSE, which is ``alg`` or ``enc`` in a token, or None.
            #[getter]
            fn jose(&self) -> Option<&'static str> {
                self.0.identity().jose
            }

            /// The number in COSE, or None.
            #[getter]
            fn cose(&self) -> Option<i32> {
                self.0.identity().cose
            }

            /// The uses that are advised: ``recommended``, ``legacy`` or ``study``.
            #[getter]
            fn status(&self) -> &'static str {
                super::word(self.0.identity().status)
            }

            $($own)*

            fn __eq__(&self, other: &Self) -> bool {
                core::ptr::eq(self.0, other.0)
            }

            fn __hash__(&self) -> u64 {
                crate::public::hash(self.0.identity().id.as_bytes())
            }

            fn __repr__(&self) -> String {
                format!("<carnelian.algorithms.{} {}>", stringify!($Class), self.0.identity().name)
            }

            /// Returns what pickle and copy need: an algorithm is found by its name.
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
                let module = py.import("carnelian.algorithms")?;
                Ok((module.getattr(stringify!($role))?, (self.0.identity().id,)))
            }
        }
    };
}
use row_class;

/// Fills the module `carnelian.algorithms`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<hash::HashAlgorithm>()?;
    mac::fill(module)?;
    signature::fill(module)?;
    kem::fill(module)?;
    agreement::fill(module)?;
    module.add_class::<kdf::KdfAlgorithm>()?;
    stream::fill(module)?;
    aead::fill(module)?;
    lookup::fill(module)
}

/// Writes a class of public keys over its functions `read`, `info` and `encoded`: its own methods, those for key files, and
/// the comparisons that public keys have. `from_bytes` is the method of the row that makes keys.
macro_rules! public_key {
    ($Class:ident, $Row:ident, $from_bytes:literal { $($own:tt)* }) => {
        #[pymethods]
        impl $Class {
            /// Reads the key of whichever scheme is in PEM (SubjectPublicKeyInfo).
            ///
            /// Raises InvalidEncoding.
            #[staticmethod]
            fn from_pem(data: crate::key_file::Text) -> Result<Self> {
                Self::read(&SubjectPublicKeyInfo::from_spki_pem(data.bytes())?)
            }

            /// Reads the key of whichever scheme is in DER (SubjectPublicKeyInfo).
            ///
            /// Raises InvalidEncoding.
            #[staticmethod]
            fn from_der(data: Input<'_>) -> Result<Self> {
                Self::read(&SubjectPublicKeyInfo::from_spki_der(&data.stable()?)?)
            }

            /// The scheme of the key.
            #[getter]
            fn algorithm(&self) -> $Row {
                $Row(self.0.algorithm())
            }

            $($own)*

            /// Returns the bytes of the key.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.encoded().as_ref())
            }

            /// Returns the key as PEM (SubjectPublicKeyInfo).
            ///
            /// Raises ValueError if keys of the scheme have no files.
            fn to_pem<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                Ok(PyBytes::new(py, self.info()?.to_spki_pem().as_bytes()))
            }

            /// Returns the key as DER (SubjectPublicKeyInfo).
            ///
            /// Raises ValueError if keys of the scheme have no files.
            fn to_der<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                Ok(PyBytes::new(py, &self.info()?.to_spki_der()))
            }

            fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                self.to_bytes(py)
            }

            fn __eq__(&self, other: &Self) -> bool {
                self.0.name() == other.0.name() && self.encoded() == other.encoded()
            }

            fn __hash__(&self) -> u64 {
                crate::public::hash(self.encoded().as_ref())
            }

            fn __repr__(&self) -> String {
                crate::public::shown(concat!("carnelian.algorithms.", stringify!($Class)), self.encoded().as_ref())
            }

            /// Returns what pickle and copy need: a public key is its scheme and its bytes.
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                let scheme = Bound::new(py, self.algorithm())?;
                Ok((scheme.getattr($from_bytes)?, (self.to_bytes(py),)))
            }
        }
    };
}
use public_key;

/// Returns the exception for an argument that the algorithm does not have.
fn unsupported(error: &impl core::fmt::Display) -> Error {
    PyValueError::new_err(error.to_string()).into()
}

/// Returns the exception for keys without files.
fn no_files(identity: &Identity) -> Error {
    PyValueError::new_err(format!("keys of {} have no files", identity.name)).into()
}
