//! A run: for each operation, check every peer's answer, measure, and summarize.

use crate::clock::{Clock, Elapsed};
use crate::document::{Differing, Missing, OperationInfo, OtherBuild, Row};
use crate::interrupt;
use crate::measure::{Gone, InProcess, Limits, Runner, measure, ratio};
use crate::op::Operation;
use crate::peer::Library;
use crate::plan::Plan;
use crate::registry;
use crate::schedule::{Schedule, Turn};
use crate::stats::{Estimate, middle};
use crate::values::{Estimator, OURS};
use std::time::{Duration, Instant};

/// The results for the operations: parts of a [`Document`](crate::document::Document).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The measured operations, in the registry's order.
    pub operations: Vec<OperationInfo>,
    /// The rows of each operation: ours, then the peers, fastest first.
    pub rows: Vec<Row>,
    /// Peers whose answers differ; they are not timed.
    pub differing: Vec<Differing>,
    /// Peers that could not be measured in an operation.
    pub missing: Vec<Missing>,
    /// Operations for which no time was left.
    pub out_of_time: Vec<String>,
}

impl Results {
    /// Joins the results of single operations, by their indices.
    fn in_order(mut each: Vec<(usize, Self)>) -> Self {
        each.sort_by_key(|(operation, _)| *operation);
        let mut all = Self::default();
        for (_, results) in each {
            all.operations.extend(results.operations);
            all.rows.extend(results.rows);
            all.differing.extend(results.differing);
            all.missing.extend(results.missing);
        }
        all
    }
}

/// The libraries that can take part in a run, wherever their code runs.
pub trait Crew {
    /// Returns the libraries that offer an operation, ours first, each with any difference of its answer from ours; and
    /// those that cannot be queried.
    fn candidates(&mut self, operation: &str) -> Vec<Result<Candidate, Missing>>;

    /// Prepares a candidate for timing.
    ///
    /// # Errors
    /// Returns [`Gone`] if that fails.
    fn prepare(&mut self, candidate: &Candidate, operation: &str) -> Result<Box<dyn Runner>, Gone>;
}

/// One build of a library that offers an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its index in the crew.
    pub member: usize,
    /// Its name.
    pub library: String,
    /// Its version.
    pub version: String,
    /// The build that it belongs to.
    pub build: String,
    /// The backend that runs.
    pub backend: String,
    /// How its answer differs from ours, if it does.
    pub difference: Option<String>,
}

/// A crew that consists of libraries in this process.
pub struct Together<'a> {
    /// Our library.
    pub ours: &'a Library,
    /// The peers; empty for a run without comparison.
    pub peers: &'a [Library],
    /// The clock that times calls.
    pub clock: Clock,
}

impl Together<'_> {
    fn library(&self, member: usize) -> &Library {
        if member == 0 { self.ours } else { &self.peers[member - 1] }
    }
}

impl Crew for Together<'_> {
    fn candidates(&mut self, operation: &str) -> Vec<Result<Candidate, Missing>> {
        let Some(operation) = registry::find(operation) else { return Vec::new() };
        let candidate = |member: usize| {
            let library = self.library(member);
            let backend = operation.subject(&library.offers)?.backend;
            let difference = operation.check(&self.ours.offers, &library.offers).err();
            Some(Ok(Candidate {
                member,
                library: library.name.clone(),
                version: library.version.clone(),
                build: ORDINARY.to_owned(),
                backend,
                difference: difference.map(|difference| difference.to_string()),
            }))
        };
        (0..=self.peers.len()).filter_map(candidate).collect()
    }

    fn prepare(&mut self, candidate: &Candidate, operation: &str) -> Result<Box<dyn Runner>, Gone> {
        let offers = &self.library(candidate.member).offers;
        let subject = registry::find(operation).and_then(|operation| operation.subject(offers));
        let subject = subject.ok_or_else(|| Gone(format!("it does not offer {operation}")))?;
        Ok(Box::new(InProcess { calls: subject.calls, clock: self.clock }))
    }
}

