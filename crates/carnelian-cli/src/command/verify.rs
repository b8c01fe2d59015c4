//! `carnelian verify`: verifies signatures of files.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{self, Input};
use crate::json;
use crate::key::{self, KeyType, KeyTypeOf, Role};
use crate::key_file;
use crate::message;
use crate::named;
use crate::operands;
use crate::output::{self, Destination};
use crate::post_quantum::{self, Message, Strength, Verifying};
use crate::private_copy::{self, Reason};
use crate::size;
use crate::stream;
use crate::variant::{Variant, VariantArgs};
use bytesize::ByteSize;
use carnelian::curve::ed25519::{
    Prehash, PrehashSignature, Rule, Signature, SignatureCtx, SignatureError, SignedMessageError, VerifyingKey,
};
use carnelian::encoding::{Algorithm, SubjectPublicKeyInfo};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
The signature has the form that carnelian sign and openssl pkeyutl -sign -rawin
write: 64 bytes for an Ed25519 key, 2420, 3309 or 4627 for an ML-DSA key, 7856
to 49856 for an SLH-DSA key. The file is read once, in constant memory.
--prehash and --context must be those with which the file was signed;
--context cafe is a text of four letters, --context-hex cafe is two bytes.

A digest that is shorter than carnelian sign allows for the key is refused,
since another file with that digest would have the same signature.
--any-strength verifies such signatures of other programs.

--combined reads the output of carnelian sign --combined, the signature followed
by the file, up to --memory-limit. The message is written to --output only if
the signature is valid. With -o - the exit code is the only verdict.

The key is SubjectPublicKeyInfo as PEM or DER. 32 bytes or their hexadecimal or
base64 digits are an Ed25519 key; for other keys as bytes or digits, name the
algorithm with --algorithm.

Rules of Ed25519:
  rfc8032       the cofactored equation, every encoding canonical
  zip215        the cofactored equation, every encoding of a point
  strict        the equation without the cofactor, no points of small order
  cofactorless  what OpenSSL and most other libraries compute
Signatures made by carnelian sign are valid under each rule; the rules differ
only for deliberately malformed signatures and keys. Some that rfc8032 accepts,
OpenSSL refuses: use cofactorless where both must agree.

Examples:
  carnelian verify --key pub.pem --signature file.sig file
  carnelian verify --key pub.pem --signature disk.sig --prehash disk.img
  carnelian verify --key pub.pem --signature file.sig --json file | jq .status
  carnelian verify --key pub.pem --combined -o file file.signed

JSON:
  The object has file, algorithm, and status: ok or failed; an invalid signature
  has error. A name that is not UTF-8 has its bytes in file_hex.

Exit codes:
  0  the signature is valid
  1  the signature is invalid or has the wrong length
  2  the command line is invalid, or the digest of --prehash is too short for
     the key
  3  a file cannot be read or written, or exists
  4  the key cannot be used, or the file is too long";

/// The help texts of options whose texts for signing are in [`VariantArgs`].
const PREHASH_HELP: &str = "The signature is of a digest of the file, SHA-512 if HASH is left out: Ed25519ph, \
    HashML-DSA, HashSLH-DSA. HASH needs the =";
const CONTEXT_HELP: &str = "The context with which the file was signed, a text of at most 255 bytes. An empty one is \
    none, except that Ed25519 without --prehash has no empty context";
const CONTEXT_HEX_HELP: &str = "The context with which the file was signed, as hexadecimal digits";

/// Verify an Ed25519, ML-DSA or SLH-DSA signature of a file
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
#[command(
    mut_arg("prehash", |arg| arg.help(PREHASH_HELP)),
    mut_arg("context", |arg| arg.help(CONTEXT_HELP)),
    mut_arg("context_hex", |arg| arg.help(CONTEXT_HEX_HELP)),
)]
pub struct VerifyArgs {
    /// The public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: OsString,

