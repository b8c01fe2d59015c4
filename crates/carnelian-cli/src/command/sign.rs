//! `carnelian sign`: signatures of files.

use crate::arguments::named;
use crate::arguments::operands;
use crate::arguments::size;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::key::file::{KeyFile, passphrase_source};
use crate::key::lengths::by_family;
use crate::key::role::{check_option, families};
use crate::key::{KeyType, KeyTypeOf, Role, Signature};
use crate::output::Destination;
use crate::passphrase::PassphraseArgs;
use crate::signature::prehash::Prehash;
use crate::signature::{Signing, VariantArgs};
use crate::words::{alternatives, numbers};
use bytesize::ByteSize;
use carnelian::algorithm::{DynSigningKey, Hedging, SignatureAlgorithm};
use carnelian::encoding::Algorithm;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carnelian sign --key key.pem --signature file.sig file
  carnelian sign --key key.pem --signature disk.sig --prehash disk.img
  carnelian sign --key key.pem --combined --signature file.signed file
  carnelian sign --key seed --algorithm ed25519 --signature file.sig file
  tar -c src | carnelian sign --key key.pem --signature src.sig

Exit codes:
  0  the signature is written
  2  the command line is invalid, the key does not have an option, the digest
     of --prehash is too short for it, or the signature would go to a terminal
  3  a file cannot be read or written, or exists, or random bytes are missing
  4  the key cannot be used, the passphrase is wrong, or the file is too long";

fn after_help() -> String {
    let lens = by_family::<Signature>(SignatureAlgorithm::signature_len);
    let hedged = families_that(SignatureAlgorithm::is_hedged);
    let strong = families_that(Prehash::has_strength);
    let digests = numbers(schemes().filter(|scheme| Prehash::has_strength(scheme)).map(Prehash::least_len).collect());
    let without = families_that(|scheme| !Prehash::is_had_by(scheme));
    let in_parts = families_that(SignatureAlgorithm::signs_in_parts);
    let whole = families_that(|scheme| !scheme.signs_in_parts());
    columns::help(
        &[
            &format!(
                "A signature has {lens}, in the form of openssl pkeyutl -sign -rawin where OpenSSL has the algorithm. Verification needs the same \
                 --prehash and --context. A context is a text; --context-hex takes other bytes, as hexadecimal digits."
            ),
            &format!(
                "{hedged} keys draw random bytes for each signature; with --deterministic the same key and file always \
                 have the same signature, as with other keys. --prehash selects the variant that signs a digest, such \
                 as {}, for protocols that require it: with {}, or with the function of --prehash=HASH, where the \
                 = is needed. The digest must be as strong as the key: for {strong} it has at least {digests} bytes, \
                 by the parameter set.{}",
                variants_of_digests(),
                Prehash::default_title(),
                if without.is_empty() { String::new() } else { format!(" {without} keys have no such variant.") }
            ),
            &format!(
                "With {in_parts} keys a file of any length is read in constant memory. {whole} keys sign it as a whole; \
                 with those of EdDSA, a file that changes meanwhile would reveal the key. So the file is read once, into \
                 memory, up to --memory-limit. Sign longer files with --prehash, which reads in constant memory."
            ),
            "--combined writes an Ed25519 signature followed by the file: R || S || M, NaCl's crypto_sign format; \
             carnelian verify --combined splits it.",
            "The key is PKCS #8 as PEM or DER, encrypted or not, or the bytes of the key or their hexadecimal or \
             base64 digits. Raw bytes and digits do not name their algorithm; name it with --algorithm.",
            "With --passphrase-fd 0 the first line of standard input is the passphrase, also where the key is not \
             encrypted; a file that is read there is what follows it.",
        ],
        EXAMPLES,
    )
}

/// Returns the schemes whose keys have bytes.
fn schemes() -> impl Iterator<Item = &'static SignatureAlgorithm> {
    Signature::key_types().into_iter().filter_map(Signature::of)
}

