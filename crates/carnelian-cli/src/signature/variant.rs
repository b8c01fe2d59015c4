//! The variants of signatures, which a context and a prehash select: RFC 8032 Section 5.1, FIPS 204 Section 5, FIPS 205
//! Section 10.

use super::prehash::{DEFAULT, Prehash};
use crate::arguments::named;
use crate::exit::{Exit, Failure};
use crate::hex;
use crate::key::{Role, Signature};
use crate::words::alternatives;
use carnelian::algorithm::{SignatureAlgorithm, SignatureError, SignatureOption, UnsupportedOption};
use clap::Args;

/// The options that choose a variant, the same for signing and for verifying.
#[derive(Args, Clone, Debug)]
pub struct VariantArgs {
    #[arg(
        long, value_name = "HASH", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT,
        value_parser = named::parser::<Prehash>(), help = prehash_help(),
    )]
    prehash: Option<Prehash>,

    #[arg(long, value_name = "TEXT", conflicts_with = "context_hex", help = context_help(SIGNED_WITH))]
    context: Option<String>,

    /// The same for a context of any bytes, given as hexadecimal digits
    #[arg(long, value_name = "HEX", value_parser = context)]
    context_hex: Option<ContextBytes>,
}

/// The bytes of a context in hexadecimal digits, whose length is not yet checked.
#[derive(Clone, Debug)]
struct ContextBytes(Vec<u8>);

/// A variant of a scheme.
#[derive(Clone, Copy, Debug)]
pub struct Variant<'a> {
    /// The context, if there is one.
    pub context: Option<&'a [u8]>,
    /// The hash function whose digest is signed, if it is not the file itself.
    pub prehash: Option<Prehash>,
    /// The option that the context is from.
    context_option: &'static str,
}

impl VariantArgs {
    /// Returns the variant, after a look at the context that needs no key.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context is longer than that of any scheme.
    pub fn variant(&self) -> Result<Variant<'_>, Failure> {
        let digits = self.context_hex.as_ref().map(|ContextBytes(bytes)| &bytes[..]);
        let context = self.context.as_ref().map(String::as_bytes).or(digits);
        let context_option = if self.context.is_some() { "--context" } else { "--context-hex" };
        let (most, found) = (longest_context(), context.map_or(0, <[u8]>::len));
        if found > most {
            let reason = "the context of a signature: expected a length";
            return Err(Failure::new(Exit::Usage, format!("{context_option}: {reason} up to {most}, found {found}")));
        }
        Ok(Variant { context, prehash: self.prehash, context_option })
    }
}

/// Returns the help of `--prehash` for signing.
fn prehash_help() -> String {
    format!(
        "Sign a digest of the file, {} if HASH is left out, by the variant that the standard has for that. HASH needs \
         the =. The signature differs from one of the file itself",
        Prehash::default_title()
    )
}

/// The purpose of `--context` for signing.
const SIGNED_WITH: &str = "Bind the signature to a context";

/// Returns the help of `--context`, with its purpose.
pub(crate) fn context_help(purpose: &str) -> String {
    let most = longest_context();
    format!(
        "{purpose}, a text of at most {most} bytes. An empty one is none, except that Ed25519 without --prehash has no \
         empty context: with a context it is Ed25519ctx"
    )
}

/// Returns the number of bytes in the longest context of any scheme.
fn longest_context() -> usize {
    let lens =
        Signature::key_types().into_iter().filter_map(Signature::of).filter_map(SignatureAlgorithm::context_lens);
    lens.map(|lens| *lens.end()).max().unwrap_or(0)
}

impl Variant<'_> {
    /// Checks that a scheme has the variant.
    ///
    /// # Errors
    /// The error of signing and verifying in this variant.
    pub(super) fn check(&self, scheme: &SignatureAlgorithm) -> Result<(), SignatureError> {
        let has_prehash = self.prehash.is_some();
        self.context.map_or(Ok(()), |context| scheme.check_context(context, has_prehash))?;
        self.prehash.map_or(Ok(()), |prehash| scheme.check_prehash(&prehash.algorithm()))
    }

    /// Returns the name of the variant in its standard, with the hash function if there is a choice.
    #[must_use]
    pub fn name(&self, scheme: &SignatureAlgorithm) -> String {
        let name = scheme.variant(self.context.is_some(), self.prehash.is_some());
        match self.prehash {
            Some(prehash) if Prehash::of(scheme).nth(1).is_some() => format!("{name} with {}", prehash.title()),
            _ => name.into_owned(),
        }
    }

    /// Returns the failure of signing or verifying in this variant.
    #[must_use]
    pub fn failure(&self, scheme: &'static SignatureAlgorithm, error: &SignatureError) -> Failure {
        let exit = match error {
            SignatureError::Context(_) | SignatureError::WeakPrehash { .. } | SignatureError::Unsupported(_) => {
                Exit::Usage
            }
            SignatureError::Random(_) => Exit::Io,
            _ => Exit::Unusable,
        };
        Failure::new(exit, reason(scheme, self, error))
    }
}

