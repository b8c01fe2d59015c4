//! `carnelian convert`: a key in another form.

use crate::arguments::named;
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::key::file::{Format, KeyFile, passphrase_source};
use crate::key::form::PrivateForm;
use crate::key::role::{check_option, families};
use crate::key::{Any, KeyType, KeyTypeOf, PrivateContent, Role};
use crate::output::Destination;
use crate::passphrase::{NewPassphraseArgs, PassphraseArgs};
use carnelian::secret::Secret;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  carnelian convert --key key.pem --format der -o key.der
  carnelian convert --key key.pem --encrypt -o locked.pem
  carnelian convert --key key.pem --encrypt --in-place
  carnelian convert --key pub.pem --format raw -o pub
  carnelian convert --key key.pem --private-form expanded -o expanded.pem
  carnelian convert --key seed --algorithm ed25519 -o key.pem

Exit codes:
  0  the key is written
  2  the command line is invalid, the key does not have an option, bytes would
     go to a terminal, or the format cannot contain an encrypted key
  3  a file cannot be read or written, or exists, or random bytes are missing
  4  the key cannot be used or has no seed, or the passphrase is wrong or
     missing";

fn after_help() -> String {
    columns::help(
        &[
            "A private key is PKCS #8 as PEM or DER, encrypted or not, or the bytes of the key or their hexadecimal or \
             base64 digits, whose algorithm --algorithm names. It is checked, and written as PKCS #8 unless --format \
             names another format. Only its owner may read the file.",
            "A public key is SubjectPublicKeyInfo, which the file shows, or its bytes or digits, for which --public \
             and --algorithm are needed.",
            "--in-place replaces the file that a symbolic link leads to. It is refused where more than the key would \
             be lost: other blocks of a PEM file, or the private key for --public; and where the file has a second \
             name, which would keep the old key. --force replaces the file nevertheless.",
            "An encrypted key stays encrypted with its passphrase. --encrypt asks for a new passphrase, also for a key \
             that is not encrypted; --decrypt writes the key unencrypted.",
            &format!(
                "The file of a private key of {} contains its seed, the expanded key that is computed from it, or both \
                 (RFC 9881, RFC 9935). --private-form selects one of these; without it the key keeps its form. The \
                 seed cannot be computed from the expanded key: keep it. Other keys are written as keygen writes them: \
                 one of {} is also read with its public key after it, and written without.",
                families(&with_forms(), "and"),
                families(&pairs(), "or")
            ),
        ],
        EXAMPLES,
    )
}

/// Returns the types of keys that are a seed or the key that is computed from it.
fn with_forms() -> Vec<KeyType> {
    KeyType::all().filter(|key_type| key_type.has_forms()).collect()
}

/// Returns the types of keys that are read with the public key after the private one too.
fn pairs() -> Vec<KeyType> {
    KeyType::all().filter(|key_type| !key_type.has_forms() && key_type.private_lens().len() > 1).collect()
}

/// Write a private or public key in another form
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct ConvertArgs {
    /// The private or public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    /// Read a public key where the file may be either, as bytes and digits are, or has both
    #[arg(long, conflicts_with_all = PRIVATE_ONLY)]
    public: bool,

    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Any>>(),
        hide_possible_values = true, help = Any::help(),
    )]
    algorithm: Option<KeyTypeOf<Any>>,

    /// Write the key to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "in_place", conflicts_with = "in_place")]
    output: Option<PathBuf>,

    /// Replace the file of the key
    #[arg(long)]
    in_place: bool,

    /// The parts of a private key that are written, if it has a seed
    #[arg(long, value_enum, value_name = "FORM")]
    private_form: Option<PrivateForm>,

    /// The format of the file
    #[arg(long, value_enum, default_value_t = Format::Pem)]
    format: Format,

    /// Write PKCS #8 v2, which includes the public key
    #[arg(long, conflicts_with = "encrypt")]
    v2: bool,

    /// Encrypt the key with a new passphrase
    #[arg(long)]
    encrypt: bool,

    /// Write an encrypted key unencrypted
    #[arg(long, conflicts_with = "encrypt")]
    decrypt: bool,

    #[command(flatten)]
    passphrase: PassphraseArgs,

    #[command(flatten)]
    new_passphrase: NewPassphraseArgs,

    /// Replace an existing file, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for conflicting options, for a format that cannot hold an encrypted key and for binary output to a
/// terminal, [`Exit::Io`] if a file cannot be read or written, [`Exit::Unusable`] if the key cannot be used, has no
/// seed where one is needed, or there is no passphrase.
pub fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let output = args.output()?;
    let encrypts = args.encrypt || args.new_passphrase.is_given();
    if encrypts && args.decrypt {
        return Err(Failure::new(Exit::Usage, "--decrypt and a new passphrase exclude each other"));
    }
    args.algorithm.map_or(Ok(()), |named| Format::check_container(named.into(), encrypts, args.v2))?;
    args.format.check(encrypts, args.v2)?;
    let (source, new_source) = (passphrase_source(&args.passphrase, args.algorithm)?, args.new_passphrase.source()?);
    let file = KeyFile::read(&args.key)?;
    args.check_what_is_lost(&file)?;
    if args.public || file.is_public() {
        return args.convert_public(&file, &output);
    }
    let destination = Destination::secret(&output, args.force || args.in_place);
    let destination = destination.of_bytes(args.format.is_bytes(), Format::INSTEAD_OF_BYTES);
    destination.check()?;
    let (read, passphrase) = file.private_content::<Any>(args.algorithm, source)?;
    let key = args.converted(&file, &read)?;
    let passphrase = match encrypts {
        true => Some(new_source.new_passphrase()?),
        false => args.kept(passphrase)?,
    };
    let contents = args.format.private(&key, passphrase.as_ref(), args.v2)?;
    destination.create()?.write_whole(contents.declassify("the user wants the key in this file"))?;
    Ok(Exit::Success)
}

