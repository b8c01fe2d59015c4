//! `carnelian open`: what is in sealed files.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{self, Input};
use crate::key_file;
use crate::operands;
use crate::output::{self, Output};
use crate::progress::Progress;
use carnelian::composite::sealed_file::{Header, OpenError, OpenReader, Opener};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
A file that is damaged anywhere, or was sealed with another key, gives exit code
1 and no output file. What is written to standard output is verified before it
is, 64 KiB at a time; only exit code 0 says that it is all there is.

Examples:
  carnelian open --key key -o file file.sealed
  carnelian open --key key src.tar.sealed | tar -x

Exit codes:
  0  the file is opened
  1  the file is damaged, is no sealed file, or was sealed with another key
  2  the command line cannot be understood
  3  a file cannot be read or written, or exists
  4  the key cannot be used";

/// Decrypt a sealed file
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct OpenArgs {
    /// The key, a file of 32 bytes; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// Write what is in the file to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The sealed file; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: OsString,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,

    /// Replace a file that exists
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Invalid`] if the file does not open, [`Exit::Io`] if a file cannot be read or written, [`Exit::Unusable`] if
/// the key cannot be used.
pub fn run(args: &OpenArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.file], &[args.output.as_os_str()])?;
    output::check_public_new(&args.output, args.force)?;
    let key = key_file::sealing_key(&args.key)?;
    let mut input = Input::open(&args.file).map_err(|error| failure(&args.file, &error))?;
    let header = Header::read_from(&mut input).map_err(|error| failure(&args.file, &error))?;
    let opener = Opener::new(&header, &key).map_err(|error| failure(&args.file, &error.into()))?;
    args.open(input, opener)?;
    Ok(Exit::Success)
}

impl OpenArgs {
    fn open(&self, input: Input, opener: Opener) -> Result<(), Failure> {
        let mut progress = Progress::new(&self.file, input.regular_len()).shown(!self.quiet);
        let mut reader = OpenReader::behind_header(input, opener);
        let mut output = Output::public_new(&self.output, self.force)?;
        loop {
            let chunk = reader.fill_buf().map_err(|error| failure(&self.file, &error))?;
            let len = chunk.len();
            if len == 0 {
                return output.commit();
            }
            output.write_all(chunk).map_err(|error| output.failure(&error))?;
            reader.consume(len);
            progress.advance(len);
        }
    }
}

/// Why the sealed file `name` cannot be read or opened.
fn failure(name: &OsStr, error: &io::Error) -> Failure {
    let reason = error.get_ref().and_then(|reason| reason.downcast_ref::<OpenError>());
    match reason {
        Some(reason) => Failure::new(Exit::Invalid, format!("{}: {reason}", file_name::quoted(input::label(name)))),
        None => Failure::file(input::label(name), error),
    }
}
