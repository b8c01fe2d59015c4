//! Arguments of bytes: any object with the buffer protocol, read or written where it is.
//!
//! The protocol belongs to the stable interface only since CPython 3.11, and this package also runs on 3.9. Every CPython
//! 3 exports its two functions, and the structure that they fill did not change before it was frozen in 3.11, so both
//! are declared here. The functions are looked up in the interpreter when the module is loaded: on Windows an extension
//! links `python3.dll`, which lacks them before 3.11, and a wheel for 3.9 may not name them as symbols.
//!
//! # Memory that others may write
//! A `bytes` is immutable. The memory of other objects (`bytearray`, `memoryview`, `numpy.ndarray`, `mmap.mmap`,
//! `array.array`) stays where it is while it is exported: the exporter refuses to resize or free it. Its content,
//! however, may be written by another thread while this module reads it, if the interpreter's lock is released or does
//! not exist, and by another process if it is shared. No lock prevents that, here as in `hashlib`. Rust calls it a data
//! race and promises nothing, so such memory reaches only code that a change cannot harm:
//!
//! - Kernels of hashes and ciphers read it once, from front to back. They run in constant time, so no byte of it
//!   decides an address, a branch or a length: the answer is that of a mixture of both contents.
//! - Keys, nonces, signatures and everything that is parsed are copied first ([`Input::array`], [`Input::stable`]).
//! - Operations that read their message twice, and whose two readings must agree, take it from [`Input::stable`]:
//!   signatures of Ed25519 (two different messages under one nonce reveal the key) and of SLH-DSA, AES-GCM-SIV, and
//!   decryption, which must not release what it has not authenticated.
#![allow(unsafe_code)] // Calls the buffer protocol and makes slices of what it returns.

use crate::error::{Class, Error, Result};
use carnelian::secret::{Confidential, Secret};
use core::ffi::{c_char, c_int, c_void};
use core::mem::ManuallyDrop;
use core::ops::Deref;
use core::{ptr, slice};
use pyo3::exceptions::{PyBufferError, PyImportError, PyMemoryError, PyValueError};
use pyo3::ffi::{Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::OnceLock;

/// A view of an exporter's memory: `Py_buffer` of `object.h`, the same in every CPython from 3.0 on.
#[repr(C)]
pub(crate) struct PyBuffer {
    pub(crate) buf: *mut c_void,
    obj: *mut PyObject,
    len: Py_ssize_t,
    pub(crate) itemsize: Py_ssize_t,
    readonly: c_int,
    pub(crate) ndim: c_int,
    pub(crate) format: *mut c_char,
    pub(crate) shape: *mut Py_ssize_t,
    pub(crate) strides: *mut Py_ssize_t,
    suboffsets: *mut Py_ssize_t,
    internal: *mut c_void,
}

/// Asks for bytes in one piece: an exporter whose memory is not contiguous in C's order must refuse.
const SIMPLE: c_int = 0;
/// Asks for the same, writable.
const WRITABLE: c_int = 1;

/// The functions of the protocol.
struct Protocol {
    /// `PyObject_GetBuffer(exporter, view, flags)`.
    get_buffer: unsafe extern "C" fn(*mut PyObject, *mut PyBuffer, c_int) -> c_int,
    /// `PyBuffer_Release(view)`.
    release_buffer: unsafe extern "C" fn(*mut PyBuffer),
}

/// Those of this interpreter. The module finds them before it has functions that could be called.
static PROTOCOL: OnceLock<Protocol> = OnceLock::new();

/// Returns the functions of the protocol.
#[inline]
fn protocol() -> &'static Protocol {
    PROTOCOL.get().expect("the module looks the functions up when it is loaded")
}

/// Looks the functions of the protocol up in the interpreter.
///
/// # Errors
/// If the interpreter lacks one, which no CPython 3 does.
pub(crate) fn find_protocol(py: Python<'_>) -> PyResult<()> {
    let interpreter = interpreter(py)?;
    let lacking = |error: libloading::Error| PyImportError::new_err(error.to_string());
    let found = Protocol {
        // SAFETY: every CPython 3 declares the function of this name as the field does.
        get_buffer: *unsafe { interpreter.get("PyObject_GetBuffer") }.map_err(lacking)?,
        // SAFETY: every CPython 3 declares the function of this name as the field does.
        release_buffer: *unsafe { interpreter.get("PyBuffer_Release") }.map_err(lacking)?,
    };
    // A module that is loaded a second time finds the same functions.
    PROTOCOL.get_or_init(|| found);
    Ok(())
}

/// Returns what is loaded in this process, the interpreter among it.
#[cfg(unix)]
fn interpreter(_: Python<'_>) -> PyResult<ManuallyDrop<libloading::os::unix::Library>> {
    Ok(ManuallyDrop::new(libloading::os::unix::Library::this()))
}

