//! `carnelian encapsulate`: a shared secret for the owner of an ML-KEM key.

use crate::exit::{Exit, Failure};
use crate::key::{Encapsulation, KeyTypeOf};
use crate::key_file;
use crate::ml_kem;
use crate::named;
use crate::operands;
use crate::output::{self, Destination};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
ML-KEM of FIPS 203: the sender encapsulates with the receiver's public key,
keeps the secret of 32 bytes, and sends the ciphertext, which is public. The
receiver computes the same secret from it with carnelian decapsulate. Every call
generates a new secret. It is uniform, and can be used directly as a key.

The ciphertext has 768 bytes with ML-KEM-512, 1088 with ML-KEM-768 and 1568 with
ML-KEM-1024, as with openssl pkeyutl -encap. Only its owner may read the file of
the secret. Either both files are written or neither.

Keys are PEM, DER, bytes or hexadecimal or base64 digits; a key as bytes or
digits does not name its algorithm; name it with --algorithm.

Examples:
  carnelian encapsulate --key their-pub.pem --ciphertext c --secret s
  carnelian encapsulate --key pub.bin --algorithm ml-kem-768 --ciphertext c \\
    --secret s

Exit codes:
  0  the ciphertext and the secret are written
  2  the command line is invalid, or bytes would go to a terminal
  3  a file cannot be read or written, or exists, or random bytes are missing
  4  the key cannot be used";

/// Generate a shared secret and its ciphertext for an ML-KEM key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct EncapsulateArgs {
    /// The receiver's public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of the key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Encapsulation>>())]
    algorithm: Option<KeyTypeOf<Encapsulation>>,

    /// Write the ciphertext to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    ciphertext: PathBuf,

    /// Write the secret to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    secret: PathBuf,

    /// Replace existing files, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if an output would go to a terminal, [`Exit::Io`] if a file cannot be read or written or there are
/// no random bytes, [`Exit::Unusable`] if the key cannot be used.
pub fn run(args: &EncapsulateArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key], &[args.ciphertext.as_os_str(), args.secret.as_os_str()])?;
    let ciphertext_to = Destination::public(&args.ciphertext, args.force).of_bytes(true, "--ciphertext names a file");
    let secret_to = Destination::secret(&args.secret, args.force).of_bytes(true, "--secret names a file");
    ciphertext_to.check()?;
    secret_to.check()?;
    let info = key_file::read_public(&args.key, args.algorithm)?;
    let key = ml_kem::public_key(&info).ok_or_else(|| ml_kem::other_algorithm(&args.key, info.algorithm()))?;
    let key = key.map_err(|error| key_file::unusable(&args.key, &error))?;
    let encapsulated = key.encapsulate().map_err(|error| Failure::new(Exit::Io, error.to_string()))?;
    let (ciphertext, secret) = &encapsulated;
    let secret = secret.as_secret().declassify("the user wants the secret in this file");
    output::write_both((secret_to, secret), (ciphertext_to, ciphertext))?;
    Ok(Exit::Success)
}
