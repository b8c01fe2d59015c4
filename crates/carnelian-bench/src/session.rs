//! A run: for each operation check every peer's answer, measure, sum up.

use crate::clock::{Clock, Elapsed};
use crate::document::{Differing, OperationInfo, Row};
use crate::measure::{InProcess, Limits, Runner, measure, ratios};
use crate::op::Operation;
use crate::peer::Library;
use crate::plan::Plan;
use crate::stats::{CONFIDENCE, Estimate, interquartile_mean, median};
use std::time::{Duration, Instant};

/// What was found about the operations: parts of a [`Document`](crate::document::Document).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What was measured, in the registry's order.
    pub operations: Vec<OperationInfo>,
    /// The rows of each operation: ours, then the peers, fastest first.
    pub rows: Vec<Row>,
    /// Peers whose answers differ; they are not timed.
    pub differing: Vec<Differing>,
    /// Operations for which no time was left.
    pub out_of_time: Vec<String>,
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
                    self.measure(*operation, time, &mut results, &mut |share| progress(i, share));
                }
                None => results.out_of_time.push(operation.name().to_owned()),
            }
        }
        results
    }

    /// Adds nothing if we do not offer the operation ourselves.
    fn measure(&self, operation: &dyn Operation, time: Duration, results: &mut Results, progress: &mut dyn FnMut(f64)) {
        let start = Instant::now();
        let Some(ours) = operation.subject(&self.ours.offers) else { return };
        let mut contenders = vec![(self.ours, ours)];
        for peer in self.peers {
            let Some(subject) = operation.subject(&peer.offers) else { continue };
            match operation.check(&self.ours.offers, &peer.offers) {
                Ok(()) => contenders.push((peer, subject)),
                Err(difference) => results.differing.push(Differing {
                    operation: operation.name().to_owned(),
                    library: peer.name.to_owned(),
                    version: peer.version.clone(),
                    reason: difference.to_string(),
                }),
            }
        }

        let (libraries, mut runners): (Vec<_>, Vec<Box<dyn Runner>>) = contenders
            .into_iter()
            .map(|(library, subject)| {
                let runner = InProcess { calls: subject.calls, clock: self.clock };
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
            .map(|(i, (library, backend))| {
                row(operation.name(), library, backend, &rounds[i], (i > 0).then_some(&rounds[0]))
            })
            .collect();
        rows[1..].sort_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm));
        results.rows.append(&mut rows);
        results.operations.push(OperationInfo {
            operation: operation.name().to_owned(),
            includes: operation.includes().to_owned(),
            unit: operation.unit(),
        });
    }
}

/// The row of a library from its rounds and, if it is a peer, from ours.
fn row(operation: &str, library: &Library, backend: String, rounds: &[Elapsed], ours: Option<&[Elapsed]>) -> Row {
    let ns: Vec<f64> = rounds.iter().map(|round| round.ns).collect();
    let cycles: Option<Vec<f64>> = rounds.iter().map(|round| round.cycles).collect();
    let time = Estimate::of(&ns, CONFIDENCE);
    let ratio = ours.map(|ours| Estimate::of(&ratios(ours, rounds), CONFIDENCE));
    Row {
        operation: operation.to_owned(),
        library: library.name.to_owned(),
        version: library.version.clone(),
        backend,
        build: "ordinary".to_owned(),
        ns_median: median(&ns),
        ns_iqm: time.iqm,
        ns_min: ns.iter().copied().reduce(f64::min),
        ns_quartiles: Some(time.quartiles),
        cycles_iqm: cycles.as_deref().map(interquartile_mean),
        ci90_ns: time.ci90,
        ci_ns: None,
        rounds: rounds.len(),
        merged: time.merged,
        ratio: ratio.map(|ratio| ratio.iqm),
        ratio_ci90: ratio.map(|ratio| ratio.ci90),
        ratio_ci: None,
        other_builds: Vec::new(),
    }
}