/// The options that are for private keys.
const PRIVATE_ONLY: [&str; 4] = ["private_form", "v2", "encrypt", "decrypt"];

impl ConvertArgs {
    /// Returns the file that is written, which is another than that of the key unless it is replaced.
    fn output(&self) -> Result<PathBuf, Failure> {
        match &self.output {
            Some(output) => operands::check(&[&self.key], &[output.as_os_str()]).map(|()| output.clone()),
            None if self.key.is_stdin() => Err(Failure::new(Exit::Usage, "--in-place replaces a file: name it")),
            None => self.replaced(),
        }
    }

    /// Returns the file that `--in-place` replaces: that to which a symbolic link leads.
    ///
    /// # Errors
    /// [`Exit::Io`] if it is no regular file, or has a second name, which would keep the old key.
    fn replaced(&self) -> Result<PathBuf, Failure> {
        let refused = |reason: &str| Failure::new(Exit::Io, format!("{}: {reason}", self.key));
        let failed = |error| self.key.unreadable(&error);
        let path = fs::canonicalize(self.key.name()).map_err(failed)?;
        let found = fs::metadata(&path).map_err(failed)?;
        match () {
            () if !found.is_file() => Err(refused("is not a regular file")),
            () if !self.force && names(&found) > 1 => {
                Err(refused("has another name, which would keep the old key; --force replaces this one"))
            }
            () => Ok(path),
        }
    }

    /// Checks that `--in-place` removes no more than the key from its file.
    ///
    /// # Errors
    /// [`Exit::Io`] if it would.
    fn check_what_is_lost(&self, file: &KeyFile<'_>) -> Result<(), Failure> {
        let what = match () {
            () if self.force || !self.in_place => return Ok(()),
            () if file.blocks() > 1 => "other PEM blocks",
            () if self.public && !file.is_public() && file.is_structured() => "the private key",
            () => return Ok(()),
        };
        let reason = format!("--in-place would remove {what} from the file; -o writes another one, --force this one");
        Err(Failure::new(Exit::Io, format!("{}: {reason}", self.key)))
    }

    fn convert_public(&self, file: &KeyFile<'_>, output: &Path) -> Result<Exit, Failure> {
        let is_given = [
            ("--private-form", self.private_form.is_some()),
            ("--v2", self.v2),
            ("--encrypt", self.encrypt),
            ("--decrypt", self.decrypt),
            ("--new-passphrase-fd", self.new_passphrase.is_given()),
        ];
        if let Some((option, _)) = is_given.iter().find(|(_, is_given)| *is_given) {
            let reason = format!("{}: {option} is for private keys, found a public key", self.key);
            return Err(Failure::new(Exit::Usage, reason));
        }
        let destination = Destination::public(output, self.force || self.in_place);
        let destination = destination.of_bytes(self.format.is_bytes(), Format::INSTEAD_OF_BYTES);
        destination.check()?;
        let (_, key) = file.public_content::<Any>(self.algorithm.map(Into::into))?;
        file.public_key_of::<Any>(&key)?;
        let contents = self.format.public(&key)?;
        destination.create()?.write_whole(&contents)?;
        Ok(Exit::Success)
    }

    /// Returns the passphrase of the file that was read, if what is written is encrypted with it.
    fn kept(&self, passphrase: Option<Secret<Vec<u8>>>) -> Result<Option<Secret<Vec<u8>>>, Failure> {
        let Some(passphrase) = passphrase.filter(|_| !self.decrypt) else { return Ok(None) };
        if self.v2 || !self.format.is_structured() {
            let what = if self.v2 { "--v2" } else { "--format raw or hex" };
            let reason = format!("the key is encrypted, and {what} does not encrypt: --decrypt writes it unencrypted");
            return Err(Failure::new(Exit::Usage, format!("{}: {reason}", self.key)));
        }
        Ok(Some(passphrase))
    }

    /// Returns the key of the file in the form that is asked for, with its public key. Without one a key keeps its form,
    /// or is in that of a new key if keys of its type have no forms to choose from.
    fn converted(&self, file: &KeyFile<'_>, read: &PrivateContent) -> Result<PrivateContent, Failure> {
        let key = file.private_key_of::<Any>(read)?;
        self.format.check_type(key.key_type())?;
        let bytes = match self.private_form {
            None if key.key_type().has_forms() => read.to_raw(),
            None => key.to_content().to_raw(),
            Some(form) => {
                check_option(&self.key, "--private-form", key.key_type(), KeyType::has_forms)?;
                let none =
                    "expected a key with its seed, found the expanded key only, from which it cannot be computed";
                key.to_form(form).ok_or_else(|| self.key.unusable(none))?
            }
        };
        let public_key = key.to_public_content();
        let converted = PrivateContent::new(key.key_type(), bytes, Some(public_key.as_bytes()));
        converted.map_err(|error| file.unusable(&error))
    }
}

/// Returns the number of names of a file.
#[cfg(unix)]
fn names(found: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

/// Returns 1: this cannot be determined here.
#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
}
