//! JSON for programs: a contract, versioned by `schema`.
//!
//! The document is an object with the fields of [`Document`], of which `rows` holds one object for each library and
//! operation with the fields of [`JsonRow`]. Readers ignore fields that they do not know; a field keeps its meaning for
//! as long as `schema` is the same. Nothing in it names the host or the user.

use super::Report;
use crate::session::Row;
use crate::stats::Interval;
use serde::Serialize;

/// What `schema` says.
pub const SCHEMA: u32 = 1;

/// The whole.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    /// The version of this contract.
    pub schema: u32,
    /// Architecture, operating system and number of hardware threads.
    pub machine: &'a str,
    /// The CPU's own name.
    pub cpu: &'a str,
    /// When the run began: RFC 3339, UTC.
    pub date: &'a str,
    /// The compiler that built the program.
    pub rustc: &'a str,
    /// One for each library and operation: an operation's rows follow one another, ours first.
    pub rows: Vec<JsonRow<'a>>,
    /// Libraries whose answer to an operation is not ours; they are not timed.
    pub differing: Vec<JsonDiffering<'a>>,
    /// Libraries that could not be measured at all.
    pub missing: Vec<JsonMissing<'a>>,
    /// Selected operations for which no time was left.
    pub out_of_time: &'a [String],
}

/// One library on one operation. Times are those of one call.
#[derive(Debug, Serialize)]
pub struct JsonRow<'a> {
    /// The operation's name.
    pub operation: &'a str,
    /// The library's name; ours is `carnelian`.
    pub library: &'a str,
    /// The library's version.
    pub version: &'a str,
    /// The backend that ran, where the library lets one know.
    pub backend: &'a str,
    /// The median over the rounds, in nanoseconds.
    pub ns_median: f64,
    /// The interquartile mean over the rounds, in nanoseconds.
    pub ns_iqm: f64,
    /// The interquartile mean in cycles of an invariant time-stamp counter; null where there is none.
    pub cycles_iqm: Option<f64>,
    /// The 90 % confidence interval of `ns_iqm`: `[low, high]`.
    pub ci90_ns: [f64; 2],
    /// The number of rounds.
    pub rounds: usize,
    /// On peers' rows: our time over theirs. Each round's ratio is that of two interquartile means over the round's
    /// samples, and this is the interquartile mean of the rounds' ratios.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// On peers' rows: the 90 % confidence interval of `ratio`, `[low, high]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_ci90: Option<[f64; 2]>,
}

/// A library whose answer to an operation is not ours.
#[derive(Debug, Serialize)]
pub struct JsonDiffering<'a> {
    /// The operation's name.
    pub operation: &'a str,
    /// The library's name.
    pub library: &'a str,
    /// The library's version.
    pub version: &'a str,
    /// What does not agree.
    pub reason: &'a str,
}

/// A library that could not be measured.
#[derive(Debug, Serialize)]
pub struct JsonMissing<'a> {
    /// The library's name.
    pub library: &'a str,
    /// Why.
    pub reason: &'a str,
}

/// The document.
#[must_use]
pub fn render(report: &Report) -> String {
    let (machine, results) = (&report.machine, &report.results);
    let document = Document {
        schema: SCHEMA,
        machine: &machine.machine,
        cpu: &machine.cpu,
        date: &machine.date,
        rustc: &machine.rustc,
        rows: results
            .operations
            .iter()
            .flat_map(|measured| measured.rows.iter().map(|row| json_row(&measured.operation, row)))
            .collect(),
        differing: results
            .operations
            .iter()
            .flat_map(|measured| {
                measured.differing.iter().map(|peer| JsonDiffering {
                    operation: &measured.operation,
                    library: &peer.library,
                    version: &peer.version,
                    reason: &peer.reason,
                })
            })
            .collect(),
        missing: results.missing.iter().map(|m| JsonMissing { library: m.name, reason: &m.reason }).collect(),
        out_of_time: &results.out_of_time,
    };
    serde_json::to_string_pretty(&document).expect("strings and numbers always serialise") + "\n"
}

fn json_row<'a>(operation: &'a str, row: &'a Row) -> JsonRow<'a> {
    let ends = |interval: Interval| [interval.low, interval.high];
    JsonRow {
        operation,
        library: &row.library,
        version: &row.version,
        backend: &row.backend,
        ns_median: row.ns_median,
        ns_iqm: row.ns.iqm,
        cycles_iqm: row.cycles_iqm,
        ci90_ns: ends(row.ns.ci90),
        rounds: row.rounds,
        ratio: row.ratio.map(|ratio| ratio.iqm),
        ratio_ci90: row.ratio_ci90().map(ends),
    }
}
