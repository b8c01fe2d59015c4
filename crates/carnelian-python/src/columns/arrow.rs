//! Columns of Arrow, taken from any library through the Arrow PyCapsule interface without a copy.
//!
//! A capsule holds a structure of the Arrow C data interface. It is moved out, so that the capsule's own destructor
//! finds nothing left to release, and released when the column is dropped. That the pointers in it are valid must be
//! believed; offsets, views and keys are checked, so that a damaged file is an error instead of a read out of bounds.
#![allow(unsafe_code)] // Takes structures out of capsules, and imports the arrays that they describe.

use super::fault::Fault;
use super::structure::{check_array, check_schema};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, c_int};
use std::ops::Range;
use std::ptr::NonNull;

/// A column in one or more arrays.
pub(super) struct Array {
    /// The arrays that have rows, each with the number of its first row.
    chunks: Vec<(usize, Chunk)>,
    len: usize,
}

impl Array {
    /// Takes the column out of `object`, if it has the methods of the Arrow PyCapsule interface.
    pub(super) fn of(column: &'static str, object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = object.py();
        let mut array = Self { chunks: Vec::new(), len: 0 };
        if let Some(method) = object.getattr_opt(pyo3::intern!(py, "__arrow_c_array__"))? {
            let answer = method.call0()?;
            let (schema, data): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = answer.cast::<PyTuple>()?.extract()?;
            let data_type = data_type(column, &take_schema(column, &schema)?)?;
            array.push(column, take_array(column, &data)?, data_type)?;
        } else if let Some(method) = object.getattr_opt(pyo3::intern!(py, "__arrow_c_stream__"))? {
            if holds_objects(object)? {
                let found = "a polars Series of objects, which Arrow gets as their addresses".to_owned();
                return Err(Fault::NoColumn { column, found }.into());
            }
            let stream = take_stream(column, method.call0()?.cast::<PyCapsule>()?)?;
            array.drain(py, column, Stream { column, stream })?;
        } else {
            return Ok(None);
        }
        Ok(Some(array))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns a row, or `None` for a null.
    pub(super) fn row(&self, row: usize) -> Option<&[u8]> {
        let after = self.chunks.partition_point(|(start, _)| *start <= row);
        let (start, chunk) = &self.chunks[after - 1];
        chunk.row(row - start)
    }

    /// Returns the width of all rows, if the type fixes it.
    pub(super) fn width(&self) -> Option<usize> {
        let mut widths = self.chunks.iter().map(|(_, chunk)| match &chunk.cells {
            Cells::Fixed { width, .. } => Some(*width),
            _ => None,
        });
        let first = widths.next()??;
        widths.all(|width| width == Some(first)).then_some(first)
    }

    /// Takes all arrays of a stream.
    fn drain(&mut self, py: Python<'_>, column: &'static str, mut stream: Stream) -> PyResult<()> {
        let data_type = data_type(column, &stream.schema()?)?;
        while let Some(array) = stream.next(py)? {
            self.push(column, array, data_type.clone())?;
        }
        Ok(())
    }

    /// Appends an array.
    fn push(&mut self, column: &'static str, array: FFI_ArrowArray, data_type: DataType) -> PyResult<()> {
        if array.is_released() {
            return Err(Fault::Consumed { column }.into());
        }
        let damaged = |cause: &str| Fault::Damaged { column, cause: cause.to_owned() };
        check_array(&array, &data_type).map_err(damaged)?;
        if array.is_empty() {
            return Ok(());
        }
        // SAFETY: the structure has the buffers and children that its type demands, as was checked, and has not been
        // released; that its pointers are what the C data interface promises is the producer's part of the interface.
        let data = unsafe { from_ffi_and_data_type(array, data_type) };
        let chunk = Chunk::new(&data.map_err(|error| damaged(&error.to_string()))?).map_err(damaged)?;
        if chunk.len > 0 {
            let start = self.len;
            self.len = start.checked_add(chunk.len).ok_or_else(|| damaged("more rows than memory has"))?;
            self.chunks.push((start, chunk));
        }
        Ok(())
    }
}

/// Returns whether the object is a Series of polars with the type `Object`. Its capsules hold the addresses of the objects,
/// as byte strings of a fixed width, without metadata that say so.
fn holds_objects(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let module = object.get_type().module()?;
    if module.to_cow()?.split('.').next() != Some("polars") {
        return Ok(false);
    }
    match object.getattr_opt(pyo3::intern!(py, "dtype"))? {
        Some(kind) => Ok(kind.str()?.to_cow()? == "Object"),
        None => Ok(false),
    }
}

/// Returns the pointer in a capsule of the given name.
fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn take_schema(column: &'static str, capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowSchema> {
    let schema = pointer::<FFI_ArrowSchema>(capsule, c"arrow_schema")?;
    // SAFETY: a capsule of this name points to a structure of this type, and no other code runs until it is moved out.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.as_ptr()) };
    if schema.release().is_none() { Err(Fault::Consumed { column }.into()) } else { Ok(schema) }
}

fn take_array(column: &'static str, capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowArray> {
    let array = pointer::<FFI_ArrowArray>(capsule, c"arrow_array")?;
    // SAFETY: a capsule of this name points to a structure of this type, and no other code runs until it is moved out.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    if array.is_released() { Err(Fault::Consumed { column }.into()) } else { Ok(array) }
}

fn take_stream(column: &'static str, capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowArrayStream> {
    let stream = pointer::<FFI_ArrowArrayStream>(capsule, c"arrow_array_stream")?;
    // SAFETY: a capsule of this name points to a structure of this type, and no other code runs until it is moved out.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    if stream.release().is_none() { Err(Fault::Consumed { column }.into()) } else { Ok(stream) }
}

/// A stream of arrays that has not been released.
struct Stream {
    column: &'static str,
    stream: FFI_ArrowArrayStream,
}

impl Stream {
    /// Returns the type of the arrays.
    fn schema(&mut self) -> PyResult<FFI_ArrowSchema> {
        let mut schema = FFI_ArrowSchema::empty();
        let get_schema = self.stream.get_schema().ok_or_else(|| self.lacks("get_schema"))?;
        // SAFETY: the function is that of this stream, which is not released, and `schema` is an empty structure.
        let status = unsafe { get_schema(&raw mut self.stream, &raw mut schema) };
        self.check(status)?;
        Ok(schema)
    }

