//! The stream ciphers that ChaCha20, Salsa20 and block ciphers in counter mode have in common: a key, a nonce, and a
//! keystream that can be entered anywhere.

#[cfg(test)]
mod tests;

use super::arithmetic::rounds::{BLOCK_LEN, Key};
use super::keystream::{ApplyError, Buffer, EndOfKeystream, Place};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::secret::{Confidential, Secret};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::array::TryFromSliceError;
use core::fmt;

/// Bytes in a key of ChaCha20 and Salsa20.
pub const KEY_LEN: usize = 32;

/// A keystream that can be entered at any of its blocks: what a [`Cipher`] applies. Public because [`Cipher`] mentions
/// it, but not nameable outside.
pub trait Keystream: 'static {
    /// The name of the algorithm.
    const NAME: &'static str;
    /// The bytes of a key: an array.
    type Key: Confidential + Default + AsMut<[u8]>;
    /// A nonce: an array of bytes.
    type Nonce: for<'n> TryFrom<&'n [u8], Error = TryFromSliceError>;
    /// Bytes of keystream.
    const KEY_STREAM_LEN: u128;
    /// A block of keystream.
    type Block: Buffer + Send + Sync;
    /// The expanded key, which a cipher keeps. It is wiped when dropped.
    type Expanded: Send + Sync;

    /// Returns an expanded key that is not set yet.
    fn empty() -> Self::Expanded;

    /// Sets the key. Returns the start: a number that the first block is generated from, as the blocks after it are
    /// from those that follow.
    fn set(expanded: &mut Self::Expanded, key: &Self::Key, nonce: &Self::Nonce) -> u128;

    /// XORs data with the keystream from the block with this number on.
    fn xor(expanded: &Self::Expanded, number: u128, data: InOut<'_>);

    /// Runs `body` and wipes the stack that setting a key may use, excluding the kernels, which wipe their own.
    fn wiping<R>(body: impl FnOnce() -> R) -> R;
}

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

/// Bytes of stack that creating a cipher may use, excluding the kernels, which wipe their own.
const STACK: usize = 512;

impl<V: Variant> Keystream for V {
    const NAME: &'static str = V::NAME;
    type Key = Key;
    type Nonce = V::Nonce;
    const KEY_STREAM_LEN: u128 = V::KEY_STREAM_LEN;
    type Block = [u8; BLOCK_LEN];
    type Expanded = Secret<Key>;

    #[inline(always)]
    fn empty() -> Secret<Key> {
        Secret::ZEROED
    }

    #[inline(always)]
    fn set(expanded: &mut Secret<Key>, key: &Key, nonce: &V::Nonce) -> u128 {
        let (derives, start) = split_nonce::<V>(nonce);
        match derives {
            Some(first) => V::derive(key, first, expanded),
            None => expanded.write(|copy| *copy = *key),
        }
        start
    }

    #[inline(always)]
    fn xor(expanded: &Secret<Key>, number: u128, data: InOut<'_>) {
        <V as sealed::Sealed>::xor(expanded.expose(), number, data);
    }

    #[inline(always)]
    fn wiping<R>(body: impl FnOnce() -> R) -> R {
        wiping_stack::<STACK, _>(body)
    }
}

/// A stream cipher. Use it as [`ChaCha20`], [`ChaCha20Djb`], [`XChaCha20`], [`Salsa20`], [`XSalsa20`] or as a block
/// cipher in [counter mode](super::aes_ctr).
///
/// A cipher has a position in its keystream, initially the start, and advances by one for each byte that it processes;
/// encryption and decryption are the same. Takes time that depends only on lengths and positions and, in counter mode,
/// on where the last byte of the counter wraps, which is public. The key and buffered keystream are wiped when it is
/// dropped.
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
pub struct Cipher<K: Keystream> {
    key: K::Expanded,
    /// The number of the first block.
    start: u128,
    pub(super) place: Place<K::Block>,
}

impl<K: Keystream> Cipher<K> {
    /// Bytes in a key.
    pub const KEY_LEN: usize = size_of::<K::Key>();

    /// Bytes in a nonce.
    pub const NONCE_LEN: usize = size_of::<K::Nonce>();

    /// Bytes of keystream: a block for each value of the counter, which has 32 bits in ChaCha20 and XChaCha20, and 64
    /// bits in ChaCha20's original form and in Salsa20 and XSalsa20. In counter mode they are 2⁶⁴ blocks as well: that
    /// many random blocks would contain equal ones; those of a keystream are all different, which distinguishes a longer
    /// keystream from random bytes.
    pub const KEY_STREAM_LEN: u128 = K::KEY_STREAM_LEN;

    /// Returns a cipher at the start of its keystream: where the block counter is 0 or, in counter mode, where it is the
    /// nonce.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &K::Key, nonce: &K::Nonce) -> Self {
        K::wiping(|| {
            let mut cipher = Self::empty();
            cipher.set(key, nonce);
            cipher
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is set there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline(never)]
    pub fn boxed(key: &K::Key, nonce: &K::Nonce) -> Box<Self> {
        let mut cipher = Box::new(Self::empty());
        K::wiping(|| cipher.set(key, nonce));
        cipher
    }

    /// Returns a cipher that has no key and no nonce yet.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { key: K::empty(), start: 0, place: Place::start(K::KEY_STREAM_LEN) }
    }

    /// Sets the key and the nonce of a cipher that has none.
    #[inline(always)]
    pub(super) fn set(&mut self, key: &K::Key, nonce: &K::Nonce) {
        self.start = K::set(&mut self.key, key, nonce);
    }

    /// Moves to the start of the keystream of the same key that begins with this block.
    #[inline(always)]
    pub(super) fn restart_at(&mut self, start: u128) {
        self.start = start;
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
        let xor = |number, data: InOut<'_>| K::xor(&self.key, self.start.wrapping_add(number), data);
        self.place.apply(data, xor)
    }
}

impl<K: Keystream> zeroize::ZeroizeOnDrop for Cipher<K> {}

impl<K: Keystream> fmt::Debug for Cipher<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", K::NAME)
    }
}
