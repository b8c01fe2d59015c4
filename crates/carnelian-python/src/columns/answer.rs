//! Answers about columns, of the kind of the columns: lists, arrays of NumPy, or `carnelian.Column`, which any library
//! takes as an Arrow array.

use super::column::Kind;
use super::fault::Fault;
use super::result::ResultColumn;
use crate::buffer::Output;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList};

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
    pub(super) const fn as_bool(self) -> Option<bool> {
        match self {
            Self::Invalid => Some(false),
            Self::Valid => Some(true),
            Self::Null => None,
        }
    }
}

/// A byte string of one width for each row, or a null.
pub(super) struct Strings {
    pub(super) width: usize,
    /// The strings one after the other; zeros where a row is null.
    pub(super) bytes: Vec<u8>,
    pub(super) is_null: Vec<bool>,
}

impl Strings {
    /// Returns `len` strings of zeros.
    pub(super) fn zeros(len: usize, width: usize) -> PyResult<Self> {
        let size = len.checked_mul(width).filter(|size| *size <= isize::MAX.unsigned_abs());
        let size =
            size.ok_or_else(|| pyo3::exceptions::PyMemoryError::new_err("the answer exceeds the address space"))?;
        Ok(Self { width, bytes: vec![0; size], is_null: vec![false; len] })
    }

    /// Returns a row, or `None` for a null.
    pub(super) fn row(&self, row: usize) -> Option<&[u8]> {
        (!self.is_null[row]).then(|| &self.bytes[row * self.width..][..self.width])
    }

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
            Kind::Grid => array(py, &booleans(verdicts)?, "bool", &[verdicts.len()]),
            Kind::Arrow => Ok(ResultColumn::of_verdicts(verdicts)?.into_pyobject(py)?.into_any()),
        }
    }

    /// Returns byte strings.
    pub(super) fn strings(&self, py: Python<'py>, strings: Strings) -> PyResult<Bound<'py, PyAny>> {
        if self.out.is_some() || self.kind == Kind::Grid {
            check_no_null(strings.is_null.iter().position(|is_null| *is_null))?;
        }
        let len = strings.is_null.len();
        if let Some(out) = self.out {
            return write(out, &strings.bytes);
        }
        match self.kind {
            Kind::List => {
                let row = |row| strings.row(row).map(|bytes| PyBytes::new(py, bytes));
                Ok(PyList::new(py, (0..len).map(row))?.into_any())
            }
            Kind::Grid => array(py, &strings.bytes, "uint8", &[len, strings.width]),
            Kind::Arrow => Ok(ResultColumn::of_strings(strings)?.into_pyobject(py)?.into_any()),
        }
    }
}

/// Returns the verdicts as bytes, of which none is null.
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
    bytes: &[u8],
    element: &'static str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new(py, bytes).into_any();
    let modules = py.import("sys")?.getattr("modules")?;
    let numpy = modules.call_method1("get", ("numpy",))?;
    if !numpy.is_none() {
        if bytes.len()? == 0 {
            return numpy.call_method1("empty", (shape.to_vec(), element));
        }
        let flat = numpy.call_method1("frombuffer", (bytes, element))?;
        return flat.call_method1("reshape", (shape.to_vec(),));
    }
    let view = pyo3::types::PyMemoryView::from(&bytes)?;
    let format = if element == "bool" { "?" } else { "B" };
    // A view of two dimensions cannot have an empty one.
    let shape = if bytes.len()? == 0 { &[0] } else { shape };
    view.call_method1("cast", (format, shape.to_vec()))
}
