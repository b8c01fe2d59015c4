//! Columns of byte strings as callers hold them: lists, arrays of NumPy, arrays of Arrow, or one value for all rows.
//!
//! A column keeps the memory that it reads from in place and copies none of it.

use super::arrow::Array;
use super::fault::Fault;
use super::grid::{Export, Grid, GridRows};
use super::list::{List, Spans};
use super::mask::Masks;
use crate::buffer::Input;
use crate::{ed25519, x25519};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};

/// The kind of a column, and of an answer: among several columns, the kind that comes last here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A list.
    List,
    /// An array of NumPy.
    Grid,
    /// An array of Arrow.
    Arrow,
}

/// The content of a column. Errors name it as the functions name their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Messages,
    Signatures,
    /// Public keys of Ed25519.
    VerifyingKeys,
    /// Secret seeds of Ed25519, to sign with.
    SigningKeys,
    /// The same, to derive public keys from.
    Seeds,
    /// Secret keys of X25519.
    Secrets,
    /// Public keys of X25519.
    Publics,
}

impl Content {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Signatures => "signatures",
            Self::VerifyingKeys | Self::SigningKeys => "keys",
            Self::Seeds => "seeds",
            Self::Secrets => "secrets",
            Self::Publics => "publics",
        }
    }

    /// Returns the bytes of a key object, which never change, if it is one of these keys.
    pub(super) fn bytes_of<'a>(self, object: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
        match self {
            Self::Messages | Self::Signatures => None,
            Self::VerifyingKeys => Some(object.cast::<ed25519::VerifyingKey>().ok()?.get().0.as_bytes()),
            Self::SigningKeys | Self::Seeds => {
                Some(object.cast::<ed25519::SigningKey>().ok()?.get().0.as_seed().expose())
            }
            Self::Secrets => Some(object.cast::<x25519::SecretKey>().ok()?.get().0.to_bytes().expose()),
            Self::Publics => Some(object.cast::<x25519::PublicKey>().ok()?.get().0.as_bytes()),
        }
    }
}

/// A column, or one value for all rows.
pub(super) enum Column<'a> {
    One(Input<'a>),
    Many(Many),
}

impl<'a> Column<'a> {
    /// Reads an argument.
    pub(super) fn of(content: Content, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let name = content.name();
        let many = |source| Ok(Self::Many(Many { name, source }));
        if object.is_exact_instance_of::<PyBytes>() {
            return Ok(Self::One(object.extract()?));
        }
        if let Some(bytes) = content.bytes_of(object) {
            return Ok(Self::One(Input::Bytes(bytes)));
        }
        if object.is_exact_instance_of::<PyList>() || object.is_exact_instance_of::<PyTuple>() {
            return many(Source::List(List::of(content, object)?));
        }
        if Masks::of(object.py())?.has(object)? {
            return Err(Fault::Masked { column: name, row: None }.into());
        }
        if let Some(array) = Array::of(name, object)? {
            return many(Source::Arrow(array));
        }
        match Export::of(object)? {
            Some(Export::Grid(grid)) => return many(Source::Grid(grid)),
            Some(Export::Bytes) => return Ok(Self::One(object.extract()?)),
            Some(Export::Objects) => return many(Source::List(List::of(content, object)?)),
            Some(Export::Other(found)) => return Err(Fault::NoColumn { column: name, found }.into()),
            None => {}
        }
        let has_no_rows = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyDict>()
            || object.is_instance_of::<PySet>()
            || object.is_instance_of::<PyFrozenSet>()
            || object.try_iter().is_err();
        if has_no_rows {
            return Err(Fault::NoColumn { column: name, found: type_name(object) }.into());
        }
        many(Source::List(List::of(content, object)?))
    }

