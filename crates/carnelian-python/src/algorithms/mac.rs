//! Message authentication codes that are found when the program runs.

use super::{row_class, unsupported};
use crate::buffer::Input;
use crate::class::{add_digest, add_update};
use crate::error::{Class, Error, Result};
use crate::hash::{Absorb, AnyFunction, Keyed, keyed_methods};
use crate::length::Length;
use carnelian::algorithm::{DynMac, MacError, MacOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

impl From<MacError> for Error {
    #[cold]
    fn from(error: MacError) -> Self {
        match error {
            MacError::Key(_) | MacError::Tag(_) => Self::of(Class::InvalidLength, &error),
            _ => unsupported(&error),
        }
    }
}

row_class! {
    /// A message authentication code.
    MacAlgorithm, mac {
        /// The number of bytes in a tag, where no other is asked for.
        #[getter]
        fn digest_size(&self) -> usize {
            self.0.tag_len()
        }

        /// Returns a new object for the tag of a message under *key*, which has absorbed *data*.
        ///
        /// *digest_size* is the number of bytes in the tag, where the function has several; *customization* makes
        /// another function of KMAC. Raises InvalidLength for a length that the function does not have, and ValueError
        /// for a customization of a function that has none.
        #[pyo3(
            name = "new",
            signature = (key, data = Input::EMPTY, *, digest_size = None, customization = Input::EMPTY),
            text_signature = "($self, key, data=b'', *, digest_size=None, customization=b'')"
        )]
        fn start(
            &self,
            py: Python<'_>,
            key: Input<'_>,
            data: Input<'_>,
            digest_size: Option<Length>,
            customization: Input<'_>,
        ) -> Result<Mac> {
            let customization = customization.stable()?;
            let tag_len = digest_size.map(|Length(len)| len);
            let state = self.0.start_with(&key.stable()?, &MacOptions { customization: &customization, tag_len })?;
            let len = state.tag_len();
            Ok(Mac { keyed: Keyed::start(py, State(state), len, &data) })
        }
    }
}

/// The state of a function.
struct State(Box<dyn DynMac>);

impl Clone for State {
    fn clone(&self) -> Self {
        Self(self.0.fork())
    }
}

impl Absorb for State {
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        // The slice is as long as the tags of the state.
        let _ = self.0.fork().finalize_into(digest);
    }

    fn fork(&self) -> AnyFunction {
        Box::new(self.clone())
    }
}

/// The tag of a message under a key: made by ``new`` of a message authentication code.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct Mac {
    keyed: Keyed<State>,
}

keyed_methods! { Mac {} }

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MacAlgorithm>()?;
    module.add_class::<Mac>()?;
    add_digest::<Mac>(module.py())?;
    add_update::<Mac>(module.py())
}