/// Returns the library of the interpreter, which is not released: the handle is the interpreter's own.
#[cfg(windows)]
fn interpreter(py: Python<'_>) -> PyResult<ManuallyDrop<libloading::os::windows::Library>> {
    let handle = py.import("sys")?.getattr("dllhandle")?.extract()?;
    // SAFETY: the handle is that of the library whose code runs.
    Ok(ManuallyDrop::new(unsafe { libloading::os::windows::Library::from_raw(handle) }))
}

/// An exported view, released when dropped.
///
/// The structure stays where the exporter filled it, as its `shape` may point to its own `len`.
///
/// It is not `Send`, since it holds pointers: it cannot enter a closure that runs without the interpreter, so that it
/// is dropped by a thread that is attached, as its making demands.
pub(crate) struct View(pub(crate) Box<PyBuffer>);

impl View {
    /// Exports the memory of `exporter`.
    pub(crate) fn of(exporter: Borrowed<'_, '_, PyAny>, flags: c_int) -> Result<Self> {
        let py = exporter.py();
        let mut view = Box::<PyBuffer>::new_uninit();
        // SAFETY: `exporter` is a live object, this thread is attached, and `view` is memory for the structure.
        if unsafe { (protocol().get_buffer)(exporter.as_ptr(), view.as_mut_ptr(), flags) } != 0 {
            let refusal = PyErr::fetch(py);
            // NumPy and released views raise ValueError. Objects that export nothing raise TypeError, and an exporter
            // in Python can raise what has nothing to do with it.
            if !refusal.is_instance_of::<PyBufferError>(py) && !refusal.is_instance_of::<PyValueError>(py) {
                return Err(refusal.into());
            }
            let message = match flags {
                WRITABLE => "the object exports no writable C-contiguous bytes",
                _ => "the object exports no C-contiguous bytes",
            };
            let message = format!("{message}: {}", refusal.value(py));
            return Err(Error::caused(py, Class::InvalidBuffer, message, refusal));
        }
        // SAFETY: the exporter has filled the structure, as its return value says.
        Ok(Self(unsafe { view.assume_init() }))
    }

    /// Returns the number of bytes; the protocol demands that it is not negative.
    fn len(&self) -> usize {
        usize::try_from(self.0.len).unwrap_or(0)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: the view was filled by `get_buffer` and is released once; the thread is attached, since the value
        // cannot leave the thread that made it nor enter a closure that runs detached.
        unsafe { (protocol().release_buffer)(&raw mut *self.0) };
    }
}

/// An argument that is read: any object with the buffer protocol, C-contiguous.
pub(crate) enum Input<'a> {
    /// An object of type `bytes`, which is immutable.
    Bytes(&'a [u8]),
    /// An object of another type, whose memory others may write.
    Shared(Shared),
}

/// Memory that others may write.
pub(crate) struct Shared(View);

impl Input<'_> {
    /// No bytes: the default of optional arguments.
    pub(crate) const EMPTY: Self = Self::Bytes(&[]);

    /// Returns the bytes, for code that reads them once; see the head of this file.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Shared(shared) => shared.bytes(),
        }
    }

    /// Returns the number of bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Shared(shared) => shared.0.len(),
        }
    }

    /// Returns whether the bytes cannot change.
    #[inline]
    pub(crate) const fn is_stable(&self) -> bool {
        matches!(self, Self::Bytes(_))
    }

    /// Returns bytes that cannot change: those of a `bytes`, or a copy, which is wiped when dropped.
    #[inline]
    pub(crate) fn stable(&self) -> Result<Stable<'_>> {
        Ok(match self {
            Self::Bytes(bytes) => Stable::Borrowed(bytes),
            Self::Shared(shared) => {
                let bytes = shared.bytes();
                let mut copy = with_capacity(bytes.len())?;
                copy.extend_from_slice(bytes);
                Stable::Copied(Secret::new(copy))
            }
        })
    }

    /// Returns a copy of exactly `N` bytes, which `what` names in the error otherwise.
    #[inline]
    pub(crate) fn array<const N: usize>(&self, what: &'static str) -> Result<[u8; N]> {
        self.bytes().try_into().map_err(|_| Error::length(what, N, self.len()))
    }

    /// Returns a secret copy of exactly `N` bytes, which `what` names in the error otherwise.
    #[inline]
    pub(crate) fn secret<const N: usize>(&self, what: &'static str) -> Result<Secret<[u8; N]>> {
        let bytes = self.bytes();
        if bytes.len() != N {
            return Err(Error::length(what, N, bytes.len()));
        }
        Secret::build(|secret| {
            secret.copy_from_slice(bytes);
            Ok(())
        })
    }
}

