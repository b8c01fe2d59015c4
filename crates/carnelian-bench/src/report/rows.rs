//! The rows of a document, by operation.

use crate::document::{Document, Row};
use std::collections::HashMap;

/// Returns the rows of each operation, in their order.
pub(super) fn by_operation(document: &Document) -> HashMap<&str, Vec<&Row>> {
    let mut rows: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in &document.rows {
        rows.entry(&row.operation).or_default().push(row);
    }
    rows
}

/// Returns the part of an operation's name before the first `/`.
pub(super) fn family(operation: &str) -> &str {
    operation.split('/').next().unwrap_or(operation)
}
