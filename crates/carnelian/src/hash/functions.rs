//! The traits of hash functions and of functions with output of any length.

use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;

/// A hash function with an object identifier in NIST's arc for hash algorithms.
#[allow(dead_code, reason = "signatures of digests name functions by it, and nothing else does")]
pub(crate) trait NistHash: Hash {
    /// The last number of the identifier 2.16.840.1.101.3.4.2.*n*.
    const ARC: u8;
}

/// A hash function. Time depends only on the length of the message.
///
/// ```
/// use carnelian::hash::{Hash, Sha384, Sha512};
///
/// /// Returns the digest of two parts by any hash function.
/// fn digest_of_both<H: Hash>(first: &[u8], second: &[u8]) -> H::Digest {
///     let mut hasher = H::new();
///     hasher.update(first);
///     hasher.update(second);
///     hasher.finalize()
/// }
///
/// assert_eq!(digest_of_both::<Sha512>(b"ab", b"c"), Sha512::digest(b"abc"));
/// assert_eq!(digest_of_both::<Sha384>(b"ab", b"c").len(), Sha384::DIGEST_LEN);
/// ```
pub trait Hash: Clone + Default {
    /// The name in the standard.
    const NAME: &'static str;
    /// The number of bytes in a digest.
    const DIGEST_LEN: usize;
    /// The number of bytes in a block, the unit in which the message is absorbed.
    const BLOCK_LEN: usize;
    /// A digest: an array of [`DIGEST_LEN`](Self::DIGEST_LEN) bytes.
    type Digest: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// Creates a hasher for an empty message.
    #[must_use]
    fn new() -> Self {
        Self::default()
    }

    /// Absorbs more of the message.
    fn update(&mut self, data: &[u8]);

    /// Returns the digest of the message.
    #[must_use]
    fn finalize(self) -> Self::Digest;

    /// Returns the digest of the message, and returns the hasher to its initial state.
    #[must_use]
    fn finalize_reset(&mut self) -> Self::Digest;

    /// Returns the digest of `message`.
    #[must_use]
    fn digest(message: &[u8]) -> Self::Digest;

    /// Computes the digests of many independent messages, several at a time where the CPU has vector lanes for it.
    /// `digests[i]` is the digest of `messages[i]`.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of messages and digests differ; no digest is written then.
    ///
    /// ```
    /// use carnelian::LengthError;
    /// use carnelian::hash::{Hash, Sha256};
    ///
    /// /// Computes the parents of the nodes of a tree.
    /// fn parents<H: Hash>(children: &[&[u8]], parents: &mut [H::Digest]) -> Result<(), LengthError> {
    ///     H::digest_batch(children, parents)
    /// }
    ///
    /// let mut nodes = [[0; 32]; 2];
    /// parents::<Sha256>(&[b"left, right", b"left, right"], &mut nodes)?;
    /// assert_eq!(nodes, [Sha256::digest(b"left, right"); 2]);
    /// # Ok::<(), LengthError>(())
    /// ```
    fn digest_batch(messages: &[&[u8]], digests: &mut [Self::Digest]) -> Result<(), LengthError>;

    /// Returns the digest of the message followed by `data`. The hasher is unchanged.
    #[doc(hidden)]
    #[must_use]
    fn digest_with(&self, data: &[u8]) -> Self::Digest {
        wiping_stack::<768, _>(|| {
            let mut fork = self.clone();
            fork.update(data);
            fork.finalize_reset()
        })
    }

    /// Creates two hashers, each of which has absorbed one of two first blocks. The blocks are absorbed interleaved
    /// where the CPU can do that.
    ///
    /// # Panics
    /// If either is not [`BLOCK_LEN`](Self::BLOCK_LEN) bytes long.
    #[doc(hidden)]
    #[must_use]
    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        first_blocks.map(|block| {
            assert_eq!(block.len(), Self::BLOCK_LEN, "a first block has another length than blocks have");
            let mut hasher = Self::new();
            hasher.update(block);
            hasher
        })
    }

    /// Returns the digest of the second of two first blocks, followed by the digest of the first one and `data`: the
    /// computation of [`Hmac`](super::Hmac), whose key determines the two blocks.
    ///
    /// # Panics
    /// If either is not [`BLOCK_LEN`](Self::BLOCK_LEN) bytes long.
    #[doc(hidden)]
    #[must_use]
    fn digest_nested(first_blocks: [&[u8]; 2], data: &[u8]) -> Self::Digest {
        let [inner, outer] = Self::new_two(first_blocks);
        let mut digest = inner.digest_with(data);
        let nested = outer.digest_with(digest.as_ref());
        wipe(digest.as_mut());
        nested
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    fn backend() -> &'static str;
}

/// A function with output of any length. Time depends only on the lengths.
///
/// ```
/// use carnelian::hash::{CShake256, Shake256, Xof, XofReader};
///
/// /// Returns the first ten bytes of the output.
/// fn start<X: Xof>(mut xof: X, message: &[u8]) -> [u8; 10] {
///     let mut out = [0; 10];
///     xof.update(message);
///     xof.finalize().fill(&mut out);
///     out
/// }
///
/// assert_eq!(start(Shake256::new(), b"abc"), start(CShake256::new(b"", b""), b"abc"));
/// ```
pub trait Xof: Clone {
    /// The name in the standard.
    const NAME: &'static str;
    /// The number of bytes in a block, the unit in which the message is absorbed and the output is generated.
    const BLOCK_LEN: usize;
    /// The reader of the output.
    type Reader: XofReader;

    /// Absorbs more of the message.
    fn update(&mut self, data: &[u8]);

    /// Returns a reader of the output for the message.
    #[must_use]
    fn finalize(self) -> Self::Reader;

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    fn backend() -> &'static str;
}

/// A reader of unlimited output.
pub trait XofReader: Clone {
    /// Fills `out` with the next bytes of the output.
    fn fill(&mut self, out: &mut [u8]);
}
