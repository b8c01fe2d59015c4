//! SHA3-224, SHA3-256, SHA3-384 and SHA3-512, FIPS 202 Section 6.1.

use super::batch;
use super::kernel::Backend;
use super::sponge::{Parameters, Sponge};
use crate::error::LengthError;
use crate::hash::functions::{Hash, NistHash};
use core::fmt;

/// SHA3-224: 28-byte digests.
pub type Sha3_224 = Sha3<28>;

/// SHA3-256: 32-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha3_256};
/// assert_eq!(Sha3_256::digest(b"")[..4], [0xa7, 0xff, 0xc6, 0xf8]);
/// ```
pub type Sha3_256 = Sha3<32>;

/// SHA3-384: 48-byte digests.
pub type Sha3_384 = Sha3<48>;

/// SHA3-512: 64-byte digests.
pub type Sha3_512 = Sha3<64>;

/// SHA-3 with digests of `LEN` bytes: 28, 32, 48 or 64. Use it as [`Sha3_224`], [`Sha3_256`], [`Sha3_384`],
/// [`Sha3_512`].
///
/// Messages may have any length. Time depends only on the length of the message. The state is wiped when dropped.
///
/// ```
/// use carnelian::hash::{Hash, Sha3_512};
/// let mut hasher = Sha3_512::new();
/// hasher.update(b"ab");
/// let mut fork = hasher.clone();
/// hasher.update(b"c");
/// fork.update(b"d");
/// assert_eq!(hasher.finalize(), Sha3_512::digest(b"abc"));
/// assert_eq!(fork.finalize(), Sha3_512::digest(b"abd"));
/// ```
#[derive(Clone)]
pub struct Sha3<const LEN: usize> {
    sponge: Sponge,
}

impl<const LEN: usize> Sha3<LEN> {
    const PARAMETERS: Parameters = {
        assert!(matches!(LEN, 28 | 32 | 48 | 64), "SHA-3 has digests of 28, 32, 48 and 64 bytes");
        Parameters::sha3(LEN)
    };

    /// Creates a hasher for an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self { sponge: Sponge::new() }
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.sponge.absorb(Self::PARAMETERS.rate, data);
    }

    /// Returns the digest of the message.
    ///
    /// Rust may copy values that it moves, here the hasher into this function.
    /// [`finalize_reset`](Self::finalize_reset) leaves no copy.
    #[must_use]
    pub fn finalize(mut self) -> [u8; LEN] {
        self.sponge.digest(Self::PARAMETERS)
    }

    /// Returns the digest of the message, and returns the hasher to its initial state.
    ///
    /// ```
    /// use carnelian::hash::{Hash, Sha3_256};
    /// let mut hasher = Sha3_256::new();
    /// for message in [b"one", b"two"] {
    ///     hasher.update(message);
    ///     assert_eq!(hasher.finalize_reset(), Sha3_256::digest(message));
    /// }
    /// ```
    #[must_use]
    pub fn finalize_reset(&mut self) -> [u8; LEN] {
        let digest = self.sponge.digest(Self::PARAMETERS);
        self.sponge.reset();
        digest
    }

    /// Returns the digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; LEN] {
        let mut sponge = Sponge::new();
        sponge.absorb(Self::PARAMETERS.rate, message);
        sponge.digest(Self::PARAMETERS)
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
    /// use carnelian::hash::{Hash, Sha3_256};
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut digests = [[0; 32]; 3];
    /// Sha3_256::digest_batch(&messages, &mut digests)?;
    /// assert_eq!(digests[1], Sha3_256::digest(b"two"));
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn digest_batch(messages: &[&[u8]], digests: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        batch::hash_all(Self::PARAMETERS, "digests of a batch", messages, digests)
    }
}

impl<const LEN: usize> Hash for Sha3<LEN> {
    const NAME: &'static str = match LEN {
        28 => "SHA3-224",
        32 => "SHA3-256",
        48 => "SHA3-384",
        _ => "SHA3-512",
    };
    const DIGEST_LEN: usize = LEN;
    const BLOCK_LEN: usize = Self::PARAMETERS.rate;
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

    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        let fitting = first_blocks.iter().all(|block| block.len() == Self::BLOCK_LEN);
        assert!(fitting, "a first block has another length than blocks have");
        let mut both = [Self::new(), Self::new()];
        Sponge::absorb_two(Self::BLOCK_LEN, both.each_mut().map(|one| &mut one.sponge), first_blocks);
        both
    }

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const LEN: usize> NistHash for Sha3<LEN> {
    const ARC: u8 = match LEN {
        28 => 7,
        32 => 8,
        48 => 9,
        _ => 10,
    };
}

impl<const LEN: usize> Default for Sha3<LEN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const LEN: usize> zeroize::ZeroizeOnDrop for Sha3<LEN> {}

impl<const LEN: usize> fmt::Debug for Sha3<LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}

#[cfg(feature = "std")]
impl<const LEN: usize> std::io::Write for Sha3<LEN> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
