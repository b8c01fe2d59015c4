//! The protocol between the processes of a run: one line of JSON in each direction.

use crate::document::Attempt;
use crate::peer::Missing;
use serde::{Deserialize, Serialize};

/// A request to a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The first request to a measuring process: the library, and the settings.
    Measure(Role),
    /// The first request to a judge: find all libraries of this build.
    Judge {
        /// Shared libraries with their paths, as given on the command line.
        peer_libs: Vec<String>,
        /// The tier that libraries must keep to; those that do not are reported as missing.
        tier: Option<String>,
    },
    /// To a judge: find the libraries that offer the operation, and compare their answers with ours.
    Compare {
        /// The operation's name.
        operation: String,
        /// The libraries to compare.
        libraries: Vec<String>,
    },
    /// To a measuring process: prepare for the operation.
    Prepare {
        /// The operation's name.
        operation: String,
    },
    /// To a prepared process: make calls and return how long they took.
    Turn {
        /// The number of calls in a sample.
        calls: u64,
        /// The number of samples.
        samples: usize,
    },
}

/// The role of a measuring process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Role {
    /// The only library that it uses.
    pub library: String,
    /// Shared libraries with their paths.
    pub peer_libs: Vec<String>,
    /// The CPU to bind to, as an index into the available ones.
    pub cpu: Option<usize>,
    /// Whether to ask for real-time priority.
    pub real_time: bool,
}

/// A reply from a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The reply to [`Request::Measure`].
    Ready {
        /// Whether it is bound to its CPU.
        pinned: Attempt,
        /// Whether it has real-time priority.
        real_time: Attempt,
    },
    /// The reply to [`Request::Judge`].
    Libraries {
        /// The libraries that can be called, ours first.
        found: Vec<Identity>,
        /// The libraries that are missing.
        missing: Vec<Missing>,
    },
    /// The reply to [`Request::Compare`], in the order of [`Reply::Libraries`], without libraries that do not offer the
    /// operation.
    Verdicts(Vec<Verdict>),
    /// The reply to [`Request::Prepare`].
    Prepared,
    /// The reply to [`Request::Turn`]: the ticks of the counter for each sample.
    Ticks(Vec<u64>),
    /// The reply to a request that cannot be satisfied, with the reason.
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

/// A judge's verdict on a library and an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The library's name.
    pub library: String,
    /// The backend that runs.
    pub backend: String,
    /// How its answer differs from ours, if it does.
    pub difference: Option<String>,
}
