//! `carnelian report`: one page from the results of many runs. The page is made by the package `carnelian-bench`.

use crate::exit::{Exit, Failure};
use crate::input::{self, Input};
use crate::operands;
use crate::output::Output;
use carnelian_bench::ReportArgs;
use carnelian_bench::document::{self, Document};
use carnelian_bench::report::pages::{self, PageError};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  carnelian bench --compare --report json --output here.json
  carnelian report here.json there.json --format html --output speed.html
  carnelian report benchmarks/*.json --output BENCHMARKS.md
  carnelian report --view tiers portable64.json avx2.json avx512.json

A file named - is standard input or standard output.

Exit codes:
  0  the page is written
  2  the command line cannot be understood, or these results cannot fill the
     view
  3  a file cannot be read or written
  4  a file is no result of a bench, or nothing was measured in it";

/// Make one page from the results of many runs
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    report: ReportArgs,

    /// Write the page to FILE instead of the standard output. An existing file is replaced when all is done.
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if a file cannot be read or written, [`Exit::Unusable`] if one is no result of a bench or nothing was measured
/// in any, [`Exit::Usage`] if the results cannot fill the view.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let ReportArgs { files, format, view, relative_to } = &args.report;
    let inputs: Vec<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
    operands::check(&inputs, &[args.output.as_os_str()])?;
    let documents = inputs.into_iter().map(read).collect::<Result<Vec<Document>, _>>()?;
    let page = pages::render(&documents, *view, *format, relative_to).map_err(|error| {
        let exit = if error == PageError::Nothing { Exit::Unusable } else { Exit::Usage };
        Failure::new(exit, error.to_string())
    })?;
    Output::public(&args.output)?.write_whole(page.as_bytes())?;
    Ok(Exit::Success)
}

/// A result of a bench.
fn read(name: &OsStr) -> Result<Document, Failure> {
    let content = || -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        // One byte beyond the limit tells that there are more.
        Input::open(name)?.take(document::LONGEST as u64 + 1).read_to_end(&mut content)?;
        Ok(content)
    };
    let label = input::label(name);
    let content = content().map_err(|error| Failure::file(label, &error))?;
    document::read(&content).map_err(|error| Failure::unusable(label, &error))
}
