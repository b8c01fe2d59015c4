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
mod schedule;
#[cfg(target_arch = "x86_64")]
mod x86_aes_ni;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_counters;
#[cfg(target_arch = "x86_64")]
mod x86_key_expansion;
#[cfg(target_arch = "x86_64")]
mod x86_runs;
#[cfg(target_arch = "x86_64")]
mod x86_sse_aes_ni;

#[cfg(test)]
mod tests;

pub use parameters::{Aes128, Aes192, Aes256, DerivesKeys, Parameters};

use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use kernel::{Backend, Block, Counter, RoundKeys, SCHEDULE_LEN, Schedule};

/// Bytes in a block.
pub const BLOCK_LEN: usize = kernel::BLOCK_LEN;

/// Bytes of stack that key setup may use, excluding the kernels, which wipe their own.
const STACK: usize = 768;

/// A key that encrypts blocks: of [`Aes128`], [`Aes192`] or [`Aes256`].
///
/// Constant time, even if the CPU has no AES instructions. The expanded key is wiped when it is dropped.
///
/// ```
/// use carnelian::cipher::aes::{Aes256, DecryptionKey, EncryptionKey};
/// let key = [7; 32];
/// let mut blocks = [*b"sixteen bytes in", *b"each of the two!"];
/// EncryptionKey::<Aes256>::new(&key).encrypt_blocks(&mut blocks);
/// DecryptionKey::<Aes256>::new(&key).decrypt_blocks(&mut blocks);
/// assert_eq!(&blocks[0], b"sixteen bytes in");
/// ```
#[repr(C, align(64))]
pub struct EncryptionKey<A: Parameters> {
    schedule: Schedule,
    /// The backend that expanded the key.
    backend: Backend,
    parameters: PhantomData<A>,
}

impl<A: Parameters> EncryptionKey<A> {
    /// Expands `key`. Nothing of it stays on the stack except the expanded key, and a copy of that where it was before
    /// it was moved: use [`boxed`](Self::boxed) for a key that is to be moved.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &A::Key) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty();
            expanded.replace(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &A::Key) -> Box<Self> {
        let mut expanded = Box::new(Self::empty());
        expanded.replace(key);
        expanded
    }

    #[cfg(test)]
    fn of_backend(backend: Backend, key: &A::Key) -> Self {
        let mut expanded = Self::place_for(backend);
        expanded.replace(key);
        expanded
    }

    /// Returns an empty key of this backend.
    #[inline(always)]
    pub(super) fn place_for(backend: Backend) -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend, parameters: PhantomData }
    }

    /// Returns an empty key, to be [replaced](Self::replace) in place.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self::place_for(Backend::choose())
    }

    /// Returns an empty key, to be [derived](Self::derive) in place from this one.
    #[inline(always)]
    pub(super) fn place(&self) -> Self {
        Self::place_for(self.backend)
    }

    /// Replaces the key.
    pub(super) fn replace(&mut self, key: &A::Key) {
        kernel::expand::<A>(self.backend, key, &mut self.schedule);
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
        kernel::encrypt::<A>(self.backend, &self.schedule, data);
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
        kernel::xor_counted::<A>(self.backend, &self.schedule, counter, first, data);
    }

    /// Returns the round keys in the order of encryption, if the backend has AES instructions, and else the start of
    /// the key in the form of the portable backends.
    pub(super) fn round_keys(&self) -> &RoundKeys {
        schedule::round_keys(&self.schedule)
    }
}

impl<A: DerivesKeys> EncryptionKey<A> {
    /// RFC 8452 Section 4, derive_keys(), for a message with this nonce under this key-generating key: computes the key
    /// of its authenticator and that of its cipher, which is expanded in place.
    #[inline(always)]
    pub(super) fn derive(&self, nonce: &[u8; 12], authentication: &mut Block, encryption: &mut Self) {
        let [a, b, c, d, rest @ ..] = *nonce;
        let first = u128::from(u64::from_le_bytes(rest)) << 64 | u128::from(u32::from_le_bytes([a, b, c, d])) << 32;
        kernel::derive::<A>(self.backend, &self.schedule, first, authentication, &mut encryption.schedule);
    }
}

/// A key that decrypts what [`EncryptionKey`] has encrypted, also in constant time.
#[repr(C, align(64))]
pub struct DecryptionKey<A: Parameters> {
    schedule: Schedule,
    /// The backend that expanded the key.
    backend: Backend,
    parameters: PhantomData<A>,
}

impl<A: Parameters> DecryptionKey<A> {
    /// Expands `key`; leaves the same on the stack as [`EncryptionKey::new`].
    #[must_use]
    #[inline(never)]
    pub fn new(key: &A::Key) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty(Backend::choose());
            expanded.set(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &A::Key) -> Box<Self> {
        let mut expanded = Box::new(Self::empty(Backend::choose()));
        expanded.set(key);
        expanded
    }

    #[cfg(test)]
    fn of_backend(backend: Backend, key: &A::Key) -> Self {
        let mut expanded = Self::empty(backend);
        expanded.set(key);
        expanded
    }

    #[inline(always)]
    fn empty(backend: Backend) -> Self {
        Self { schedule: [0; SCHEDULE_LEN], backend, parameters: PhantomData }
    }

    fn set(&mut self, key: &A::Key) {
        kernel::expand::<A>(self.backend, key, &mut self.schedule);
        kernel::invert::<A>(self.backend, &mut self.schedule);
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
        kernel::decrypt::<A>(self.backend, &self.schedule, data);
    }
}

impl<A: Parameters> Drop for EncryptionKey<A> {
    fn drop(&mut self) {
        wipe(&mut self.schedule);
    }
}

impl<A: Parameters> Drop for DecryptionKey<A> {
    fn drop(&mut self) {
        wipe(&mut self.schedule);
    }
}

impl<A: Parameters> zeroize::ZeroizeOnDrop for EncryptionKey<A> {}
impl<A: Parameters> zeroize::ZeroizeOnDrop for DecryptionKey<A> {}

impl<A: Parameters> fmt::Debug for EncryptionKey<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{} encryption key(..)", 8 * A::KEY_LEN)
    }
}

impl<A: Parameters> fmt::Debug for DecryptionKey<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{} decryption key(..)", 8 * A::KEY_LEN)
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
