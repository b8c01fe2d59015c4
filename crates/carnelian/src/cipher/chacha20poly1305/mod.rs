//! ChaCha20-Poly1305, RFC 8439 Section 2.8, and XChaCha20-Poly1305, draft-irtf-cfrg-xchacha Section 2: authenticated
//! encryption with associated data, which stays in the clear.
//!
//! A nonce must never be used for two messages under one key: that would reveal the XOR of the messages, and let an
//! attacker forge others. Count nonces of 12 bytes; nonces of 24 bytes may be drawn at random.
//!
//! No plaintext is released before its tag has been verified. [`open`](Aead::open) and its variants decrypt and
//! authenticate in one pass, and zero the output if the tag is wrong. Streaming decryption takes two passes: a
//! [`Verifier`] absorbs all of the ciphertext and, only if the tag is right, returns the [`Opener`] that decrypts it.

mod construction;
mod interleaved;
mod pieces;
mod session;
mod variant;

#[cfg(test)]
mod tests;

pub use super::aead::{OpenError, SealError, TooLong};
pub use pieces::{Opener, Sealer, Verifier};
pub use variant::AeadVariant;

#[cfg(feature = "alloc")]
use super::aead::role::{DynAeadVerifier, DynSealer};
use super::aead::{self, Aead};
use super::chacha20::{derive, variant as members};
use super::stream_cipher::split_nonce;
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use session::Session;
use variant::{KEY_LEN, MAX_LEN, TAG_LEN};

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
pub type ChaCha20Poly1305 = ChaChaPoly<members::ChaCha20>;

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
pub type XChaCha20Poly1305 = ChaChaPoly<members::XChaCha20>;

/// A key of a member of the ChaCha20 family combined with Poly1305. Use it as [`ChaCha20Poly1305`] or
/// [`XChaCha20Poly1305`].
///
/// Takes time that depends only on lengths and, in decryption, on whether the tag is right. The key is wiped when
/// dropped, and so is what is computed from it.
pub struct ChaChaPoly<V: AeadVariant> {
    key: Secret<[u8; KEY_LEN]>,
    variant: PhantomData<V>,
}

/// Bytes of stack that starting a streaming operation may use: the authenticator contains vectors.
const STACK: usize = 2560;

/// Bytes of stack that drawing a key may use.
const STACK_OF_NEW: usize = 256;

impl<V: AeadVariant> ChaChaPoly<V> {
    /// Returns a value that has no key yet.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { key: Secret::ZEROED, variant: PhantomData }
    }

    /// Replaces the key.
    #[inline(always)]
    pub(crate) fn set(&mut self, key: &[u8; KEY_LEN]) {
        self.key.write(|copy| *copy = *key);
    }

    /// Starts the streaming encryption of a message.
    #[must_use]
    #[inline(never)]
    pub fn sealer(&self, nonce: &V::Nonce, aad: &[u8]) -> Sealer<V> {
        wiping_stack::<STACK, _>(|| Sealer::new(pieces::Pieces::new(self.key.expose(), nonce, aad)))
    }

    /// Starts the streaming decryption of a message, which takes two passes: one through the verifier, and one through
    /// the opener that it returns.
    #[must_use]
    #[inline(never)]
    pub fn verifier(&self, nonce: &V::Nonce, aad: &[u8]) -> Verifier<V> {
        wiping_stack::<STACK, _>(|| Verifier::new(pieces::Pieces::new(self.key.expose(), nonce, aad)))
    }

    /// Starts a message. If the variant derives a key from the nonce, draft-irtf-cfrg-xchacha Section 2.3, it is
    /// written to `derived`.
    #[inline]
    fn session<'m>(&'m self, nonce: &V::Nonce, aad: &'m [u8], derived: &'m mut Secret<[u8; KEY_LEN]>) -> Session<'m> {
        let (derives, start) = split_nonce::<V>(nonce);
        let key = match derives {
            Some(first) => {
                derive(self.key.expose(), first, derived);
                derived.expose()
            }
            None => self.key.expose(),
        };
        Session::new(key, start, aad)
    }
}

impl<V: AeadVariant> Aead for ChaChaPoly<V> {
    const NAME: &'static str = V::AEAD_NAME;
    const KEY_LEN: usize = KEY_LEN;
    const NONCE_LEN: usize = size_of::<V::Nonce>();
    const MAX_LEN: u64 = MAX_LEN;
    const MAX_AAD_LEN: u64 = u64::MAX;
    type Key = [u8; KEY_LEN];
    type Nonce = V::Nonce;

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
    fn seal_in_out(&self, nonce: &V::Nonce, aad: &[u8], data: InOut<'_>) -> Result<[u8; TAG_LEN], TooLong> {
        within_limit(data.len())?;
        let mut derived = Secret::ZEROED;
        Ok(self.session(nonce, aad, &mut derived).seal(data))
    }

    /// Section 2.8, AEAD_CHACHA20_POLY1305's decryption. Plaintext decrypted before the tag is known to be wrong is
    /// wiped.
    fn open_in_out(
        &self,
        nonce: &V::Nonce,
        aad: &[u8],
        mut data: InOut<'_>,
        expected: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        within_limit(data.len()).map_err(|too_long| {
            data.output_mut().fill(0);
            OpenError::TooLong(too_long)
        })?;
        let mut derived = Secret::ZEROED;
        let mut tag = self.session(nonce, aad, &mut derived).decrypt(data.part(0..data.len()));
        aead::release(&mut tag, expected, data)
    }

    #[cfg(feature = "alloc")]
    fn boxed_sealer<'k>(&'k self, nonce: &V::Nonce, aad: &[u8]) -> Option<Box<dyn DynSealer + 'k>> {
        Some(Box::new(self.sealer(nonce, aad)))
    }

    #[cfg(feature = "alloc")]
    fn boxed_verifier<'k>(&'k self, nonce: &V::Nonce, aad: &[u8]) -> Option<Box<dyn DynAeadVerifier<'k> + 'k>> {
        Some(Box::new(self.verifier(nonce, aad)))
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

impl<V: AeadVariant> zeroize::ZeroizeOnDrop for ChaChaPoly<V> {}

impl<V: AeadVariant> fmt::Debug for ChaChaPoly<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}
