//! Hash functions.
//!
//! | type | standard | digest | block |
//! |---|---|---|---|
//! | [`Sha512`] | FIPS 180-4 Section 6.4 | 64 bytes | 128 bytes |
//! | [`Sha384`] | FIPS 180-4 Section 6.5 | 48 bytes | 128 bytes |
//! | [`Sha512_256`] | FIPS 180-4 Section 6.7 | 32 bytes | 128 bytes |
//! | [`Blake2b`], [`Blake2bMac`] | RFC 7693 | 1 to 64 bytes | 128 bytes |
//! | [`Blake2s`], [`Blake2sMac`] | RFC 7693 | 1 to 32 bytes | 64 bytes |

pub mod blake2;
pub mod sha512;
mod side_by_side;

pub use blake2::{Blake2b, Blake2b256, Blake2b512, Blake2bMac, Blake2s, Blake2s128, Blake2s256, Blake2sMac};
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

    /// The backend that this CPU and the tier in force lead to.
    #[must_use]
    fn backend() -> &'static str;
}
