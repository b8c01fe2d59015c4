//! ChaCha20, RFC 8439 Sections 2.1 to 2.4, with a nonce of 12 bytes, and in its original form with a nonce of 8 bytes;
//! HChaCha20 and XChaCha20, draft-irtf-cfrg-xchacha Section 2.
//!
//! A stream cipher provides confidentiality but not authenticity: an attacker who can change the ciphertext can change
//! the message. Unless something else authenticates the ciphertext, use authenticated encryption instead.
//!
//! The keystream is a function of key and nonce. Two messages under the same key and nonce reveal their XOR.

pub(super) mod kernel;
mod portable;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only architectures with vectors use rows"))]
mod rounds;
pub mod variant;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_x8;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_avx2_x8_assembly;
#[cfg(all(target_arch = "x86_64", any(test, carnelian_msan, miri)))]
mod x86_avx2_x8_model;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_rows;

#[cfg(test)]
mod tests;

pub use super::keystream::{ApplyError, EndOfKeystream};

use super::keystream::Place;
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
use core::fmt;
use core::marker::PhantomData;
use kernel::{BLOCK_LEN, Backend, Key};
use variant::Variant;
pub(super) use variant::split_nonce;

/// Bytes in a key.
pub const KEY_LEN: usize = 32;

/// ChaCha20 as specified in RFC 8439: a nonce of 12 bytes, and 2³² blocks of keystream, which are 256 GiB.
///
/// ```
/// use carnelian::cipher::chacha20::ChaCha20;
/// let (key, nonce) = ([7; 32], [1; 12]);
///
/// let mut data = *b"attack at dawn";
/// ChaCha20::new(&key, &nonce).apply(&mut data)?;
/// assert_ne!(&data, b"attack at dawn");
/// ChaCha20::new(&key, &nonce).apply(&mut data)?;
/// assert_eq!(&data, b"attack at dawn");
/// # Ok::<(), carnelian::cipher::chacha20::EndOfKeystream>(())
/// ```
pub type ChaCha20 = Cipher<variant::ChaCha20>;

/// ChaCha20 in its original form (Bernstein, 2008): a nonce of 8 bytes, and 2⁶⁴ blocks of keystream.
pub type ChaCha20Djb = Cipher<variant::ChaCha20Djb>;

/// XChaCha20, draft-irtf-cfrg-xchacha Section 2.3: a nonce of 24 bytes, long enough to be drawn at random, and 2³²
/// blocks of keystream.
pub type XChaCha20 = Cipher<variant::XChaCha20>;

/// A cipher of the ChaCha20 family. Use it as [`ChaCha20`], [`ChaCha20Djb`] or [`XChaCha20`].
///
/// A cipher has a position in its keystream, initially the start, and advances by one for each byte that it processes;
/// encryption and decryption are the same. Takes time that depends only on lengths and positions. The key and buffered
/// keystream are wiped when it is dropped.
///
/// ```
/// use carnelian::cipher::chacha20::XChaCha20;
/// let mut cipher = XChaCha20::new(&[7; 32], &[1; 24]);
/// let message = [9; 1000];
///
/// let mut pieces = message;
/// for piece in pieces.chunks_mut(123) {
///     cipher.apply(piece)?;
/// }
/// cipher.seek(500)?;
/// cipher.apply(&mut pieces[500..600])?;
/// assert_eq!(pieces[500..600], message[500..600]);
/// # Ok::<(), carnelian::cipher::chacha20::EndOfKeystream>(())
/// ```
pub struct Cipher<V: Variant> {
    key: Secret<Key>,
    /// The last row of the state of the first block, as a little-endian number.
    start: u128,
    place: Place<BLOCK_LEN>,
    variant: PhantomData<V>,
}

/// Bytes of stack that creating a cipher may use, excluding the kernels, which wipe their own.
const STACK: usize = 512;

impl<V: Variant> Cipher<V> {
    /// Bytes in a nonce.
    pub const NONCE_LEN: usize = size_of::<V::Nonce>();

    /// Bytes of keystream: 64 for each value of the counter, which has 32 bits, or 64 bits in the original form.
    pub const KEY_STREAM_LEN: u128 = V::KEY_STREAM_LEN;

    /// Returns a cipher at the start of its keystream, where the block counter is 0.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN], nonce: &V::Nonce) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut cipher = Self::empty();
            cipher.set(key, nonce);
            cipher
        })
    }

    /// Returns a cipher that has no key and no nonce yet.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { key: Secret::ZERO, start: 0, place: Place::start(V::KEY_STREAM_LEN), variant: PhantomData }
    }

    /// Sets the key and the nonce of a cipher that has none.
    #[inline(always)]
    pub(super) fn set(&mut self, key: &[u8; KEY_LEN], nonce: &V::Nonce) {
        let (derives, start) = split_nonce::<V>(nonce);
        self.start = start;
        match derives {
            Some(first) => derive(key, first, &mut self.key),
            None => self.key.write(|copy| *copy = *key),
        }
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
    /// use carnelian::cipher::chacha20::ChaCha20;
    /// let mut output = [0; 5];
    /// ChaCha20::new(&[7; 32], &[1; 12]).apply_to(b"hello", &mut output)?;
    /// ChaCha20::new(&[7; 32], &[1; 12]).apply(&mut output)?;
    /// assert_eq!(&output, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ApplyError> {
        let data = InOut::between(input, output, "output of the cipher").map_err(ApplyError::Length)?;
        self.apply_in_out(data).map_err(ApplyError::EndOfKeystream)
    }

    pub(super) fn apply_in_out(&mut self, data: InOut<'_>) -> Result<(), EndOfKeystream> {
        // The sum may wrap: no keystream past the end is used.
        let xor = |number, data: InOut<'_>| {
            kernel::xor(Backend::choose(), self.key.expose(), self.start.wrapping_add(number), data);
        };
        self.place.apply(data, xor)
    }
}

impl<V: Variant> zeroize::ZeroizeOnDrop for Cipher<V> {}

impl<V: Variant> fmt::Debug for Cipher<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", V::NAME)
    }
}

/// HChaCha20, draft-irtf-cfrg-xchacha Section 2.2: derives a key from a key and 16 bytes of input, as XChaCha20 does
/// with the first 16 bytes of its nonce. Constant time.
///
/// ```
/// use carnelian::cipher::chacha20::{ChaCha20Djb, XChaCha20, hchacha20};
/// let subkey = hchacha20(&[7; 32], &[1; 16]);
/// let (mut long, mut short) = ([0; 100], [0; 100]);
/// XChaCha20::new(&[7; 32], &[1; 24]).apply(&mut long)?;
/// ChaCha20Djb::new(subkey.declassify("example"), &[1; 8]).apply(&mut short)?;
/// assert_eq!(long, short);
/// # Ok::<(), carnelian::cipher::chacha20::EndOfKeystream>(())
/// ```
#[must_use]
#[inline(never)]
pub fn hchacha20(key: &[u8; KEY_LEN], input: &[u8; 16]) -> Secret<[u8; KEY_LEN]> {
    wiping_stack::<STACK, _>(|| {
        let mut subkey = Secret::ZERO;
        derive(key, input, &mut subkey);
        subkey
    })
}

/// Computes [`hchacha20`] directly into `subkey`.
#[inline(always)]
pub(super) fn derive(key: &[u8; KEY_LEN], input: &[u8; 16], subkey: &mut Secret<Key>) {
    subkey.write(|subkey| kernel::hchacha20(Backend::choose(), key, u128::from_le_bytes(*input), subkey));
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
