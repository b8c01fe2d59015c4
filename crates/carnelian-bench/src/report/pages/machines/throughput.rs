//! Throughput, also in percent of one library's.

use super::super::super::chart::{Radar, Series, Size};
use super::super::corpus::{Corpus, Family, Kind, Measured};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::numbers::{Axis, percentage, rounded, speed, speed_unit};
use crate::values::OURS;

/// Returns the section of all that was measured, or only of families that `relative_to` was measured on.
pub(super) fn section(corpus: &Corpus, relative_to: &str, everything: bool) -> Option<Section> {
    let kinds = corpus.kinds.iter().filter_map(|kind| of_kind(corpus, kind, relative_to, everything));
    Section::new("Work in a second")
        .text(format!(
            "Megabytes or operations in a second, more is better; in brackets the percentage of what {relative_to} does. \
             A batch counts as its items."
        ))
        .parts(kinds)
        .unless_empty()
}

fn of_kind(corpus: &Corpus, kind: &Kind, relative_to: &str, everything: bool) -> Option<Section> {
    let families = kind.families();
    let families = families.iter().filter(|family| everything || family.libraries().contains(&relative_to));
    let parts = families.map(|family| Section::new(family.name).table(table(corpus, kind, family, relative_to)));
    Section::new(kind.heading()).parts(parts).unless_empty()
}

fn table(corpus: &Corpus, kind: &Kind, family: &Family, relative_to: &str) -> Table {
    let libraries = family.libraries();
    let mut columns = vec![Column::words("operation"), Column::words("unit")];
    columns.extend(libraries.iter().map(|library| Column::numbers(*library).colored(corpus.colors.get(library))));
    let rows = family.operations.iter().map(|measured| {
        let names = [Cell::words(&measured.info.operation), Cell::words(speed_unit(measured.info.unit))];
        names.into_iter().chain(libraries.iter().map(|library| cell(measured, library, relative_to))).collect()
    });
    let caption = caption(kind, family, relative_to);
    // Where there are several microarchitectures, radar charts compare those.
    let radar = (corpus.kinds.len() == 1).then(|| radar(corpus, kind, family, relative_to)).flatten();
    let charts = radar.iter().map(|radar| Chart::Drawn(radar.svg(Size::Narrow))).collect();
    Table { charts, caption, columns, rows: rows.collect() }
}

fn cell(measured: &Measured, library: &str, relative_to: &str) -> Cell {
    let Some(row) = measured.row(library) else { return Cell::none() };
    let speed = speed(row, measured.info.unit);
    let share = measured.row(relative_to).filter(|_| library != relative_to).map(|base| base.ns_iqm / row.ns_iqm);
    let share = share.map(|share| format!(" ({})", percentage(share))).unwrap_or_default();
    Cell::number(speed, rounded(speed) + &share).best_if(measured.is_best(library))
}

fn caption(kind: &Kind, family: &Family, relative_to: &str) -> String {
    format!("{} on {}: work in a second, relative to {relative_to}", family.name, kind.name)
}

/// Returns the radar chart of each family of the only microarchitecture.
pub(super) fn radars(corpus: &Corpus) -> Vec<(String, Radar)> {
    let [kind] = &corpus.kinds[..] else { return Vec::new() };
    let families = kind.families();
    let radar = |family: &Family| Some((family.name.to_owned(), radar(corpus, kind, family, OURS)?));
    families.iter().filter_map(radar).collect()
}

/// Returns a radar chart, which needs at least three axes.
fn radar(corpus: &Corpus, kind: &Kind, family: &Family, relative_to: &str) -> Option<Radar> {
    let libraries = family.libraries();
    let axis = Axis::of(family.operations.iter().map(|measured| measured.info.unit));
    let value = |measured: &Measured, library| Some(axis.value(measured.row(library)?, measured.info.unit));
    let series = libraries.iter().map(|library| Series {
        name: (*library).to_owned(),
        color: corpus.colors.get(library),
        values: family.operations.iter().map(|measured| value(measured, library)).collect(),
    });
    (family.operations.len() >= 3).then(|| Radar {
        title: caption(kind, family, relative_to),
        description: "An axis for each operation, on a logarithmic scale; farther out is faster.".to_owned(),
        unit: axis.unit().to_owned(),
        axes: family.operations.iter().map(|measured| measured.short_name().to_owned()).collect(),
        series: series.collect(),
    })
}
