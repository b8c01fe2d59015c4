//! AES in counter mode, SP 800-38A Section 6.5, with keys of 128, 192 and 256 bits.
//!
//! A stream cipher provides confidentiality but not authenticity: an attacker who can change the ciphertext can change
//! the message. Unless something else authenticates the ciphertext, use authenticated encryption instead.
//!
//! The keystream is a function of the key and the counter block: the encryption of that block, read as a big-endian
//! number of 128 bits, and of those that follow (the standard incrementing function of Appendix B.1, on all bits). No
//! two blocks may be encrypted under one key with the same counter, in one message or in two: that would reveal the XOR
//! of their plaintexts. A nonce in the upper half and zeros in the lower half separate messages that are shorter than
//! 2⁶⁴ blocks.
//!
//! A cipher keeps its expanded key: [`restart`](AesCtr::restart) moves it to the keystream of the next message.

#[cfg(test)]
mod tests;

pub use super::keystream::{ApplyError, EndOfKeystream};

use super::aes::kernel::{BLOCK_LEN, Counter};
use super::aes::{Aes128, Aes192, Aes256, EncryptionKey, Parameters};
use super::keystream::Place;
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;

/// AES-128 in counter mode.
pub type Aes128Ctr = AesCtr<Aes128>;

/// AES-192 in counter mode.
pub type Aes192Ctr = AesCtr<Aes192>;

/// AES-256 in counter mode.
///
/// ```
/// use carnelian::cipher::aes_ctr::Aes256Ctr;
/// let (key, nonce) = ([7; 32], [1; 8]);
/// let mut counter = [0; 16];
/// counter[..8].copy_from_slice(&nonce);
///
/// let mut data = *b"attack at dawn";
/// Aes256Ctr::new(&key, &counter).apply(&mut data)?;
/// assert_ne!(&data, b"attack at dawn");
/// Aes256Ctr::new(&key, &counter).apply(&mut data)?;
/// assert_eq!(&data, b"attack at dawn");
/// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
/// ```
pub type Aes256Ctr = AesCtr<Aes256>;

/// AES in counter mode, with a key of [`Aes128`], [`Aes192`] or [`Aes256`]. Use it as [`Aes128Ctr`], [`Aes192Ctr`] or
/// [`Aes256Ctr`].
///
/// A cipher has a position in its keystream, initially the start, and advances by one for each byte that it processes;
/// encryption and decryption are the same. Takes time that depends only on lengths and positions, and on where the last
/// byte of the counter wraps, which is public. The expanded key and buffered keystream are wiped when it is dropped.
///
/// ```
/// use carnelian::cipher::aes_ctr::Aes128Ctr;
/// let mut cipher = Aes128Ctr::new(&[7; 16], &[1; 16]);
/// let message = [9; 1000];
///
/// let mut pieces = message;
/// for piece in pieces.chunks_mut(123) {
///     cipher.apply(piece)?;
/// }
/// cipher.seek(500)?;
/// cipher.apply(&mut pieces[500..600])?;
/// assert_eq!(pieces[500..600], message[500..600]);
/// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
/// ```
pub struct AesCtr<A: Parameters> {
    key: EncryptionKey<A>,
    /// T₁, the first counter block, as a big-endian number.
    first: u128,
    place: Place<BLOCK_LEN>,
}

/// Bytes of stack that creating a cipher may use.
const STACK: usize = 1024;

impl<A: Parameters> AesCtr<A> {
    /// Bytes in a key.
    pub const KEY_LEN: usize = A::KEY_LEN;

    /// Bytes of keystream: 2⁶⁴ blocks. That many random blocks would contain equal ones; those of a keystream are all
    /// different, which distinguishes a longer keystream from random bytes.
    pub const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 64;

