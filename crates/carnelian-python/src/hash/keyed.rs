//! Functions with a key, and functions with digests of a chosen length. The types of many are known at run time only.

use crate::buffer::{Input, new_bytes, with_capacity};
use crate::error::Result;
use crate::hex;
use crate::threads::{Guarded, on_bytes};
use carnelian::{InvalidTag, ct, secret};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A function that absorbs a message.
pub(crate) trait Absorb: Send {
    /// Absorbs more of the message.
    fn update(&mut self, data: &[u8]);
    /// Writes the digest of the message so far, which is as long as `digest`, and leaves the message as it is.
    fn finish(&mut self, digest: &mut [u8]);
    /// Returns a copy that goes on by itself.
    fn fork(&self) -> Box<dyn Absorb>;
}

/// A function whose type is known at run time.
pub(crate) type AnyFunction = Box<dyn Absorb>;

impl Absorb for AnyFunction {
    fn update(&mut self, data: &[u8]) {
        (**self).update(data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        (**self).finish(digest);
    }

    fn fork(&self) -> Self {
        (**self).fork()
    }
}

impl Clone for AnyFunction {
    fn clone(&self) -> Self {
        self.fork()
    }
}

/// A message that is being absorbed.
pub(crate) struct Keyed<A> {
    state: Guarded<A>,
    digest_len: usize,
}

/// The longest digest that is computed without the heap.
const LONGEST: usize = 64;

impl<A: Absorb + Clone> Keyed<A> {
    /// Starts an empty message.
    #[inline]
    pub(crate) const fn empty(state: A, digest_len: usize) -> Self {
        Self { state: Guarded::new(state), digest_len }
    }

    /// Starts a message with `data`.
    #[inline]
    pub(crate) fn start(py: Python<'_>, mut state: A, digest_len: usize, data: &Input<'_>) -> Self {
        let bytes = data.bytes();
        if !bytes.is_empty() {
            on_bytes(py, bytes.len(), || state.update(bytes));
        }
        Self { state: Guarded::new(state), digest_len }
    }

    pub(crate) const fn digest_len(&self) -> usize {
        self.digest_len
    }

    pub(crate) fn update(&self, py: Python<'_>, data: &Input<'_>) {
        let bytes = data.bytes();
        self.state.with(py, bytes.len(), |state| state.update(bytes));
    }

    /// Computes the digest of the message so far, hands it to `then`, and wipes it.
    fn finish<R>(&self, py: Python<'_>, then: impl FnOnce(&[u8]) -> R) -> Result<R> {
        if self.digest_len <= LONGEST {
            let mut place = [0; LONGEST];
            let digest = &mut place[..self.digest_len];
            self.state.with(py, 0, |state| state.finish(digest));
            let result = then(digest);
            secret::wipe(&mut place);
            return Ok(result);
        }
        let mut digest = with_capacity(self.digest_len)?;
        digest.resize(self.digest_len, 0);
        self.state.with(py, self.digest_len, |state| state.finish(&mut digest));
        let result = then(&digest);
        secret::wipe(&mut digest);
        Ok(result)
    }

    pub(crate) fn digest<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(new_bytes(py, self.digest_len, |digest| {
            self.state.with(py, self.digest_len, |state| state.finish(digest));
            Ok(())
        })?)
    }

    pub(crate) fn hexdigest<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
        self.finish(py, |digest| hex::digits(py, digest))?
    }

    /// Compares the digest with a tag in constant time.
    pub(crate) fn verify(&self, py: Python<'_>, tag: &Input<'_>) -> Result<()> {
        if self.finish(py, |digest| ct::verify(digest, tag.bytes()))? { Ok(()) } else { Err(InvalidTag.into()) }
    }

    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        Self { state: Guarded::new(self.state.with(py, 0, |state| state.clone())), digest_len: self.digest_len }
    }
}

/// Writes the methods of a class whose only field, `keyed`, is a [`Keyed`]: its own and those that all have, except for
/// those that functions of [`class`](crate::class) add.
macro_rules! keyed_methods {
    ($Class:ident { $($own:tt)* }) => {
        #[pymethods]
        impl $Class {
            $($own)*

            /// The number of bytes in a digest.
            #[getter]
            fn digest_size(&self) -> usize {
                self.keyed.digest_len()
            }

            /// Returns if *tag* is the digest of the message so far, compared in constant time, and raises InvalidTag
            /// otherwise.
            #[pyo3(signature = (tag, /))]
            fn verify(&self, py: Python<'_>, tag: Input<'_>) -> Result<()> {
                self.keyed.verify(py, &tag)
            }
        }

        impl $crate::class::Digests for $Class {
            fn digest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                self.keyed.digest(py)
            }

            fn hexdigest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
                self.keyed.hexdigest(py)
            }

            fn copy_now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
                Bound::new(py, Self { keyed: self.keyed.copy(py) })
            }
        }

        impl $crate::class::Absorbs for $Class {
            fn absorb(&self, py: Python<'_>, data: &Input<'_>) {
                self.keyed.update(py, data);
            }
        }
    };
}
pub(crate) use keyed_methods;
