//! `carnelian hash`: prints and checks checksums of files, as `sha512sum` does.

mod check;

use crate::algorithm::Algorithm;
use crate::checksum_list::{self, End, Layout};
use crate::digests::{Digests, Sink};
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::hex;
use crate::json;
use crate::message;
use crate::named;
use crate::standard;
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Examples:
  carnelian hash sha256 *.iso > SHA256SUMS
  carnelian hash sha256 --check SHA256SUMS
  carnelian hash sha512 *.iso > SHA512SUMS
  carnelian hash sha512 --check SHA512SUMS
  carnelian hash sha512 --check --quiet --ignore-missing SHA512SUMS
  tar -c src | carnelian hash sha384
  carnelian hash blake2b --length 256 *.iso > B2SUMS
  carnelian hash shake256 --length 4096 seed
  carnelian hash sha512-256 --json *.iso | jq -r '.[].digest'

Names may be written as others write them, such as SHA-256 or SHA-512/256.
Lists are those of sha256sum, sha512sum, b2sum and their relatives: each checks
what the other writes.
Tagged lines of the BSDs and of OpenSSL are understood as well.
shake128 and shake256 give 32 and 64 bytes, as openssl dgst -xoflen 32 and
-xoflen 64, or as many as --length asks for.

JSON:
  Each element has file, algorithm, and digest or error. With --check it has
  list, line, file, and status: ok, failed, missing, unreadable, misformatted.
  A name that is not UTF-8 has its bytes in file_hex.

Exit codes:
  0  every file was digested; with --check, every checksum is valid
  1  a checksum is not valid
  2  the command line cannot be understood
  3  a file cannot be read, or the output cannot be written
  4  a list has no checksum line or, with --strict, a line that is none
When several apply, 1 is given before 3 and 3 before 4.";

/// Print or check checksums of files
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct HashArgs {
    /// The hash function
    #[arg(value_parser = named::parser::<&'static Algorithm>())]
    algorithm: &'static Algorithm,

    /// Files to digest or, with --check, lists to check; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    /// Read checksums from the FILEs and check them
    #[arg(short, long)]
    check: bool,

    /// Digests of BITS bits, a multiple of 8, where the hash function has a choice; 0 is what it has without this
    #[arg(short, long, value_name = "BITS", conflicts_with = "check")]
    length: Option<usize>,

    /// Print a JSON array
    #[arg(long, conflicts_with_all = ["tag", "zero", "binary", "text", "quiet", "status"])]
    json: bool,

    /// Print BSD-style lines: SHA512 (FILE) = CHECKSUM
    #[arg(long, conflicts_with = "check")]
    tag: bool,

    /// End each line with NUL instead of a newline, and do not escape file names
    #[arg(short, long, conflicts_with = "check")]
    zero: bool,

    /// Mark files as read in binary mode, which reads them no differently
    #[arg(short, long, conflicts_with = "check", overrides_with = "text")]
    binary: bool,

    /// Do not mark files as read in binary mode (default)
    #[arg(short, long, conflicts_with = "check", overrides_with = "binary")]
    text: bool,

    /// With --check: do not fail for missing files, and do not mention them
    #[arg(long, requires = "check")]
    ignore_missing: bool,

    /// With --check: do not print OK for each valid file
    #[arg(long, requires = "check", overrides_with_all = ["status", "warn"])]
    quiet: bool,

    /// With --check: print nothing, let the exit code tell
    #[arg(long, requires = "check", overrides_with_all = ["quiet", "warn"])]
    status: bool,

    /// With --check: fail for lines that are not properly formatted
    #[arg(long, requires = "check")]
    strict: bool,

    /// With --check: warn about each line that is not properly formatted
    #[arg(short, long, requires = "check", overrides_with_all = ["quiet", "status"])]
    warn: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if standard output cannot be written. Unreadable files do not stop the command.
pub fn run(args: &HashArgs) -> Result<Exit, Failure> {
    let stdin = [OsString::from("-")];
    let files = if args.files.is_empty() { &stdin } else { &args.files[..] };
    if args.check { check::run(args, files) } else { print(args, files) }
}

fn print(args: &HashArgs, files: &[OsString]) -> Result<Exit, Failure> {
    let mut digests = Digests::new(args.algorithm, args.digest_len()?);
    let mut sums = Sums { args, out: Out::new(args.json), exit: Exit::Success };
    for name in files {
        digests.push(name.clone(), (), &mut sums)?;
    }
    digests.flush(&mut sums)?;
    sums.out.end().map_err(|error| Failure::stdout(&error))?;
    Ok(sums.exit)
}

impl HashArgs {
    /// Returns the digest length in bytes.
    fn digest_len(&self) -> Result<usize, Failure> {
        let Algorithm { name, digest_len, .. } = self.algorithm;
        match self.length {
            None | Some(0) => Ok(*digest_len),
            Some(bits) if bits % 8 == 0 && self.algorithm.has_length(bits / 8) => Ok(bits / 8),
            Some(bits) => {
                let (least, most) = self.algorithm.lengths().into_inner();
                let choice = if least < most { "a multiple of 8 up to " } else { "" };
                let message = format!("--length: {name} has {choice}{} bits, not {bits}", 8 * most);
                Err(Failure::new(Exit::Usage, message))
            }
        }
    }
}

/// Prints each checksum as soon as it is known.
struct Sums<'a> {
    args: &'a HashArgs,
    out: Out,
    exit: Exit,
}

/// An element of the JSON array: a file with its digest or the error.
#[derive(Debug, Serialize)]
struct SumElement<'a> {
    #[serde(flatten)]
    file: json::Name<'a>,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Sink<()> for Sums<'_> {
    fn done(&mut self, name: OsString, (): (), digest: io::Result<Vec<u8>>) -> Result<(), Failure> {
        if let Err(error) = &digest {
            self.exit = self.exit.and(Failure::file(&name, error).report());
        }
        let algorithm = self.args.algorithm;
        let written = match (&mut self.out, digest) {
            (Out::Json(array), digest) => array.push(&SumElement {
                file: json::Name::of(&name),
                algorithm: algorithm.name,
                error: digest.as_ref().err().map(message::reason),
                digest: digest.ok().map(|digest| hex::encode(&digest)),
            }),
            (Out::Text(out), Ok(digest)) => {
                let layout = if self.args.tag { Layout::Tagged } else { Layout::Gnu { binary: self.args.binary } };
                let end = if self.args.zero { End::Nul } else { End::Newline };
                let tag = algorithm.tag(digest.len());
                out.write_all(&checksum_list::line(layout, end, &tag, &file_name::bytes(&name), &digest))
            }
            (Out::Text(_), Err(_)) => Ok(()),
        };
        written.map_err(|error| Failure::stdout(&error))
    }
}

/// Standard output, as lines or as a JSON array.
enum Out {
    Text(standard::Lines),
    Json(json::Array<standard::Lines>),
}

impl Out {
    fn new(json: bool) -> Self {
        let stdout = standard::Lines::new();
        if json { Self::Json(json::Array::new(stdout)) } else { Self::Text(stdout) }
    }

    fn end(&mut self) -> io::Result<()> {
        match self {
            Self::Text(out) => out.flush(),
            Self::Json(array) => array.end(),
        }
    }
}
