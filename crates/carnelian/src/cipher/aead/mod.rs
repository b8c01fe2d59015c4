//! The common parts of the authenticated encryption schemes: their trait, their errors and streaming.

mod error;
mod pieces;
#[cfg(feature = "alloc")]
pub(super) mod role;
#[cfg(test)]
pub(super) mod testing;

pub use error::{OpenError, SealError, TooLong};
pub(super) use pieces::{Opener, Pieces, Sealer, Stream, Verifier};

use super::poly1305::compare;
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Confidential;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::array::TryFromSliceError;
#[cfg(feature = "alloc")]
use role::{DynAeadVerifier, DynSealer};

/// Bytes in a tag.
pub(super) const TAG_LEN: usize = 16;

/// An authentication tag over a message and its associated data; it cannot be forged without the key.
pub type Tag = [u8; 16];

/// A key of an authenticated encryption scheme, which encrypts a message and authenticates it together with associated
/// data that stays in the clear: the interface that all schemes share.
///
/// | type | standard | key | nonce | longest message | longest associated data |
/// |---|---|---|---|---|---|
/// | [`Aes128Gcm`] | SP 800-38D | 16 bytes | 12 bytes | 2³⁶ − 32 bytes | 2⁶¹ − 1 bytes |
/// | [`Aes192Gcm`] | SP 800-38D | 24 bytes | 12 bytes | 2³⁶ − 32 bytes | 2⁶¹ − 1 bytes |
/// | [`Aes256Gcm`] | SP 800-38D | 32 bytes | 12 bytes | 2³⁶ − 32 bytes | 2⁶¹ − 1 bytes |
/// | [`Aes128GcmSiv`] | RFC 8452 | 16 bytes | 12 bytes | 2³⁶ bytes | 2³⁶ bytes |
/// | [`Aes256GcmSiv`] | RFC 8452 | 32 bytes | 12 bytes | 2³⁶ bytes | 2³⁶ bytes |
/// | [`ChaCha20Poly1305`] | RFC 8439 | 32 bytes | 12 bytes | 2³⁸ − 64 bytes | 2⁶⁴ − 1 bytes |
/// | [`XChaCha20Poly1305`] | draft-irtf-cfrg-xchacha | 32 bytes | 24 bytes | 2³⁸ − 64 bytes | 2⁶⁴ − 1 bytes |
///
/// Tags have 16 bytes, and a ciphertext is as long as its plaintext. How nonces may be chosen, and what reusing one
/// costs, differs between schemes and is documented in their modules; generic code must never use a nonce twice.
///
/// Time depends only on lengths and, in decryption, on whether the tag is right. No plaintext is released before its
/// tag has been verified; if the tag is wrong, the output is zeroed. A key is wiped when dropped, and so is what is
/// computed from it.
///
/// The trait is sealed: other crates can use it, but not implement it.
///
/// ```
/// use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
/// use carnelian::cipher::chacha20poly1305::XChaCha20Poly1305;
/// use carnelian::cipher::{Aead, OpenError};
/// use carnelian::random::{OsRandom, Random};
///
/// /// Encrypts under a nonce that is drawn at random, and puts it before the ciphertext.
/// fn seal<A: Aead>(key: &A, message: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
///     let mut sealed = vec![0; A::NONCE_LEN];
///     OsRandom.fill(&mut sealed)?;
///     let nonce = A::Nonce::try_from(&sealed[..])?;
///     sealed.extend(key.seal_combined(&nonce, b"", message)?);
///     Ok(sealed)
/// }
///
/// fn open<A: Aead>(key: &A, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
///     let (nonce, sealed) = sealed.split_at_checked(A::NONCE_LEN).ok_or(OpenError::Forged)?;
///     key.open_combined(&A::Nonce::try_from(nonce).expect("NONCE_LEN bytes"), b"", sealed)
/// }
///
/// let key = XChaCha20Poly1305::generate(&mut OsRandom)?;
/// assert_eq!(open(&key, &seal(&key, b"attack at dawn")?)?, b"attack at dawn");
/// let key = Aes256GcmSiv::generate(&mut OsRandom)?;
/// assert_eq!(open(&key, &seal(&key, b"attack at dawn")?)?, b"attack at dawn");
/// assert_eq!(open(&key, b"too short"), Err(OpenError::Forged));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Aes128Gcm`]: super::aes_gcm::Aes128Gcm
/// [`Aes192Gcm`]: super::aes_gcm::Aes192Gcm
/// [`Aes256Gcm`]: super::aes_gcm::Aes256Gcm
/// [`Aes128GcmSiv`]: super::aes_gcm_siv::Aes128GcmSiv
/// [`Aes256GcmSiv`]: super::aes_gcm_siv::Aes256GcmSiv
/// [`ChaCha20Poly1305`]: super::chacha20poly1305::ChaCha20Poly1305
/// [`XChaCha20Poly1305`]: super::chacha20poly1305::XChaCha20Poly1305
pub trait Aead: Sized {
    /// The algorithm's name in its standard.
    const NAME: &'static str;
    /// Bytes in a key.
    const KEY_LEN: usize;
    /// Bytes in a nonce.
    const NONCE_LEN: usize;
    /// Bytes in a tag.
    const TAG_LEN: usize = TAG_LEN;
    /// Bytes in the longest message.
    const MAX_LEN: u64;
    /// Bytes in the longest associated data.
    const MAX_AAD_LEN: u64;
    /// The bytes of a key: an array of [`KEY_LEN`](Self::KEY_LEN) bytes.
    type Key: Confidential + AsRef<[u8]> + AsMut<[u8]> + for<'k> TryFrom<&'k [u8], Error = TryFromSliceError>;
    /// A nonce: an array of [`NONCE_LEN`](Self::NONCE_LEN) bytes.
    type Nonce: Copy + AsRef<[u8]> + AsMut<[u8]> + for<'n> TryFrom<&'n [u8], Error = TryFromSliceError>;