    /// Returns the next array, if there is one.
    ///
    /// A producer may wait for threads of its own that need the interpreter, so it is not held meanwhile.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<FFI_ArrowArray>> {
        let mut array = FFI_ArrowArray::empty();
        let get_next = self.stream.get_next().ok_or_else(|| self.lacks("get_next"))?;
        let (stream, next) = (&mut self.stream, &mut array);
        // SAFETY: the function is that of this stream, which is not released, and `next` is an empty structure.
        let status = py.detach(|| unsafe { get_next(stream, next) });
        self.check(status)?;
        Ok((!array.is_released()).then_some(array))
    }

    /// Turns the status of a call into an exception with the producer's own words.
    fn check(&mut self, status: c_int) -> PyResult<()> {
        if status == 0 {
            return Ok(());
        }
        let mut cause = format!("error {status}");
        if let Some(get_last_error) = self.stream.get_last_error() {
            // SAFETY: the function is that of this stream, which is not released, and a call of it has just failed.
            let text = unsafe { get_last_error(&raw mut self.stream) };
            if !text.is_null() {
                // SAFETY: a text that is not null ends with a zero and stays until the next call.
                cause = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
            }
        }
        Err(Fault::Producer { column: self.column, cause }.into())
    }

    fn lacks(&self, function: &str) -> PyErr {
        Fault::Producer { column: self.column, cause: format!("it has no {function}") }.into()
    }
}

/// Returns the type that a schema describes, if its values are byte strings.
fn data_type(column: &'static str, schema: &FFI_ArrowSchema) -> PyResult<DataType> {
    let damaged = |cause: String| Fault::Damaged { column, cause };
    if let Some(other) = check_schema(schema).map_err(|cause| damaged(cause.to_owned()))? {
        return Err(Fault::NoColumn { column, found: format!("an Arrow array of {other}") }.into());
    }
    let found = DataType::try_from(schema).map_err(|error| damaged(error.to_string()))?;
    if holds_bytes(&found) {
        return Ok(found);
    }
    Err(Fault::NoColumn { column, found: format!("an Arrow array of type {found}") }.into())
}

fn holds_bytes(data_type: &DataType) -> bool {
    match data_type {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => true,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::FixedSizeBinary(width) => *width >= 0,
        DataType::FixedSizeList(field, width) => *field.data_type() == DataType::UInt8 && *width >= 0,
        DataType::List(field) | DataType::LargeList(field) => *field.data_type() == DataType::UInt8,
        DataType::Dictionary(key, value) => {
            key.is_dictionary_key_type() && !matches!(**value, DataType::Dictionary(..)) && holds_bytes(value)
        }
        DataType::Null => true,
        _ => false,
    }
}

