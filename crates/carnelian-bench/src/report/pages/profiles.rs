//! The view of one machine with several builds of a library, ours or others: the speed of each in percent of the first.

use super::corpus::{Family, families};
use super::model::{Cell, Column, Page, Section, Table};
use super::numbers::{percentage, rounded, speed, speed_unit};
use super::{PageError, one_machine};
use crate::document::{Document, Row};
use crate::values::OURS;
use std::collections::{BTreeSet, HashMap};

/// Builds the page; builds are in the order of their documents, because the others are compared with the first.
///
/// # Errors
/// Returns a [`PageError`] if the documents are from several machines, or if two have the same build and tier.
pub(super) fn page(documents: &[Document]) -> Result<Page, PageError> {
    let runs: Vec<&Document> = documents.iter().collect();
    one_machine(&runs)?;
    let [first, _, ..] = &runs[..] else { return Err(PageError::OneBuild) };
    let names = names(&runs);
    let mut seen = BTreeSet::new();
    if let Some(build) = names.iter().find(|name| !seen.insert(*name)) {
        return Err(PageError::SameBuild { build: build.clone() });
    }
    let all = families(&runs);
    let libraries = libraries(&runs);
    let facts = [("CPU", &first.cpu), ("machine", &first.machine), ("date", &first.date), ("compiler", &first.rustc)];
    Ok(Page {
        title: match libraries[..] {
            [OURS] => "What builds do to Carnelian's speed".to_owned(),
            _ => "What builds do to the speed of libraries".to_owned(),
        },
        lead: vec![format!(
            "The first line of a table is what {} does in a second when it is built as {}; those below are \
             percentages of that. Builds are measured one after the other, not in turns, so a difference of a few \
             percent can be the machine's.",
            if let [library] = libraries[..] { library } else { "a library" },
            names[0]
        )],
        glance: None,
        sections: [Section::new("Machine").facts(facts.map(|(name, fact)| (name.to_owned(), fact.clone())).into())]
            .into_iter()
            .chain(libraries.iter().map(|library| {
                let rows: Vec<HashMap<&str, &Row>> = runs.iter().map(|run| rows(run, library)).collect();
                let heading = if libraries[..] == [OURS] { "Builds" } else { library };
                Section::new(heading).parts(all.iter().filter_map(|family| of_family(library, &rows, &names, family)))
            }))
            .collect(),
    })
}

/// Returns the names of the builds: with their tiers, if those differ.
fn names(runs: &[&Document]) -> Vec<String> {
    let tiers: BTreeSet<&str> = runs.iter().map(|run| run.tier.as_str()).collect();
    let name = |run: &&Document| {
        let parts = [run.build.as_str(), if tiers.len() > 1 { &run.tier } else { "" }];
        let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        if name.is_empty() { "an unknown build".to_owned() } else { name }
    };
    runs.iter().map(name).collect()
}

/// Returns the libraries that every run measured: in the order of the first one, but ours at the end, where it shows
/// what is the machine's.
fn libraries<'a>(runs: &[&'a Document]) -> Vec<&'a str> {
    let measured = |run: &Document, library: &str| run.rows.iter().any(|row| row.library == library);
    let mut libraries: Vec<&str> = Vec::new();
    for row in &runs[0].rows {
        let library = row.library.as_str();
        if !libraries.contains(&library) && runs.iter().all(|run| measured(run, library)) {
            libraries.push(library);
        }
    }
    libraries.sort_by_key(|library| *library == OURS);
    libraries
}

/// Returns a library's rows, by operation.
fn rows<'a>(run: &'a Document, library: &str) -> HashMap<&'a str, &'a Row> {
    let rows = run.rows.iter().rev().filter(|row| row.library == library);
    rows.map(|row| (row.operation.as_str(), row)).collect()
}

/// Returns the section of a family; `None` if the library was not measured on it.
fn of_family(library: &str, runs: &[HashMap<&str, &Row>], names: &[String], family: &Family) -> Option<Section> {
    let operations: Vec<_> = family
        .operations
        .iter()
        .map(|measured| measured.info)
        .filter(|info| runs.iter().any(|run| run.contains_key(info.operation.as_str())))
        .collect();
    let mut columns = vec![Column::words("build")];
    columns.extend(operations.iter().map(|info| Column::numbers(&info.operation)));
    let rows = runs.iter().zip(names).enumerate().map(|(i, (run, name))| {
        let cells = operations.iter().map(|info| {
            let Some(row) = run.get(info.operation.as_str()) else { return Cell::none() };
            let speed = speed(row, info.unit);
            match runs[0].get(info.operation.as_str()) {
                _ if i == 0 => Cell::number(1.0, format!("{} {}", rounded(speed), speed_unit(info.unit))),
                Some(first) => Cell::number(first.ns_iqm / row.ns_iqm, percentage(first.ns_iqm / row.ns_iqm)),
                None => Cell::none(),
            }
        });
        [Cell::words(name)].into_iter().chain(cells).collect()
    });
    let caption = format!("{}: work of {library} in a second, by build", family.name);
    let table = Table { caption, columns, rows: rows.collect(), charts: vec![] };
    (!operations.is_empty()).then(|| Section::new(family.name).table(table))
}
