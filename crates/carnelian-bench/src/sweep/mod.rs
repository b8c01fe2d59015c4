//! Growth of cost: an ordinary session over an operation at many values of a parameter, and its rows as curves.

mod fit;

pub use fit::fit;

use crate::args::Preset;
use crate::document::{Point, Row, Sweep};
use crate::error::BenchError;
use crate::op::{Growing, Operation};
use crate::registry;
use crate::select::select;
use crate::values::{OURS, Parameter};
use std::ops::RangeInclusive;
use std::thread;

/// An operation at the parameter values to be measured.
pub struct Curve {
    growing: Growing,
    points: Vec<(u64, Box<dyn Operation>)>,
}

impl Curve {
    /// Returns the operation with its parameter.
    #[must_use]
    pub const fn growing(&self) -> &Growing {
        &self.growing
    }

    /// Returns the operation at each value, smallest first.
    pub fn operations(&self) -> impl Iterator<Item = &dyn Operation> {
        self.points.iter().map(|(_, operation)| &**operation)
    }

    /// Returns the parameter value of the operation with this name.
    fn value(&self, name: &str) -> Option<u64> {
        self.points.iter().find(|(_, operation)| operation.name() == name).map(|(value, _)| *value)
    }
}

/// Returns the curves for everything that depends on `parameter` and is selected by any of the patterns, or for all of
/// it if there are none. Each value is twice the previous one, or four times with the quick preset.
///
/// Over threads, patterns match the names of the operations that the threads call.
///
/// # Errors
/// Returns [`BenchError::MalformedPattern`], or [`BenchError::NothingToSweep`] for the first pattern that selects
/// nothing.
pub fn points(parameter: Parameter, patterns: &[String], preset: Preset) -> Result<Vec<Curve>, BenchError> {
    let growing: Vec<Growing> =
        registry::growing().into_iter().filter(|growing| growing.parameter() == parameter).collect();
    let names: Vec<&str> = growing.iter().map(|growing| growing.operation().unwrap_or(growing.name())).collect();
    let selected = select(&names, patterns).map_err(|error| match error {
        BenchError::NothingSelected { pattern, known } => {
            BenchError::NothingToSweep { parameter: parameter.name(), pattern, known }
        }
        other => other,
    })?;
    let factor = if preset == Preset::Quick { 4 } else { 2 };
    let growing = growing.into_iter().enumerate().filter(|(i, _)| selected.contains(i));
    Ok(growing.map(|(_, growing)| curve(growing, factor)).collect())
}

/// Builds the curve over the full range of values, but with at most as many threads as the hardware has.
fn curve(growing: Growing, factor: u64) -> Curve {
    let (smallest, mut largest) = growing.values().clone().into_inner();
    if growing.parameter() == Parameter::Threads {
        largest = thread::available_parallelism().map_or(1, |threads| largest.min(threads.get() as u64));
    }
    let points = values(smallest..=largest, factor).map(|value| (value, growing.at(value)));
    let points = points.filter_map(|(value, operation)| Some((value, operation?))).collect();
    Curve { growing, points }
}

/// Returns the values from the smallest to the largest, each `factor` times the previous one, except the last.
fn values(range: RangeInclusive<u64>, factor: u64) -> impl Iterator<Item = u64> {
    let (smallest, largest) = range.into_inner();
    std::iter::successors(Some(smallest), move |&value| {
        (value < largest).then(|| value.saturating_mul(factor).min(largest))
    })
}

/// Groups the rows of curves into sweeps: for each curve ours first, then the others, ordered by their speed at the
/// largest value.
#[must_use]
pub fn regroup(curves: &[Curve], rows: &[Row]) -> Vec<Sweep> {
    curves.iter().flat_map(|curve| sweeps(curve, rows)).collect()
}

/// Returns the sweeps of one curve, one for each library.
fn sweeps(curve: &Curve, rows: &[Row]) -> Vec<Sweep> {
    let measured: Vec<(u64, &Row)> = rows.iter().filter_map(|row| Some((curve.value(&row.operation)?, row))).collect();
    let mut largest_first = measured.clone();
    largest_first.sort_by(|(a, of_a), (b, of_b)| b.cmp(a).then(of_a.ns_iqm.total_cmp(&of_b.ns_iqm)));
    let mut libraries: Vec<&str> = vec![OURS];
    for (_, row) in largest_first {
        if !libraries.contains(&&*row.library) {
            libraries.push(&row.library);
        }
    }
    let of = |library: &str| measured.iter().filter(|(_, row)| row.library == library).copied().collect();
    libraries.into_iter().filter_map(|library| sweep(&curve.growing, of(library))).collect()
}

/// Returns one library's sweep; `None` if it has no point.
fn sweep(growing: &Growing, mut rows: Vec<(u64, &Row)>) -> Option<Sweep> {
    rows.sort_by_key(|(value, _)| *value);
    let (_, last) = rows.last()?;
    let points: Vec<Point> = rows
        .iter()
        .map(|&(value, row)| Point { value, ns_iqm: row.ns_iqm, ci90_ns: row.ci90_ns, cycles_iqm: row.cycles_iqm })
        .collect();
    Some(Sweep {
        operation: growing.name().to_owned(),
        includes: growing.includes().to_owned(),
        parameter: growing.parameter(),
        library: last.library.clone(),
        version: last.version.clone(),
        backend: last.backend.clone(),
        fit: fit(growing.parameter(), &points),
        points,
    })
}
