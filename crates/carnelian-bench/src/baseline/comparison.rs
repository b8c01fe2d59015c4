//! The changes from one run to another.
//!
//! # The change
//! is the ratio of our own interquartile means, now over then. The two runs are independent of each other, so the
//! interval of the ratio follows by the method of variance estimates recovery (Zou and Donner 2008): on a logarithmic
//! scale, the distances from the mean to the ends of both intervals add up like the legs of a right triangle,
//! separately for each end, because an interval need not be symmetric on that scale. The result is an interval at the
//! level of its parts, 90 %.
//!
//! # The verdict
//! An operation is slower or faster if that interval excludes 1 *and* the change exceeds the threshold. The first
//! condition is not sufficient: with enough rounds an interval is narrower than the variation from one run to the next
//! without any change of the code. The threshold is symmetric on a logarithmic scale, so exchanging the two runs
//! exchanges the verdicts.
//!
//! # The machine or the code?
//! A machine that is slower today, or another machine, slows the peers as well. Where peers are identical in both runs
//! (version, build, backend), the change relative to them is reported too: the change of our time over theirs, the
//! median over these peers. Such ratios are measured round by round within each run, so effects of the machine on all
//! libraries cancel. This is only a second opinion: something that does not affect us can slow the peers down. Where it
//! contradicts the verdict, the report says so, but only the times determine the verdict and the exit code.

use crate::document::{Attempt, Document, Row};
use crate::stats::{Interval, median};

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// It takes longer, by more than the threshold.
    Slower,
    /// It takes less time, by more than the threshold.
    Faster,
    /// Neither can be shown.
    Unchanged,
}

impl Trend {
    /// Returns the word that reports print.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::Unchanged => "unchanged",
        }
    }

    /// Returns the trend for a ratio now/then.
    fn of(ratio: f64, threshold: f64) -> Self {
        if ratio > 1.0 + threshold {
            Self::Slower
        } else if ratio < 1.0 / (1.0 + threshold) {
            Self::Faster
        } else {
            Self::Unchanged
        }
    }
}

/// The change of an operation that both runs have measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The operation's name.
    pub operation: String,
    /// Our time in the earlier run, in nanoseconds.
    pub then_ns: f64,
    /// Our time in the later run, in nanoseconds.
    pub now_ns: f64,
    /// The ratio of the times, now over then.
    pub ratio: f64,
    /// The 90 % interval of `ratio`.
    pub interval: Interval,
    /// The change relative to peers: that of our time over theirs.
    pub beside_peers: Option<f64>,
    /// The verdict.
    pub trend: Trend,
    /// Remarks on the change, each part of a sentence.
    pub remarks: Vec<String>,
}

/// A difference between the two runs other than the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// The name of the property that differs.
    pub what: &'static str,
    /// Its value in the earlier run.
    pub then: String,
    /// Its value in the later run.
    pub now: String,
}

/// The changes from one run to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The name of the earlier run.
    pub name: String,
    /// The date of the earlier run.
    pub date: String,
    /// The smallest change that counts.
    pub threshold: f64,
    /// Differences between the runs other than the code.
    pub unlike: Vec<Unlike>,
    /// The operations that both runs have, in the order of the later one.
    pub changes: Vec<Change>,
    /// Operations that cannot be compared, because a call no longer includes the same work.
    pub redefined: Vec<String>,
    /// Operations that only the later run has.
    pub only_now: Vec<String>,
    /// Operations that only the earlier run has.
    pub only_then: Vec<String>,
}

impl Comparison {
    /// Compares the documents of the earlier and the later run.
    #[must_use]
    pub fn of(name: &str, then: &Document, now: &Document, threshold: f64) -> Self {
        let mut comparison = Self {
            name: name.to_owned(),
            date: then.date.clone(),
            threshold,
            unlike: unlike(then, now),
            changes: Vec::new(),
            redefined: Vec::new(),
            only_now: Vec::new(),
            only_then: Vec::new(),
        };
        for row in now.rows.iter().filter(|row| row.is_ours()) {
            let operation = row.operation.clone();
            match ours(then, &operation) {
                Some(_) if meaning(then, &operation) != meaning(now, &operation) => {
                    comparison.redefined.push(operation);
                }
                Some(earlier) => comparison.changes.push(change(then, earlier, now, row, threshold)),
                None => comparison.only_now.push(operation),
            }
        }
        let gone = then.rows.iter().filter(|row| row.is_ours() && ours(now, &row.operation).is_none());
        comparison.only_then = gone.map(|row| row.operation.clone()).collect();
        comparison
    }

    /// Returns the operations that are slower.
    pub fn slower(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.trend == Trend::Slower)
    }
}

fn ours<'d>(document: &'d Document, operation: &str) -> Option<&'d Row> {
    document.rows.iter().find(|row| row.is_ours() && row.operation == operation)
}

/// Returns the definition of one call.
fn meaning<'d>(document: &'d Document, operation: &str) -> Option<(&'d str, crate::values::Unit)> {
    let info = document.operations.iter().find(|info| info.operation == operation)?;
    Some((&info.includes, info.unit))
}

