//! Hash functions, and HMAC over them.
//!
//! | type | standard | digest | block |
//! |---|---|---|---|
//! | [`Sha256`] | FIPS 180-4 Section 6.2 | 32 bytes | 64 bytes |
//! | [`Sha224`] | FIPS 180-4 Section 6.3 | 28 bytes | 64 bytes |
//! | [`Sha512`] | FIPS 180-4 Section 6.4 | 64 bytes | 128 bytes |
//! | [`Sha384`] | FIPS 180-4 Section 6.5 | 48 bytes | 128 bytes |
//! | [`Sha512_256`] | FIPS 180-4 Section 6.7 | 32 bytes | 128 bytes |
//! | [`Sha3_224`] | FIPS 202 Section 6.1 | 28 bytes | 144 bytes |
//! | [`Sha3_256`] | FIPS 202 Section 6.1 | 32 bytes | 136 bytes |
//! | [`Sha3_384`] | FIPS 202 Section 6.1 | 48 bytes | 104 bytes |
//! | [`Sha3_512`] | FIPS 202 Section 6.1 | 64 bytes | 72 bytes |
//! | [`Shake128`], [`CShake128`], [`Kmac128`] | FIPS 202 Section 6.2, SP 800-185 | any | 168 bytes |
//! | [`Shake256`], [`CShake256`], [`Kmac256`] | FIPS 202 Section 6.2, SP 800-185 | any | 136 bytes |
//! | [`Blake2b`], [`Blake2bMac`] | RFC 7693 | 1 to 64 bytes | 128 bytes |
//! | [`Blake2s`], [`Blake2sMac`] | RFC 7693 | 1 to 32 bytes | 64 bytes |
//!
//! [`Hmac`] authenticates messages under a key (FIPS 198-1, RFC 2104) with any of them.

pub mod blake2;
pub mod hmac;
pub mod keccak;
pub(crate) mod merkle_damgard;
pub mod sha256;
pub mod sha512;
mod side_by_side;

use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;
pub use blake2::{Blake2b, Blake2b256, Blake2b512, Blake2bMac, Blake2s, Blake2s128, Blake2s256, Blake2sMac};
pub use hmac::Hmac;
pub use keccak::{CShake128, CShake256, Kmac128, Kmac256, Shake128, Shake256};
pub use keccak::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use sha256::{Sha224, Sha256};
pub use sha512::{Sha384, Sha512, Sha512_256};

