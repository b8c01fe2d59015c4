//! `carnelian bench`: measures Carnelian and its peers. The measuring is in the package `carnelian-bench`.

use crate::exit::{Exit, Failure};
use carnelian_bench::BenchError;

pub use carnelian_bench::BenchArgs;

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if a pattern selects nothing, [`Exit::Io`] if the report cannot be written.
pub fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    carnelian_bench::run(args).map(|()| Exit::Success).map_err(|error| failure(&error))
}

fn failure(error: &BenchError) -> Failure {
    match error {
        BenchError::Output { path: None, source } => Failure::stdout(source),
        BenchError::Output { path: Some(path), source } => Failure::file(path.as_os_str(), source),
        usage => Failure::new(Exit::Usage, usage.to_string()),
    }
}

/// The interface of the package `carnelian-bench`, with no operation to measure.
mod carnelian_bench {
    use std::io::{self, Write};
    use std::path::PathBuf;

    /// Measure operations, alone or beside other libraries.
    #[derive(clap::Args, Clone, Debug, Default)]
    pub struct BenchArgs {
        /// Operations to measure.
        #[arg(value_name = "PATTERN")]
        pub patterns: Vec<String>,
    }

    /// Why a run ended without a report.
    #[derive(Debug)]
    pub(super) enum BenchError {
        /// A pattern selects no operation.
        NothingSelected {
            /// The pattern.
            pattern: String,
        },
        /// The report could not be written.
        Output {
            /// The file; `None` is the standard output.
            path: Option<PathBuf>,
            /// What the system says.
            source: io::Error,
        },
    }

    impl std::fmt::Display for BenchError {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            match self {
                Self::NothingSelected { pattern } => write!(f, "no operation matches `{pattern}`"),
                Self::Output { source, .. } => source.fmt(f),
            }
        }
    }

    pub(super) fn run(args: &BenchArgs) -> Result<(), BenchError> {
        match args.patterns.first() {
            Some(pattern) => Err(BenchError::NothingSelected { pattern: pattern.clone() }),
            None => io::stdout().flush().map_err(|source| BenchError::Output { path: None, source }),
        }
    }
}