    /// The algorithm of the key, if its file does not name it, such as ed25519, ml-dsa-65 or slh-dsa-sha2-128s;
    /// keygen --help lists all. A file that names another is refused
    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<key::Signature>>(),
        hide_possible_values = true,
    )]
    algorithm: Option<KeyTypeOf<key::Signature>>,

    /// The signature; - is standard input
    #[arg(short, long, value_name = "FILE", required_unless_present = "combined", conflicts_with = "combined")]
    signature: Option<OsString>,

    /// Verify the output of sign --combined, and write the message to --output
    #[arg(long, requires = "output", conflicts_with_all = ["prehash", "context", "context_hex"])]
    combined: bool,

    /// Write the message to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", requires = "combined", conflicts_with = "signature")]
    output: Option<PathBuf>,

    /// The longest file that --combined reads into memory, such as 300MB or 4GiB
    #[arg(
        long, alias = "max-memory", value_name = "SIZE", value_parser = size::parser(), default_value = "1GiB",
    )]
    memory_limit: ByteSize,

    /// The file that was signed; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: OsString,

    #[command(flatten)]
    variant: VariantArgs,

    /// Accept a digest of --prehash that is too short for the strength of an ML-DSA or SLH-DSA key
    #[arg(long, requires = "prehash")]
    any_strength: bool,

    /// Which Ed25519 signatures are valid; rfc8032 by default
    #[arg(long, value_enum)]
    rule: Option<RuleName>,

    /// Print a JSON object
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// Do not print OK for a valid signature
    #[arg(short, long)]
    quiet: bool,

    /// Replace an existing file, and allow a message to be written to a terminal
    #[arg(short, long, requires = "output")]
    force: bool,
}

/// A rule, by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RuleName(Rule);

impl ValueEnum for RuleName {
    fn value_variants<'a>() -> &'a [Self] {
        const { &[Self(Rule::Rfc8032), Self(Rule::Zip215), Self(Rule::Strict), Self(Rule::Cofactorless)] }
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self.0 {
            Rule::Rfc8032 => "rfc8032",
            Rule::Zip215 => "zip215",
            Rule::Strict => "strict",
            Rule::Cofactorless => "cofactorless",
        }))
    }
}

/// The verdict on a signature, for JSON output.
#[derive(Debug, Serialize)]
struct Verdict<'a> {
    #[serde(flatten)]
    file: json::Name<'a>,
    algorithm: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The reason why a signature is not valid.
#[derive(Debug)]
enum Invalid {
    Length { scheme: &'static str, expected: usize, found: usize },
    Digits { scheme: &'static str, expected: usize, found: &'static str },
    Ed25519(SignatureError),
    PostQuantum(String),
}

impl Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Length { scheme, expected, found } => {
                write!(f, "the {scheme} signature is not valid: expected {expected} bytes, found ")?;
                if found > expected { f.write_str("more") } else { write!(f, "{found}") }
            }
            Self::Digits { scheme, expected, found } => {
                write!(f, "the {scheme} signature is not valid: expected {expected} bytes, found them as {found}")
            }
            Self::Ed25519(error) => error.fmt(f),
            Self::PostQuantum(error) => f.write_str(error),
        }
    }
}

impl From<SignedMessageError> for Invalid {
    fn from(error: SignedMessageError) -> Self {
        match error {
            SignedMessageError::TooShort { found } => Self::Length { scheme: EDDSA, expected: Signature::LEN, found },
            SignedMessageError::Signature(error) => Self::Ed25519(error),
        }
    }
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for a context of the wrong length and for a digest that is too short for the key, [`Exit::Io`] if a
/// file cannot be read or written, [`Exit::Unusable`] if the key cannot be used or the signed message is too long. An
/// invalid signature is not an error: the verdict is returned.
pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let inputs: Vec<&OsStr> =
        [Some(&args.key), args.signature.as_ref(), Some(&args.file)].into_iter().flatten().map(AsRef::as_ref).collect();
    operands::check(&inputs, &args.output.iter().map(|output| output.as_os_str()).collect::<Vec<_>>())?;
    args.variant.check()?;
    let destination = args.destination()?;
    let key = args.key()?;
    let verified = match (&args.signature, destination) {
        (Some(signature), _) => args.verify_detached(&key, signature)?,
        (None, Some(destination)) => args.open_combined(&key, destination)?,
        (None, None) => return Err(Failure::new(Exit::Usage, "--combined needs --output")),
    };
    let verdict = if verified.is_ok() { Exit::Success } else { Exit::Invalid };
    args.tell(key.algorithm(), &verified).map_err(|failure| failure.with(verdict))?;
    Ok(verdict)
}

