//! The document: all results of a run. Every report is made from it, and it is also the format on disk.
//!
//! On disk it is JSON, versioned by [`Document::schema`]; its format is a contract with other programs. The object's
//! fields are those of [`Document`], under the same names. Readers ignore fields that they do not know; a field keeps
//! its meaning in every schema that has it. Nothing in it names the host or the user. [`read`] reads documents of every
//! schema, past and present.
//!
//! Times are those of one call, in nanoseconds; intervals are `[low, high]`.

mod impossible;
pub mod json;
mod read;
mod standing;

pub use crate::values::{Parameter, Scheme};
pub use impossible::Impossible;
pub use read::{LONGEST, ReadError, read};
pub use standing::{Standing, Standings};

use crate::op::Operation;
use crate::stats::Interval;
use crate::values::{Estimator, Items, OURS, Unit};
use serde::{Deserialize, Serialize};

/// The schema that is written.
///
/// | schema | has |
/// |---|---|
/// | 1 | `schema`, `machine`, `cpu`, `date`, `rustc`, `rows` up to `ratio_ci90`, `differing`, `missing`, `out_of_time` |
/// | 2 | the same with the same meaning, and everything else here |
pub const SCHEMA: u32 = 2;

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The version of this contract.
    pub schema: u32,
    /// Carnelian's version.
    #[serde(default)]
    pub carnelian: String,
    /// Architecture, operating system and number of hardware threads.
    pub machine: String,
    /// The CPU's name as the CPU itself reports it.
    pub cpu: String,
    /// The microarchitecture of the core, if known.
    #[serde(default)]
    pub microarchitecture: Option<Microarchitecture>,
    /// The features of the CPU that our code was allowed to use; empty if they were not recorded.
    #[serde(default)]
    pub features: Vec<String>,
    /// The commit of our code, with a plus sign if it was changed since; empty if it is not known.
    #[serde(default)]
    pub commit: String,
    /// When the run began: RFC 3339, UTC.
    pub date: String,
    /// The compiler that built the program.
    pub rustc: String,
    /// A description of the target that the program was built for: "release, for any x86_64".
    #[serde(default)]
    pub build: String,
    /// The highest CPU tier that our own code was allowed to use: a name that `CARNELIAN_CPU` accepts.
    #[serde(default)]
    pub tier: String,
    /// The state of the machine.
    #[serde(default)]
    pub conditions: Conditions,
    /// The settings of the run.
    #[serde(default)]
    pub settings: Settings,
    /// Descriptions of the operations, in the registry's order.
    #[serde(default)]
    pub operations: Vec<OperationInfo>,
    /// The schemes that the operations belong to.
    #[serde(default)]
    pub schemes: Vec<Scheme>,
    /// One row for each library and operation. The rows of an operation are consecutive: ours first, then the peers,
    /// fastest first.
    pub rows: Vec<Row>,
    /// Growth curves: cost as a function of a parameter.
    #[serde(default)]
    pub sweeps: Vec<Sweep>,
    /// Libraries whose answer to an operation differs from ours; they are not timed.
    pub differing: Vec<Differing>,
    /// Libraries that could not be measured, either at all or in one operation.
    pub missing: Vec<Missing>,
    /// Selected operations for which no time was left.
    #[serde(default)]
    pub out_of_time: Vec<String>,
    /// Whether the user ended the run early.
    #[serde(default)]
    pub interrupted: bool,
}

impl Document {
    /// Describes the run as the source of a row: its day, and the commit if it is known.
    #[must_use]
    pub fn source(&self) -> String {
        let day = self.date.split('T').next().unwrap_or_default();
        if self.commit.is_empty() { day.to_owned() } else { format!("{day}, {}", self.commit) }
    }
}

/// A microarchitecture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Microarchitecture {
    /// The vendor's name for it: "Golden Cove".
    pub name: String,
    /// The year in which it was first sold.
    pub year: u16,
}

