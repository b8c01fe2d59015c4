//! The index: a line for each class, with how it stands and where its page is.

use super::super::corpus::{Corpus, Kind};
use super::super::numbers::{listed, ratio};
use super::super::{machines, standing};
use super::FOLDER;
use crate::document::Document;
use crate::report::markdown::escaped;
use crate::stats::Verdict;
use crate::values::OURS;
use std::collections::BTreeSet;

/// Renders the page.
pub(super) fn render(corpus: &Corpus) -> String {
    let mut page = format!("# Carnelian's speed beside other libraries\n\n{}\n", machines::lead(corpus).join("\n\n"));
    page += &format!(
        "\n## Classes\n\nHow {OURS} stands beside the best other library of each operation, by \
         [class](docs/measuring/benchmarking.md#classes) of machine. Each name leads to every operation of every \
         library.\n\n\
         | class | machine | measured | operations | compared | ahead | level | behind | median ratio |\n\
         |---|---|---|--:|--:|--:|--:|--:|--:|\n"
    );
    page.extend(corpus.kinds.iter().map(|kind| line(corpus, kind)));
    page.push_str(&facts(corpus.kinds.iter().filter_map(machines::not_compared)));
    page.push_str("\n## Other pages\n");
    let classes = "our own speed in every class, with a radar chart for each family of operations";
    let classes = (corpus.kinds.len() > 1).then(|| link("classes", classes));
    let operations = link("operations", "what a call of each operation includes");
    page + &facts(classes.into_iter().chain([operations]))
}

/// Returns a link to a page, and its description.
fn link(name: &str, description: &str) -> (String, String) {
    (format!("[{name}.md]({FOLDER}/{name}.md)"), description.to_owned())
}

/// Returns a list of facts, below an empty line.
fn facts(facts: impl Iterator<Item = (String, String)>) -> String {
    let lines: String = facts.map(|(name, fact)| format!("- {name}: {fact}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

fn line(corpus: &Corpus, kind: &Kind) -> String {
    let families = kind.families();
    let standings = standing::of(&families);
    let counts = [Verdict::Ahead, Verdict::Tie, Verdict::Behind].map(|verdict| standings.count(verdict).to_string());
    format!(
        "| [{}]({FOLDER}/{}.md) | {} | {} | {} | {} | {} | {} |\n",
        kind.heading(),
        corpus.page_name(kind),
        escaped(&machine(kind)),
        escaped(&kind.days()),
        standing::measured(&standings),
        standings.counted.len(),
        counts.join(" | "),
        standings.median().map_or_else(|| "–".to_owned(), ratio),
    )
}

/// Names the CPUs of a class.
fn machine(kind: &Kind) -> String {
    let name = |run: &Document| format!("{}, {}", run.cpu, run.machine);
    let names: BTreeSet<String> = kind.runs().map(name).collect();
    listed(&names.into_iter().collect::<Vec<_>>())
}
