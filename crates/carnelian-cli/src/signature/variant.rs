//! The variants of signatures: the three of RFC 8032 Section 5.1, and the two of FIPS 204 Section 5 and FIPS 205
//! Section 10.

use crate::exit::{Exit, Failure};
use crate::hex;
use crate::named;
use crate::post_quantum;
use crate::prehash::{self, Function};
use carnelian::curve::ed25519::Context;
use carnelian::postquantum::mldsa;
use clap::Args;
use std::fmt::Display;

/// The options that choose a variant, the same for signing and for verifying.
#[derive(Args, Clone, Debug)]
pub struct VariantArgs {
    /// Sign a digest of the file, SHA-512 if HASH is left out: Ed25519ph, HashML-DSA, HashSLH-DSA. HASH needs the =.
    /// The signature differs from one of the file itself
    #[arg(
        long, value_name = "HASH", num_args = 0..=1, require_equals = true, default_missing_value = prehash::DEFAULT,
        value_parser = named::parser::<&Function>(),
    )]
    prehash: Option<&'static Function>,

    /// Bind the signature to a context, a text of at most 255 bytes. An empty one is none, except that Ed25519 without
    /// --prehash has no empty context: with a context it is Ed25519ctx
    #[arg(long, value_name = "TEXT", conflicts_with = "context_hex")]
    context: Option<String>,

    /// The same for a context of any bytes, given as hexadecimal digits
    #[arg(long, value_name = "HEX", value_parser = context)]
    context_hex: Option<ContextBytes>,
}

/// The bytes of a context in hexadecimal digits, whose length is not yet checked.
#[derive(Clone, Debug)]
struct ContextBytes(Vec<u8>);

/// A variant of Ed25519 with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant<'a> {
    /// Ed25519.
    Pure,
    /// Ed25519ctx.
    Ctx(Context<'a>),
    /// Ed25519ph.
    Ph(Option<Context<'a>>),
}

impl VariantArgs {
    /// Checks what every algorithm asks of a context.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it is too long.
    pub fn check(&self) -> Result<(), Failure> {
        self.post_quantum().map(drop)
    }

    /// Returns the selected variant of Ed25519.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context has a length that the variant does not allow, or for a hash function other than
    /// SHA-512. Ed25519ph allows an empty context.
    pub fn ed25519(&self) -> Result<Variant<'_>, Failure> {
        if let Some(function) = self.prehash.filter(|function| !function.is_of_ed25519()) {
            let reason = format!("--prehash: Ed25519ph uses only SHA-512, found {}", function.title);
            return Err(Failure::new(Exit::Usage, reason));
        }
        let context = match self.context_bytes() {
            // For Ed25519ph, an empty context is the same as no context.
            Some([]) if self.prehash.is_some() => None,
            Some(bytes) => Some(Context::new(bytes).map_err(|error| self.unusable(&error))?),
            None => None,
        };
        Ok(match (self.prehash.is_some(), context) {
            (true, context) => Variant::Ph(context),
            (false, Some(context)) => Variant::Ctx(context),
            (false, None) => Variant::Pure,
        })
    }

    /// Returns the selected variant of ML-DSA or SLH-DSA, for which an empty context is the same as no context.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context is too long.
    pub fn post_quantum(&self) -> Result<post_quantum::Variant<'_>, Failure> {
        let bytes = self.context_bytes().unwrap_or_default();
        let context = mldsa::Context::new(bytes).map_err(|error| self.unusable(&error))?;
        Ok(post_quantum::Variant { prehash: self.prehash, context })
    }

    /// Returns the bytes of the context, if there is one.
    fn context_bytes(&self) -> Option<&[u8]> {
        let digits = self.context_hex.as_ref().map(|ContextBytes(bytes)| &bytes[..]);
        self.context.as_ref().map(String::as_bytes).or(digits)
    }

    /// Returns the failure of a context that cannot be used.
    fn unusable(&self, error: &dyn Display) -> Failure {
        let option = if self.context.is_some() { "--context" } else { "--context-hex" };
        Failure::new(Exit::Usage, format!("{option}: {error}"))
    }
}

