//! The differences between BLAKE2b and BLAKE2s.

use super::compression::{IV_32, IV_64};
use super::kernel::{self, Backend, Block32, Block64, Run, State32, State64, Whole};
use super::{B, S, batch};
use crate::base::memory::wipe;

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

/// Generates the functions, which differ only in the words.
macro_rules! function {
    ($name:ident, $text:literal, $word:ident, $state:ident, $block:ident, $iv:ident, $compress:ident, $digest:ident, $digest_all:expr) => {
        impl Function for $name {
            type State = $state;
            type Block = $block;
            type Setting = [u8; 2 * size_of::<$word>()];
            const NAME: &'static str = $text;
            const MAX_LEN: usize = size_of::<$state>();
            const BLOCK_LEN: usize = size_of::<$block>();
            const EMPTY_BLOCK: $block = [0; size_of::<$block>()];
            const ZERO: $state = [0; 8];

            #[inline]
            fn initial(parameters: &Parameters<Self>) -> $state {
                let word = |setting: &Self::Setting, i: usize| $word::from_le_bytes(setting.as_chunks().0[i]);
                let mut h = $iv;
                h[0] ^= $word::from(parameters.first_word());
                for i in 0..2 {
                    h[4 + i] ^= word(&parameters.salt, i);
                    h[6 + i] ^= word(&parameters.personalisation, i);
                }
                h
            }

            #[inline]
            fn compress(backend: Backend, h: &mut $state, run: Run<'_, $block>) {
                kernel::$compress(backend, h, run);
            }

            #[inline]
            fn digest(backend: Backend, h: &mut $state, message: Whole<'_, $block>) {
                kernel::$digest(backend, h, message);
            }

            #[inline]
            fn blocks(data: &[u8]) -> (&[$block], &[u8]) {
                data.as_chunks()
            }

            #[inline(always)]
            fn output(h: &$state, digest: &mut [u8]) {
                let mut whole = [0; Self::MAX_LEN];
                for (bytes, word) in whole.as_chunks_mut().0.iter_mut().zip(h) {
                    *bytes = word.to_le_bytes();
                }
                digest.copy_from_slice(&whole[..digest.len()]);
                // The bytes after a short digest stay secret.
                wipe(&mut whole);
            }

            #[inline]
            fn wipe(h: &mut $state) {
                wipe(h);
            }

            fn digest_all<const LEN: usize>(messages: &[&[u8]], digests: &mut [[u8; LEN]]) {
                $digest_all(messages, digests);
            }
        }
    };
}

function!(B, "BLAKE2b", u64, State64, Block64, IV_64, compress_64, digest_64, batch::digest_all::<Self, 8, 4, LEN>);
function!(S, "BLAKE2s", u32, State32, Block32, IV_32, compress_32, digest_32, batch::digest_all::<Self, 16, 8, LEN>);

/// A function with a kernel for `N` messages.
pub(super) trait SideBySide<const N: usize>: Function {
    /// Returns the number of messages from which that kernel is faster than one with fewer lanes.
    fn pays_from(backend: Backend) -> usize;

    /// Absorbs `runs[lane]` into `states[lane]`. All runs have the same number of blocks.
    fn compress_lanes(backend: Backend, states: [&mut Self::State; N], runs: [Run<'_, Self::Block>; N]);
}

/// Generates the calls of the kernels.
macro_rules! side_by_side {
    ($name:ident, $lanes:literal, $compress:ident, $pays_from:ident) => {
        impl SideBySide<$lanes> for $name {
            fn pays_from(backend: Backend) -> usize {
                backend.lanes_pay_from().$pays_from
            }

            fn compress_lanes(
                backend: Backend,
                states: [&mut Self::State; $lanes],
                runs: [Run<'_, Self::Block>; $lanes],
            ) {
                kernel::$compress(backend, states, runs);
            }
        }
    };
}

side_by_side!(B, 8, compress_64_x8, b_x8);
side_by_side!(B, 4, compress_64_x4, b_x4);
side_by_side!(S, 16, compress_32_x16, s_x16);
side_by_side!(S, 8, compress_32_x8, s_x8);
