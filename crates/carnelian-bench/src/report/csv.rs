//! CSV for spreadsheets: a line of headings, then one line for each row of the document.
//!
//! Headings are the names of the fields in JSON; an interval is two columns, `_low` and `_high`, and so are the
//! quartiles. A field without a value is empty. A run that measured growth has points instead of rows, and its table
//! lists the points. Everything else (the machine, other builds, missing libraries, fits) is only in JSON.

use crate::document::Document;
use crate::stats::Interval;
use crate::values::Parameter;
use serde::Serialize;

/// A row in which nested fields are flattened.
#[derive(Serialize)]
struct RowLine<'a> {
    operation: &'a str,
    library: &'a str,
    version: &'a str,
    backend: &'a str,
    build: &'a str,
    ns_median: f64,
    ns_iqm: f64,
    ns_min: Option<f64>,
    ns_quartiles_low: Option<f64>,
    ns_quartiles_high: Option<f64>,
    cycles_iqm: Option<f64>,
    ci90_ns_low: f64,
    ci90_ns_high: f64,
    ci_ns_low: Option<f64>,
    ci_ns_high: Option<f64>,
    rounds: usize,
    merged: usize,
    ratio: Option<f64>,
    ratio_ci90_low: Option<f64>,
    ratio_ci90_high: Option<f64>,
    ratio_ci_low: Option<f64>,
    ratio_ci_high: Option<f64>,
}

/// A point, with the sweep that it belongs to.
#[derive(Serialize)]
struct PointLine<'a> {
    operation: &'a str,
    parameter: Parameter,
    library: &'a str,
    version: &'a str,
    backend: &'a str,
    value: u64,
    ns_iqm: f64,
    ci90_ns_low: f64,
    ci90_ns_high: f64,
    cycles_iqm: Option<f64>,
}

/// Renders the table.
#[must_use]
pub fn render(document: &Document) -> String {
    if document.rows.is_empty() && !document.sweeps.is_empty() {
        table(points(document))
    } else {
        table(rows(document))
    }
}

fn rows(document: &Document) -> impl Iterator<Item = RowLine<'_>> {
    document.rows.iter().map(|row| {
        let low = |interval: Option<Interval>| interval.map(|interval| interval.low);
        let high = |interval: Option<Interval>| interval.map(|interval| interval.high);
        RowLine {
            operation: &row.operation,
            library: &row.library,
            version: &row.version,
            backend: &row.backend,
            build: &row.build,
            ns_median: row.ns_median,
            ns_iqm: row.ns_iqm,
            ns_min: row.ns_min,
            ns_quartiles_low: row.ns_quartiles.map(|[low, _]| low),
            ns_quartiles_high: row.ns_quartiles.map(|[_, high]| high),
            cycles_iqm: row.cycles_iqm,
            ci90_ns_low: row.ci90_ns.low,
            ci90_ns_high: row.ci90_ns.high,
            ci_ns_low: low(row.ci_ns),
            ci_ns_high: high(row.ci_ns),
            rounds: row.rounds,
            merged: row.merged,
            ratio: row.ratio,
            ratio_ci90_low: low(row.ratio_ci90),
            ratio_ci90_high: high(row.ratio_ci90),
            ratio_ci_low: low(row.ratio_ci),
            ratio_ci_high: high(row.ratio_ci),
        }
    })
}

fn points(document: &Document) -> impl Iterator<Item = PointLine<'_>> {
    document.sweeps.iter().flat_map(|sweep| {
        sweep.points.iter().map(|point| PointLine {
            operation: &sweep.operation,
            parameter: sweep.parameter,
            library: &sweep.library,
            version: &sweep.version,
            backend: &sweep.backend,
            value: point.value,
            ns_iqm: point.ns_iqm,
            ci90_ns_low: point.ci90_ns.low,
            ci90_ns_high: point.ci90_ns.high,
            cycles_iqm: point.cycles_iqm,
        })
    })
}

fn table(lines: impl Iterator<Item = impl Serialize>) -> String {
    const WRITTEN: &str = "flat lines of text and numbers can always be written to memory";
    let mut writer = csv::Writer::from_writer(Vec::new());
    lines.for_each(|line| writer.serialize(line).expect(WRITTEN));
    String::from_utf8(writer.into_inner().expect(WRITTEN)).expect(WRITTEN)
}
