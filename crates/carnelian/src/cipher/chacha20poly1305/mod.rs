//! ChaCha20-Poly1305, RFC 8439 Section 2.8, and XChaCha20-Poly1305, draft-irtf-cfrg-xchacha Section 2: authenticated
//! encryption with associated data, which stays in the clear.
//!
//! A nonce must never be used for two messages under one key: that would reveal the XOR of the messages, and let an
//! attacker forge others. Count nonces of 12 bytes; nonces of 24 bytes may be drawn at random.
//!
//! No plaintext is released before its tag has been verified. [`open`](Aead::open) and its variants decrypt and
//! authenticate in one pass, and zero the output if the tag is wrong. Streaming decryption takes two passes: a
//! [`Verifier`] absorbs all of the ciphertext and, only if the tag is right, returns the [`Opener`] that decrypts it.

mod pieces;
mod whole;

#[cfg(test)]
mod tests;

pub use super::aead::{OpenError, SealError, TooLong};
pub use pieces::{Opener, Sealer, Verifier};

use super::aead::{self, Aead};
use super::chacha20::{derive, last_row};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use whole::Stream;

/// Bytes in a key.
const KEY_LEN: usize = 32;
/// Bytes in a tag.
const TAG_LEN: usize = aead::TAG_LEN;
/// The longest message, in bytes: the keystream has 2³² blocks, and the first one contains the one-time key.
const MAX_LEN: u64 = ((1 << 32) - 1) * 64;

/// ChaCha20-Poly1305: nonces of 12 bytes.
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
/// let key = ChaCha20Poly1305::new(&[7; 32]);
/// let (nonce, header) = ([1; 12], b"to: Bob");
///
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&nonce, header, &mut message)?;
/// key.open(&nonce, header, &mut message, &tag)?;
/// assert_eq!(&message, b"attack at dawn");
///
/// assert!(key.open(&nonce, b"to: Eve", &mut message, &tag).is_err());
/// assert_eq!(message, [0; 14]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type ChaCha20Poly1305 = ChaChaPoly<12>;

/// XChaCha20-Poly1305: nonces of 24 bytes, long enough to be drawn at random.
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::chacha20poly1305::XChaCha20Poly1305;
/// use carnelian::random::{OsRandom, Random};
/// let key = XChaCha20Poly1305::generate(&mut OsRandom)?;
/// let mut nonce = [0; 24];
/// OsRandom.fill(&mut nonce)?;
///
/// let sealed = key.seal_combined(&nonce, b"", b"attack at dawn")?;
/// assert_eq!(key.open_combined(&nonce, b"", &sealed)?, b"attack at dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type XChaCha20Poly1305 = ChaChaPoly<24>;

/// A key of the variant whose nonces have `NONCE_LEN` bytes (12 or 24). Use it as [`ChaCha20Poly1305`] or
/// [`XChaCha20Poly1305`].
///
/// Takes time that depends only on lengths and, in decryption, on whether the tag is right. The key is wiped when
/// dropped, and so is what is computed from it.
pub struct ChaChaPoly<const NONCE_LEN: usize> {
    key: Secret<[u8; KEY_LEN]>,
}

/// Bytes of stack that starting a streaming operation may use: the authenticator contains vectors.
const STACK: usize = 2560;

/// Bytes of stack that drawing a key may use.
const STACK_OF_NEW: usize = 256;

