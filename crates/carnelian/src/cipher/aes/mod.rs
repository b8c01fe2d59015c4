//! The block cipher AES with keys of 128, 192 and 256 bits, FIPS 197.
//!
//! This is the permutation of single blocks that modes of operation are built from. Applied to a message block by
//! block, it reveals which blocks are equal, and does not authenticate the message: use authenticated encryption for
//! messages.

mod bitslice;
pub(super) mod kernel;
mod parameters;
mod portable;
mod sbox;
#[cfg(target_arch = "x86_64")]
mod x86_aes_ni;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_counters;
#[cfg(target_arch = "x86_64")]
mod x86_runs;

#[cfg(test)]
mod tests;

use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use kernel::{Backend, Block, Counter, SCHEDULE_LEN, Schedule};

/// Bytes in a block.
pub const BLOCK_LEN: usize = kernel::BLOCK_LEN;

/// Bytes of stack that key setup may use, excluding the kernels, which wipe their own.
const STACK: usize = 768;

/// A key of `KEY_LEN` bytes (16, 24 or 32) that encrypts blocks; the length selects AES-128, AES-192 or AES-256.
///
/// Constant time, even if the CPU has no AES instructions. The expanded key is wiped when it is dropped.
///
/// ```
/// use carnelian::cipher::aes::{DecryptionKey, EncryptionKey};
/// let key = [7; 32];
/// let mut blocks = [*b"sixteen bytes in", *b"each of the two!"];
/// EncryptionKey::new(&key).encrypt_blocks(&mut blocks);
/// DecryptionKey::new(&key).decrypt_blocks(&mut blocks);
/// assert_eq!(&blocks[0], b"sixteen bytes in");
/// ```
#[repr(C, align(64))]
pub struct EncryptionKey<const KEY_LEN: usize> {
    schedule: Schedule,
    /// The backend that expanded the key.
    backend: Backend,
}

impl<const KEY_LEN: usize> EncryptionKey<KEY_LEN> {
    /// Expands `key`. Nothing of it stays on the stack except the expanded key, and a copy of that where it was before
    /// it was moved: use [`boxed`](Self::boxed) for a key that is to be moved.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty();
            expanded.replace(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &[u8; KEY_LEN]) -> Box<Self> {
        let mut expanded = Box::new(Self::empty());
        expanded.replace(key);
        expanded
    }

    #[cfg(test)]
    fn of_backend(backend: Backend, key: &[u8; KEY_LEN]) -> Self {
        let mut expanded = Self { schedule: [0; SCHEDULE_LEN], backend };
        expanded.replace(key);
        expanded
    }

    /// Returns an empty key, to be [replaced](Self::replace) in place.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend: Backend::choose() }
    }

    /// Returns an empty key, to be [derived](Self::derive) in place from this one.
    #[inline(always)]
    pub(super) fn place(&self) -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend: self.backend }
    }

    /// RFC 8452 Section 4, derive_keys(), for a message with this nonce under this key-generating key: computes the key
    /// of its authenticator and that of its cipher, which is expanded in place.
    #[inline(always)]
    pub(super) fn derive(&self, nonce: &[u8; 12], authentication: &mut Block, encryption: &mut Self) {
        let [a, b, c, d, rest @ ..] = *nonce;
        let first = u128::from(u64::from_le_bytes(rest)) << 64 | u128::from(u32::from_le_bytes([a, b, c, d])) << 32;
        kernel::derive::<KEY_LEN>(self.backend, &self.schedule, first, authentication, &mut encryption.schedule);
    }

    /// Replaces the key.
    pub(super) fn replace(&mut self, key: &[u8; KEY_LEN]) {
        kernel::expand(self.backend, key, &mut self.schedule);
    }

    /// Encrypts a block in place.
    pub fn encrypt_block(&self, block: &mut [u8; BLOCK_LEN]) {
        self.encrypt(InOut::in_place(block));
    }

    /// Encrypts each block in place, several at once.
    pub fn encrypt_blocks(&self, blocks: &mut [[u8; BLOCK_LEN]]) {
        self.encrypt(InOut::in_place(blocks.as_flattened_mut()));
    }

    fn encrypt(&self, data: InOut<'_>) {
        kernel::encrypt::<KEY_LEN>(self.backend, &self.schedule, data);
    }

    /// XORs `data` with the encryptions of the blocks from `first` on, in which 32 bits are a counter that wraps.
    #[inline(always)]
    pub(super) fn xor_counted(&self, counter: Counter, first: &Block, data: InOut<'_>) {
        self.xor_counted_from(counter, u128::from_le_bytes(*first), data);
    }

    /// Like [`xor_counted`](Self::xor_counted), from a block in registers, a little-endian number: loading one just
    /// written stalls.
    #[inline(always)]
    pub(super) fn xor_counted_from(&self, counter: Counter, first: u128, data: InOut<'_>) {
        kernel::xor_counted::<KEY_LEN>(self.backend, &self.schedule, counter, first, data);
    }

    /// Returns the backend that expanded this key and computes with it, for modes that have their own kernels.
    #[allow(dead_code)]
    pub(super) fn backend(&self) -> Backend {
        self.backend
    }

    /// Returns the [`rounds`](kernel::rounds) + 1 round keys in the order of encryption, if the backend has AES
    /// instructions; the portable backends keep the key in another form.
    #[allow(dead_code)]
    pub(super) fn round_keys(&self) -> &[Block; kernel::MAX_ROUND_KEYS] {
        debug_assert!(!matches!(self.backend, Backend::Portable64(_) | Backend::Portable32(_)));
        let (blocks, _) = self.schedule.as_chunks();
        blocks.first_chunk().expect("a schedule holds all round keys")
    }
}

