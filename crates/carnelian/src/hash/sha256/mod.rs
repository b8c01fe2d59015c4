//! SHA-256 and SHA-224, FIPS 180-4 Sections 5, 6.2 and 6.3.
//!
//! The two differ in their initial hash value and in how much of the state is the digest, so one type parameter, the
//! digest's length in bytes, tells them apart.

mod compression;
mod kernel;
mod portable;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sha_ni;

#[cfg(test)]
mod tests;

use super::Hash;
use super::merkle_damgard::{self, Compression, Intake, batch};
use crate::error::LengthError;
use core::fmt;
use core::slice::from_ref;
use kernel::{BLOCK_LEN, Backend, Block, MOST_LANES, State};

/// SHA-256: 32-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha256};
/// assert_eq!(Sha256::digest(b"")[..4], [0xe3, 0xb0, 0xc4, 0x42]);
/// ```
pub type Sha256 = Hasher<32>;

/// SHA-224: 28-byte digests. Not a truncated SHA-256: its initial value differs.
pub type Sha224 = Hasher<28>;

/// A member of the SHA-256 family with digests of `LEN` bytes: 32 or 28. Use it as [`Sha256`], [`Sha224`].
///
/// Takes time that depends on the length of the message alone. State and buffered input are wiped when dropped.
///
/// ```
/// use carnelian::hash::{Hash, Sha224};
/// let mut hasher = Sha224::new();
/// hasher.update(b"ab");
/// let mut fork = hasher.clone();
/// hasher.update(b"c");
/// fork.update(b"d");
/// assert_eq!(hasher.finalize(), Sha224::digest(b"abc"));
/// assert_eq!(fork.finalize(), Sha224::digest(b"abd"));
/// ```
#[derive(Clone)]
pub struct Hasher<const LEN: usize>(Intake<Sha256Family, BLOCK_LEN>);

impl<const LEN: usize> Hasher<LEN> {
    /// A hasher that has taken in nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(Intake::new(const { initial_value(LEN) }))
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
        self.0.finalize_reset(const { initial_value(LEN) })
    }

    /// The digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; LEN] {
        merkle_damgard::digest_from::<Sha256Family, BLOCK_LEN, LEN>(const { initial_value(LEN) }, 0, message)
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
        let initial = const { initial_value(LEN) };
        batch::digest_all::<Sha256Family, BLOCK_LEN, MOST_LANES, LEN>(initial, messages, digests)
    }
}

impl<const LEN: usize> Hash for Hasher<LEN> {
    const NAME: &'static str = match LEN {
        32 => "SHA-256",
        _ => "SHA-224",
    };
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

    fn digest_with(&self, data: &[u8]) -> [u8; LEN] {
        self.0.digest_with(data)
    }

    fn new_two(first_blocks: [&[u8]; 2]) -> [Self; 2] {
        Intake::new_two(const { initial_value(LEN) }, first_blocks).map(Self)
    }

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const LEN: usize> Default for Hasher<LEN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const LEN: usize> zeroize::ZeroizeOnDrop for Hasher<LEN> {}

impl<const LEN: usize> fmt::Debug for Hasher<LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}

#[cfg(feature = "std")]
impl<const LEN: usize> std::io::Write for Hasher<LEN> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What the construction has to know of the family.
struct Sha256Family;

impl Compression<BLOCK_LEN> for Sha256Family {
    type State = State;
    type Backend = Backend;
    const LENGTH_LEN: usize = 8;

    #[inline]
    fn choose() -> Backend {
        Backend::choose()
    }

    #[inline]
    fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
        kernel::compress(backend, state, blocks);
    }

    fn compress_two(backend: Backend, states: [&mut State; 2], blocks: [&Block; 2]) {
        kernel::compress_x2(backend, states, blocks.map(from_ref));
    }

    fn advance<const MOST: usize>(backend: Backend, lanes: &mut batch::Lanes<'_, Self, BLOCK_LEN, MOST>) {
        let (busy, pays_from) = (lanes.busy(), backend.lanes_pay_from());
        if busy >= pays_from.x16 {
            lanes.advance(|states, blocks| kernel::compress_x16(backend, states, blocks));
        } else if busy >= pays_from.x8 {
            lanes.advance(|states, blocks| kernel::compress_x8(backend, states, blocks));
        } else if busy >= pays_from.x2 {
            lanes.advance(|states, blocks| kernel::compress_x2(backend, states, blocks));
        } else {
            lanes.advance(|[state], [blocks]| kernel::compress(backend, state, blocks));
        }
    }
}

/// Sections 5.3.2 and 5.3.3: H⁽⁰⁾ of the function whose digests have `len` bytes.
///
/// # Panics
/// At compile time, for a length that the family does not have.
const fn initial_value(len: usize) -> State {
    match len {
        32 => tables::INITIAL_256,
        28 => tables::INITIAL_224,
        _ => panic!("the SHA-256 family has digests of 32 and 28 bytes"),
    }
}
