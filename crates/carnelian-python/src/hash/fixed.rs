//! Hash functions whose digests have a fixed length.

use crate::buffer::{Input, copied};
use crate::class::{Absorbs, Digests, Plain, add_digest, complete};
use crate::error::Result;
use crate::hex;
use crate::threads::{Guarded, on_bytes};
use carnelian::hash::{self, Hash};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Starts a message with `data`.
fn start<H: Hash + Send>(py: Python<'_>, data: &Input<'_>) -> Guarded<H> {
    let bytes = data.bytes();
    Guarded::new(on_bytes(py, bytes.len(), || {
        let mut hasher = H::new();
        hasher.update(bytes);
        hasher
    }))
}

/// Absorbs more of a message.
fn update<H: Hash + Send>(py: Python<'_>, state: &Guarded<H>, data: &Input<'_>) {
    let bytes = data.bytes();
    state.with(py, bytes.len(), |hasher| hasher.update(bytes));
}

/// Returns the digest of the message so far.
fn finish<H: Hash<Digest: Send> + Send>(py: Python<'_>, state: &Guarded<H>) -> H::Digest {
    state.with(py, 0, |hasher| hasher.clone().finalize())
}

/// Returns the digest of `data`.
fn once<H: Hash<Digest: Send>>(py: Python<'_>, data: &Input<'_>) -> H::Digest {
    let bytes = data.bytes();
    on_bytes(py, bytes.len(), || H::digest(bytes))
}

/// Writes the class of each function.
macro_rules! classes {
    ([] $($Class:ident $name:literal [$($doc:literal)*];)*) => {
        $(
            $(#[doc = $doc])*
            #[pyclass(frozen, name = $name, module = "carnelian")]
            pub(crate) struct $Class(Guarded<hash::$Class>);

            #[pymethods]
            impl $Class {
                /// The name of the function.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $name;
                /// The number of bytes in a digest.
                #[classattr]
                #[pyo3(name = "digest_size")]
                const DIGEST_SIZE: usize = <hash::$Class as Hash>::DIGEST_LEN;
                /// The number of bytes in a block.
                #[classattr]
                #[pyo3(name = "block_size")]
                const BLOCK_SIZE: usize = <hash::$Class as Hash>::BLOCK_LEN;

                #[new]
                #[pyo3(
                    signature = (data = Input::EMPTY, *, usedforsecurity = true),
                    text_signature = "(data=b'', *, usedforsecurity=True)"
                )]
                fn new(py: Python<'_>, data: Input<'_>, usedforsecurity: bool) -> Self {
                    let _ = usedforsecurity;
                    Self(start(py, &data))
                }

                /// Returns the digest of *data* at once, without an object.
                #[staticmethod]
                #[pyo3(signature = (data, /))]
                fn hash<'py>(py: Python<'py>, data: Input<'_>) -> PyResult<Bound<'py, PyBytes>> {
                    copied(py, &once::<hash::$Class>(py, &data))
                }

            }

            impl Absorbs for $Class {
                fn absorb(&self, py: Python<'_>, data: &Input<'_>) {
                    update(py, &self.0, data);
                }
            }

            impl Digests for $Class {
                fn digest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                    Ok(copied(py, &finish(py, &self.0))?)
                }

                fn hexdigest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
                    hex::digits(py, &finish(py, &self.0))
                }

                fn copy_now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
                    Bound::new(py, Self(Guarded::new(self.0.with(py, 0, |hasher| hasher.clone()))))
                }
            }

            impl Plain for $Class {
                fn of<'py>(py: Python<'py>, data: &Input<'_>) -> Result<Bound<'py, Self>> {
                    Ok(Bound::new(py, Self(start(py, data)))?)
                }
            }
        )*

        /// Adds the classes to the module `carnelian`.
        pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Class>()?;
                complete::<$Class>(module.py())?;
                add_digest::<$Class>(module.py())?;
            )*
            Ok(())
        }
    };
}

crate::algorithms::rows::hashes! { classes [] }