    /// Returns the key with these bytes.
    #[must_use]
    fn new(key: &Self::Key) -> Self;

    /// Like [`new`](Self::new), but on the heap: the key is set up there and stays there until it is wiped. Moving a
    /// key that [`new`] has returned may leave copies of its bytes in memory.
    ///
    /// [`new`]: Self::new
    ///
    /// ```
    /// use carnelian::cipher::{Aead, aes_gcm::Aes256Gcm};
    /// struct Session {
    ///     key: Box<Aes256Gcm>,
    /// }
    /// let session = Session { key: Aes256Gcm::boxed(&[7; 32]) };
    /// assert!(session.key.seal(&[1; 12], b"", &mut [0; 10]).is_ok());
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    fn boxed(key: &Self::Key) -> Box<Self>;

    /// Generates a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    fn generate(random: &mut impl Random) -> Result<Self, RandomError>;

    /// Encrypts `data` in place and returns the tag.
    ///
    /// # Errors
    /// [`TooLong`] if there is more data than [`MAX_LEN`](Self::MAX_LEN), or more associated data than
    /// [`MAX_AAD_LEN`](Self::MAX_AAD_LEN); nothing is changed then.
    fn seal(&self, nonce: &Self::Nonce, aad: &[u8], data: &mut [u8]) -> Result<Tag, TooLong> {
        self.seal_in_out(nonce, aad, InOut::in_place(data))
    }

