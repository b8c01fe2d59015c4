//! `carnelian sign`: Ed25519 signatures of files.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::key::KeyType;
use crate::key_file;
use crate::named;
use crate::operands;
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use crate::private_copy::{self, Reason};
use crate::size;
use crate::stream;
use crate::variant::{Variant, VariantArgs};
use bytesize::ByteSize;
use carnelian::curve::ed25519::{Prehash, SigningKey};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
The signature is the 64 bytes of RFC 8032, as openssl pkeyutl -sign -rawin
writes them. The same key and file always get the same signature.

Ed25519 takes the file in twice; it would give the key away if the file changed
in between. So the file is read once, into memory, up to --memory-limit. Longer
files are signed with --prehash: Ed25519ph, which reads in constant memory. Who
verifies has to give --prehash and --context as they were given here.

--combined writes the signature and, after it, the file: R || S || M, what
crypto_sign of NaCl makes. carnelian verify --combined takes them apart.

The key is PKCS #8 as PEM or DER, encrypted or not, or the seed as 64
hexadecimal digits or 32 bytes. Those do not say what they are a key of, and may
be one of carnelian seal: --algorithm ed25519 says it.

Examples:
  carnelian sign --key key.pem --signature file.sig file
  carnelian sign --key key.pem --signature disk.sig --prehash disk.img
  carnelian sign --key key.pem --combined --signature file.signed file
  tar -c src | carnelian sign --key key.pem --signature src.sig

Exit codes:
  0  the signature is written
  2  the command line cannot be understood, or the signature would go to a
     terminal
  3  a file cannot be read or written, or exists
  4  the key cannot be used, the passphrase is wrong, or the file is too long";

/// Sign a file with an Ed25519 key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SignArgs {
    /// The private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of the key, if its file does not name it; a file that names another is refused
    #[arg(long, value_name = "ALGORITHM", value_parser = named::parser::<KeyType>())]
    algorithm: Option<KeyType>,

    /// Write the signature to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    signature: PathBuf,

    /// The file to sign; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: OsString,

    #[command(flatten)]
    variant: VariantArgs,

    /// Write the signature followed by the signed file
    #[arg(long, conflicts_with_all = ["prehash", "context"])]
    combined: bool,

    /// The longest file that is read into memory, such as 300MB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = size::parser(), default_value = "1GiB", conflicts_with = "prehash")]
    memory_limit: ByteSize,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace a signature that exists, and write one to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for a context of the wrong length and for output to a terminal, [`Exit::Io`] if a file cannot be
/// read or written, [`Exit::Unusable`] if the key cannot be used or the file is too long.
pub fn run(args: &SignArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.file], &[args.signature.as_os_str()])?;
    let variant = args.variant.variant()?;
    let source = args.passphrase.source()?;
    let destination = Destination::public(&args.signature, args.force).of_bytes(true, "--signature names a file");
    destination.check()?;
    let key: SigningKey = key_file::private_key(&args.key, args.algorithm, source)?;
    if args.combined {
        let signed = key.sign_combined(&private_copy::read(&args.file, args.memory_limit, TOO_LONG)?);
        destination.create()?.write_whole(&signed)?;
    } else {
        let signature = signature(&key, variant, &args.file, args.memory_limit)?;
        destination.create()?.write_whole(&signature)?;
    }
    Ok(Exit::Success)
}

/// The alternatives for a file that is too long for memory.
const TOO_LONG: Reason = Reason { purpose: "to sign", instead: "--prehash signs files of any length" };

fn signature(key: &SigningKey, variant: Variant<'_>, file: &OsStr, limit: ByteSize) -> Result<[u8; 64], Failure> {
    Ok(match variant {
        Variant::Pure => key.sign(&private_copy::read(file, limit, TOO_LONG)?).to_bytes(),
        Variant::Ctx(context) => key.sign_ctx(context, &private_copy::read(file, limit, TOO_LONG)?).to_bytes(),
        Variant::Ph(context) => {
            let mut message = Prehash::new();
            stream::read(file, |piece| message.update(piece))
                .map_err(|error| Failure::file(input::label(file), &error))?;
            key.sign_ph(context, message).to_bytes()
        }
    })
}
