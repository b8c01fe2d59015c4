//! Columns that are arrays in the sense of the buffer protocol: two-dimensional ones of bytes, and one-dimensional ones
//! of byte strings of a fixed width, NumPy's types `S` and `V`. Rows may lie at any distance, as those of slices do.
#![allow(unsafe_code)] // Reads what a view describes: its shape, its strides and the rows.

use super::fault::Fault;
use crate::buffer::View;
use core::ffi::{CStr, c_int};
use core::marker::PhantomData;
use core::slice;
use pyo3::ffi::Py_ssize_t;
use pyo3::prelude::*;

/// Asks for an array of any strides with its format, not to be written.
const STRIDED_WITH_FORMAT: c_int = 0x1c;

/// The memory that an object exports.
pub(super) enum Export {
    /// A column.
    Grid(Grid),
    /// One byte string.
    Bytes,
    /// References to objects.
    Objects,
    /// Something else, described for an error.
    Other(String),
}

impl Export {
    /// Looks at what `object` exports, if it does.
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let Ok(view) = View::of(object.as_borrowed(), STRIDED_WITH_FORMAT) else {
            return Ok(None);
        };
        let format = format_of(&view);
        let element = format.trim_start_matches(['@', '=', '<', '>', '!', '|']);
        let digits = element.trim_end_matches(|last: char| !last.is_ascii_digit()).len();
        let letter = if element.len() == 1 || element.bytes().take(digits).all(|byte| byte.is_ascii_digit()) {
            &element[digits..]
        } else {
            "structure"
        };
        let is_byte = view.0.itemsize == 1 && digits == 0 && matches!(letter, "B" | "b" | "c");
        let (shape, strides) = dimensions(&view);
        match (letter, shape, strides) {
            ("O", [_], _) => Ok(Some(Self::Objects)),
            (_, [] | [_], _) if is_byte => Ok(Some(Self::Bytes)),
            (_, [len, width], [stride, step]) if is_byte => {
                if *step != 1 && *width > 1 && *len > 0 {
                    return Err(Fault::Gap { stride: *step }.into());
                }
                Ok(Some(Self::Grid(Grid::new(*len, *width, *stride, false, view))))
            }
            ("s" | "x", [len], [stride]) => {
                let (is_text, width) = (letter == "s", view.0.itemsize);
                Ok(Some(Self::Grid(Grid::new(*len, width, *stride, is_text, view))))
            }
            _ => Ok(Some(Self::Other(format!("an array of {} dimensions of format {format:?}", shape.len())))),
        }
    }
}

/// Returns the format of the elements of an array.
fn format_of(view: &View) -> String {
    if view.0.format.is_null() {
        return "B".to_owned();
    }
    // SAFETY: a format that is not null is a text with a zero at its end, which lives as long as the view.
    unsafe { CStr::from_ptr(view.0.format) }.to_string_lossy().into_owned()
}

/// Returns the numbers of elements in each dimension, and the distances between them.
fn dimensions(view: &View) -> (&[Py_ssize_t], &[Py_ssize_t]) {
    let count = usize::try_from(view.0.ndim).unwrap_or(0);
    if count == 0 || view.0.shape.is_null() || view.0.strides.is_null() {
        return (&[], &[]);
    }
    // SAFETY: an exporter that was asked for strides sets both to `ndim` numbers, which live as long as the view.
    unsafe { (slice::from_raw_parts(view.0.shape, count), slice::from_raw_parts(view.0.strides, count)) }
}

/// Byte strings of one width at equal distances.
pub(super) struct Grid {
    len: usize,
    width: usize,
    stride: isize,
    /// Whether zeros at the end of a row may be padding.
    is_text: bool,
    view: View,
}

impl Grid {
    /// Creates a column from what the exporter says, whose numbers are not negative.
    fn new(len: Py_ssize_t, width: Py_ssize_t, stride: Py_ssize_t, is_text: bool, view: View) -> Self {
        let count = |number| usize::try_from(number).unwrap_or(0);
        Self { len: count(len), width: count(width), stride, is_text, view }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn rows(&self) -> GridRows<'_> {
        let Self { len, width, stride, is_text, .. } = *self;
        GridRows { start: self.view.0.buf.cast(), len, width, stride, is_text, grid: PhantomData }
    }
}

/// The rows of an array.
pub(super) struct GridRows<'a> {
    start: *const u8,
    len: usize,
    width: usize,
    stride: isize,
    is_text: bool,
    grid: PhantomData<&'a Grid>,
}

// SAFETY: the array is exported by the view in the grid that is borrowed, so its memory stays in place; it is only
// read, as the head of `buffer.rs` demands.
unsafe impl Send for GridRows<'_> {}
// SAFETY: a shared reference allows only reading, of memory that the view keeps in place.
unsafe impl Sync for GridRows<'_> {}

impl GridRows<'_> {
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Returns a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u8] {
        assert!(row < self.len, "a row beyond the end of an array");
        if self.width == 0 {
            return &[];
        }
        // SAFETY: the exporter says that each of `len` rows has `width` initialized bytes, the first one at `start` and
        // the others `stride` bytes apart, which may be backwards; so the row and the distance to it are within one
        // object.
        unsafe { slice::from_raw_parts(self.start.offset(row.cast_signed() * self.stride), self.width) }
    }

    /// Returns the first row of a text array whose length is not known, since it ends with a zero.
    pub(super) fn first_padded(&self) -> Option<usize> {
        (0..self.len).find(|row| self.is_text && self.row(*row).last() == Some(&0))
    }
}
