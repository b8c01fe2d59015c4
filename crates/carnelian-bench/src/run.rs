//! The implementation of `carnelian bench`.

use crate::args::BenchArgs;
use crate::baseline::{self, Comparison};
use crate::clock::Clock;
use crate::document::{Conditions, Document, Missing, SCHEMA, Settings};
use crate::error::BenchError;
use crate::form::Format;
use crate::interrupt;
use crate::machine::class::Class;
use crate::machine::{Machine, conditions, features};
use crate::op::Operation;
use crate::ours;
use crate::peer::{self, Library, Selection};
use crate::plan::Plan;
use crate::process::{Build, Manner, Processes};
use crate::registry;
use crate::report;
use crate::select::select;
use crate::session::{ORDINARY, Results, Session, Together};
use crate::stats::CONFIDENCE;
use crate::sweep;
use crate::targets::{self, Target};
use crate::values::{OURS, Parameter};
use carnelian::cpu::Tier;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;

/// The outcome of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The report. In the text and Markdown formats it ends with the changes since the baseline and the targets.
    pub report: String,
    /// The changes since the baseline and the targets, as text, if the report does not include them.
    pub beside: Option<String>,
    /// The operations that are slower than in the baseline by more than the threshold.
    pub slower: Vec<String>,
    /// The operations that miss their target.
    pub missed: Vec<String>,
    /// The reason why the result was not saved, if it should have been. The report is still returned, because it took
    /// minutes to measure.
    pub unsaved: Option<BenchError>,
}

impl Outcome {
    fn of(document: &Document, baselines: &baseline::Request, targets: Option<&[Target]>, args: &BenchArgs) -> Self {
        let format = args.report;
        let comparison = baselines.compare(document);
        let judged = targets.map(|targets| targets::judge(targets, document));
        let mut report = report::render_for(document, format, &args.look);
        let changes =
            comparison.as_ref().map(|comparison| report::comparison::render_for(comparison, format, &args.look));
        let marks = judged.as_ref().map(|judged| report::targets::render(judged, format));
        let mut beside = changes.into_iter().chain(marks).reduce(|changes, marks| changes + &marks);
        if matches!(format, Format::Text | Format::Markdown) {
            report.extend(beside.take());
        }
        let slower = |comparison: &Comparison| comparison.slower().map(|change| change.operation.clone()).collect();
        Self {
            report,
            beside,
            missed: judged
                .iter()
                .flatten()
                .filter(|judged| judged.is_missed())
                .map(|it| it.target.operation.clone())
                .collect(),
            slower: comparison.as_ref().map(slower).unwrap_or_default(),
            unsaved: baselines.save(document).err().map(BenchError::from),
        }
    }
}

/// Returns the names of the operations that `args` select.
///
/// # Errors
/// [`BenchError`] if a pattern selects nothing.
pub fn list(args: &BenchArgs) -> Result<Vec<String>, BenchError> {
    let operations = registry::all();
    let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
    Ok(select(&names, &args.patterns)?.into_iter().map(|i| names[i].to_owned()).collect())
}

/// Refuses a tier that is not available: our code would be measured at a lower tier and reported under the requested
/// one.
fn refuse_missing_tier(args: &BenchArgs) -> Result<(), BenchError> {
    let (cpu, in_force) = (Tier::of_cpu(), Tier::in_force());
    match args.tier {
        Some(given) if given > in_force => {
            Err(BenchError::Tier { given, cpu, in_force, missing: features::missing(given) })
        }
        _ => Ok(()),
    }
}

/// Returns what is said on standard error before anything is measured: on a terminal the class of the results, how long
/// it takes and what it takes from other programs, and everywhere a warning if the machine is too busy to measure well.
/// The report says all but how long it takes.
fn announced(conditions: &Conditions, tier: Tier, plan: &Plan, place: &Place, is_terminal: bool) -> Vec<String> {
    let limit = Duration::from_secs(plan.total.as_secs().max(1));
    let lines = [
        format!("measuring in the class {}", Class::here(tier)),
        format!("at most {}; Ctrl-C ends it early and reports what was measured", humantime::format_duration(limit)),
    ];
    let lines = lines.into_iter().chain(place.said());
    lines.filter(|_| is_terminal).chain(conditions.crowded()).collect()
}

/// The place of the measuring processes among all programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// The index of the CPU that all of them share.
    cpu: Option<usize>,
    /// Whether real-time priority is asked for.
    real_time: bool,
}

