//! JSON for programs: the document itself, a contract that [`crate::document`] writes down.

use crate::document::Document;

/// The document.
#[must_use]
pub fn render(document: &Document) -> String {
    serde_json::to_string_pretty(document).expect("strings and finite numbers always serialise") + "\n"
}
