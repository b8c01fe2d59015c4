//! `carnelian exchange`: the shared secret of two X25519 keys.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::key::{Agreement, KeyTypeOf};
use crate::key_file;
use crate::named;
use crate::operands;
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use carnelian::curve::x25519::{PublicKey, SecretKey};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Each party uses its own private key and the other's public key, and both compute
the same 32 bytes: X25519 of RFC 7748, as openssl pkeyutl -derive does. They are
a coordinate of a point: derive keys with a KDF that also hashes both public
keys.

Keys are PEM, DER, 32 bytes or their hexadecimal or base64 digits; a private key
may be encrypted. A private key as digits or bytes does not name its algorithm;
name it with --algorithm x25519. Only its owner may read the file of the secret.

Examples:
  carnelian exchange --key key.pem --peer their-pub.pem -o secret
  carnelian exchange --key key.pem --peer their-pub.pem -o - | xxd -p -c 32

Exit codes:
  0  the secret is written
  2  the command line is invalid, or the secret would go to a terminal
  3  a file cannot be read or written, or exists
  4  a key cannot be used, the passphrase is wrong, or the secret would be zero";

/// Compute the secret that an X25519 key shares with a peer
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ExchangeArgs {
    /// Your private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of your key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Agreement>>())]
    algorithm: Option<KeyTypeOf<Agreement>>,

    /// The other party's public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    peer: OsString,

    /// Write the secret to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace an existing file, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if the secret would go to a terminal, [`Exit::Io`] if a file cannot be read or written,
/// [`Exit::Unusable`] if a key cannot be used, such as a peer's key of small order.
pub fn run(args: &ExchangeArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.peer], &[args.output.as_os_str()])?;
    let source = args.passphrase.source()?;
    let destination = Destination::secret(&args.output, args.force).of_bytes(true, "-o writes to a file");
    destination.check()?;
    let peer: PublicKey = key_file::public_key(&args.peer)?;
    let key: SecretKey = key_file::private_key(&args.key, args.algorithm, source)?;
    let shared = key.diffie_hellman(&peer).map_err(|error| Failure::unusable(input::label(&args.peer), &error))?;
    destination.create()?.write_whole(shared.as_secret().declassify("the user wants the secret in this file"))?;
    Ok(Exit::Success)
}
