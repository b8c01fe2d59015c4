//! Formats of numbers.

use crate::stats::Interval;
use crate::values::Parameter;

/// Returns the number of decimals of a ratio's interval: three, unless its ends would then look the same.
pub(super) fn places(interval: Interval) -> usize {
    let read_alike =
        |places: &usize| format!("{:.*}", *places, interval.low) == format!("{:.*}", *places, interval.high);
    (3..6).find(|places| !read_alike(places)).unwrap_or(3)
}

/// Formats nanoseconds, with one decimal if it is significant.
pub(super) fn nanoseconds(ns: f64) -> String {
    if ns < 1000.0 { format!("{ns:.1}") } else { grouped(ns.round() as u64) }
}

/// Formats a number with commas between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a ratio with two decimals, or three if it is small.
pub(super) fn ratio(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

/// Formats a time with three significant digits in the unit that fits.
pub(super) fn time(ns: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (unit, name) = units.into_iter().find(|(unit, _)| ns >= *unit).unwrap_or((1.0, "ns"));
    let value = ns / unit;
    let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.decimals$} {name}")
}

/// Formats a count: "1 run", "2 runs".
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Formats a cost with three significant digits.
pub(super) fn cost(ns: f64) -> String {
    match ns.abs() {
        size if size >= 99.95 => nanoseconds(ns),
        size if size >= 9.995 => format!("{ns:.1}"),
        size if size >= 0.9995 => format!("{ns:.2}"),
        _ => format!("{ns:.3}"),
    }
}

/// Formats a parameter's value with its unit: `4 KiB`, `8 items`, `1 thread`.
pub(super) fn amount(parameter: Parameter, value: u64) -> String {
    let plural = if value == 1 { "" } else { "s" };
    match parameter {
        Parameter::Size => bytes(value),
        Parameter::Batch => format!("{value} item{plural}"),
        Parameter::Threads => format!("{value} thread{plural}"),
    }
}

/// Formats bytes in the largest unit that divides the value.
pub(super) fn bytes(value: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.into_iter().find(|(unit, _)| value >= *unit && value.is_multiple_of(*unit));
    unit.map_or_else(|| format!("{value} B"), |(unit, name)| format!("{} {name}", value / unit))
}