impl Shared {
    fn bytes(&self) -> &[u8] {
        let len = self.0.len();
        if len == 0 {
            return &[];
        }
        // SAFETY: the exporter keeps `len` initialized bytes at `buf` in place until the view is released, which the
        // borrow of `self` outlives. Another thread may write them in the meantime; the head of this file
        // says what the readers do about it.
        unsafe { slice::from_raw_parts(self.0.0.buf.cast(), len) }
    }
}

impl<'a> FromPyObject<'a, '_> for Input<'a> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if object.is_exact_instance_of::<PyBytes>() {
            return Ok(Self::Bytes(object.extract()?));
        }
        View::of(object, SIMPLE).map(|view| Self::Shared(Shared(view))).map_err(PyErr::from)
    }
}

/// Bytes that cannot change.
pub(crate) enum Stable<'a> {
    /// Those of a `bytes`.
    Borrowed(&'a [u8]),
    /// A copy, wiped when dropped.
    Copied(Secret<Vec<u8>>),
}

impl Deref for Stable<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Copied(bytes) => bytes.expose(),
        }
    }
}

/// An argument that is written: an object with the buffer protocol, C-contiguous and writable.
///
/// An object that several threads hand over for writing at once holds a mixture afterwards, as it would after any two
/// writers; its memory stays in place during the call.
pub(crate) struct Output(View);

impl Output {
    /// Returns the number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that there are exactly `len` bytes.
    pub(crate) fn check_len(&self, len: usize) -> Result<()> {
        if self.len() != len {
            return Err(Error::length("out", len, self.len()));
        }
        Ok(())
    }

    /// Writes `value`, which is as long as the buffer. It may overlap any input.
    pub(crate) fn write(&mut self, value: &[u8]) -> Result<()> {
        self.check_len(value.len())?;
        if !value.is_empty() {
            // SAFETY: the exporter keeps as many writable bytes at `buf` in place until the view is released; `copy`
            // allows that `value` is among them.
            unsafe { ptr::copy(value.as_ptr(), self.0.0.buf.cast(), value.len()) };
        }
        Ok(())
    }

    /// Returns the bytes for writing, where they share no memory with any of `inputs`.
    pub(crate) fn apart_from(&mut self, inputs: &[&[u8]]) -> Result<&mut [u8]> {
        let start = self.0.0.buf.addr();
        let end = start + self.len();
        for input in inputs {
            let at = input.as_ptr().addr();
            if at < end && start < at + input.len() {
                return Err(Error::new(Class::InvalidBuffer, "out overlaps an input"));
            }
        }
        if self.len() == 0 {
            return Ok(&mut []);
        }
        // SAFETY: the exporter keeps as many writable bytes at `buf` in place until the view is released, which the
        // borrow of `self` outlives, and no slice of `inputs`, which are all that the caller has, shares them. Another
        // thread that uses the same object at the same time meets a mixture; nothing is decided by what is read back.
        Ok(unsafe { slice::from_raw_parts_mut(self.0.0.buf.cast(), self.len()) })
    }
}

impl FromPyObject<'_, '_> for Output {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        View::of(object, WRITABLE).map(Self).map_err(PyErr::from)
    }
}

/// Returns an empty vector with room for `len` bytes; for lengths that callers choose, which may exceed memory.
pub(crate) fn with_capacity(len: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    Ok(bytes)
}

/// Returns a new `bytes` of `len` bytes, which `fill` writes; for lengths that callers choose, which may exceed memory.
#[inline]
pub(crate) fn new_bytes<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    // Python's lengths have a sign.
    if isize::try_from(len).is_err() {
        return Err(PyMemoryError::new_err("the length exceeds the address space"));
    }
    PyBytes::new_with(py, len, fill)
}

/// Returns a new `bytes` of some bytes. `PyBytes::new` would panic where memory is short.
#[inline]
pub(crate) fn copied<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    new_bytes(py, bytes.len(), |copy| {
        copy.copy_from_slice(bytes);
        Ok(())
    })
}

/// Returns `len` copies of `value`; for lengths that callers choose, which may exceed memory.
pub(crate) fn repeated<T: Clone>(value: T, len: usize) -> PyResult<Vec<T>> {
    // `vec!` alone takes zeros from the system without writing them, and its failure would end the process.
    let mut values = Vec::<T>::new();
    values.try_reserve_exact(len).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    drop(values);
    Ok(vec![value; len])
}

/// Returns a new `bytes` of the content of a secret: a copy in memory that Python never wipes.
pub(crate) fn exposed<'py, T: Confidential + AsRef<[u8]>>(py: Python<'py>, secret: &Secret<T>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, secret.declassify("the caller in Python asks for it").as_ref())
}
