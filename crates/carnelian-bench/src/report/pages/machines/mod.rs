//! The view of everything: operations, libraries and machines.

mod across;
mod bars;
mod class;
mod glance;
mod growth;
mod overview;
mod platforms;
mod prepared;
mod schemes;
mod throughput;

use super::super::chart::{Radar, Strip};
use super::corpus::{Corpus, Kind};
use super::model::{Page, Section};
use super::numbers::counted;
use crate::stats::CONFIDENCE_PERCENT;
use crate::values::OURS;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Builds the page; percentages in it are relative to the library `relative_to`.
pub(super) fn page(corpus: &Corpus, relative_to: &str) -> Page {
    let beside = if corpus.has_peers() { " beside other libraries" } else { "" };
    let sections = [
        overview::section(corpus),
        schemes::section(corpus),
        prepared::section(corpus),
        throughput::section(corpus, relative_to, true),
        across::section(corpus),
        growth::section(corpus),
        platforms::section(corpus),
        operations(corpus),
    ];
    Page {
        title: format!("Carnelian's speed{beside}"),
        lead: lead(corpus),
        glance: glance::section(corpus),
        sections: sections.into_iter().flatten().chain([legend(corpus)]).collect(),
    }
}

/// Builds the page of the speed relative to the library `relative_to` alone.
pub(super) fn throughput(corpus: &Corpus, relative_to: &str) -> Page {
    Page {
        title: format!("Speed relative to {relative_to}"),
        lead: lead(corpus),
        glance: None,
        sections: throughput::section(corpus, relative_to, false).into_iter().collect(),
    }
}

/// Builds the page of the only class of the corpus.
pub(super) fn class(corpus: &Corpus, kind: &Kind) -> Page {
    class::page(corpus, kind)
}

/// Builds the page of our own speed in every class; `None` if there is only one.
pub(super) fn classes(corpus: &Corpus) -> Option<Page> {
    let section = across::section(corpus)?;
    Some(Page { title: format!("{OURS} in every class"), lead: lead(corpus), glance: None, sections: vec![section] })
}

/// Builds the page of what calls include.
pub(super) fn calls(corpus: &Corpus) -> Page {
    Page {
        title: "Operations that are measured".to_owned(),
        lead: vec![],
        glance: None,
        sections: operations(corpus).into_iter().collect(),
    }
}

/// Says how many operations of a class are not compared, and why; `None` if all are.
pub(super) fn not_compared(kind: &Kind) -> Option<(String, String)> {
    glance::not_compared(kind)
}

/// Returns the strip of each class.
pub(super) fn strips(corpus: &Corpus) -> Vec<Strip> {
    glance::strips(corpus)
}

/// Returns the radar chart of each family: our speed in every class, or all libraries where there is one class.
pub(super) fn radars(corpus: &Corpus) -> Vec<(String, Radar)> {
    if corpus.kinds.len() > 1 { across::radars(corpus) } else { throughput::radars(corpus) }
}

/// Summarizes the amount of data.
pub(super) fn lead(corpus: &Corpus) -> Vec<String> {
    let rows = corpus.runs().flat_map(|run| &run.rows).map(|row| (&row.operation, &row.library));
    let sweeps = corpus.runs().flat_map(|run| &run.sweeps).map(|sweep| (&sweep.operation, &sweep.library));
    let (operations, libraries): (BTreeSet<&str>, BTreeSet<&str>) =
        rows.chain(sweeps).map(|(operation, library)| (operation.as_str(), library.as_str())).unzip();
    let machines: BTreeSet<(&str, &str)> = corpus.runs().map(|run| (run.cpu.as_str(), run.machine.as_str())).collect();
    let libraries = match libraries.len() {
        1 => "1 library".to_owned(),
        count => format!("{count} libraries"),
    };
    vec![format!(
        "{} of {libraries} on {}, measured side by side: all libraries take turns, round by round.",
        counted(operations.len(), "operation"),
        counted(machines.len(), "machine"),
    )]
}

/// Describes what one call of each operation includes. If runs of different versions include different work, each
/// description is listed.
fn operations(corpus: &Corpus) -> Option<Section> {
    let mut includes: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut add = |operation, text| {
        let place = *places.entry(operation).or_insert(includes.len());
        if place == includes.len() {
            includes.push((operation, Vec::new()));
        }
        let (_, texts) = &mut includes[place];
        if !texts.contains(&text) {
            texts.push(text);
        }
    };
    for run in corpus.runs() {
        // In the results of a repository, one of several says it.
        let described = run.operations.iter().filter(|info| !info.includes.is_empty());
        described.for_each(|info| add(info.operation.as_str(), info.includes.as_str()));
        run.sweeps.iter().for_each(|sweep| add(sweep.operation.as_str(), sweep.includes.as_str()));
    }
    // Operations that differ only in the size of their input include the same.
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut lines: HashMap<Vec<&str>, usize> = HashMap::new();
    for (operation, texts) in includes {
        let text = texts.join("; or: ");
        match lines.entry(texts) {
            Entry::Occupied(line) => facts[*line.get()].0 += &format!(", {operation}"),
            Entry::Vacant(line) => {
                line.insert(facts.len());
                facts.push((operation.to_owned(), text));
            }
        }
    }
    Section::new("What a call includes").facts(facts).unless_empty()
}

/// Explains the numbers.
fn legend(corpus: &Corpus) -> Section {
    let mut levels: BTreeMap<String, ()> = BTreeMap::new();
    for run in corpus.runs() {
        let asked = run.rows.iter().any(|row| row.ci_ns.is_some());
        let percent = if asked { 100.0 * run.settings.confidence } else { CONFIDENCE_PERCENT.into() };
        levels.insert(format!("{} %", (percent * 10.0).round() / 10.0), ());
    }
    let levels: Vec<_> = levels.into_keys().collect();
    let facts = [
        ("time", "that of one call: the interquartile mean over the rounds".to_owned()),
        (
            "±",
            format!("half the width of its confidence interval, as a share of it; confidence: {}", levels.join(", ")),
        ),
        (
            "cycles",
            "those of the counter that the machine's facts name, which runs at a steady rate, not those of the core"
                .to_owned(),
        ),
        (
            "ratio",
            format!(
                "{OURS}'s time over the library's, round by round, with its interval: below 1 {OURS} is ahead; an \
                 interval that contains 1 is a tie"
            ),
        ),
        (
            "best",
            "the least time of a row, and every time that its interval does not tell from that one; in bold".to_owned(),
        ),
        (
            "build",
            "which build of the library was the fastest, and how the others did; nothing where there was only the \
             ordinary one"
                .to_owned(),
        ),
        ("–", "the library was not measured on this operation".to_owned()),
    ];
    Section::new("How to read this page").facts(facts.map(|(name, fact)| (name.to_owned(), fact)).into())
}
