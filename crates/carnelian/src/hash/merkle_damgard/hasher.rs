//! The hasher of the functions of FIPS 180-4: one type, told apart by the family, the length of its blocks and that of
//! the digests.

use super::{Compression, Intake, digest_from, digest_nested};
use crate::error::LengthError;
use crate::hash::Hash;
use core::fmt;

/// A function of a family: the one whose digests have `LEN` bytes.
pub trait Function<const BLOCK_LEN: usize, const LEN: usize>: Compression<BLOCK_LEN> {
    /// The name in the standard.
    const NAME: &'static str;
    /// H⁽⁰⁾, Section 5.3.
    const INITIAL: Self::State;
}

/// A hash function of FIPS 180-4 with blocks of `BLOCK_LEN` and digests of `LEN` bytes. Use it as
/// [`Sha256`](crate::hash::Sha256), [`Sha512`](crate::hash::Sha512) and so on.
///
/// Takes time that depends on the length of the message alone. State and buffered input are wiped when dropped.
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
pub struct Hasher<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize>(
    pub(super) Intake<F, BLOCK_LEN>,
);

impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> Hasher<F, BLOCK_LEN, LEN> {
    /// A hasher that has taken in nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(Intake::new(F::INITIAL))
    }

    /// Takes in more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// The digest of what was taken in: the leftmost `LEN` bytes of the hash value.
    ///
    /// Rust may copy what it moves, here the hasher into this function. [`finalize_reset`](Self::finalize_reset) leaves
    /// nothing behind.
    #[must_use]
    pub fn finalize(mut self) -> [u8; LEN] {
        self.finalize_reset()
    }

    /// The digest of what was taken in. The hasher forgets that and is as new.
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
    pub fn finalize_reset(&mut self) -> [u8; LEN] {
        self.0.finalize_reset(F::INITIAL)
    }

    /// The digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; LEN] {
        digest_from::<F, BLOCK_LEN, LEN>(F::INITIAL, 0, message)
    }

    /// The digests of many independent messages, several at a time where the CPU has the lanes for it.
    ///
    /// The messages may have different lengths; time depends on the lengths alone. `digests[i]` belongs to
    /// `messages[i]`.
    ///
    /// # Errors
    /// [`LengthError`] if there are not as many digests as messages; no digest is written then.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut digests = [[0; 32]; 3];
    /// Sha256::digest_batch(&messages, &mut digests)?;
    /// assert_eq!(digests[1], Sha256::digest(b"two"));
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn digest_batch(messages: &[&[u8]], digests: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        F::digest_all(F::INITIAL, messages, digests)
    }
}

impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> Hash for Hasher<F, BLOCK_LEN, LEN> {
    const NAME: &'static str = F::NAME;
    const DIGEST_LEN: usize = LEN;
    const BLOCK_LEN: usize = BLOCK_LEN;
    type Digest = [u8; LEN];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(self) -> [u8; LEN] {
        self.finalize()
    }

    fn finalize_reset(&mut self) -> [u8; LEN] {
        self.finalize_reset()
    }

    fn digest(message: &[u8]) -> [u8; LEN] {
        Self::digest(message)
    }

    fn digest_batch(messages: &[&[u8]], digests: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        Self::digest_batch(messages, digests)
    }

    fn digest_with(&self, data: &[u8]) -> [u8; LEN] {
        self.0.digest_with(data)
    }

    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        let [first, second] = Intake::new_two(F::INITIAL, first_blocks);
        [Self(first), Self(second)]
    }

    fn digest_nested(first_blocks: [&[u8]; 2], data: &[u8]) -> [u8; LEN] {
        digest_nested::<F, BLOCK_LEN, LEN>(F::INITIAL, first_blocks, data)
    }

    fn backend() -> &'static str {
        F::name(F::choose())
    }
}

// Not derived: that would ask for a family that can be cloned.
impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> Clone for Hasher<F, BLOCK_LEN, LEN> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> Default for Hasher<F, BLOCK_LEN, LEN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> zeroize::ZeroizeOnDrop
    for Hasher<F, BLOCK_LEN, LEN>
{
}

impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> fmt::Debug for Hasher<F, BLOCK_LEN, LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", F::NAME)
    }
}

#[cfg(feature = "std")]
impl<F: Function<BLOCK_LEN, LEN>, const BLOCK_LEN: usize, const LEN: usize> std::io::Write
    for Hasher<F, BLOCK_LEN, LEN>
{
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
