//! Functions with output of any length: SHAKE and cSHAKE.

use crate::buffer::{Input, new_bytes};
use crate::class::{Absorbs, Plain, complete};
use crate::error::Result;
use crate::hex;
use crate::length::Length;
use crate::threads::{Guarded, on_bytes};
use carnelian::hash::{self, Xof, XofReader};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Starts a message with `data`, in a state that has absorbed nothing.
fn start<X: Xof + Send>(py: Python<'_>, mut state: X, data: &Input<'_>) -> Guarded<X> {
    let bytes = data.bytes();
    on_bytes(py, bytes.len(), || state.update(bytes));
    Guarded::new(state)
}

/// Absorbs more of a message.
fn update<X: Xof + Send>(py: Python<'_>, state: &Guarded<X>, data: &Input<'_>) {
    let bytes = data.bytes();
    state.with(py, bytes.len(), |xof| xof.update(bytes));
}

/// Returns the first `length` bytes of the output for the message so far.
fn output<'py, X>(py: Python<'py>, state: &Guarded<X>, length: usize) -> PyResult<Bound<'py, PyBytes>>
where
    X: Xof<Reader: Send> + Send,
{
    let mut reader = state.with(py, 0, |xof| xof.clone().finalize());
    new_bytes(py, length, |out| {
        on_bytes(py, length, || reader.fill(out));
        Ok(())
    })
}

/// Writes the class of each function.
macro_rules! classes {
    ($($(#[$doc:meta])* $Class:ident, $name:literal, $Function:ty, $empty:expr, { $($own:tt)* })*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "carnelian")]
        pub(crate) struct $Class(Guarded<$Function>);

        #[pymethods]
        impl $Class {
            /// The name of the function.
            #[classattr]
            #[pyo3(name = "name")]
            const NAME: &'static str = $name;
            /// Zero: the length of the output is chosen where it is asked for.
            #[classattr]
            #[pyo3(name = "digest_size")]
            const DIGEST_SIZE: usize = 0;
            /// The number of bytes in a block.
            #[classattr]
            #[pyo3(name = "block_size")]
            const BLOCK_SIZE: usize = <$Function as Xof>::BLOCK_LEN;

            $($own)*

            /// Returns the first *length* bytes of the output for the message so far.
            fn digest<'py>(&self, py: Python<'py>, length: Length) -> PyResult<Bound<'py, PyBytes>> {
                output(py, &self.0, length.0)
            }

            /// Returns the first *length* bytes of the output for the message so far as hexadecimal digits.
            fn hexdigest<'py>(&self, py: Python<'py>, length: Length) -> Result<Bound<'py, PyString>> {
                hex::digits(py, output(py, &self.0, length.0)?.as_bytes())
            }

            /// Returns an object that has absorbed the same message and goes on by itself.
            fn copy(&self, py: Python<'_>) -> Self {
                Self(Guarded::new(self.0.with(py, 0, |xof| xof.clone())))
            }
        }

        impl Absorbs for $Class {
            fn absorb(&self, py: Python<'_>, data: &Input<'_>) {
                update(py, &self.0, data);
            }
        }

        impl Plain for $Class {
            fn of<'py>(py: Python<'py>, data: &Input<'_>) -> Result<Bound<'py, Self>> {
                Ok(Bound::new(py, Self(start(py, $empty, data)))?)
            }
        }
    )*};
}

/// Writes the classes of SHAKE.
macro_rules! shakes {
    ($($(#[$doc:meta])* $Class:ident, $name:literal, $Function:ty;)*) => {
        classes! {$(
            $(#[$doc])*
            $Class, $name, $Function, <$Function>::new(), {
                #[new]
                #[pyo3(
                    signature = (data = Input::EMPTY, *, usedforsecurity = true),
                    text_signature = "(data=b'', *, usedforsecurity=True)"
                )]
                fn new(py: Python<'_>, data: Input<'_>, usedforsecurity: bool) -> Self {
                    let _ = usedforsecurity;
                    Self(start(py, <$Function>::new(), &data))
                }

                /// Returns the first *length* bytes of the output for *data* at once, without an object.
                #[staticmethod]
                #[pyo3(signature = (data, length, /))]
                fn hash<'py>(py: Python<'py>, data: Input<'_>, length: Length) -> PyResult<Bound<'py, PyBytes>> {
                    let (bytes, Length(length)) = (data.bytes(), length);
                    new_bytes(py, length, |out| {
                        on_bytes(py, bytes.len().max(length), || <$Function>::hash(bytes, out));
                        Ok(())
                    })
                }
            }
        )*}
    };
}

/// Writes the classes of cSHAKE.
macro_rules! cshakes {
    ($($(#[$doc:meta])* $Class:ident, $name:literal, $Function:ty;)*) => {
        classes! {$(
            $(#[$doc])*
            $Class, $name, $Function, <$Function>::new(&[], &[]), {
                #[new]
                #[pyo3(
                    signature = (data = Input::EMPTY, *, function_name = Input::EMPTY, customization = Input::EMPTY),
                    text_signature = "(data=b'', *, function_name=b'', customization=b'')"
                )]
                fn new(py: Python<'_>, data: Input<'_>, function_name: Input<'_>, customization: Input<'_>) -> Self {
                    Self(start(py, <$Function>::new(function_name.bytes(), customization.bytes()), &data))
                }
            }
        )*}
    };
}

shakes! {
    /// SHAKE128, FIPS 202: output of any length.
    ///
    /// >>> import carnelian
    /// >>> carnelian.shake_128(b"abc").hexdigest(8)
    /// '5881092dd818bf5c'
    Shake128, "shake_128", hash::Shake128;
    /// SHAKE256, FIPS 202: output of any length.
    Shake256, "shake_256", hash::Shake256;
}

cshakes! {
    /// cSHAKE128, SP 800-185: SHAKE128 under a name and for a purpose.
    ///
    /// >>> import carnelian
    /// >>> carnelian.cshake_128(b"abc", customization=b"a purpose").digest(4) == carnelian.shake_128(b"abc").digest(4)
    /// False
    CShake128, "cshake_128", hash::CShake128;
    /// cSHAKE256, SP 800-185: SHAKE256 under a name and for a purpose.
    CShake256, "cshake_256", hash::CShake256;
}

/// Adds the classes to the module `carnelian`.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Shake128>()?;
    module.add_class::<Shake256>()?;
    module.add_class::<CShake128>()?;
    module.add_class::<CShake256>()?;
    complete::<Shake128>(module.py())?;
    complete::<Shake256>(module.py())?;
    complete::<CShake128>(module.py())?;
    complete::<CShake256>(module.py())
}
