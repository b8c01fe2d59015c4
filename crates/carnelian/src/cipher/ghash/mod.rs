//! GHASH, NIST SP 800-38D Section 6.4, and POLYVAL, RFC 8452 Section 3: the sum of a message's blocks, each times a power
//! of the key, in the field of 2¹²⁸ elements.
//!
//! They authenticate nothing by themselves: whoever sees two sums under one key, or one of a message that he knows, finds
//! the key. [`aes_gcm`](super::aes_gcm) and [`aes_gcm_siv`](super::aes_gcm_siv) encrypt the sum.

pub(super) mod kernel;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vpclmul;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
mod tests;

use crate::base::memory::{wipe, wiping_stack};
use core::fmt;
use kernel::{BLOCK_LEN, Element, GHASH, Key, POLYVAL};

/// Bytes in a key.
pub const KEY_LEN: usize = 16;
/// Bytes in a sum.
pub const SUM_LEN: usize = 16;

/// GHASH, which reads blocks with their first bit as the coefficient of x⁰.
///
/// ```
/// use carnelian::cipher::ghash::Ghash;
/// let mut ghash = Ghash::new(&[0x42; 16]);
/// ghash.update(b"a message in ");
/// ghash.update(b"two pieces");
/// assert_eq!(ghash.finalize(), Ghash::sum(&[0x42; 16], b"a message in two pieces"));
/// ```
pub type Ghash = Hash<GHASH>;

/// POLYVAL, which reads blocks as little-endian numbers with the coefficient of x⁰ in their lowest bit.
///
/// ```
/// use carnelian::cipher::ghash::Polyval;
/// // RFC 8452 Section 7.
/// assert_eq!(Polyval::sum(&[0x42; 16], &[0; 32]), [0; 16]);
/// ```
pub type Polyval = Hash<POLYVAL>;

/// The sum of a message that comes piece by piece, with the blocks read in the one way or the other: use it as [`Ghash`] or
/// [`Polyval`].
///
/// Takes time that depends on lengths alone. The key and the sum are wiped when dropped.
#[derive(Clone)]
pub struct Hash<const ORDER: bool> {
    key: Key,
    pieces: Pieces<ORDER>,
}

/// Bytes of stack that a key and its powers may lie in above the kernels, which wipe their own.
const STACK: usize = 1792;

/// The same for pieces of a message.
const SMALL_STACK: usize = 256;

impl<const ORDER: bool> Hash<ORDER> {
    /// Nothing is taken in.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut hash = Self { key: Key::empty(), pieces: Pieces::new() };
            hash.key.set::<ORDER>(key);
            hash
        })
    }

    /// Takes in more of the message, any number of bytes.
    #[inline(never)]
    pub fn update(&mut self, data: &[u8]) {
        wiping_stack::<SMALL_STACK, _>(|| self.pieces.update(&self.key, data));
    }

    /// Zeros up to the end of a block; nothing if one has just ended.
    #[inline(never)]
    pub fn pad(&mut self) {
        wiping_stack::<SMALL_STACK, _>(|| self.pieces.pad(&self.key));
    }

    /// The sum of what was taken in, filled up with zeros to whole blocks.
    #[must_use]
    #[inline(always)]
    pub fn finalize(mut self) -> [u8; SUM_LEN] {
        self.sum_of_all()
    }

    #[inline(never)]
    fn sum_of_all(&mut self) -> [u8; SUM_LEN] {
        wiping_stack::<STACK, _>(|| {
            self.pad();
            self.pieces.sum()
        })
    }

    /// The sum of a whole message, filled up with zeros to whole blocks.
    #[must_use]
    #[inline(never)]
    pub fn sum(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; SUM_LEN] {
        wiping_stack::<STACK, _>(|| {
            let mut hash = Self { key: Key::empty(), pieces: Pieces::new() };
            hash.key.set::<ORDER>(key);
            hash.pieces.update(&hash.key, message);
            hash.pieces.pad(&hash.key);
            hash.pieces.sum()
        })
    }
}

impl<const ORDER: bool> zeroize::ZeroizeOnDrop for Hash<ORDER> {}

impl<const ORDER: bool> fmt::Debug for Hash<ORDER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if ORDER { "Ghash(..)" } else { "Polyval(..)" })
    }
}

/// What was taken in, beside the key, which others may share.
#[derive(Clone)]
pub(super) struct Pieces<const ORDER: bool> {
    sum: Element,
    /// The start of a block that is not complete yet.
    buffer: [u8; BLOCK_LEN],
    /// How many bytes of it count.
    filled: usize,
}

impl<const ORDER: bool> Pieces<ORDER> {
    pub(super) fn new() -> Self {
        Self { sum: [0; 2], buffer: [0; BLOCK_LEN], filled: 0 }
    }

    pub(super) fn update(&mut self, key: &Key, mut data: &[u8]) {
        if self.filled + data.len() < BLOCK_LEN {
            self.buffer[self.filled..][..data.len()].copy_from_slice(data);
            self.filled += data.len();
            return;
        }
        if self.filled > 0 {
            let (first, rest) = data.split_at(BLOCK_LEN - self.filled);
            self.buffer[self.filled..].copy_from_slice(first);
            kernel::absorb::<ORDER>(key, &mut self.sum, &[self.buffer]);
            data = rest;
        }
        let (blocks, end) = data.as_chunks();
        kernel::absorb::<ORDER>(key, &mut self.sum, blocks);
        self.buffer[..end.len()].copy_from_slice(end);
        self.filled = end.len();
    }

    pub(super) fn pad(&mut self, key: &Key) {
        if self.filled > 0 {
            self.buffer[self.filled..].fill(0);
            kernel::absorb::<ORDER>(key, &mut self.sum, &[self.buffer]);
            self.filled = 0;
        }
    }

    /// The sum of whole blocks.
    pub(super) fn sum(&self) -> [u8; SUM_LEN] {
        debug_assert!(self.filled == 0);
        let sum = u128::from(self.sum[1]) << 64 | u128::from(self.sum[0]);
        if ORDER { sum.to_be_bytes() } else { sum.to_le_bytes() }
    }
}

impl<const ORDER: bool> Drop for Pieces<ORDER> {
    fn drop(&mut self) {
        wipe(&mut self.sum);
        wipe(&mut self.buffer);
    }
}

/// The name of the backend that this CPU and the tier in force lead to.
#[must_use]
pub fn backend() -> &'static str {
    kernel::Backend::choose().name()
}
