//! The variants of signatures: the three of RFC 8032 Section 5.1, and the two of FIPS 204 Section 5.

use crate::exit::{Exit, Failure};
use crate::hex;
use crate::ml_dsa;
use carnelian::curve::ed25519::Context;
use carnelian::postquantum::mldsa;
use clap::Args;
use std::fmt::Display;

/// The options that choose a variant, the same for signing and for verifying.
#[derive(Args, Clone, Debug)]
pub struct VariantArgs {
    /// Sign the file's SHA-512 digest: Ed25519ph, HashML-DSA. A signature of the file itself is another one
    #[arg(long)]
    prehash: bool,

    /// Bind the signature to a context of 1 to 255 bytes, in hexadecimal. Ed25519 with one is Ed25519ctx
    #[arg(long, value_name = "HEX", value_parser = context)]
    context: Option<ContextBytes>,
}

/// The bytes of a context, whose length is not yet checked.
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
        self.ml_dsa().map(drop)
    }

    /// Returns the selected variant of Ed25519.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context has a length that the variant does not allow. Ed25519ph allows an empty one.
    pub fn ed25519(&self) -> Result<Variant<'_>, Failure> {
        let context = match &self.context {
            // For Ed25519ph, an empty context is the same as no context.
            Some(ContextBytes(bytes)) if bytes.is_empty() && self.prehash => None,
            Some(ContextBytes(bytes)) => Some(Context::new(bytes).map_err(|error| unusable(&error))?),
            None => None,
        };
        Ok(match (self.prehash, context) {
            (true, context) => Variant::Ph(context),
            (false, Some(context)) => Variant::Ctx(context),
            (false, None) => Variant::Pure,
        })
    }

    /// Returns the selected variant of ML-DSA, for which an empty context is the same as no context.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context is too long.
    pub fn ml_dsa(&self) -> Result<ml_dsa::Variant<'_>, Failure> {
        let bytes = self.context.as_ref().map_or(&[][..], |context| &context.0);
        let context = mldsa::Context::new(bytes).map_err(|error| unusable(&error))?;
        Ok(ml_dsa::Variant { prehash: self.prehash, context })
    }
}

fn unusable(error: &dyn Display) -> Failure {
    Failure::new(Exit::Usage, format!("--context: {error}"))
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

    fn variant(prehash: bool, digits: Option<&str>) -> Option<Variant<'static>> {
        let context = digits.map(|digits| context(digits).unwrap());
        let args = Box::leak(Box::new(VariantArgs { prehash, context }));
        args.ed25519().ok()
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
    fn ml_dsa_allows_every_context_up_to_255_bytes() {
        for (len, is_allowed) in [(0, true), (1, true), (255, true), (256, false)] {
            for prehash in [false, true] {
                let args = VariantArgs { prehash, context: Some(ContextBytes(vec![7; len])) };
                let found = args.ml_dsa().ok().map(|variant| (variant.prehash, variant.context.as_bytes().len()));
                assert_eq!(found, is_allowed.then_some((prehash, len)));
                assert_eq!(args.check().is_ok(), is_allowed);
            }
        }
        let none = VariantArgs { prehash: false, context: None };
        assert_eq!(none.ml_dsa().unwrap().context, mldsa::Context::EMPTY);
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

    #[test]
    fn a_context_is_whole_bytes_in_hexadecimal() {
        for digits in ["0", "0x00", "zz", " 00"] {
            assert!(context(digits).is_err(), "{digits}");
        }
    }
}
