//! HKDF, RFC 5869: derives keys from a secret that is unguessable but not uniform, using HMAC with any hash function.
//!
//! Passwords are guessable: they need a deliberately slow function.

#[cfg(test)]
mod tests;

use crate::base::memory::{wipe, wiping_stack};
use crate::hash::{Hash, hmac};
use core::fmt;

/// A pseudorandom key, from which any number of keys can be expanded.
///
/// Takes time that depends only on lengths. Wiped when dropped.
///
/// ```
/// use carnelian::hash::Sha256;
/// use carnelian::kdf::Hkdf;
///
/// let hkdf = Hkdf::<Sha256>::extract(b"salt, which may be public or empty", b"a shared secret");
/// let (mut key, mut nonce) = ([0; 32], [0; 12]);
/// hkdf.expand(b"key", &mut key)?;
/// hkdf.expand(b"nonce", &mut nonce)?;
/// assert_ne!(key[..12], nonce);
/// # Ok::<(), carnelian::kdf::hkdf::HkdfError>(())
/// ```
#[derive(Clone)]
pub struct Hkdf<H: Hash> {
    /// PRK, the pseudorandom key.
    key: hmac::Key<H>,
}

/// Bytes of stack that may hold key material: two hashers with their states, and copies of them.
const STACK: usize = 2048;

impl<H: Hash> Hkdf<H> {
    /// The maximum output length of one expansion in bytes: 255 digests.
    pub const MAX_OUTPUT_LEN: usize = 255 * H::DIGEST_LEN;

    /// Section 2.2, HKDF-Extract(salt, IKM). An empty salt is equivalent to the standard's default, which is all zeros.
    #[must_use]
    #[inline(never)]
    pub fn extract(salt: &[u8], ikm: &[u8]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut prk = Self::extract_prk(salt, ikm);
            let hkdf = Self { key: hmac::Key::new(prk.as_ref()) };
            wipe(prk.as_mut());
            hkdf
        })
    }

    /// Like [`extract`](Self::extract), but returns PRK itself, for protocols that pass it on. The caller must wipe it.
    #[must_use]
    pub fn extract_prk(salt: &[u8], ikm: &[u8]) -> H::Digest {
        hmac::Hmac::<H>::mac(salt, ikm)
    }

    /// Creates the instance from a key that is already uniformly random, so that the extraction is not needed.
    ///
    /// # Errors
    /// [`HkdfError::KeyTooShort`] if the key is shorter than a digest.
    #[inline(never)]
    pub fn from_prk(prk: &[u8]) -> Result<Self, HkdfError> {
        if prk.len() < H::DIGEST_LEN {
            return Err(HkdfError::KeyTooShort { least: H::DIGEST_LEN, found: prk.len() });
        }
        wiping_stack::<STACK, _>(|| Ok(Self { key: hmac::Key::new(prk) }))
    }

    /// Section 2.3, HKDF-Expand(PRK, info, L): fills `okm` with all L bytes. A different `info` yields an independent
    /// key.
    ///
    /// # Errors
    /// [`HkdfError::OutputTooLong`] for more than [`MAX_OUTPUT_LEN`](Self::MAX_OUTPUT_LEN) bytes; nothing is written
    /// then.
    #[inline(never)]
    pub fn expand(&self, info: &[u8], okm: &mut [u8]) -> Result<(), HkdfError> {
        if okm.len() > Self::MAX_OUTPUT_LEN {
            return Err(HkdfError::OutputTooLong { most: Self::MAX_OUTPUT_LEN, asked: okm.len() });
        }
        wiping_stack::<STACK, _>(|| self.expand_all(&[info], okm));
        Ok(())
    }

    /// Implements [`expand`](Self::expand) for an allowed length and the concatenation of the parts of `info`.
    fn expand_all(&self, info: &[&[u8]], okm: &mut [u8]) {
        // T(0) is empty; T(i) = HMAC-Hash(PRK, T(i − 1) ‖ info ‖ i). OKM is a prefix of T(1) ‖ T(2) ‖ ….
        let mut written = 0_usize;
        for i in 1..=okm.len().div_ceil(H::DIGEST_LEN) {
            let mut hmac = self.key.start();
            hmac.update(&okm[written.saturating_sub(H::DIGEST_LEN)..written]);
            info.iter().for_each(|part| hmac.update(part));
            hmac.update(&[i as u8]);
            let mut t = hmac.finalize();
            let len = H::DIGEST_LEN.min(okm.len() - written);
            okm[written..written + len].copy_from_slice(&t.as_ref()[..len]);
            wipe(t.as_mut());
            written += len;
        }
    }

    /// Performs both steps: fills `okm` with a key derived from `ikm`.
    ///
    /// # Errors
    /// Same as for [`expand`](Self::expand).
    #[inline(never)]
    pub fn derive(salt: &[u8], ikm: &[u8], info: &[u8], okm: &mut [u8]) -> Result<(), HkdfError> {
        wiping_stack::<STACK, _>(|| Self::extract(salt, ikm).expand(info, okm))
    }
}

/// Inputs in several parts, for protocols that label them.
#[cfg(feature = "composite")]
impl<H: Hash> Hkdf<H> {
    /// Like [`extract`](Self::extract), for the concatenation of the parts of `ikm`.
    #[inline(never)]
    pub(crate) fn extract_parts<'a>(salt: &[u8], ikm: impl Iterator<Item = &'a [u8]>) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut hmac = hmac::Hmac::<H>::new(salt);
            ikm.for_each(|part| hmac.update(part));
            let mut prk = hmac.finalize();
            let hkdf = Self { key: hmac::Key::new(prk.as_ref()) };
            wipe(prk.as_mut());
            hkdf
        })
    }

    /// Like [`expand`](Self::expand), for the concatenation of the parts of `info` and a length that is known to be
    /// allowed.
    #[inline(never)]
    pub(crate) fn expand_parts<const L: usize>(&self, info: &[&[u8]], okm: &mut [u8; L]) {
        const { assert!(L <= Self::MAX_OUTPUT_LEN) };
        wiping_stack::<STACK, _>(|| self.expand_all(info, okm));
    }
}

impl<H: Hash> fmt::Debug for Hkdf<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HKDF-{}(..)", H::NAME)
    }
}

/// A length that RFC 5869 does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HkdfError {
    /// More bytes are requested than can be expanded.
    OutputTooLong {
        /// The maximum number of bytes.
        most: usize,
        /// The number of bytes requested.
        asked: usize,
    },
    /// A pseudorandom key is shorter than a digest.
    KeyTooShort {
        /// The minimum number of bytes.
        least: usize,
        /// The number of bytes found.
        found: usize,
    },
}

impl fmt::Display for HkdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutputTooLong { most, asked } => write!(f, "HKDF derives at most {most} bytes, not {asked}"),
            Self::KeyTooShort { least, found } => {
                write!(f, "expected a pseudorandom key of at least {least} bytes, found {found}")
            }
        }
    }
}

impl core::error::Error for HkdfError {}
