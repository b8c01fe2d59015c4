//! Names on the command line and their accepted spellings: `sha256`, `SHA-256` and `sha2-256` name one function.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::marker::PhantomData;

/// A value with a name on the command line.
pub trait Named: Clone + Send + Sync + 'static {
    /// Returns all values, in listing order.
    fn all() -> Vec<Self>;

    /// Returns the name that is shown.
    fn name(&self) -> &'static str;

    /// Returns the purpose for the help text, if there is one.
    fn help(&self) -> Option<String> {
        None
    }

    /// Returns the names that standards and other programs use.
    fn other_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Finds the value with the name `given`. Case and hyphens are ignored, except for a hyphen between two digits: SHA-384
/// is not SHA3-84.
#[must_use]
pub fn find<T: Named>(given: &str) -> Option<T> {
    let given = folded(given);
    T::all()
        .into_iter()
        .find(|one| folded(one.name()) == given || one.other_names().iter().any(|other| folded(other) == given))
}

/// Normalizes a name for comparison: lower case, without separators except between two digits.
fn folded(name: &str) -> String {
    let is_separator = |c: char| matches!(c, '-' | '_' | '/' | ' ');
    let mut folded = String::new();
    let mut separated = false;
    for c in name.chars() {
        if is_separator(c) {
            separated = true;
            continue;
        }
        if separated && c.is_ascii_digit() && folded.ends_with(|last: char| last.is_ascii_digit()) {
            folded.push('-');
        }
        separated = false;
        folded.extend(c.to_lowercase());
    }
    folded
}

/// Returns the name that was most likely meant by `given`, if none of the others is as close. It contains the same
/// numbers, so that a hint never suggests a different function.
fn similar<T: Named>(given: &str) -> Option<&'static str> {
    const MOST_CHANGES: usize = 2;
    let given = folded(given);
    let digits = |name: &str| name.split(|c: char| !c.is_ascii_digit()).collect::<Vec<_>>().join(" ").trim().to_owned();
    let changes = |name: &str| {
        if !given.is_empty() && name.ends_with(&given) { 1 } else { strsim::osa_distance(&given, name) }
    };
    let mut candidates: Vec<_> = T::all().iter().map(|one| (changes(&folded(one.name())), one.name())).collect();
    candidates.sort_unstable();
    let [(nearest, name), others @ ..] = &candidates[..] else { return None };
    let is_clear = others.first().is_none_or(|(next, _)| next > nearest);
    (is_clear && *nearest <= MOST_CHANGES && digits(&folded(name)) == digits(&given)).then_some(*name)
}

/// A parser of names.
#[derive(Clone, Debug)]
pub struct NameParser<T>(PhantomData<fn() -> T>);

/// Returns the parser of names of `T`.
#[must_use]
pub const fn parser<T: Named>() -> NameParser<T> {
    NameParser(PhantomData)
}

