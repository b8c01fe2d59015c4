//! The stream ciphers that ChaCha20 and Salsa20 have in common: a key of 32 bytes, a nonce, and a keystream that can be
//! entered anywhere.

#[cfg(test)]
mod tests;

use super::arithmetic::rounds::{BLOCK_LEN, Key};
use super::keystream::{ApplyError, EndOfKeystream, Place};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::array::TryFromSliceError;
use core::fmt;
use core::marker::PhantomData;

/// Bytes in a key.
pub const KEY_LEN: usize = 32;

/// A member of the ChaCha20 family or the Salsa20 family. Sealed.
pub trait Variant: Send + Sync + sealed::Sealed + 'static {
    /// The name of the algorithm.
    const NAME: &'static str;
    /// A nonce: an array of bytes.
    type Nonce: Copy + AsRef<[u8]> + AsMut<[u8]> + for<'n> TryFrom<&'n [u8], Error = TryFromSliceError>;
    /// Bytes of keystream: 64 for each value of the counter.
    const KEY_STREAM_LEN: u128;
}

pub(super) mod sealed {
    use super::{InOut, Key, Secret};

    pub trait Sealed {
        /// Whether the key is derived from the first 16 bytes of the nonce.
        const DERIVES_KEY: bool;
        /// Derives a key: HChaCha20 or HSalsa20.
        fn derive(key: &Key, input: &[u8; 16], subkey: &mut Secret<Key>);
        /// XORs data with the keystream from the block with this counter and nonce on.
        fn xor(key: &Key, start: u128, data: InOut<'_>);
    }
}

/// Splits a nonce into the 16 bytes from which the key is derived, if the variant does so, and the counter and the
/// nonce of the first block as a number of 16 bytes: a counter of zero, then the rest of the nonce.
#[inline(always)]
pub(super) fn split_nonce<V: Variant>(nonce: &V::Nonce) -> (Option<&[u8; 16]>, u128) {
    let nonce = nonce.as_ref();
    let (derives, rest) = match nonce.split_first_chunk() {
        Some((first, rest)) if V::DERIVES_KEY => (Some(first), rest),
        _ => (None, nonce),
    };
    let mut row = [0; 16];
    row[16 - rest.len()..].copy_from_slice(rest);
    (derives, u128::from_le_bytes(row))
}

/// A cipher of the ChaCha20 family or the Salsa20 family. Use it as [`ChaCha20`], [`ChaCha20Djb`], [`XChaCha20`],
/// [`Salsa20`] or [`XSalsa20`].
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
///
/// [`ChaCha20`]: super::chacha20::ChaCha20
/// [`ChaCha20Djb`]: super::chacha20::ChaCha20Djb
/// [`XChaCha20`]: super::chacha20::XChaCha20
/// [`Salsa20`]: super::salsa20::Salsa20
/// [`XSalsa20`]: super::salsa20::XSalsa20
pub struct Cipher<V: Variant> {
    pub(super) key: Secret<Key>,
    /// The counter and the nonce of the first block.
    pub(super) start: u128,
    place: Place<BLOCK_LEN>,
    variant: PhantomData<V>,
}

/// Bytes of stack that creating a cipher may use, excluding the kernels, which wipe their own.
const STACK: usize = 512;

impl<V: Variant> Cipher<V> {
    /// Bytes in a nonce.
    pub const NONCE_LEN: usize = size_of::<V::Nonce>();

    /// Bytes of keystream: 64 for each value of the counter, which has 32 bits in ChaCha20 and XChaCha20, and 64
    /// bits in ChaCha20's original form and in Salsa20 and XSalsa20.
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

    /// Like [`new`](Self::new), but on the heap: the key is set there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline(never)]
    pub fn boxed(key: &[u8; KEY_LEN], nonce: &V::Nonce) -> Box<Self> {
        let mut cipher = Box::new(Self::empty());
        wiping_stack::<STACK, _>(|| cipher.set(key, nonce));
        cipher
    }

    /// Returns a cipher that has no key and no nonce yet.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { key: Secret::ZEROED, start: 0, place: Place::start(V::KEY_STREAM_LEN), variant: PhantomData }
    }

    /// Sets the key and the nonce of a cipher that has none.
    #[inline(always)]
    pub(super) fn set(&mut self, key: &[u8; KEY_LEN], nonce: &V::Nonce) {
        let (derives, start) = split_nonce::<V>(nonce);
        self.start = start;
        match derives {
            Some(first) => V::derive(key, first, &mut self.key),
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
            V::xor(self.key.expose(), self.start.wrapping_add(number), data);
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
