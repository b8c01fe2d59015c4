//! `carnelian bench`: measures Carnelian and its peers. The measuring is in the package `carnelian-bench`.

use crate::exit::{Exit, Failure};
use crate::output::Output;
use carnelian_bench::BenchArgs;
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
/// in the run cannot be used. A run that is interrupted reports what is done.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let output = Output::public(&args.output)?;
    let report = carnelian_bench::run(&args.bench).map_err(|error| {
        Failure::new(if error.is_about_a_file() { Exit::Io } else { Exit::Usage }, error.to_string())
    })?;
    output.write_whole(report.as_bytes())?;
    Ok(if carnelian_bench::interrupted() { Exit::Interrupted } else { Exit::Success })
}

/// Runs as one of the processes of a run.
///
/// # Errors
/// [`Exit::Io`] if the process that started this one cannot be answered.
pub fn process() -> Result<Exit, Failure> {
    carnelian_bench::process::serve().map_err(|error| Failure::stdout(&error))?;
    Ok(Exit::Success)
}