fn change(then: &Document, earlier: &Row, now: &Document, row: &Row, threshold: f64) -> Change {
    let ratio = row.ns_iqm / earlier.ns_iqm;
    let interval = interval(earlier, row);
    let is_uncertain = earlier.is_of_one_round() || row.is_of_one_round();
    let trend = if is_uncertain || interval.contains(1.0) { Trend::Unchanged } else { Trend::of(ratio, threshold) };
    let beside_peers = beside_peers(then, now, &row.operation);
    let mut remarks = Vec::new();
    if earlier.backend != row.backend {
        remarks.push(format!("its backend was {} and is {}", earlier.backend, row.backend));
    }
    if is_uncertain {
        remarks.push("one round is too little to tell a change from chance".to_owned());
    }
    let beside = beside_peers.map(|ratio| Trend::of(ratio, threshold));
    remarks.extend(beside.and_then(|beside| second_opinion(trend, beside)).map(str::to_owned));
    Change {
        operation: row.operation.clone(),
        then_ns: earlier.ns_iqm,
        now_ns: row.ns_iqm,
        ratio,
        interval,
        beside_peers,
        trend,
        remarks,
    }
}

/// Returns the interval of the ratio of two independent times.
fn interval(then: &Row, now: &Row) -> Interval {
    let distance = |from: f64, to: f64| (to / from).ln();
    let (then_ci, now_ci) = (then.ci90_ns, now.ci90_ns);
    let down = distance(now_ci.low, now.ns_iqm).hypot(distance(then.ns_iqm, then_ci.high));
    let up = distance(now.ns_iqm, now_ci.high).hypot(distance(then_ci.low, then.ns_iqm));
    let ratio = now.ns_iqm / then.ns_iqm;
    Interval { low: ratio * (-down).exp(), high: ratio * up.exp() }
}

/// Returns the change of our time over theirs, the median over the peers that are identical in both runs.
fn beside_peers(then: &Document, now: &Document, operation: &str) -> Option<f64> {
    let ratios: Vec<f64> = now
        .rows
        .iter()
        .filter(|row| row.operation == operation)
        .filter_map(|row| {
            let is_same = |earlier: &&Row| {
                let same = |field: fn(&Row) -> &String| field(earlier) == field(row);
                same(|r| &r.operation)
                    && same(|r| &r.library)
                    && same(|r| &r.version)
                    && same(|r| &r.backend)
                    && same(|r| &r.build)
            };
            let earlier = then.rows.iter().find(is_same)?;
            Some(row.ratio? / earlier.ratio?)
        })
        .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
        .collect();
    (!ratios.is_empty()).then(|| median(&ratios))
}

/// Returns a remark if the change relative to peers disagrees with that of the times.
const fn second_opinion(times: Trend, beside_peers: Trend) -> Option<&'static str> {
    match (times, beside_peers) {
        (Trend::Slower, Trend::Unchanged) => {
            Some("the other libraries are slower by as much: that looks like the machine, not the code")
        }
        (Trend::Faster, Trend::Unchanged) => {
            Some("the other libraries are faster by as much: that looks like the machine, not the code")
        }
        (Trend::Unchanged | Trend::Faster, Trend::Slower) => {
            Some("beside the other libraries it is slower: a faster machine may hide slower code")
        }
        (Trend::Unchanged | Trend::Slower, Trend::Faster) => {
            Some("beside the other libraries it is faster: a slower machine may hide faster code")
        }
        (Trend::Slower, Trend::Slower) | (Trend::Faster, Trend::Faster) | (Trend::Unchanged, Trend::Unchanged) => None,
    }
}

/// Returns the differences other than our code. Properties that the earlier document does not record are ignored.
fn unlike(then: &Document, now: &Document) -> Vec<Unlike> {
    let isolation = |document: &Document| {
        let isolated = document.conditions.isolated;
        if isolated { "one for each library" } else { "one for all libraries" }.to_owned()
    };
    let pinned = |document: &Document| match &document.conditions.pinned {
        Attempt::Done(_) => "on one CPU".to_owned(),
        Attempt::NotTried | Attempt::Refused(_) => "on any CPU".to_owned(),
    };
    let core = |document: &Document| document.microarchitecture.as_ref().map(|core| core.name.clone());
    [
        ("machine", then.machine.clone(), now.machine.clone()),
        ("cpu", then.cpu.clone(), now.cpu.clone()),
        ("core", core(then).unwrap_or_default(), core(now).unwrap_or_default()),
        ("tier", then.tier.clone(), now.tier.clone()),
        ("build", then.build.clone(), now.build.clone()),
        ("compiler", then.rustc.clone(), now.rustc.clone()),
        ("processes", isolation(then), isolation(now)),
        ("pinning", pinned(then), pinned(now)),
        ("schema", then.schema.to_string(), now.schema.to_string()),
    ]
    .into_iter()
    .filter(|(what, then_is, now_is)| {
        // Documents of the first schema do not record how the run measured.
        let unsaid = then.schema < 2 && ["processes", "pinning"].contains(what);
        !unsaid && !then_is.is_empty() && !now_is.is_empty() && then_is != now_is
    })
    .map(|(what, then, now)| Unlike { what, then, now })
    .collect()
}
