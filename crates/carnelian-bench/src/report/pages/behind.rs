//! The view of what is behind: the work list of the next tuning.

use super::corpus::{Corpus, Families, Kind};
use super::model::{Cell, Column, Page, Section, Table};
use super::numbers::{counted, range};
use super::standing;
use crate::document::Standing;
use crate::report::numbers::nanoseconds;
use crate::values::OURS;

/// Builds the page.
pub(super) fn page(corpus: &Corpus) -> Page {
    Page {
        title: "Where Carnelian is behind".to_owned(),
        lead: vec![format!(
            "Operations in which another library takes less time than {OURS}, worst first: the ratio of {OURS}'s time to \
             that of the fastest other library, with its interval, and the run that says so."
        )],
        glance: None,
        sections: corpus.kinds.iter().map(|kind| section(&kind.name, kind)).collect(),
    }
}

/// Returns the section of a class, under this heading.
pub(super) fn section(heading: &str, kind: &Kind) -> Section {
    let families = kind.families();
    let standings = standing::of(&families);
    let (behind, compared) = (standings.behind(), standings.counted.len());
    let section = Section::new(heading);
    if behind.is_empty() {
        return section.text(format!("Of {}, none is behind.", counted(compared, "operation")));
    }
    let caption = format!("Behind on {}: {} of {compared}", kind.name, behind.len());
    let columns = vec![
        Column::words("operation"),
        Column::numbers("ratio"),
        Column::words("interval"),
        Column::words("fastest other"),
        Column::words("its backend"),
        Column::words("our backend"),
        Column::numbers("ours, ns"),
        Column::numbers("theirs, ns"),
        Column::words("run"),
    ];
    let rows = behind.into_iter().filter_map(|standing| line(&families, standing)).collect();
    section.table(Table { caption, columns, rows, charts: vec![] })
}

/// Returns the line of an operation.
fn line(families: &Families, standing: &Standing) -> Option<Vec<Cell>> {
    let Standing { operation, other: theirs, ratio, interval, .. } = *standing;
    let measured = families.measured(operation)?;
    let ours = measured.row(OURS)?;
    Some(vec![
        Cell::words(operation),
        Cell::number(ratio, format!("{ratio:.3}")),
        Cell::words(range(interval)),
        Cell::words(format!("{} {}", theirs.library, theirs.version)),
        Cell::words(&theirs.backend),
        Cell::words(&ours.backend),
        Cell::number(ours.ns_iqm, nanoseconds(ours.ns_iqm)),
        Cell::number(theirs.ns_iqm, nanoseconds(theirs.ns_iqm)),
        Cell::words(measured.run.source()),
    ])
}