impl<const NONCE_LEN: usize> ChaChaPoly<NONCE_LEN> {
    /// Returns a value that has no key yet.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        const { assert!(<Self as Aead>::NONCE_LEN > 0) };
        Self { key: Secret::ZERO }
    }

    /// Replaces the key.
    #[inline(always)]
    pub(crate) fn set(&mut self, key: &[u8; KEY_LEN]) {
        self.key.write(|copy| *copy = *key);
    }

    /// Starts the streaming encryption of a message.
    #[must_use]
    #[inline(never)]
    pub fn sealer(&self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Sealer<NONCE_LEN> {
        wiping_stack::<STACK, _>(|| Sealer::new(pieces::Pieces::new(self.key.expose(), nonce, aad)))
    }

    /// Starts the streaming decryption of a message, which takes two passes: one through the verifier, and one through
    /// the opener that it returns.
    #[must_use]
    #[inline(never)]
    pub fn verifier(&self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Verifier<NONCE_LEN> {
        wiping_stack::<STACK, _>(|| Verifier::new(pieces::Pieces::new(self.key.expose(), nonce, aad)))
    }

    /// Returns the keystream for a nonce. With a nonce of 24 bytes, the key of ChaCha20 is derived from the first 16 of
    /// them, draft-irtf-cfrg-xchacha Section 2.3, and written to `derived`.
    #[inline]
    fn stream<'k>(&'k self, nonce: &[u8; NONCE_LEN], derived: &'k mut Secret<[u8; KEY_LEN]>) -> Stream<'k> {
        let key = match nonce.first_chunk() {
            Some(first) if NONCE_LEN == 24 => {
                derive(self.key.expose(), first, derived);
                derived.expose()
            }
            _ => self.key.expose(),
        };
        Stream::new(key, last_row(nonce))
    }
}

impl<const NONCE_LEN: usize> Aead for ChaChaPoly<NONCE_LEN> {
    const NAME: &'static str = if NONCE_LEN == 12 { "ChaCha20-Poly1305" } else { "XChaCha20-Poly1305" };
    const KEY_LEN: usize = KEY_LEN;
    const NONCE_LEN: usize = match NONCE_LEN {
        12 | 24 => NONCE_LEN,
        _ => panic!("ChaCha20-Poly1305 has nonces of 12 or 24 bytes"),
    };
    const MAX_LEN: u64 = MAX_LEN;
    const MAX_AAD_LEN: u64 = u64::MAX;
    type Key = [u8; KEY_LEN];
    type Nonce = [u8; NONCE_LEN];

    fn new(key: &[u8; KEY_LEN]) -> Self {
        let mut made = Self::empty();
        made.set(key);
        made
    }

    #[cfg(feature = "alloc")]
    fn boxed(key: &[u8; KEY_LEN]) -> Box<Self> {
        let mut made = Box::new(Self::empty());
        made.set(key);
        made
    }

    #[inline(never)]
    fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        wiping_stack::<STACK_OF_NEW, _>(|| {
            let mut made = Self::empty();
            made.key.draw(random)?;
            Ok(made)
        })
    }

    /// Returns the names of the backends of the cipher and the authenticator, or one name if they are the same.
    fn backend() -> &'static str {
        match (super::chacha20::backend(), super::poly1305::backend()) {
            ("avx512", "avx2") => "avx512, avx2",
            (_, authenticator) => authenticator,
        }
    }

    /// Section 2.8, AEAD_CHACHA20_POLY1305's encryption.
    fn seal_in_out(&self, nonce: &[u8; NONCE_LEN], aad: &[u8], data: InOut<'_>) -> Result<[u8; TAG_LEN], TooLong> {
        within_limit(data.len())?;
        let mut derived = Secret::ZERO;
        Ok(whole::seal(&self.stream(nonce, &mut derived), aad, data))
    }

    /// Section 2.8, AEAD_CHACHA20_POLY1305's decryption. Plaintext decrypted before the tag is known to be wrong is
    /// wiped.
    fn open_in_out(
        &self,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        mut data: InOut<'_>,
        expected: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        within_limit(data.len()).map_err(|too_long| {
            data.output_mut().fill(0);
            OpenError::TooLong(too_long)
        })?;
        let mut derived = Secret::ZERO;
        let stream = self.stream(nonce, &mut derived);
        let mut tag = whole::decrypt(&stream, aad, data.part(0..data.len()));
        aead::release(&mut tag, expected, data)
    }
}

/// Checks the length of a message and returns it.
///
/// # Errors
/// [`TooLong`] if it exceeds [`MAX_LEN`].
#[inline]
fn within_limit(len: usize) -> Result<usize, TooLong> {
    TooLong::check("message", MAX_LEN, len).map(|()| len)
}

impl<const NONCE_LEN: usize> zeroize::ZeroizeOnDrop for ChaChaPoly<NONCE_LEN> {}

impl<const NONCE_LEN: usize> fmt::Debug for ChaChaPoly<NONCE_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}
