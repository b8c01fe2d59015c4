//! Growth of cost, in tables and sentences.

use super::facts::percent;
use super::numbers::{amount, cost, grouped, nanoseconds};
use super::table::{Line, Table};
use crate::document::{Fit, Point, Sweep};
use crate::values::Parameter;

/// Returns the words for a parameter: the heading of a column of its values, its unit, and its name.
const fn words(parameter: Parameter) -> [&'static str; 3] {
    match parameter {
        Parameter::Size => ["size", "byte", "size"],
        Parameter::Batch => ["items", "item", "number of items"],
        Parameter::Threads => ["threads", "thread", "number of threads"],
    }
}

/// Returns the heading of a sweep.
pub(super) fn heading(sweep: &Sweep) -> String {
    format!("{}: {} {} ({})", sweep.operation, sweep.library, sweep.version, sweep.backend)
}

/// Returns the table of points. Over threads the last column is the throughput of all of them together; otherwise it is
/// the cost of one byte or item.
pub(super) fn table(sweep: &Sweep) -> Table {
    let [column, one, _] = words(sweep.parameter);
    let each = [format!("ns/{one}"), format!("cycles/{one}")];
    let mut headings = vec![column, "ns", "±", "cycles"];
    if sweep.parameter == Parameter::Threads {
        headings.push("calls/s");
    } else {
        headings.extend([&*each[0], &*each[1]]);
    }
    let mut table = Table::new(headings);
    table.lines = sweep.points.iter().map(|point| line(sweep.parameter, point)).collect();
    table
}

fn line(parameter: Parameter, point: &Point) -> Line {
    let value = point.value.max(1) as f64;
    let cycles = |scale: fn(f64) -> String, by: f64| {
        point.cycles_iqm.map_or_else(|| "-".to_owned(), |cycles| scale(cycles / by))
    };
    let mut cells = vec![
        match parameter {
            Parameter::Size => amount(parameter, point.value),
            Parameter::Batch | Parameter::Threads => grouped(point.value),
        },
        nanoseconds(point.ns_iqm),
        format!("{:.1} %", 100.0 * point.ci90_ns.half_width() / point.ns_iqm),
        cycles(|cycles| grouped(cycles.round() as u64), 1.0),
    ];
    if parameter == Parameter::Threads {
        cells.push(grouped((value / point.ns_iqm * 1e9).round() as u64));
    } else {
        cells.extend([cost(point.ns_iqm / value), cycles(cost, value)]);
    }
    Line { cells, ours: false }
}

/// Describes the fit in a sentence.
pub(super) fn sentence(sweep: &Sweep) -> String {
    let Some(fit) = &sweep.fit else { return "There are too few points to fit a line.".to_owned() };
    let [_, one, whole] = words(sweep.parameter);
    let Fit { fixed_ns, each_ns, exponent, worst, proportional } = fit;
    let [fixed, each] = [fixed_ns, each_ns].map(|ns| cost(*ns));
    // Over threads it is the throughput that is proportional, not the cost.
    let what = if sweep.parameter == Parameter::Threads { "calls in a second are " } else { "" };
    let proportional = match proportional {
        Some([from, to]) => {
            format!("{what}proportional from {} to {}", amount(sweep.parameter, *from), amount(sweep.parameter, *to))
        }
        None => format!("{what}nowhere proportional"),
    };
    format!(
        "{fixed} ns + {each} ns for each {one}; {proportional}. No point is further than {} % from that line; through \
         all of them, cost grows with the power {exponent:.2} of the {whole}.",
        percent((worst * 1e3).round() / 1e3)
    )
}
