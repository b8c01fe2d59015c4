//! XSalsa20-Poly1305, "Cryptography in NaCl" by D. J. Bernstein, Section 10: the secret-key authenticated encryption of
//! NaCl, which calls it `crypto_secretbox`.
//!
//! There is no associated data. Combined, the tag comes first: the 16 bytes of the tag, then the ciphertext, which is as
//! long as the message.
//!
//! A nonce must never be used for two messages under one key: that would reveal the XOR of the messages, and let an
//! attacker forge others. Its 24 bytes may be drawn at random.
//!
//! No plaintext is released before its tag has been verified: the ciphertext is authenticated first, and decrypted only
//! if the tag is right. Otherwise the output is zeroed.
//!
//! | NaCl | here |
//! |---|---|
//! | `crypto_secretbox` | [`SecretBox::seal_combined`] |
//! | `crypto_secretbox_open` | [`SecretBox::open_combined`] |
//! | `crypto_secretbox_detached`, `crypto_secretbox_open_detached` of libsodium | [`SecretBox::seal`], [`SecretBox::open`] |

#[cfg(feature = "alloc")]
mod role;
#[cfg(test)]
mod tests;

pub use super::aead::{OpenError, Tag};

use super::aead;
use super::poly1305::{self, KEY_LEN as ONE_TIME_KEY_LEN};
use super::salsa20::derive;
use super::salsa20::kernel::{self as salsa20, BLOCK_LEN, Backend, HEAD_LEN, Head};
use super::salsa20::variant::XSalsa20;
use super::stream_cipher::split_nonce;
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::LengthError;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// Bytes in a key.
const KEY_LEN: usize = 32;
/// Bytes in a nonce.
const NONCE_LEN: usize = 24;

/// Bytes of a message whose keystream is generated together with the one-time key.
const IN_HEAD: usize = HEAD_LEN - ONE_TIME_KEY_LEN;

/// Bytes of stack that drawing a key may use.
const STACK_OF_NEW: usize = 256;

/// A key of XSalsa20-Poly1305, NaCl's `crypto_secretbox`.
///
/// Takes time that depends only on lengths and, in decryption, on whether the tag is right. The key is wiped when
/// dropped, and so is what is computed from it.
///
/// ```
/// use carnelian::cipher::xsalsa20poly1305::SecretBox;
/// use carnelian::random::{OsRandom, Random};
/// let key = SecretBox::generate(&mut OsRandom)?;
/// let mut nonce = [0; 24];
/// OsRandom.fill(&mut nonce)?;
///
/// let sealed = key.seal_combined(&nonce, b"attack at dawn");
/// assert_eq!(sealed.len(), SecretBox::TAG_LEN + 14);
/// assert_eq!(key.open_combined(&nonce, &sealed)?, b"attack at dawn");
///
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&nonce, &mut message);
/// assert_eq!([&tag[..], &message].concat(), sealed);
/// message[0] ^= 1;
/// assert!(key.open(&nonce, &mut message, &tag).is_err());
/// assert_eq!(message, [0; 14]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SecretBox {
    key: Secret<[u8; KEY_LEN]>,
}

impl SecretBox {
    /// Bytes in a key.
    pub const KEY_LEN: usize = KEY_LEN;
    /// Bytes in a nonce.
    pub const NONCE_LEN: usize = NONCE_LEN;
    /// Bytes in a tag.
    pub const TAG_LEN: usize = aead::TAG_LEN;

