//! Arguments that are numbers of bytes.

use crate::error::{Class, Error};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A number of bytes that the caller chooses.
///
/// A negative one is a `ValueError`, as in `hashlib` and `os.urandom`; one that no word holds is an `OverflowError`.
#[derive(Clone, Copy)]
pub(crate) struct Length(pub(crate) usize);

impl FromPyObject<'_, '_> for Length {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error| refusal(&object, error))
    }
}

/// Replaces the error for a negative number.
#[cold]
fn refusal(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(object.py()) && object.extract::<i64>().is_ok() {
        return Error::new(Class::InvalidLength, format!("a length is not negative, found {object}")).into();
    }
    error
}
