//! `carnelian sign`: Ed25519, ML-DSA and SLH-DSA signatures of files.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::key::{KeyTypeOf, PrivateKey, Role, Signature};
use crate::key_file;
use crate::named;
use crate::operands;
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use crate::post_quantum::{Hedge, Message, Signing};
use crate::private_copy::{self, Reason};
use crate::size;
use crate::stream;
use crate::variant::{Variant, VariantArgs};
use bytesize::ByteSize;
use carnelian::curve::ed25519::{Prehash, SigningKey};
use carnelian::encoding::Algorithm;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
A signature has 64 bytes for an Ed25519 key (RFC 8032), 2420, 3309 or 4627 for
an ML-DSA key (FIPS 204), and 7856 to 49856 for an SLH-DSA key (FIPS 205), in
the form of openssl pkeyutl -sign -rawin. Verification needs the same --prehash
and --context. A context is a text; --context-hex takes other bytes, as
hexadecimal digits.

ML-DSA and SLH-DSA draw 16 to 32 random bytes for each signature; with
--deterministic the same key and file always have the same signature, as with
Ed25519. With these keys --prehash selects HashML-DSA and HashSLH-DSA, for
protocols that require them: with SHA-512, or with the function of
--prehash=HASH, where the = is needed. The digest must have at least 32 bytes
for a key of security category 1 or 2, 48 for category 3, and 64 for category 5.
ML-DSA reads a file of any length in constant memory.

Ed25519 and SLH-DSA hash the file twice; with Ed25519, a file that changes in
between would reveal the key. So the file is read once, into memory, up to
--memory-limit. Sign longer files with --prehash, which reads in constant
memory.

--combined writes an Ed25519 signature followed by the file: R || S || M, NaCl's
crypto_sign format; carnelian verify --combined splits it.

The key is PKCS #8 as PEM or DER, encrypted or not, or the bytes of the key or
their hexadecimal or base64 digits. Raw bytes and digits do not name their
algorithm; name it with --algorithm.

Examples:
  carnelian sign --key key.pem --signature file.sig file
  carnelian sign --key key.pem --signature disk.sig --prehash disk.img
  carnelian sign --key key.pem --combined --signature file.signed file
  carnelian sign --key seed --algorithm ml-dsa-65 --signature file.sig file
  tar -c src | carnelian sign --key key.pem --signature src.sig

Exit codes:
  0  the signature is written
  2  the command line is invalid, the digest of --prehash is too short for the
     key, or the signature would go to a terminal
  3  a file cannot be read or written, or exists, or random bytes are missing
  4  the key cannot be used, the passphrase is wrong, or the file is too long";

/// Sign a file with an Ed25519, ML-DSA or SLH-DSA key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SignArgs {
    /// The private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of the key, if its file does not name it, such as ed25519, ml-dsa-65 or slh-dsa-sha2-128s;
    /// keygen --help lists all. A file that names another is refused
    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Signature>>(),
        hide_possible_values = true,
    )]
    algorithm: Option<KeyTypeOf<Signature>>,

    /// Write the signature to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    signature: PathBuf,

    /// The file to sign; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: OsString,

    #[command(flatten)]
    variant: VariantArgs,

    /// Sign without random bytes: the same file always has the same signature; Ed25519 always does so
    #[arg(long)]
    deterministic: bool,

    /// Write the signature followed by the signed file
    #[arg(long, conflicts_with_all = ["prehash", "context", "context_hex"])]
    combined: bool,

    /// The longest file that Ed25519 and SLH-DSA read into memory, such as 300MB or 4GiB
    #[arg(
        long, alias = "max-memory", value_name = "SIZE", value_parser = size::parser(), default_value = "1GiB",
        conflicts_with = "prehash",
    )]
    memory_limit: ByteSize,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace an existing file, and allow a signature to be written to a terminal
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
    args.variant.check()?;
    let source = args.passphrase.source()?;
    let destination = Destination::public(&args.signature, args.force).of_bytes(true, "--signature names a file");
    destination.check()?;
    let info = key_file::read_private(&args.key, args.algorithm, source)?;
    let key = PrivateKey::from_info(&info).map_err(|error| key_file::unusable(&args.key, &error))?;
    let (signature, message) = match key {
        PrivateKey::Ed25519(key) => args.sign_ed25519(&key)?,
        PrivateKey::Signing(key) => (args.sign(&*key, info.algorithm())?, Vec::new()),
        PrivateKey::X25519(_) | PrivateKey::MlKem(_) => {
            return Err(key_file::other_algorithm(&args.key, Signature::KEYS, info.algorithm()));
        }
    };
    let mut output = destination.create()?;
    output.write_content(&signature)?;
    output.write_whole(&message)?;
    Ok(Exit::Success)
}

impl SignArgs {
    /// Returns the signature, and the message that follows it. They are not joined, which would copy the message.
    fn sign_ed25519(&self, key: &SigningKey) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        if self.combined {
            let message = private_copy::read(&self.file, self.memory_limit, TOO_LONG)?;
            return Ok((key.sign(&message).to_bytes().to_vec(), message));
        }
        let signature = signature(key, self.variant.ed25519()?, &self.file, self.memory_limit)?;
        Ok((signature.to_vec(), Vec::new()))
    }

    fn sign(&self, key: &dyn Signing, algorithm: Algorithm) -> Result<Vec<u8>, Failure> {
        if self.combined {
            let reason = format!("--combined is for Ed25519 keys, found {algorithm}");
            return Err(Failure::unusable(input::label(&self.key), &reason));
        }
        let hedge = if self.deterministic { Hedge::Deterministic } else { Hedge::Random };
        key.sign(self.variant.post_quantum()?, hedge, Message(&self.file), self.memory_limit)
    }
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
            key.sign_prehash(context, message).to_bytes()
        }
    })
}
