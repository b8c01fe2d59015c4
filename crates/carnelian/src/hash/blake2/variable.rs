//! BLAKE2 with digests of a length that is chosen at run time.

use super::Variant;
use super::absorbing::Absorbing;
use super::function::Parameters;
use crate::error::{LengthError, LengthRangeError};
use core::fmt;

/// BLAKE2 without a key and with digests of a length that is chosen at run time.
///
/// Time depends only on the length of the message. State and buffered input are wiped when dropped.
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

impl<V: Variant> VariableHasher<V> {
    /// Creates a hasher with digests of `len` bytes, for an empty message.
    ///
    /// # Errors
    /// [`LengthRangeError`] if `len` is not 1 to 64 (BLAKE2b) or 1 to 32 (BLAKE2s).
    pub fn new(len: usize) -> Result<Self, LengthRangeError> {
        LengthRangeError::check("BLAKE2 digest", 1..=V::MAX_LEN, len)?;
        Ok(Self { absorbing: Absorbing::new(&Parameters::of_length(len as u8)), len })
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.absorbing.update(data);
    }

    /// Writes the digest of the message to `digest`.
    ///
    /// # Errors
    /// [`LengthError`] if `digest` does not have the length of the digest; nothing is written then.
    pub fn finalize_into(mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        if digest.len() != self.len {
            return Err(LengthError { what: "BLAKE2 digest", expected: self.len, found: digest.len() });
        }
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
