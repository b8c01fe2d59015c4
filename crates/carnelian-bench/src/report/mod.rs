//! Reports: the results of a run in several formats.

pub mod chart;
pub mod comparison;
pub mod csv;
mod facts;
mod growth;
pub mod markdown;
mod notes;
mod numbers;
pub mod pages;
mod prepared;
mod rows;
mod screen;
mod table;
pub mod targets;
pub mod text;
mod wrapping;

use crate::document::{Document, json};
use crate::form::Format;
pub use crate::look::Look;
use pages::PageError;
pub use pages::readme;

/// Renders the document in this format, ending with a newline; text is for a terminal of 80 columns.
#[must_use]
pub fn render(document: &Document, format: Format) -> String {
    render_for(document, format, &Look::default())
}

/// Renders the document in this format, text for a terminal with this look.
#[must_use]
pub fn render_for(document: &Document, format: Format, look: &Look) -> String {
    match format {
        Format::Text => text::render(document, look),
        Format::Json => json::render(document),
        Format::Markdown => markdown::render(document),
        Format::Html => pages::of_one(document),
        Format::Csv => csv::render(document),
    }
}

/// Renders text of each document for a terminal with this look, one after the other.
///
/// # Errors
/// [`PageError::Nothing`] if nothing was measured in any of them.
pub fn screens(documents: &[Document], look: &Look) -> Result<String, PageError> {
    if documents.iter().all(|document| document.rows.is_empty() && document.sweeps.is_empty()) {
        return Err(PageError::Nothing);
    }
    Ok(documents.iter().map(|document| text::render(document, look)).collect::<Vec<_>>().join("\n"))
}
