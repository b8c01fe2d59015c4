//! The page of one class for a repository: every operation of every library, without what the results say in more
//! detail than a reader needs.

use super::super::corpus::{Corpus, Family, Kind, Measured};
use super::super::model::{Cell, Column, Page, Section, Table};
use super::super::numbers::{Time, range, uncertainty};
use super::super::{behind, standing};
use super::{glance, growth, lead, legend, overview, platforms, prepared, schemes};
use crate::stats::Verdict;
use crate::values::OURS;
use std::collections::BTreeMap;

/// Builds the page.
pub(super) fn page(corpus: &Corpus, kind: &Kind) -> Page {
    let sections = [
        Some(behind::section("Where it is behind", kind)),
        operations(corpus, kind),
        schemes::section(corpus),
        prepared::section(corpus),
        growth::section(corpus),
        machines(kind),
        libraries(corpus, kind),
    ];
    Page {
        title: format!("Carnelian's speed on {}", kind.heading()),
        lead: lead(corpus),
        glance: glance::section(corpus),
        sections: sections.into_iter().flatten().chain([legend(corpus)]).collect(),
    }
}

/// Returns a table for each family: our time over that of the best other library, and the time of every library.
fn operations(corpus: &Corpus, kind: &Kind) -> Option<Section> {
    let families = kind.families();
    Section::new("Operations and libraries")
        .text(format!(
            "Nanoseconds of one call. The ratio is that of {OURS}'s time to that of the best other library, with its \
             interval; ± is of {OURS}'s time."
        ))
        .parts(families.iter().map(|family| Section::new(family.name).table(of_family(corpus, kind, family))))
        .unless_empty()
}

fn of_family(corpus: &Corpus, kind: &Kind, family: &Family) -> Table {
    let libraries = family.libraries();
    let mut columns =
        vec![Column::words("operation"), Column::numbers("ratio"), Column::words("interval"), Column::numbers("±")];
    columns.extend(libraries.iter().map(|library| Column::numbers(*library).colored(corpus.colors.get(library))));
    columns.push(Column::words("run"));
    let rows = family.operations.iter().map(|measured| {
        let times = libraries.iter().map(|library| {
            let cell = |row| overview::cell(Time::Nanoseconds, measured, row).best_if(measured.is_best(library));
            measured.row(library).map_or_else(Cell::none, cell)
        });
        let run = Cell::words(measured.run.source());
        [Cell::words(&measured.info.operation)]
            .into_iter()
            .chain(ratio_of(measured))
            .chain(times)
            .chain([run])
            .collect()
    });
    let caption = format!("{} on {}: nanoseconds of one call", family.name, kind.name);
    Table { caption, columns, rows: rows.collect(), charts: vec![] }
}

/// Returns the ratio, its interval, and the uncertainty of our time.
fn ratio_of(measured: &Measured) -> [Cell; 3] {
    let ours = measured.row(OURS).map_or_else(Cell::none, uncertainty);
    match standing::of_one(measured) {
        Some(standing) => {
            let cell = Cell::number(standing.ratio, format!("{:.3}", standing.ratio))
                .best_if(standing.verdict == Verdict::Ahead);
            [cell, Cell::words(range(standing.interval)), ours]
        }
        None => [Cell::none(), Cell::none(), ours],
    }
}

/// Returns the facts of each machine, and what could not be measured there.
fn machines(kind: &Kind) -> Option<Section> {
    let parts = kind
        .setups
        .iter()
        .map(|setup| Section::new(&setup.name).facts(platforms::facts(setup)).parts(platforms::not_measured(setup)));
    Section::new("Machines").parts(parts).unless_empty()
}

/// Returns the table of the libraries, with the versions and backends that ran.
fn libraries(corpus: &Corpus, kind: &Kind) -> Option<Section> {
    let mut libraries: BTreeMap<(bool, &str), [Vec<&str>; 3]> = BTreeMap::new();
    for measured in kind.families().into_iter().flat_map(|family| family.operations) {
        for row in measured.rows {
            let known = libraries.entry((!row.is_ours(), &row.library)).or_default();
            for (known, found) in known.iter_mut().zip([&row.version, &row.build, &row.backend]) {
                if !found.is_empty() && !known.contains(&found.as_str()) {
                    known.push(found);
                }
            }
        }
    }
    let rows = libraries.into_iter().map(|((_, library), known)| {
        let name = Cell::words(library).colored(corpus.colors.get(library));
        [name].into_iter().chain(known.map(|known| Cell::words(known.join("; ")))).collect()
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let columns = ["library", "version", "builds", "backends"].map(Column::words).into();
    let caption = format!("Libraries on {}: versions, builds that were the fastest, and backends", kind.name);
    (!rows.is_empty()).then(|| Section::new("Libraries").table(Table { caption, columns, rows, charts: vec![] }))
}
