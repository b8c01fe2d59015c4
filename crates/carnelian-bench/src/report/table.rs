//! Tables in reports: the libraries of each operation, and the points of each sweep.

use super::facts::percent;
use super::numbers::{cost, grouped, nanoseconds, places};
use crate::document::{Document, OperationInfo, Row};
use crate::stats::{Interval, Verdict};
use crate::values::Unit;

/// A table of text cells.
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) lines: Vec<Line>,
}

/// A column.
pub(super) struct Column {
    pub(super) heading: String,
    /// Whether its entries are left-aligned.
    pub(super) left: bool,
    /// Its place if the most important columns come first.
    importance: usize,
}

/// A cell for each column, and whether the line is ours.
pub(super) struct Line {
    pub(super) cells: Vec<String>,
    pub(super) ours: bool,
}

impl Table {
    /// Creates a table with these columns and without lines. Headings of left-aligned columns start with `<`.
    pub(super) fn new<'a>(headings: impl IntoIterator<Item = &'a str>) -> Self {
        let columns = headings.into_iter().enumerate().map(|(importance, heading)| {
            let left = heading.starts_with('<');
            Column { heading: heading.trim_start_matches('<').to_owned(), left, importance }
        });
        Self { columns: columns.collect(), lines: Vec::new() }
    }

    /// Returns the table with the most important columns first.
    pub(super) fn by_importance(mut self) -> Self {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&i| self.columns[i].importance);
        for line in &mut self.lines {
            line.cells = order.iter().map(|&i| std::mem::take(&mut line.cells[i])).collect();
        }
        self.columns.sort_by_key(|column| column.importance);
        self
    }

    /// Creates the table of an operation and its libraries.
    pub(super) fn of_operation(document: &Document, info: &OperationInfo, rows: &[&Row]) -> Self {
        let speed = match info.unit {
            Unit::Bytes(_) => "GB/s",
            Unit::Operations(_) => "op/s",
        };
        let mut headings = vec!["<library", "<version", "<backend", "ns", "±", "cycles", speed, "rounds"];
        let interval = format!("<{} % interval", percent(confidence(document)));
        if document.settings.compare {
            headings.extend(["ratio", &interval, "<"]);
        }
        let each = info.items.as_ref().map(|items| format!("{}/{}", unit_of_each(rows), items.name));
        headings.extend(each.as_deref());
        let mut table = Self::new(headings);
        for column in &mut table.columns {
            column.importance = importance(&column.heading);
        }
        table.lines = rows.iter().map(|row| line(document, row, info.unit)).collect();
        if let Some(items) = &info.items {
            let each = rows.iter().map(|row| of_each(row, rows, items.count));
            table.lines.iter_mut().zip(each).for_each(|(line, each)| line.cells.push(each));
        }
        table
    }
}

/// Returns the place of a column of an operation's table if the most important ones come first: whether we are ahead,
/// of whom, and the times. The cost of one item follows the interval.
fn importance(heading: &str) -> usize {
    const PLACES: [&str; 12] =
        ["ratio", "", "library", "ns", "±", "GB/s", "op/s", INTERVAL, "rounds", "cycles", "version", "backend"];
    const INTERVAL: &str = "% interval";
    let heading = if heading.ends_with(INTERVAL) || heading.contains("s/") { INTERVAL } else { heading };
    PLACES.iter().position(|place| *place == heading).unwrap_or(PLACES.len())
}

/// Returns the unit of the cost of one item: cycles if every row has them.
fn unit_of_each(rows: &[&Row]) -> &'static str {
    if rows.iter().all(|row| row.cycles_iqm.is_some()) { "cycles" } else { "ns" }
}

/// Formats the cost of one of `count` items in the unit that all rows have.
fn of_each(row: &Row, rows: &[&Row], count: u64) -> String {
    let all = if unit_of_each(rows) == "cycles" { row.cycles_iqm } else { None };
    cost(all.unwrap_or(row.ns_iqm) / count as f64)
}

fn line(document: &Document, row: &Row, unit: Unit) -> Line {
    let per_ns = |amount: u64| amount as f64 / row.ns_iqm;
    let time = interval(document, row.ci_ns, Some(row.ci90_ns)).unwrap_or(row.ci90_ns);
    let mut cells = vec![
        row.library.clone(),
        row.version.clone(),
        row.backend.clone(),
        nanoseconds(row.ns_iqm),
        if row.is_of_one_round() { "-".to_owned() } else { format!("{:.1} %", 100.0 * time.half_width() / row.ns_iqm) },
        row.cycles_iqm.map_or("-".to_owned(), |cycles| grouped(cycles.round() as u64)),
        match unit {
            Unit::Bytes(bytes) => format!("{:.3}", per_ns(bytes)),
            Unit::Operations(operations) => per_second(per_ns(operations) * 1e9),
        },
        if row.merged > 1 { format!("{}/{}", row.rounds, row.merged) } else { row.rounds.to_string() },
    ];
    if document.settings.compare {
        let ratio = interval(document, row.ratio_ci, row.ratio_ci90);
        cells.extend([
            row.ratio.map_or(String::new(), |ratio| format!("{ratio:.3}")),
            ratio.map_or(String::new(), |ci| format!("{:.*} to {:.*}", places(ci), ci.low, places(ci), ci.high)),
            ratio.map_or("", |ratio| Verdict::of(ratio).word()).to_owned(),
        ]);
    }
    Line { cells, ours: row.is_ours() }
}

/// Formats a number of operations per second, with decimals where it is small.
fn per_second(operations: f64) -> String {
    if operations < 10.0 { format!("{operations:.2}") } else { grouped(operations.round() as u64) }
}

/// Returns the confidence level of the printed intervals: the requested one, if all rows have an interval at that
/// level. Points of sweeps only have intervals of 90 %.
pub(super) fn confidence(document: &Document) -> f64 {
    let has_ratio = |row: &Row| row.is_of_one_round() || row.ratio.is_some() == row.ratio_ci.is_some();
    let has_all = |row: &Row| row.ci_ns.is_some() && has_ratio(row);
    let given = !document.rows.is_empty() && document.rows.iter().all(has_all);
    if given { document.settings.confidence } else { 0.9 }
}

/// Returns the interval at that level.
fn interval(document: &Document, asked_for: Option<Interval>, at90: Option<Interval>) -> Option<Interval> {
    if confidence(document) == 0.9 { at90.or(asked_for) } else { asked_for }
}
