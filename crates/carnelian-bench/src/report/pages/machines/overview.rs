//! Operations × libraries for each microarchitecture.

use super::super::super::chart::{Bars, Series};
use super::super::super::numbers::cost;
use super::super::corpus::{Corpus, Families, Family, Kind, Measured};
use super::super::model::{Cell, Column, Section, Table};
use super::super::numbers::{Time, counted, listed};
use crate::document::{OURS, Row};

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
        .text(format!("{counted}{from}{}", standing(&families)))
        .parts(families.iter().map(|family| of_family(corpus, kind, family, time)))
        .unless_empty()
}

/// Summarizes our standing in a sentence; empty without peers.
fn standing(families: &Families) -> String {
    let mut counts = [0; 3];
    for measured in families.iter().flat_map(|family| &family.operations) {
        if measured.rows.len() > 1 && measured.row(OURS).is_some() {
            let best = measured.best();
            let [alone, among, behind] = &mut counts;
            *(if !best.contains(&OURS) {
                behind
            } else if best.len() > 1 {
                among
            } else {
                alone
            }) += 1;
        }
    }
    let [alone, among, behind] = counts;
    let clauses: Vec<String> = [(alone, "is the fastest"), (among, "is among the fastest"), (behind, "is behind")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what} in {count}"))
        .collect();
    match alone + among + behind {
        0 => String::new(),
        all => format!(" Of {}, {OURS} {}.", counted(all, "operation"), listed(&clauses)),
    }
}

fn of_family(corpus: &Corpus, kind: &Kind, family: &Family, time: Time) -> Section {
    let libraries = family.libraries();
    let mut columns = vec![Column::words("operation")];
    columns.extend(libraries.iter().map(|library| Column::numbers(*library).colored(corpus.colors.get(library))));
    let rows = family.operations.iter().map(|measured| {
        let cells = libraries.iter().map(|library| {
            let cell = |row| cell(time, measured, row).best_if(measured.is_best(library));
            measured.row(library).map_or_else(Cell::none, cell)
        });
        [Cell::words(&measured.info.operation)].into_iter().chain(cells).collect()
    });
    let caption = format!("{} on {}: {} of one call", family.name, kind.name, time.word());
    Section::new(family.name).table(Table {
        charts: vec![bars(corpus, family, &libraries, time, &caption)],
        caption,
        columns,
        rows: rows.collect(),
    })
}

/// Returns the cell of a row, with the cost of one item in brackets if a call processes several.
fn cell(time: Time, measured: &Measured, row: &Row) -> Cell {
    let mut cell = time.cell(row);
    if let Some(items) = &measured.info.items {
        cell.text.push_str(&format!(" ({} per {})", cost(time.value(row) / items.count as f64), items.name));
    }
    cell
}

fn bars(corpus: &Corpus, family: &Family, libraries: &[&str], time: Time, title: &str) -> String {
    let series = libraries.iter().map(|library| Series {
        name: (*library).to_owned(),
        color: corpus.colors.get(library),
        values: family.operations.iter().map(|measured| measured.row(library).map(|row| time.value(row))).collect(),
    });
    let bars = Bars {
        title: title.to_owned(),
        description: "A group of bars for each operation, one bar for each library; shorter is faster.".to_owned(),
        unit: time.word().to_owned(),
        categories: family.operations.iter().map(|measured| measured.short_name().to_owned()).collect(),
        series: series.collect(),
        logarithmic: true,
    };
    bars.svg()
}