impl<T: Named> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let given = value.to_string_lossy();
        if let Some(found) = find(&given) {
            return Ok(found);
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let names = T::all().iter().map(|one| one.name().to_owned()).collect();
        let arg = arg.map_or_else(|| "...".to_owned(), ToString::to_string);
        error.insert(ContextKind::InvalidArg, ContextValue::String(arg));
        error.insert(ContextKind::InvalidValue, ContextValue::String(given.clone().into_owned()));
        error.insert(ContextKind::ValidValue, ContextValue::Strings(names));
        if let Some(tip) = similar::<T>(&given) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(tip.to_owned()));
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |one: T| match one.help() {
            Some(help) => PossibleValue::new(one.name()).help(help),
            None => PossibleValue::new(one.name()),
        };
        Some(Box::new(T::all().into_iter().map(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Algorithm;
    use crate::hash::authenticator::Authenticator;
    use crate::key::KeyType;

    fn hash(given: &str) -> Option<&'static str> {
        find::<&'static Algorithm>(given).map(Algorithm::name)
    }

    fn mac(given: &str) -> Option<&'static str> {
        find::<Authenticator>(given).map(|found| found.name())
    }

    #[test]
    fn case_hyphens_and_the_names_of_others_do_not_matter() {
        for (given, expected) in [
            ("sha256", "sha256"),
            ("SHA-256", "sha256"),
            ("sha2-256", "sha256"),
            ("Sha_512", "sha512"),
            ("SHA-512/256", "sha512-256"),
            ("sha512t256", "sha512-256"),
            ("SHA3-256", "sha3-256"),
            ("sha-3-256", "sha3-256"),
            ("SHAKE-128", "shake128"),
            ("BLAKE2b", "blake2b"),
            ("blake2b-512", "blake2b"),
            ("BLAKE2s256", "blake2s"),
        ] {
            assert_eq!(hash(given), Some(expected), "{given}");
        }
        for (given, expected) in [
            ("HMAC-SHA-256", "hmac-sha256"),
            ("hmac-sha2-256", "hmac-sha256"),
            ("hmacsha512", "hmac-sha512"),
            ("HMAC-SHA-512/256", "hmac-sha512-256"),
            ("hmac-sha3-512", "hmac-sha3-512"),
            ("KMAC-256", "kmac256"),
            ("BLAKE2b", "blake2b"),
        ] {
            assert_eq!(mac(given), Some(expected), "{given}");
        }
        let key_type = |given| find::<KeyType>(given).map(|found| found.name());
        assert_eq!(key_type("Ed-25519"), Some("ed25519"));
        assert_eq!(key_type("SLH-DSA-SHA2-128s"), Some("slh-dsa-sha2-128s"));
        assert_eq!(key_type("slhdsa_shake_256f"), Some("slh-dsa-shake-256f"));
        assert_eq!(key_type("slh-dsa-sha2128s"), None);
    }

    /// A name with other numbers is another function, or none.
    #[test]
    fn a_number_is_never_read_as_another() {
        for given in ["sha3-84", "sha25-6", "sha", "sha4", "256", "sha3", "blake2b-256", "md5", "", "-"] {
            assert_eq!(hash(given), None, "{given}");
        }
        for given in ["sha256", "hmac", "hmac-md5", "hmac-sha3-84"] {
            assert_eq!(mac(given), None, "{given}");
        }
    }

    #[test]
    fn no_two_have_a_name_in_common() {
        fn check<T: Named>() {
            let all = T::all();
            for (i, one) in all.iter().enumerate() {
                for name in one.other_names().iter().map(String::as_str).chain([one.name()]) {
                    let first = all.iter().position(|other| {
                        folded(other.name()) == folded(name)
                            || other.other_names().iter().any(|other| folded(other) == folded(name))
                    });
                    assert_eq!(first, Some(i), "{name}");
                }
            }
        }
        check::<&'static Algorithm>();
        check::<Authenticator>();
        check::<KeyType>();
    }

    #[test]
    fn tips_lead_to_the_same_function_or_nowhere() {
        let hash = similar::<&'static Algorithm>;
        assert_eq!((hash("sah256"), hash("sha265"), hash("sha4"), hash("sha3256")), (Some("sha256"), None, None, None));
        let mac = similar::<Authenticator>;
        assert_eq!(
            (mac("sha256"), mac("SHA3-256"), mac("hmca-sha512")),
            (Some("hmac-sha256"), Some("hmac-sha3-256"), Some("hmac-sha512"))
        );
        assert_eq!(mac("md5"), None);
        let key_type = similar::<KeyType>;
        assert_eq!(key_type("slh-dsa-shaek-128f"), Some("slh-dsa-shake-128f"));
        for unclear in ["slh-dsa-shake-128", "slh-dsa-shake-128x", "slh-dsa-sha-128f", "slh-dsa-128s"] {
            assert_eq!(key_type(unclear), None, "{unclear}");
        }
    }
}
