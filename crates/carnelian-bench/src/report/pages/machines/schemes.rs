//! One table for each scheme: how often its operations can be done in a second, and how large what it hands out is.

use super::super::corpus::{Corpus, Measured};
use super::super::model::{Cell, Column, Section, Table};
use super::super::numbers::{per_second, rounded};
use crate::document::{OURS, Scheme};
use std::collections::BTreeSet;

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let mut schemes: Vec<&Scheme> = Vec::new();
    for scheme in corpus.runs().flat_map(|run| &run.schemes) {
        if schemes.iter().all(|known| known.name != scheme.name) {
            schemes.push(scheme);
        }
    }
    Section::new("Schemes").parts(schemes.into_iter().filter_map(|scheme| of_scheme(corpus, scheme))).unless_empty()
}

/// Nothing if no library was measured on it.
fn of_scheme(corpus: &Corpus, scheme: &Scheme) -> Option<Section> {
    let mut columns = vec![Column::words("microarchitecture"), Column::words("library")];
    columns.extend(scheme.roles.iter().map(|(role, _)| Column::numbers(role)));
    let rows: Vec<_> = corpus
        .kinds
        .iter()
        .flat_map(|kind| {
            let families = kind.families();
            let all: Vec<&Measured> = families.iter().flat_map(|family| &family.operations).collect();
            rows(corpus, &kind.heading(), scheme, &all)
        })
        .collect();
    let sizes: Vec<_> = scheme.sizes.iter().map(|(what, bytes)| (what.clone(), format!("{bytes} bytes"))).collect();
    let caption = format!("{}: operations in a second", scheme.name);
    (!rows.is_empty())
        .then(|| Section::new(&scheme.name).facts(sizes).table(Table { caption, columns, rows, charts: vec![] }))
}

/// The libraries of a microarchitecture, ours first, the others by name.
fn rows(corpus: &Corpus, kind: &str, scheme: &Scheme, all: &[&Measured]) -> Vec<Vec<Cell>> {
    let roles: Vec<Option<&Measured>> = scheme
        .roles
        .iter()
        .map(|(_, operation)| all.iter().copied().find(|measured| measured.info.operation == *operation))
        .collect();
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
