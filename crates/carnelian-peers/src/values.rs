//! Values that operations, measurements and documents have in common.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The target duration of a sample, unless the operation requests a longer one.
pub const SAMPLE: Duration = Duration::from_micros(600);

/// The amount of work in one call, from which reports compute throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A number of bytes.
    Bytes(u64),
    /// A number of operations.
    Operations(u64),
}

/// The items of a call that processes several, such as the signatures of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Items {
    /// Their number.
    pub count: u64,
    /// The name of one: "signature".
    pub name: String,
}

/// The estimate of an operation's cost from its rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Estimator {
    /// The interquartile mean, for operations whose calls all do the same.
    #[default]
    InterquartileMean,
    /// The mean over many fresh keys, for operations that search. The cost of a search has a long tail that is part of
    /// its cost.
    Mean,
}

/// A scheme: the roles of its operations in a table of key generation, signing and so on, and the sizes of its outputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheme {
    /// "Ed25519".
    pub name: String,
    /// The roles and the operations that fill them: `("sign", "ed25519/sign")`.
    pub roles: Vec<(String, String)>,
    /// Its outputs with their lengths in bytes: `("signature", 64)`.
    pub sizes: Vec<(String, u64)>,
}

impl Scheme {
    /// Creates a scheme from roles and sizes in the notation of its family.
    pub(crate) fn new(name: &str, roles: &[(&str, &str)], sizes: &[(&str, u64)]) -> Self {
        Self {
            name: name.to_owned(),
            roles: roles.iter().map(|(role, operation)| ((*role).to_owned(), (*operation).to_owned())).collect(),
            sizes: sizes.iter().map(|(what, bytes)| ((*what).to_owned(), *bytes)).collect(),
        }
    }
}

/// Keys that can be prepared, so that using them takes less time: the operations whose times show how many uses pay for
/// the preparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreparedKeys {
    /// "Ed25519 public key".
    pub keys: &'static str,
    /// The operation that prepares a key.
    pub prepare: &'static str,
    /// The operation with a key that is not prepared.
    pub plain: &'static str,
    /// The operation with a prepared key.
    pub prepared: &'static str,
}

/// The quantity that grows in a sweep.
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
    /// Returns the name as typed on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Batch => "batch",
            Self::Threads => "threads",
        }
    }
}