/// The state of the machine. A field is `None` if the machine does not report it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// The load average: the number of runnable programs, averaged over the minute before the run.
    pub load: Option<f64>,
    /// The number of hardware threads available to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpus: Option<usize>,
    /// The policy that sets the core's frequency.
    pub governor: Option<String>,
    /// The hypervisor that runs this virtual machine.
    pub hypervisor: Option<String>,
    /// The kernel's setting for transparent huge pages.
    pub huge_pages: Option<String>,
    /// The counter that `cycles_iqm` counts: "TSC", "cntvct", or `None` if there is none.
    pub counter: Option<String>,
    /// The frequency of the counter.
    pub counter_hz: Option<f64>,
    /// Core cycles per cycle of the counter, measured with a chain of dependent multiplications.
    pub core_per_cycle: Option<f64>,
    /// Whether each library had a process of its own.
    pub isolated: bool,
    /// Whether the processes were bound to one CPU; if not, why.
    pub pinned: Attempt,
    /// Whether the processes ran at real-time priority; if not, why.
    pub real_time: Attempt,
}

impl Conditions {
    /// Returns a warning if the machine was so busy before the run that intervals are wide and a run tells little: if
    /// the load exceeded 1.5 programs per hardware thread. Building the bench just before a run causes a load of at
    /// most one per hardware thread.
    #[must_use]
    pub fn crowded(&self) -> Option<String> {
        let (load, cpus) = (self.load?, self.cpus?);
        (load > 1.5 * cpus as f64).then(|| {
            format!(
                "other programs keep this machine busy: on average {load:.1} wanted to run in the last minute, on {cpus} \
                 hardware thread{}; intervals are wide, and times not those of an idle machine",
                if cpus == 1 { "" } else { "s" }
            )
        })
    }
}

/// The outcome of an attempt at something that not every machine permits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// It was not tried.
    #[default]
    NotTried,
    /// It was done, with this result.
    Done(String),
    /// It was refused, for this reason.
    Refused(String),
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// "quick", "normal" or "thorough".
    pub preset: String,
    /// Whether peers were requested.
    pub compare: bool,
    /// Whether all operations were selected because no pattern was given.
    pub everything: bool,
    /// The confidence level of `ci_ns` and `ratio_ci`.
    pub confidence: f64,
    /// An operation ended early once every interval's half-width was at most this share of its value.
    pub precision: f64,
    /// The time limit of the whole run, in seconds.
    pub max_time_s: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            preset: "normal".to_owned(),
            compare: true,
            everything: false,
            confidence: 0.9,
            precision: 0.005,
            max_time_s: 0.0,
        }
    }
}

/// A description of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationInfo {
    /// `family/operation[-variant]`.
    pub operation: String,
    /// A description of the work that one call includes.
    pub includes: String,
    /// The amount of work in one call.
    pub unit: Unit,
    /// The items of one call, if it processes several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Items>,
    /// The estimate in `ns_iqm`, `cycles_iqm` and `ratio`: `interquartile_mean` if absent, or `mean`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub estimator: Estimator,
}

