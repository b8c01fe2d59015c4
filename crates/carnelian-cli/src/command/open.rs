//! `carnelian open`: decrypts sealed files.

use crate::arguments::operands;
use crate::arguments::size;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::{Input, InputFile};
use crate::key::protection::{Protection, ProtectionArgs};
use crate::output::Destination;
use crate::progress::Progress;
use bytesize::ByteSize;
use carnelian::composite::sealed_file::{CHUNK_LEN, Header, OpenError, OpenReader, Opener};
use carnelian::kdf::argon2::Limits;
use clap::Args;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian open --key key -o file file.sealed
  carnelian open -o file file.sealed
  carnelian open --key key src.tar.sealed | tar -x

Exit codes:
  0  the file is opened
  1  the file is damaged, is not a sealed file, or was sealed with another key
     or passphrase
  2  the command line is invalid
  3  a file cannot be read or written, or exists; the memory for the passphrase
     is missing
  4  the key cannot be used, the passphrase is missing, or its cost exceeds
     --max-memory or --max-passes";

fn after_help() -> String {
    let piece = size::shown(ByteSize(CHUNK_LEN as u64));
    columns::help(
        &[&format!(
            "If a file is damaged anywhere, or was sealed with another key or passphrase, the exit code is 1 and no \
             output file is written. Only its owner may read the file that -o names. Standard output, a pipe or a \
             device is written in pieces of {piece}, each verified before; the output is complete only if the exit \
             code is 0."
        )],
        EXAMPLES,
    )
}

/// Decrypt a sealed file
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct OpenArgs {
    #[command(flatten)]
    protection: ProtectionArgs,

    /// Write the decrypted content to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The sealed file; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: InputFile,

    /// The most memory that the passphrase's Argon2id may use, such as 300MB or 4GiB
    #[arg(
        long, alias = "memory-limit", value_name = "SIZE", value_parser = size::parser(), default_value = "1GiB",
        conflicts_with = "key",
    )]
    max_memory: ByteSize,

    /// The most passes over that memory that the passphrase's Argon2id may make
    #[arg(long, value_name = "N", default_value_t = Limits::default().passes, conflicts_with = "key")]
    max_passes: u32,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,

    /// Replace an existing file
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Invalid`] if the file does not open, [`Exit::Io`] if a file cannot be read or written, [`Exit::Unusable`] if
/// the key cannot be used.
pub fn run(args: &OpenArgs) -> Result<Exit, Failure> {
    operands::check(&args.protection.inputs(&args.file), &[args.output.as_os_str()])?;
    args.destination().check()?;
    let protection = args.protection.read()?;
    let mut input = args.file.open()?;
    let header = Header::read_from(&mut input).map_err(|error| failure(&args.file, &error))?;
    let opener = args.opener(protection, &header)?;
    args.open(input, opener)?;
    Ok(Exit::Success)
}

impl OpenArgs {
    /// The content was secret, so the file is private. Whether it is text is not known, so a terminal is allowed.
    fn destination(&self) -> Destination<'_> {
        Destination::secret(&self.output, self.force)
    }

    fn opener(&self, protection: Protection, header: &Header) -> Result<Opener, Failure> {
        let opener = match protection {
            Protection::Key(key) => Opener::new(header, &key),
            // Avoid asking for a passphrase that cannot open the file.
            Protection::Passphrase(_) if header.passphrase_cost().is_none() => Err(OpenError::NeedsKey),
            Protection::Passphrase(source) => {
                let passphrase = source.passphrase(&self.file)?;
                // Files are never sealed with an empty passphrase, so this one is missing rather than wrong.
                if passphrase.expose().is_empty() {
                    return Err(Failure::new(Exit::Unusable, "the passphrase is empty"));
                }
                Opener::with_passphrase(header, passphrase.expose(), &self.limits())
            }
        };
        opener.map_err(|error| refused(&self.file, &error))
    }

    fn limits(&self) -> Limits {
        let memory_kib = u32::try_from(self.max_memory.as_u64() >> 10).unwrap_or(u32::MAX);
        Limits { memory_kib, passes: self.max_passes, ..Limits::default() }
    }

    fn open(&self, input: Input, opener: Opener) -> Result<(), Failure> {
        let mut progress = Progress::new(self.file.name(), input.regular_len()).shown(!self.quiet);
        let mut reader = OpenReader::behind_header(input, opener);
        let mut output = self.destination().create()?;
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

/// Returns the failure of reading or opening the sealed file.
fn failure(file: &InputFile, error: &io::Error) -> Failure {
    let reason = error.get_ref().and_then(|reason| reason.downcast_ref::<OpenError>());
    reason.map_or_else(|| file.unreadable(error), |reason| refused(file, reason))
}

/// Returns the failure of opening the sealed file, with a hint.
fn refused(file: &InputFile, reason: &OpenError) -> Failure {
    let (exit, help) = match reason {
        OpenError::NeedsKey => (Exit::Unusable, "; --key names its file"),
        OpenError::NeedsPassphrase => (Exit::Unusable, "; leave out --key"),
        OpenError::TooCostly(_) => (Exit::Unusable, "; --max-memory and --max-passes raise them"),
        OpenError::Passphrase(_) => (Exit::Io, ""),
        _ => (Exit::Invalid, ""),
    };
    Failure::new(exit, format!("{file}: {reason}{help}"))
}
