//! BLAKE2 with digests of a length that is chosen at run time, with or without a key.

use super::absorbing::Absorbing;
use super::function::Parameters;
use super::members::Variant;
use crate::base::memory::wiping_stack;
use crate::error::{LengthError, LengthRangeError};
use core::fmt;

/// BLAKE2 with digests of a length that is chosen at run time, and optionally with a key, a salt and a personalisation.
///
/// Time depends only on the lengths of the key and the message. Key, state and buffered input are wiped when dropped.
/// Where the length is known when the program is compiled, [`Hasher`](super::Hasher) and [`Mac`](super::Mac) return
/// arrays; a tag is best compared by [`Mac::verify`](super::Mac::verify) or [`ct::verify`](crate::ct::verify).
///
/// ```
/// use carnelian::hash::blake2::{B, VariableHasher};
/// use carnelian::hash::{Blake2b256, Hash};
/// let mut hasher = VariableHasher::<B>::new(32)?;
/// hasher.update(b"message");
/// let mut digest = vec![0; 32];
/// hasher.finalize_into(&mut digest)?;
/// assert_eq!(digest, Blake2b256::digest(b"message"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct VariableHasher<V: Variant> {
    absorbing: Absorbing<V>,
    len: usize,
}

/// The number of bytes of stack that the preparation of a key uses.
const STACK: usize = 1024;

impl<V: Variant> VariableHasher<V> {
    /// Creates a hasher with digests of `len` bytes, for an empty message.
    ///
    /// # Errors
    /// [`LengthRangeError`] if `len` is not 1 to 64 (BLAKE2b) or 1 to 32 (BLAKE2s).
    pub fn new(len: usize) -> Result<Self, LengthRangeError> {
        LengthRangeError::check("BLAKE2 digest", 1..=V::MAX_LEN, len)?;
        Ok(Self { absorbing: Absorbing::new(&Parameters::of_length(len as u8)), len })
    }

    /// Like [`new`](Self::new), with a key, a salt and a personalisation: 16 bytes each of the latter two for BLAKE2b, 8
    /// for BLAKE2s. An empty key is none, and zeros are no salt and no personalisation.
    ///
    /// ```
    /// use carnelian::hash::Blake2bMac;
    /// use carnelian::hash::blake2::{B, VariableHasher};
    /// let mut hasher = VariableHasher::<B>::with(24, b"a key", &[0; 16], b"invoices of 2026")?;
    /// hasher.update(b"message");
    /// let mut tag = [0; 24];
    /// hasher.finalize_into(&mut tag)?;
    ///
    /// let mut same = Blake2bMac::<24>::with(b"a key", &[0; 16], b"invoices of 2026")?;
    /// same.update(b"message");
    /// assert_eq!(tag, same.finalize());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`new`](Self::new), and [`LengthRangeError`] if the key has more than 64 bytes (BLAKE2b) or 32
    /// bytes (BLAKE2s).
    #[inline(never)]
    pub fn with(
        len: usize,
        key: &[u8],
        salt: &V::Setting,
        personalisation: &V::Setting,
    ) -> Result<Self, LengthRangeError> {
        LengthRangeError::check("BLAKE2 digest", 1..=V::MAX_LEN, len)?;
        LengthRangeError::check("BLAKE2 key", 0..=V::MAX_LEN, key.len())?;
        wiping_stack::<STACK, _>(|| {
            let parameters = Parameters::<V> {
                len: len as u8,
                key_len: key.len() as u8,
                salt: *salt,
                personalisation: *personalisation,
            };
            let absorbing =
                if key.is_empty() { Absorbing::new(&parameters) } else { Absorbing::keyed(&parameters, key) };
            Ok(Self { absorbing, len })
        })
    }

    /// Returns the number of bytes in the digest.
    #[must_use]
    pub const fn digest_len(&self) -> usize {
        self.len
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.absorbing.update(data);
    }

    /// Writes the digest of the message so far to `digest`; more can be absorbed afterwards.
    ///
    /// # Errors
    /// [`LengthError`] if `digest` does not have the length of the digest; nothing is written then.
    pub fn digest_so_far(&mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        self.check_len(digest)?;
        self.absorbing.peek(digest);
        Ok(())
    }

    fn check_len(&self, digest: &[u8]) -> Result<(), LengthError> {
        match digest.len() {
            len if len == self.len => Ok(()),
            found => Err(LengthError { what: "BLAKE2 digest", expected: self.len, found }),
        }
    }

    /// Writes the digest of the message to `digest`.
    ///
    /// # Errors
    /// [`LengthError`] if `digest` does not have the length of the digest; nothing is written then.
    pub fn finalize_into(mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        self.check_len(digest)?;
        self.absorbing.finish(digest);
        Ok(())
    }
}

impl<V: Variant> zeroize::ZeroizeOnDrop for VariableHasher<V> {}

impl<V: Variant> fmt::Debug for VariableHasher<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", V::NAME)
    }
}