impl Variant<'_> {
    /// Returns the name in RFC 8032.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Pure => "Ed25519",
            Self::Ctx(_) => "Ed25519ctx",
            Self::Ph(_) => "Ed25519ph",
        }
    }
}

fn context(digits: &str) -> Result<ContextBytes, String> {
    hex::typed(digits).map(ContextBytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str) -> &'static Function {
        named::find(name).unwrap()
    }

    fn variant(prehash: bool, digits: Option<&str>) -> Option<Variant<'static>> {
        let context_hex = digits.map(|digits| context(digits).unwrap());
        let prehash = prehash.then(|| function("sha512"));
        Box::leak(Box::new(VariantArgs { prehash, context: None, context_hex })).ed25519().ok()
    }

    #[test]
    fn options_choose_the_variant() {
        let context = Context::new(b"\xab").unwrap();
        assert_eq!(variant(false, None), Some(Variant::Pure));
        assert_eq!(variant(true, None), Some(Variant::Ph(None)));
        assert_eq!(variant(false, Some("ab")), Some(Variant::Ctx(context)));
        assert_eq!(variant(true, Some("AB")), Some(Variant::Ph(Some(context))));
    }

    #[test]
    fn ml_dsa_and_slh_dsa_allow_every_context_up_to_255_bytes() {
        for (len, is_allowed) in [(0, true), (1, true), (255, true), (256, false)] {
            for prehash in [None, Some(function("sha512")), Some(function("shake128"))] {
                let digits = VariantArgs { prehash, context: None, context_hex: Some(ContextBytes(vec![7; len])) };
                let text = VariantArgs { prehash, context: Some("t".repeat(len)), context_hex: None };
                for args in [digits, text] {
                    let variant = args.post_quantum().ok();
                    let found = variant.map(|variant| (variant.prehash, variant.context.as_bytes().len()));
                    assert_eq!(found, is_allowed.then_some((prehash, len)));
                    assert_eq!(args.check().is_ok(), is_allowed);
                }
            }
        }
        let none = VariantArgs { prehash: None, context: None, context_hex: None };
        assert_eq!(none.post_quantum().unwrap().context, mldsa::Context::EMPTY);
    }

    #[test]
    fn ed25519_has_one_hash_function() {
        for other in <&Function as named::Named>::all() {
            let args = VariantArgs { prehash: Some(other), context: None, context_hex: None };
            assert_eq!(args.ed25519().is_ok(), other == function("sha512"), "{}", other.title);
        }
    }

    #[test]
    fn a_context_has_the_length_that_its_variant_allows() {
        let (longest, too_long) = ("00".repeat(255), "00".repeat(256));
        for prehash in [false, true] {
            assert!(variant(prehash, Some(&longest)).is_some());
            assert!(variant(prehash, Some(&too_long)).is_none());
        }
        assert_eq!(variant(true, Some("")), Some(Variant::Ph(None)));
        assert_eq!(variant(false, Some("")), None);
    }

    /// A text of digits is a text.
    #[test]
    fn a_context_is_a_text_or_digits() {
        let bytes = |context: Option<&str>, digits: Option<&str>| {
            let context_hex = digits.map(context_of);
            let args = VariantArgs { prehash: None, context: context.map(str::to_owned), context_hex };
            args.context_bytes().map(<[u8]>::to_vec)
        };
        assert_eq!(bytes(Some("feed"), None), Some(b"feed".to_vec()));
        assert_eq!(bytes(None, Some("feed")), Some(vec![0xfe, 0xed]));
        assert_eq!(bytes(None, None), None);
    }

    fn context_of(digits: &str) -> ContextBytes {
        context(digits).unwrap()
    }

    #[test]
    fn a_context_is_whole_bytes_in_hexadecimal() {
        for digits in ["0", "0x00", "zz", " 00"] {
            assert!(context(digits).is_err(), "{digits}");
        }
    }
}
