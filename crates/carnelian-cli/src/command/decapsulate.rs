//! `carnelian decapsulate`: the shared secret of a ciphertext.

use super::encapsulate::secret_len;
use crate::arguments::named;
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::{self, InputFile};
use crate::key::file::{KeyFile, digits_of, passphrase_source};
use crate::key::{Encapsulation, KeyTypeOf, Role};
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use carnelian::encoding::Digits;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian decapsulate --key key.pem --ciphertext c --secret s
  carnelian decapsulate --key seed --algorithm {algorithm} --ciphertext c \\
    --secret s

Exit codes:
  0  the secret is written
  2  the command line is invalid, or the secret would go to a terminal
  3  a file cannot be read or written, or exists
  4  the key cannot be used, the passphrase is wrong, or the ciphertext has the
     wrong length or form or is a point of small order";

fn after_help() -> String {
    columns::help(
        &[
            &format!(
                "The secret of {} is the one that carnelian encapsulate or openssl pkeyutl -encap wrote with the \
                 ciphertext. Only its owner may read the file of the secret.",
                secret_len()
            ),
            "A ciphertext that was changed, or is for another key, is not an error: it leads to a secret that no other \
             party has, by the implicit rejection of FIPS 203 or as a different point. Whether both sides have the same secret shows when they use it, \
             for example to seal and open a file. Refused are only a ciphertext of the wrong length or form and, with keys of \
             Diffie-Hellman, a point of small order.",
            "A ciphertext is the bytes that carnelian encapsulate wrote. A file of hexadecimal or base64 digits is \
             refused, also one that is as long as a ciphertext: random bytes are no such text. xxd -r -p decodes \
             hexadecimal digits.",
            "With --passphrase-fd 0 the first line of standard input is the passphrase, also where the key is not \
             encrypted; --ciphertext - reads what follows it.",
            "Keys are PEM, DER, bytes or hexadecimal or base64 digits, and may be encrypted; a key as bytes or digits \
             does not name its algorithm; name it with --algorithm.",
        ],
        &EXAMPLES.replace("{algorithm}", Encapsulation::example()),
    )
}

/// Compute the shared secret of a ciphertext
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct DecapsulateArgs {
    /// Your private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    /// The algorithm of the key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Encapsulation>>())]
    algorithm: Option<KeyTypeOf<Encapsulation>>,

    /// The ciphertext; - is standard input
    #[arg(short, long, value_name = "FILE")]
    ciphertext: InputFile,

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
/// [`Exit::Unusable`] if the key cannot be used or the ciphertext has another length or form.
pub fn run(args: &DecapsulateArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.ciphertext], &[args.secret.as_os_str()])?;
    let source = passphrase_source(&args.passphrase, args.algorithm)?;
    let destination = Destination::secret(&args.secret, args.force).of_bytes(true, "--secret names a file");
    destination.check()?;
    let key = KeyFile::read(&args.key)?.private_key::<Encapsulation>(args.algorithm, source)?;
    let ciphertext = read_ciphertext(&args.ciphertext, key.algorithm().ciphertext_len())?;
    let secret = key.decapsulate(&ciphertext).map_err(|error| args.ciphertext.unusable(error))?;
    destination.create()?.write_whole(secret.declassify("the user wants the secret in this file"))?;
    Ok(Exit::Success)
}

/// Reads a ciphertext of `expected` bytes. Digits are refused, as many as its bytes or twice as many: they are a text of
/// a ciphertext, or a part of one, and no random ciphertext is such a text.
fn read_ciphertext(file: &InputFile, expected: usize) -> Result<Vec<u8>, Failure> {
    let mut input = file.open()?;
    let len = input.regular_len();
    // Room for as many digits, their line ends and a byte order mark.
    let mut ciphertext = vec![0; 3 * expected];
    let read = input::fill(&mut input, &mut ciphertext).map_err(|error| file.unreadable(&error))?;
    ciphertext.truncate(read);
    let found = match (digits_of(&ciphertext, expected), Digits::of(&ciphertext), len) {
        (Some(digits), ..) => format!("them as {digits}"),
        (_, Some(digits), _) if read == expected => format!("{digits}, which are a text and no ciphertext"),
        _ if read == expected => return Ok(ciphertext),
        (_, _, Some(len)) if read > expected => len.to_string(),
        (_, _, None) if read > expected => "more".to_owned(),
        _ => read.to_string(),
    };
    Err(file.unusable(format_args!("expected a ciphertext of {expected} bytes, found {found}")))
}