impl Place {
    /// Returns the last CPU, at real-time priority unless that is not wanted. Libraries in this process and threads
    /// have no place of their own, and neither has anything on a machine with one CPU.
    fn of(args: &BenchArgs) -> Self {
        let cpus = core_affinity::get_core_ids().map_or(0, |cpus| cpus.len());
        let alone = cpus > 1 && !args.in_process && args.sweep != Some(Parameter::Threads);
        Self { cpu: alone.then(|| cpus - 1), real_time: alone && !args.no_real_time }
    }

    /// Describes what it takes from other programs.
    fn said(self) -> Option<String> {
        let cpu = self.cpu?;
        Some(if self.real_time {
            format!(
                "libraries take turns on CPU {cpu}, at real-time priority if the system permits it: other programs do \
                 not get that CPU meanwhile; --no-real-time leaves it to them, too"
            )
        } else {
            format!("libraries take turns on CPU {cpu}, which they share with other programs")
        })
    }
}

/// Measures and returns the report. Standard error has a warning first if the machine is too busy to measure well; if it
/// is a terminal, also the class of the results and the progress.
///
/// # Errors
/// [`BenchError`] if the request cannot be satisfied; nothing is measured then.
pub fn run(args: &BenchArgs) -> Result<Outcome, BenchError> {
    refuse_missing_tier(args)?;
    let tier = args.tier.map_or(Tier::in_force(), |tier| tier.min(Tier::in_force()));
    let operations = registry::all();
    let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
    let curves = args.sweep.map(|parameter| sweep::points(parameter, &args.patterns, args.preset)).transpose()?;
    let selected: Vec<&dyn Operation> = match &curves {
        Some(curves) => curves.iter().flat_map(sweep::Curve::operations).collect(),
        None => select(&names, &args.patterns)?.into_iter().map(|i| &*operations[i]).collect(),
    };
    let selected_names: Vec<&str> = selected.iter().map(|operation| operation.name()).collect();
    let baselines = baseline::Request::of(args, &selected_names)?;
    let targets = args.targets.as_deref().map(targets::read).transpose()?;
    let families: BTreeSet<&str> = selected.iter().map(|operation| operation.family()).collect();
    let everything = args.patterns.is_empty();
    let plan = Plan::new(args.preset, families.len(), everything).with(args.precision, args.max_time);
    let confidence = args.confidence.unwrap_or(CONFIDENCE);

    interrupt::listen();
    let clock = Clock::calibrated();
    let machine = Machine::here();
    let conditions = conditions::now(&clock);
    for line in announced(&conditions, tier, &plan, &Place::of(args), stderr().is_terminal()) {
        // An error of writing to standard error is ignored.
        let _ = writeln!(stderr(), "carnelian: {line}");
    }
    let measuring = Measuring { args, peers: peer::select(args)?, plan, confidence, clock };
    let (results, missing, conditions) = measuring.run(&selected, conditions)?;
    let (operations, rows, sweeps) = match &curves {
        Some(curves) => (Vec::new(), Vec::new(), sweep::regroup(curves, &results.rows)),
        None => (results.operations, results.rows, Vec::new()),
    };

    let document = Document {
        schema: SCHEMA,
        carnelian: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine.machine,
        cpu: machine.cpu,
        microarchitecture: machine.microarchitecture,
        date: machine.date,
        rustc: machine.rustc,
        build: machine.build,
        tier: tier.to_string(),
        features: features::up_to(tier).into_iter().map(str::to_owned).collect(),
        commit: machine.commit,
        conditions,
        settings: Settings {
            preset: args.preset.name().to_owned(),
            compare: compares(args),
            everything,
            confidence,
            precision: plan.precision,
            max_time_s: plan.total.as_secs_f64(),
        },
        operations,
        schemes: registry::schemes(),
        rows,
        sweeps,
        differing: results.differing,
        missing: missing.into_iter().chain(results.missing).collect(),
        out_of_time: results.out_of_time,
        interrupted: interrupt::requested(),
    };
    Ok(Outcome::of(&document, &baselines, targets.as_deref(), args))
}

/// Returns whether other libraries are requested.
fn compares(args: &BenchArgs) -> bool {
    args.compare || !args.peers.is_empty() || !args.peer_lib.is_empty() || !args.peer_build.is_empty()
}

/// The parameters of a measurement.
struct Measuring<'a> {
    args: &'a BenchArgs,
    peers: Selection,
    plan: Plan,
    confidence: f64,
    clock: Clock,
}

