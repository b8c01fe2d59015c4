//! Sealed boxes, `crypto_box_seal` of libsodium: encryption to a public key by a sender who stays anonymous.
//!
//! Each message has a key pair of its own, whose public key precedes it, and which is dropped when the message is
//! sealed. Any party can seal, so that a message shows nothing about its sender; but it cannot be changed.
//!
//! ```
//! use carnelian::composite::nacl_box::anonymous;
//! use carnelian::curve::x25519::SecretKey;
//! use carnelian::random::OsRandom;
//!
//! let secret = SecretKey::generate(&mut OsRandom)?;
//! let public = secret.public_key();
//!
//! let sealed = anonymous::seal_combined(&public, b"attack at dawn", &mut OsRandom)?;
//! assert_eq!(sealed.len(), anonymous::HEADER_LEN + 14);
//! assert_eq!(anonymous::open_combined(&secret, &public, &sealed)?, b"attack at dawn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::cipher::OpenError;

use super::SharedKey;
#[cfg(feature = "alloc")]
use crate::base::memory::wipe;
use crate::base::random::{Random, RandomError};
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::curve::x25519::{NonContributory, PublicKey, SecretKey};
use crate::hash::Blake2b;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// Bytes that precede the ciphertext: the public key of the message and the tag.
pub const HEADER_LEN: usize = PublicKey::LEN + SecretBox::TAG_LEN;

/// The bytes before the ciphertext: the public key of the message and the tag.
pub type Header = [u8; HEADER_LEN];

/// The reason that nothing was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The random source cannot deliver.
    Random(RandomError),
    /// The recipient's public key is of small order: every party could open the message.
    NonContributory,
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => error.fmt(f),
            Self::NonContributory => NonContributory.fmt(f),
        }
    }
}

impl core::error::Error for SealError {}

impl From<RandomError> for SealError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<NonContributory> for SealError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}

/// Encrypts `data` in place for the holder of the secret key of `recipient`, and returns what precedes it. Constant
/// time.
///
/// # Errors
/// [`SealError`] if the source cannot deliver or the recipient's key is of small order; nothing is changed then.
pub fn seal(recipient: &PublicKey, data: &mut [u8], random: &mut impl Random) -> Result<Header, SealError> {
    let ephemeral = SecretKey::generate(random)?;
    let public = ephemeral.public_key();
    let key = SharedKey::new(&ephemeral, recipient)?;
    let tag = key.as_secret_box().seal(&nonce(&public, recipient), data);
    let mut header = [0; HEADER_LEN];
    header[..PublicKey::LEN].copy_from_slice(public.as_bytes());
    header[PublicKey::LEN..].copy_from_slice(&tag);
    Ok(header)
}

/// Decrypts `data` in place, if it was sealed with `header` for `public`, which must be the public key of `secret`. Time
/// depends only on the length and on whether the message is right.
///
/// # Errors
/// [`OpenError::Forged`] if it was not; `data` is all zeros then.
pub fn open(secret: &SecretKey, public: &PublicKey, data: &mut [u8], header: &Header) -> Result<(), OpenError> {
    let (ephemeral, tag) = header.split_first_chunk().expect("a header starts with a public key");
    let ephemeral = PublicKey::from_bytes(*ephemeral);
    // No sender makes a key of small order.
    let Ok(key) = SharedKey::new(secret, &ephemeral) else {
        data.fill(0);
        return Err(OpenError::Forged);
    };
    let tag = tag.try_into().expect("a header ends with a tag");
    key.as_secret_box().open(&nonce(&ephemeral, public), data, tag)
}

/// Encrypts `message` for the holder of the secret key of `recipient`, and returns the header followed by the ciphertext:
/// `crypto_box_seal`. Constant time.
///
/// # Errors
/// [`SealError`] if the source cannot deliver or the recipient's key is of small order.
#[cfg(feature = "alloc")]
pub fn seal_combined(recipient: &PublicKey, message: &[u8], random: &mut impl Random) -> Result<Vec<u8>, SealError> {
    let mut sealed = Vec::with_capacity(HEADER_LEN + message.len());
    sealed.extend_from_slice(&[0; HEADER_LEN]);
    sealed.extend_from_slice(message);
    match seal(recipient, &mut sealed[HEADER_LEN..], random) {
        Ok(header) => sealed[..HEADER_LEN].copy_from_slice(&header),
        Err(error) => {
            wipe(&mut sealed);
            return Err(error);
        }
    }
    Ok(sealed)
}

/// Decrypts the output of [`seal_combined`]: `crypto_box_seal_open`. `public` must be the public key of `secret`.
///
/// # Errors
/// [`OpenError::Forged`] if it was not sealed for this key.
#[cfg(feature = "alloc")]
pub fn open_combined(secret: &SecretKey, public: &PublicKey, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
    let (header, ciphertext) = sealed.split_first_chunk().ok_or(OpenError::Forged)?;
    let mut plaintext = ciphertext.to_vec();
    open(secret, public, &mut plaintext, header)?;
    Ok(plaintext)
}

/// Returns the nonce: BLAKE2b with 24 bytes of the two public keys.
fn nonce(ephemeral: &PublicKey, recipient: &PublicKey) -> [u8; SecretBox::NONCE_LEN] {
    Blake2b::digest([*ephemeral.as_bytes(), *recipient.as_bytes()].as_flattened())
}
