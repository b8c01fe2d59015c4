//! The keys of block ciphers.

use super::cipher::{BlockCipher, BlockCipher128, Flat};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::base::secret::Confidential;
use crate::cipher::arithmetic::blocks::{Block, Counter};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

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
///
/// [`Aes128`]: super::aes::Aes128
/// [`Aes192`]: super::aes::Aes192
/// [`Aes256`]: super::aes::Aes256
#[repr(C, align(64))]
pub struct EncryptionKey<C: BlockCipher> {
    pub(super) schedule: C::Schedule,
    /// The backend that expanded the key.
    pub(super) backend: C::Backend,
    cipher: PhantomData<C>,
}

impl<C: BlockCipher> EncryptionKey<C> {
    /// Expands `key`. Nothing of it stays on the stack except the expanded key, and a copy of that where it was before
    /// it was moved: use [`boxed`](Self::boxed) for a key that is to be moved.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &C::Key) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty();
            expanded.replace(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &C::Key) -> Box<Self> {
        let mut expanded = Box::new(Self::empty());
        expanded.replace(key);
        expanded
    }

    #[cfg(test)]
    pub(super) fn of_backend(backend: C::Backend, key: &C::Key) -> Self {
        let mut expanded = Self::empty_for(backend);
        expanded.replace(key);
        expanded
    }

    /// Returns an empty key of a backend.
    #[inline(always)]
    pub(in super::super) fn empty_for(backend: C::Backend) -> Self {
        Self { schedule: C::EMPTY, backend, cipher: PhantomData }
    }

    /// Returns an empty key, to be [replaced](Self::replace) in place.
    #[inline(always)]
    pub(in super::super) fn empty() -> Self {
        Self::empty_for(C::choose())
    }

    /// Returns an empty key of the same backend as this one.
    #[inline(always)]
    pub(in super::super) fn empty_like_this(&self) -> Self {
        Self::empty_for(self.backend)
    }

    /// Replaces the key.
    pub(in super::super) fn replace(&mut self, key: &C::Key) {
        C::expand(self.backend, key, &mut self.schedule);
    }

    /// Encrypts a block in place.
    pub fn encrypt_block(&self, block: &mut C::Block) {
        self.encrypt(InOut::in_place(block.as_mut()));
    }

    /// Encrypts each block in place, several at once.
    pub fn encrypt_blocks(&self, blocks: &mut [C::Block]) {
        self.encrypt(InOut::in_place(Flat::flattened(blocks)));
    }

    pub(super) fn encrypt(&self, data: InOut<'_>) {
        C::encrypt_blocks(self.backend, &self.schedule, data);
    }
}

impl<C: BlockCipher128> EncryptionKey<C> {
    /// XORs `data` with the encryptions of the blocks from `first` on, in which 32 bits are a counter that wraps.
    #[inline(always)]
    pub(in super::super) fn xor_counted(&self, counter: Counter, first: &Block, data: InOut<'_>) {
        self.xor_counted_from(counter, u128::from_le_bytes(*first), data);
    }

    /// Like [`xor_counted`](Self::xor_counted), from a block in registers, a little-endian number: loading one just
    /// written stalls.
    #[inline(always)]
    pub(in super::super) fn xor_counted_from(&self, counter: Counter, first: u128, data: InOut<'_>) {
        C::xor_counted(self.backend, &self.schedule, counter, first, data);
    }
}

/// A key that decrypts what [`EncryptionKey`] has encrypted, also in constant time.
#[repr(C, align(64))]
pub struct DecryptionKey<C: BlockCipher> {
    pub(super) schedule: C::Schedule,
    /// The backend that expanded the key.
    backend: C::Backend,
    cipher: PhantomData<C>,
}

impl<C: BlockCipher> DecryptionKey<C> {
    /// Expands `key`; leaves the same on the stack as [`EncryptionKey::new`].
    #[must_use]
    #[inline(never)]
    pub fn new(key: &C::Key) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut expanded = Self::empty_for(C::choose());
            expanded.set(key);
            expanded
        })
    }

    /// Like [`new`](Self::new), but on the heap: the key is expanded there and stays there until it is wiped.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed(key: &C::Key) -> Box<Self> {
        let mut expanded = Box::new(Self::empty_for(C::choose()));
        expanded.set(key);
        expanded
    }

    #[cfg(test)]
    pub(super) fn of_backend(backend: C::Backend, key: &C::Key) -> Self {
        let mut expanded = Self::empty_for(backend);
        expanded.set(key);
        expanded
    }

    #[inline(always)]
    fn empty_for(backend: C::Backend) -> Self {
        Self { schedule: C::EMPTY, backend, cipher: PhantomData }
    }

    fn set(&mut self, key: &C::Key) {
        C::expand(self.backend, key, &mut self.schedule);
        C::invert(self.backend, &mut self.schedule);
    }

    /// Decrypts a block in place.
    pub fn decrypt_block(&self, block: &mut C::Block) {
        self.decrypt(InOut::in_place(block.as_mut()));
    }

    /// Decrypts each block in place, several at once.
    pub fn decrypt_blocks(&self, blocks: &mut [C::Block]) {
        self.decrypt(InOut::in_place(Flat::flattened(blocks)));
    }

    pub(super) fn decrypt(&self, data: InOut<'_>) {
        C::decrypt_blocks(self.backend, &self.schedule, data);
    }
}

impl<C: BlockCipher> Drop for EncryptionKey<C> {
    fn drop(&mut self) {
        self.schedule.wipe();
    }
}

impl<C: BlockCipher> Drop for DecryptionKey<C> {
    fn drop(&mut self) {
        self.schedule.wipe();
    }
}

impl<C: BlockCipher> zeroize::ZeroizeOnDrop for EncryptionKey<C> {}
impl<C: BlockCipher> zeroize::ZeroizeOnDrop for DecryptionKey<C> {}

impl<C: BlockCipher> fmt::Debug for EncryptionKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} encryption key(..)", C::NAME)
    }
}

impl<C: BlockCipher> fmt::Debug for DecryptionKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} decryption key(..)", C::NAME)
    }
}
