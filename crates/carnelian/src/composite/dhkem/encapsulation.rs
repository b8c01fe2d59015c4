//! The results of encapsulation: a ciphertext and a shared secret.

use crate::base::secret::{Held, Secret};
use crate::curve::x25519::PublicKey;
use crate::error::LengthError;

/// A ciphertext, enc in RFC 9180: 32 bytes, an ephemeral public key. Any 32 bytes are one; those that no sender makes
/// are rejected by decapsulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ciphertext([u8; 32]);

impl Ciphertext {
    /// Nenc, the number of bytes in a ciphertext.
    pub const LEN: usize = 32;

    /// Returns the ciphertext with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// DeserializePublicKey(enc)
    pub(super) const fn to_public_key(self) -> PublicKey {
        PublicKey::from_bytes(self.0)
    }
}

impl From<[u8; 32]> for Ciphertext {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl From<&[u8; 32]> for Ciphertext {
    fn from(bytes: &[u8; 32]) -> Self {
        Self(*bytes)
    }
}

impl From<Ciphertext> for [u8; 32] {
    fn from(ciphertext: Ciphertext) -> Self {
        ciphertext.0
    }
}

impl AsRef<[u8]> for Ciphertext {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Ciphertext {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        let found = bytes.len();
        let error = LengthError { what: "a DHKEM ciphertext", expected: Self::LEN, found };
        bytes.try_into().map(Self).map_err(|_| error)
    }
}

/// A shared secret: 32 uniform bytes, wiped when dropped. They are on the heap, where there is one, so that a move
/// leaves no copy.
#[derive(Debug)]
pub struct SharedSecret(Held<Secret<[u8; 32]>>);

impl SharedSecret {
    /// Nsecret, the number of bytes in a shared secret.
    pub const LEN: usize = 32;

    /// Returns zeros, to be overwritten by the secret with [`write`](Self::write).
    pub(super) fn place() -> Self {
        Self(Held::place(Secret::ZEROED))
    }

    /// Writes the secret in place.
    #[inline(always)]
    pub(super) fn write(&mut self, write: impl FnOnce(&mut [u8; 32])) {
        self.0.write(write);
    }

    /// Returns the bytes, for use as a key.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// Returns the bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        &self.0
    }

    /// Returns the content, for tests of what its drop leaves.
    #[cfg(test)]
    pub(super) fn into_secret(self) -> Secret<[u8; 32]> {
        self.0.into_inner()
    }
}
