//! What was measured, said in several forms.

pub mod chart;
pub mod comparison;
pub mod json;
pub mod markdown;
pub mod pages;
pub mod readme;
pub mod text;

use crate::args::Format;
use crate::document::{Document, OperationInfo, Row};
use crate::op::Unit;
use crate::stats::{CONFIDENCE_PERCENT, Interval, Verdict};

/// The document in this form, ending in a newline.
#[must_use]
pub fn render(document: &Document, format: Format) -> String {
    match format {
        Format::Text => text::render(document),
        Format::Json => json::render(document),
        Format::Markdown => markdown::render(document),
        Format::Html => pages::of_one(document),
        Format::Csv => todo!("the pages"),
    }
}

/// An operation and its rows.
fn measured(document: &Document) -> impl Iterator<Item = (&OperationInfo, Vec<&Row>)> {
    document
        .operations
        .iter()
        .map(|info| (info, document.rows.iter().filter(|row| row.operation == info.operation).collect()))
}

/// How to find out more than this document says: what to type, and what it does.
fn advice(document: &Document) -> Vec<(String, &'static str)> {
    let settings = &document.settings;
    let compare = if settings.compare { " --compare" } else { "" };
    let mut advice = Vec::new();
    if !settings.compare {
        advice.push(("carnelian bench --compare".to_owned(), "measures other libraries beside carnelian"));
    }
    if settings.everything {
        let name = document.operations.first().map_or("PATTERN", |info| &info.operation);
        let family = name.split('/').next().unwrap_or(name);
        advice.push((format!("carnelian bench{compare} {family}"), "spends minutes on these operations alone"));
        advice.push((format!("carnelian bench{compare} '{family}/*'"), "the same, by a pattern for whole names"));
    }
    if settings.preset == "quick" {
        advice.push((format!("carnelian bench{compare} --preset normal"), "takes longer and gives narrower intervals"));
    }
    advice
}

/// The headings of [`cells`].
fn headings(unit: Unit) -> [String; 9] {
    let speed = match unit {
        Unit::Bytes(_) => "GB/s",
        Unit::Operations(_) => "op/s",
    };
    ["library", "version", "backend", "ns", "±", "cycles", speed, "ratio", "90 % interval"].map(str::to_owned)
}

/// A row as it is printed, but for the verdict.
fn cells(row: &Row, unit: Unit) -> [String; 9] {
    let per_ns = |amount: u64| amount as f64 / row.ns_iqm;
    [
        row.library.clone(),
        row.version.clone(),
        row.backend.clone(),
        nanoseconds(row.ns_iqm),
        format!("{:.1} %", 100.0 * row.ci90_ns.half_width() / row.ns_iqm),
        row.cycles_iqm.map_or("-".to_owned(), |cycles| grouped(cycles.round() as u64)),
        match unit {
            Unit::Bytes(bytes) => format!("{:.3}", per_ns(bytes)),
            Unit::Operations(operations) => grouped((per_ns(operations) * 1e9).round() as u64),
        },
        row.ratio.map_or(String::new(), |ratio| format!("{ratio:.3}")),
        row.ratio_ci90.map_or(String::new(), |ci| format!("{:.*} to {:.*}", places(ci), ci.low, places(ci), ci.high)),
    ]
}

/// Whether we are ahead of the row's library; nothing on our own row.
fn verdict(row: &Row) -> &'static str {
    row.ratio_ci90.map_or("", |interval| Verdict::of(interval).word())
}

/// How to read the numbers.
fn legend() -> [String; 2] {
    [
        format!(
            "Times are those of one call: the interquartile mean over the rounds, ± half its {CONFIDENCE_PERCENT} % \
             interval. Cycles are those of the time-stamp counter, not of the core."
        ),
        format!(
            "The ratio is carnelian's time over the library's, round by round, with its {CONFIDENCE_PERCENT} % \
             interval: below 1 carnelian is ahead; if the interval contains 1, it is a tie."
        ),
    ]
}

/// Decimals of a ratio's interval: three, unless its ends would then read the same.
fn places(interval: Interval) -> usize {
    let read_alike =
        |places: &usize| format!("{:.*}", *places, interval.low) == format!("{:.*}", *places, interval.high);
    (3..6).find(|places| !read_alike(places)).unwrap_or(3)
}

/// One decimal where it says something.
fn nanoseconds(ns: f64) -> String {
    if ns < 1000.0 { format!("{ns:.1}") } else { grouped(ns.round() as u64) }
}

/// With a comma between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
