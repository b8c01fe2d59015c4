//! `carnelian.hmac`, with the interface of the standard library's `hmac`.
#![allow(unsafe_code)] // A function that the interpreter calls.

use crate::buffer::Input;
use crate::class::{Callable, answer, function};
use crate::error::Result;
use crate::hash::{Absorb, Algorithm, AnyFunction, Keyed, for_algorithm};
use crate::threads::on_bytes;
use carnelian::ct;
use carnelian::hash::{Hash, Hmac};
use core::ffi::CStr;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyString};

impl<H: Hash + Send + 'static> Absorb for Hmac<H> {
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        digest.copy_from_slice(self.clone().finalize().as_ref());
    }

    fn fork(&self) -> AnyFunction {
        Box::new(self.clone())
    }
}

/// The tag of a message under a key, FIPS 198-1: made by ``new``.
#[pyclass(frozen, name = "HMAC", module = "carnelian.hmac")]
struct HmacObject {
    keyed: Keyed<AnyFunction>,
    algorithm: Algorithm,
}

#[pymethods]
impl HmacObject {
    #[new]
    #[pyo3(signature = (key, msg = None, digestmod = None))]
    fn new(py: Python<'_>, key: Input<'_>, msg: Option<Input<'_>>, digestmod: Option<Algorithm>) -> Result<Self> {
        let algorithm = digestmod.ok_or_else(|| PyTypeError::new_err("Missing required argument 'digestmod'."))?;
        let state: AnyFunction = for_algorithm!(algorithm, H => Box::new(Hmac::<H>::new(key.bytes())));
        let keyed = Keyed::start(py, state, algorithm.digest_len(), msg.as_ref().unwrap_or(&Input::EMPTY));
        Ok(Self { keyed, algorithm })
    }

    /// The name of the function, such as ``hmac-sha256``.
    #[getter]
    fn name(&self) -> String {
        format!("hmac-{}", self.algorithm.name())
    }

    /// The number of bytes in a block of the hash function.
    #[getter]
    fn block_size(&self) -> usize {
        self.algorithm.block_len()
    }

    /// The number of bytes in a tag.
    #[getter]
    fn digest_size(&self) -> usize {
        self.keyed.digest_len()
    }

    /// Absorbs more of the message.
    fn update(&self, py: Python<'_>, msg: Input<'_>) {
        self.keyed.update(py, &msg);
    }

    /// Returns the tag of the message so far.
    fn digest<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        self.keyed.digest(py)
    }

    /// Returns the tag of the message so far as hexadecimal digits.
    fn hexdigest<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
        self.keyed.hexdigest(py)
    }

    /// Returns if *tag* is the tag of the message so far, compared in constant time, and raises InvalidTag otherwise.
    #[pyo3(signature = (tag, /))]
    fn verify(&self, py: Python<'_>, tag: Input<'_>) -> Result<()> {
        self.keyed.verify(py, &tag)
    }

    /// Returns an object that has absorbed the same message and goes on by itself.
    fn copy(&self, py: Python<'_>) -> Self {
        Self { keyed: self.keyed.copy(py), algorithm: self.algorithm }
    }

    fn __repr__(&self) -> String {
        format!("<carnelian.hmac.HMAC {}>", self.algorithm.name())
    }
}

/// Returns a new object for the tag of a message under *key*, which has absorbed *msg*.
///
/// *digestmod* is a name, a class of this package, or a constructor of hashlib.
///
/// >>> from carnelian import hmac
/// >>> tag = hmac.new(b"a secret key", b"a message", "sha256").digest()
/// >>> hmac.compare_digest(tag, hmac.digest(b"a secret key", b"a message", "sha256"))
/// True
#[pyfunction]
#[pyo3(signature = (key, msg = None, digestmod = None))]
fn new(py: Python<'_>, key: Input<'_>, msg: Option<Input<'_>>, digestmod: Option<Algorithm>) -> Result<HmacObject> {
    HmacObject::new(py, key, msg, digestmod)
}

/// Returns the tag of *msg* under *key* at once.
#[pyfunction]
#[pyo3(signature = (key, msg, digest))]
fn digest<'py>(py: Python<'py>, key: Input<'_>, msg: Input<'_>, digest: Algorithm) -> Bound<'py, PyBytes> {
    let (key, msg) = (key.bytes(), msg.bytes());
    for_algorithm!(digest, H => PyBytes::new(py, &on_bytes(py, msg.len(), || Hmac::<H>::mac(key, msg))))
}

const COMPARE_DIGEST: &CStr = c"compare_digest(a, b, /)
--

Returns whether *a* and *b* are equal, in a time that depends only on their lengths. Both are buffers, or both are
ASCII strings.";

/// `compare_digest`, whose documentation is [`COMPARE_DIGEST`].
///
/// # Safety
/// The interpreter calls it, with as many arguments as the count says.
unsafe extern "C" fn compare_digest(
    _module: *mut PyObject,
    arguments: *const *mut PyObject,
    count: Py_ssize_t,
) -> *mut PyObject {
    // SAFETY: the interpreter calls a function with the thread attached.
    let py = unsafe { Python::assume_attached() };
    if count != 2 {
        let message = format!("compare_digest expected 2 arguments, got {count}");
        return answer(py, Err(PyTypeError::new_err(message)));
    }
    // SAFETY: there are two arguments, which live during the call.
    let (a, b) =
        unsafe { (Borrowed::<PyAny>::from_ptr(py, *arguments), Borrowed::<PyAny>::from_ptr(py, *arguments.add(1))) };
    let equal = are_equal(&a, &b).map_err(PyErr::from);
    answer(py, equal.map(|equal| PyBool::new(py, equal).to_owned().into_any()))
}

fn are_equal(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Result<bool> {
    if let (Ok(a), Ok(b)) = (a.cast_exact::<PyBytes>(), b.cast_exact::<PyBytes>()) {
        return Ok(ct::verify(a.as_bytes(), b.as_bytes()));
    }
    match (a.cast::<PyString>(), b.cast::<PyString>()) {
        (Ok(a), Ok(b)) => {
            let (a, b) = (a.to_cow()?, b.to_cow()?);
            if !a.is_ascii() || !b.is_ascii() {
                let refused = "comparing strings with non-ASCII characters is not supported";
                return Err(PyTypeError::new_err(refused).into());
            }
            Ok(ct::verify(a.as_bytes(), b.as_bytes()))
        }
        // As any other function, since exporters can be written in Python.
        _ => Python::attach(|_| Ok(ct::verify(a.extract::<Input<'_>>()?.bytes(), b.extract::<Input<'_>>()?.bytes()))),
    }
}

/// Fills the module `carnelian.hmac`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HmacObject>()?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(digest, module)?)?;
    let compare_digest = Callable::Arguments(compare_digest);
    module.add("compare_digest", function(module, c"compare_digest", COMPARE_DIGEST, compare_digest)?)
}
