//! Reading documents of every schema.

use super::{Document, OperationInfo, SCHEMA};
use crate::op::{self, Unit};
use serde::Deserialize;
use serde::de::Error;
use std::fmt;

/// Why a text is not a document that can be used.
#[derive(Debug)]
pub enum ReadError {
    /// It is not JSON at all.
    NotJson(serde_json::Error),
    /// It is JSON, but of something else.
    Foreign(serde_json::Error),
    /// It was written by a later program.
    TooNew {
        /// The schema that it says it has.
        schema: u64,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = "a file that `carnelian bench --report json` or `--save` wrote is expected";
        match self {
            Self::NotJson(error) => write!(f, "it is not JSON ({error}); {right}"),
            Self::Foreign(error) => write!(f, "it is JSON, but no result of a bench ({error}); {right}"),
            Self::TooNew { schema } => {
                write!(f, "its schema is {schema}, this program knows those up to {SCHEMA}; use a newer one to read it")
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Only what tells schemas apart.
#[derive(Deserialize)]
struct Header {
    schema: u64,
}

/// Reads a document of any schema. What an older one does not say is filled in from the registry of operations where
/// that knows it.
///
/// # Errors
/// [`ReadError`] says what is wrong with the text.
pub fn read(text: &str) -> Result<Document, ReadError> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(ReadError::NotJson)?;
    let Header { schema } = Header::deserialize(&value).map_err(ReadError::Foreign)?;
    match schema {
        0 => return Err(ReadError::Foreign(Error::custom("there is no schema 0"))),
        _ if schema > SCHEMA.into() => return Err(ReadError::TooNew { schema }),
        _ => {}
    }
    let mut document = Document::deserialize(value).map_err(ReadError::Foreign)?;
    let known = op::all();
    for row in &document.rows {
        if !document.operations.iter().any(|info| info.operation == row.operation) {
            let known = known.iter().find(|known| known.name() == row.operation);
            document.operations.push(OperationInfo {
                operation: row.operation.clone(),
                includes: known.map_or_else(|| "one call".to_owned(), |known| known.includes().to_owned()),
                unit: known.map_or(Unit::Operations(1), |known| known.unit()),
            });
        }
    }
    Ok(document)
}