impl Measuring<'_> {
    /// Returns the results, the libraries that are missing altogether, and the conditions with what was learned during
    /// the run.
    fn run(
        &self,
        selected: &[&dyn Operation],
        conditions: Conditions,
    ) -> Result<(Results, Vec<Missing>, Conditions), BenchError> {
        if self.args.in_process {
            let (peers, missing) = self.find_peers()?;
            let ours = ours::library();
            let mut crew = Together { ours: &ours, peers: &peers, clock: self.clock };
            let results = self.session(&mut crew, selected);
            return Ok((results, missing, conditions));
        }
        let (mut crew, missing) = self.processes()?;
        let results = self.session(&mut crew, selected);
        let (pinned, real_time) = crew.rank();
        Ok((results, missing, Conditions { isolated: true, pinned, real_time, ..conditions }))
    }

    fn session(&self, crew: &mut dyn crate::session::Crew, selected: &[&dyn Operation]) -> Results {
        let bar = progress_bar();
        let mut session = Session { crew, plan: self.plan, confidence: self.confidence, keep_rounds: self.args.rounds };
        let results = session.run(selected, &mut |i, share| {
            bar.set_message(selected[i].name().to_owned());
            bar.set_position((STEPS as f64 * share) as u64);
        });
        bar.finish_and_clear();
        results
    }

    /// Starts a process for each library of each build. The processes share one CPU, which the rest of the machine is
    /// asked to leave to them, unless there is only one CPU or threads are to be measured.
    fn processes(&self) -> Result<(Processes, Vec<Missing>), BenchError> {
        let Place { cpu, real_time } = Place::of(self.args);
        let manner = Manner { peer_libs: self.args.peer_lib.clone(), cpu, real_time, tier: self.args.tier };
        let wanted = |library: &str| library == OURS || self.peers.contains(library);
        let (processes, missing) = Processes::start(self.builds()?, &wanted, manner, self.clock)
            .map_err(|(name, gone)| BenchError::Build { name, reason: gone.0 })?;
        let missing: Result<_, _> = missing.into_iter().map(|missing| self.peers.excuse(missing)).collect();
        Ok((processes, missing?))
    }

    /// Returns this program and the other requested builds of it.
    fn builds(&self) -> Result<Vec<Build>, BenchError> {
        let this = std::env::current_exe()
            .map_err(|error| BenchError::Build { name: ORDINARY.to_owned(), reason: error.to_string() })?;
        let mut builds = vec![Build { name: ORDINARY.to_owned(), program: this }];
        for given in &self.args.peer_build {
            let malformed = || BenchError::NotNameAndPath {
                option: "--peer-build",
                given: given.clone(),
                example: "native=path/to/carnelian",
            };
            let (name, program) = given.split_once('=').ok_or_else(malformed)?;
            if name.is_empty() || program.is_empty() {
                return Err(malformed());
            }
            builds.push(Build { name: name.to_owned(), program: program.into() });
        }
        Ok(builds)
    }

    fn find_peers(&self) -> Result<(Vec<Library>, Vec<Missing>), BenchError> {
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for name in self.peers.names() {
            match peer::find(name, self.peers.libs()).and_then(Library::unless_idle) {
                Ok(library) => found.push(library),
                Err(absent) => missing.push(self.peers.excuse(absent)?),
            }
        }
        Ok((found, missing))
    }
}

/// The steps of the progress bar.
const STEPS: u64 = 10_000;

/// Returns a progress bar, hidden unless standard error is a terminal. It is drawn by this thread between rounds, so
/// that it does not disturb the measurement.
fn progress_bar() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3} %, {eta} left")
        .expect("the template is well formed");
    ProgressBar::new(STEPS).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Preset;

    #[test]
    fn a_busy_machine_is_told_of_everywhere_and_the_class_on_a_terminal() {
        let busy = Conditions { load: Some(4.0), cpus: Some(2), ..Conditions::default() };
        let plan = Plan::new(Preset::Quick, 1, false);
        let alone = Place { cpu: Some(3), real_time: true };
        let said =
            |conditions, place: Place, is_terminal| announced(conditions, Tier::Portable64, &plan, &place, is_terminal);
        let [warning] = &said(&busy, alone, false)[..] else { panic!("one line") };
        assert!(warning.contains("busy: on average 4.0"), "{warning}");
        let [class, limit, place, _] = &said(&busy, alone, true)[..] else { panic!("four lines") };
        assert!(class.ends_with("/portable64"), "{class}");
        assert!(limit.starts_with("at most 1m 20s;"), "{limit}");
        assert!(place.contains("CPU 3, at real-time priority") && place.contains("--no-real-time"), "{place}");
        let ordinary = &said(&busy, Place { real_time: false, ..alone }, true)[2];
        assert!(ordinary.contains("share with other programs"), "{ordinary}");
        assert_eq!(said(&busy, Place { cpu: None, real_time: false }, true).len(), 3);
        assert_eq!(said(&Conditions::default(), alone, false), [""; 0]);
    }
}
