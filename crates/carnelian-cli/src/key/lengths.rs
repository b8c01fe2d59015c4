//! Lengths in the catalogue as sentences, for help texts and messages.

use super::key_type::KeyType;
use super::role::Role;
use crate::words::{alternatives, document, numbers};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Agreement, Encapsulation};
    use carnelian::algorithm::{AgreementAlgorithm, KemAlgorithm};

    #[test]
    fn lengths_are_those_of_the_catalogue() {
        assert_eq!(by_family::<Agreement>(AgreementAlgorithm::key_len), "32 bytes for X25519 (RFC 7748)");
        let ciphertexts = by_key_type::<Encapsulation>(KemAlgorithm::ciphertext_len);
        assert!(ciphertexts.starts_with("768 bytes with ML-KEM-512, 1088 with "), "{ciphertexts}");
    }
}