/// Returns the families of the schemes for which this is so.
fn families_that(is_so: impl Fn(&SignatureAlgorithm) -> bool) -> String {
    let key_types: Vec<KeyType> = schemes().filter(|scheme| is_so(scheme)).map(KeyType::Signature).collect();
    families(&key_types, "and")
}

/// Returns the name of a variant that signs digests, of each family.
fn variants_of_digests() -> String {
    let mut key_types: Vec<&SignatureAlgorithm> = schemes().filter(|scheme| Prehash::is_had_by(scheme)).collect();
    key_types.dedup_by_key(|scheme| scheme.identity().family);
    let variants: Vec<_> = key_types.iter().map(|scheme| scheme.variant(false, true)).collect();
    alternatives(&variants, "or")
}

/// Sign a file with a private key
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct SignArgs {
    /// The private key; - is standard input
    #[arg(short, long, value_name = "FILE")]
    key: InputFile,

    #[arg(
        long, value_name = "ALGORITHM", value_parser = named::parser::<KeyTypeOf<Signature>>(),
        hide_possible_values = true, help = Signature::help(),
    )]
    algorithm: Option<KeyTypeOf<Signature>>,

    /// Write the signature to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    signature: PathBuf,

    /// The file to sign; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: InputFile,

    #[command(flatten)]
    variant: VariantArgs,

    /// Sign without random bytes: the same file always has the same signature
    #[arg(long)]
    deterministic: bool,

    /// Write the signature followed by the signed file
    #[arg(long, conflicts_with_all = ["prehash", "context", "context_hex"])]
    combined: bool,

    /// The longest file that is read into memory, if the scheme needs that, such as 300MB or 4GiB
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
/// [`Exit::Usage`] for an option that the key does not have and for output to a terminal, [`Exit::Io`] if a file cannot
/// be read or written, [`Exit::Unusable`] if the key cannot be used or the file is too long.
pub fn run(args: &SignArgs) -> Result<Exit, Failure> {
    operands::check(&[&args.key, &args.file], &[args.signature.as_os_str()])?;
    let signing = args.signing()?;
    // Before the passphrase, if the command line names the algorithm.
    let named = args.algorithm.and_then(|named| Signature::of(named.into()));
    named.map_or(Ok(()), |scheme| args.check_options(scheme, &signing))?;
    let source = passphrase_source(&args.passphrase, args.algorithm)?;
    let destination = Destination::public(&args.signature, args.force).of_bytes(true, "--signature names a file");
    destination.check()?;
    let key = KeyFile::read(&args.key)?.private_key(args.algorithm, source)?;
    args.check_options(key.algorithm(), &signing)?;
    let (signature, message) = args.sign(&*key, signing)?;
    let mut output = destination.create()?;
    output.write_content(&signature)?;
    output.write_whole(&message)?;
    Ok(Exit::Success)
}

impl SignArgs {
    fn signing(&self) -> Result<Signing<'_>, Failure> {
        let hedging = if self.deterministic { Hedging::Deterministic } else { Hedging::Standard };
        Ok(Signing { variant: self.variant.variant()?, hedging, memory_limit: self.memory_limit })
    }

    /// Checks that the given options are for keys of this scheme.
    fn check_options(&self, scheme: &'static SignatureAlgorithm, signing: &Signing<'_>) -> Result<(), Failure> {
        if self.combined {
            check_option(&self.key, "--combined", KeyType::Signature(scheme), is_of_nacl)?;
        }
        signing.check(scheme)
    }

    /// Returns the signature, and the message that follows it. They are not joined, which would copy the message.
    fn sign(&self, key: &dyn DynSigningKey, signing: Signing<'_>) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        if !self.combined {
            return Ok((signing.sign_file(key, &self.file)?, Vec::new()));
        }
        let message = signing.read(key, &self.file)?;
        Ok((signing.sign(key, &message)?, message))
    }
}

/// Returns whether NaCl's format of signed messages is for keys of this type.
pub(super) fn is_of_nacl(key_type: KeyType) -> bool {
    key_type.files() == Some(Algorithm::Ed25519)
}
