//! The exceptions of the package, and the errors of the library turned into them.

use core::fmt;
use pyo3::exceptions::{PyBufferError, PyException, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::borrow::Cow;

pub(crate) type Result<T> = core::result::Result<T, Error>;

/// The classes of exceptions that the package defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    CarnelianError,
    InvalidSignature,
    InvalidTag,
    InvalidKey,
    InvalidLength,
    InvalidEncoding,
    InvalidBuffer,
    RandomError,
    FaultError,
    HashingError,
    VerificationError,
    VerifyMismatchError,
    InvalidHashError,
}

/// A class of Python's own that one of ours also derives from, since callers expect it.
enum Also {
    Nothing,
    Value,
    Buffer,
    Os,
}

impl Class {
    /// Every class, bases first.
    const ALL: [Self; 13] = [
        Self::CarnelianError,
        Self::InvalidSignature,
        Self::InvalidTag,
        Self::InvalidKey,
        Self::InvalidLength,
        Self::InvalidEncoding,
        Self::InvalidBuffer,
        Self::RandomError,
        Self::FaultError,
        Self::HashingError,
        Self::VerificationError,
        Self::VerifyMismatchError,
        Self::InvalidHashError,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::CarnelianError => "CarnelianError",
            Self::InvalidSignature => "InvalidSignature",
            Self::InvalidTag => "InvalidTag",
            Self::InvalidKey => "InvalidKey",
            Self::InvalidLength => "InvalidLength",
            Self::InvalidEncoding => "InvalidEncoding",
            Self::InvalidBuffer => "InvalidBuffer",
            Self::RandomError => "RandomError",
            Self::FaultError => "FaultError",
            Self::HashingError => "HashingError",
            Self::VerificationError => "VerificationError",
            Self::VerifyMismatchError => "VerifyMismatchError",
            Self::InvalidHashError => "InvalidHashError",
        }
    }

    const fn doc(self) -> &'static str {
        match self {
            Self::CarnelianError => "The base of every exception that this package defines.",
            Self::InvalidSignature => "A signature is not that of the message under the key.",
            Self::InvalidTag => {
                "A message is not authentic: its tag, the key, the nonce or the associated data differs."
            }
            Self::InvalidKey => "Bytes that are no key of the algorithm, or a key with which nothing is secret.",
            Self::InvalidLength => "An argument has a length that the algorithm does not allow.",
            Self::InvalidEncoding => "A key file that is malformed, of another algorithm, or encrypted otherwise.",
            Self::InvalidBuffer => "A buffer that is not C-contiguous, is read-only where it is written, or overlaps.",
            Self::RandomError => "The operating system's random source could not deliver.",
            Self::FaultError => "A result is wrong: memory or the processor is faulty, or the key is damaged.",
            Self::HashingError => "Argon2 could not hash: a parameter is outside its range, or memory is short.",
            Self::VerificationError => "A password hash could not be verified.",
            Self::VerifyMismatchError => "A password is not that of the hash.",
            Self::InvalidHashError => "A text that is no Argon2 password hash, or one beyond the limits.",
        }
    }

    /// Returns the module in which callers find it.
    const fn module(self) -> &'static str {
        match self {
            Self::HashingError | Self::VerificationError | Self::VerifyMismatchError | Self::InvalidHashError => {
                "carnelian.argon2"
            }
            _ => "carnelian",
        }
    }

    const fn base(self) -> Option<Self> {
        match self {
            Self::CarnelianError => None,
            Self::VerifyMismatchError => Some(Self::VerificationError),
            _ => Some(Self::CarnelianError),
        }
    }

    const fn also(self) -> Also {
        match self {
            Self::InvalidKey | Self::InvalidLength | Self::InvalidEncoding | Self::InvalidHashError => Also::Value,
            Self::InvalidBuffer => Also::Buffer,
            Self::RandomError => Also::Os,
            _ => Also::Nothing,
        }
    }

    /// Returns the class in Python, which the first use defines.
    pub(crate) fn get(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; Class::ALL.len()] = [const { PyOnceLock::new() }; Class::ALL.len()];
        let class = CLASSES[self as usize].get_or_try_init(py, || self.define(py))?;
        Ok(class.bind(py).clone())
    }

    fn define(self, py: Python<'_>) -> PyResult<Py<PyType>> {
        let base = match self.base() {
            Some(base) => base.get(py)?,
            None => py.get_type::<PyException>(),
        };
        let bases = match self.also() {
            Also::Nothing => PyTuple::new(py, [base]),
            Also::Value => PyTuple::new(py, [base, py.get_type::<PyValueError>()]),
            Also::Buffer => PyTuple::new(py, [base, py.get_type::<PyBufferError>()]),
            Also::Os => PyTuple::new(py, [base, py.get_type::<PyOSError>()]),
        }?;
        let members = PyDict::new(py);
        members.set_item("__module__", self.module())?;
        members.set_item("__doc__", self.doc())?;
        let class = py.get_type::<PyType>().call1((self.name(), bases, members))?;
        Ok(class.cast_into::<PyType>()?.unbind())
    }
}

/// Adds the exceptions of the module `name`.
pub(crate) fn add_exceptions(module: &Bound<'_, PyModule>, name: &str) -> PyResult<()> {
    for class in Class::ALL.into_iter().filter(|class| class.module() == name) {
        module.add(class.name(), class.get(module.py())?)?;
    }
    Ok(())
}

/// An exception to be raised. It is built when it leaves this module, so that errors of the library become one with
/// `?`.
pub(crate) enum Error {
    /// One of ours.
    Own(Class, Cow<'static, str>),
    /// One that Python has raised already, or of its own classes.
    Python(PyErr),
}

impl Error {
    /// Returns an exception with a message.
    pub(crate) fn new(class: Class, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Own(class, message.into())
    }

    /// Returns an exception whose message is that of an error of the library.
    pub(crate) fn of(class: Class, error: &impl fmt::Display) -> Self {
        Self::Own(class, error.to_string().into())
    }

    /// Returns the exception for an argument that does not have the one length that is allowed.
    #[cold]
    pub(crate) fn length(what: &str, expected: usize, found: usize) -> Self {
        Self::new(Class::InvalidLength, format!("{what}: expected {expected} bytes, found {found}"))
    }

    /// Returns an exception with the one that caused it.
    #[cold]
    pub(crate) fn caused(py: Python<'_>, class: Class, message: String, cause: PyErr) -> Self {
        let error = PyErr::from(Self::new(class, message));
        error.set_cause(py, Some(cause));
        Self::Python(error)
    }
}

impl From<Error> for PyErr {
    #[cold]
    fn from(error: Error) -> Self {
        match error {
            Error::Python(error) => error,
            Error::Own(class, message) => Python::attach(|py| match class.get(py) {
                Ok(class) => Self::from_type(class, message.into_owned()),
                Err(error) => error,
            }),
        }
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Turns an error of the library into an exception of the class beside it, with the library's message.
macro_rules! classes {
    ($($error:ty => $class:ident),* $(,)?) => {$(
        impl From<$error> for $crate::error::Error {
            #[cold]
            fn from(error: $error) -> Self {
                Self::of($crate::error::Class::$class, &error)
            }
        }
    )*};
}

pub(crate) use classes;

classes! {
    carnelian::InvalidTag => InvalidTag,
    carnelian::LengthError => InvalidLength,
    carnelian::LengthRangeError => InvalidLength,
    carnelian::random::RandomError => RandomError,
    carnelian::FaultError => FaultError,
}
