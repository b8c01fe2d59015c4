//! `carnelian bench`: measures Carnelian and its peers. The measuring is in the package `carnelian-bench`.

use crate::exit::{Exit, Failure};
use crate::message;
use crate::output::Output;
use carnelian_bench::{BenchArgs, BenchError};
use std::io::{self, Write};
use std::path::PathBuf;

/// Measure operations, alone or beside other libraries.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    bench: BenchArgs,

    /// Write the report to FILE instead of the standard output. An existing file is replaced when all is done.
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
}

/// Runs the subcommand. An output that cannot be written is refused before minutes of measuring, not after.
///
/// # Errors
/// [`Exit::Usage`] if a pattern selects nothing, [`Exit::Io`] if the report cannot be written or a file that takes part
/// in the run cannot be used. A run that is interrupted reports what is done. One that finds an operation slower than in
/// the baseline ends with [`Exit::Invalid`].
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let output = Output::public(&args.output)?;
    let outcome = carnelian_bench::run(&args.bench).map_err(|error| failure(&error))?;
    if let Some(changes) = &outcome.beside {
        // A standard error that cannot be written is nobody's concern: the exit code still says what matters.
        let _ = io::stderr().lock().write_all(changes.as_bytes());
    }
    output.write_whole(outcome.report.as_bytes())?;
    let mut exit = if carnelian_bench::interrupted() { Exit::Interrupted } else { Exit::Success };
    if let Some(error) = &outcome.unsaved {
        exit = exit.and(failure(error).report());
    }
    if !outcome.slower.is_empty() {
        message::tell(format!("slower than the baseline: {}", outcome.slower.join(", ")));
        exit = exit.and(Exit::Invalid);
    }
    Ok(exit)
}

fn failure(error: &BenchError) -> Failure {
    Failure::new(if error.is_about_a_file() { Exit::Io } else { Exit::Usage }, error.to_string())
}

/// Runs as one of the processes of a run.
///
/// # Errors
/// [`Exit::Io`] if the process that started this one cannot be answered.
pub fn process() -> Result<Exit, Failure> {
    carnelian_bench::process::serve().map_err(|error| Failure::stdout(&error))?;
    Ok(Exit::Success)
}
