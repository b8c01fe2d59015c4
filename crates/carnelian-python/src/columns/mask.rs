//! Arrays of NumPy with a mask, which the buffer protocol does not show: the values behind it would count as given.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The class of arrays with a mask, if the module that defines it has been loaded; there is no such array otherwise.
pub(super) struct Masks<'py>(Option<Bound<'py, PyAny>>);

impl<'py> Masks<'py> {
    /// Looks for the class.
    pub(super) fn of(py: Python<'py>) -> PyResult<Self> {
        let modules = py.import(pyo3::intern!(py, "sys"))?.getattr(pyo3::intern!(py, "modules"))?;
        // Programs can replace it by something else, which then has no loaded modules.
        let Ok(modules) = modules.cast_into::<PyDict>() else {
            return Ok(Self(None));
        };
        match modules.get_item(pyo3::intern!(py, "numpy.ma"))? {
            Some(module) => Ok(Self(module.getattr_opt(pyo3::intern!(py, "MaskedArray"))?)),
            None => Ok(Self(None)),
        }
    }

    /// Returns whether `object` has a mask.
    pub(super) fn has(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        match &self.0 {
            Some(class) => object.is_instance(class),
            None => Ok(false),
        }
    }
}
