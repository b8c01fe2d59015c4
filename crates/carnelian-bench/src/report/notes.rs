//! The advice, notes and explanations beside the numbers of a report for readers.

use super::facts::percent;
use super::numbers::nanoseconds;
use super::rows::by_operation;
use super::{prepared, table};
use crate::document::{Document, OperationInfo, Row};
use std::collections::HashSet;

/// Returns the heading of a report.
pub(super) fn title(document: &Document) -> &'static str {
    if document.settings.compare { "Carnelian's speed beside other libraries" } else { "Carnelian's speed" }
}

/// Returns each operation with its rows.
pub(super) fn measured(document: &Document) -> impl Iterator<Item = (&OperationInfo, Vec<&Row>)> {
    let rows = by_operation(document);
    document.operations.iter().map(move |info| (info, rows.get(info.operation.as_str()).cloned().unwrap_or_default()))
}

/// Returns advice on finding out more than this document contains: commands, and what they do.
pub(super) fn advice(document: &Document) -> Vec<(String, String)> {
    let settings = &document.settings;
    let compare = if settings.compare { " --compare" } else { "" };
    let mut advice = Vec::new();
    if !settings.compare {
        advice.push(("carnelian bench --compare".to_owned(), "measures other libraries beside carnelian"));
    }
    let first = document.operations.first().filter(|_| settings.everything);
    if let Some(family) = first.and_then(|info| info.operation.split('/').next()) {
        advice.push((format!("carnelian bench{compare} {family}"), "spends minutes on these operations alone"));
        advice.push((format!("carnelian bench{compare} '{family}/*'"), "the same, by a pattern for whole names"));
    }
    if settings.preset == "quick" {
        advice.push((format!("carnelian bench{compare} --preset normal"), "takes longer and gives narrower intervals"));
    }
    advice.into_iter().map(|(command, effect)| (command, effect.to_owned())).collect()
}

/// Returns the notes below an operation's table: the builds of libraries, and libraries without a row.
pub(super) fn notes(document: &Document, info: &OperationInfo, rows: &[&Row]) -> Vec<String> {
    let builds = rows.iter().filter_map(|row| builds(row));
    let differing =
        document.differing.iter().filter(|peer| peer.operation == info.operation).map(|peer| {
            format!("{} {} is not timed, its answer is not ours: {}", peer.library, peer.version, peer.reason)
        });
    let missing = document.missing.iter().filter(|missing| missing.operation.as_ref() == Some(&info.operation));
    let missing = missing.map(|missing| format!("{} is missing: {}", missing.library, missing.reason));
    builds.chain(differing).chain(missing).collect()
}

/// Describes the build of a library in its row, and the results of its other builds; `None` if there is only the
/// ordinary one.
fn builds(row: &Row) -> Option<String> {
    if row.other_builds.is_empty() {
        let remarkable = row.build != "ordinary";
        return remarkable.then(|| format!("{} is measured in its build {}", row.library, row.build));
    }
    let others = row.other_builds.iter().map(|other| {
        let times = other.ns_iqm / row.ns_iqm;
        let share = 100.0 * other.ci90_ns.half_width() / other.ns_iqm;
        let (build, ns, backend) = (&other.build, nanoseconds(other.ns_iqm), &other.backend);
        format!("{build} ({backend}) takes {ns} ns ± {share:.1} %, {times:.2} times as long")
    });
    let others = others.collect::<Vec<_>>().join("; ");
    Some(format!("{}'s build {} is its best; {others}", row.library, row.build))
}

/// Returns requested items that are absent, under headings, each with the reason.
pub(super) fn left_out(document: &Document) -> [(&'static str, Vec<(String, String)>); 2] {
    let measured: HashSet<&str> = document.operations.iter().map(|info| info.operation.as_str()).collect();
    let missing = document.missing.iter().filter_map(|missing| match &missing.operation {
        None => Some((missing.library.clone(), missing.reason.clone())),
        // The others are listed below their operation's table.
        Some(operation) if measured.contains(operation.as_str()) => None,
        Some(operation) => Some((format!("{} in {operation}", missing.library), missing.reason.clone())),
    });
    let why = if document.interrupted { "the run was ended early" } else { "no time was left for it" };
    let out_of_time = document.out_of_time.iter().map(|name| (name.clone(), why.to_owned()));
    [("Missing", missing.collect()), ("Not measured", out_of_time.collect())]
}

/// Says for each library from how many uses on a prepared key pays.
pub(super) fn prepared_keys(document: &Document) -> Vec<(String, String)> {
    let all = prepared::of_rows(&document.rows);
    all.iter().map(|keys| (format!("{}, {}", keys.keys, keys.library), keys.sentence())).collect()
}

/// Explains the numbers, in paragraphs.
pub(super) fn legend(document: &Document) -> Vec<String> {
    let level = percent(table::confidence(document));
    let mut legend = Vec::new();
    if document.interrupted {
        legend.push("The run was ended early; this is what was measured until then.".to_owned());
    }
    legend.extend(document.conditions.crowded().map(|crowded| sentence(&crowded)));
    let has_cycles = document.rows.iter().any(|row| row.cycles_iqm.is_some())
        || document.sweeps.iter().any(|sweep| sweep.points.iter().any(|point| point.cycles_iqm.is_some()));
    let cycles = if has_cycles { format!(" {}", cycles(document)) } else { String::new() };
    let merged = document.rows.iter().any(|row| row.merged > 1);
    let merged = if merged { " 480/4 rounds are 480, of which each four neighbours make one value." } else { "" };
    legend.push(format!(
        "Times are those of one call: the interquartile mean over the rounds, ± half its {level} % \
         interval.{cycles}{merged}"
    ));
    if document.rows.iter().any(Row::is_of_one_round) {
        legend.push(
            "One round is a single sample, of a library for which there was no time for more; its uncertainty is \
             unknown."
                .to_owned(),
        );
    }
    if document.rows.iter().any(|row| row.ratio.is_some()) {
        legend.push(format!(
            "The ratio is carnelian's time over the library's, round by round, with its {level} % interval: below 1 \
             carnelian is ahead; if the interval contains 1, it is a tie."
        ));
    }
    legend
}

/// Makes a sentence of a clause, with a capital letter and a full stop.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str())).unwrap_or_default()
}

/// Explains the counter of cycles. Documents that do not name it were written when it was always the time-stamp
/// counter.
fn cycles(document: &Document) -> String {
    match document.conditions.counter.as_deref() {
        None | Some("TSC") => "Cycles are those of the time-stamp counter, not of the core.".to_owned(),
        Some(counter) => format!("Cycles are those of the counter {counter}, not of the core."),
    }
}
