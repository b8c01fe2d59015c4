//! `carnelian keygen`: generates keys.

use crate::exit::{Exit, Failure};
use crate::key::{KeyType, PrivateKey};
use crate::key_file::Format;
use crate::named;
use crate::operands;
use crate::output::{Destination, Output};
use crate::passphrase::PassphraseArgs;
use carnelian::encoding::{EncodingError, Encryption, PrivateKeyInfo};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use clap::Args;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
A private key is written as PKCS #8 v1 (RFC 8410), which every program reads;
--v2 writes the public key beside it, which OpenSSL before 3.5 does not read.
Public keys are SubjectPublicKeyInfo. Only its owner may read the file of a
private key. With --public there are both files in the end, or neither.

With --encrypt or --passphrase-fd the private key is encrypted by PBES2 with
PBKDF2-HMAC-SHA-256 and AES-256-CBC. The terminal asks for the passphrase twice.

Examples:
  carnelian keygen ed25519 -o key.pem --public pub.pem
  carnelian keygen x25519 --encrypt -o key.pem
  carnelian keygen ed25519 -o key.pem --passphrase-fd 3 3< passphrase

Exit codes:
  0  the key is written
  2  the command line cannot be understood, or bytes would go to a terminal
  3  a file cannot be written or exists, or there are no random bytes
  4  there is no passphrase to encrypt the key with";

/// Make a new key
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
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

    /// The form of what is written
    #[arg(long, value_enum, default_value_t = Format::Pem)]
    format: Format,

    /// Write PKCS #8 v2, which holds the public key too
    #[arg(long, conflicts_with = "encrypt")]
    v2: bool,

    /// Encrypt the private key with a passphrase
    #[arg(long)]
    encrypt: bool,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    /// Replace files that exist, and write bytes that are no text to a terminal
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

    let failed = |error: &dyn std::fmt::Display| Failure::new(Exit::Io, error.to_string());
    let key = PrivateKey::generate(args.key_type, &mut OsRandom).map_err(|error| failed(&error))?;
    let contents = args.contents(&key.to_info(), passphrase.as_ref()).map_err(|error| failed(&error))?;
    let contents = contents.declassify("the user wants the key in this file");
    match public {
        None => private.create()?.write_whole(contents)?,
        Some(public) => write_both(private, contents, public, &args.format.public(&key.to_public_info()))?,
    }
    Ok(Exit::Success)
}

/// Writes both keys or neither.
fn write_both(
    private: Destination<'_>,
    private_key: &[u8],
    public: Destination<'_>,
    public_key: &[u8],
) -> Result<(), Failure> {
    let mut outputs = [(private.create()?, private_key), (public.create()?, public_key)];
    // Outputs that cannot be rolled back come last.
    outputs.sort_by_key(|(output, _)| output.is_stream());
    for (output, key) in &mut outputs {
        output.write_content(key)?;
    }
    Output::commit_together(outputs.map(|(output, _)| output).into())
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
        let is_structured = matches!(self.format, Format::Pem | Format::Der);
        let usage = |message| Err(Failure::new(Exit::Usage, message));
        match () {
            () if encrypts && !is_structured => usage("only PEM and DER hold encrypted keys: --format pem or der"),
            () if self.v2 && !is_structured => usage("PKCS #8 v2 is PEM or DER: --format pem or der"),
            () if self.v2 && encrypts => usage("--v2 does not go with a passphrase"),
            () => Ok(()),
        }
    }

    fn contents(
        &self,
        key: &PrivateKeyInfo,
        passphrase: Option<&Secret<Vec<u8>>>,
    ) -> Result<Secret<Vec<u8>>, EncodingError> {
        let (encryption, random) = (Encryption::default(), &mut OsRandom);
        match (self.format, passphrase) {
            (Format::Der, Some(passphrase)) => {
                key.to_encrypted_der(passphrase.expose(), encryption, random).map(Secret::new)
            }
            (_, Some(passphrase)) => {
                key.to_encrypted_pem(passphrase.expose(), encryption, random).map(|pem| Secret::new(pem.into_bytes()))
            }
            (Format::Der, None) if self.v2 => key.to_pkcs8_v2_der(),
            (_, None) if self.v2 => key.to_pkcs8_v2_pem(),
            (format, None) => Ok(format.private(key)),
        }
    }
}
