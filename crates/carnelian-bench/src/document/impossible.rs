//! Detection of numbers that no run could have produced. A page would print them without complaint, and logarithms of
//! them would fail.

use super::{Document, Fit, OperationInfo, OtherBuild, Point, Row, Sweep};
use crate::stats::Interval;
use crate::values::Unit;
use std::fmt;

/// A number that is impossible in a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Impossible {
    /// The operation.
    pub operation: String,
    /// The library.
    pub library: String,
    /// The name of the number.
    pub what: &'static str,
    /// The number, or the interval, that was found.
    pub found: String,
    /// A description of the possible numbers.
    pub expected: &'static str,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, library, what, found, expected } = self;
        write!(f, "`{operation}` of {library}: {what}: expected {expected}, found {found}")
    }
}

/// The longest time of one call, in nanoseconds: a day. The shortest is a hundredth of a nanosecond; a time per call is
/// an average over many calls, so it can be that small.
const LONGEST: f64 = 86_400e9;
const SHORTEST: f64 = 0.01;
/// The largest possible ratio of two times.
const MOST: f64 = LONGEST / SHORTEST;

const TIME: &str = "a time above 0 and below a day";
const ROUNDS: &str = "a time for each round";
const CYCLES: &str = "a number of cycles above 0";
const COUNT: &str = "a count above 0";
const SETTING: &str = "a number that is not below 0";
const RATIO: &str = "a ratio above 0";
const INTERVAL: &str = "an interval from the lower bound to the higher, with its value in it";

/// Returns the first number that no run could have produced.
pub(super) fn find(document: &Document) -> Option<Impossible> {
    let run = [("the run", "all libraries", of_run(document))].into_iter();
    let units = document.operations.iter().map(|info| (info.operation.as_str(), "all libraries", of_unit(info)));
    let rows = document.rows.iter().map(|row| (row.operation.as_str(), row.library.as_str(), of_row(row)));
    let sweeps =
        document.sweeps.iter().map(|sweep| (sweep.operation.as_str(), sweep.library.as_str(), of_sweep(sweep)));
    let all = run.chain(units).chain(rows).chain(sweeps);
    let mut found = all.filter_map(|(operation, library, fault)| Some((operation, library, fault?)));
    found.next().map(|(operation, library, (what, found, expected))| Impossible {
        operation: operation.to_owned(),
        library: library.to_owned(),
        what,
        found,
        expected,
    })
}

/// The name of a number, its value, and a description of what was expected.
type Fault = (&'static str, String, &'static str);

fn of_row(row: &Row) -> Option<Fault> {
    let quartiles = row.ns_quartiles.map(|[low, high]| Interval { low, high });
    time("ns_iqm", row.ns_iqm)
        .or_else(|| count("rounds", row.rounds as u64))
        .or_else(|| count("merged", row.merged as u64))
        .or_else(|| time("ns_median", row.ns_median))
        .or_else(|| row.ns_min.and_then(|min| time("ns_min", min)))
        .or_else(|| around("ci90_ns", row.ci90_ns, row.ns_iqm))
        .or_else(|| row.ci_ns.and_then(|interval| around("ci_ns", interval, row.ns_iqm)))
        .or_else(|| quartiles.and_then(|interval| ordered("ns_quartiles", interval)))
        .or_else(|| row.cycles_iqm.and_then(cycles))
        .or_else(|| row.ratio.and_then(ratio))
        .or_else(|| {
            row.ratio_ci90.and_then(|interval| around("ratio_ci90", interval, row.ratio.unwrap_or(interval.low)))
        })
        .or_else(|| row.ratio_ci.and_then(|interval| around("ratio_ci", interval, row.ratio.unwrap_or(interval.low))))
        .or_else(|| row.ns_rounds.as_deref().and_then(|rounds| of_rounds(row, rounds)))
        .or_else(|| row.other_builds.iter().find_map(of_build))
}