/// A key of `KEY_LEN` bytes (16, 24 or 32) that decrypts what [`EncryptionKey`] has encrypted, also in constant time.
#[repr(C, align(64))]
pub struct DecryptionKey<const KEY_LEN: usize> {
    schedule: Schedule,
    /// The backend that expanded the key.
    backend: Backend,
}

impl<const KEY_LEN: usize> DecryptionKey<KEY_LEN> {
    /// Expands `key`; leaves the same on the stack as [`EncryptionKey::new`].
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty(Backend::choose());
            expanded.set(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &[u8; KEY_LEN]) -> Box<Self> {
        let mut expanded = Box::new(Self::empty(Backend::choose()));
        expanded.set(key);
        expanded
    }

    #[cfg(test)]
    fn of_backend(backend: Backend, key: &[u8; KEY_LEN]) -> Self {
        let mut expanded = Self::empty(backend);
        expanded.set(key);
        expanded
    }

    #[inline(always)]
    fn empty(backend: Backend) -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend }
    }

    fn set(&mut self, key: &[u8; KEY_LEN]) {
        kernel::expand(self.backend, key, &mut self.schedule);
        kernel::invert::<KEY_LEN>(self.backend, &mut self.schedule);
    }

    /// Decrypts a block in place.
    pub fn decrypt_block(&self, block: &mut [u8; BLOCK_LEN]) {
        self.decrypt(InOut::in_place(block));
    }

    /// Decrypts each block in place, several at once.
    pub fn decrypt_blocks(&self, blocks: &mut [[u8; BLOCK_LEN]]) {
        self.decrypt(InOut::in_place(blocks.as_flattened_mut()));
    }

    fn decrypt(&self, data: InOut<'_>) {
        kernel::decrypt::<KEY_LEN>(self.backend, &self.schedule, data);
    }
}

impl<const KEY_LEN: usize> Drop for EncryptionKey<KEY_LEN> {
    fn drop(&mut self) {
        wipe(&mut self.schedule);
    }
}

impl<const KEY_LEN: usize> Drop for DecryptionKey<KEY_LEN> {
    fn drop(&mut self) {
        wipe(&mut self.schedule);
    }
}

impl<const KEY_LEN: usize> zeroize::ZeroizeOnDrop for EncryptionKey<KEY_LEN> {}
impl<const KEY_LEN: usize> zeroize::ZeroizeOnDrop for DecryptionKey<KEY_LEN> {}

impl<const KEY_LEN: usize> fmt::Debug for EncryptionKey<KEY_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{} encryption key(..)", 8 * KEY_LEN)
    }
}

impl<const KEY_LEN: usize> fmt::Debug for DecryptionKey<KEY_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{} decryption key(..)", 8 * KEY_LEN)
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
