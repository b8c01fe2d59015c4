//! The block cipher AES with keys of 128, 192 and 256 bits, FIPS 197.
//!
//! This is the permutation of single blocks that modes of operation are made of. Applied to a message block by block it
//! shows which blocks are equal, and hides not who wrote what: take an authenticated encryption for messages.

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

/// Bytes of stack that a key in the making may lie in above the kernels, which wipe their own.
const STACK: usize = 768;

/// A key of `KEY_LEN` bytes, 16, 24 or 32, that encrypts blocks: the length says whether it is AES-128, AES-192 or AES-256.
///
/// Constant time, also where the CPU has no instructions for AES. The expanded key is wiped when it is dropped.
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
    /// By which the key was expanded.
    backend: Backend,
}

impl<const KEY_LEN: usize> EncryptionKey<KEY_LEN> {
    /// Expands `key`. Nothing of it stays on the stack but the expanded key, and that where it was before it was moved:
    /// [`boxed`](Self::boxed) makes one that is to be moved.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty();
            expanded.replace(key);
            expanded
        })
    }

    /// As [`new`](Self::new), on the heap: there a key is expanded, and stays until it is wiped.
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

    /// No key yet: a place for one that is [put](Self::replace) there.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend: Backend::choose() }
    }

    /// No key yet: a place for one that is [derived](Self::derive) from this.
    #[inline(always)]
    pub(super) fn place(&self) -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend: self.backend }
    }

    /// RFC 8452 Section 4, derive_keys(), for a message with this nonce under this key-generating key: the key of its
    /// authenticator, and that of its cipher, which is expanded where it stays.
    #[inline(always)]
    pub(super) fn derive(&self, nonce: &[u8; 12], authentication: &mut Block, encryption: &mut Self) {
        let [a, b, c, d, rest @ ..] = *nonce;
        let first = u128::from(u64::from_le_bytes(rest)) << 64 | u128::from(u32::from_le_bytes([a, b, c, d])) << 32;
        kernel::derive::<KEY_LEN>(self.backend, &self.schedule, first, authentication, &mut encryption.schedule);
    }

    /// Takes the place of another key.
    pub(super) fn replace(&mut self, key: &[u8; KEY_LEN]) {
        kernel::expand(self.backend, key, &mut self.schedule);
    }

    /// Encrypts a block where it lies.
    pub fn encrypt_block(&self, block: &mut [u8; BLOCK_LEN]) {
        self.encrypt(InOut::in_place(block));
    }

    /// Encrypts each block where it lies, several at once.
    pub fn encrypt_blocks(&self, blocks: &mut [[u8; BLOCK_LEN]]) {
        self.encrypt(InOut::in_place(blocks.as_flattened_mut()));
    }

    fn encrypt(&self, data: InOut<'_>) {
        kernel::encrypt::<KEY_LEN>(self.backend, &self.schedule, data);
    }

    /// Writes the exclusive or of `data` and of the encrypted blocks from `first` on, of which 32 bits count and wrap.
    #[inline(always)]
    pub(super) fn xor_counted(&self, counter: Counter, first: &Block, data: InOut<'_>) {
        self.xor_counted_from(counter, u128::from_le_bytes(*first), data);
    }

    /// The same from a block in registers, as a little-endian number: one that was just written would be waited for.
    #[inline(always)]
    pub(super) fn xor_counted_from(&self, counter: Counter, first: u128, data: InOut<'_>) {
        kernel::xor_counted::<KEY_LEN>(self.backend, &self.schedule, counter, first, data);
    }

    /// The backend that has expanded this key and computes with it, for modes that have kernels of their own.
    #[allow(dead_code)]
    pub(super) fn backend(&self) -> Backend {
        self.backend
    }

    /// The round keys in the order of encryption, of which there are [`rounds`](kernel::rounds) + 1, if the backend has AES
    /// instructions; the portable ones keep the key in another form.
    #[cfg(target_arch = "x86_64")]
    #[allow(dead_code)]
    pub(super) fn round_keys(&self) -> &[Block; kernel::MAX_ROUND_KEYS] {
        debug_assert!(!matches!(self.backend, Backend::Portable64 | Backend::Portable32));
        let (blocks, _) = self.schedule.as_chunks();
        blocks.first_chunk().expect("a schedule holds all round keys")
    }
}

/// A key of `KEY_LEN` bytes, 16, 24 or 32, that decrypts what [`EncryptionKey`] has encrypted. Constant time as that is.
#[repr(C, align(64))]
pub struct DecryptionKey<const KEY_LEN: usize> {
    schedule: Schedule,
    /// By which the key was expanded.
    backend: Backend,
}

impl<const KEY_LEN: usize> DecryptionKey<KEY_LEN> {
    /// Expands `key`; what stays on the stack is as for [`EncryptionKey::new`].
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty(Backend::choose());
            expanded.set(key);
            expanded
        })
    }

    /// As [`new`](Self::new), on the heap: there a key is expanded, and stays until it is wiped.
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

    /// Decrypts a block where it lies.
    pub fn decrypt_block(&self, block: &mut [u8; BLOCK_LEN]) {
        self.decrypt(InOut::in_place(block));
    }

    /// Decrypts each block where it lies, several at once.
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

/// The name of the backend that this CPU and the tier in force lead to.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