/// One array, reduced to what its rows are read from.
struct Chunk {
    len: usize,
    nulls: Option<NullBuffer>,
    cells: Cells,
}

/// Where the bytes of the rows are. All ranges have been checked.
enum Cells {
    /// Row `i` is at `offsets[i]..offsets[i + 1]`.
    Small { offsets: ScalarBuffer<i32>, values: Buffer },
    /// The same with offsets of 64 bits.
    Large { offsets: ScalarBuffer<i64>, values: Buffer },
    /// Row `i` is in the view `i`, or where it points.
    Views { views: ScalarBuffer<u128>, buffers: Vec<Buffer> },
    /// Row `i` is at `i * width`.
    Fixed { width: usize, values: Buffer },
    /// Row `i` is row `keys[i]` of `values`.
    Dictionary { keys: Vec<usize>, values: Box<Chunk> },
    /// All rows are null.
    Null,
}

impl Chunk {
    fn new(data: &ArrayData) -> Result<Self, &'static str> {
        let (start, len) = (data.offset(), data.len());
        let nulls = data.nulls().cloned();
        if len == 0 {
            return Ok(Self { len, nulls: None, cells: Cells::Null });
        }
        let cells = match data.data_type() {
            DataType::Binary | DataType::Utf8 => {
                let values = data.buffers()[1].clone();
                Cells::Small { offsets: offsets(data, values.len())?, values }
            }
            DataType::LargeBinary | DataType::LargeUtf8 => {
                let values = data.buffers()[1].clone();
                Cells::Large { offsets: offsets(data, values.len())?, values }
            }
            DataType::List(_) => {
                let values = bytes_of(&data.child_data()[0])?;
                Cells::Small { offsets: offsets(data, values.len())?, values }
            }
            DataType::LargeList(_) => {
                let values = bytes_of(&data.child_data()[0])?;
                Cells::Large { offsets: offsets(data, values.len())?, values }
            }
            DataType::BinaryView | DataType::Utf8View => {
                let views = scalars::<u128>(&data.buffers()[0], start, len)?;
                let buffers = data.buffers()[1..].to_vec();
                if !views.iter().all(|view| view_bytes(view, &buffers).is_some()) {
                    return Err("a view points outside its buffer");
                }
                Cells::Views { views, buffers }
            }
            DataType::FixedSizeBinary(width) => fixed(&data.buffers()[0], *width, start, len)?,
            DataType::FixedSizeList(_, width) => fixed(&bytes_of(&data.child_data()[0])?, *width, start, len)?,
            DataType::Dictionary(key, _) => {
                let values = Self::new(&data.child_data()[0])?;
                let keys = keys(key, &data.buffers()[0], start, len)?;
                let valid = |row: usize| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                if !keys.iter().enumerate().all(|(row, key)| *key < values.len || !valid(row)) {
                    return Err("a key is not in its dictionary");
                }
                Cells::Dictionary { keys, values: Box::new(values) }
            }
            _ => Cells::Null,
        };
        let chunk = Self { len, nulls, cells };
        let bytes = data.child_data().first().filter(|child| *child.data_type() == DataType::UInt8);
        match bytes.and_then(ArrayData::nulls) {
            // The bytes of a null row may be null, too.
            Some(nulls)
                if !chunk.ranges(start).all(|range| nulls.slice(range.start, range.len()).null_count() == 0) =>
            {
                Err("a byte of a list is null")
            }
            _ => Ok(chunk),
        }
    }

    /// Returns which bytes of the values the rows are that are not null, in an array that starts at the row `start` of
    /// rows of a fixed width.
    fn ranges(&self, start: usize) -> impl Iterator<Item = Range<usize>> {
        let valid = (0..self.len).filter(|row| self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(*row)));
        valid.map(move |row| match &self.cells {
            Cells::Small { offsets, .. } => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Cells::Large { offsets, .. } => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Cells::Fixed { width, .. } => (start + row) * width..(start + row + 1) * width,
            _ => 0..0,
        })
    }

    fn row(&self, row: usize) -> Option<&[u8]> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        match &self.cells {
            Cells::Small { offsets, values } => Some(&values[offsets[row].as_usize()..offsets[row + 1].as_usize()]),
            Cells::Large { offsets, values } => Some(&values[offsets[row].as_usize()..offsets[row + 1].as_usize()]),
            Cells::Views { views, buffers } => view_bytes(&views[row], buffers),
            Cells::Fixed { width, values } => Some(&values[row * width..][..*width]),
            Cells::Dictionary { keys, values } => values.row(keys[row]),
            Cells::Null => None,
        }
    }
}

