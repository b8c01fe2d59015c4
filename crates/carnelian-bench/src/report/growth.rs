//! How cost grows, in tables and sentences.

use super::facts::percent;
use super::numbers::{amount, cost, grouped, nanoseconds};
use super::table::{Line, Table};
use crate::document::{Fit, Parameter, Sweep};

/// What a parameter is called: a column of its values, one of them, and itself.
const fn words(parameter: Parameter) -> [&'static str; 3] {
    match parameter {
        Parameter::Size => ["size", "byte", "size"],
        Parameter::Batch => ["items", "item", "number of items"],
        Parameter::Threads => ["threads", "thread", "number of threads"],
    }
}

/// Whose growth it is.
pub(super) fn heading(sweep: &Sweep) -> String {
    format!("{}: {} {} ({})", sweep.operation, sweep.library, sweep.version, sweep.backend)
}

/// The points.
pub(super) fn table(sweep: &Sweep) -> Table {
    let [column, one, _] = words(sweep.parameter);
    let each = [format!("ns/{one}"), format!("cycles/{one}")];
    let mut table = Table::new([column, "ns", "±", "cycles", &each[0], &each[1]]);
    table.lines = sweep
        .points
        .iter()
        .map(|point| {
            let value = point.value.max(1) as f64;
            let cycles = |scale: fn(f64) -> String, by: f64| {
                point.cycles_iqm.map_or_else(|| "-".to_owned(), |cycles| scale(cycles / by))
            };
            let cells = vec![
                match sweep.parameter {
                    Parameter::Size => amount(sweep.parameter, point.value),
                    Parameter::Batch | Parameter::Threads => grouped(point.value),
                },
                nanoseconds(point.ns_iqm),
                format!("{:.1} %", 100.0 * point.ci90_ns.half_width() / point.ns_iqm),
                cycles(|cycles| grouped(cycles.round() as u64), 1.0),
                cost(point.ns_iqm / value),
                cycles(cost, value),
            ];
            Line { cells, ours: false }
        })
        .collect();
    table
}

/// What the points say together.
pub(super) fn sentence(sweep: &Sweep) -> String {
    let Some(fit) = &sweep.fit else { return "There are too few points to fit a line.".to_owned() };
    let [_, one, whole] = words(sweep.parameter);
    let Fit { fixed_ns, each_ns, exponent, worst, proportional } = fit;
    let [fixed, each] = [fixed_ns, each_ns].map(|ns| cost(*ns));
    let proportional = match proportional {
        Some([from, to]) => {
            format!("proportional from {} to {}", amount(sweep.parameter, *from), amount(sweep.parameter, *to))
        }
        None => "nowhere proportional".to_owned(),
    };
    format!(
        "{fixed} ns + {each} ns for each {one}; {proportional}. No point is further than {} % from that line; through \
         all of them, cost grows with the power {exponent:.2} of the {whole}.",
        percent((worst * 1e3).round() / 1e3)
    )
}