/// The name of the default build.
pub const ORDINARY: &str = "ordinary";

/// Measures operations with our library and with peers.
pub struct Session<'a> {
    /// The libraries that take part.
    pub crew: &'a mut dyn Crew,
    /// The time limits.
    pub plan: Plan,
    /// The confidence level of intervals.
    pub confidence: f64,
    /// Whether rows contain their single rounds.
    pub keep_rounds: bool,
}

impl Session<'_> {
    /// Runs the operations in the order of the [`Schedule`]. `progress` receives the index of the operation that is
    /// being measured and the share of all operations that is done.
    pub fn run(&mut self, operations: &[&dyn Operation], progress: &mut dyn FnMut(usize, f64)) -> Results {
        let start = Instant::now();
        let mut schedule = Schedule::new(self.plan, operations.iter().map(|operation| operation.family()));
        let mut measured: Vec<(usize, Results)> = Vec::new();
        while let Some(turn) = schedule.next(start.elapsed()).filter(|_| !interrupt::requested()) {
            let (begun, mut results) = (start.elapsed(), Results::default());
            let (done, rest) = (measured.len() as f64, self.plan.total.saturating_sub(begun));
            self.measure(operations[turn.operation], &turn, rest, &mut results, &mut |share| {
                progress(turn.operation, (done + share) / operations.len() as f64);
            });
            schedule.took(&turn, start.elapsed().saturating_sub(begun));
            measured.push((turn.operation, results));
        }
        let is_measured = |i: &usize| measured.iter().any(|(operation, _)| operation == i);
        let left_out: Vec<usize> = (0..operations.len()).filter(|i| !is_measured(i)).collect();
        let mut results = Results::in_order(measured);
        results.out_of_time = left_out.into_iter().map(|i| operations[i].name().to_owned()).collect();
        results
    }

    /// Measures one operation. Adds nothing if we do not offer it ourselves, unless only peers have it.
    ///
    /// The comparison of answers is not part of the turn's time: on a busy machine it can take longer than that, and no
    /// time would be left for rounds. It is part of `rest`, the rest of the run's time.
    fn measure(
        &mut self,
        operation: &dyn Operation,
        turn: &Turn,
        rest: Duration,
        results: &mut Results,
        progress: &mut dyn FnMut(f64),
    ) {
        let start = Instant::now();
        let (candidates, mut runners) = self.contenders(operation.name(), results);
        let Some(first) = candidates.first() else { return };
        let is_ours = first.library == OURS;
        if !is_ours && !operation.is_of_peers_only() {
            return;
        }
        let rest = rest.saturating_sub(start.elapsed());
        let time = turn.time.min(rest);
        let limits = Limits {
            time,
            at_most: turn.at_most.min(rest),
            precision: self.plan.precision,
            confidence: self.confidence,
            warm_up: self.plan.warm_up.min(time / (4 * u32::try_from(runners.len()).unwrap_or(u32::MAX).max(1))),
            sample: operation.sample(),
            estimator: operation.estimator(),
            cycle: operation.cycle(),
        };
        let mut rounds = measure(&mut runners, &limits, &|| start.elapsed(), progress);
        let ours = if is_ours { Some(std::mem::replace(&mut rounds[0], Ok(Vec::new()))) } else { None };
        let ours = match ours.transpose() {
            Ok(ours) => ours,
            Err(gone) => return results.missing.push(missing(first, operation.name(), gone)),
        };

        let (base, mut peers) = (ours.as_deref().filter(|_| operation.is_compared()), Vec::new());
        for (candidate, rounds) in candidates.iter().zip(rounds).skip(usize::from(is_ours)) {
            match rounds {
                Ok(rounds) => peers.push(self.row(operation, candidate, &rounds, base)),
                Err(gone) => results.missing.push(missing(candidate, operation.name(), gone)),
            }
        }
        results.rows.extend(ours.map(|ours| self.row(operation, first, &ours, None)));
        results.rows.extend(best_builds(peers));
        results.operations.push(OperationInfo::of(operation));
    }

    /// Returns the candidates whose answer agrees with ours, ready to be timed; records the others in the results.
    fn contenders(&mut self, operation: &str, results: &mut Results) -> (Vec<Candidate>, Vec<Box<dyn Runner>>) {
        let (mut candidates, mut runners) = (Vec::new(), Vec::new());
        for candidate in self.crew.candidates(operation) {
            let candidate = match candidate {
                Ok(candidate) => candidate,
                Err(missing) => {
                    results.missing.push(missing);
                    continue;
                }
            };
            if let Some(reason) = candidate.difference {
                let Candidate { library, version, .. } = candidate;
                results.differing.push(Differing { operation: operation.to_owned(), library, version, reason });
                continue;
            }
            match self.crew.prepare(&candidate, operation) {
                Ok(runner) => {
                    candidates.push(candidate);
                    runners.push(runner);
                }
                Err(gone) => results.missing.push(missing(&candidate, operation, gone)),
            }
        }
        (candidates, runners)
    }

    /// Builds the row of a library from its rounds and, if it is a peer of ours, from ours.
    fn row(
        &self,
        operation: &dyn Operation,
        candidate: &Candidate,
        rounds: &[Elapsed],
        ours: Option<&[Elapsed]>,
    ) -> Row {
        let estimator = operation.estimator();
        let ns: Vec<f64> = rounds.iter().map(|round| round.ns).collect();
        let cycles: Option<Vec<f64>> = rounds.iter().map(|round| round.cycles).collect();
        let (time, ratio) = match ns[..] {
            [ns] => (Estimate::of_one(ns), ours.map(|ours| (ratio_to_one(estimator, ours, ns), None))),
            _ => {
                let ratio = |ours| ratio(estimator, ours, rounds, self.confidence);
                (Estimate::by(estimator, &ns, self.confidence), ours.map(ratio).map(|ratio| (ratio.iqm, Some(ratio))))
            }
        };
        Row {
            operation: operation.name().to_owned(),
            library: candidate.library.clone(),
            version: candidate.version.clone(),
            backend: candidate.backend.clone(),
            build: candidate.build.clone(),
            ns_median: time.median,
            ns_iqm: time.iqm,
            ns_min: Some(time.min),
            ns_quartiles: Some(time.quartiles),
            cycles_iqm: cycles.as_deref().map(|cycles| middle(estimator, cycles)),
            ci90_ns: time.ci90,
            ci_ns: Some(time.ci),
            rounds: time.rounds,
            ns_rounds: self.keep_rounds.then_some(ns),
            merged: time.merged,
            ratio: ratio.map(|(ratio, _)| ratio),
            ratio_ci90: ratio.and_then(|(_, estimate)| Some(estimate?.ci90)),
            ratio_ci: ratio.and_then(|(_, estimate)| Some(estimate?.ci)),
            other_builds: Vec::new(),
        }
    }
}

/// Returns the ratio ours/theirs where theirs is the time of a single round.
fn ratio_to_one(estimator: Estimator, ours: &[Elapsed], their_ns: f64) -> f64 {
    middle(estimator, &ours.iter().map(|round| round.ns).collect::<Vec<_>>()) / their_ns
}

/// Keeps, for each library, the row of its fastest build, which lists the others; returns these rows fastest first.
fn best_builds(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm));
    let mut best: Vec<Row> = Vec::new();
    for row in rows {
        match best.iter_mut().find(|best| best.library == row.library) {
            Some(best) => best.other_builds.push(OtherBuild {
                build: row.build,
                backend: row.backend,
                ns_iqm: row.ns_iqm,
                ci90_ns: row.ci90_ns,
            }),
            None => best.push(row),
        }
    }
    best
}

fn missing(candidate: &Candidate, operation: &str, Gone(reason): Gone) -> Missing {
    Missing { library: candidate.library.clone(), operation: Some(operation.to_owned()), reason }
}
