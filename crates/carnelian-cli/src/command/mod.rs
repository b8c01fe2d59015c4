//! The subcommands, one file each, and the parsing of the command line.

pub mod about;
#[cfg(feature = "bench")]
pub mod bench;
pub mod completions;
pub mod convert;
pub mod decapsulate;
pub mod encapsulate;
pub mod exchange;
pub mod hash;
pub mod keygen;
pub mod mac;
pub mod man;
pub mod open;
pub mod password;
pub mod public;
pub mod random;
#[cfg(feature = "bench")]
pub mod report;
pub mod seal;
pub mod sign;
mod tip;
pub mod verify;

use crate::exit::{self, Exit, Failure};
use crate::file_name;
use crate::passphrase;
use crate::standard;
use about::{list, self_test};
use carnelian::cpu::Tier;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  carnelian hash sha512 *.iso > SHA512SUMS
  carnelian hash sha512 --check SHA512SUMS
  carnelian keygen ed25519 -o key.pem --public pub.pem
  carnelian sign --key key.pem --signature file.sig file
  carnelian verify --key pub.pem --signature file.sig file
  carnelian password hash > stored
  carnelian seal --key key -o file.sealed file
  carnelian open --key key -o file file.sealed
";

#[cfg(feature = "bench")]
const EXAMPLE_OF_BENCH: &str = "  carnelian bench --compare\n";
#[cfg(not(feature = "bench"))]
const EXAMPLE_OF_BENCH: &str = "";

const ENVIRONMENT: &str = "
Environment:
  CARNELIAN_CPU  an upper limit for the CPU's instruction sets: portable32,
                 portable64, sse, avx2 or avx512
  NO_COLOR       no colors, if it is set and not empty

A file named - is standard input or standard output. An output that is a pipe or
a device is written to, also without --force.

";

/// Fast, constant-time cryptography.
#[derive(Debug, Parser)]
#[command(name = "carnelian", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = [EXAMPLES, EXAMPLE_OF_BENCH, ENVIRONMENT, &exit::section()].concat())]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hash(hash::HashArgs),
    Mac(mac::MacArgs),
    Keygen(keygen::KeygenArgs),
    Public(public::PublicArgs),
    Convert(convert::ConvertArgs),
    Sign(sign::SignArgs),
    Verify(verify::VerifyArgs),
    Exchange(exchange::ExchangeArgs),
    Encapsulate(encapsulate::EncapsulateArgs),
    Decapsulate(decapsulate::DecapsulateArgs),
    Password(password::PasswordArgs),
    #[command(alias = "encrypt")]
    Seal(seal::SealArgs),
    #[command(alias = "decrypt")]
    Open(open::OpenArgs),
    Random(random::RandomArgs),
    List(list::ListArgs),
    SelfTest(self_test::SelfTestArgs),
    #[cfg(feature = "bench")]
    Bench(bench::Args),
    #[cfg(feature = "bench")]
    Report(report::Args),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the command that `arguments` specify; the first of them is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // This subcommand is internal to the program, and so is not in the help, completions and manuals.
    #[cfg(feature = "bench")]
    if arguments.get(1).is_some_and(|argument| argument == carnelian_bench::process::SUBCOMMAND) {
        return bench::process().unwrap_or_else(|failure| failure.report());
    }
    let parsed = command_line().try_get_matches_from(&arguments);
    let parsed = parsed.and_then(|matches| Ok((CommandLine::from_arg_matches(&matches)?, matches)));
    let (command_line, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(stopped) => return end_of_parsing(&tip::added(stopped, &arguments)),
    };
    carnelian::threads::set_limit(carnelian::threads::ALL);
    let checked = passphrase::check(&matches).and_then(|()| refuse_unknown_tier());
    checked.and_then(|()| command_line.command.run()).unwrap_or_else(|failure| failure.report())
}

impl Command {
    fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Hash(args) => hash::run(args),
            Self::Mac(args) => mac::run(args),
            Self::Keygen(args) => keygen::run(args),
            Self::Public(args) => public::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Sign(args) => sign::run(args),
            Self::Verify(args) => verify::run(args),
            Self::Exchange(args) => exchange::run(args),
            Self::Encapsulate(args) => encapsulate::run(args),
            Self::Decapsulate(args) => decapsulate::run(args),
            Self::Password(args) => password::run(args),
            Self::Seal(args) => seal::run(args),
            Self::Open(args) => open::run(args),
            Self::Random(args) => random::run(args),
            Self::List(args) => list::run(args),
            Self::SelfTest(args) => self_test::run(args),
            #[cfg(feature = "bench")]
            Self::Bench(args) => bench::run(args),
            #[cfg(feature = "bench")]
            Self::Report(args) => report::run(args),
            Self::Completions(args) => completions::run(args),
            Self::Man(args) => man::run(args),
        }
    }
}

/// Ends parsing: requested help and version go to standard output; anything else is a usage error.
fn end_of_parsing(stopped: &clap::Error) -> Exit {
    if stopped.use_stderr() {
        let _ = stopped.print();
        return Exit::Usage;
    }
    match standard::output().and_then(|_| stopped.print()) {
        Ok(()) => Exit::Success,
        Err(error) => Failure::stdout(&error).report(),
    }
}

/// Rejects an unknown value of `CARNELIAN_CPU`. The library ignores it, but a user who mistypes one wants to be told.
fn refuse_unknown_tier() -> Result<(), Failure> {
    match Tier::requested() {
        Ok(_) => Ok(()),
        Err(unknown) => {
            let found = std::env::var_os("CARNELIAN_CPU").unwrap_or_default();
            let message = format!("CARNELIAN_CPU: {unknown}, found {}", file_name::quoted(&found));
            Err(Failure::new(Exit::Usage, message))
        }
    }
}

/// Returns the command line definition from which help, completions and manual pages are generated.
#[must_use]
pub fn command_line() -> clap::Command {
    CommandLine::command()
}
