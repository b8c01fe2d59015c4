//! The view of one machine at several tiers: our time of one item at each, and for each library the time of one call
//! and the ratio of ours to it.

use super::PageError;
use super::corpus::{Corpus, Families, Family, Measured, families, rank};
use super::model::{Cell, Column, Page, Section, Table};
use super::numbers::{Time, listed, range};
use super::one_machine;
use crate::document::{Document, Row};
use crate::machine::class::Class;
use crate::report::numbers::nanoseconds;
use crate::values::{OURS, Unit};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The runs at one tier, newest first.
struct Tier<'a> {
    /// The code of its class: `portable32-i686`, `avx2-vaes`.
    name: String,
    runs: Vec<&'a Document>,
    families: Families<'a>,
}

/// Builds the page.
///
/// # Errors
/// Returns a [`PageError`] if the documents are from several machines, or from only one tier.
pub(super) fn page(corpus: &Corpus) -> Result<Page, PageError> {
    let runs: Vec<&Document> = corpus.runs().collect();
    one_machine(&runs)?;
    let tiers = tiers(&runs);
    if let [tier] = &tiers[..] {
        return Err(PageError::OneTier { tier: tier.name.clone() });
    }
    let all = families(&runs);
    let time = Time::of(runs.iter().flat_map(|run| &run.rows));
    let newest = runs.iter().max_by_key(|run| &run.date).copied();
    let names: Vec<&str> = tiers.iter().map(|tier| tier.name.as_str()).collect();
    let facts = newest.into_iter().flat_map(|run| {
        [("CPU", &run.cpu), ("machine", &run.machine), ("newest run", &run.date), ("compiler", &run.rustc)]
    });
    Ok(Page {
        title: "Carnelian's speed at every tier".to_owned(),
        lead: vec![format!(
            "On one machine, {OURS} and its peers held to {}: {} of one call, and the ratio of {OURS}'s time to each \
             peer's at the same tier, with its interval: below 1 {OURS} is ahead, an interval that contains 1 is a tie.",
            listed(&names),
            time.word()
        )],
        glance: None,
        sections: [
            Some(Section::new("Machine").facts(facts.map(|(name, fact)| (name.to_owned(), fact.clone())).collect())),
            ours(&all, &tiers).map(|table| Section::new("One item at every tier").table(table)),
            Section::new("Operations and tiers")
                .parts(all.iter().map(|family| of_family(corpus, &tiers, family, time)))
                .unless_empty(),
            Section::new("Left out").facts(left_out(&tiers)).unless_empty(),
        ]
        .into_iter()
        .flatten()
        .collect(),
    })
}

/// Returns the tiers, lowest first.
fn tiers<'a>(runs: &[&'a Document]) -> Vec<Tier<'a>> {
    let code = |run: &Document| Class::of(run).code;
    let mut names: Vec<(usize, Reverse<String>)> =
        runs.iter().map(|run| (rank(&run.tier), Reverse(code(run)))).collect();
    names.sort_unstable();
    names.dedup();
    let of_tier = |(_, Reverse(name)): (usize, Reverse<String>)| {
        let mut runs: Vec<&Document> = runs.iter().copied().filter(|run| code(run) == name).collect();
        runs.sort_by(|a, b| b.date.cmp(&a.date));
        Tier { families: families(&runs), name, runs }
    };
    names.into_iter().map(of_tier).collect()
}

impl<'a> Tier<'a> {
    fn measured(&self, operation: &str) -> Option<&Measured<'a>> {
        self.families.measured(operation)
    }
}

