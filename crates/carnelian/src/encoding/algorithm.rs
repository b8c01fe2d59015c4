//! The algorithms whose keys can be read and written.

use super::oid::{self, Oid};
use core::fmt;
use der::asn1::ObjectIdentifier;

/// What a key is for: the algorithm identifier of its file.
///
/// ```
/// use carnelian::encoding::Algorithm;
/// assert_eq!(Algorithm::X25519.to_string(), "X25519");
/// assert_eq!(Algorithm::X25519.private_len(), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Ed25519 signatures (RFC 8032): `id-Ed25519`, 1.3.101.112.
    Ed25519,
    /// X25519 key exchange (RFC 7748): `id-X25519`, 1.3.101.110.
    X25519,
}

impl Algorithm {
    const ALL: [Self; 2] = [Self::Ed25519, Self::X25519];

    /// The object identifier, RFC 8410 Section 3.
    #[must_use]
    pub fn oid(self) -> Oid {
        Oid(self.identifier())
    }

    /// Bytes in a private key.
    #[must_use]
    pub const fn private_len(self) -> usize {
        match self {
            Self::Ed25519 | Self::X25519 => 32,
        }
    }

    /// Bytes in a public key.
    #[must_use]
    pub const fn public_len(self) -> usize {
        match self {
            Self::Ed25519 | Self::X25519 => 32,
        }
    }

    pub(super) const fn identifier(self) -> ObjectIdentifier {
        match self {
            Self::Ed25519 => oid::ED25519,
            Self::X25519 => oid::X25519,
        }
    }

    pub(super) fn identified_by(identifier: ObjectIdentifier) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.identifier() == identifier)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ed25519 => "Ed25519",
            Self::X25519 => "X25519",
        })
    }
}
