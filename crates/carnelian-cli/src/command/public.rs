//! `carnelian public`: the public key of a private key.

use crate::arguments::named;
use crate::arguments::operands;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::key::file::{Format, KeyFile, passphrase_source};
use crate::key::{Any, KeyTypeOf, Role};
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use clap::Args;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
The private key is PKCS #8 as PEM or DER, encrypted or not, or the bytes of the
key or their hexadecimal or base64 digits, whose algorithm --algorithm names.
The public key is written as SubjectPublicKeyInfo, unless --format names another
format.

Examples:
  carnelian public --key key.pem -o pub.pem
  carnelian public --key key.pem --format hex
  carnelian public --key seed.bin --algorithm ed25519

Exit codes:
  0  the public key is written
  2  the command line is invalid, or bytes would go to a terminal
  3  a file cannot be read or written, or exists
  4  the key cannot be used, or the passphrase is wrong";

/// Write the public key of a private key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PublicArgs {
    /// The private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    /// Write the public key to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Any>>(),
        hide_possible_values = true, help = Any::help(),
    )]
    algorithm: Option<KeyTypeOf<Any>>,

    /// The format of the file
    #[arg(long, value_enum, default_value_t = Format::Pem)]
    format: Format,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace an existing file, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if binary output would go to a terminal, [`Exit::Io`] if a file cannot be read or written,
/// [`Exit::Unusable`] if the key cannot be used.
pub fn run(args: &PublicArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key], &[args.output.as_os_str()])?;
    let source = passphrase_source(&args.passphrase, args.algorithm)?;
    let destination = Destination::public(&args.output, args.force);
    let destination = destination.of_bytes(args.format.is_bytes(), Format::INSTEAD_OF_BYTES);
    destination.check()?;
    let key = KeyFile::read(&args.key)?.private_key::<Any>(args.algorithm, source)?;
    let contents = args.format.public(&key.to_public_content())?;
    destination.create()?.write_whole(&contents)?;
    Ok(Exit::Success)
}
