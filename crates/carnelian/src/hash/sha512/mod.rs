//! SHA-512, SHA-384 and SHA-512/256, FIPS 180-4 Sections 5 and 6.4 to 6.7.
//!
//! The three differ in their initial hash value and in how much of the state is the digest, so one type parameter, the
//! digest's length in bytes, tells them apart.

mod batch;
mod compression;
mod kernel;
mod portable;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_stream;

#[cfg(test)]
mod tests;

use super::Hash;
use crate::base::memory::wipe;
use crate::error::LengthError;
use core::fmt;
use core::slice::from_ref;
use kernel::{BLOCK_LEN, Backend, Block, State};

/// SHA-512: 64-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha512};
/// assert_eq!(Sha512::digest(b"")[..4], [0xcf, 0x83, 0xe1, 0x35]);
/// ```
pub type Sha512 = Hasher<64>;

/// SHA-384: 48-byte digests.
pub type Sha384 = Hasher<48>;

/// SHA-512/256: 32-byte digests. Not a truncated SHA-512: its initial value differs.
pub type Sha512_256 = Hasher<32>;

/// A member of the SHA-512 family with digests of `LEN` bytes: 64, 48 or 32. Use it as [`Sha512`], [`Sha384`],
/// [`Sha512_256`].
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
#[derive(Clone)]
pub struct Hasher<const LEN: usize> {
    /// H, the hash value so far.
    state: State,
    /// The start of a block that is not complete yet; its first `length % 128` bytes count.
    buffer: Block,
    /// Bytes taken in so far. The standard counts bits up to 2^128, more than any input.
    length: u128,
}

impl<const LEN: usize> Hasher<LEN> {
    /// A hasher that has taken in nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: const { initial_value(LEN) }, buffer: [0; BLOCK_LEN], length: 0 }
    }

    /// Takes in more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        let filled = self.filled();
        self.length += data.len() as u128;
        if filled + data.len() < BLOCK_LEN {
            self.buffer[filled..filled + data.len()].copy_from_slice(data);
            return;
        }
        let backend = Backend::choose();
        let mut rest = data;
        if filled > 0 {
            let (head, tail) = data.split_at(BLOCK_LEN - filled);
            self.buffer[filled..].copy_from_slice(head);
            kernel::compress(backend, &mut self.state, from_ref(&self.buffer));
            rest = tail;
        }
        let (blocks, rest) = rest.as_chunks();
        kernel::compress(backend, &mut self.state, blocks);
        self.buffer[..rest.len()].copy_from_slice(rest);
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
    /// use carnelian::hash::{Hash, Sha512};
    /// let mut hasher = Sha512::new();
    /// for message in [b"one", b"two"] {
    ///     hasher.update(message);
    ///     assert_eq!(hasher.finalize_reset(), Sha512::digest(message));
    /// }
    /// ```
    #[must_use]
    pub fn finalize_reset(&mut self) -> [u8; LEN] {
        let filled = self.filled();
        let digest = finish(Backend::choose(), &mut self.state, &self.buffer[..filled], self.length);
        wipe(&mut self.buffer);
        self.state = const { initial_value(LEN) };
        self.length = 0;
        digest
    }

    /// The digest of `message`.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; LEN] {
        let mut state = const { initial_value(LEN) };
        let backend = Backend::choose();
        let (blocks, rest) = message.as_chunks();
        kernel::compress(backend, &mut state, blocks);
        let digest = finish(backend, &mut state, rest, message.len() as u128);
        wipe(&mut state);
        digest
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
    /// use carnelian::hash::{Hash, Sha512};
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut digests = [[0; 64]; 3];
    /// Sha512::digest_batch(&messages, &mut digests)?;
    /// assert_eq!(digests[1], Sha512::digest(b"two"));
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn digest_batch(messages: &[&[u8]], digests: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        if messages.len() != digests.len() {
            let (expected, found) = (messages.len(), digests.len());
            return Err(LengthError { what: "digests of a batch", expected, found });
        }
        if let ([message], [digest]) = (messages, &mut *digests) {
            *digest = Self::digest(message);
        } else {
            batch::digest_all(Backend::choose(), &const { initial_value(LEN) }, messages, digests);
        }
        Ok(())
    }

    /// How many bytes of the buffer count.
    const fn filled(&self) -> usize {
        (self.length % BLOCK_LEN as u128) as usize
    }
}

impl<const LEN: usize> Hash for Hasher<LEN> {
    const NAME: &'static str = match LEN {
        64 => "SHA-512",
        48 => "SHA-384",
        _ => "SHA-512/256",
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

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const LEN: usize> Default for Hasher<LEN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const LEN: usize> Drop for Hasher<LEN> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(&mut self.buffer);
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

/// Bytes of padding that every message needs at least: the 1 bit and the length.
const PADDING_LEN: usize = 1 + 16;

/// Section 5.1.2: what follows the last whole block of a message of `length` bytes that ends in `rest`: one or two
/// blocks that hold `rest`, a 1 bit, zeros and the length in bits. Gives the number of blocks.
fn pad(last: &mut [Block; 2], rest: &[u8], length: u128) -> usize {
    debug_assert!(rest.len() < BLOCK_LEN);
    let blocks = if rest.len() + PADDING_LEN <= BLOCK_LEN { 1 } else { 2 };
    let bytes = last.as_flattened_mut();
    let end = blocks * BLOCK_LEN;
    bytes[..rest.len()].copy_from_slice(rest);
    bytes[rest.len()] = 0x80;
    bytes[rest.len() + 1..end - 16].fill(0);
    bytes[end - 16..end].copy_from_slice(&(length << 3).to_be_bytes());
    blocks
}

/// Pads, takes in the last blocks and gives the digest.
fn finish<const LEN: usize>(backend: Backend, state: &mut State, rest: &[u8], length: u128) -> [u8; LEN] {
    let mut last = [[0; BLOCK_LEN]; 2];
    let blocks = pad(&mut last, rest, length);
    kernel::compress(backend, state, &last[..blocks]);
    wipe(last.as_flattened_mut());
    output(state)
}

/// The leftmost `LEN` bytes of the state.
fn output<const LEN: usize>(state: &State) -> [u8; LEN] {
    let mut digest = [0; LEN];
    for (bytes, word) in digest.as_chunks_mut::<8>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    digest
}

/// Sections 5.3.4 to 5.3.6: H⁽⁰⁾ of the function whose digests have `len` bytes.
///
/// # Panics
/// At compile time, for a length that the family does not have.
const fn initial_value(len: usize) -> State {
    match len {
        64 => tables::INITIAL_512,
        48 => tables::INITIAL_384,
        32 => tables::INITIAL_512_256,
        _ => panic!("the SHA-512 family has digests of 64, 48 and 32 bytes"),
    }
}
