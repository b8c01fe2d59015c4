//! What is said between the processes of a run, a line of JSON each way.

use crate::document::Attempt;
use crate::peer::Missing;
use serde::{Deserialize, Serialize};

/// What a process is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The first of a process that measures: which library, and how.
    Measure(Role),
    /// The first of a judge: every library there is in this build.
    Judge {
        /// Shared libraries and where they lie, as they stand on the command line.
        peer_libs: Vec<String>,
        /// The tier that libraries must keep to, or are missing.
        tier: Option<String>,
    },
    /// To a judge: who offers the operation, and whose answers are ours?
    Compare {
        /// Its name.
        operation: String,
        /// The libraries to look at.
        libraries: Vec<String>,
    },
    /// To a process that measures: get ready for the operation.
    Prepare {
        /// Its name.
        operation: String,
    },
    /// To a process that is ready: make calls and say how long they took.
    Turn {
        /// The calls in a sample.
        calls: u64,
        /// The samples.
        samples: usize,
    },
}

/// What a process that measures is to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Role {
    /// The one library that it touches.
    pub library: String,
    /// Shared libraries and where they lie.
    pub peer_libs: Vec<String>,
    /// The CPU to stay on, by its position among those that there are.
    pub cpu: Option<usize>,
    /// Whether to ask for real-time priority.
    pub real_time: bool,
}

/// What a process answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// To [`Request::Measure`].
    Ready {
        /// Whether it stays on its CPU.
        pinned: Attempt,
        /// Whether it has real-time priority.
        real_time: Attempt,
    },
    /// To [`Request::Judge`].
    Libraries {
        /// Those that can be called, ours first.
        found: Vec<Identity>,
        /// The others.
        missing: Vec<Missing>,
    },
    /// To [`Request::Compare`], in the order of [`Reply::Libraries`]; libraries that do not offer it are left out.
    Verdicts(Vec<Verdict>),
    /// To [`Request::Prepare`].
    Prepared,
    /// To [`Request::Turn`]: for each sample the ticks of the counter.
    Ticks(Vec<u64>),
    /// To anything: why it cannot be done.
    Refused(String),
}

/// A library and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What a judge finds about a library and an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The library's name.
    pub library: String,
    /// The backend that runs.
    pub backend: String,
    /// How its answer differs from ours, if it does.
    pub difference: Option<String>,
}
