//! The types of keys that the command generates and reads: the rows of the catalogue whose keys have bytes.

use crate::arguments::named::Named;
use crate::words::document;
use carnelian::algorithm::{
    AgreementAlgorithm, Identity, KemAlgorithm, SignatureAlgorithm, agreements, kems, signatures,
};
use carnelian::encoding::Algorithm;
use std::fmt;

/// A key type: a scheme or parameter set, by what its keys are for.
#[derive(Clone, Copy)]
pub enum KeyType {
    /// A key that signs.
    Signature(&'static SignatureAlgorithm),
    /// A key that agrees on a secret with a peer.
    Agreement(&'static AgreementAlgorithm),
    /// A key to which secrets are encapsulated.
    Encapsulation(&'static KemAlgorithm),
}

impl KeyType {
    /// Returns every key type, in listing order. Keys that are used once and have no bytes are not among them.
    pub fn all() -> impl Iterator<Item = Self> {
        let signatures = signatures().iter().map(Self::Signature);
        let others = agreements().iter().map(Self::Agreement).chain(kems().iter().map(Self::Encapsulation));
        signatures.chain(others).filter(|key_type| !key_type.private_lens().is_empty())
    }

    /// Returns the key type of the algorithm that a file names, if there is one.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Option<Self> {
        Self::all().find(|key_type| key_type.files() == Some(algorithm))
    }

    /// Returns the algorithm that PEM and DER name, if keys of this type have such files.
    #[must_use]
    pub fn files(self) -> Option<Algorithm> {
        match self {
            Self::Signature(scheme) => scheme.key_files(),
            Self::Agreement(scheme) => Some(scheme.key_files()),
            Self::Encapsulation(scheme) => scheme.key_files(),
        }
    }

    /// Returns the names of the algorithm.
    #[must_use]
    pub const fn identity(self) -> &'static Identity {
        match self {
            Self::Signature(scheme) => scheme.identity(),
            Self::Agreement(scheme) => scheme.identity(),
            Self::Encapsulation(scheme) => scheme.identity(),
        }
    }

    /// Returns the number of bytes in a private key, in the form in which a new one is written.
    #[must_use]
    pub fn private_len(self) -> usize {
        self.private_lens()[0]
    }

    /// Returns the numbers of bytes in the forms of a private key that the catalogue names, that of a new one first.
    #[must_use]
    pub fn private_lens(self) -> Vec<usize> {
        match self {
            Self::Signature(scheme) => scheme.private_key_lens().to_vec(),
            Self::Agreement(scheme) => vec![scheme.key_len()],
            Self::Encapsulation(scheme) => scheme.decapsulation_key_lens().to_vec(),
        }
    }

    /// Returns whether a file may hold a private key of this many bytes: those that a container may hold, if the
    /// algorithm has one.
    #[must_use]
    pub fn permits_private(self, len: usize) -> bool {
        match self.files() {
            Some(algorithm) => algorithm.private_lengths().contains(len),
            None => self.private_lens().contains(&len),
        }
    }

    /// Returns whether a file may hold a public key of this many bytes.
    #[must_use]
    pub fn permits_public(self, len: usize) -> bool {
        match (self, self.files()) {
            (_, Some(algorithm)) => algorithm.public_lengths().contains(len),
            (Self::Signature(scheme), None) => len == scheme.public_key_len(),
            (Self::Agreement(scheme), None) => len == scheme.public_key_len(),
            (Self::Encapsulation(scheme), None) => len == scheme.encapsulation_key_len(),
        }
    }

    /// Returns whether a private key is a seed or the key that is computed from it.
    #[must_use]
    pub const fn has_forms(self) -> bool {
        match self {
            Self::Signature(scheme) => scheme.expanded_key_len().is_some(),
            Self::Agreement(_) => false,
            Self::Encapsulation(scheme) => scheme.expanded_len().is_some(),
        }
    }
}

impl Named for KeyType {
    fn all() -> Vec<Self> {
        Self::all().collect()
    }

    fn name(&self) -> &'static str {
        let identity = self.identity();
        identity.id
    }

    fn help(&self) -> Option<String> {
        let Identity { standard, category, status, .. } = self.identity();
        let purpose = match self {
            Self::Signature(scheme) => format!("Signatures of {} bytes", scheme.signature_len()),
            Self::Agreement(scheme) => format!("Key agreement, secrets of {} bytes", scheme.shared_secret_len()),
            Self::Encapsulation(scheme) => {
                format!("Key encapsulation, ciphertexts of {} bytes", scheme.ciphertext_len())
            }
        };
        let category = category.map(|category| format!(", category {category}")).unwrap_or_default();
        let remark = status.remark().map(|remark| format!(", {remark}")).unwrap_or_default();
        Some(format!("{purpose} ({}){category}{remark}", document(standard)))
    }

    fn other_names(&self) -> Vec<String> {
        let identity = self.identity();
        identity.aliases.iter().chain([&identity.name]).map(ToString::to_string).collect()
    }
}

impl PartialEq for KeyType {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for KeyType {}

impl fmt::Debug for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity().id)
    }
}