/// Returns `len` scalars of a buffer from the one with the number `start` on.
fn scalars<T: ArrowNativeType>(buffer: &Buffer, start: usize, len: usize) -> Result<ScalarBuffer<T>, &'static str> {
    let end = start.checked_add(len).and_then(|end| end.checked_mul(size_of::<T>()));
    if end.is_none_or(|end| end > buffer.len()) {
        return Err("a buffer is too short");
    }
    if !buffer.as_ptr().cast::<T>().is_aligned() {
        return Err("a buffer is not aligned");
    }
    Ok(ScalarBuffer::new(buffer.clone(), start, len))
}

/// Returns the offsets of an array, which rise from 0 or more to no more than `end`.
fn offsets<T: ArrowNativeType + Ord>(data: &ArrayData, end: usize) -> Result<ScalarBuffer<T>, &'static str> {
    let offsets = scalars::<T>(&data.buffers()[0], data.offset(), data.len() + 1)?;
    let rises = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    let first = offsets.first().and_then(|offset| offset.to_usize());
    let last = offsets.last().and_then(|offset| offset.to_usize());
    if !rises || first.is_none() || last.is_none_or(|last| last > end) {
        return Err("its offsets do not rise within its values");
    }
    Ok(offsets)
}

/// Returns the bytes of a list's values.
fn bytes_of(values: &ArrayData) -> Result<Buffer, &'static str> {
    let end = values.offset().checked_add(values.len());
    if end.is_none_or(|end| end > values.buffers()[0].len()) {
        return Err("a buffer is too short");
    }
    Ok(values.buffers()[0].slice_with_length(values.offset(), values.len()))
}

/// Returns rows of a fixed width.
fn fixed(values: &Buffer, width: i32, start: usize, len: usize) -> Result<Cells, &'static str> {
    let width = usize::try_from(width).map_err(|_| "its width is negative")?;
    let end = start.checked_add(len).and_then(|end| end.checked_mul(width));
    if end.is_none_or(|end| end > values.len()) {
        return Err("a buffer is too short");
    }
    Ok(Cells::Fixed { width, values: values.slice_with_length(start * width, len * width) })
}

/// Returns the keys of a dictionary; one that is negative becomes a number that no dictionary has.
fn keys(key: &DataType, buffer: &Buffer, start: usize, len: usize) -> Result<Vec<usize>, &'static str> {
    fn widened<T: ArrowNativeType>(buffer: &Buffer, start: usize, len: usize) -> Result<Vec<usize>, &'static str> {
        let keys = scalars::<T>(buffer, start, len)?;
        Ok(keys.iter().map(|key| key.to_usize().unwrap_or(usize::MAX)).collect())
    }
    match key {
        DataType::Int8 => widened::<i8>(buffer, start, len),
        DataType::Int16 => widened::<i16>(buffer, start, len),
        DataType::Int32 => widened::<i32>(buffer, start, len),
        DataType::Int64 => widened::<i64>(buffer, start, len),
        DataType::UInt8 => widened::<u8>(buffer, start, len),
        DataType::UInt16 => widened::<u16>(buffer, start, len),
        DataType::UInt32 => widened::<u32>(buffer, start, len),
        DataType::UInt64 => widened::<u64>(buffer, start, len),
        _ => Err("its keys are no integers"),
    }
}

/// The length up to which the bytes of a view are in the view itself.
const INLINE: usize = 12;

/// Returns the bytes of a view: 32 bits of length, and then either up to twelve bytes, or four of them, the number of a
/// buffer and an offset in it.
fn view_bytes<'a>(view: &'a u128, buffers: &'a [Buffer]) -> Option<&'a [u8]> {
    let word = |number: u32| usize::try_from((*view >> (32 * number)) as u32).ok();
    let len = word(0)?;
    if len <= INLINE {
        return inline_bytes(view).get(..len);
    }
    let offset = word(3)?;
    buffers.get(word(2)?)?.get(offset..offset.checked_add(len)?)
}

/// Returns the twelve bytes of a view behind its length, as they are in memory.
fn inline_bytes(view: &u128) -> &[u8; INLINE] {
    // SAFETY: a `u128` has 16 initialized bytes, the twelve behind the first four are among them, and bytes are aligned
    // anywhere.
    unsafe { &*core::ptr::from_ref(view).cast::<u8>().add(4).cast() }
}
