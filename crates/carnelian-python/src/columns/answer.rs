//! Answers about columns, of the kind of the columns: lists, arrays of NumPy, or `carnelian.Column`, which any library
//! takes as an Arrow array.
#![allow(unsafe_code)] // Writes to a new object of Python's without the interpreter.

use super::column::Kind;
use super::fault::Fault;
use super::result::ResultColumn;
use crate::buffer::{Output, repeated, with_capacity};
use carnelian::secret::wipe;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyMemoryView};

/// The verdict on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Verdict {
    Invalid = 0,
    Valid = 1,
    /// The key, the message or the signature is null.
    Null = 2,
}

impl Verdict {
    pub(super) const fn of(is_valid: bool) -> Self {
        if is_valid { Self::Valid } else { Self::Invalid }
    }

    pub(super) const fn as_bool(self) -> Option<bool> {
        match self {
            Self::Invalid => Some(false),
            Self::Valid => Some(true),
            Self::Null => None,
        }
    }
}

/// A byte string of one width for each row, or a null, on its way to becoming an answer.
pub(super) struct Draft<'py> {
    width: usize,
    memory: Memory<'py>,
    is_null: Vec<bool>,
}

/// The strings one after the other; zeros where a row is null.
enum Memory<'py> {
    Own(Wiped),
    /// The memory of a future array of NumPy. No code in Python knows it yet.
    Array(Bound<'py, PyByteArray>),
}

/// Bytes that can be secret: wiped when dropped, unless they have become the answer.
struct Wiped(Vec<u8>);

impl Drop for Wiped {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// The strings of a draft, for writing on any thread.
pub(super) struct Strings<'a> {
    pub(super) width: usize,
    pub(super) bytes: &'a mut [u8],
    pub(super) is_null: &'a mut [bool],
}

impl Draft<'_> {
    pub(super) fn strings(&mut self) -> Strings<'_> {
        let bytes = match &mut self.memory {
            Memory::Own(bytes) => bytes.0.as_mut_slice(),
            // SAFETY: the object was made here and is handed out only when the answer is complete, so that this is
            // the one way to its bytes.
            Memory::Array(bytes) => unsafe { bytes.as_bytes_mut() },
        };
        Strings { width: self.width, bytes, is_null: &mut self.is_null }
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        self.is_null[row]
    }
}

impl Strings<'_> {
    /// Splits the rows into parts of `each`, for writing.
    pub(super) fn parts(&mut self, each: usize) -> impl Iterator<Item = (&mut [u8], &mut [bool])> {
        self.bytes.chunks_mut(each * self.width).zip(self.is_null.chunks_mut(each))
    }
}

/// Where an answer goes.
pub(super) struct Target<'a, 'py> {
    pub(super) kind: Kind,
    /// A buffer of the caller's.
    pub(super) out: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Target<'_, 'py> {
    /// Returns verdicts as booleans.
    pub(super) fn verdicts(&self, py: Python<'py>, verdicts: &[Verdict]) -> PyResult<Bound<'py, PyAny>> {
        if let Some(out) = self.out {
            return write(out, &booleans(verdicts)?);
        }
        match self.kind {
            Kind::List => Ok(PyList::new(py, verdicts.iter().map(|verdict| verdict.as_bool()))?.into_any()),
            Kind::Grid => array(py, PyByteArray::new(py, &booleans(verdicts)?), "bool", &[verdicts.len()]),
            Kind::Arrow => Ok(ResultColumn::of_verdicts(verdicts)?.into_pyobject(py)?.into_any()),
        }
    }

    /// Returns a draft of `len` strings of zeros.
    pub(super) fn draft(&self, py: Python<'py>, len: usize, width: usize) -> PyResult<Draft<'py>> {
        let size = len.checked_mul(width).filter(|size| *size <= isize::MAX.unsigned_abs());
        let size = size.ok_or_else(|| PyMemoryError::new_err("the answer exceeds the address space"))?;
        // A `bytearray` for which memory is short complains on the standard error when it is freed.
        drop(with_capacity(size)?);
        let memory = if self.kind == Kind::Grid && self.out.is_none() {
            Memory::Array(PyByteArray::new_with(py, size, |_| Ok(()))?)
        } else {
            Memory::Own(Wiped(repeated(0, size)?))
        };
        Ok(Draft { width, memory, is_null: repeated(false, len)? })
    }

    /// Returns byte strings.
    pub(super) fn strings(&self, py: Python<'py>, draft: Draft<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Draft { width, memory, is_null } = draft;
        if self.out.is_some() || self.kind == Kind::Grid {
            check_no_null(is_null.iter().position(|is_null| *is_null))?;
        }
        match (memory, self.out, self.kind) {
            (Memory::Own(bytes), Some(out), _) => write(out, &bytes.0),
            (Memory::Own(mut bytes), None, Kind::Arrow) => {
                let bytes = core::mem::take(&mut bytes.0);
                Ok(ResultColumn::of_strings(width, bytes, &is_null)?.into_pyobject(py)?.into_any())
            }
            (Memory::Own(bytes), None, _) => {
                let rows = bytes.0.chunks(width.max(1)).zip(is_null);
                let rows = rows.map(|(bytes, is_null)| (!is_null).then(|| PyBytes::new(py, bytes)));
                Ok(PyList::new(py, rows)?.into_any())
            }
            (Memory::Array(bytes), ..) => array(py, bytes, "uint8", &[is_null.len(), width]),
        }
    }
}

/// Returns the verdicts as bytes, unless one is null.
pub(super) fn booleans(verdicts: &[Verdict]) -> PyResult<Vec<u8>> {
    check_no_null(verdicts.iter().position(|verdict| *verdict == Verdict::Null))?;
    Ok(verdicts.iter().map(|verdict| *verdict as u8).collect())
}

fn check_no_null(row: Option<usize>) -> PyResult<()> {
    row.map_or(Ok(()), |row| Err(Fault::Null { row }.into()))
}

/// Writes bytes to a buffer of the caller's, and returns it.
fn write<'py>(out: &Bound<'py, PyAny>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let mut output: Output = out.extract()?;
    if output.len() != bytes.len() {
        return Err(Fault::Out { expected: bytes.len(), found: output.len() }.into());
    }
    output.write(bytes)?;
    Ok(out.clone())
}

/// Returns an array of NumPy if that is loaded, otherwise a `memoryview` of the same shape.
pub(super) fn array<'py>(
    py: Python<'py>,
    bytes: Bound<'py, PyByteArray>,
    element: &'static str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let modules = py.import("sys")?.getattr("modules")?;
    let numpy = modules.call_method1("get", ("numpy",))?;
    if !numpy.is_none() {
        if bytes.len() == 0 {
            return numpy.call_method1("empty", (shape.to_vec(), element));
        }
        let flat = numpy.call_method1("frombuffer", (bytes, element))?;
        return flat.call_method1("reshape", (shape.to_vec(),));
    }
    let view = PyMemoryView::from(&bytes)?;
    let format = if element == "bool" { "?" } else { "B" };
    // A view of two dimensions cannot have an empty one.
    let shape = if bytes.len() == 0 { &[0] } else { shape };
    view.call_method1("cast", (format, shape.to_vec()))
}
