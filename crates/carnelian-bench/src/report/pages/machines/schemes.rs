//! One table for each scheme: the number of its operations per second, and the sizes of its outputs.

use super::super::corpus::{Corpus, Families, Measured};
use super::super::model::{Cell, Column, Section, Table};
use super::super::numbers::{per_second, rounded};
use crate::values::{OURS, Scheme};
use std::collections::{BTreeSet, HashSet};

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let kinds: Vec<(String, Families)> = corpus.kinds.iter().map(|kind| (kind.heading(), kind.families())).collect();
    let mut seen = HashSet::new();
    let schemes = corpus.runs().flat_map(|run| &run.schemes).filter(|scheme| seen.insert(scheme.name.as_str()));
    Section::new("Schemes").parts(schemes.filter_map(|scheme| of_scheme(corpus, &kinds, scheme))).unless_empty()
}

/// Returns the section of a scheme; `None` if no library was measured on it.
fn of_scheme(corpus: &Corpus, kinds: &[(String, Families)], scheme: &Scheme) -> Option<Section> {
    let mut columns = vec![Column::words("class"), Column::words("library")];
    columns.extend(scheme.roles.iter().map(|(role, _)| Column::numbers(role)));
    let rows: Vec<_> = kinds.iter().flat_map(|(kind, families)| rows(corpus, kind, scheme, families)).collect();
    let sizes: Vec<_> = scheme.sizes.iter().map(|(what, bytes)| (what.clone(), format!("{bytes} bytes"))).collect();
    let caption = format!("{}: operations in a second", scheme.name);
    (!rows.is_empty())
        .then(|| Section::new(&scheme.name).facts(sizes).table(Table { caption, columns, rows, charts: vec![] }))
}

/// Returns the rows of a class's libraries, ours first, the others by name.
fn rows(corpus: &Corpus, kind: &str, scheme: &Scheme, families: &Families) -> Vec<Vec<Cell>> {
    let roles: Vec<Option<&Measured>> =
        scheme.roles.iter().map(|(_, operation)| families.measured(operation)).collect();
    let libraries: BTreeSet<(bool, &str)> = roles
        .iter()
        .flatten()
        .flat_map(|measured| &measured.rows)
        .map(|row| (row.library != OURS, row.library.as_str()))
        .collect();
    let cell = |measured: &Option<&Measured>, library: &str| {
        let Some((measured, row)) = measured.and_then(|measured| Some((measured, measured.row(library)?))) else {
            return Cell::none();
        };
        let speed = per_second(row, measured.info.unit);
        let cell = Cell::number(speed, rounded(speed));
        if measured.is_best(library) { cell.best().colored(corpus.colors.get(library)) } else { cell }
    };
    let row = |library: &str| {
        let names = [Cell::words(kind), Cell::words(library).colored(corpus.colors.get(library))];
        names.into_iter().chain(roles.iter().map(|measured| cell(measured, library))).collect()
    };
    libraries.into_iter().map(|(_, library)| row(library)).collect()
}
