//! `carnelian hash`: prints and checks checksums of files, as `sha512sum` does.

mod check;

use crate::arguments::named;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::hash::Algorithm;
use crate::hash::checksum_list::{self, End, Layout};
use crate::hash::digests::{Digests, Sink};
use crate::hex;
use crate::message;
use crate::output::json;
use crate::standard;
use crate::words::alternatives;
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};

const SECTIONS: &str = "\
JSON:
  Each element has file, algorithm, and digest or error. With --check it has
  list, line, file, and status: ok, failed, missing, unreadable, misformatted.
  A name that is not UTF-8 has its bytes in file_hex.

Exit codes:
  0  every file was digested; with --check, every checksum is valid
  1  a checksum is invalid
  2  the command line is invalid
  3  a file cannot be read, or the output cannot be written
  4  a list has no checksum line, or with --strict a malformed one
If several apply, 1 takes precedence over 3, and 3 over 4.";

const EXAMPLES: &str = "\
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

";

fn after_help() -> String {
    let outputs: Vec<String> = Algorithm::all().iter().filter(|one| one.function().is_xof()).map(of_any_len).collect();
    let text = columns::help(
        &[
            "Names may be spelled as in standards, such as SHA-256 or SHA-512/256. The lists are those of sha256sum, \
             sha512sum, b2sum and the like: each program checks the lists of the others. The tagged lines of the BSDs \
             and of OpenSSL are read as well.",
            &format!(
                "The output of {} unless --length asks for another length, up to 64 MiB. In a list, the number of \
                 digits or of bits in the tag is the length.",
                alternatives(&outputs, "and that of")
            ),
        ],
        SECTIONS,
    );
    [EXAMPLES, &text].concat()
}

/// Returns the length of an output of any length, as OpenSSL is asked for it.
fn of_any_len(function: &Algorithm) -> String {
    let len = function.digest_len();
    format!("{} has {len} bytes, as with openssl dgst -xoflen {len},", function.name())
}

/// Print or check checksums of files
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
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

    /// Digest length in bits, a multiple of 8, for functions with variable output; 0 is the default
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

    /// Write the binary marker (*) before file names; reading is unaffected
    #[arg(short, long, conflicts_with = "check", overrides_with = "text")]
    binary: bool,

    /// Do not write the binary marker (default)
    #[arg(short, long, conflicts_with = "check", overrides_with = "binary")]
    text: bool,

    /// With --check: do not fail for missing files, and do not mention them
    #[arg(long, requires = "check")]
    ignore_missing: bool,

    /// With --check: do not print OK for each valid file
    #[arg(long, requires = "check", overrides_with_all = ["status", "warn"])]
    quiet: bool,

    /// With --check: print nothing; the exit code is the verdict
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
        match self.length {
            None | Some(0) => Ok(self.algorithm.digest_len()),
            Some(bits) if bits % 8 == 0 && self.algorithm.has_length(bits / 8) => Ok(bits / 8),
            Some(bits) => {
                let (least, most) = self.algorithm.lengths().into_inner();
                let choice = if least < most { "a multiple of 8 up to " } else { "" };
                let message = format!("--length: {} has {choice}{} bits, not {bits}", self.algorithm.name(), 8 * most);
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
                algorithm: algorithm.name(),
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
