//! Pages from the documents of many runs, on many machines.
//!
//! A view ([`View`]) turns documents into a `model::Page`: headings, facts, tables, and charts that belong to tables.
//! The page is then written in HTML or in Markdown, with the same content. It does not depend on the time at which it
//! is made nor, except in the view of profiles, on the order of the documents: the same documents produce the same
//! bytes.

mod behind;
mod charts;
mod classes;
mod colors;
mod corpus;
mod html;
mod machines;
mod markdown;
mod model;
mod numbers;
mod profiles;
pub mod readme;
mod repository;
mod results;
mod standing;
mod tiers;

use crate::document::Document;
use crate::form::{PageFormat, View};
use crate::values::OURS;
pub use classes::{of_class, of_this_machine};
use corpus::Corpus;
use std::collections::BTreeSet;
use std::fmt;

/// The reason why these documents do not make a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// The documents contain no measurements.
    Nothing,
    /// No document contains the library that percentages are relative to.
    UnknownLibrary {
        /// Its name.
        library: String,
        /// The names of all measured libraries.
        known: Vec<String>,
    },
    /// No document is of the class.
    UnknownClass {
        /// Its name.
        class: String,
        /// The names of the documents' classes.
        known: Vec<String>,
    },
    /// The view is limited to one machine.
    SeveralMachines {
        /// The machines' names.
        machines: Vec<String>,
    },
    /// The view compares tiers, and there is only one.
    OneTier {
        /// Its name.
        tier: String,
    },
    /// The view compares builds, and two documents have the same build and tier.
    SameBuild {
        /// Its name.
        build: String,
    },
    /// The view compares builds, and there is only one document.
    OneBuild,
    /// The view exists only in Markdown, and another form was requested.
    MarkdownAlone,
    /// The view is a page, and text for a terminal was requested.
    NoText,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => {
                f.write_str("nothing was measured in these results; those of a run that ended are expected")
            }
            Self::UnknownLibrary { library, known } => {
                write!(f, "`{library}` was not measured in these results; there are: {}", known.join(", "))
            }
            Self::UnknownClass { class, known } => {
                write!(f, "none of these results is of the class `{class}`; there are: {}", known.join(", "))
            }
            Self::SeveralMachines { machines } => {
                write!(f, "this view compares results of one machine, these are of {}", numbers::listed(machines))
            }
            Self::OneTier { tier } => {
                write!(
                    f,
                    "this view compares tiers, all of these results are at {tier}; results at two or more are expected"
                )
            }
            Self::SameBuild { build } => {
                write!(f, "this view compares builds, two of these results are of `{build}`; one of each is expected")
            }
            Self::MarkdownAlone => f.write_str("this view is no page of HTML; use `--format markdown`"),
            Self::NoText => f.write_str("this view is a page; use `--format markdown` or `--format html`"),
            Self::OneBuild => f.write_str("this view compares builds; the results of two or more are expected"),
        }
    }
}

impl std::error::Error for PageError {}

/// Renders `view` of `documents`, ending with a newline. Percentages in it are relative to the speed of the library
/// `relative_to`.
///
/// # Errors
/// Returns a [`PageError`] if the documents are not suitable for the view.
pub fn render(documents: &[Document], view: View, format: PageFormat, relative_to: &str) -> Result<String, PageError> {
    let rows = documents.iter().flat_map(|document| &document.rows).map(|row| row.library.as_str());
    let sweeps = documents.iter().flat_map(|document| &document.sweeps).map(|sweep| sweep.library.as_str());
    let known: BTreeSet<&str> = rows.chain(sweeps).collect();
    if known.is_empty() {
        return Err(PageError::Nothing);
    }
    if !known.contains(relative_to) {
        let known = known.into_iter().map(str::to_owned).collect();
        return Err(PageError::UnknownLibrary { library: relative_to.to_owned(), known });
    }
    if format == PageFormat::Text {
        return Err(PageError::NoText);
    }
    let page = match view {
        View::Machines => machines::page(&Corpus::of(documents), relative_to),
        View::Throughput => machines::throughput(&Corpus::of(documents), relative_to),
        View::Tiers => tiers::page(&Corpus::of(documents))?,
        View::Profiles => profiles::page(documents)?,
        View::Behind => behind::page(&Corpus::of(documents)),
        View::Repository | View::Readme | View::Charts | View::Results if format == PageFormat::Html => {
            return Err(PageError::MarkdownAlone);
        }
        View::Readme => return Ok(readme::render(documents)),
        View::Charts => return Ok(charts::render(&Corpus::of(documents))),
        View::Repository => return Ok(repository::render(&Corpus::of(documents))),
        View::Results => return Ok(results::render(documents)),
    };
    Ok(match format {
        PageFormat::Markdown | PageFormat::Text => markdown::render(&page),
        PageFormat::Html => html::render(&page),
    })
}

/// Renders the page of one run.
#[must_use]
pub(super) fn of_one(document: &Document) -> String {
    html::render(&machines::page(&Corpus::of(std::slice::from_ref(document)), OURS))
}

/// Checks that all documents are from one machine, as programs for 64-bit or for 32-bit x86.
fn one_machine(documents: &[&Document]) -> Result<(), PageError> {
    let machines: BTreeSet<String> =
        documents.iter().map(|document| format!("{} ({})", document.cpu, document.machine)).collect();
    let alike: BTreeSet<String> = machines.iter().map(|machine| machine.replacen("(x86 ", "(x86_64 ", 1)).collect();
    if alike.len() > 1 {
        return Err(PageError::SeveralMachines { machines: machines.into_iter().collect() });
    }
    Ok(())
}