/// Checks that there are as many single rounds as the row has, that each is a time, and that the estimate is between
/// the fastest and the slowest.
fn of_rounds(row: &Row, rounds: &[f64]) -> Option<Fault> {
    if rounds.len() != row.rounds {
        return Some(("ns_rounds", format!("{} rounds of {}", rounds.len(), row.rounds), ROUNDS));
    }
    let ends =
        || rounds.iter().fold((f64::INFINITY, 0.0f64), |(least, most), round| (least.min(*round), most.max(*round)));
    rounds.iter().find_map(|round| time("ns_rounds", *round)).or_else(|| {
        let (low, high) = ends();
        // Sums of rounded numbers are off by a little.
        let off = 1e-9 * high;
        around("ns_rounds", Interval { low: (low - off).max(0.0), high: high + off }, row.ns_iqm)
    })
}

fn of_build(build: &OtherBuild) -> Option<Fault> {
    time("ns_iqm", build.ns_iqm).or_else(|| around("ci90_ns", build.ci90_ns, build.ns_iqm))
}

fn of_sweep(sweep: &Sweep) -> Option<Fault> {
    sweep.points.iter().find_map(of_point).or_else(|| sweep.fit.as_ref().and_then(of_fit))
}

fn of_point(point: &Point) -> Option<Fault> {
    count("value", point.value)
        .or_else(|| time("ns_iqm", point.ns_iqm))
        .or_else(|| around("ci90_ns", point.ci90_ns, point.ns_iqm))
        .or_else(|| point.cycles_iqm.and_then(cycles))
}

fn of_fit(fit: &Fit) -> Option<Fault> {
    let numbers =
        [("fixed_ns", fit.fixed_ns), ("each_ns", fit.each_ns), ("exponent", fit.exponent), ("worst", fit.worst)];
    let (what, number) = numbers.into_iter().find(|(_, number)| number.is_nan() || number.abs() > MOST)?;
    Some((what, number.to_string(), "a number that can be measured"))
}

fn time(what: &'static str, ns: f64) -> Option<Fault> {
    (!(SHORTEST..LONGEST).contains(&ns)).then(|| (what, format!("{ns} ns"), TIME))
}

fn count(what: &'static str, count: u64) -> Option<Fault> {
    (!(1..=1 << 53).contains(&count)).then(|| (what, count.to_string(), COUNT))
}

/// Checks the numbers that belong to no operation.
fn of_run(document: &Document) -> Option<Fault> {
    let (conditions, settings) = (&document.conditions, &document.settings);
    let numbers = [
        ("load", conditions.load),
        ("counter_hz", conditions.counter_hz),
        ("core_per_cycle", conditions.core_per_cycle),
        ("confidence", Some(settings.confidence)),
        ("precision", Some(settings.precision)),
        ("max_time_s", Some(settings.max_time_s)),
    ];
    let mut numbers = numbers.into_iter().filter_map(|(what, number)| Some((what, number?)));
    let (what, number) = numbers.find(|(_, number)| !(0.0..=MOST).contains(number))?;
    Some((what, number.to_string(), SETTING))
}

/// Checks the work of a call.
fn of_unit(info: &OperationInfo) -> Option<Fault> {
    let (Unit::Bytes(amount) | Unit::Operations(amount)) = info.unit;
    count("unit", amount)
}

fn cycles(cycles: f64) -> Option<Fault> {
    (!(cycles > 0.0 && cycles < 10.0 * LONGEST)).then(|| ("cycles_iqm", cycles.to_string(), CYCLES))
}

fn ratio(ratio: f64) -> Option<Fault> {
    (!(1.0 / MOST..MOST).contains(&ratio)).then(|| ("ratio", ratio.to_string(), RATIO))
}

/// Checks that the bounds are in order, which they never are if one of them is NaN.
fn ordered(what: &'static str, interval: Interval) -> Option<Fault> {
    let Interval { low, high } = interval;
    (!(low >= 0.0 && low <= high && high <= MOST)).then(|| (what, format!("{low} to {high}"), INTERVAL))
}

/// Checks that the bounds are in order and that the value is between them.
fn around(what: &'static str, interval: Interval, value: f64) -> Option<Fault> {
    let outside = || (what, format!("{} to {} around {value}", interval.low, interval.high), INTERVAL);
    ordered(what, interval).or_else(|| (!interval.contains(value)).then(outside))
}