/// Returns an error in the words of the command line.
pub(super) fn reason(scheme: &SignatureAlgorithm, variant: &Variant<'_>, error: &SignatureError) -> String {
    let name = scheme.identity().name;
    match (error, variant.prehash) {
        (SignatureError::Context(error), _) => format!("{}: {error}", variant.context_option),
        (SignatureError::Unsupported(UnsupportedOption { option: SignatureOption::Context, .. }), _) => {
            format!("{}: {error}", variant.context_option)
        }
        (
            SignatureError::Unsupported(UnsupportedOption { option: SignatureOption::DeterministicSignatures, .. }),
            _,
        ) => format!("--deterministic: {error}"),
        (SignatureError::WeakPrehash { at_least, found }, _) => {
            format!("--prehash: {name} needs a digest of at least {at_least} bytes, found {found}")
        }
        (SignatureError::Unsupported(UnsupportedOption { option: SignatureOption::Prehash, .. }), Some(prehash)) => {
            let functions: Vec<&str> = Prehash::of(scheme).map(Prehash::title).collect();
            match &functions[..] {
                [] => format!("--prehash: {name} has no signatures of digests"),
                functions => {
                    let (hashed, functions) = (scheme.variant(false, true), alternatives(functions, "and"));
                    format!("--prehash: {hashed} uses only {functions}, found {}", prehash.title())
                }
            }
        }
        (error, _) => error.to_string(),
    }
}

fn context(digits: &str) -> Result<ContextBytes, String> {
    hex::typed(digits).map(ContextBytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carnelian::algorithm::signature;

    fn args(prehash: Option<&str>, context: Option<&str>, digits: Option<&str>) -> VariantArgs {
        VariantArgs {
            prehash: prehash.map(|name| named::find(name).unwrap()),
            context: context.map(str::to_owned),
            context_hex: digits.map(|digits| super::context(digits).unwrap()),
        }
    }

    #[test]
    fn options_choose_the_variant() {
        let name = |scheme: &str, prehash: Option<&str>, digits: Option<&str>| {
            args(prehash, None, digits).variant().unwrap().name(signature(scheme).unwrap())
        };
        assert_eq!(name("ed25519", None, None), "Ed25519");
        assert_eq!(name("ed25519", None, Some("ab")), "Ed25519ctx");
        assert_eq!(name("ed25519", Some("sha512"), Some("AB")), "Ed25519ph");
        assert_eq!(name("ml-dsa-44", None, Some("ab")), "ML-DSA-44");
        assert_eq!(name("slh-dsa-shake-128s", Some("shake128"), None), "HashSLH-DSA-SHAKE-128s with SHAKE128");
    }

    #[test]
    fn a_scheme_names_the_functions_that_it_has() {
        let ed25519 = signature("ed25519").unwrap();
        assert_eq!(Prehash::of(ed25519).map(Prehash::title).collect::<Vec<_>>(), ["SHA-512"]);
        let args = args(Some("sha3-512"), None, None);
        let refused = ed25519.check_prehash(&args.prehash.unwrap().algorithm()).unwrap_err();
        let reason = reason(ed25519, &args.variant().unwrap(), &refused);
        assert_eq!(reason, "--prehash: Ed25519ph uses only SHA-512, found SHA3-512");
    }

    #[test]
    fn a_context_has_at_most_255_bytes() {
        for (len, is_allowed) in [(0, true), (1, true), (255, true), (256, false)] {
            for prehash in [None, Some("sha512"), Some("shake128")] {
                let args = args(prehash, None, Some(&"07".repeat(len)));
                assert_eq!(args.variant().is_ok(), is_allowed, "{len}");
            }
        }
    }

    #[test]
    fn a_context_is_a_text_or_digits() {
        let bytes = |context, digits| args(None, context, digits).variant().unwrap().context.map(<[u8]>::to_vec);
        assert_eq!(bytes(Some("feed"), None), Some(b"feed".to_vec()));
        assert_eq!(bytes(None, Some("feed")), Some(vec![0xfe, 0xed]));
        assert_eq!(bytes(None, None), None);
    }

    #[test]
    fn a_context_is_whole_bytes_in_hexadecimal() {
        for digits in ["0", "0x00", "zz", " 00"] {
            assert!(context(digits).is_err(), "{digits}");
        }
    }
}
