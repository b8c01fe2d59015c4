//! The public type of the hash functions of FIPS 180-4.

use super::function::{Compression, Function};
use super::intake::{Intake, digest_from, digest_nested};
use crate::error::LengthError;
use crate::hash::functions::Hash;
use core::fmt;

/// A hash function of FIPS 180-4. Use it as [`Sha256`](crate::hash::Sha256), [`Sha512`](crate::hash::Sha512) and so on.
///
/// Time depends only on the length of the message. State and buffered input are wiped when dropped.
///
/// ```
/// use carnelian::hash::{Hash, Sha384};
/// let mut hasher = Sha384::new();
/// hasher.update(b"ab");
/// let mut fork = hasher.clone();
/// hasher.update(b"c");
/// fork.update(b"d");
/// assert_eq!(hasher.finalize(), Sha384::digest(b"abc"));
/// assert_eq!(fork.finalize(), Sha384::digest(b"abd"));
/// ```
pub struct Hasher<F: Function>(pub(super) Intake<F::Compression>);

impl<F: Function> Hasher<F> {
    /// Creates a hasher for an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self(Intake::new(F::INITIAL))
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Returns the digest of the message.
    ///
    /// Rust may copy values that it moves, here the hasher into this function.
    /// [`finalize_reset`](Self::finalize_reset) leaves no copy.
    #[must_use]
    pub fn finalize(mut self) -> F::Digest {
        self.finalize_reset()
    }

    /// Returns the digest of the message, and returns the hasher to its initial state.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let mut hasher = Sha256::new();
    /// for message in [b"one", b"two"] {
    ///     hasher.update(message);
    ///     assert_eq!(hasher.finalize_reset(), Sha256::digest(message));
    /// }
    /// ```
    #[must_use]
    pub fn finalize_reset(&mut self) -> F::Digest {
        self.0.finalize_reset::<F>(F::INITIAL)
    }

    /// Returns the digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> F::Digest {
        digest_from::<F>(F::INITIAL, 0, message)
    }

    /// Computes the digests of many independent messages, several at a time where the CPU has vector lanes for it.
    ///
    /// The messages may have different lengths; time depends only on the lengths. `digests[i]` is the digest of
    /// `messages[i]`.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of messages and digests differ; no digest is written then.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut digests = [[0; 32]; 3];
    /// Sha256::digest_batch(&messages, &mut digests)?;
    /// assert_eq!(digests[1], Sha256::digest(b"two"));
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn digest_batch(messages: &[&[u8]], digests: &mut [F::Digest]) -> Result<(), LengthError> {
        F::Compression::digest_all::<F>(messages, digests)
    }
}

impl<F: Function> Hash for Hasher<F> {
    const NAME: &'static str = F::NAME;
    const DIGEST_LEN: usize = F::DIGEST_LEN;
    const BLOCK_LEN: usize = F::Compression::BLOCK_LEN;
    type Digest = F::Digest;

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(self) -> F::Digest {
        self.finalize()
    }

    fn finalize_reset(&mut self) -> F::Digest {
        self.finalize_reset()
    }

    fn digest(message: &[u8]) -> F::Digest {
        Self::digest(message)
    }

    fn digest_batch(messages: &[&[u8]], digests: &mut [F::Digest]) -> Result<(), LengthError> {
        Self::digest_batch(messages, digests)
    }

    fn digest_with(&self, data: &[u8]) -> F::Digest {
        self.0.digest_with::<F>(data)
    }

    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        let [first, second] = Intake::new_two(F::INITIAL, first_blocks);
        [Self(first), Self(second)]
    }

    fn digest_nested(first_blocks: [&[u8]; 2], data: &[u8]) -> F::Digest {
        digest_nested::<F>(first_blocks, data)
    }

    fn backend() -> &'static str {
        F::Compression::name(F::Compression::choose())
    }
}

// Not derived: that would require `F: Clone`.
impl<F: Function> Clone for Hasher<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: Function> Default for Hasher<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Function> zeroize::ZeroizeOnDrop for Hasher<F> {}

impl<F: Function> fmt::Debug for Hasher<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", F::NAME)
    }
}

#[cfg(feature = "std")]
impl<F: Function> std::io::Write for Hasher<F> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
