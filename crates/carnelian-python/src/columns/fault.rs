//! Errors in columns, as exceptions that name the column, the row and the cause.

use crate::error::{Class, Error};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An error in a column, or in an argument beside columns.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// The object is no column of byte strings.
    NoColumn { column: &'static str, found: String },
    /// An array has a mask: the column, or an object of a list.
    Masked { column: &'static str, row: Option<usize> },
    /// An object of a list is no byte string.
    NoBytes { column: &'static str, row: usize, found: String },
    /// The memory of an object of a list cannot be read.
    NoBuffer { column: &'static str, row: usize, cause: String },
    /// The bytes of a row of an array are not adjacent.
    Gap { stride: isize },
    /// One value stands where a column is needed, since nothing else says how many rows there are.
    NeedsColumn { column: &'static str },
    /// A row has the wrong number of bytes.
    Width { column: &'static str, row: usize, expected: usize, found: usize },
    /// A value for all rows has the wrong number of bytes.
    OneWidth { column: &'static str, expected: usize, found: usize },
    /// Two columns have different numbers of rows.
    Rows { column: &'static str, expected: usize, found: usize },
    /// A row of a fixed-width text array ends with zeros, which NumPy drops.
    TrailingZeros { column: &'static str, row: usize },
    /// A row is null where the answer has no nulls.
    Null { row: usize },
    /// The exchange of a row has no secret result.
    NonContributory { row: usize },
    /// A capsule was taken before.
    Consumed { column: &'static str },
    /// An Arrow array contradicts itself.
    Damaged { column: &'static str, cause: String },
    /// The producer of an Arrow stream reported an error.
    Producer { column: &'static str, cause: String },
    /// A number of threads out of range.
    Threads { found: usize, at_most: usize },
    /// No function has this name.
    NoFunction { name: String },
    /// The length of a digest is not one that the function has.
    DigestLength { name: &'static str, found: usize },
    /// The function's digests have any length, and none was given.
    NeedsLength { name: &'static str },
    /// The output has the wrong number of bytes.
    Out { expected: usize, found: usize },
}

impl Fault {
    /// Returns the row that it is about.
    const fn row(&self) -> Option<usize> {
        match self {
            Self::NoBytes { row, .. }
            | Self::NoBuffer { row, .. }
            | Self::Width { row, .. }
            | Self::TrailingZeros { row, .. }
            | Self::Null { row }
            | Self::NonContributory { row } => Some(*row),
            Self::Masked { row, .. } => *row,
            _ => None,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::NoColumn { column, found } => format!(
                "{column}: expected a sequence of bytes, a two-dimensional array of uint8, an array of fixed-width \
                 bytes or an Arrow array of bytes, found {found}"
            ),
            Self::Masked { column, row } => {
                let row = row.map_or(String::new(), |row| format!("row {row}: "));
                format!("{column}: {row}an array with a mask; pass a list with None where a value is masked")
            }
            Self::NoBytes { column, row, found } => {
                format!("{column}: row {row}: expected an object with the buffer protocol or None, found {found}")
            }
            Self::NoBuffer { column, row, cause } => format!("{column}: row {row}: {cause}"),
            Self::Gap { stride } => format!("the bytes of a row are {stride} bytes apart; pass a copy of the array"),
            Self::NeedsColumn { column } => format!("{column}: expected a column, found one value"),
            Self::Width { column, row, expected, found } => {
                format!("{column}: row {row}: expected {expected} bytes, found {found}")
            }
            Self::OneWidth { column, expected, found } => format!("{column}: expected {expected} bytes, found {found}"),
            Self::Rows { column, expected, found } => format!("{column}: expected {expected} rows, found {found}"),
            Self::TrailingZeros { column, row } => format!(
                "{column}: row {row}: ends with a zero byte, which NumPy drops from values of type S; view the array \
                 as type V to mean all bytes, or pass a list"
            ),
            Self::Null { row } => format!("row {row}: is null, and an answer for NumPy has no nulls"),
            Self::NonContributory { row } => format!(
                "row {row}: the public key is of small order: the shared secret would be zero for every secret key"
            ),
            Self::Consumed { column } => format!("{column}: the Arrow capsule was consumed before"),
            Self::Damaged { column, cause } => format!("{column}: the Arrow array is damaged: {cause}"),
            Self::Producer { column, cause } => format!("{column}: the producer of the Arrow stream failed: {cause}"),
            Self::Threads { found, at_most } => format!("threads: expected 1 to {at_most}, found {found}"),
            Self::NoFunction { name } => format!("unsupported hash function {name:?}"),
            Self::DigestLength { name, found } => format!("length: {name} has no digests of {found} bytes"),
            Self::NeedsLength { name } => format!("length: {name} needs one"),
            Self::Out { expected, found } => format!("out: expected {expected} bytes, found {found}"),
        }
    }
}

impl From<Fault> for PyErr {
    #[cold]
    fn from(fault: Fault) -> Self {
        let message = fault.message();
        let error = match &fault {
            Fault::NoColumn { .. } | Fault::Masked { .. } | Fault::NoBytes { .. } | Fault::NeedsColumn { .. } => {
                PyTypeError::new_err(message)
            }
            Fault::Width { .. } | Fault::OneWidth { .. } | Fault::DigestLength { .. } | Fault::Out { .. } => {
                Error::new(Class::InvalidLength, message).into()
            }
            Fault::NonContributory { .. } => Error::new(Class::InvalidKey, message).into(),
            Fault::NoBuffer { .. } | Fault::Gap { .. } | Fault::Consumed { .. } | Fault::Damaged { .. } => {
                Error::new(Class::InvalidBuffer, message).into()
            }
            Fault::Producer { .. } => Error::new(Class::CarnelianError, message).into(),
            Fault::Rows { .. }
            | Fault::TrailingZeros { .. }
            | Fault::Null { .. }
            | Fault::Threads { .. }
            | Fault::NoFunction { .. }
            | Fault::NeedsLength { .. } => PyValueError::new_err(message),
        };
        if let Some(row) = fault.row() {
            // The attribute is a convenience: an exception without it says the same in its message.
            let _ = Python::attach(|py| error.value(py).setattr("row", row));
        }
        error
    }
}
