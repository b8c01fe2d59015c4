//! What a reader needs to know before the numbers: where, when, with what and how it was measured.

use crate::document::{Attempt, Conditions, Document, Settings};
use std::time::Duration;

/// Each fact with what it is called. What a document does not say is left out.
pub(super) fn facts(document: &Document) -> Vec<(&'static str, String)> {
    let facts = [
        ("machine", document.machine.clone()),
        ("cpu", cpu(document)),
        ("conditions", conditions(&document.conditions)),
        ("date", document.date.clone()),
        ("compiler", document.rustc.clone()),
        ("carnelian", ours(document)),
        ("measuring", measuring(&document.settings)),
    ];
    facts.into_iter().filter(|(_, fact)| !fact.is_empty()).collect()
}

fn cpu(document: &Document) -> String {
    let kind = document.microarchitecture.as_ref().map(|kind| format!("{}, {}", kind.name, kind.year));
    joined("; ", [Some(document.cpu.clone()), kind])
}

/// Our version and what it was built for and allowed to use.
fn ours(document: &Document) -> String {
    let tier = (!document.tier.is_empty()).then(|| format!("tier {}", document.tier));
    joined("; ", [Some(document.carnelian.clone()), Some(document.build.clone()), tier])
}

/// Nothing for a document that was written before conditions were.
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

/// `done` and with what, or `not` and why.
fn outcome(outcome: &Attempt, done: &str, not: &str) -> String {
    match outcome {
        Attempt::NotTried => not.to_owned(),
        Attempt::Done(with) => format!("{done} {with}"),
        Attempt::Refused(why) => format!("{not} ({why})"),
    }
}

/// Nothing for a document that was written before settings were: it says no time limit.
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

/// A share in percent, without the digits that only come from its binary form.
pub(super) fn percent(share: f64) -> f64 {
    (share * 1e7).round() / 1e5
}

fn joined<const N: usize>(separator: &str, parts: [Option<String>; N]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}
