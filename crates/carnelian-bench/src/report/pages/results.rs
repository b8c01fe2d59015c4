//! The results that a repository keeps: what its pages are made from, and no more. Of several results of a class and a
//! build, the newest has an operation, and what a call includes is said once.

use super::corpus::{Corpus, Kind, families};
use crate::document::{Document, Row, json};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ptr;

/// The significant digits of a kept number: a ten-thousandth is far below any interval.
const DIGITS: usize = 5;

/// The run that each operation of a class and a build is shown from.
type Shown<'a> = HashMap<(&'a str, &'a str), &'a Document>;

/// Renders the results in their order, as JSON: `null` for one that no page reads.
pub(super) fn render(documents: &[Document]) -> String {
    let mut kept: HashMap<*const Document, String> = HashMap::new();
    for kind in &Corpus::of(documents).kinds {
        let (shown, mut described) = (shown(kind), HashSet::new());
        for run in kind.runs() {
            let Some(mut document) = of_run(run, &shown) else { continue };
            for info in &mut document.operations {
                // Builds of a class need not all say the same.
                if !described.insert((info.operation.clone(), info.includes.clone())) {
                    info.includes.clear();
                }
            }
            kept.insert(ptr::from_ref(run), json::rounded(&document, DIGITS));
        }
    }
    documents
        .iter()
        .map(|document| kept.remove(&ptr::from_ref(document)).unwrap_or_else(|| "null\n".to_owned()))
        .collect()
}

/// Returns the newest run of each operation and build of a class.
fn shown<'a>(kind: &Kind<'a>) -> Shown<'a> {
    let builds: BTreeSet<&str> = kind.runs().map(|run| run.build.as_str()).collect();
    let of_build = |build| {
        let mut runs: Vec<&Document> = kind.runs().filter(|run| run.build == build).collect();
        runs.sort_by_key(|run| Reverse(&run.date));
        let operations = families(&runs).into_iter().flat_map(|family| family.operations);
        operations.map(|measured| ((build, measured.info.operation.as_str()), measured.run)).collect::<Vec<_>>()
    };
    builds.into_iter().flat_map(of_build).collect()
}

/// Returns what pages read of a run, if anything.
fn of_run(run: &Document, shown: &Shown) -> Option<Document> {
    let from = |operation: &str| shown.get(&(run.build.as_str(), operation)).copied();
    let is_here = |operation: &str| from(operation).is_some_and(|from| ptr::eq(from, run));
    let is_elsewhere = |operation: &str| from(operation).is_some_and(|from| !ptr::eq(from, run));
    let rows: Vec<Row> = run.rows.iter().filter(|row| is_here(&row.operation)).map(of_row).collect();
    if rows.is_empty() && run.sweeps.is_empty() {
        return None;
    }
    let mut kept = Document { rows, ..run.clone() };
    kept.operations.retain(|info| is_here(&info.operation));
    kept.differing.retain(|differing| !is_elsewhere(&differing.operation));
    kept.missing.retain(|missing| missing.operation.as_ref().is_none_or(|operation| !is_elsewhere(operation)));
    kept.out_of_time.retain(|operation| !is_elsewhere(operation));
    Some(kept)
}

/// Returns a row without the numbers that no page shows, and without the intervals that are there twice.
fn of_row(row: &Row) -> Row {
    Row {
        ns_min: None,
        ns_quartiles: None,
        ns_rounds: None,
        ci_ns: row.ci_ns.filter(|interval| *interval != row.ci90_ns),
        ratio_ci: row.ratio_ci.filter(|interval| Some(*interval) != row.ratio_ci90),
        ..row.clone()
    }
}
