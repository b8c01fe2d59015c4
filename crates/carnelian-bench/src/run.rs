//! What `carnelian bench` does.

use crate::args::BenchArgs;
use crate::clock::Clock;
use crate::document::{self, Conditions, Document, SCHEMA, Settings};
use crate::error::BenchError;
use crate::machine::Machine;
use crate::op::{self, Operation};
use crate::peer::{self, Library, Missing};
use crate::plan::Plan;
use crate::report;
use crate::select::select;
use crate::session::Session;
use crate::sweep;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io::{IsTerminal, stderr};

/// Measures, and gives the report. Says nothing on the standard error but, if that is a terminal, how far it is.
///
/// # Errors
/// [`BenchError`] if the patterns select nothing; nothing is measured then.
pub fn run(args: &BenchArgs) -> Result<String, BenchError> {
    let operations = op::all();
    let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
    let curves = args.sweep.map(|parameter| sweep::points(parameter, &args.patterns, args.preset)).transpose()?;
    let selected: Vec<&dyn Operation> = match &curves {
        Some(curves) => curves.iter().flat_map(sweep::Curve::operations).collect(),
        None => select(&names, &args.patterns)?.into_iter().map(|i| &*operations[i]).collect(),
    };

    let machine = Machine::here();
    let compare = args.compare;
    let (peers, missing) = if compare { find_peers() } else { Default::default() };
    let families: BTreeSet<&str> = selected.iter().map(|operation| operation.family()).collect();
    let everything = args.patterns.is_empty();
    let session = Session {
        ours: &peer::carnelian::library(),
        peers: &peers,
        plan: Plan::new(args.preset, families.len(), everything),
        clock: Clock::calibrated(),
    };
    let bar = progress_bar(selected.len());
    let results = session.run(&selected, &mut |i, share| {
        bar.set_message(selected[i].name().to_owned());
        bar.set_position(STEPS * i as u64 + (STEPS as f64 * share) as u64);
    });
    bar.finish_and_clear();
    let (operations, rows, sweeps) = match &curves {
        Some(curves) => (Vec::new(), Vec::new(), sweep::regroup(curves, &results.rows)),
        None => (results.operations, results.rows, Vec::new()),
    };

    let plan = session.plan;
    let document = Document {
        schema: SCHEMA,
        carnelian: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine.machine,
        cpu: machine.cpu,
        microarchitecture: None,
        date: machine.date,
        rustc: machine.rustc,
        build: String::new(),
        tier: carnelian::cpu::Tier::in_force().to_string(),
        conditions: Conditions::default(),
        settings: Settings {
            preset: args.preset.name().to_owned(),
            compare,
            everything,
            precision: plan.precision,
            max_time_s: plan.total.as_secs_f64(),
            ..Settings::default()
        },
        operations,
        schemes: op::schemes(),
        rows,
        sweeps,
        differing: results.differing,
        missing: missing
            .into_iter()
            .map(|missing| document::Missing {
                library: missing.name.to_owned(),
                operation: None,
                reason: missing.reason,
            })
            .collect(),
        out_of_time: results.out_of_time,
    };
    Ok(report::render(&document, args.report))
}

fn find_peers() -> (Vec<Library>, Vec<Missing>) {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for peer in peer::all() {
        match peer {
            Ok(library) => found.push(library),
            Err(absent) => missing.push(absent),
        }
    }
    (found, missing)
}

/// The steps of the progress bar for each operation.
const STEPS: u64 = 100;

/// On a terminal alone. It is drawn between rounds and by this thread, so that it does not disturb what is measured.
fn progress_bar(operations: usize) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3} %").expect("the template is well formed");
    ProgressBar::new(STEPS * operations as u64).with_style(style)
}
