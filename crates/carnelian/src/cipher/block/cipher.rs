//! The traits of block ciphers.

use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::base::secret::Confidential;
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block, Counter};
use core::array::TryFromSliceError;
use core::fmt;

/// A block cipher with keys of one length: a permutation of blocks for each key, which modes of operation are built
/// from. Sealed.
///
/// A cipher is a type without values, such as [`Aes256`](super::aes::Aes256); a cipher with keys of several lengths is
/// one type for each. Its keys are [`EncryptionKey`](super::EncryptionKey) and [`DecryptionKey`](super::DecryptionKey),
/// which process runs of blocks:
///
/// ```
/// use carnelian::cipher::aes::Aes128;
/// use carnelian::cipher::{BlockCipher, EncryptionKey};
///
/// /// Returns the first three bytes of an encrypted block of zeros, which show that two parties have the same key.
/// fn check_value<C: BlockCipher>(key: &C::Key) -> [u8; 3] {
///     let mut blocks = [C::Block::default()];
///     EncryptionKey::<C>::new(key).encrypt_blocks(&mut blocks);
///     *blocks[0].as_ref().first_chunk().expect("a block of at least 64 bits")
/// }
/// assert_eq!(check_value::<Aes128>(&[0; 16]), [0x66, 0xe9, 0x4b]);
/// ```
pub trait BlockCipher: Kernels<Bytes = <Self as BlockCipher>::Key> + Copy + Send + Sync + 'static {
    /// The algorithm's name in its standard.
    const NAME: &'static str;
    /// Bytes in a key.
    const KEY_LEN: usize;
    /// Bytes in a block.
    const BLOCK_LEN: usize = size_of::<Self::Block>();
    /// Blocks that the widest kernel processes at once. A run is fastest if it has a multiple of them.
    const LANES: usize;
    /// The bytes of a key: an array of [`KEY_LEN`](Self::KEY_LEN) bytes.
    type Key: Confidential + Default + AsRef<[u8]> + AsMut<[u8]> + for<'k> TryFrom<&'k [u8], Error = TryFromSliceError>;
    /// A block: an array of [`BLOCK_LEN`](Self::BLOCK_LEN) bytes.
    type Block: Flat + Copy + Default + Eq + fmt::Debug + AsRef<[u8]> + AsMut<[u8]>;
}

/// A block cipher with blocks of 128 bits, as most modes of operation need it. Sealed.
pub trait BlockCipher128: BlockCipher<Block = Block> + CounterKernels {}

impl<C: BlockCipher<Block = Block> + CounterKernels> BlockCipher128 for C {}

/// The kernels of a cipher: what [`EncryptionKey`](super::EncryptionKey) and [`DecryptionKey`](super::DecryptionKey)
/// need of it. Not nameable outside, which seals [`BlockCipher`].
pub trait Kernels: Sized {
    /// An implementation that this CPU can run. A key keeps the one that expanded it.
    type Backend: Copy + fmt::Debug + Send + Sync;
    /// The bytes of a key, [`BlockCipher::Key`].
    type Bytes;
    /// An expanded key, in the form of the backend.
    type Schedule: Confidential + Send + Sync;
    /// An expanded key that is not set yet.
    const EMPTY: Self::Schedule;

    /// Returns the best backend for this CPU and the tier in force.
    fn choose() -> Self::Backend;

    /// Returns the name of a backend.
    fn name(backend: Self::Backend) -> &'static str;

    /// Expands a key for encryption. On entry, `schedule` is empty or that of another key.
    fn expand(backend: Self::Backend, key: &Self::Bytes, schedule: &mut Self::Schedule);

    /// Converts an expanded key to the form that decryption needs.
    fn invert(backend: Self::Backend, schedule: &mut Self::Schedule);

    /// Encrypts each block of `data`, which consists of whole blocks.
    fn encrypt_blocks(backend: Self::Backend, schedule: &Self::Schedule, data: InOut<'_>);

    /// Decrypts each block of `data`, which consists of whole blocks, with a schedule of [`invert`](Self::invert).
    fn decrypt_blocks(backend: Self::Backend, schedule: &Self::Schedule, data: InOut<'_>);
}

/// The kernels of a cipher with blocks of 128 bits. What a cipher does not override is computed from its [`Kernels`].
pub trait CounterKernels: Kernels {
    /// XORs `data` with the keystream that consists of the encryptions of the blocks from `first` on, a block as a
    /// little-endian number. The last block of the keystream may be used in part.
    fn xor_counted(
        backend: Self::Backend,
        schedule: &Self::Schedule,
        counter: Counter,
        first: u128,
        mut data: InOut<'_>,
    ) {
        let mut next = first.to_le_bytes();
        let mut keystream = [[0; BLOCK_LEN]; RUN];
        while data.len() > 0 {
            let len = data.len().min(RUN * BLOCK_LEN);
            let (mut now, rest) = data.split_at(len);
            let blocks = &mut keystream[..len.div_ceil(BLOCK_LEN)];
            for block in &mut *blocks {
                *block = next;
                counter.increment(&mut next);
            }
            Self::encrypt_blocks(backend, schedule, InOut::in_place(blocks.as_flattened_mut()));
            now.xor(keystream.as_flattened());
            data = rest;
        }
        wipe(keystream.as_flattened_mut());
    }
}

/// Blocks of keystream that are encrypted in one call: as many as the widest kernels have lanes.
const RUN: usize = 32;

/// An array of bytes. Not nameable outside.
pub trait Flat: Sized {
    /// Returns the bytes of all arrays.
    fn flattened(arrays: &mut [Self]) -> &mut [u8];
}

impl<const N: usize> Flat for [u8; N] {
    #[inline(always)]
    fn flattened(arrays: &mut [Self]) -> &mut [u8] {
        arrays.as_flattened_mut()
    }
}