impl OperationInfo {
    /// Describes an operation of the registry.
    #[must_use]
    pub fn of(operation: &dyn Operation) -> Self {
        Self {
            operation: operation.name().to_owned(),
            includes: operation.includes().to_owned(),
            unit: operation.unit(),
            items: operation.items(),
            estimator: operation.estimator(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The result of one library on one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The operation's name.
    pub operation: String,
    /// The library's name; ours is `carnelian`.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// The backend that ran, if the library reports it.
    pub backend: String,
    /// The build of the library that this row describes, the fastest of those measured: "ordinary", "native".
    #[serde(default = "ordinary")]
    pub build: String,
    /// The median over the rounds.
    pub ns_median: f64,
    /// The interquartile mean over the rounds, or the operation's other estimator.
    pub ns_iqm: f64,
    /// The fastest round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns_min: Option<f64>,
    /// The first and the third quartile over the rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns_quartiles: Option<[f64; 2]>,
    /// The interquartile mean in cycles of the counter; null if there is no counter.
    pub cycles_iqm: Option<f64>,
    /// The 90 % confidence interval of `ns_iqm`; only that value if there is one round.
    pub ci90_ns: Interval,
    /// The confidence interval of `ns_iqm` at the confidence level in `settings`; likewise. Absent if it was not recorded
    /// or is the same as `ci90_ns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci_ns: Option<Interval>,
    /// The number of rounds. One round is the sample of a library for whose rounds there was no time.
    pub rounds: usize,
    /// The time of one call in each round, in order, if the run kept them (`--rounds`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns_rounds: Option<Vec<f64>>,
    /// The number of neighboring rounds merged into one value, so that values are independent of one another; 1 if
    /// absent.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub merged: usize,
    /// On peers' rows: our time over theirs. The ratio of a round is that of two interquartile means over the round's
    /// samples; this is the interquartile mean of the rounds' ratios, or the ratio of the times if the peer has one
    /// round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// On the rows of peers with more than one round: the 90 % confidence interval of `ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_ci90: Option<Interval>,
    /// Likewise: the confidence interval of `ratio` at the confidence level in `settings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_ci: Option<Interval>,
    /// The library's other builds, which were measured in the same rounds and were slower.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_builds: Vec<OtherBuild>,
}

impl Row {
    /// Returns whether the time is that of a single sample, whose uncertainty is unknown.
    #[must_use]
    pub const fn is_of_one_round(&self) -> bool {
        self.rounds == 1
    }

    /// Returns the interval of the ratio at the requested level.
    #[must_use]
    pub fn ratio_interval(&self) -> Option<Interval> {
        self.ratio_ci.or(self.ratio_ci90)
    }

    /// Returns whether the row is ours.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.library == OURS
    }
}

fn ordinary() -> String {
    "ordinary".to_owned()
}

const fn one() -> usize {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(count: &usize) -> bool {
    *count == 1
}

/// A build of a library that was slower than the one in the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherBuild {
    /// The name of the build.
    pub build: String,
    /// The backend that ran.
    pub backend: String,
    /// The interquartile mean over the rounds.
    pub ns_iqm: f64,
    /// The 90 % confidence interval of `ns_iqm`.
    pub ci90_ns: Interval,
}

/// A library whose answer to an operation differs from ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// The operation's name.
    pub operation: String,
    /// The library's name.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// A description of the disagreement.
    pub reason: String,
}

/// A library that could not be measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The library's name.
    pub library: String,
    /// The operation, if the library is missing from only that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The reason.
    pub reason: String,
}

/// The growth of one library's cost of one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// The operation's name, with the parameter in capitals: `sha512/SIZE`, `ed25519/verify-batchN`; over threads
    /// `x25519/dh,threads`.
    pub operation: String,
    /// A description of the work that one call includes.
    pub includes: String,
    /// The quantity that grows.
    pub parameter: Parameter,
    /// The library's name.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// The backend that ran.
    pub backend: String,
    /// The measured points, smallest parameter first.
    pub points: Vec<Point>,
    /// The fit through the points; `None` if there are too few.
    pub fit: Option<Fit>,
}

/// A point on a growth curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The parameter: bytes, items or threads.
    pub value: u64,
    /// The interquartile mean of the time of one call; over threads, of the time in which each thread makes one call.
    pub ns_iqm: f64,
    /// Its 90 % confidence interval.
    pub ci90_ns: Interval,
    /// The interquartile mean in cycles of the counter.
    pub cycles_iqm: Option<f64>,
}

/// A straight line through a growth curve, and the range in which the curve is proportional to the parameter.
///
/// Over threads, a call has a different meaning: each thread makes one, and on a machine with a core for each thread
/// all of them together take as long as one. The line then tells how much threads slow each other down, and the cost is
/// that of each thread's call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The cost of a call independent of the parameter, in nanoseconds; never negative.
    ///
    /// Over threads: the cost independent of the number of threads.
    pub fixed_ns: f64,
    /// The cost of each additional byte or item, in nanoseconds; never negative.
    ///
    /// Over threads: the delay that each thread causes to the calls of all others. With a core for each thread it is 0;
    /// if threads take turns on one core, it is the full cost of a call.
    pub each_ns: f64,
    /// The exponent of the power of the parameter with which the cost grows, from a linear fit in logarithmic scale.
    ///
    /// Over threads: 0 if the number of calls grows in proportion to the threads, 1 if additional threads do not
    /// increase the number of calls.
    pub exponent: f64,
    /// The largest distance of a point from the line, relative to the line.
    pub worst: f64,
    /// The first and last value of the range in which cost is proportional to the parameter: the longest run of values
    /// at which the cost per byte or item is within 10 % of its minimum, as far as the intervals can tell. `None` if
    /// that holds at only one value.
    ///
    /// Over threads: the range of thread counts in which the number of calls per second is proportional to the number
    /// of threads, which is where the time is within 10 % of its minimum.
    pub proportional: Option<[u64; 2]>,
}
