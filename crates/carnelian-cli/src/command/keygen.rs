//! `carnelian keygen`: generates keys.

use crate::arguments::named;
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::key::file::Format;
use crate::key::lengths::by_family;
use crate::key::role::families;
use crate::key::{Any, KeyType, PrivateKey};
use crate::output::{self, Destination};
use crate::passphrase::PassphraseArgs;
use crate::progress::during;
use crate::words::article;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian keygen ed25519 -o key.pem --public pub.pem
  carnelian keygen x25519 --encrypt -o key.pem
  carnelian keygen ed25519 -o key.pem --passphrase-fd 3 3< passphrase

Exit codes:
  0  the key is written
  2  the command line is invalid, or bytes would go to a terminal
  3  a file cannot be written or exists, or random bytes are missing
  4  the passphrase to encrypt the key is missing";

fn after_help() -> String {
    let lens = by_family::<Any>(KeyType::private_len);
    let with_seed: Vec<KeyType> = KeyType::all().filter(|key_type| key_type.has_forms()).collect();
    let with_seed = families(&with_seed, "and");
    let without_files: Vec<KeyType> = KeyType::all().filter(|key_type| key_type.files().is_none()).collect();
    let without_files = families(&without_files, "and");
    columns::help(
        &[
            "A private key is written as PKCS #8 v1 (RFC 8410), which every program reads; --v2 adds the public key, \
             in a form that OpenSSL before 3.5 does not read. Public keys are SubjectPublicKeyInfo. Only its owner may \
             read the file of a private key. With --public, either both files are written or neither.",
            &format!(
                "A private key has {lens}. {with_seed} keys are written as their seeds (RFC 9881, RFC 9935); programs \
                 that do not read seeds need the expanded key, which carnelian convert writes."
            ),
            &format!(
                "{without_files} keys have no standard form of PEM or DER. They are written with --format raw or hex, \
                 and read where --algorithm names them."
            ),
            "With --encrypt or --passphrase-fd the private key is encrypted by PBES2 with PBKDF2-HMAC-SHA-256 and \
             AES-256-CBC. The terminal asks for the passphrase twice.",
        ],
        EXAMPLES,
    )
}

/// Generate a key
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct KeygenArgs {
    /// The algorithm of the key
    #[arg(value_name = "ALGORITHM", value_parser = named::parser::<KeyType>())]
    key_type: KeyType,

    /// Write the private key to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Write the public key to FILE; - is standard output
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,

    /// The format of the files
    #[arg(long, value_enum, default_value_t = Format::Pem)]
    format: Format,

    /// Write PKCS #8 v2, which includes the public key
    #[arg(long, conflicts_with = "encrypt")]
    v2: bool,

    /// Encrypt the private key with a passphrase
    #[arg(long)]
    encrypt: bool,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace existing files, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for conflicting options and for binary output to a terminal, [`Exit::Io`] if a file cannot be
/// written or exists, [`Exit::Unusable`] if there is no passphrase.
pub fn run(args: &KeygenArgs) -> Result<Exit, Failure> {
    let encrypts = args.encrypt || args.passphrase.is_given();
    args.check(encrypts)?;
    let (private, public) = args.destinations();
    private.check()?;
    public.map_or(Ok(()), |public| public.check())?;
    let passphrase = if encrypts { Some(args.passphrase.source()?.new_passphrase()?) } else { None };

    let name = args.key_type.identity().name;
    let what = format!("generating {} {name} key", article(name));
    let key = during(&what, || PrivateKey::generate(args.key_type));
    let key = key.map_err(|error| Failure::new(Exit::Io, error.to_string()))?;
    let contents = args.format.private(&key.to_content(), passphrase.as_ref(), args.v2)?;
    let contents = contents.declassify("the user wants the key in this file");
    match public {
        None => private.create()?.write_whole(contents)?,
        Some(public) => {
            output::write_both((private, contents), (public, &args.format.public(&key.to_public_content())?))?;
        }
    }
    Ok(Exit::Success)
}

impl KeygenArgs {
    fn destinations(&self) -> (Destination<'_>, Option<Destination<'_>>) {
        let are_bytes = self.format.is_bytes();
        let private = Destination::secret(&self.output, self.force).of_bytes(are_bytes, Format::INSTEAD_OF_BYTES);
        let public = self.public.as_deref().map(|path| Destination::public(path, self.force));
        (private, public.map(|public| public.of_bytes(are_bytes, Format::INSTEAD_OF_BYTES)))
    }

    fn check(&self, encrypts: bool) -> Result<(), Failure> {
        let outputs: Vec<_> = [Some(&self.output), self.public.as_ref()].into_iter().flatten().collect();
        operands::check(&[], &outputs.iter().map(|path| path.as_os_str()).collect::<Vec<_>>())?;
        Format::check_container(self.key_type, encrypts, self.v2)?;
        self.format.check(encrypts, self.v2)?;
        self.format.check_type(self.key_type)
    }
}
