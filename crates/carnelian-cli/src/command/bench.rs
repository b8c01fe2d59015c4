//! `carnelian bench`: measures Carnelian and its peers. The measurement code is in the package `carnelian-bench`.

use crate::columns;
use crate::exit::{Exit, Failure};
use crate::message;
use crate::output::Output;
use carnelian_bench::report::Look;
use carnelian_bench::{BenchArgs, BenchError, Fault};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  carnelian bench --list
  carnelian bench --compare
  carnelian bench --compare --details --save main
  carnelian bench --compare --preset quick sha512 x25519/dh
  carnelian bench 'chacha20poly1305/seal-*' --report json -o here.json
  carnelian bench --save before; carnelian bench --baseline before
  carnelian bench --sweep size sha256 --report html -o growth.html

Exit codes:
  0    the report is written
  1    an operation is slower than in the baseline, beyond the threshold, or
       misses a target that `--require-targets` requires
  2    invalid command line, or no such operation
  3    a file cannot be read or written
  4    a baseline, targets, a library or another build cannot be used
  130  ended by Ctrl-C; what was measured until then is reported";

/// Measure operations, alone or beside other libraries.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    bench: BenchArgs,

    /// Write the report to FILE instead of the standard output. An existing file is replaced when all is done.
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
}

/// Runs the subcommand. An output that cannot be written is refused before minutes of measuring, not after.
///
/// # Errors
/// [`Exit::Usage`] if a pattern selects nothing, [`Exit::Io`] if a file cannot be read or written, [`Exit::Unusable`]
/// if an input of the run cannot be used. An interrupted run reports the results so far. A run in which an operation is
/// slower than in the baseline, or misses a required target, ends with [`Exit::Invalid`].
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let output = Output::public(&args.output)?;
    if args.bench.list {
        let names = carnelian_bench::list(&args.bench).map_err(|error| failure(&error))?;
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        output.write_whole(lines.as_bytes())?;
        return Ok(Exit::Success);
    }
    let bench = BenchArgs { look: look(&args.output, args.bench.details), ..args.bench.clone() };
    let outcome = carnelian_bench::run(&bench).map_err(|error| failure(&error))?;
    if let Some(changes) = &outcome.beside {
        // An error of writing to standard error is ignored: the exit code still reports the outcome.
        let _ = io::stderr().lock().write_all(changes.as_bytes());
    }
    output.write_whole(outcome.report.as_bytes())?;
    let mut exit = if carnelian_bench::interrupted() { Exit::Interrupted } else { Exit::Success };
    if let Some(error) = &outcome.unsaved {
        exit = exit.and(failure(error).report());
    }
    if args.bench.require_targets && !outcome.missed.is_empty() {
        message::tell(format!("targets missed: {}", outcome.missed.join(", ")));
        exit = exit.and(Exit::Invalid);
    }
    if !outcome.slower.is_empty() {
        message::tell(format!("slower than the baseline: {}", outcome.slower.join(", ")));
        exit = exit.and(Exit::Invalid);
    }
    Ok(exit)
}

/// Returns the look of a report: that of the terminal if it goes there.
pub(super) fn look(output: &Path, details: bool) -> Look {
    let plain = Look { details, ..Look::default() };
    match columns::of_stdout().filter(|_| output == Path::new("-")) {
        Some(width) => {
            Look { width, color: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()), details }
        }
        None => plain,
    }
}

fn failure(error: &BenchError) -> Failure {
    let exit = match error.fault() {
        Fault::CommandLine => Exit::Usage,
        Fault::Access => Exit::Io,
        Fault::Content => Exit::Unusable,
    };
    Failure::new(exit, error.to_string())
}

/// Runs as one of the worker processes of a run.
///
/// # Errors
/// [`Exit::Io`] if the reply to the parent process cannot be written.
pub fn process() -> Result<Exit, Failure> {
    carnelian_bench::process::serve().map_err(|error| Failure::stdout(&error))?;
    Ok(Exit::Success)
}
