//! Lists, numbers and names of standards in words, for help texts and messages.

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

/// Returns the article that a name takes: `an Ed25519 key`, `an ML-KEM key`, `a Lamport key`. A name that begins with
/// two capitals or a digit after one is read by its letters.
#[must_use]
pub fn article(name: &str) -> &'static str {
    let mut characters = name.chars();
    let first = characters.next().unwrap_or_default();
    let vowels = match characters.next() {
        Some(second) if second.is_lowercase() => "AEIOUaeiou",
        _ => "AEFHILMNORSXaefhilmnorsx",
    };
    if vowels.contains(first) { "an" } else { "a" }
}

/// Returns the standard without its section.
#[must_use]
pub fn document(standard: &str) -> &str {
    standard.split_once(" Section ").map_or(standard, |(document, _)| document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_article_that_they_are_read_with() {
        for name in ["Ed25519", "X25519", "ML-KEM-512", "SLH-DSA-SHA2-128s", "EdDSA-BLAKE2b", "X-Wing"] {
            assert_eq!(article(name), "an", "{name}");
        }
        for name in ["Lamport", "DHKEM(X25519, HKDF-SHA256)", "BLAKE2b", "Winternitz"] {
            assert_eq!(article(name), "a", "{name}");
        }
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(alternatives(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!((alternatives(&["a"], "or"), alternatives(&[""; 0], "or")), ("a".to_owned(), String::new()));
        assert_eq!(numbers(vec![96, 64, 96, 128]), "64, 96 or 128");
        assert_eq!(numbers(vec![1, 2, 3, 4]), "1 to 4");
        assert_eq!((document("RFC 1 Section 2"), document("FIPS 203")), ("RFC 1", "FIPS 203"));
    }
}