    /// Returns the key with these bytes.
    #[must_use]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        let mut made = Self::empty();
        made.set(key);
        made
    }

    /// Like [`new`](Self::new), but on the heap: the key is set up there and stays there until it is wiped. Moving a
    /// key that `new` has returned may leave copies of its bytes in memory.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &[u8; KEY_LEN]) -> Box<Self> {
        let mut made = Box::new(Self::empty());
        made.set(key);
        made
    }

    /// Generates a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    #[inline(never)]
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        wiping_stack::<STACK_OF_NEW, _>(|| {
            let mut made = Self::empty();
            made.key.draw(random)?;
            Ok(made)
        })
    }

    /// Returns a value that has no key yet.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { key: Secret::ZEROED }
    }

    /// Replaces the key.
    #[inline(always)]
    pub(crate) fn set(&mut self, key: &[u8; KEY_LEN]) {
        self.write(|copy| *copy = *key);
    }

    /// Writes the key in place.
    #[inline(always)]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut [u8; KEY_LEN])) {
        self.key.write(write);
    }

    /// Returns the key.
    #[cfg(feature = "composite")]
    pub(crate) fn key(&self) -> &Secret<[u8; KEY_LEN]> {
        &self.key
    }

    /// Encrypts `data` in place and returns the tag.
    #[must_use]
    pub fn seal(&self, nonce: &[u8; NONCE_LEN], data: &mut [u8]) -> Tag {
        self.seal_in_out(nonce, InOut::in_place(data))
    }

    /// Encrypts `plaintext` into `ciphertext` and returns the tag.
    ///
    /// # Errors
    /// [`LengthError`] if the two have different lengths; nothing is written then.
    ///
    /// ```
    /// use carnelian::cipher::xsalsa20poly1305::SecretBox;
    /// let key = SecretBox::new(&[7; 32]);
    /// let (mut ciphertext, mut plaintext) = ([0; 14], [0; 14]);
    /// let tag = key.seal_to(&[1; 24], b"attack at dawn", &mut ciphertext)?;
    /// key.open_to(&[1; 24], &ciphertext, &mut plaintext, &tag)?;
    /// assert_eq!(&plaintext, b"attack at dawn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seal_to(
        &self,
        nonce: &[u8; NONCE_LEN],
        plaintext: &[u8],
        ciphertext: &mut [u8],
    ) -> Result<Tag, LengthError> {
        InOut::between(plaintext, ciphertext, "ciphertext").map(|data| self.seal_in_out(nonce, data))
    }

    /// Decrypts `data` in place, if `tag` is the tag with which it was sealed under this nonce.
    ///
    /// # Errors
    /// [`OpenError::Forged`] if it is not; `data` is all zeros then.
    pub fn open(&self, nonce: &[u8; NONCE_LEN], data: &mut [u8], tag: &Tag) -> Result<(), OpenError> {
        self.open_in_out(nonce, InOut::in_place(data), tag)
    }

    /// Decrypts `ciphertext` into `plaintext`, if `tag` is the tag with which it was sealed under this nonce.
    ///
    /// # Errors
    /// [`OpenError`] if it is not, or if the two have different lengths; `plaintext` is all zeros then.
    pub fn open_to(
        &self,
        nonce: &[u8; NONCE_LEN],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &Tag,
    ) -> Result<(), OpenError> {
        if ciphertext.len() != plaintext.len() {
            plaintext.fill(0);
        }
        let data = InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)?;
        self.open_in_out(nonce, data, tag)
    }

    /// Encrypts `plaintext` and returns the tag followed by the ciphertext.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn seal_combined(&self, nonce: &[u8; NONCE_LEN], plaintext: &[u8]) -> Vec<u8> {
        let mut sealed = Vec::with_capacity(Self::TAG_LEN + plaintext.len());
        sealed.extend_from_slice(&[0; Self::TAG_LEN]);
        sealed.extend_from_slice(plaintext);
        let tag = self.seal(nonce, &mut sealed[Self::TAG_LEN..]);
        sealed[..Self::TAG_LEN].copy_from_slice(&tag);
        sealed
    }

    /// Decrypts the output of [`seal_combined`](Self::seal_combined).
    ///
    /// # Errors
    /// [`OpenError::Forged`] if it was not sealed under this key and nonce.
    #[cfg(feature = "alloc")]
    pub fn open_combined(&self, nonce: &[u8; NONCE_LEN], sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (tag, ciphertext) = sealed.split_first_chunk().ok_or(OpenError::Forged)?;
        let mut plaintext = ciphertext.to_vec();
        self.open(nonce, &mut plaintext, tag)?;
        Ok(plaintext)
    }

    /// Returns the names of the backends of the cipher and the authenticator, or one name if they are the same.
    #[must_use]
    pub fn backend() -> &'static str {
        match (super::salsa20::backend(), poly1305::backend()) {
            ("avx512", "avx2") => "avx512, avx2",
            (_, authenticator) => authenticator,
        }
    }

    fn seal_in_out(&self, nonce: &[u8; NONCE_LEN], mut data: InOut<'_>) -> Tag {
        let mut message = Message::new();
        message.begin(self.key.expose(), nonce, data.len());
        message.xor(&mut data);
        poly1305::tag(message.one_time_key(), data.output())
    }

    fn open_in_out(&self, nonce: &[u8; NONCE_LEN], mut data: InOut<'_>, expected: &Tag) -> Result<(), OpenError> {
        let mut message = Message::new();
        message.begin(self.key.expose(), nonce, data.len());
        let mut tag = poly1305::tag(message.one_time_key(), data.input());
        let len = data.len();
        aead::release(&mut tag, expected, data.part(0..len))?;
        message.xor(&mut data);
        Ok(())
    }
}

/// The keystream of one message: its first 32 bytes are the key of Poly1305, and the message follows.
struct Message {
    /// The key of Salsa20, derived from the first 16 bytes of the nonce.
    subkey: Secret<[u8; KEY_LEN]>,
    /// The first block: a number of 0 and the rest of the nonce.
    start: u128,
    backend: Backend,
    head: Head,
}

impl Message {
    /// Returns a message that has no key yet.
    #[inline(always)]
    fn new() -> Self {
        Self { subkey: Secret::ZEROED, start: 0, backend: Backend::choose(), head: Head([0; HEAD_LEN]) }
    }

    /// Generates the start of the keystream of a message of `len` bytes, in one pass with the one-time key.
    #[inline(always)]
    fn begin(&mut self, key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], len: usize) {
        let (first, start) = split_nonce::<XSalsa20>(nonce);
        derive(key, first.expect("XSalsa20 derives a key"), &mut self.subkey);
        self.start = start;
        let blocks = (ONE_TIME_KEY_LEN + len.min(IN_HEAD)).div_ceil(BLOCK_LEN);
        salsa20::head(self.backend, self.subkey.expose(), start, blocks, &mut self.head);
    }

    /// Returns the key of Poly1305.
    #[inline(always)]
    fn one_time_key(&self) -> &[u8; ONE_TIME_KEY_LEN] {
        &self.head.0.as_chunks().0[0]
    }

    /// XORs the message with the keystream.
    #[inline(always)]
    fn xor(&self, data: &mut InOut<'_>) {
        let (len, in_head) = (data.len(), data.len().min(IN_HEAD));
        if in_head > 0 {
            salsa20::xor_head(self.backend, &self.head.0[ONE_TIME_KEY_LEN..], data.part(0..in_head));
        }
        let next = self.start.wrapping_add((HEAD_LEN / BLOCK_LEN) as u128);
        salsa20::xor(self.backend, self.subkey.expose(), next, data.part(in_head..len));
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        wipe(&mut self.head.0);
    }
}

impl zeroize::ZeroizeOnDrop for SecretBox {}

impl fmt::Debug for SecretBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretBox(..)")
    }
}
