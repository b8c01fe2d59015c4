//! Private keys that a file holds as their seed, as the expanded key that is computed from it, or as both: those of
//! ML-KEM (RFC 9935) and of ML-DSA (RFC 9881).

use carnelian::encoding::{PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::secret::Secret;
use clap::ValueEnum;
use std::fmt::Debug;

/// The parts of a private key that its file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PrivateForm {
    /// The seed, from which the key is computed
    Seed,
    /// The computed key
    Expanded,
    /// The seed and the computed key
    Both,
}

impl PrivateForm {
    /// Returns the bytes of this form of a key, or `None` if it needs the seed and that is not known.
    #[must_use]
    pub fn of(self, seed: Option<&[u8]>, expanded: &[u8]) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(match self {
            Self::Seed => seed?.to_vec(),
            Self::Expanded => expanded.to_vec(),
            Self::Both => [seed?, expanded].concat(),
        }))
    }
}

/// A private key.
pub trait Seeded: Debug {
    /// Returns the key in its container: the seed if it is known, else the expanded key.
    fn to_info(&self) -> PrivateKeyInfo;

    /// Returns the bytes of a form of the key, or `None` if it needs the seed and that is not known.
    fn bytes(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>>;

    /// Returns the public key in its container.
    fn to_public_info(&self) -> SubjectPublicKeyInfo;
}
