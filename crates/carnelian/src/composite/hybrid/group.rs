//! Groups for the part of a hybrid that is a Diffie-Hellman exchange.

use crate::base::random::{Random, RandomError};
use crate::curve::x25519::{NonContributory, PublicKey, SecretKey};

/// A group in which two parties agree on a secret. Sealed.
pub trait Group: sealed::Sealed + 'static {
    /// A secret key, wiped when dropped.
    #[doc(hidden)]
    type SecretKey: Send + Sync;
    /// Bytes in a public key.
    const PUBLIC_KEY_LEN: usize;
    /// Bytes in a shared secret.
    const SECRET_LEN: usize;

    /// Returns a new secret key.
    #[doc(hidden)]
    fn generate(random: &mut impl Random) -> Result<Self::SecretKey, RandomError>;
    /// Writes the public key of a secret key.
    #[doc(hidden)]
    fn write_public_key(key: &Self::SecretKey, to: &mut [u8]);
    /// Writes the secret shared with the holder of a public key of the right length.
    #[doc(hidden)]
    fn write_shared_secret(key: &Self::SecretKey, peer: &[u8], to: &mut [u8]) -> Result<(), NonContributory>;
}

/// X25519, RFC 7748.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum X25519 {}

impl Group for X25519 {
    type SecretKey = SecretKey;
    const PUBLIC_KEY_LEN: usize = 32;
    const SECRET_LEN: usize = 32;

    fn generate(random: &mut impl Random) -> Result<SecretKey, RandomError> {
        SecretKey::generate(random)
    }

    fn write_public_key(key: &SecretKey, to: &mut [u8]) {
        to.copy_from_slice(key.public_key().as_bytes());
    }

    fn write_shared_secret(key: &SecretKey, peer: &[u8], to: &mut [u8]) -> Result<(), NonContributory> {
        let peer = PublicKey::from_bytes(peer.try_into().expect("the caller has looked at the length"));
        to.copy_from_slice(key.diffie_hellman(&peer)?.expose());
        Ok(())
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::X25519 {}
}
