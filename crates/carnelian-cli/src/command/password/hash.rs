//! `carnelian password hash`: hashes a password for storage.

use crate::arguments::named::{self, Named};
use crate::arguments::size;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::passphrase::PassphraseArgs;
use bytesize::ByteSize;
use carnelian::algorithm::{PasswordHashAlgorithm, PasswordOptions, password_hashes};
use carnelian::kdf::argon2::{Argon2Error, Params};
use carnelian::random::OsRandom;
use clap::Args;

const AFTER_HELP: &str = "\
The terminal asks for the password twice. The output is a string in the PHC
format, which other programs with Argon2 read: the variant, the parameters, a
random salt of 16 bytes and a tag of 32.

The parameters are those that RFC 9106 recommends where memory is scarce. Where
it is not, use --memory 2GiB --passes 1. Less than 8MiB makes guesses cheap for
an attacker who has the hash; --little-memory allows it, for tests and small
devices.

Examples:
  carnelian password hash > stored
  carnelian password hash --memory 2GiB --passes 1
  carnelian password hash --passphrase-fd 3 3< password

Exit codes:
  0  the hash is written
  2  the command line is invalid, or asks for little memory
  3  the hash cannot be written, or memory or random bytes are missing
  4  the password is missing";

/// Hash a new password
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct HashArgs {
    /// The memory that a guess needs, with its unit; at least 8KiB for each lane
    #[arg(short, long, value_name = "SIZE", value_parser = size::parser_with_unit(), default_value = "64MiB")]
    memory: ByteSize,

    /// Allow less than 8MiB of memory
    #[arg(long)]
    little_memory: bool,

    /// The number of passes over the memory
    #[arg(short = 't', long, value_name = "N", default_value_t = Params::SECOND_RECOMMENDED.passes())]
    passes: u32,

    /// The number of parts of the memory that can be filled at the same time
    #[arg(short = 'p', long, value_name = "N", default_value_t = Params::SECOND_RECOMMENDED.lanes())]
    lanes: u32,

    /// The function; argon2id is recommended
    #[arg(long, value_parser = named::parser::<Function>(), default_value = "argon2id")]
    variant: Function,

    #[command(flatten)]
    passphrase: PassphraseArgs,
}

/// A password hash on the command line.
#[derive(Clone, Copy, Debug)]
struct Function(&'static PasswordHashAlgorithm);

impl Named for Function {
    fn all() -> Vec<Self> {
        password_hashes().iter().map(Self).collect()
    }

    fn name(&self) -> &'static str {
        let identity = self.0.identity();
        identity.id
    }
}

/// Less memory than this does not slow down guessing. RFC 9106 Section 4 recommends 64 MiB where memory is scarce.
const LITTLE: ByteSize = ByteSize::mib(8);

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for parameters that Argon2 does not allow, or that make guesses cheap without `--little-memory`,
/// [`Exit::Unusable`] if there is no password, [`Exit::Io`] if memory or random bytes are not available, or the hash
/// cannot be written.
pub(super) fn run(args: &HashArgs) -> Result<Exit, Failure> {
    let params = args.params()?;
    let password = args.passphrase.source()?.new_passphrase()?;
    let options = PasswordOptions { params, ..PasswordOptions::default() };
    let hashed = args.variant.0.hash_password(password.expose(), &options, &mut OsRandom);
    let mut text = hashed.map_err(|error| failure(&error))?;
    text.push('\n');
    output::print(text.as_bytes())?;
    Ok(Exit::Success)
}

impl HashArgs {
    fn params(&self) -> Result<Params, Failure> {
        let usage = |message: String| Failure::new(Exit::Usage, message);
        let memory = size::shown(self.memory);
        if self.memory < LITTLE && !self.little_memory {
            let least = size::shown(LITTLE);
            let message =
                format!("--memory {memory}: less than {least} makes guesses cheap; --little-memory allows it");
            return Err(usage(message));
        }
        let kib = u32::try_from(self.memory.as_u64() >> 10);
        let kib = kib.map_err(|_| usage(format!("--memory {memory}: Argon2 uses less than 4TiB")))?;
        Params::new(kib, self.passes, self.lanes).map_err(|error| usage(error.to_string()))
    }
}

/// Returns the failure of Argon2. The lengths are valid, so only a resource of the system can be missing.
pub(super) fn failure(error: &Argon2Error) -> Failure {
    Failure::new(Exit::Io, error.to_string())
}
