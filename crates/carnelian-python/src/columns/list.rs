//! Columns that are sequences of objects with the buffer protocol, or of keys.
#![allow(unsafe_code)] // Reads the bytes of the objects from other threads.

use super::column::{Content, type_name};
use super::fault::Fault;
use super::mask::Masks;
use crate::buffer::{Input, Shared};
use core::marker::PhantomData;
use core::{ptr, slice};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

/// The objects of a sequence.
pub(super) struct List {
    spans: Vec<Span>,
    /// The exports of objects that are no `bytes`; they keep the memory in place.
    exports: Vec<Shared>,
    /// The objects, which a list could lose meanwhile.
    _objects: Py<PyTuple>,
}

/// The memory of one object; a null pointer for `None`.
#[derive(Clone, Copy)]
struct Span {
    start: *const u8,
    len: usize,
}

impl List {
    /// Reads the objects of a sequence, or of what can be iterated over.
    pub(super) fn of(content: Content, sequence: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = sequence.py();
        let objects = match (sequence.cast_exact::<PyTuple>(), sequence.cast_exact::<PyList>()) {
            (Ok(tuple), _) => tuple.clone(),
            (_, Ok(list)) => list.to_tuple(),
            _ => py.get_type::<PyTuple>().call1((sequence,))?.cast_into()?,
        };
        let mut spans = Vec::with_capacity(objects.len());
        let mut exports = Vec::new();
        let mut masks = None;
        for (row, object) in objects.iter_borrowed().enumerate() {
            if let Ok(bytes) = object.cast_exact::<PyBytes>() {
                let bytes = bytes.as_bytes();
                spans.push(Span { start: bytes.as_ptr(), len: bytes.len() });
                continue;
            }
            if object.is_none() {
                spans.push(Span { start: ptr::null(), len: 0 });
                continue;
            }
            if let Some(bytes) = content.bytes_of(&object) {
                spans.push(Span { start: bytes.as_ptr(), len: bytes.len() });
                continue;
            }
            let masks = match &masks {
                Some(masks) => masks,
                None => masks.insert(Masks::of(py)?),
            };
            if masks.has(&object)? {
                return Err(Fault::Masked { column: content.name(), row: Some(row) }.into());
            }
            let input: Input<'_> = object.extract().map_err(|error| refusal(content.name(), row, &object, &error))?;
            let bytes = input.bytes();
            spans.push(Span { start: bytes.as_ptr(), len: bytes.len() });
            if let Input::Shared(shared) = input {
                exports.push(shared);
            }
        }
        Ok(Self { spans, exports, _objects: objects.unbind() })
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns whether all objects are of types that never change.
    pub(super) fn is_stable(&self) -> bool {
        self.exports.is_empty()
    }

    pub(super) fn spans(&self) -> Spans<'_> {
        Spans { spans: &self.spans, list: PhantomData }
    }
}

/// Says which row is no byte string.
#[cold]
fn refusal(column: &'static str, row: usize, object: &Bound<'_, PyAny>, error: &PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(object.py()) {
        return Fault::NoBytes { column, row, found: type_name(object) }.into();
    }
    Fault::NoBuffer { column, row, cause: error.value(object.py()).to_string() }.into()
}

/// The memory of the objects of a list.
#[derive(Clone, Copy)]
pub(super) struct Spans<'a> {
    spans: &'a [Span],
    list: PhantomData<&'a List>,
}

// SAFETY: the objects are kept alive and exported by the list that is borrowed, so their memory stays in place; it is
// only read, as the head of `buffer.rs` demands.
unsafe impl Send for Spans<'_> {}
// SAFETY: a shared reference allows only reading, of memory that the list keeps in place.
unsafe impl Sync for Spans<'_> {}

impl Spans<'_> {
    /// Returns a row, or `None` for a null.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<&[u8]> {
        let Span { start, len } = self.spans[row];
        // SAFETY: a start that is not null is that of `len` bytes of an object, which the list keeps in place.
        (!start.is_null()).then(|| unsafe { slice::from_raw_parts(start, len) })
    }
}
