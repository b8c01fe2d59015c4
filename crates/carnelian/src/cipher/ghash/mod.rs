//! GHASH, NIST SP 800-38D Section 6.4, and POLYVAL, RFC 8452 Section 3: the sum of a message's blocks, each multiplied
//! by a power of the key, in the field of 2¹²⁸ elements.
//!
//! They authenticate nothing by themselves: an attacker who sees two sums under one key, or one sum of a known message,
//! finds the key. [`aes_gcm`](super::aes_gcm) and [`aes_gcm_siv`](super::aes_gcm_siv) encrypt the sum.

pub mod function;
pub(super) mod kernel;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vpclmul;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_single_blocks;
#[cfg(target_arch = "x86_64")]
mod x86_sse_clmul;

#[cfg(test)]
mod tests;

use crate::base::memory::{wipe, wiping_stack};
use core::fmt;
use core::marker::PhantomData;
use function::Function;
use kernel::{BLOCK_LEN, Element, Key};

/// Bytes in a key.
pub const KEY_LEN: usize = 16;
/// Bytes in a sum.
pub const SUM_LEN: usize = 16;

/// GHASH, which reads the first bit of a block as the coefficient of x⁰.
///
/// ```
/// use carnelian::cipher::ghash::Ghash;
/// let mut ghash = Ghash::new(&[0x42; 16]);
/// ghash.update(b"a message in ");
/// ghash.update(b"two pieces");
/// assert_eq!(ghash.finalize(), Ghash::sum(&[0x42; 16], b"a message in two pieces"));
/// ```
pub type Ghash = Hash<function::Ghash>;

/// POLYVAL, which reads a block as a little-endian number with the coefficient of x⁰ in its lowest bit.
///
/// ```
/// use carnelian::cipher::ghash::Polyval;
/// // RFC 8452 Section 7.
/// assert_eq!(Polyval::sum(&[0x42; 16], &[0; 32]), [0; 16]);
/// ```
pub type Polyval = Hash<function::Polyval>;

/// Computes the sum of a message incrementally, with either function. Use it as [`Ghash`] or [`Polyval`].
///
/// Takes time that depends only on lengths. The key and the sum are wiped when dropped.
#[derive(Clone)]
pub struct Hash<F: Function> {
    key: Key,
    pieces: Pieces<F>,
}

/// Bytes of stack that a key and its powers may use, excluding the kernels, which wipe their own.
const STACK: usize = 1792;

/// Bytes of stack that absorbing part of a message may use, excluding the kernels.
const SMALL_STACK: usize = 256;

impl<F: Function> Hash<F> {
    /// Returns a hash that has absorbed nothing.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut hash = Self { key: Key::empty(), pieces: Pieces::new() };
            hash.key.set::<F>(key);
            hash
        })
    }

    /// Absorbs more of the message, any number of bytes.
    #[inline(never)]
    pub fn update(&mut self, data: &[u8]) {
        wiping_stack::<SMALL_STACK, _>(|| self.pieces.update(&self.key, data));
    }

    /// Absorbs zeros up to the end of a block; does nothing at the end of a block.
    #[inline(never)]
    pub fn pad(&mut self) {
        wiping_stack::<SMALL_STACK, _>(|| self.pieces.pad(&self.key));
    }

    /// Returns the sum of what has been absorbed, padded with zeros to whole blocks.
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

    /// Returns the sum of a whole message, padded with zeros to whole blocks.
    #[must_use]
    #[inline(never)]
    pub fn sum(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; SUM_LEN] {
        wiping_stack::<STACK, _>(|| {
            let mut hash = Self { key: Key::empty(), pieces: Pieces::new() };
            hash.key.set::<F>(key);
            hash.pieces.update(&hash.key, message);
            hash.pieces.pad(&hash.key);
            hash.pieces.sum()
        })
    }
}

impl<F: Function> zeroize::ZeroizeOnDrop for Hash<F> {}

impl<F: Function> fmt::Debug for Hash<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", F::NAME)
    }
}

/// The state of a message, without the key, which several messages may share.
#[derive(Clone)]
pub(super) struct Pieces<F: Function> {
    sum: Element,
    /// The start of an incomplete block.
    buffer: [u8; BLOCK_LEN],
    /// The number of bytes of `buffer` in use.
    filled: usize,
    function: PhantomData<F>,
}

impl<F: Function> Pieces<F> {
    pub(super) fn new() -> Self {
        Self { sum: [0; 2], buffer: [0; BLOCK_LEN], filled: 0, function: PhantomData }
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
            kernel::absorb::<F>(key, &mut self.sum, &[self.buffer]);
            data = rest;
        }
        let (blocks, end) = data.as_chunks();
        kernel::absorb::<F>(key, &mut self.sum, blocks);
        self.buffer[..end.len()].copy_from_slice(end);
        self.filled = end.len();
    }

    pub(super) fn pad(&mut self, key: &Key) {
        if self.filled > 0 {
            self.buffer[self.filled..].fill(0);
            kernel::absorb::<F>(key, &mut self.sum, &[self.buffer]);
            self.filled = 0;
        }
    }

    /// Returns the sum of whole blocks.
    pub(super) fn sum(&self) -> [u8; SUM_LEN] {
        debug_assert!(self.filled == 0);
        F::block(u128::from(self.sum[1]) << 64 | u128::from(self.sum[0]))
    }
}

impl<F: Function> Drop for Pieces<F> {
    fn drop(&mut self) {
        wipe(&mut self.sum);
        wipe(&mut self.buffer);
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    kernel::Backend::choose().name()
}
