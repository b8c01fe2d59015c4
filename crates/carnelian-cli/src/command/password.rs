//! `carnelian password`: password hashes for storage.

mod hash;
mod verify;

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};

const AFTER_HELP: &str = "\
A password is asked for on the terminal or read from a file descriptor, never
taken from the command line, which other users can read.

Examples:
  carnelian password hash > stored
  carnelian password verify stored

Exit codes:
  0  the hash is written, the password is right
  1  the password is wrong
  2  the command line cannot be understood
  3  a file cannot be read or written, or there is not the memory
  4  there is no password, or the hash cannot be used";

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