/// Returns the table of our own time for one item: of a call, or of its share in a batch or a sum.
fn ours(all: &Families, tiers: &[Tier]) -> Option<Table> {
    let row = |operation: &Measured| {
        let items = match operation.info.unit {
            Unit::Bytes(_) => 1,
            Unit::Operations(items) => items.max(1),
        };
        let cells = tiers.iter().map(|tier| {
            let row = tier.measured(&operation.info.operation).and_then(|measured| measured.row(OURS));
            row.map_or_else(Cell::none, |row| {
                let each = row.ns_iqm / items as f64;
                Cell::number(each, nanoseconds(each))
            })
        });
        [Cell::words(&operation.info.operation), Cell::number(items as f64, items.to_string())]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>()
    };
    let columns = [Column::words("operation"), Column::numbers("items")];
    let columns = columns.into_iter().chain(tiers.iter().map(|tier| Column::numbers(&tier.name))).collect();
    let rows: Vec<_> = all.iter().flat_map(|family| &family.operations).map(row).collect();
    let caption = format!("{OURS} at every tier: nanoseconds for each item");
    (!rows.is_empty()).then_some(Table { caption, columns, rows, charts: vec![] })
}

/// Returns the section of a family: a row for each operation and library; for each tier the time and, on peers' rows,
/// the ratio.
fn of_family(corpus: &Corpus, tiers: &[Tier], family: &Family, time: Time) -> Section {
    let mut columns = vec![Column::words("operation"), Column::words("library")];
    columns.extend(
        tiers.iter().flat_map(|tier| [tier.name.clone(), format!("ratio at {}", tier.name)].map(Column::numbers)),
    );
    let rows = family.operations.iter().flat_map(|operation| {
        let name = operation.info.operation.as_str();
        let mut libraries: Vec<&str> = tiers
            .iter()
            .filter_map(|tier| tier.measured(name))
            .flat_map(|measured| &measured.rows)
            .map(|row| row.library.as_str())
            .collect();
        libraries.sort_unstable_by_key(|library| (*library != OURS, *library));
        libraries.dedup();
        libraries.into_iter().map(move |library| {
            let cells = tiers.iter().flat_map(|tier| {
                let row = tier.measured(name).and_then(|measured| measured.row(library));
                row.map_or_else(|| [Cell::none(), Cell::default()], |row| [time.cell(row), ratio(row)])
            });
            let color = corpus.colors.get(library);
            [Cell::words(name), Cell::words(library).colored(color)].into_iter().chain(cells).collect()
        })
    });
    let caption = format!(
        "{}: {} of one call at each tier, and the ratio of {OURS}'s to those of its peers",
        family.name,
        time.word()
    );
    Section::new(family.name).table(Table { caption, columns, rows: rows.collect(), charts: vec![] })
}

/// Returns the ratio with its interval; an empty cell on our own row.
fn ratio(row: &Row) -> Cell {
    match (row.ratio, row.ratio_interval()) {
        (Some(ratio), Some(interval)) => Cell::number(ratio, format!("{ratio:.3} ({})", range(interval))),
        (Some(ratio), None) => Cell::number(ratio, format!("{ratio:.3}")),
        (None, _) => Cell::default(),
    }
}

/// Returns what is missing, and at which tiers.
fn left_out(tiers: &[Tier]) -> Vec<(String, String)> {
    let mut left_out: Vec<(String, &str, Vec<&str>)> = Vec::new();
    let mut places: HashMap<(String, &str), usize> = HashMap::new();
    for tier in tiers {
        for missing in tier.runs.iter().flat_map(|run| &run.missing) {
            let operation = missing.operation.as_ref().map(|operation| format!(", {operation}")).unwrap_or_default();
            let name = missing.library.clone() + &operation;
            let reason = missing.reason.as_str();
            let place = *places.entry((name.clone(), reason)).or_insert(left_out.len());
            if place == left_out.len() {
                left_out.push((name, reason, Vec::new()));
            }
            let (_, _, at) = &mut left_out[place];
            if !at.contains(&tier.name.as_str()) {
                at.push(&tier.name);
            }
        }
    }
    let fact = |(name, reason, at): (String, &str, Vec<&str>)| {
        let at = if at.len() == tiers.len() { "every tier".to_owned() } else { listed(&at) };
        (name, format!("left out of {at}; {reason}"))
    };
    left_out.into_iter().map(fact).collect()
}
