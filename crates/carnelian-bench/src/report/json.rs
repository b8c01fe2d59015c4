//! JSON for programs: the document itself, in the format that [`crate::document`] specifies.

use crate::document::Document;

/// Renders the document.
#[must_use]
pub fn render(document: &Document) -> String {
    serde_json::to_string_pretty(document).expect("strings and finite numbers always serialise") + "\n"
}
