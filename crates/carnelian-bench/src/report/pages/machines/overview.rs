//! Operations × libraries for each class.

use super::super::super::numbers::cost;
use super::super::corpus::{Corpus, Family, Kind, Measured};
use super::super::model::{Cell, Column, Section, Table};
use super::super::numbers::{Time, counted};
use super::bars;
use crate::document::Row;

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let kinds = corpus.kinds.iter().filter_map(|kind| of_kind(corpus, kind));
    Section::new("Operations and libraries").parts(kinds).unless_empty()
}

fn of_kind(corpus: &Corpus, kind: &Kind) -> Option<Section> {
    let families = kind.families();
    let time =
        Time::of(families.iter().flat_map(|family| &family.operations).flat_map(|measured| &measured.rows).copied());
    let runs: usize = kind.setups.iter().map(|setup| setup.runs.len()).sum();
    let from = if runs > 1 {
        format!(" From {}; each row is of the newest that measured the operation.", counted(runs, "run"))
    } else {
        String::new()
    };
    let counted = match time {
        Time::Cycles => "Cycles of one call.",
        Time::Nanoseconds => "Nanoseconds of one call: not every run here could count cycles.",
    };
    Section::new(format!("{}, {}", kind.heading(), time.word()))
        .text(format!("{counted}{from}"))
        .parts(families.iter().map(|family| of_family(corpus, kind, family, time)))
        .unless_empty()
}

fn of_family(corpus: &Corpus, kind: &Kind, family: &Family, time: Time) -> Section {
    let libraries = family.libraries();
    let mut columns = vec![Column::words("operation")];
    columns.extend(libraries.iter().map(|library| Column::numbers(*library).colored(corpus.colors.get(library))));
    columns.push(Column::words("run"));
    let rows = family.operations.iter().map(|measured| {
        let cells = libraries.iter().map(|library| {
            let cell = |row| cell(time, measured, row).best_if(measured.is_best(library));
            measured.row(library).map_or_else(Cell::none, cell)
        });
        [Cell::words(&measured.info.operation)]
            .into_iter()
            .chain(cells)
            .chain([Cell::words(measured.run.source())])
            .collect()
    });
    let caption = format!("{} on {}: {} of one call", family.name, kind.name, time.word());
    Section::new(family.name).table(Table {
        charts: bars::charts(corpus, kind, family),
        caption,
        columns,
        rows: rows.collect(),
    })
}

/// Returns the cell of a row, with the cost of one item in brackets if a call processes several.
pub(super) fn cell(time: Time, measured: &Measured, row: &Row) -> Cell {
    let mut cell = time.cell(row);
    if let Some(items) = &measured.info.items {
        cell.text.push_str(&format!(" ({} per {})", cost(time.value(row) / items.count as f64), items.name));
    }
    cell
}