    /// Encrypts `plaintext` into `ciphertext` and returns the tag.
    ///
    /// # Errors
    /// [`SealError`] if the two have different lengths, or for the reasons listed at [`seal`](Self::seal); nothing is
    /// written then.
    ///
    /// ```
    /// use carnelian::cipher::{Aead, aes_gcm::Aes256Gcm};
    /// let key = Aes256Gcm::new(&[7; 32]);
    /// let (mut ciphertext, mut plaintext) = ([0; 14], [0; 14]);
    /// let tag = key.seal_to(&[1; 12], b"to: Bob", b"attack at dawn", &mut ciphertext)?;
    /// key.open_to(&[1; 12], b"to: Bob", &ciphertext, &mut plaintext, &tag)?;
    /// assert_eq!(&plaintext, b"attack at dawn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn seal_to(
        &self,
        nonce: &Self::Nonce,
        aad: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
    ) -> Result<Tag, SealError> {
        let data = InOut::between(plaintext, ciphertext, "ciphertext").map_err(SealError::Length)?;
        self.seal_in_out(nonce, aad, data).map_err(SealError::TooLong)
    }

    /// Decrypts `data` in place, if `tag` is the tag with which it was sealed under this nonce and with `aad`.
    ///
    /// # Errors
    /// [`OpenError`] if it is not, or if the message is longer than can have been sealed; `data` is all zeros then.
    fn open(&self, nonce: &Self::Nonce, aad: &[u8], data: &mut [u8], tag: &Tag) -> Result<(), OpenError> {
        self.open_in_out(nonce, aad, InOut::in_place(data), tag)
    }

    /// Decrypts `ciphertext` into `plaintext`, if `tag` is the tag with which it was sealed under this nonce and with
    /// `aad`.
    ///
    /// # Errors
    /// [`OpenError`] if it is not, if the two have different lengths, or if the message is longer than can have been
    /// sealed; `plaintext` is all zeros then.
    fn open_to(
        &self,
        nonce: &Self::Nonce,
        aad: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &Tag,
    ) -> Result<(), OpenError> {
        if ciphertext.len() != plaintext.len() {
            plaintext.fill(0);
        }
        let data = InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)?;
        self.open_in_out(nonce, aad, data, tag)
    }

    /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
    ///
    /// # Errors
    /// [`TooLong`] for the reasons listed at [`seal`](Self::seal).
    #[cfg(feature = "alloc")]
    fn seal_combined(&self, nonce: &Self::Nonce, aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, TooLong> {
        let mut sealed = Vec::with_capacity(plaintext.len() + TAG_LEN);
        sealed.extend_from_slice(plaintext);
        match self.seal(nonce, aad, &mut sealed) {
            Ok(tag) => sealed.extend_from_slice(&tag),
            Err(too_long) => {
                wipe(&mut sealed);
                return Err(too_long);
            }
        }
        Ok(sealed)
    }

    /// Decrypts the output of [`seal_combined`](Self::seal_combined).
    ///
    /// # Errors
    /// [`OpenError`] for the reasons listed at [`open`](Self::open), where the tag is the end of `sealed`, or if
    /// `sealed` is shorter than a tag.
    #[cfg(feature = "alloc")]
    fn open_combined(&self, nonce: &Self::Nonce, aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (ciphertext, tag) = sealed.split_last_chunk().ok_or(OpenError::Forged)?;
        let mut plaintext = ciphertext.to_vec();
        self.open(nonce, aad, &mut plaintext, tag)?;
        Ok(plaintext)
    }

    /// Encrypts `data` in place under a key that encrypts nothing else, and returns the tag: [`new`](Self::new) and
    /// [`seal`](Self::seal) in one, which is sooner where a key has to be set up for a short message.
    ///
    /// # Errors
    /// [`TooLong`] for the reasons listed at [`seal`](Self::seal).
    ///
    /// ```
    /// use carnelian::cipher::{Aead, aes_gcm::Aes256Gcm};
    /// let mut message = *b"attack at dawn";
    /// let tag = Aes256Gcm::seal_once(&[7; 32], &[1; 12], b"to: Bob", &mut message)?;
    /// Aes256Gcm::open_once(&[7; 32], &[1; 12], b"to: Bob", &mut message, &tag)?;
    /// assert_eq!(&message, b"attack at dawn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn seal_once(key: &Self::Key, nonce: &Self::Nonce, aad: &[u8], data: &mut [u8]) -> Result<Tag, TooLong> {
        Self::seal_once_in_out(key, nonce, aad, InOut::in_place(data))
    }

    /// Encrypts `plaintext` into `ciphertext` like [`seal_once`](Self::seal_once), and returns the tag.
    ///
    /// # Errors
    /// [`SealError`] for the reasons listed at [`seal_to`](Self::seal_to).
    fn seal_once_to(
        key: &Self::Key,
        nonce: &Self::Nonce,
        aad: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
    ) -> Result<Tag, SealError> {
        let data = InOut::between(plaintext, ciphertext, "ciphertext").map_err(SealError::Length)?;
        Self::seal_once_in_out(key, nonce, aad, data).map_err(SealError::TooLong)
    }

    /// Decrypts `data` in place under a key that is used for nothing else: [`new`](Self::new) and [`open`](Self::open) in
    /// one.
    ///
    /// # Errors
    /// [`OpenError`] for the reasons listed at [`open`](Self::open).
    fn open_once(
        key: &Self::Key,
        nonce: &Self::Nonce,
        aad: &[u8],
        data: &mut [u8],
        tag: &Tag,
    ) -> Result<(), OpenError> {
        Self::open_once_in_out(key, nonce, aad, InOut::in_place(data), tag)
    }

    /// Decrypts `ciphertext` into `plaintext` like [`open_once`](Self::open_once).
    ///
    /// # Errors
    /// [`OpenError`] for the reasons listed at [`open_to`](Self::open_to).
    fn open_once_to(
        key: &Self::Key,
        nonce: &Self::Nonce,
        aad: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &Tag,
    ) -> Result<(), OpenError> {
        if ciphertext.len() != plaintext.len() {
            plaintext.fill(0);
        }
        let data = InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)?;
        Self::open_once_in_out(key, nonce, aad, data, tag)
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    fn backend() -> &'static str;

    /// Encrypts and returns the tag; fails like [`seal`](Self::seal). Only this crate can construct its argument.
    #[doc(hidden)]
    fn seal_in_out(&self, nonce: &Self::Nonce, aad: &[u8], data: InOut<'_>) -> Result<Tag, TooLong>;

    /// Decrypts; fails like [`open`](Self::open), and wipes the output then. Only this crate can construct its
    /// argument.
    #[doc(hidden)]
    fn open_in_out(&self, nonce: &Self::Nonce, aad: &[u8], data: InOut<'_>, tag: &Tag) -> Result<(), OpenError>;

    /// Starts streaming encryption, on the heap, where the scheme has it.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn boxed_sealer<'k>(&'k self, _nonce: &Self::Nonce, _aad: &[u8]) -> Option<Box<dyn DynSealer + 'k>> {
        None
    }

    /// Starts streaming decryption, on the heap, where the scheme has it.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn boxed_verifier<'k>(&'k self, _nonce: &Self::Nonce, _aad: &[u8]) -> Option<Box<dyn DynAeadVerifier<'k> + 'k>> {
        None
    }

    /// Sets a key up, encrypts and returns the tag. A scheme overrides it if it need not set up all of a key for a short
    /// message.
    #[doc(hidden)]
    fn seal_once_in_out(key: &Self::Key, nonce: &Self::Nonce, aad: &[u8], data: InOut<'_>) -> Result<Tag, TooLong> {
        Self::new(key).seal_in_out(nonce, aad, data)
    }

    /// Sets a key up and decrypts.
    #[doc(hidden)]
    fn open_once_in_out(
        key: &Self::Key,
        nonce: &Self::Nonce,
        aad: &[u8],
        data: InOut<'_>,
        tag: &Tag,
    ) -> Result<(), OpenError> {
        Self::new(key).open_in_out(nonce, aad, data, tag)
    }
}

/// Compares the computed tag with the expected one; if they differ, wipes the computed tag and the decrypted data.
///
/// # Errors
/// [`OpenError::Forged`] if they differ.
#[inline]
pub(super) fn release(tag: &mut Tag, expected: &Tag, mut data: InOut<'_>) -> Result<(), OpenError> {
    compare(tag, expected).map_err(|_| {
        wipe(tag);
        wipe(data.output_mut());
        OpenError::Forged
    })
}
