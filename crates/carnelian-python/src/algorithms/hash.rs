//! Hash functions that are found when the program runs: their classes are those of the module `carnelian`.

use super::row_class;
use crate::error::Result;
use crate::hash::class_of_function;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

row_class! {
    /// A hash function.
    HashAlgorithm, hash {
        /// The number of bytes in a digest, where no other is asked for.
        #[getter]
        fn digest_size(&self) -> usize {
            self.0.digest_len()
        }

        /// The number of bytes in a block.
        #[getter]
        fn block_size(&self) -> usize {
            self.0.block_len()
        }

        /// The class, such as ``carnelian.sha256``.
        #[getter]
        fn r#type<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyType>> {
            class_of_function(py, self.0)
        }

        /// Returns a new hash object, which has absorbed *data*, if there is any.
        #[pyo3(name = "new", signature = (data = None), text_signature = "($self, data=b'')")]
        fn start<'py>(&self, py: Python<'py>, data: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
            let class = class_of_function(py, self.0)?;
            Ok(match data {
                Some(data) => class.call1((data,)),
                None => class.call0(),
            }?)
        }
    }
}
