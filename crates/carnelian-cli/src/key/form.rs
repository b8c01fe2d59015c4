//! The forms of a private key: its seed, the expanded key that is computed from it, or both (RFC 9881, RFC 9935).

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
