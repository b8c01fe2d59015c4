//! `carnelian verify`: verifies signatures of files.

use super::sign::is_of_nacl;
use crate::arguments::named;
use crate::arguments::named::Named;
use crate::arguments::operands;
use crate::arguments::size;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{InputFile, Reason};
use crate::key::file::{KeyFile, digits_of};
use crate::key::lengths::by_family;
use crate::key::role::{check_option, families};
use crate::key::{KeyType, KeyTypeOf, Role, Signature};
use crate::message;
use crate::output::json;
use crate::output::{self, Destination};
use crate::signature::prehash::Prehash;
use crate::signature::{VariantArgs, Verdict, Verifying, context_help};
use bytesize::ByteSize;
use carnelian::algorithm::{DynVerifyingKey, SignatureAlgorithm, signature};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Rules of EdDSA:
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
  2  the command line is invalid, the key does not have an option, or the
     digest of --prehash is too short for it
  3  a file cannot be read or written, or exists
  4  the key cannot be used, or the file is too long";

fn after_help() -> String {
    let lens = by_family::<Signature>(SignatureAlgorithm::signature_len);
    let unnamed_len = signature("ed25519").map_or(0, SignatureAlgorithm::public_key_len);
    columns::help(
        &[
            &format!(
                "The signature has the form that carnelian sign writes, and openssl pkeyutl -sign -rawin where OpenSSL \
                 has the algorithm: {lens}. The file is read once, in constant memory. --prehash and --context must be \
                 those with which the file was signed; --context cafe is a text of four letters, --context-hex cafe is \
                 two bytes."
            ),
            "A digest that is shorter than carnelian sign allows for the key is refused, since another file with that \
             digest would have the same signature. --any-strength verifies such signatures of other programs.",
            "--combined reads the output of carnelian sign --combined, the signature followed by the file, up to \
             --memory-limit. The message is written to --output only if the signature is valid. With -o - the exit \
             code is the only verdict.",
            &format!(
                "The key is SubjectPublicKeyInfo as PEM or DER. {unnamed_len} bytes or their hexadecimal or base64 digits \
                 are an Ed25519 key; for other keys as bytes or digits, name the algorithm with --algorithm."
            ),
        ],
        EXAMPLES,
    )
}

/// The help texts of options whose texts for signing are in [`VariantArgs`].
fn prehash_help() -> String {
    let default = Prehash::default_title();
    format!("The signature is of a digest of the file, {default} if HASH is left out. HASH needs the =")
}

const CONTEXT_HEX_HELP: &str = "The context with which the file was signed, as hexadecimal digits";

/// Verify a signature of a file
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
#[command(
    mut_arg("prehash", |arg| arg.help(prehash_help())),
    mut_arg("context", |arg| arg.help(context_help("The context with which the file was signed"))),
    mut_arg("context_hex", |arg| arg.help(CONTEXT_HEX_HELP)),
)]
pub struct VerifyArgs {
    /// The public key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Signature>>(),
        hide_possible_values = true, help = Signature::help(),
    )]
    algorithm: Option<KeyTypeOf<Signature>>,

    /// The signature; - is standard input
    #[arg(short, long, value_name = "FILE", required_unless_present = "combined", conflicts_with = "combined")]
    signature: Option<InputFile>,

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
    file: InputFile,

    #[command(flatten)]
    variant: VariantArgs,

    /// Accept a digest of --prehash that is too short for the strength of the key
    #[arg(long, requires = "prehash")]
    any_strength: bool,

    #[arg(long, value_name = "RULE", value_parser = named::parser::<Rule>(), help = rule_help())]
    rule: Option<Rule>,

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

/// A rule that decides which signatures are valid.
#[derive(Clone, Debug)]
struct Rule(&'static str);

impl Named for Rule {
    fn all() -> Vec<Self> {
        let schemes = Signature::key_types().into_iter().filter_map(Signature::of);
        let mut rules: Vec<Self> = Vec::new();
        for name in schemes.flat_map(SignatureAlgorithm::rules) {
            if rules.iter().all(|rule| rule.0 != *name) {
                rules.push(Self(name));
            }
        }
        rules
    }

    fn name(&self) -> &'static str {
        self.0
    }
}

fn rule_help() -> String {
    let defaults = Rule::all().into_iter().filter_map(|Rule(name)| {
        let key_types = Signature::key_types().into_iter();
        let is_default =
            |key_type: &KeyType| Signature::of(*key_type).is_some_and(|scheme| scheme.rules().first() == Some(&name));
        let key_types: Vec<KeyType> = key_types.filter(is_default).collect();
        (!key_types.is_empty()).then(|| format!("{name} by default for {}", families(&key_types, "and")))
    });
    format!("Which signatures are valid; {}", defaults.collect::<Vec<_>>().join(", "))
}

fn has_rules(scheme: &SignatureAlgorithm) -> bool {
    !scheme.rules().is_empty()
}

/// The verdict on a signature, for JSON output.
#[derive(Debug, Serialize)]
struct Element<'a> {
    #[serde(flatten)]
    file: json::Name<'a>,
    algorithm: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] for an option that the key does not have and for a digest that is too short for it, [`Exit::Io`] if