    /// Reads an argument that cannot be one value.
    pub(super) fn many(content: Content, object: &Bound<'_, PyAny>) -> PyResult<Many> {
        match Column::of(content, object)? {
            Column::One(_) => Err(Fault::NeedsColumn { column: content.name() }.into()),
            Column::Many(many) => Ok(many),
        }
    }
}

/// Returns the name of an object's class, as errors show it.
pub(super) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// A column of byte strings and nulls.
pub(super) struct Many {
    name: &'static str,
    source: Source,
}

enum Source {
    List(List),
    Grid(Grid),
    Arrow(Array),
}

impl Many {
    pub(super) fn kind(&self) -> Kind {
        match self.source {
            Source::List(_) => Kind::List,
            Source::Grid(_) => Kind::Grid,
            Source::Arrow(_) => Kind::Arrow,
        }
    }

    pub(super) fn len(&self) -> usize {
        match &self.source {
            Source::List(list) => list.len(),
            Source::Grid(grid) => grid.len(),
            Source::Arrow(array) => array.len(),
        }
    }

    /// Checks that there are `expected` rows.
    pub(super) fn check_len(&self, expected: usize) -> PyResult<()> {
        let found = self.len();
        if found == expected { Ok(()) } else { Err(Fault::Rows { column: self.name, expected, found }.into()) }
    }

    /// Returns the rows, for messages of any length.
    ///
    /// # Errors
    /// An exception if the width of rows pads them, so that their lengths are not known.
    pub(super) fn messages(&self) -> PyResult<Rows<'_>> {
        let rows = self.rows();
        if let Cells::Grid(grid) = &rows.cells
            && let Some(row) = grid.first_padded()
        {
            return Err(Fault::TrailingZeros { column: self.name, row }.into());
        }
        Ok(rows)
    }

    /// Returns the rows, each of which has `W` bytes or is null.
    pub(super) fn arrays<const W: usize>(&self) -> PyResult<Arrays<'_, W>> {
        let rows = self.rows();
        let fixed = match &rows.cells {
            Cells::Grid(grid) => Some(grid.width()),
            Cells::Arrow(array) => array.width(),
            Cells::List(_) => None,
        };
        if fixed != Some(W) {
            let wrong =
                |row: usize| rows.row(row).map(<[u8]>::len).filter(|found| *found != W).map(|found| (row, found));
            if let Some((row, found)) = (0..rows.len).find_map(wrong) {
                return Err(Fault::Width { column: self.name, row, expected: W, found }.into());
            }
        }
        Ok(Arrays(rows))
    }

    fn rows(&self) -> Rows<'_> {
        let len = self.len();
        match &self.source {
            Source::List(list) => Rows { len, is_stable: list.is_stable(), cells: Cells::List(list.spans()) },
            Source::Grid(grid) => Rows { len, is_stable: false, cells: Cells::Grid(grid.rows()) },
            Source::Arrow(array) => Rows { len, is_stable: false, cells: Cells::Arrow(array) },
        }
    }
}

/// The rows of a column, for readers on any thread.
pub(super) struct Rows<'a> {
    pub(super) len: usize,
    /// Whether the bytes cannot change meanwhile. Those of Arrow should not, but producers can share them.
    pub(super) is_stable: bool,
    cells: Cells<'a>,
}

enum Cells<'a> {
    List(Spans<'a>),
    Grid(GridRows<'a>),
    Arrow(&'a Array),
}

impl Rows<'_> {
    /// Returns a row, or `None` for a null.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<&[u8]> {
        match &self.cells {
            Cells::List(spans) => spans.row(row),
            Cells::Grid(grid) => Some(grid.row(row)),
            Cells::Arrow(array) => array.row(row),
        }
    }
}

/// The rows of a column, each of `W` bytes.
pub(super) struct Arrays<'a, const W: usize>(Rows<'a>);

impl<const W: usize> Arrays<'_, W> {
    /// Returns a row, or `None` for a null.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<&[u8; W]> {
        self.0.row(row)?.try_into().ok()
    }
}
