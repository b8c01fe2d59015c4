//! The document: everything that a run finds, as every report is made from it and as it is kept on disk.
//!
//! On disk it is JSON, a contract that other programs read, versioned by [`Document::schema`]. The object's fields are
//! those of [`Document`], by their names here. Readers ignore fields that they do not know; a field keeps its meaning
//! as long as there is a schema that has it. Nothing in it names the host or the user. [`read`] reads documents of
//! every schema there ever was.
//!
//! Times are those of one call, in nanoseconds; intervals are `[low, high]`.

mod impossible;
mod read;

pub use impossible::Impossible;
pub use read::{LONGEST, ReadError, read};

use crate::op::Unit;
use crate::stats::Interval;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The schema that is written.
///
/// | schema | has |
/// |---|---|
/// | 1 | `schema`, `machine`, `cpu`, `date`, `rustc`, `rows` up to `ratio_ci90`, `differing`, `missing`, `out_of_time` |
/// | 2 | the same with the same meaning, and everything else here |
pub const SCHEMA: u32 = 2;

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The version of this contract.
    pub schema: u32,
    /// Our version.
    #[serde(default)]
    pub carnelian: String,
    /// Architecture, operating system and number of hardware threads.
    pub machine: String,
    /// The CPU's own name.
    pub cpu: String,
    /// What kind of core it is, where that is known.
    #[serde(default)]
    pub microarchitecture: Option<Microarchitecture>,
    /// When the run began: RFC 3339, UTC.
    pub date: String,
    /// The compiler that built the program.
    pub rustc: String,
    /// What the program was built for, in words: "release, for any x86_64".
    #[serde(default)]
    pub build: String,
    /// The most that our own code was allowed to use of the CPU: a name that `CARNELIAN_CPU` takes.
    #[serde(default)]
    pub tier: String,
    /// In what state the machine was.
    #[serde(default)]
    pub conditions: Conditions,
    /// How it was measured.
    #[serde(default)]
    pub settings: Settings,
    /// What the operations are, in the registry's order.
    #[serde(default)]
    pub operations: Vec<OperationInfo>,
    /// The schemes that the operations belong to.
    #[serde(default)]
    pub schemes: Vec<Scheme>,
    /// One for each library and operation: an operation's rows follow one another, ours first, then the fastest.
    pub rows: Vec<Row>,
    /// How cost grows.
    #[serde(default)]
    pub sweeps: Vec<Sweep>,
    /// Libraries whose answer to an operation is not ours; they are not timed.
    pub differing: Vec<Differing>,
    /// Libraries that could not be measured, wholly or in one operation.
    pub missing: Vec<Missing>,
    /// Selected operations for which no time was left.
    #[serde(default)]
    pub out_of_time: Vec<String>,
    /// Whether the user ended the run early.
    #[serde(default)]
    pub interrupted: bool,
}

/// A kind of core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Microarchitecture {
    /// Its maker's name for it: "Golden Cove".
    pub name: String,
    /// The year in which it could first be bought.
    pub year: u16,
}

/// In what state the machine was. `None` where it does not say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// How many programs wanted to run, on average over the minute before.
    pub load: Option<f64>,
    /// The number of hardware threads for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpus: Option<usize>,
    /// What sets the core's frequency.
    pub governor: Option<String>,
    /// Who runs this virtual machine.
    pub hypervisor: Option<String>,
    /// Whether the kernel hands out huge pages by itself.
    pub huge_pages: Option<String>,
    /// The counter that `cycles_iqm` counts: "TSC", "cntvct", or nothing where there is none.
    pub counter: Option<String>,
    /// How fast it counts.
    pub counter_hz: Option<f64>,
    /// Core cycles in a cycle of the counter, from a chain of dependent multiplications.
    pub core_per_cycle: Option<f64>,
    /// Whether each library had a process of its own.
    pub isolated: bool,
    /// Whether they were bound to one CPU; if not, why.
    pub pinned: Attempt,
    /// Whether they ran at real-time priority; if not, why.
    pub real_time: Attempt,
}

impl Conditions {
    /// A remark on programs that wanted to run before, if they were so many that intervals are wide
    /// and a run says little: half as many again. Building the bench, just before, takes no more than there are.
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

/// Whether something that not every machine permits was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// It was not tried.
    #[default]
    NotTried,
    /// It was done, and this is with what.
    Done(String),
    /// It was refused, and this is why.
    Refused(String),
}

/// How it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// "quick", "normal" or "thorough".
    pub preset: String,
    /// Whether peers were asked for.
    pub compare: bool,
    /// Whether no pattern was given.
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

/// What an operation is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationInfo {
    /// `family/operation[-variant]`.
    pub operation: String,
    /// What one call includes.
    pub includes: String,
    /// What one call amounts to.
    pub unit: Unit,
}

/// A scheme: what its operations are called in a table of key generation, signing and the like, and how large what it
/// hands out is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheme {
    /// "Ed25519".
    pub name: String,
    /// The roles and the operations that play them: `("sign", "ed25519/sign")`.
    pub roles: Vec<(String, String)>,
    /// What it hands out, and the length of that in bytes: `("signature", 64)`.
    pub sizes: Vec<(String, u64)>,
}