/// The name of the signature scheme of Ed25519 in messages.
const EDDSA: &str = "EdDSA";

/// A public key, and the selected variant of its algorithm.
enum Key<'a> {
    Ed25519 { key: VerifyingKey, rule: Rule, variant: Variant<'a> },
    PostQuantum { key: Box<dyn Verifying>, variant: post_quantum::Variant<'a> },
}

impl Key<'_> {
    fn algorithm(&self) -> String {
        match self {
            Self::Ed25519 { variant, .. } => variant.name().to_owned(),
            Self::PostQuantum { key, variant } => post_quantum::name(&**key, *variant),
        }
    }

    /// Returns the name of the scheme in messages, and the bytes in a signature.
    fn scheme(&self) -> (&'static str, usize) {
        match self {
            Self::Ed25519 { .. } => (EDDSA, Signature::LEN),
            Self::PostQuantum { key, .. } => (key.scheme(), key.signature_len()),
        }
    }
}

/// Reads the first `limit` bytes of a file.
fn read_at_most(name: &OsStr, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; limit];
    let found = input::fill(&mut Input::open(name)?, &mut bytes)?;
    bytes.truncate(found);
    Ok(bytes)
}

fn verify_ed25519(
    key: &VerifyingKey,
    rule: Rule,
    variant: Variant<'_>,
    signature: &[u8; Signature::LEN],
    file: &OsStr,
) -> io::Result<Result<(), SignatureError>> {
    Ok(match variant {
        Variant::Pure => {
            let mut verifier = key.verifier_with(rule, &Signature::from_bytes(signature));
            stream::read(file, |piece| verifier.update(piece))?;
            verifier.verify()
        }
        Variant::Ctx(context) => {
            let mut verifier = key.verifier_ctx_with(rule, context, &SignatureCtx::from_bytes(signature));
            stream::read(file, |piece| verifier.update(piece))?;
            verifier.verify()
        }
        Variant::Ph(context) => {
            let mut message = Prehash::new();
            stream::read(file, |piece| message.update(piece))?;
            key.verify_prehash_with(rule, context, message, &PrehashSignature::from_bytes(signature))
        }
    })
}

