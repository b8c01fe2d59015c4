//! The view of what is behind: the work list of the next tuning.

use super::corpus::{Corpus, Kind, Measured};
use super::model::{Cell, Column, Page, Section, Table};
use super::numbers::{counted, range};
use crate::document::OURS;
use crate::report::numbers::nanoseconds;
use crate::stats::Verdict;

/// Builds the page.
pub(super) fn page(corpus: &Corpus) -> Page {
    Page {
        title: "Where Carnelian is behind".to_owned(),
        lead: vec![format!(
            "Operations in which another library takes less time than {OURS}, worst first: the ratio of {OURS}'s time to \
             that of the fastest other library, with its interval, and the run that says so."
        )],
        glance: None,
        sections: corpus.kinds.iter().map(of_kind).collect(),
    }
}

fn of_kind(kind: &Kind) -> Section {
    let measured: Vec<Measured> = kind.families().into_iter().flat_map(|family| family.operations).collect();
    let compared = measured.iter().filter(|measured| measured.fastest_other().is_some()).count();
    let mut behind: Vec<(f64, Vec<Cell>)> = measured.iter().filter_map(line).collect();
    behind.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let section = Section::new(&kind.name);
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
    section.table(Table {
        caption,
        columns,
        rows: behind.into_iter().map(|(_, cells)| cells).collect(),
        charts: vec![],
    })
}

/// Returns the ratio and the line of an operation; `None` unless another library is ahead in it.
fn line(measured: &Measured) -> Option<(f64, Vec<Cell>)> {
    let ours = measured.row(OURS)?;
    let (theirs, ratio, interval) = measured.fastest_other()?;
    (Verdict::of(interval) == Verdict::Behind).then(|| {
        let cells = vec![
            Cell::words(&measured.info.operation),
            Cell::number(ratio, format!("{ratio:.3}")),
            Cell::words(range(interval)),
            Cell::words(format!("{} {}", theirs.library, theirs.version)),
            Cell::words(&theirs.backend),
            Cell::words(&ours.backend),
            Cell::number(ours.ns_iqm, nanoseconds(ours.ns_iqm)),
            Cell::number(theirs.ns_iqm, nanoseconds(theirs.ns_iqm)),
            Cell::words(measured.run.source()),
        ];
        (ratio, cells)
    })
}
