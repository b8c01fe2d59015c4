//! Reading documents of every schema.

use super::impossible::{self, Impossible};
use super::{Document, OperationInfo, SCHEMA};
use crate::op::Operation;
use crate::registry;
use crate::values::{Estimator, Unit};
use serde::Deserialize;
use serde::de::{Error, IgnoredAny};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The reason why a text is not a usable document.
#[derive(Debug)]
pub enum ReadError {
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It is not JSON at all.
    NotJson(serde_json::Error),
    /// It is JSON, but not a document.
    Foreign(serde_json::Error),
    /// It was written by a newer version of the program.
    TooNew {
        /// The schema that it declares.
        schema: u64,
    },
    /// A row has a value that is none of its kind, such as a number beyond all that can be represented.
    Unreadable {
        /// The row's operation.
        operation: String,
        /// The row's library.
        library: String,
        /// The fault, and its place.
        error: serde_json::Error,
    },
    /// It contains a number that no run could have produced.
    Impossible(Box<Impossible>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = "a file that `carnelian bench --report json` or `--save` wrote is expected";
        match self {
            Self::TooLong => write!(f, "it is longer than {} MiB; {right}", LONGEST >> 20),
            Self::NotJson(error) => write!(f, "it is not JSON ({error}); {right}"),
            Self::Foreign(error) => write!(f, "it is JSON, but no result of a bench ({error}); {right}"),
            Self::Unreadable { operation, library, error } => {
                write!(f, "`{operation}` of {library}: {error}; the file has been edited or damaged")
            }
            Self::Impossible(error) => write!(f, "{error}; the file has been edited or damaged"),
            Self::TooNew { schema } => {
                write!(f, "its schema is {schema}, this program knows those up to {SCHEMA}; use a newer one to read it")
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// The only field needed to tell schemas apart.
#[derive(Deserialize)]
struct Header {
    schema: u64,
}

/// The longest text that is accepted as a document, in bytes. A run over all operations, with all peers and their
/// builds, is about a hundredth of it; input without an end is cut off here.
pub const LONGEST: usize = 96 << 20;

/// Reads a document of any schema from UTF-8 text. Where the registry of operations knows what an older document leaves
/// out, that is filled in.
///
/// # Errors
/// [`ReadError`] tells what is wrong with the text.
pub fn read(text: impl AsRef<[u8]>) -> Result<Document, ReadError> {
    let text = text.as_ref();
    if text.len() > LONGEST {
        return Err(ReadError::TooLong);
    }
    // Each pass reads the text itself: a tree of all values would take ten times as much memory.
    serde_json::from_slice::<IgnoredAny>(text).map_err(ReadError::NotJson)?;
    let Header { schema } = serde_json::from_slice(text).map_err(ReadError::Foreign)?;
    match schema {
        0 => return Err(ReadError::Foreign(Error::custom("there is no schema 0"))),
        _ if schema > SCHEMA.into() => return Err(ReadError::TooNew { schema }),
        _ => {}
    }
    let mut document: Document = serde_json::from_slice(text).map_err(|error| match row_at(text, &error) {
        Some((operation, library)) => ReadError::Unreadable { operation, library, error },
        None => ReadError::Foreign(error),
    })?;
    impossible::find(&document).map_or(Ok(()), |impossible| Err(ReadError::Impossible(Box::new(impossible))))?;
    complete(&mut document);
    Ok(document)
}

/// Returns the operation and the library of the row in which reading ended: the last ones that are named before.
fn row_at(text: &[u8], error: &serde_json::Error) -> Option<(String, String)> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(error.line().checked_sub(1)?);
    let end = lines.map(<[u8]>::len).sum::<usize>() + error.column();
    let before = std::str::from_utf8(text.get(..end)?).ok()?;
    let last = |field: &str| {
        let (_, value) = before.rsplit_once(&format!("\"{field}\""))?;
        let value = value.trim_start().strip_prefix(':')?;
        serde_json::Deserializer::from_str(value).into_iter::<String>().next()?.ok()
    };
    // What stands above the rows describes operations, and names no library.
    Some((last("operation")?, last("library")?))
}

/// Adds what an older document leaves out: the operations that have rows but no entry in `operations`, and the items of
/// those that have one. Removes the ratios that a document has of operations that are no longer compared.
fn complete(document: &mut Document) {
    let known = registry::all();
    let known: HashMap<&str, &dyn Operation> = known.iter().map(|known| (known.name(), &**known)).collect();
    for row in &mut document.rows {
        if known.get(row.operation.as_str()).is_some_and(|known| !known.is_compared()) {
            (row.ratio, row.ratio_ci90, row.ratio_ci) = (None, None, None);
        }
    }
    for info in document.operations.iter_mut().filter(|info| info.items.is_none()) {
        info.items = known.get(info.operation.as_str()).and_then(|known| known.items());
    }
    let mut told: HashSet<&str> = document.operations.iter().map(|info| info.operation.as_str()).collect();
    let untold = document.rows.iter().map(|row| row.operation.as_str()).filter(|operation| told.insert(operation));
    let info = |operation: &str| match known.get(operation) {
        Some(known) => OperationInfo::of(*known),
        None => OperationInfo {
            operation: operation.to_owned(),
            includes: "one call".to_owned(),
            unit: Unit::Operations(1),
            items: None,
            estimator: Estimator::default(),
        },
    };
    let untold: Vec<OperationInfo> = untold.map(info).collect();
    document.operations.extend(untold);
}
