//! Formats of numbers on a page.

use super::super::numbers::{bytes, grouped, nanoseconds, places};
pub(super) use super::super::numbers::{counted, ratio};
use super::corpus::interval;
use super::model::Cell;
use crate::document::Row;
use crate::stats::Interval;
use crate::values::{Parameter, Unit};

/// The unit of the time of one call in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Cycles,
    Nanoseconds,
}

impl Time {
    /// Returns cycles if every row has them, nanoseconds otherwise.
    pub(super) fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        if rows.into_iter().all(|row| row.cycles_iqm.is_some()) { Self::Cycles } else { Self::Nanoseconds }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Nanoseconds => "nanoseconds",
        }
    }

    pub(super) fn value(self, row: &Row) -> f64 {
        match self {
            Self::Cycles => row.cycles_iqm.unwrap_or(row.ns_iqm),
            Self::Nanoseconds => row.ns_iqm,
        }
    }

    pub(super) fn cell(self, row: &Row) -> Cell {
        let value = self.value(row);
        Cell::number(value, nanoseconds(value))
    }
}

/// Returns the throughput per second: bytes or operations.
pub(super) fn per_second(row: &Row, unit: Unit) -> f64 {
    let (Unit::Bytes(amount) | Unit::Operations(amount)) = unit;
    amount as f64 * 1e9 / row.ns_iqm
}

/// Returns the unit of [`speed`].
pub(super) const fn speed_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Bytes(_) => "MB/s",
        Unit::Operations(_) => "op/s",
    }
}

/// Returns the throughput in the unit's [`speed_unit`].
pub(super) fn speed(row: &Row, unit: Unit) -> f64 {
    match unit {
        Unit::Bytes(_) => per_second(row, unit) / 1e6,
        Unit::Operations(_) => per_second(row, unit),
    }
}

/// The quantity on the axes of a radar chart: one unit for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Bytes,
    Operations,
}

impl Axis {
    /// Returns bytes if every operation is counted in bytes, operations otherwise.
    pub(super) fn of(units: impl IntoIterator<Item = Unit>) -> Self {
        let bytes = units.into_iter().all(|unit| matches!(unit, Unit::Bytes(_)));
        if bytes { Self::Bytes } else { Self::Operations }
    }

    pub(super) const fn unit(self) -> &'static str {
        match self {
            Self::Bytes => "MB/s",
            Self::Operations => "op/s",
        }
    }

    /// Returns the value of a row on an axis. If operations are counted, a call that processes bytes is one operation.
    pub(super) fn value(self, row: &Row, unit: Unit) -> f64 {
        match (self, unit) {
            (Self::Operations, Unit::Bytes(_)) => speed(row, Unit::Operations(1)),
            _ => speed(row, unit),
        }
    }
}

/// Formats a number with three or more digits.
pub(super) fn rounded(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => grouped(number.round() as u64),
    }
}

/// Formats nanoseconds as milliseconds with as many significant digits.
pub(super) fn milliseconds(ns: f64, digits: i32) -> String {
    let ms = ns / 1e6;
    let places = if ms > 0.0 { digits - 1 - ms.log10().floor() as i32 } else { 0 };
    format!("{ms:.*}", usize::try_from(places).unwrap_or(0))
}

/// Formats a share as a percentage, without decimals where they would be noise.
pub(super) fn percentage(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 10.0 { format!("{percent:.1} %") } else { format!("{} %", grouped(percent.round() as u64)) }
}

/// Returns a cell with half an interval's width relative to the value.
pub(super) fn uncertainty(row: &Row) -> Cell {
    if row.is_of_one_round() {
        return Cell::none();
    }
    let share = interval(row).half_width() / row.ns_iqm;
    Cell::number(share, format!("{:.1} %", 100.0 * share))
}

pub(super) fn range(interval: Interval) -> String {
    let places = places(interval);
    format!("{:.places$} to {:.places$}", interval.low, interval.high)
}

/// Formats a parameter's value: `4 KiB`, or a count.
pub(super) fn amount(parameter: Parameter, value: u64) -> String {
    match parameter {
        Parameter::Size => bytes(value),
        Parameter::Batch | Parameter::Threads => value.to_string(),
    }
}

/// Joins items as in a sentence: "a", "a and b", "a, b and c".
pub(super) fn listed<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            format!("{} and {}", first.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_sizes_their_unit() {
        assert_eq!([1.234, 12.34, 123.4, 12_345.6].map(rounded), ["1.23", "12.3", "123", "12,346"]);
        assert_eq!([0.0123, 0.5, 12.0].map(percentage), ["1.2 %", "50 %", "1,200 %"]);
        assert_eq!([65.432, 1.5e6, 2.5e10].map(|ns| milliseconds(ns, 4)), ["0.00006543", "1.500", "25000"]);
        assert_eq!(milliseconds(0.0, 2), "0");
        let sizes = [64, 1536, 4096, 3 << 20].map(|value| amount(Parameter::Size, value));
        assert_eq!(sizes, ["64 B", "1536 B", "4 KiB", "3 MiB"]);
        assert_eq!(amount(Parameter::Batch, 1024), "1024");
        assert_eq!([&["a"][..], &["a", "b"], &["a", "b", "c"]].map(listed), ["a", "a and b", "a, b and c"]);
    }
}
