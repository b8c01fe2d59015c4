//! Poly1305, RFC 8439 Section 2.5: a tag that authenticates one message under a key that is used for no other.
//!
//! Two tags under the same key give it away, and with it the tag of any message. A key comes from a cipher and a nonce, as
//! in [`chacha20poly1305`](super::chacha20poly1305), which does all that in one go.

mod absorbing;
pub(super) mod evaluation;
mod fe_2x64;
mod fe_5x26;
pub(super) mod kernel;
mod portable;
pub(super) mod powers;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_scalar;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;

#[cfg(test)]
mod tests;

use crate::base::ct;
use crate::base::memory::{wipe, wiping_stack};
use crate::error::InvalidTag;
use core::fmt;
use kernel::{BLOCK_LEN, Backend, State};

/// Bytes in a key: r, of which 22 bits are ignored, and s.
pub const KEY_LEN: usize = 32;
/// Bytes in a tag.
pub const TAG_LEN: usize = 16;

/// The tag of one message, which comes piece by piece. [`tag`] and [`verify`] take a whole one.
///
/// Takes time that depends on lengths alone. The key and what is computed with it are wiped when dropped.
///
/// ```
/// use carnelian::cipher::poly1305::{self, Poly1305};
/// let key = [0x42; 32]; // for this message alone
/// let mut authenticator = Poly1305::new(&key);
/// authenticator.update(b"pay ");
/// authenticator.update(b"Alice");
/// assert_eq!(authenticator.finalize(), poly1305::tag(&key, b"pay Alice"));
/// ```
pub struct Poly1305 {
    state: State,
    /// The start of a block that is not complete yet.
    buffer: [u8; BLOCK_LEN],
    /// How many bytes of it count.
    filled: usize,
}

/// Bytes of stack that the pieces of a message may lie in above the kernels, which wipe their own.
const SMALL_STACK: usize = 256;

impl Poly1305 {
    /// Nothing is taken in. `key` must never have been used for another message.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<SMALL_STACK, _>(|| {
            let mut authenticator = Self::empty();
            authenticator.set_key(key);
            authenticator
        })
    }

    /// Without a key yet.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { state: State::without_key(), buffer: [0; BLOCK_LEN], filled: 0 }
    }

    /// Takes the key.
    #[inline]
    pub(super) fn set_key(&mut self, key: &[u8; KEY_LEN]) {
        self.state.set_key(key);
    }

    /// Takes in more of the message, any number of bytes.
    #[inline(never)]
    pub fn update(&mut self, data: &[u8]) {
        wiping_stack::<SMALL_STACK, _>(|| self.absorb(data));
    }

    fn absorb(&mut self, mut data: &[u8]) {
        if self.filled + data.len() < BLOCK_LEN {
            self.buffer[self.filled..][..data.len()].copy_from_slice(data);
            self.filled += data.len();
            return;
        }
        let backend = Backend::choose();
        if self.filled > 0 {
            let (first, rest) = data.split_at(BLOCK_LEN - self.filled);
            self.buffer[self.filled..].copy_from_slice(first);
            kernel::absorb(backend, &mut self.state, &[self.buffer]);
            data = rest;
        }
        let (blocks, end) = data.as_chunks();
        kernel::absorb(backend, &mut self.state, blocks);
        self.buffer[..end.len()].copy_from_slice(end);
        self.filled = end.len();
    }

    /// The tag of what was taken in.
    #[must_use]
    #[inline(always)]
    pub fn finalize(mut self) -> [u8; TAG_LEN] {
        self.finish()
    }

    /// The same, of an authenticator that has no use any more.
    #[inline(never)]
    pub(super) fn finish(&mut self) -> [u8; TAG_LEN] {
        wiping_stack::<SMALL_STACK, _>(|| {
            kernel::finish(Backend::choose(), &mut self.state, &self.buffer[..self.filled])
        })
    }

    /// Whether `tag` is the tag of what was taken in; the comparison takes constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is not.
    #[inline(always)]
    pub fn verify(mut self, tag: &[u8; TAG_LEN]) -> Result<(), InvalidTag> {
        compare(&self.finish(), tag)
    }

    /// RFC 8439 Section 2.8: zeros up to the end of a block.
    pub(super) fn pad(&mut self) {
        if self.filled > 0 {
            self.buffer[self.filled..].fill(0);
            kernel::absorb(Backend::choose(), &mut self.state, &[self.buffer]);
            self.filled = 0;
        }
    }
}

impl Drop for Poly1305 {
    fn drop(&mut self) {
        wipe(&mut self.buffer);
    }
}

impl zeroize::ZeroizeOnDrop for Poly1305 {}

impl fmt::Debug for Poly1305 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Poly1305(..)")
    }
}

/// The tag of `message` under `key`, which must never have been used for another message. Takes time that depends on the
/// length of the message alone.
///
/// ```
/// // RFC 8439 Appendix A.3, test vector 1.
/// assert_eq!(carnelian::cipher::poly1305::tag(&[0; 32], &[0; 64]), [0; 16]);
/// ```
#[must_use]
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    let backend = Backend::choose();
    if message.len() <= backend.short() {
        return kernel::tag_of_message(backend, key, message);
    }
    wiping_stack::<512, _>(|| {
        let mut state = State::without_key();
        state.set_key(key);
        let (blocks, end) = message.as_chunks();
        kernel::absorb(backend, &mut state, blocks);
        kernel::finish(backend, &mut state, end)
    })
}

/// Whether `expected` is the tag of `message` under `key`; the comparison takes constant time.
///
/// # Errors
/// [`InvalidTag`] if it is not.
///
/// ```
/// use carnelian::cipher::poly1305;
/// let key = [0x42; 32];
/// let tag = poly1305::tag(&key, b"pay Alice");
/// assert!(poly1305::verify(&key, b"pay Alice", &tag).is_ok());
/// assert!(poly1305::verify(&key, b"pay Mallory", &tag).is_err());
/// ```
pub fn verify(key: &[u8; KEY_LEN], message: &[u8], expected: &[u8; TAG_LEN]) -> Result<(), InvalidTag> {
    compare(&tag(key, message), expected)
}

/// # Errors
/// [`InvalidTag`] if the tags differ.
#[inline]
pub(super) fn compare(tag: &[u8; TAG_LEN], expected: &[u8; TAG_LEN]) -> Result<(), InvalidTag> {
    let is_authentic = ct::is_zero(u128::from_le_bytes(*tag) ^ u128::from_le_bytes(*expected));
    if is_authentic.declassify("whether a message is authentic") { Ok(()) } else { Err(InvalidTag) }
}

/// The name of the backend that this CPU and the tier in force lead to.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