impl VerifyArgs {
    /// Returns the destination of the message, which can be created.
    fn destination(&self) -> Result<Option<Destination<'_>>, Failure> {
        let Some(output) = &self.output else { return Ok(None) };
        if self.json && self.writes_to_stdout() {
            return Err(Failure::new(Exit::Usage, "the message and the JSON object cannot both go to standard output"));
        }
        let destination = Destination::public(output, self.force).of_bytes(true, "--output names a file");
        destination.check()?;
        Ok(Some(destination))
    }

    fn writes_to_stdout(&self) -> bool {
        self.output.as_ref().is_some_and(|path| output::is_stdout(path))
    }

    /// Reads the key, whose algorithm has the options that are given.
    fn key(&self) -> Result<Key<'_>, Failure> {
        let info = key_file::read_verifying(&self.key, self.algorithm)?;
        match KeyType::of(info.algorithm()).and_then(KeyType::verifying) {
            None => self.ed25519_key(&info),
            Some(read) => {
                let options = [("--combined", self.combined), ("--rule", self.rule.is_some())];
                if let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) {
                    let reason = format!("{option} is for Ed25519 keys, found {}", info.algorithm());
                    return Err(Failure::unusable(input::label(&self.key), &reason));
                }
                let key = read(&info).map_err(|error| key_file::unusable(&self.key, &error))?;
                Ok(Key::PostQuantum { key, variant: self.variant.post_quantum()? })
            }
        }
    }

    /// Verifies the signature in the file `signature`.
    fn verify_detached(&self, key: &Key<'_>, signature: &OsStr) -> Result<Result<(), Invalid>, Failure> {
        let failed = |name, error| Failure::file(input::label(name), &error);
        let (scheme, expected) = key.scheme();
        // Room for as many digits, their line ends and a byte order mark.
        let bytes = read_at_most(signature, 3 * expected).map_err(|error| failed(signature, error))?;
        if bytes.len() != expected {
            return Ok(Err(match key_file::digits_of(&bytes, expected) {
                Some(found) => Invalid::Digits { scheme, expected, found },
                None => Invalid::Length { scheme, expected, found: bytes.len() },
            }));
        }
        match key {
            Key::Ed25519 { key, rule, variant } => {
                let bytes = bytes.first_chunk().expect("the length was checked");
                let verified = verify_ed25519(key, *rule, *variant, bytes, &self.file);
                Ok(verified.map_err(|error| failed(&self.file, error))?.map_err(Invalid::Ed25519))
            }
            Key::PostQuantum { key, variant } => {
                let strength = if self.any_strength { Strength::Any } else { Strength::OfKey };
                Ok(key.verify(*variant, strength, &bytes, Message(&self.file))?.map_err(Invalid::PostQuantum))
            }
        }
    }

    /// Returns the key if it is one of Ed25519 that the rule allows.
    fn ed25519_key(&self, info: &SubjectPublicKeyInfo) -> Result<Key<'_>, Failure> {
        if info.algorithm() != Algorithm::Ed25519 {
            return Err(key_file::other_algorithm(&self.key, key::Signature::KEYS, info.algorithm()));
        }
        if self.any_strength {
            let reason = "--any-strength is for ML-DSA and SLH-DSA keys, found Ed25519";
            return Err(Failure::unusable(input::label(&self.key), &reason));
        }
        let bytes = info.public_key(Algorithm::Ed25519).map_err(|error| key_file::unusable(&self.key, &error))?;
        let rule = self.rule.map_or(Rule::Rfc8032, |rule| rule.0);
        let refused = |error| Failure::unusable(input::label(&self.key), &error);
        let key = VerifyingKey::from_bytes_for(rule, &bytes).map_err(refused)?;
        Ok(Key::Ed25519 { key, rule, variant: self.variant.ed25519()? })
    }

    /// Reads a signed message, and writes its message if the signature is valid.
    fn open_combined(&self, key: &Key<'_>, destination: Destination<'_>) -> Result<Result<(), Invalid>, Failure> {
        const TOO_LONG: Reason =
            Reason { purpose: "to verify", instead: "a detached signature verifies files of any length" };
        let signed = private_copy::read(&self.file, self.memory_limit, TOO_LONG)?;
        let Key::Ed25519 { key, rule, .. } = key else { unreachable!("--combined is refused with other keys") };
        match key.open_combined_with(*rule, &signed) {
            Ok(message) => destination.create()?.write_whole(message).map(Ok),
            Err(error) => Ok(Err(error.into())),
        }
    }

    fn tell(&self, algorithm: String, verified: &Result<(), Invalid>) -> Result<(), Failure> {
        let error = verified.as_ref().err();
        if let Some(error) = error {
            message::tell(format_args!("{}: {error}", file_name::quoted(input::label(&self.file))));
        }
        if self.writes_to_stdout() {
            return Ok(());
        }
        if self.json {
            let status = if error.is_none() { "ok" } else { "failed" };
            let error = error.map(ToString::to_string);
            let verdict = Verdict { file: json::Name::of(&self.file), algorithm, status, error };
            return output::print(&json::object(&verdict));
        }
        match (error, self.quiet) {
            (None, true) => Ok(()),
            (None, false) => self.print("OK"),
            (Some(_), _) => self.print("FAILED"),
        }
    }

    fn print(&self, outcome: &str) -> Result<(), Failure> {
        output::print(format!("{}: {outcome}\n", file_name::quoted(&self.file)).as_bytes())
    }
}
