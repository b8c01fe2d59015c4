//! A run: for each operation check every peer's answer, measure, sum up.

use crate::clock::{Clock, Elapsed};
use crate::measure::{InProcess, Limits, Runner, measure, ratios};
use crate::op::{Operation, Unit};
use crate::peer::{Library, Missing};
use crate::plan::Plan;
use crate::stats::{Estimate, Interval, median};
use std::time::{Duration, Instant};

/// Everything that a report says about the operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What was measured, in the registry's order.
    pub operations: Vec<Measured>,
    /// Operations for which no time was left.
    pub out_of_time: Vec<String>,
    /// Peers that could not be measured at all.
    pub missing: Vec<Missing>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its name.
    pub operation: String,
    /// What one call includes.
    pub includes: String,
    /// What one call amounts to.
    pub unit: Unit,
    /// Ours, then the peers, fastest first.
    pub rows: Vec<Row>,
    /// Peers whose answers differ; they are not timed.
    pub differing: Vec<Differing>,
}

/// A peer whose answer is not ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// Its name.
    pub library: String,
    /// Its version.
    pub version: String,
    /// What does not agree.
    pub reason: String,
}

/// One library on one operation; times are those of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub library: String,
    /// Its version.
    pub version: String,
    /// The backend that ran.
    pub backend: String,
    /// The median over the rounds, in nanoseconds.
    pub ns_median: f64,
    /// The interquartile mean over the rounds, in nanoseconds, and its interval.
    pub ns: Estimate,
    /// The interquartile mean over the rounds in TSC cycles, where they exist.
    pub cycles_iqm: Option<f64>,
    /// The number of rounds.
    pub rounds: usize,
    /// On peers' rows: our time over theirs, round by round, and its interval.
    pub ratio: Option<Estimate>,
}

impl Row {
    fn new(library: &Library, backend: String, rounds: &[Elapsed], ours: Option<&[Elapsed]>) -> Self {
        let ns: Vec<f64> = rounds.iter().map(|round| round.ns).collect();
        let cycles: Option<Vec<f64>> = rounds.iter().map(|round| round.cycles).collect();
        Self {
            library: library.name.to_owned(),
            version: library.version.clone(),
            backend,
            ns_median: median(&ns),
            ns: Estimate::of(&ns),
            cycles_iqm: cycles.as_deref().map(crate::stats::interquartile_mean),
            rounds: rounds.len(),
            ratio: ours.map(|ours| Estimate::of(&ratios(ours, rounds))),
        }
    }

    /// The interval of the ratio, on peers' rows.
    #[must_use]
    pub fn ratio_ci90(&self) -> Option<Interval> {
        self.ratio.map(|ratio| ratio.ci90)
    }
}

/// Measures `operations` with our library and with peers.
pub struct Session<'a> {
    /// Ours.
    pub ours: &'a Library,
    /// The others; none for a run without comparison.
    pub peers: &'a [Library],
    /// The time limits.
    pub plan: Plan,
    /// Takes the time of calls.
    pub clock: Clock,
}

impl Session<'_> {
    /// Goes through the operations. `progress` is told the operation's position and the share of its time that is
    /// used up.
    pub fn run(&self, operations: &[&dyn Operation], progress: &mut dyn FnMut(usize, f64)) -> Results {
        let start = Instant::now();
        let mut results = Results::default();
        for (i, operation) in operations.iter().enumerate() {
            match self.plan.share(start.elapsed(), operations.len() - i) {
                Some(time) => {
                    let measured = self.measure(*operation, time, &mut |share| progress(i, share));
                    results.operations.extend(measured);
                }
                None => results.out_of_time.push(operation.name().to_owned()),
            }
        }
        results
    }

    /// `None` if we do not offer the operation ourselves.
    fn measure(&self, operation: &dyn Operation, time: Duration, progress: &mut dyn FnMut(f64)) -> Option<Measured> {
        let start = Instant::now();
        let mut contenders = vec![(self.ours, operation.subject(&self.ours.offers)?)];
        let mut differing = Vec::new();
        for peer in self.peers {
            let Some(subject) = operation.subject(&peer.offers) else { continue };
            match operation.check(&self.ours.offers, &peer.offers) {
                Ok(()) => contenders.push((peer, subject)),
                Err(difference) => differing.push(Differing {
                    library: peer.name.to_owned(),
                    version: peer.version.clone(),
                    reason: difference.to_string(),
                }),
            }
        }

        let (libraries, mut runners): (Vec<_>, Vec<Box<dyn Runner>>) = contenders
            .into_iter()
            .map(|(library, subject)| {
                let runner = InProcess { calls: subject.calls, clock: self.clock.clone() };
                ((library, subject.backend), Box::new(runner) as Box<dyn Runner>)
            })
            .unzip();
        let limits = Limits {
            time: time.saturating_sub(start.elapsed()),
            precision: self.plan.precision,
            warm_up: self.plan.warm_up,
        };
        let rounds = measure(&mut runners, &limits, &|| start.elapsed(), progress);

        let mut rows: Vec<Row> = libraries
            .into_iter()
            .enumerate()
            .map(|(i, (library, backend))| Row::new(library, backend, &rounds[i], (i > 0).then_some(&rounds[0])))
            .collect();
        rows[1..].sort_by(|a, b| a.ns.iqm.total_cmp(&b.ns.iqm));
        Some(Measured {
            operation: operation.name().to_owned(),
            includes: operation.includes().to_owned(),
            unit: operation.unit(),
            rows,
            differing,
        })
    }
}