/// One library on one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The operation's name.
    pub operation: String,
    /// The library's name; ours is `carnelian`.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// The backend that ran, where the library lets one know.
    pub backend: String,
    /// The build of the library that this row is of, the best of those measured: "ordinary", "native".
    #[serde(default = "ordinary")]
    pub build: String,
    /// The median over the rounds.
    pub ns_median: f64,
    /// The interquartile mean over the rounds.
    pub ns_iqm: f64,
    /// The fastest round.
    #[serde(default)]
    pub ns_min: Option<f64>,
    /// The first and the third quartile over the rounds.
    #[serde(default)]
    pub ns_quartiles: Option<[f64; 2]>,
    /// The interquartile mean in cycles of the counter; null where there is none.
    pub cycles_iqm: Option<f64>,
    /// The 90 % confidence interval of `ns_iqm`.
    pub ci90_ns: Interval,
    /// The same at the confidence level in `settings`.
    #[serde(default)]
    pub ci_ns: Option<Interval>,
    /// The number of rounds.
    pub rounds: usize,
    /// How many neighbouring rounds were merged into one value, so that values do not depend on one another.
    #[serde(default = "one")]
    pub merged: usize,
    /// On peers' rows: our time over theirs. Each round's ratio is that of two interquartile means over the round's
    /// samples, and this is the interquartile mean of the rounds' ratios.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// On peers' rows: the 90 % confidence interval of `ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_ci90: Option<Interval>,
    /// On peers' rows: the same at the confidence level in `settings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_ci: Option<Interval>,
    /// The library's other builds, which were measured in the same rounds and did worse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_builds: Vec<OtherBuild>,
}

impl Row {
    /// Whether it is ours.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.library == OURS
    }
}

/// What our own rows call the library.
pub const OURS: &str = "carnelian";

fn ordinary() -> String {
    "ordinary".to_owned()
}

const fn one() -> usize {
    1
}

/// A build of a library that did worse than the one in the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherBuild {
    /// Which.
    pub build: String,
    /// The backend that ran.
    pub backend: String,
    /// The interquartile mean over the rounds.
    pub ns_iqm: f64,
    /// The 90 % confidence interval of `ns_iqm`.
    pub ci90_ns: Interval,
}

/// A library whose answer to an operation is not ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// The operation's name.
    pub operation: String,
    /// The library's name.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// What does not agree.
    pub reason: String,
}

/// A library that could not be measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The library's name.
    pub library: String,
    /// The operation, if it is missing in that one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Why.
    pub reason: String,
}

/// How one library's cost of one operation grows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// The operation's name, with the parameter in capitals: `sha512/SIZE`, `ed25519/verify-batchN`; over threads
    /// `x25519/dh,threads`.
    pub operation: String,
    /// What one call includes.
    pub includes: String,
    /// What grows.
    pub parameter: Parameter,
    /// The library's name.
    pub library: String,
    /// The library's version.
    pub version: String,
    /// The backend that ran.
    pub backend: String,
    /// What was measured, smallest first.
    pub points: Vec<Point>,
    /// What the points say together; `None` if there are too few.
    pub fit: Option<Fit>,
}

/// What grows in a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// The bytes of a message.
    Size,
    /// The items of a batch.
    Batch,
    /// The threads that make calls side by side.
    Threads,
}

impl Parameter {
    /// As it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Batch => "batch",
            Self::Threads => "threads",
        }
    }
}

/// A place on a growth curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The parameter: bytes, items or threads.
    pub value: u64,
    /// The interquartile mean of the time of one call; with threads, of the time in which each of them makes a call.
    pub ns_iqm: f64,
    /// Its 90 % confidence interval.
    pub ci90_ns: Interval,
    /// The interquartile mean in cycles of the counter.
    pub cycles_iqm: Option<f64>,
}

/// A straight line through a growth curve, and where the curve leaves it.
///
/// Over threads a call has a different meaning: each thread makes one, and a machine that has a core for each takes as
/// long for all as for one. So there the line says what threads cost each other, and cost is that of each thread's
/// call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// What a call costs whatever the parameter, in nanoseconds; never negative.
    ///
    /// Over threads: what it costs however many threads there are.
    pub fixed_ns: f64,
    /// What each byte or item adds, in nanoseconds; never negative.
    ///
    /// Over threads: by how much each thread delays the calls of all others. With a core for each thread it is 0; where
    /// they take turns on one core, it is all of a call.
    pub each_ns: f64,
    /// The power of the parameter that the cost grows with, by a straight line through its logarithms.
    ///
    /// Over threads: 0 where a thread more makes as many calls more, 1 where it makes no difference to how many calls
    /// are made.
    pub exponent: f64,
    /// The largest distance of a point from the line, as a share of the line.
    pub worst: f64,
    /// The values between which cost is proportional to the parameter: the longest run of them at which it is within
    /// 10 % of the least for each byte or item, as far as their intervals tell. `None` if that is so at one value
    /// alone.
    ///
    /// Over threads: the numbers of threads between which the calls made in a second are proportional to the threads
    /// that make them: the time is within 10 % of the least.
    pub proportional: Option<[u64; 2]>,
}
