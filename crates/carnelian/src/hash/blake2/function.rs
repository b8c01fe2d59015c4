//! The contract of BLAKE2b and BLAKE2s.

use super::kernel::{Backend, Run, Whole};

/// The parameters of RFC 7693 Section 2.1, and the operations of a function.
pub trait Function: Copy {
    /// The hash value h.
    type State: Copy + Send + Sync;
    /// A block of the message.
    type Block: Copy + Send + Sync + AsRef<[u8]> + AsMut<[u8]>;
    /// A salt or a personalisation: two words.
    type Setting: Copy + Default + Send + Sync + AsRef<[u8]>;

    /// The name, without the length of the digest.
    const NAME: &'static str;
    /// The maximum number of bytes in a digest and in a key.
    const MAX_LEN: usize;
    /// The number of bytes in a block.
    const BLOCK_LEN: usize;
    /// A block of zeros.
    #[doc(hidden)]
    const EMPTY_BLOCK: Self::Block;
    /// A hash value of zeros.
    #[doc(hidden)]
    const ZERO: Self::State;

    /// Section 3.3: returns the initial hash value.
    #[doc(hidden)]
    fn initial(parameters: &Parameters<Self>) -> Self::State;
    /// Section 3.2: absorbs the blocks of a run.
    #[doc(hidden)]
    fn compress(backend: Backend, h: &mut Self::State, run: Run<'_, Self::Block>);
    /// Section 3.3: computes the hash value of a complete message.
    #[doc(hidden)]
    fn digest(backend: Backend, h: &mut Self::State, message: Whole<'_, Self::Block>);
    /// Splits bytes into whole blocks and a remainder.
    #[doc(hidden)]
    fn blocks(data: &[u8]) -> (&[Self::Block], &[u8]);
    /// Writes the leftmost bytes of the hash value.
    #[doc(hidden)]
    fn output(h: &Self::State, digest: &mut [u8]);
    /// Overwrites a hash value.
    #[doc(hidden)]
    fn wipe(h: &mut Self::State);
    /// Computes the digests of messages without a key, a salt or a personalisation.
    #[doc(hidden)]
    fn digest_all<const LEN: usize>(messages: &[&[u8]], digests: &mut [[u8; LEN]]);
}

/// Section 2.5: the parameter block, without the parameters of tree hashing.
#[derive(Clone, Copy)]
pub struct Parameters<F: Function> {
    pub(super) len: u8,
    pub(super) key_len: u8,
    pub(super) salt: F::Setting,
    pub(super) personalisation: F::Setting,
}

impl<F: Function> Parameters<F> {
    /// Returns the parameters of a digest of `len` bytes, without a key, a salt or a personalisation.
    pub(super) fn of_length(len: u8) -> Self {
        Self { len, key_len: 0, salt: F::Setting::default(), personalisation: F::Setting::default() }
    }

    /// Returns the first word: digest length, key length, fanout 1, depth 1.
    pub(super) fn first_word(&self) -> u32 {
        u32::from_le_bytes([self.len, self.key_len, 1, 1])
    }
}

/// A function with a kernel for `N` messages.
pub(super) trait SideBySide<const N: usize>: Function {
    /// Returns the number of messages from which that kernel is faster than one with fewer lanes.
    fn pays_from(backend: Backend) -> usize;

    /// Absorbs `runs[lane]` into `states[lane]`. All runs have the same number of blocks.
    fn compress_lanes(backend: Backend, states: [&mut Self::State; N], runs: [Run<'_, Self::Block>; N]);
}
