//! Private keys that a file holds as their seed, as the expanded key that is computed from it, or as both: those of
//! ML-KEM (RFC 9935) and of ML-DSA (RFC 9881).

use carnelian::secret::Secret;
use clap::ValueEnum;

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

/// A private key with these forms.
pub trait Seeded {
    /// Returns the bytes of a form of the key, or `None` if it needs the seed and that is not known.
    fn bytes(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>>;
}
