//! `carnelian decapsulate`: the shared secret of a ciphertext of ML-KEM.

use crate::exit::{Exit, Failure};
use crate::input::{self, Input};
use crate::key::{Encapsulation, KeyTypeOf, PrivateKey};
use crate::key_file;
use crate::ml_kem;
use crate::named;
use crate::operands;
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
The secret of 32 bytes is the one that carnelian encapsulate or openssl pkeyutl
-encap wrote with the ciphertext. Only its owner may read the file of the
secret.

A ciphertext that was changed, or is for another key, is not an error: it leads
to a secret that no other party has (FIPS 203, implicit rejection). Whether both
sides have the same secret shows when they use it, for example to seal and open
a file. Only a ciphertext of the wrong length is refused.

Keys are PEM, DER, bytes or hexadecimal or base64 digits, and may be encrypted;
a key as bytes or digits does not name its algorithm; name it with --algorithm.

Examples:
  carnelian decapsulate --key key.pem --ciphertext c --secret s
  carnelian decapsulate --key seed --algorithm ml-kem-768 --ciphertext c \\
    --secret s

Exit codes:
  0  the secret is written
  2  the command line is invalid, or the secret would go to a terminal
  3  a file cannot be read or written, or exists
  4  the key cannot be used, the passphrase is wrong, or the ciphertext has the
     wrong length";

/// Compute the shared secret of a ciphertext with an ML-KEM key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct DecapsulateArgs {
    /// Your private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of the key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Encapsulation>>())]
    algorithm: Option<KeyTypeOf<Encapsulation>>,

    /// The ciphertext; - is standard input
    #[arg(short, long, value_name = "FILE")]
    ciphertext: OsString,

    /// Write the secret to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    secret: PathBuf,

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
/// [`Exit::Unusable`] if the key cannot be used or the ciphertext has another length.
pub fn run(args: &DecapsulateArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.ciphertext], &[args.secret.as_os_str()])?;
    let source = args.passphrase.source()?;
    let destination = Destination::secret(&args.secret, args.force).of_bytes(true, "--secret names a file");
    destination.check()?;
    let info = key_file::read_private(&args.key, args.algorithm, source)?;
    let PrivateKey::MlKem(key) = PrivateKey::from_info(&info).map_err(|error| key_file::unusable(&args.key, &error))?
    else {
        return Err(ml_kem::other_algorithm(&args.key, info.algorithm()));
    };
    let ciphertext = read_ciphertext(&args.ciphertext, key.ciphertext_len())?;
    let unusable = |error| Failure::unusable(input::label(&args.ciphertext), &error);
    let secret = key.decapsulate(&ciphertext).map_err(unusable)?;
    destination.create()?.write_whole(secret.as_secret().declassify("the user wants the secret in this file"))?;
    Ok(Exit::Success)
}

/// Reads a ciphertext of `expected` bytes.
fn read_ciphertext(name: &OsStr, expected: usize) -> Result<Vec<u8>, Failure> {
    let unreadable = |error| Failure::file(input::label(name), &error);
    let mut input = Input::open(name).map_err(unreadable)?;
    let len = input.regular_len();
    let mut ciphertext = vec![0; expected + 1];
    let read = input::fill(&mut input, &mut ciphertext).map_err(unreadable)?;
    ciphertext.truncate(read);
    if read == expected {
        return Ok(ciphertext);
    }
    let found = match (read > expected, len) {
        (false, _) => read.to_string(),
        (true, Some(len)) => len.to_string(),
        (true, None) => "more".to_owned(),
    };
    Err(Failure::unusable(input::label(name), &format!("expected a ciphertext of {expected} bytes, found {found}")))
}