/// What every hash function here offers. Time depends on the length of the message alone.
///
/// ```
/// use carnelian::hash::{Hash, Sha384, Sha512};
///
/// /// The digest of two parts, by any hash function.
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
    /// The name in its standard.
    const NAME: &'static str;
    /// Bytes in a digest.
    const DIGEST_LEN: usize;
    /// Bytes in a block, the unit in which the message is taken in.
    const BLOCK_LEN: usize;
    /// A digest: an array of [`DIGEST_LEN`](Self::DIGEST_LEN) bytes.
    type Digest: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// A hasher that has taken in nothing.
    #[must_use]
    fn new() -> Self {
        Self::default()
    }

    /// Takes in more of the message.
    fn update(&mut self, data: &[u8]);

    /// The digest of what was taken in.
    #[must_use]
    fn finalize(self) -> Self::Digest;

    /// The digest of what was taken in. The hasher forgets that and is as new.
    #[must_use]
    fn finalize_reset(&mut self) -> Self::Digest;

    /// The digest of `message`.
    #[must_use]
    fn digest(message: &[u8]) -> Self::Digest;

    /// The digests of many independent messages, several at a time where the CPU has the lanes for it. `digests[i]`
    /// belongs to `messages[i]`.
    ///
    /// # Errors
    /// [`LengthError`] if there are not as many digests as messages; no digest is written then.
    ///
    /// ```
    /// use carnelian::LengthError;
    /// use carnelian::hash::{Hash, Sha256};
    ///
    /// /// A node above each two of a tree.
    /// fn level_above<H: Hash>(nodes: &[&[u8]], above: &mut [H::Digest]) -> Result<(), LengthError> {
    ///     H::digest_batch(nodes, above)
    /// }
    ///
    /// let mut above = [[0; 32]; 2];
    /// level_above::<Sha256>(&[b"left, right", b"left, right"], &mut above)?;
    /// assert_eq!(above, [Sha256::digest(b"left, right"); 2]);
    /// # Ok::<(), LengthError>(())
    /// ```
    fn digest_batch(messages: &[&[u8]], digests: &mut [Self::Digest]) -> Result<(), LengthError>;

    /// The digest of what was taken in and `data` behind it. The hasher stays as it is: whoever digests many messages
    /// with the same start takes that in once.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let mut start = Sha256::new();
    /// start.update(b"the same start, ");
    /// assert_eq!(start.digest_with(b"one end"), Sha256::digest(b"the same start, one end"));
    /// assert_eq!(start.digest_with(b"another"), Sha256::digest(b"the same start, another"));
    /// ```
    #[must_use]
    fn digest_with(&self, data: &[u8]) -> Self::Digest {
        wiping_stack::<768, _>(|| {
            let mut fork = self.clone();
            fork.update(data);
            fork.finalize_reset()
        })
    }

    /// Two hashers, each of which has taken in one of two first blocks, side by side where the CPU can do that.
    ///
    /// # Panics
    /// If either is not [`BLOCK_LEN`](Self::BLOCK_LEN) bytes long.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let [ones, twos] = Sha256::new_two([&[1; 64], &[2; 64]]);
    /// assert_eq!(ones.finalize(), Sha256::digest(&[1; 64]));
    /// assert_eq!(twos.finalize(), Sha256::digest(&[2; 64]));
    /// ```
    #[must_use]
    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        first_blocks.map(|block| {
            assert_eq!(block.len(), Self::BLOCK_LEN, "a first block has another length than blocks have");
            let mut hasher = Self::new();
            hasher.update(block);
            hasher
        })
    }

    /// The digest of the second of two first blocks and, behind it, the digest of the first and `data` behind that:
    /// [`Hmac`], which makes its two blocks of the key. As [`new_two`](Self::new_two), with nothing kept.
    ///
    /// # Panics
    /// If either is not [`BLOCK_LEN`](Self::BLOCK_LEN) bytes long.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha256};
    /// let inner = Sha256::digest(&[&[1; 64][..], b"data"].concat());
    /// let outer = Sha256::digest(&[&[2; 64][..], &inner].concat());
    /// assert_eq!(Sha256::digest_nested([&[1; 64], &[2; 64]], b"data"), outer);
    /// ```
    #[must_use]
    fn digest_nested(first_blocks: [&[u8]; 2], data: &[u8]) -> Self::Digest {
        let [inner, outer] = Self::new_two(first_blocks);
        let mut digest = inner.digest_with(data);
        let nested = outer.digest_with(digest.as_ref());
        wipe(digest.as_mut());
        nested
    }

    /// The backend that this CPU and the tier in force lead to.
    #[must_use]
    fn backend() -> &'static str;
}

/// What every function with output of any length offers here. Time depends on the lengths alone.
///
/// ```
/// use carnelian::hash::{CShake256, Shake256, Xof, XofReader};
///
/// /// The first ten bytes of the output, by any such function.
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
    /// The name in its standard.
    const NAME: &'static str;
    /// Bytes in a block, the unit in which the message is taken in and the output comes out.
    const BLOCK_LEN: usize;
    /// What reads the output.
    type Reader: XofReader;

    /// Takes in more of the message.
    fn update(&mut self, data: &[u8]);

    /// The output for what was taken in.
    #[must_use]
    fn finalize(self) -> Self::Reader;

    /// The backend that this CPU and the tier in force lead to.
    #[must_use]
    fn backend() -> &'static str;
}

/// Output without end, of which each call gives the next bytes.
pub trait XofReader: Clone {
    /// Fills `out` with the next bytes.
    fn fill(&mut self, out: &mut [u8]);
}
