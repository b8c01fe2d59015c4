//! The facts that a reader needs before the numbers: where, when, with what and how the run measured.

use crate::document::{Attempt, Conditions, Document, Settings};
use crate::machine::class::Class;
use std::time::Duration;

/// Returns each fact with its name. Facts that a document does not record are left out.
pub(super) fn facts(document: &Document) -> Vec<(&'static str, String)> {
    let facts = [
        ("machine", document.machine.clone()),
        ("cpu", cpu(document)),
        ("conditions", conditions(&document.conditions)),
        ("date", document.date.clone()),
        ("compiler", document.rustc.clone()),
        ("class", if document.tier.is_empty() { String::new() } else { Class::of(document).to_string() }),
        ("carnelian", ours(document)),
        ("measuring", measuring(&document.settings)),
    ];
    facts.into_iter().filter(|(_, fact)| !fact.is_empty()).collect()
}

fn cpu(document: &Document) -> String {
    let kind = document.microarchitecture.as_ref().map(|kind| format!("{}, {}", kind.name, kind.year));
    joined("; ", [Some(document.cpu.clone()), kind])
}

/// Describes our version, its commit, its build and the tier that it was allowed to use.
fn ours(document: &Document) -> String {
    let tier = (!document.tier.is_empty()).then(|| format!("tier {}", document.tier));
    let commit = (!document.commit.is_empty()).then(|| format!("commit {}", document.commit));
    joined("; ", [Some(document.carnelian.clone()), commit, Some(document.build.clone()), tier])
}

/// Describes the conditions; empty for documents that predate conditions.
fn conditions(conditions: &Conditions) -> String {
    if *conditions == Conditions::default() {
        return String::new();
    }
    let said = |what: &str, value: &Option<String>| value.as_ref().map(|value| format!("{what} {value}"));
    let rate = conditions.counter_hz.map(|hz| format!(" at {:.3} GHz", hz / 1e9));
    joined(
        "; ",
        [
            conditions.load.map(|load| format!("load {load:.2}")),
            said("governor", &conditions.governor),
            said("hypervisor", &conditions.hypervisor),
            said("huge pages", &conditions.huge_pages),
            said("counter", &conditions.counter).map(|counter| counter + &rate.unwrap_or_default()),
            conditions.core_per_cycle.map(|core| format!("{core:.3} core cycles in each of its cycles")),
            Some(match conditions.isolated {
                true => "each library in a process of its own".to_owned(),
                false => "all libraries in one process".to_owned(),
            }),
            Some(outcome(&conditions.pinned, "bound to", "not bound to one CPU")),
            Some(outcome(&conditions.real_time, "real-time priority", "no real-time priority")),
        ],
    )
}

/// Returns `done` with the result, or `not` with the reason.
fn outcome(outcome: &Attempt, done: &str, not: &str) -> String {
    match outcome {
        Attempt::NotTried => not.to_owned(),
        Attempt::Done(with) => format!("{done} {with}"),
        Attempt::Refused(why) => format!("{not} ({why})"),
    }
}

/// Describes the settings; empty for documents that predate settings, which have no time limit.
fn measuring(settings: &Settings) -> String {
    let Ok(limit) = Duration::try_from_secs_f64(settings.max_time_s.round()) else { return String::new() };
    if limit.is_zero() {
        return String::new();
    }
    format!(
        "preset {}; until every interval is within {} % of its value; at most {}",
        settings.preset,
        percent(settings.precision),
        humantime::format_duration(limit)
    )
}

/// Converts a share to percent, without the digits that result only from its binary representation.
pub(super) fn percent(share: f64) -> f64 {
    (share * 1e7).round() / 1e5
}

fn joined<const N: usize>(separator: &str, parts: [Option<String>; N]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}
