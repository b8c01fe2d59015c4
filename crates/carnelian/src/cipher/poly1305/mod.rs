//! Poly1305, RFC 8439 Section 2.5: a one-time authenticator. A tag authenticates one message under a key that is used
//! for no other.
//!
//! Two tags under the same key reveal the key, and with it the tag of any message. A key is derived from a cipher and a
//! nonce, as in [`chacha20poly1305`](super::chacha20poly1305), which does all of that in one call.

mod absorbing;
pub(super) mod evaluation;
mod fe_2x64;
mod fe_5x26;
pub(super) mod kernel;
mod portable;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only vectors need powers"))]
pub(super) mod powers;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only vectors need powers"))]
mod state;
mod values;
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

/// Bytes in a key: r, with 22 bits that are ignored, and s.
pub const KEY_LEN: usize = 32;
/// Bytes in a tag.
pub const TAG_LEN: usize = 16;

/// Computes the tag of one message incrementally. [`tag`] and [`verify`] take a whole message.
///
/// Takes time that depends only on lengths. The key and what is computed from it are wiped when dropped.
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
    /// The start of an incomplete block.
    buffer: [u8; BLOCK_LEN],
    /// The number of bytes of `buffer` in use.
    filled: usize,
}

/// Bytes of stack that absorbing part of a message may use, excluding the kernels, which wipe their own.
const SMALL_STACK: usize = 256;

impl Poly1305 {
    /// Returns an authenticator that has absorbed nothing. `key` must never have been used for another message.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<SMALL_STACK, _>(|| {
            let mut authenticator = Self::empty();
            authenticator.set_key(key);
            authenticator
        })
    }

    /// Returns an authenticator that has no key yet.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { state: State::without_key(), buffer: [0; BLOCK_LEN], filled: 0 }
    }

    /// Sets the key.
    #[inline]
    pub(super) fn set_key(&mut self, key: &[u8; KEY_LEN]) {
        self.state.set_key(key);
    }

    /// Absorbs more of the message, any number of bytes.
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

    /// Returns the tag of the absorbed message.
    #[must_use]
    #[inline(always)]
    pub fn finalize(mut self) -> [u8; TAG_LEN] {
        self.finish()
    }

    /// Like [`finalize`](Self::finalize), for an authenticator that is not used afterwards.
    #[inline(never)]
    pub(super) fn finish(&mut self) -> [u8; TAG_LEN] {
        wiping_stack::<SMALL_STACK, _>(|| {
            kernel::finish(Backend::choose(), &mut self.state, &self.buffer[..self.filled])
        })
    }

    /// Checks that `tag` is the tag of the absorbed message; the comparison takes constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is not.
    #[inline(always)]
    pub fn verify(mut self, tag: &[u8; TAG_LEN]) -> Result<(), InvalidTag> {
        compare(&self.finish(), tag)
    }

    /// RFC 8439 Section 2.8: absorbs zeros up to the end of a block.
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

/// Returns the tag of `message` under `key`, which must never have been used for another message. Takes time that
/// depends only on the length of the message.
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

/// Checks that `expected` is the tag of `message` under `key`; the comparison takes constant time.
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

/// Compares two tags in constant time.
///
/// # Errors
/// [`InvalidTag`] if they differ.
#[inline]
pub(super) fn compare(tag: &[u8; TAG_LEN], expected: &[u8; TAG_LEN]) -> Result<(), InvalidTag> {
    let is_authentic = ct::is_zero(u128::from_le_bytes(*tag) ^ u128::from_le_bytes(*expected));
    if is_authentic.declassify("whether a message is authentic") { Ok(()) } else { Err(InvalidTag) }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
