//! `carnelian password`: password hashes for storage.

mod hash;
mod verify;

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};

const AFTER_HELP: &str = "\
The terminal asks for the password, or a file descriptor provides it. It is
never an argument, because other users can read the command line.

Examples:
  carnelian password hash > stored
  carnelian password verify stored

Exit codes:
  0  the hash is written, or the password is right
  1  the password is wrong
  2  the command line is invalid
  3  a file cannot be read or written, or memory is missing
  4  the password is missing, or the hash cannot be used";

/// Hash passwords with Argon2, and verify them
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PasswordArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Hash(hash::HashArgs),
    Verify(verify::VerifyArgs),
}

/// Runs the subcommand.
///
/// # Errors
/// Those of the nested subcommand.
pub fn run(args: &PasswordArgs) -> Result<Exit, Failure> {
    match &args.command {
        Command::Hash(args) => hash::run(args),
        Command::Verify(args) => verify::run(args),
    }
}
