//! Our own speed in every class: work in a second, and the time of one call with its interval.

use super::super::super::chart::{Radar, Series, Size};
use super::super::corpus::{Corpus, Families, Family, Measured, interval};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::numbers::{Axis, milliseconds, rounded, speed, speed_unit};
use crate::document::Row;
use crate::values::OURS;
use std::collections::HashSet;

/// Returns the section; `None` if there is only one class.
pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    if corpus.kinds.len() < 2 {
        return None;
    }
    let kinds: Vec<(String, Families)> = corpus.kinds.iter().map(|kind| (kind.heading(), kind.families())).collect();
    let mut seen = HashSet::new();
    let names = kinds.iter().flat_map(|(_, families)| families.iter()).map(|family| family.name);
    let parts = names.filter(|name| seen.insert(*name)).filter_map(|name| {
        let family = Section::new(name).table(table(&kinds, name)?);
        Some(family.table(times(&kinds, name)))
    });
    Section::new("Across machines")
        .text(format!(
            "What {OURS} does in a second in each class; more is better. Below, the time of one call in milliseconds, \
             half of its interval, and the number of rounds in brackets."
        ))
        .parts(parts)
        .unless_empty()
}

/// Returns the table; `None` if our library was not measured on the family.
fn table(kinds: &[(String, Families)], family: &str) -> Option<Table> {
    let families: Vec<Option<&Family>> = kinds.iter().map(|(_, families)| families.named(family)).collect();
    let operations = operations(&families);
    let mut columns = vec![Column::words("operation"), Column::words("unit")];
    columns.extend(kinds.iter().map(|(heading, _)| Column::numbers(heading)));
    let rows = operations.iter().map(|operation| {
        let unit = operation.info.unit;
        let names = [Cell::words(&operation.info.operation), Cell::words(speed_unit(unit))];
        let cells = families.iter().map(|family| {
            let speed = ours(*family, operation).map(|row| speed(row, unit));
            speed.map_or_else(Cell::none, |speed| Cell::number(speed, rounded(speed)))
        });
        names.into_iter().chain(cells).collect()
    });
    let charts = radar(kinds, family).iter().map(|radar| Chart::Drawn(radar.svg(Size::Narrow))).collect();
    (!operations.is_empty()).then(|| Table { rows: rows.collect(), caption: caption(family), columns, charts })
}

/// Returns the table of the times of one call.
fn times(kinds: &[(String, Families)], family: &str) -> Table {
    let families: Vec<Option<&Family>> = kinds.iter().map(|(_, families)| families.named(family)).collect();
    let mut columns = vec![Column::words("operation")];
    columns.extend(kinds.iter().map(|(heading, _)| Column::numbers(format!("{heading}, ms"))));
    let rows = operations(&families).into_iter().map(|operation| {
        let cells = families.iter().map(|family| {
            let Some(row) = ours(*family, operation) else { return Cell::none() };
            let (time, half) = (milliseconds(row.ns_iqm, 4), milliseconds(interval(row).half_width(), 2));
            let half = if row.is_of_one_round() { String::new() } else { format!(" ± {half}") };
            Cell::number(row.ns_iqm, format!("{time}{half} ({})", row.rounds))
        });
        [Cell::words(&operation.info.operation)].into_iter().chain(cells).collect()
    });
    Table {
        rows: rows.collect(),
        caption: format!("{family}: time of one call in each class"),
        columns,
        charts: vec![],
    }
}

fn caption(family: &str) -> String {
    format!("{family}: work of {OURS} in a second in each class")
}

/// Returns the radar chart of each family.
pub(super) fn radars(corpus: &Corpus) -> Vec<(String, Radar)> {
    let kinds: Vec<(String, Families)> = corpus.kinds.iter().map(|kind| (kind.heading(), kind.families())).collect();
    let mut seen = HashSet::new();
    let names = kinds.iter().flat_map(|(_, families)| families.iter()).map(|family| family.name);
    names.filter(|name| seen.insert(*name)).filter_map(|name| Some((name.to_owned(), radar(&kinds, name)?))).collect()
}

/// Returns a radar chart, which needs at least three axes.
fn radar(kinds: &[(String, Families)], family: &str) -> Option<Radar> {
    let families: Vec<Option<&Family>> = kinds.iter().map(|(_, families)| families.named(family)).collect();
    let operations = operations(&families);
    let axis = Axis::of(operations.iter().map(|operation| operation.info.unit));
    let series = kinds.iter().zip(&families).enumerate().map(|(i, ((heading, _), family))| Series {
        name: heading.clone(),
        color: i,
        values: operations
            .iter()
            .map(|operation| Some(axis.value(ours(*family, operation)?, operation.info.unit)))
            .collect(),
    });
    (operations.len() >= 3).then(|| Radar {
        title: caption(family),
        description: "An axis for each operation, on a logarithmic scale; farther out is faster.".to_owned(),
        unit: axis.unit().to_owned(),
        axes: operations.iter().map(|measured| measured.short_name().to_owned()).collect(),
        series: series.collect(),
    })
}

/// Returns the operations of a family that our library was measured on anywhere.
fn operations<'f, 'a>(families: &[Option<&'f Family<'a>>]) -> Vec<&'f Measured<'a>> {
    let mut seen = HashSet::new();
    let operations = families.iter().flatten().flat_map(|family| &family.operations);
    operations
        .filter(|measured| measured.row(OURS).is_some() && seen.insert(measured.info.operation.as_str()))
        .collect()
}

fn ours<'a>(family: Option<&Family<'a>>, operation: &Measured) -> Option<&'a Row> {
    family?.row(operation, OURS)
}
