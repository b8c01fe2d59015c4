//! `carnelian exchange`: the shared secret of two keys.

use crate::arguments::named;
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::key::file::{KeyFile, passphrase_source};
use crate::key::lengths::by_family;
use crate::key::{Agreement, KeyType, KeyTypeOf};
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use carnelian::algorithm::AgreementAlgorithm;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian exchange --key key.pem --peer their-pub.pem -o secret
  carnelian exchange --key key.pem --peer their-pub.pem -o - | xxd -p -c 32

Exit codes:
  0  the secret is written
  2  the command line is invalid, or the secret would go to a terminal
  3  a file cannot be read or written, or exists
  4  a key cannot be used, the passphrase is wrong, or the secret would be zero";

fn after_help() -> String {
    let lens = by_family::<Agreement>(AgreementAlgorithm::shared_secret_len);
    columns::help(
        &[
            &format!(
                "Each party uses its own private key and the other's public key, and both compute the same secret, as \
                 openssl pkeyutl -derive does: {lens}. It is a coordinate of a point: derive keys with a KDF that also \
                 hashes both public keys."
            ),
            "Keys are PEM, DER, bytes or their hexadecimal or base64 digits; a private key may be encrypted. A private \
             key as digits or bytes does not name its algorithm; name it with --algorithm. Only its owner may read the \
             file of the secret.",
        ],
        EXAMPLES,
    )
}

/// Compute the secret that a key shares with that of a peer
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct ExchangeArgs {
    /// Your private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    /// The algorithm of your key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Agreement>>())]
    algorithm: Option<KeyTypeOf<Agreement>>,

    /// The other party's public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    peer: InputFile,

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
    let source = passphrase_source(&args.passphrase, args.algorithm)?;
    let destination = Destination::secret(&args.output, args.force).of_bytes(true, "-o writes to a file");
    destination.check()?;
    let peer = KeyFile::read(&args.peer)?;
    let key = KeyFile::read(&args.key)?.private_key::<Agreement>(args.algorithm, source)?;
    let public = peer.public_key::<Agreement>(Some(KeyType::Agreement(key.algorithm())))?;
    let shared = key.agree(&public).map_err(|error| args.peer.unusable(error))?;
    destination.create()?.write_whole(shared.declassify("the user wants the secret in this file"))?;
    Ok(Exit::Success)
}
