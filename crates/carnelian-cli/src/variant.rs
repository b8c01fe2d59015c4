//! The three signature variants of RFC 8032 Section 5.1.

use crate::exit::{Exit, Failure};
use crate::hex;
use carnelian::curve::ed25519::Context;
use clap::Args;

/// The options that choose a variant, the same for signing and for verifying.
#[derive(Args, Clone, Debug)]
pub struct VariantArgs {
    /// Ed25519ph, the signature of the file's SHA-512 digest. An Ed25519 signature of the file is another one
    #[arg(long)]
    prehash: bool,

    /// Bind the signature to a context of 1 to 255 bytes, in hexadecimal. Without --prehash that is Ed25519ctx
    #[arg(long, value_name = "HEX", value_parser = context)]
    context: Option<ContextBytes>,
}

/// The bytes of a context, whose length is not yet checked.
#[derive(Clone, Debug)]
struct ContextBytes(Vec<u8>);

/// A variant with its parameters.
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
    /// Returns the selected variant.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the context has a length that the variant does not allow. Ed25519ph allows an empty one.
    pub fn variant(&self) -> Result<Variant<'_>, Failure> {
        let context = match &self.context {
            // For Ed25519ph, an empty context is the same as no context.
            Some(ContextBytes(bytes)) if bytes.is_empty() && self.prehash => None,
            Some(ContextBytes(bytes)) => {
                Some(Context::new(bytes).map_err(|error| Failure::new(Exit::Usage, format!("--context: {error}")))?)
            }
            None => None,
        };
        Ok(match (self.prehash, context) {
            (true, context) => Variant::Ph(context),
            (false, Some(context)) => Variant::Ctx(context),
            (false, None) => Variant::Pure,
        })
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

    fn variant(prehash: bool, digits: Option<&str>) -> Option<Variant<'static>> {
        let context = digits.map(|digits| context(digits).unwrap());
        let args = Box::leak(Box::new(VariantArgs { prehash, context }));
        args.variant().ok()
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
