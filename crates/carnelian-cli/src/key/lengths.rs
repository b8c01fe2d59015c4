//! Lengths in the catalogue as sentences, for help texts and messages.

use super::key_type::KeyType;
use super::role::Role;
use std::fmt::Display;

/// Returns words as a list: `A, B or C`.
#[must_use]
pub fn alternatives(words: &[impl Display], conjunction: &str) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns numbers in words, a range if there are many: `32`, `64, 96 or 128`, `7856 to 49856`.
#[must_use]
pub fn numbers(mut numbers: Vec<usize>) -> String {
    const MOST_LISTED: usize = 3;
    numbers.sort_unstable();
    numbers.dedup();
    match &numbers[..] {
        [least, .., most] if numbers.len() > MOST_LISTED => format!("{least} to {most}"),
        few => alternatives(few, "or"),
    }
}

/// Returns the lengths of what each family of a role has, with its standard: `64 bytes for A (RFC 1), 96 or 128 for B
/// (RFC 2) and 32 for C (RFC 3)`.
pub fn by_family<R: Role>(len: impl Fn(R::Algorithm) -> usize) -> String {
    let key_types = R::key_types();
    let families = key_types.chunk_by(|one, other| one.identity().family == other.identity().family);
    let parts = families.enumerate().map(|(index, sets)| {
        let (lens, identity) = (sets.iter().copied().filter_map(R::of).map(&len).collect(), sets[0].identity());
        let unit = if index == 0 { " bytes" } else { "" };
        format!("{}{unit} for {} ({})", numbers(lens), identity.family, document(identity.standard))
    });
    alternatives(&parts.collect::<Vec<_>>(), "and")
}

/// Returns the lengths of what each key type of a role has: `768 bytes with A, 1088 with B and 1568 with C`.
pub fn by_key_type<R: Role>(len: impl Fn(R::Algorithm) -> usize) -> String {
    let with = |(index, key_type): (usize, KeyType)| {
        let unit = if index == 0 { " bytes" } else { "" };
        R::of(key_type).map(|scheme| format!("{}{unit} with {}", len(scheme), key_type.identity().name))
    };
    alternatives(&R::key_types().into_iter().enumerate().filter_map(with).collect::<Vec<_>>(), "and")
}

/// Returns the standard without its section.
#[must_use]
pub fn document(standard: &str) -> &str {
    standard.split_once(" Section ").map_or(standard, |(document, _)| document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Agreement, Encapsulation};

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(alternatives(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!((alternatives(&["a"], "or"), alternatives(&[""; 0], "or")), ("a".to_owned(), String::new()));
        assert_eq!(numbers(vec![96, 64, 96, 128]), "64, 96 or 128");
        assert_eq!(numbers(vec![1, 2, 3, 4]), "1 to 4");
    }

    #[test]
    fn lengths_are_those_of_the_catalogue() {
        assert_eq!(by_family::<Agreement>(|scheme| scheme.key_len()), "32 bytes for X25519 (RFC 7748)");
        let ciphertexts = by_key_type::<Encapsulation>(|scheme| scheme.ciphertext_len());
        assert!(ciphertexts.starts_with("768 bytes with ML-KEM-512, 1088 with "), "{ciphertexts}");
    }
}
