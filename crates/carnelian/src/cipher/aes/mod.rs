//! The block cipher AES with keys of 128, 192 and 256 bits, FIPS 197.
//!
//! This is the permutation of single blocks that modes of operation are made of. Applied to a message block by block it
//! shows which blocks are equal, and hides not who wrote what: take an authenticated encryption for messages.

mod bitslice;
pub(super) mod kernel;
mod portable;
mod sbox;
#[cfg(target_arch = "x86_64")]
mod x86_aes_ni;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_runs;

#[cfg(test)]
mod tests;

use crate::base::in_out::InOut;
use crate::base::secret::Secret;
use core::fmt;
use kernel::{Backend, Block, Counter, MAX_ROUND_KEYS, Schedule};

/// Bytes in a block.
pub const BLOCK_LEN: usize = kernel::BLOCK_LEN;

/// A key of `KEY_LEN` bytes, 16, 24 or 32, that encrypts blocks: the length says whether it is AES-128, AES-192 or AES-256.
///
/// Constant time, also where the CPU has no instructions for AES. The expanded key is wiped when it is dropped.
///
/// ```
/// use carnelian::cipher::aes::{DecryptionKey, EncryptionKey};
/// let key = [7; 32];
/// let mut blocks = [*b"sixteen bytes in", *b" each block of it"[1..].first_chunk().unwrap()];
/// EncryptionKey::new(&key).encrypt_blocks(&mut blocks);
/// DecryptionKey::new(&key).decrypt_blocks(&mut blocks);
/// assert_eq!(&blocks[0], b"sixteen bytes in");
/// ```
#[repr(C, align(64))]
pub struct EncryptionKey<const KEY_LEN: usize> {
    schedule: Secret<Schedule>,
    /// By which the key was expanded.
    backend: Backend,
}

impl<const KEY_LEN: usize> EncryptionKey<KEY_LEN> {
    /// Expands `key`.
    #[must_use]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        let backend = Backend::choose();
        Self { schedule: expanded(backend, key), backend }
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
        kernel::encrypt::<KEY_LEN>(self.backend, self.schedule.expose(), data);
    }

    /// Writes the exclusive or of `data` and of the encrypted blocks from `first` on, of which 32 bits count and wrap.
    pub(super) fn xor_counted(&self, counter: Counter, first: &Block, data: InOut<'_>) {
        kernel::xor_counted::<KEY_LEN>(self.backend, self.schedule.expose(), counter, first, data);
    }

    /// The backend that has expanded this key and computes with it.
    pub(super) fn backend(&self) -> Backend {
        self.backend
    }

    /// The round keys in the order of encryption, of which there are [`rounds`](kernel::rounds) + 1, if the backend has AES
    /// instructions; the portable ones keep the key in another form.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn round_keys(&self) -> &[Block; MAX_ROUND_KEYS] {
        debug_assert!(!matches!(self.backend, Backend::Portable64 | Backend::Portable32));
        let (blocks, _) = self.schedule.expose().as_chunks();
        blocks.first_chunk().expect("a schedule holds all round keys")
    }
}

/// A key of `KEY_LEN` bytes, 16, 24 or 32, that decrypts what [`EncryptionKey`] has encrypted. Constant time as that is.
#[repr(C, align(64))]
pub struct DecryptionKey<const KEY_LEN: usize> {
    schedule: Secret<Schedule>,
    /// By which the key was expanded.
    backend: Backend,
}

impl<const KEY_LEN: usize> DecryptionKey<KEY_LEN> {
    /// Expands `key`.
    #[must_use]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        let backend = Backend::choose();
        Self { schedule: inverted(backend, key), backend }
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
        kernel::decrypt::<KEY_LEN>(self.backend, self.schedule.expose(), data);
    }
}

fn expanded<const KEY_LEN: usize>(backend: Backend, key: &[u8; KEY_LEN]) -> Secret<Schedule> {
    const { assert!(matches!(KEY_LEN, 16 | 24 | 32), "AES has keys of 16, 24 and 32 bytes") };
    built(|schedule| kernel::expand(backend, key, schedule))
}

fn inverted<const KEY_LEN: usize>(backend: Backend, key: &[u8; KEY_LEN]) -> Secret<Schedule> {
    const { assert!(matches!(KEY_LEN, 16 | 24 | 32), "AES has keys of 16, 24 and 32 bytes") };
    built(|schedule| {
        kernel::expand(backend, key, schedule);
        kernel::invert::<KEY_LEN>(backend, schedule);
    })
}

/// An expanded key that `write` writes in place.
fn built(write: impl FnOnce(&mut Schedule)) -> Secret<Schedule> {
    let Ok(schedule) = Secret::build(|schedule| {
        write(schedule);
        Ok::<(), core::convert::Infallible>(())
    });
    schedule
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
