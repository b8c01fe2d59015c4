//! The interface between the schemes and the catalogue.

use super::error::{KeyLengthError, SignatureError, SignatureOption, UnsupportedOption};
use super::options::{Hedging, PrehashAlgorithm};
use super::{DynSigningKey, DynVerifyingKey, SignatureItem, VerifyOptions};
use crate::base::random::{Random, RandomError};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A scheme or a parameter set, implemented by its signing key.
pub(crate) trait SignatureScheme: DynSigningKey + Sized {
    /// The public half.
    type VerifyingKey: DynVerifyingKey;

    /// The lengths and options.
    const ABILITIES: Abilities;

    /// Returns the name of the backend that this CPU uses.
    fn backend() -> &'static str;

    /// Generates a key.
    fn generate(random: &mut dyn Random) -> Result<Self, RandomError>;

    /// Derives the key from a seed of the right length.
    fn from_seed(seed: &[u8]) -> Self;

    /// Decodes a private key in any of its forms.
    fn from_private_bytes(bytes: &[u8]) -> Result<Self, SignatureError>;

    /// Decodes a public key, by a rule if there is one.
    fn from_public_bytes(bytes: &[u8], rule: Option<&str>) -> Result<Self::VerifyingKey, SignatureError>;

    /// Verifies a signature by the bytes of a key, which are used once.
    fn verify_once(
        key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        Self::from_public_bytes(key, options.rule)?.verify(message, signature, options)
    }

    /// Returns whether each signature of a batch is valid, by a rule if there is one.
    fn verify_batch(items: &[SignatureItem<'_>], rule: Option<&str>) -> Result<Vec<bool>, SignatureError>;
}

/// The lengths and options of a scheme.
#[derive(Clone, Copy)]
pub(crate) struct Abilities {
    pub(crate) seed_lens: &'static [usize],
    /// The lengths of the forms of a private key.
    pub(crate) private_key_lens: &'static [usize],
    pub(crate) expanded_key_len: Option<usize>,
    pub(crate) public_key_lens: &'static [usize],
    pub(crate) signature_len: usize,
    /// The lengths of a context.
    pub(crate) context_lens: Option<(usize, usize)>,
    /// Checks that messages are signed by their digests with a function.
    pub(crate) check_prehash: fn(&PrehashAlgorithm) -> Result<(), SignatureError>,
    /// Returns the name of the variant with or without a context and a prehash.
    pub(crate) variant: fn(bool, bool) -> Cow<'static, str>,
    /// Which of [`Hedging::Random`] and [`Hedging::Deterministic`] there are, that of the standard first.
    pub(crate) hedging: &'static [Hedging],
    /// Whether a message is read once when it is signed.
    pub(crate) signs_in_parts: bool,
    /// The names of the rules.
    pub(crate) rules: &'static [&'static str],
}

impl Abilities {
    /// Returns whether random bytes are drawn for a signature.
    pub(crate) fn draws(&self, algorithm: &'static str, hedging: Hedging) -> Result<bool, SignatureError> {
        let (draws, option) = match hedging {
            Hedging::Standard => return Ok(self.is_hedged()),
            Hedging::Random => (true, SignatureOption::HedgedSignatures),
            Hedging::Deterministic => (false, SignatureOption::DeterministicSignatures),
        };
        if self.hedging.contains(&hedging) { Ok(draws) } else { Err(unsupported(algorithm, option)) }
    }

    /// Returns whether the standard asks for random bytes.
    pub(crate) const fn is_hedged(&self) -> bool {
        matches!(self.hedging, [Hedging::Random, ..])
    }
}

/// Returns the error for an option that a scheme does not have.
pub(crate) const fn unsupported(algorithm: &'static str, option: SignatureOption) -> SignatureError {
    SignatureError::Unsupported(UnsupportedOption { algorithm, option })
}

/// Checks the length of a key or of a seed.
pub(crate) fn check_len(what: &'static str, expected: &'static [usize], found: usize) -> Result<(), SignatureError> {
    if expected.contains(&found) {
        return Ok(());
    }
    Err(SignatureError::KeyLength(KeyLengthError { what, expected, found }))
}

/// Returns the bytes of a key as an array.
pub(crate) fn key_of_len<'b, const N: usize>(
    what: &'static str,
    bytes: &'b [u8],
) -> Result<&'b [u8; N], SignatureError> {
    let wrong = |_| SignatureError::KeyLength(KeyLengthError { what, expected: const { &[N] }, found: bytes.len() });
    bytes.try_into().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Hedging::{Deterministic, Random, Standard};
    use std::string::ToString;

    fn draws(abilities: &'static [Hedging], hedging: Hedging) -> Result<bool, std::string::String> {
        let abilities = Abilities {
            seed_lens: &[],
            private_key_lens: &[],
            expanded_key_len: None,
            public_key_lens: &[],
            signature_len: 0,
            context_lens: None,
            check_prehash: |_| Ok(()),
            variant: |_, _| "".into(),
            hedging: abilities,
            signs_in_parts: true,
            rules: &[],
        };
        abilities.draws("A scheme", hedging).map_err(|error| error.to_string())
    }

    /// Schemes of every kind, whichever of them the catalogue has.
    #[test]
    fn a_scheme_refuses_the_form_that_it_lacks() {
        let refused = |option: &str| Err(std::format!("A scheme has no {option} signatures"));
        assert_eq!([Standard, Random].map(|hedging| draws(&[Random], hedging)), [Ok(true), Ok(true)]);
        assert_eq!(draws(&[Random], Deterministic), refused("deterministic"));
        assert_eq!([Standard, Deterministic].map(|hedging| draws(&[Deterministic], hedging)), [Ok(false), Ok(false)]);
        assert_eq!(draws(&[Deterministic], Random), refused("hedged"));
        assert_eq!(
            [Standard, Random, Deterministic].map(|hedging| draws(&[Deterministic, Random], hedging)),
            [Ok(false), Ok(true), Ok(false)]
        );
        assert_eq!(draws(&[Random, Deterministic], Standard), Ok(true));
    }
}
