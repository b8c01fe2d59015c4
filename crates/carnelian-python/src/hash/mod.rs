//! The hash functions of the module `carnelian`, with the names and the interface of `hashlib`.

mod algorithm;
mod blake2;
mod fixed;
mod keyed;
mod kmac;
mod xof;

pub(crate) use algorithm::{Algorithm, for_algorithm, with_type};
pub(crate) use keyed::{Absorb, AnyFunction, Keyed, keyed_methods};

use crate::class::{add_digest, add_update, complete};
use crate::error::Result;
use carnelian::algorithm::{HashAlgorithm, same_name};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyType};

/// Writes the table of the classes that can be created by their names.
macro_rules! by_name {
    ([$($other:literal $Other:ty;)*] $($Name:ident $name:literal [$($doc:literal)*];)*) => {
        /// The name of every class of hash functions that needs no other argument.
        const NAMES: &[&str] = &[$($name,)* $($other),*];

        /// Returns the class with this name.
        fn class_of_plain_name<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyType>> {
            Some(match name {
                $($name => py.get_type::<fixed::$Name>(),)*
                $($other => py.get_type::<$Other>(),)*
                _ => return None,
            })
        }
    };
}

crate::algorithms::rows::hashes! { by_name [
    "blake2b" blake2::Blake2b;
    "blake2s" blake2::Blake2s;
    "cshake_128" xof::CShake128;
    "cshake_256" xof::CShake256;
    "shake_128" xof::Shake128;
    "shake_256" xof::Shake256;
] }

/// Returns the class of the function with this name; case, and hyphens for underscores, are forgiven as in `hashlib`.
fn class_of<'py>(py: Python<'py>, name: &str) -> Result<Bound<'py, PyType>> {
    class_of_plain_name(py, name)
        .or_else(|| class_of_plain_name(py, &name.to_ascii_lowercase().replace(['-', '/'], "_")))
        .ok_or_else(|| PyValueError::new_err(format!("unsupported hash type {name}")).into())
}

/// Returns the class of a function of the catalogue.
pub(crate) fn class_of_function<'py>(py: Python<'py>, function: &HashAlgorithm) -> Result<Bound<'py, PyType>> {
    let id = function.identity().id;
    class_of(py, NAMES.iter().find(|name| same_name(name, id)).unwrap_or(&id))
}

/// Returns a new hash object of the function *name*, which has absorbed *data*.
///
/// >>> import carnelian
/// >>> carnelian.new("sha256", b"abc").digest() == carnelian.sha256(b"abc").digest()
/// True
///
/// *options* are the arguments of the class of that name, such as ``digest_size`` of blake2b. Raises ValueError for a name
/// that is not in ``algorithms_available``.
#[pyfunction]
#[pyo3(
    signature = (name, data = None, *, usedforsecurity = true, **options),
    text_signature = "(name, data=b'', *, usedforsecurity=True, **options)"
)]
fn new<'py>(
    py: Python<'py>,
    name: &str,
    data: Option<Bound<'py, PyAny>>,
    usedforsecurity: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> Result<Bound<'py, PyAny>> {
    let _ = usedforsecurity;
    let class = class_of(py, name)?;
    Ok(match data {
        Some(data) => class.call((data,), options),
        None => class.call((), options),
    }?)
}

/// Adds the classes and functions to the module `carnelian`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fixed::fill(module)?;
    xof::fill(module)?;
    module.add_class::<blake2::Blake2b>()?;
    module.add_class::<blake2::Blake2s>()?;
    module.add_class::<kmac::Kmac128>()?;
    module.add_class::<kmac::Kmac256>()?;
    complete::<blake2::Blake2b>(module.py())?;
    complete::<blake2::Blake2s>(module.py())?;
    add_digest::<blake2::Blake2b>(module.py())?;
    add_digest::<blake2::Blake2s>(module.py())?;
    add_digest::<kmac::Kmac128>(module.py())?;
    add_digest::<kmac::Kmac256>(module.py())?;
    add_update::<kmac::Kmac128>(module.py())?;
    add_update::<kmac::Kmac256>(module.py())?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add("algorithms_available", PyFrozenSet::new(module.py(), NAMES)?)
}