    /// Returns a cipher at the start of its keystream, which begins with the encryption of `counter`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &A::Key, counter: &[u8; 16]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut cipher = Self::empty(counter);
            cipher.key.replace(key);
            cipher
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &A::Key, counter: &[u8; 16]) -> Box<Self> {
        let mut cipher = Box::new(Self::empty(counter));
        cipher.key.replace(key);
        cipher
    }

    /// Returns a cipher that has no key yet.
    #[inline(always)]
    fn empty(counter: &[u8; 16]) -> Self {
        let (first, place) = (u128::from_be_bytes(*counter), Place::start(Self::KEY_STREAM_LEN));
        Self { key: EncryptionKey::empty(), first, place }
    }

    /// Moves to the start of another keystream of the same key, which begins with the encryption of `counter`. Use it
    /// for many messages: expanding a key takes longer than encrypting a short one.
    ///
    /// ```
    /// use carnelian::cipher::aes_ctr::Aes256Ctr;
    /// let mut cipher = Aes256Ctr::new(&[7; 32], &[0; 16]);
    /// let mut messages = [*b"attack at dawn", *b"attack at noon"];
    /// for (message, nonce) in messages.iter_mut().zip(1u64..) {
    ///     cipher.restart(&(u128::from(nonce) << 64).to_be_bytes());
    ///     cipher.apply(message)?;
    /// }
    /// assert_eq!(cipher.position(), 14);
    ///
    /// cipher.restart(&(1u128 << 64).to_be_bytes());
    /// cipher.apply(&mut messages[0])?;
    /// assert_eq!(&messages[0], b"attack at dawn");
    /// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
    /// ```
    pub fn restart(&mut self, counter: &[u8; 16]) {
        self.first = u128::from_be_bytes(*counter);
        self.place.restart();
    }

    /// Returns the position: the number of bytes of keystream before the next one.
    #[must_use]
    pub const fn position(&self) -> u128 {
        self.place.position()
    }

    /// Moves to a position, forwards or backwards. Takes the same time for every position.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if the position is past the end; the cipher is unchanged then.
    pub const fn seek(&mut self, position: u128) -> Result<(), EndOfKeystream> {
        self.place.seek(position)
    }

    /// Encrypts or decrypts `data` in place and advances by its length.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if there is less keystream than data; nothing is changed then.
    pub fn apply(&mut self, data: &mut [u8]) -> Result<(), EndOfKeystream> {
        self.apply_in_out(InOut::in_place(data))
    }

    /// Encrypts or decrypts `input` into `output` and advances by their length.
    ///
    /// # Errors
    /// [`ApplyError`] if the two have different lengths or there is less keystream than input; nothing is changed then.
    ///
    /// ```
    /// use carnelian::cipher::aes_ctr::Aes256Ctr;
    /// let mut output = [0; 5];
    /// Aes256Ctr::new(&[7; 32], &[1; 16]).apply_to(b"hello", &mut output)?;
    /// Aes256Ctr::new(&[7; 32], &[1; 16]).apply(&mut output)?;
    /// assert_eq!(&output, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ApplyError> {
        let data = InOut::between(input, output, "output of the cipher").map_err(ApplyError::Length)?;
        self.apply_in_out(data).map_err(ApplyError::EndOfKeystream)
    }

    fn apply_in_out(&mut self, data: InOut<'_>) -> Result<(), EndOfKeystream> {
        let xor = |number, data: InOut<'_>| xor_counted_128(&self.key, self.first.wrapping_add(number), data);
        self.place.apply(data, xor)
    }
}

/// Section 6.5 from the counter block `counter` on. The kernels count in 32 bits, so a run ends where these wrap.
pub(super) fn xor_counted_128<A: Parameters>(key: &EncryptionKey<A>, mut counter: u128, mut data: InOut<'_>) {
    while data.len() > 0 {
        let blocks = (1 << 32) - u64::from(counter as u32);
        let len = (data.len() as u64).min(blocks * BLOCK_LEN as u64) as usize;
        let (run, rest) = data.split_at(len);
        key.xor_counted(Counter::PublicLastBig, &counter.to_be_bytes(), run);
        counter = counter.wrapping_add(u128::from(blocks));
        data = rest;
    }
}

impl<A: Parameters> zeroize::ZeroizeOnDrop for AesCtr<A> {}

impl<A: Parameters> fmt::Debug for AesCtr<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{} in counter mode(..)", 8 * A::KEY_LEN)
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    super::aes::backend()
}
