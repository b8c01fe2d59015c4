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
