//! BLAKE2b and BLAKE2s, RFC 7693, with the salt and the personalisation of the BLAKE2 paper (Section 2.8).
//!
//! The two differ in the size of their words, which the type parameter [`B`] or [`S`] selects; digests of either have
//! any length up to eight words, the other parameter. There is no tree hashing.
//!
//! | type | digest | key | salt, personalisation |
//! |---|---|---|---|
//! | [`Blake2b<LEN>`](Blake2b), [`Blake2b512`], [`Blake2b256`] | `LEN` bytes, 1 to 64 | - | 16 bytes each |
//! | [`Blake2s<LEN>`](Blake2s), [`Blake2s256`], [`Blake2s128`] | `LEN` bytes, 1 to 32 | - | 8 bytes each |
//! | [`Blake2bMac<LEN>`](Blake2bMac) | `LEN` bytes, 1 to 64 | 1 to 64 bytes | 16 bytes each |
//! | [`Blake2sMac<LEN>`](Blake2sMac) | `LEN` bytes, 1 to 32 | 1 to 32 bytes | 8 bytes each |
//! | [`VariableHasher`] | any of those, chosen at run time | - | - |

mod absorbing;
mod batch;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only rows in vectors need a word 0"))]
mod compression;
mod function;
mod kernel;
mod mac;
mod members;
mod portable;
mod variable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_bmi2;
#[cfg(target_arch = "x86_64")]
mod x86_rows;

#[cfg(test)]
mod tests;

use crate::base::memory::wiping_stack;
use crate::error::LengthError;
use crate::hash::functions::Hash;
use absorbing::{Absorbing, digest_into};
use core::fmt;
use function::Parameters;
use kernel::Backend;
pub use mac::Mac;
pub use members::{B, S, Variant};
pub use variable::VariableHasher;

/// BLAKE2b with digests of `LEN` bytes, 1 to 64.
///
/// ```
/// use carnelian::hash::{Blake2b, Hash};
/// assert_eq!(Blake2b::<64>::digest(b"abc")[..4], [0xba, 0x80, 0xa5, 0x3f]);
/// // A shorter digest is not the start of a longer one.
/// assert_ne!(Blake2b::<32>::digest(b"abc"), Blake2b::<64>::digest(b"abc")[..32]);
/// ```
pub type Blake2b<const LEN: usize> = Hasher<B, LEN>;
/// BLAKE2b with digests of 64 bytes.
pub type Blake2b512 = Blake2b<64>;
/// BLAKE2b with digests of 32 bytes.
pub type Blake2b256 = Blake2b<32>;
/// BLAKE2s with digests of `LEN` bytes, 1 to 32.
pub type Blake2s<const LEN: usize> = Hasher<S, LEN>;
/// BLAKE2s with digests of 32 bytes.
pub type Blake2s256 = Blake2s<32>;
/// BLAKE2s with digests of 16 bytes.
pub type Blake2s128 = Blake2s<16>;
/// BLAKE2b with a key: tags of `LEN` bytes, 1 to 64.
pub type Blake2bMac<const LEN: usize> = Mac<B, LEN>;
/// BLAKE2s with a key: tags of `LEN` bytes, 1 to 32.
pub type Blake2sMac<const LEN: usize> = Mac<S, LEN>;

/// BLAKE2 without a key and with digests of `LEN` bytes. Use it as [`Blake2b`], [`Blake2s`] and their other names.
///
/// Time depends only on the length of the message. State and buffered input are wiped when dropped.
///
/// ```
/// use carnelian::hash::{Blake2s256, Hash};
/// let mut hasher = Blake2s256::new();
/// hasher.update(b"ab");
/// hasher.update(b"c");
/// assert_eq!(hasher.finalize(), Blake2s256::digest(b"abc"));
/// ```
/// A length that the function does not support does not compile:
/// ```compile_fail,E0080
/// carnelian::hash::Blake2s::<33>::digest(b"");
/// ```
#[derive(Clone)]
pub struct Hasher<V: Variant, const LEN: usize> {
    absorbing: Absorbing<V>,
    parameters: Parameters<V>,
}

impl<V: Variant, const LEN: usize> Hasher<V, LEN> {
    /// A check that is evaluated when the function is compiled with this length.
    const LEN_IS_ALLOWED: () = assert!(1 <= LEN && LEN <= V::MAX_LEN, "BLAKE2 has digests of 1 to 64 or 32 bytes");

    /// Creates a hasher for an empty message.
    #[must_use]
    pub fn new() -> Self {
        Self::personalised(&V::Setting::default(), &V::Setting::default())
    }

    /// Creates a hasher with a salt and a personalisation, a name for its purpose: 16 bytes each for BLAKE2b, 8 for
    /// BLAKE2s. Functions with different ones are unrelated.
    ///
    /// ```
    /// use carnelian::hash::{Blake2b256, Hash};
    /// let mut hasher = Blake2b256::with(&[0; 16], b"invoices of 2026");
    /// hasher.update(b"message");
    /// assert_ne!(hasher.finalize(), Blake2b256::digest(b"message"));
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn with(salt: &V::Setting, personalisation: &V::Setting) -> Self {
        wiping_stack::<512, _>(|| Self::personalised(salt, personalisation))
    }

    fn personalised(salt: &V::Setting, personalisation: &V::Setting) -> Self {
        const { Self::LEN_IS_ALLOWED };
        let parameters = Parameters { len: LEN as u8, key_len: 0, salt: *salt, personalisation: *personalisation };
        Self { absorbing: Absorbing::new(&parameters), parameters }
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.absorbing.update(data);
    }

    /// Returns the digest of the message.
    ///
    /// Rust may copy values that it moves, here the hasher into this function.
    /// [`finalize_reset`](Self::finalize_reset) leaves no copy.
    #[must_use]
    pub fn finalize(mut self) -> [u8; LEN] {
        self.finalize_reset()
    }

    /// Returns the digest of the message, and returns the hasher to its initial state, with the same salt and
    /// personalisation.
    #[must_use]
    pub fn finalize_reset(&mut self) -> [u8; LEN] {
        let mut digest = [0; LEN];
        self.absorbing.finish(&mut digest);
        self.absorbing.restart(&self.parameters);
        digest
    }

    /// Returns the digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; LEN] {
        const { Self::LEN_IS_ALLOWED };
        let mut digest = [0; LEN];
        digest_into::<V>(message, &mut digest);
        digest
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
    /// use carnelian::hash::{Blake2b256, Hash};
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut digests = [[0; 32]; 3];
    /// Blake2b256::digest_batch(&messages, &mut digests)?;
    /// assert_eq!(digests[1], Blake2b256::digest(b"two"));
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn digest_batch(messages: &[&[u8]], digests: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        const { Self::LEN_IS_ALLOWED };
        if messages.len() != digests.len() {
            let (expected, found) = (messages.len(), digests.len());
            return Err(LengthError { what: "digests of a batch", expected, found });
        }
        V::digest_all(messages, digests);
        Ok(())
    }
}

impl<V: Variant, const LEN: usize> Hash for Hasher<V, LEN> {
    const NAME: &'static str = V::NAME;
    const DIGEST_LEN: usize = LEN;
    const BLOCK_LEN: usize = V::BLOCK_LEN;
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

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<V: Variant, const LEN: usize> Default for Hasher<V, LEN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant, const LEN: usize> zeroize::ZeroizeOnDrop for Hasher<V, LEN> {}

impl<V: Variant, const LEN: usize> fmt::Debug for Hasher<V, LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}

#[cfg(feature = "std")]
impl<V: Variant, const LEN: usize> std::io::Write for Hasher<V, LEN> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
