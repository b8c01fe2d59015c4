//! Growth of cost with the size of a message, the items of a batch or the number of threads.

use super::super::super::chart::{Curve, Growth, Size};
use super::super::corpus::{Corpus, Setup};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::numbers::{amount, rounded};
use crate::document::{Point, Sweep};
use crate::report::numbers::nanoseconds;
use crate::values::{OURS, Parameter};
use std::collections::{BTreeSet, HashMap};

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let setups = corpus.setups().filter_map(|setup| of_setup(corpus, setup));
    Section::new("How cost grows")
        .text("Nanoseconds of one call, and in brackets what that is for each byte, item or thread.")
        .parts(setups)
        .unless_empty()
}

fn of_setup(corpus: &Corpus, setup: &Setup) -> Option<Section> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut operations: Vec<(&str, Vec<&Sweep>)> = Vec::new();
    for run in &setup.runs {
        // Take each operation from the newest run that has it.
        let known = operations.len();
        for sweep in &run.sweeps {
            let place = *places.entry(&sweep.operation).or_insert(operations.len());
            if place == operations.len() {
                operations.push((&sweep.operation, Vec::new()));
            }
            if place >= known {
                operations[place].1.push(sweep);
            }
        }
    }
    let parts = operations.into_iter().map(|(operation, sweeps)| of_operation(corpus, setup, operation, sweeps));
    Section::new(&setup.name).parts(parts).unless_empty()
}

fn of_operation(corpus: &Corpus, setup: &Setup, operation: &str, mut sweeps: Vec<&Sweep>) -> Section {
    sweeps.sort_by_key(|sweep| (sweep.library != OURS, &sweep.library));
    let values: BTreeSet<u64> = sweeps.iter().flat_map(|sweep| &sweep.points).map(|point| point.value).collect();
    let parameter = sweeps.first().map_or(Parameter::Size, |sweep| sweep.parameter);
    let mut columns = vec![Column::numbers(name(parameter))];
    columns.extend(
        sweeps.iter().map(|sweep| Column::numbers(sweep.library.as_str()).colored(corpus.colors.get(&sweep.library))),
    );
    let rows = values.into_iter().map(|value| {
        let cells = sweeps
            .iter()
            .map(|sweep| sweep.points.iter().find(|point| point.value == value).map_or_else(Cell::none, cell));
        [Cell::number(value as f64, amount(parameter, value))].into_iter().chain(cells).collect()
    });
    let caption = format!("{operation} on {}: nanoseconds, and for each {}", setup.name, one(parameter));
    let fits = sweeps.iter().filter_map(|sweep| Some((sweep.library.clone(), fit(sweep)?))).collect();
    let table =
        Table { charts: vec![curves(corpus, &sweeps, parameter, &caption)], caption, columns, rows: rows.collect() };
    Section::new(operation).table(table).facts(fits)
}

fn cell(point: &Point) -> Cell {
    let each = point.ns_iqm / point.value as f64;
    Cell::number(point.ns_iqm, format!("{} ({})", nanoseconds(point.ns_iqm), rounded(each)))
}

/// Describes the fit in a sentence.
fn fit(sweep: &Sweep) -> Option<String> {
    let fit = sweep.fit.as_ref()?;
    let parameter = sweep.parameter;
    let line = format!(
        "{} ns + {} ns for each {}, at most {:.0} % off",
        rounded(fit.fixed_ns.max(0.0)),
        rounded(fit.each_ns.max(0.0)),
        one(parameter),
        100.0 * fit.worst
    );
    Some(match fit.proportional {
        Some([from, to]) => {
            format!("{line}; proportional from {} to {}", amount(parameter, from), amount(parameter, to))
        }
        None => line,
    })
}

fn curves(corpus: &Corpus, sweeps: &[&Sweep], parameter: Parameter, title: &str) -> Chart {
    let curves = sweeps.iter().map(|sweep| Curve {
        name: sweep.library.clone(),
        color: corpus.colors.get(&sweep.library),
        points: sweep.points.iter().map(|point| (point.value as f64, point.ns_iqm)).collect(),
        marks: sweep.fit.iter().filter_map(|fit| fit.proportional).flatten().map(|value| value as f64).collect(),
    });
    let growth = Growth {
        title: title.to_owned(),
        description: format!(
            "A curve for each library, both scales logarithmic; marks show between which {} cost is proportional.",
            name(parameter)
        ),
        x: name(parameter).to_owned(),
        y: "nanoseconds".to_owned(),
        curves: curves.collect(),
    };
    Chart::Drawn(growth.svg(Size::Narrow))
}

const fn name(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Size => "bytes",
        Parameter::Batch => "items",
        Parameter::Threads => "threads",
    }
}

const fn one(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Size => "byte",
        Parameter::Batch => "item",
        Parameter::Threads => "thread",
    }
}
