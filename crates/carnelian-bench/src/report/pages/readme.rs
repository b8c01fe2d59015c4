//! The table in README.md: each operation, our speed, and our time over that of the fastest other library.

use super::corpus::{Corpus, Kind, Measured};
use crate::document::{Document, OperationInfo, Row};
use crate::op;
use crate::report::numbers::grouped;
use crate::report::text::{WIDTH, wrapped};
use crate::stats::{CONFIDENCE_PERCENT, Interval, Verdict};
use crate::values::Unit;
use std::collections::{BTreeSet, HashMap};

/// Renders the table for the microarchitecture with the most measured operations, with the machine and the versions;
/// empty without documents.
#[must_use]
pub fn render(documents: &[Document]) -> String {
    fullest(&Corpus::of(documents)).map(|(newest, operations)| table(newest, &operations)).unwrap_or_default()
}

/// Returns the newest run of the microarchitecture with the most operations, the newest one if several have as many,
/// and these operations.
fn fullest<'a>(corpus: &Corpus<'a>) -> Option<(&'a Document, Vec<Measured<'a>>)> {
    let operations = |kind: &Kind<'a>| kind.families().into_iter().flat_map(|family| family.operations).collect();
    let of_kinds = corpus.kinds.iter().filter_map(|kind| Some((kind.setups.first()?.newest(), operations(kind))));
    // Kinds are ordered newest first, and `max_by_key` returns the last of several maxima.
    of_kinds.rev().max_by_key(|(_, operations): &(_, Vec<Measured<'a>>)| operations.len())
}

fn table(newest: &Document, operations: &[Measured<'_>]) -> String {
    let mut lines: Vec<Line<'_>> = operations.iter().filter_map(Line::of).collect();
    // Order operations as in the registry, regardless of the run that they are from; operations that it no longer has
    // come last.
    let known = op::all();
    let places: HashMap<&str, usize> = known.iter().enumerate().map(|(i, known)| (known.name(), i)).collect();
    lines.sort_by_key(|line| places.get(line.info.operation.as_str()).copied().unwrap_or(usize::MAX));
    let mut page = introduction(newest, &lines);
    page.push_str("\n| operation | ours | fastest other | ours / theirs |\n|---|--:|---|--:|\n");
    page.extend(lines.iter().map(Line::text));
    page.push_str(&versions(operations));
    page
}

/// A line of the table: one operation.
struct Line<'d> {
    info: &'d OperationInfo,
    ours: &'d Row,
    /// The fastest other library, with our time over its.
    fastest: Option<(&'d Row, f64, Interval)>,
}

impl<'d> Line<'d> {
    fn of(measured: &Measured<'d>) -> Option<Self> {
        let rows = measured.rows.iter().copied();
        let ours = rows.clone().find(|row| row.is_ours())?;
        let fastest = rows
            .filter(|row| !row.is_ours())
            .filter_map(|row| Some((row, row.ratio?, row.ratio_ci90?)))
            .max_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
        Some(Self { info: measured.info, ours, fastest })
    }

    fn verdict(&self) -> Option<Verdict> {
        self.fastest.map(|(.., interval)| Verdict::of(interval))
    }

    fn text(&self) -> String {
        let (library, ratio) = match self.fastest {
            None => ("-", "-".to_owned()),
            Some((row, ratio, interval)) => (row.library.as_str(), shown(ratio, Verdict::of(interval))),
        };
        format!("| `{}` | {} | {library} | {ratio} |\n", self.info.operation, speed(self.info, self.ours))
    }
}

fn shown(ratio: f64, verdict: Verdict) -> String {
    match verdict {
        Verdict::Tie => format!("{ratio:.2} (tie)"),
        Verdict::Ahead | Verdict::Behind if ratio < 0.01 => format!("{ratio:.3}"),
        Verdict::Ahead | Verdict::Behind => format!("{ratio:.2}"),
    }
}

/// Returns the introduction to the table.
fn introduction(document: &Document, lines: &[Line<'_>]) -> String {
    let cpu = match &document.microarchitecture {
        Some(kind) => format!("{}, {}", kind.name, document.cpu),
        None => document.cpu.clone(),
    };
    let day = document.date.split('T').next().unwrap_or_default();
    let count = |verdict| lines.iter().filter(|line| line.verdict() == Some(verdict)).count();
    let [ahead, ties, behind] = [Verdict::Ahead, Verdict::Tie, Verdict::Behind].map(count);
    let mut text = format!(
        "Our time over that of the fastest other library, so below 1 we are ahead: in {ahead} of {} operations, with \
         {ties} ties and {behind} behind. {cpu}, {day}, {}.",
        ahead + ties + behind,
        document.rustc
    );
    let widest = lines.iter().filter_map(|line| line.fastest).map(|(.., interval)| interval.half_width());
    if let Some(widest) = widest.reduce(f64::max) {
        text.push_str(&format!(
            " No {CONFIDENCE_PERCENT} % interval of these ratios is wider than ±{}.",
            rounded_up(widest)
        ));
    }
    text.push_str(" Every library on every machine: [BENCHMARKS.md](BENCHMARKS.md).");
    wrapped(&text, WIDTH)
}

/// Rounds up to one significant digit, with a tolerance for floating-point errors only, so that a statement about the
/// widest interval remains true.
fn rounded_up(width: f64) -> String {
    const OFF: f64 = 1e-6;
    let scaled = |places: usize| width * 10f64.powi(places as i32) - OFF;
    let places = (1..4).find(|&places| scaled(places) > 1.0 - 2.0 * OFF).unwrap_or(4);
    format!("{:.places$}", scaled(places).ceil() / 10f64.powi(places as i32))
}

/// Formats the throughput if bytes are counted, and the time of one call otherwise.
fn speed(info: &OperationInfo, ours: &Row) -> String {
    match info.unit {
        Unit::Bytes(bytes) => format!("{:.2} GB/s", bytes as f64 / ours.ns_iqm),
        Unit::Operations(_) => match ours.ns_iqm {
            ns if ns < 1e3 => format!("{ns:.0} ns"),
            ns if ns < 1e6 => format!("{:.1} µs", ns / 1e3),
            ns if ns < 1e9 => format!("{:.1} ms", ns / 1e6),
            ns => format!("{} ms", grouped((ns / 1e6).round() as u64)),
        },
    }
}

/// Lists the measured libraries and versions.
fn versions(operations: &[Measured<'_>]) -> String {
    let others = operations.iter().flat_map(|measured| &measured.rows).filter(|row| !row.is_ours());
    let named: BTreeSet<String> = others.clone().map(|row| format!("{} {}", row.library, row.version)).collect();
    let named: Vec<String> = named.into_iter().collect();
    let mut text = format!("Measured: {}.", named.join(", "));
    if others.clone().any(|row| !row.other_builds.is_empty()) {
        text.push_str(" Each in whichever build it is faster in, the ordinary one or the one for the CPU at hand.");
    }
    format!("\n{}", wrapped(&text, WIDTH))
}
