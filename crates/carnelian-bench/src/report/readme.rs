//! The table in README.md: each operation, how fast ours is, and our time over each project's.

use super::numbers::grouped;
use super::text::{WIDTH, wrapped};
use crate::document::{Document, OperationInfo, Row};
use crate::op::Unit;
use crate::stats::{CONFIDENCE_PERCENT, Verdict};
use std::collections::BTreeMap;

/// The table of the newest document of the newest microarchitecture, with what it was measured on and with what;
/// nothing without documents.
#[must_use]
pub fn render(documents: &[Document]) -> String {
    newest(documents).map(table).unwrap_or_default()
}

/// A machine of a kind that is not known is older than all that are. Dates in RFC 3339 and UTC sort as text.
fn newest(documents: &[Document]) -> Option<&Document> {
    let year = |document: &Document| document.microarchitecture.as_ref().map(|kind| kind.year);
    documents.iter().max_by_key(|document| (year(document), &document.date))
}

fn table(document: &Document) -> String {
    let projects = projects(document);
    let mut page = introduction(document);
    let columns: String = projects.iter().map(|project| format!(" {project} |")).collect();
    page.push_str(&format!("\n| operation | ours |{columns}\n|---|--:|{}\n", "--:|".repeat(projects.len())));
    for info in &document.operations {
        let rows: Vec<&Row> = document.rows.iter().filter(|row| row.operation == info.operation).collect();
        let Some(ours) = rows.iter().find(|row| row.is_ours()) else { continue };
        let ratios: String = projects.iter().map(|project| format!(" {} |", ratio(&rows, project))).collect();
        page.push_str(&format!("| `{}` | {} |{ratios}\n", info.operation, speed(info, ours)));
    }
    page.push_str(&versions(document));
    page
}

/// What a reader needs before the table.
fn introduction(document: &Document) -> String {
    let cpu = match &document.microarchitecture {
        Some(kind) => format!("{}, {}", kind.name, document.cpu),
        None => document.cpu.clone(),
    };
    let day = document.date.split('T').next().unwrap_or_default();
    let mut text = format!("Our time over theirs, so below 1 we are ahead. {cpu}, {day}, {}.", document.rustc);
    let widest = document.rows.iter().filter_map(|row| row.ratio_ci90).map(|interval| interval.half_width());
    if let Some(widest) = widest.reduce(f64::max) {
        text.push_str(&format!(
            " No {CONFIDENCE_PERCENT} % interval of a ratio is wider than ±{}.",
            rounded_up(widest)
        ));
    }
    text.push_str(" Everything, on every machine: [BENCHMARKS.md](BENCHMARKS.md).");
    wrapped(&text, WIDTH)
}

/// To one digit, and never down but by what arithmetic on floats is off: what is said of the widest interval holds.
fn rounded_up(width: f64) -> String {
    const OFF: f64 = 1e-6;
    let scaled = |places: usize| width * 10f64.powi(places as i32) - OFF;
    let places = (1..4).find(|&places| scaled(places) > 1.0 - 2.0 * OFF).unwrap_or(4);
    format!("{:.places$}", scaled(places).ceil() / 10f64.powi(places as i32))
}

/// The columns: those with the most operations first.
fn projects(document: &Document) -> Vec<&str> {
    let mut operations: BTreeMap<&str, usize> = BTreeMap::new();
    for row in document.rows.iter().filter(|row| row.ratio.is_some()) {
        *operations.entry(project(&row.library)).or_default() += 1;
    }
    let mut projects: Vec<&str> = operations.keys().copied().collect();
    // A stable sort: equals stay in the order of their names.
    projects.sort_by_key(|project| std::cmp::Reverse(operations[project]));
    projects
}

/// Several crates of a project, each with operations of its own, share a column.
fn project(library: &str) -> &str {
    match library {
        "aes-gcm" | "aes-gcm-siv" | "argon2" | "blake2" | "chacha20" | "chacha20poly1305" | "ctr" | "hmac"
        | "poly1305" | "sha2" | "sha3" | "shake" => "RustCrypto",
        "blake2b_simd" | "blake2s_simd" => "blake2_simd",
        "aws-lc-rs" => "AWS-LC",
        "curve25519-dalek" | "ed25519-dalek" | "x25519-dalek" => "dalek",
        _ if library.starts_with("libcrux-") => "libcrux",
        _ => library,
    }
}

/// Our time over that of the project's fastest library.
fn ratio(rows: &[&Row], of: &str) -> String {
    let theirs = rows.iter().filter(|row| project(&row.library) == of);
    let fastest = theirs.min_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm));
    let Some((ratio, interval)) = fastest.and_then(|row| Some((row.ratio?, row.ratio_ci90?))) else {
        return "-".to_owned();
    };
    match Verdict::of(interval) {
        Verdict::Tie => "tie".to_owned(),
        Verdict::Ahead | Verdict::Behind if ratio < 0.01 => format!("{ratio:.3}"),
        Verdict::Ahead | Verdict::Behind => format!("{ratio:.2}"),
    }
}

/// Throughput where bytes are counted, and the time of one call elsewhere.
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

/// Whether the row is of another build than the ordinary one, and that one's interval lies wholly above this one's.
fn gains_by_its_build(row: &Row) -> bool {
    let ordinary = row.other_builds.iter().find(|other| other.build == "ordinary");
    ordinary.is_some_and(|ordinary| ordinary.ci90_ns.low > row.ci90_ns.high)
}

/// What stands behind the columns, and which libraries gain by another build than the ordinary one.
fn versions(document: &Document) -> String {
    let mut libraries: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for row in document.rows.iter().filter(|row| !row.is_ours()) {
        let native = libraries.entry((&row.library, &row.version)).or_default();
        if gains_by_its_build(row) {
            native.push(&row.operation);
        }
    }
    let named = libraries.keys().map(|(library, version)| format!("{library} {version}"));
    let mut text = format!("Measured: {}.", named.collect::<Vec<_>>().join(", "));
    let other: Vec<String> = libraries
        .iter()
        .filter(|(_, native)| !native.is_empty())
        .map(|((library, _), native)| format!("{library} ({})", native.join(", ")))
        .collect();
    if !other.is_empty() {
        text.push_str(&format!(" Faster when built for the CPU at hand, and so measured: {}.", other.join("; ")));
    }
    format!("\n{}", wrapped(&text, WIDTH))
}
