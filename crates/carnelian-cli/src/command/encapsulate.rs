//! `carnelian encapsulate`: a shared secret for the owner of a key.

use crate::arguments::named;
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::key::file::KeyFile;
use crate::key::lengths::by_key_type;
use crate::key::role::families;
use crate::key::{Encapsulation, KeyType, KeyTypeOf, Role};
use crate::output::{self, Destination};
use crate::words::numbers;
use carnelian::algorithm::{KemAlgorithm, KemError};
use carnelian::random::OsRandom;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian encapsulate --key their-pub.pem --ciphertext c --secret s
  carnelian encapsulate --key pub.bin --algorithm {algorithm} --ciphertext c \\
    --secret s

Exit codes:
  0  the ciphertext and the secret are written
  2  the command line is invalid, or bytes would go to a terminal
  3  a file cannot be read or written, or exists, or random bytes are missing
  4  the key cannot be used";

fn after_help() -> String {
    let ciphertexts = by_key_type::<Encapsulation>(KemAlgorithm::ciphertext_len);
    columns::help(
        &[
            &format!(
                "Key encapsulation: the sender encapsulates with the receiver's public key, keeps the secret of {}, \
                 and sends the ciphertext, which is public. The receiver computes the same secret from it with \
                 carnelian decapsulate. Every call generates a new secret. {}",
                secret_len(),
                uniformity()
            ),
            &format!(
                "The ciphertext has {ciphertexts}, as with openssl pkeyutl -encap where OpenSSL has the algorithm. Only its owner may read the file of \
                 the secret. Either both files are written or neither."
            ),
            "Keys are PEM, DER, bytes or hexadecimal or base64 digits; a key as bytes or digits does not name its \
             algorithm; name it with --algorithm.",
        ],
        &EXAMPLES.replace("{algorithm}", Encapsulation::example()),
    )
}

/// Returns what a secret can be used for.
fn uniformity() -> String {
    let is_uniform = |key_type: &KeyType| Encapsulation::of(*key_type).is_some_and(KemAlgorithm::has_uniform_secret);
    let (uniform, others): (Vec<KeyType>, Vec<KeyType>) = Encapsulation::key_types().into_iter().partition(is_uniform);
    match (&uniform[..], &others[..]) {
        (_, []) => "It is uniform, and can be used directly as a key.".to_owned(),
        ([], _) => "It is not uniform: derive keys from it.".to_owned(),
        _ => {
            let (uniform, others) = (families(&uniform, "and"), families(&others, "and"));
            format!(
                "With {uniform} it is uniform, and can be used directly as a key; with {others}, derive keys from it."
            )
        }
    }
}

/// Returns the length of a secret in words.
pub(super) fn secret_len() -> String {
    let schemes = Encapsulation::key_types().into_iter().filter_map(Encapsulation::of);
    format!("{} bytes", numbers(schemes.map(KemAlgorithm::shared_secret_len).collect()))
}

/// Generate a shared secret and its ciphertext for a public key
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct EncapsulateArgs {
    /// The receiver's public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

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
    let key = KeyFile::read(&args.key)?.public_key::<Encapsulation>(args.algorithm.map(Into::into))?;
    let (ciphertext, secret) = &key.encapsulate(&mut OsRandom).map_err(|error| match error {
        KemError::Random => Failure::new(Exit::Io, error.to_string()),
        error => args.key.unusable(error),
    })?;
    let secret = secret.declassify("the user wants the secret in this file");
    output::write_both((secret_to, secret), (ciphertext_to, ciphertext))?;
    Ok(Exit::Success)
}
