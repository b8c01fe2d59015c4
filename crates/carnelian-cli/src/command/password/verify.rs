//! `carnelian password verify`: checks a password against its hash.

use super::hash::failure;
use crate::arguments::size;
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::InputFile;
use crate::message;
use crate::output;
use crate::passphrase::PassphraseArgs;
use bytesize::ByteSize;
use carnelian::kdf::argon2::{Limits, PasswordHash, VerifyError};
use clap::Args;

/// The longest string that is read.
const LONGEST: usize = 4096;

const AFTER_HELP: &str = "\
The file contains one line: an Argon2 hash of version 1.3 or 1.0 in the PHC
format, as carnelian password hash and other programs print it. It is not an
argument, because other users can read the command line and could start to
guess. A hash that names a secret (keyid) cannot be verified here.

A hash states the memory and the passes that it needs; if these exceed
--max-memory or --max-passes, it is refused without being computed.

Examples:
  carnelian password verify stored
  carnelian password verify --passphrase-fd 3 3< password < stored

Exit codes:
  0  the password is right
  1  the password is wrong
  2  the command line is invalid
  3  the hash or the password cannot be read, the output cannot be written, or
     memory is missing
  4  the hash cannot be used, or the password is missing";

/// Verify a password against its hash
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct VerifyArgs {
    /// The hash; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: InputFile,

    /// The most memory that a hash may need
    #[arg(long, value_name = "SIZE", value_parser = size::parser(), default_value = "1GiB")]
    max_memory: ByteSize,

    /// The most passes over that memory that a hash may need
    #[arg(long, value_name = "N", default_value_t = Limits::default().passes)]
    max_passes: u32,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Print nothing; the exit code is the verdict
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if the hash or the password cannot be read, the verdict cannot be written or memory is exhausted,
/// [`Exit::Unusable`] if the hash is malformed or exceeds the limits, or if there is no password.
pub(super) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let source = args.passphrase.source()?;
    let memory_kib = u32::try_from(args.max_memory.as_u64() >> 10).unwrap_or(u32::MAX);
    let limits = Limits { memory_kib, passes: args.max_passes, ..Limits::default() };
    let text = read(&args.file)?;
    let hash = PasswordHash::parse(&text, &limits).map_err(|error| args.file.unusable(error))?;
    // Before the password is asked for.
    if !hash.key_id().is_empty() {
        return Err(args.file.unusable("the hash names a secret (keyid), which this command cannot take"));
    }
    match hash.verify(source.asked("Password: ")?.expose()) {
        Ok(()) => args.print("OK").map(|()| Exit::Success),
        Err(VerifyError::Argon2(error)) => Err(failure(&error)),
        Err(wrong) => {
            if !args.quiet {
                message::tell(format_args!("{}: {wrong}", args.file));
            }
            args.print("FAILED").map_err(|failure| failure.with(Exit::Invalid))?;
            Ok(Exit::Invalid)
        }
    }
}

impl VerifyArgs {
    fn print(&self, outcome: &str) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        output::print(format!("{}: {outcome}\n", file_name::quoted(self.file.name())).as_bytes())
    }
}

/// Reads the single line of a file, without its terminator.
fn read(file: &InputFile) -> Result<String, Failure> {
    // The hash, a byte order mark before it, and a line end.
    let bytes = file.start(3 + LONGEST + 2)?;
    let text = String::from_utf8(bytes).map_err(|_| file.unusable("not an Argon2 password hash: expected text"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let line = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
    if line.len() > LONGEST {
        let reason = format_args!("not an Argon2 password hash: expected at most {LONGEST} bytes, found more");
        return Err(file.unusable(reason));
    }
    Ok(line.to_owned())
}