/// a file cannot be read or written, [`Exit::Unusable`] if the key cannot be used or the signed message is too long. An
/// invalid signature is not an error: the verdict is returned.
pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let inputs: Vec<&InputFile> = [&args.key].into_iter().chain(&args.signature).chain([&args.file]).collect();
    operands::check(&inputs, &args.output.iter().map(|output| output.as_os_str()).collect::<Vec<_>>())?;
    let verifying = args.verifying()?;
    let destination = args.destination()?;
    let (scheme, key) = args.key(&verifying)?;
    let verified = match (&args.signature, destination) {
        (Some(signature), _) => args.verify_detached(&*key, &verifying, signature)?,
        (None, Some(destination)) => args.open_combined(&*key, &verifying, destination)?,
        (None, None) => return Err(Failure::new(Exit::Usage, "--combined needs --output")),
    };
    let exit = if verified.is_ok() { Exit::Success } else { Exit::Invalid };
    args.tell(verifying.variant.name(scheme), verified).map_err(|failure| failure.with(exit))?;
    Ok(exit)
}

impl VerifyArgs {
    fn verifying(&self) -> Result<Verifying<'_>, Failure> {
        let rule = self.rule.as_ref().map(Named::name);
        Ok(Verifying { variant: self.variant.variant()?, rule, any_strength: self.any_strength })
    }

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
    fn key(
        &self,
        verifying: &Verifying<'_>,
    ) -> Result<(&'static SignatureAlgorithm, Box<dyn DynVerifyingKey>), Failure> {
        let (scheme, content) = KeyFile::read(&self.key)?.verifying_key(self.algorithm)?;
        self.check_options(scheme)?;
        verifying.check(scheme)?;
        let key = match verifying.rule {
            Some(rule) => scheme.verifying_key_from_bytes_for(rule, content.as_bytes()),
            None => scheme.verifying_key_from_bytes(content.as_bytes()),
        };
        Ok((scheme, key.map_err(|error| self.key.unusable(error))?))
    }

    /// Checks that the given options are for keys of this scheme.
    fn check_options(&self, scheme: &'static SignatureAlgorithm) -> Result<(), Failure> {
        let is_so = |key_type, is_so: fn(&SignatureAlgorithm) -> bool| Signature::of(key_type).is_some_and(is_so);
        let key_type = KeyType::Signature(scheme);
        if self.combined {
            check_option(&self.key, "--combined", key_type, is_of_nacl)?;
        }
        if self.rule.is_some() {
            check_option(&self.key, "--rule", key_type, |key_type| is_so(key_type, has_rules))?;
        }
        if self.any_strength {
            check_option(&self.key, "--any-strength", key_type, |key_type| is_so(key_type, Prehash::has_strength))?;
        }
        Ok(())
    }

    /// Verifies the signature in the file `signature`.
    fn verify_detached(
        &self,
        key: &dyn DynVerifyingKey,
        verifying: &Verifying<'_>,
        signature: &InputFile,
    ) -> Result<Verdict, Failure> {
        let expected = key.algorithm().signature_len();
        // Room for as many digits, their line ends and a byte order mark.
        let bytes = signature.start(3 * expected)?;
        if bytes.len() == expected {
            return verifying.verify_file(key, &bytes, &self.file);
        }
        Ok(Err(match digits_of(&bytes, expected) {
            Some(digits) => wrong_length(key, &format!("them as {digits}")),
            None if bytes.len() > expected => wrong_length(key, "more"),
            None => wrong_length(key, &bytes.len().to_string()),
        }))
    }

    /// Reads a signed message, and writes its message if the signature is valid.
    fn open_combined(
        &self,
        key: &dyn DynVerifyingKey,
        verifying: &Verifying<'_>,
        destination: Destination<'_>,
    ) -> Result<Verdict, Failure> {
        const TOO_LONG: Reason =
            Reason { purpose: "to verify", instead: "a detached signature verifies files of any length" };
        let signed = self.file.whole(self.memory_limit, TOO_LONG)?;
        let Some((signature, message)) = signed.split_at_checked(key.algorithm().signature_len()) else {
            return Ok(Err(wrong_length(key, &signed.len().to_string())));
        };
        match verifying.verify(key, signature, message)? {
            Ok(()) => destination.create()?.write_whole(message).map(Ok),
            Err(reason) => Ok(Err(reason)),
        }
    }

    fn tell(&self, algorithm: String, verified: Verdict) -> Result<(), Failure> {
        let error = verified.err();
        if let Some(error) = &error {
            message::tell(format_args!("{}: {error}", self.file));
        }
        if self.writes_to_stdout() {
            return Ok(());
        }
        if self.json {
            let status = if error.is_none() { "ok" } else { "failed" };
            let element = Element { file: json::Name::of(self.file.name()), algorithm, status, error };
            return output::print(&json::object(&element));
        }
        match (error, self.quiet) {
            (None, true) => Ok(()),
            (None, false) => self.print("OK"),
            (Some(_), _) => self.print("FAILED"),
        }
    }

    fn print(&self, outcome: &str) -> Result<(), Failure> {
        output::print(format!("{}: {outcome}\n", file_name::quoted(self.file.name())).as_bytes())
    }
}

/// Returns the reason why bytes of another number than that of a signature are not a valid one.
fn wrong_length(key: &dyn DynVerifyingKey, found: &str) -> String {
    let scheme = key.algorithm();
    let (family, expected) = (scheme.identity().family, scheme.signature_len());
    format!("the {family} signature is not valid: expected {expected} bytes, found {found}")
}
