//! BLAKE2b and BLAKE2s, which differ only in their words.

use super::batch;
use super::compression::{IV_32, IV_64};
use super::function::{Function, Parameters, SideBySide};
use super::kernel::{self, Backend, Block32, Block64, Run, State32, State64, Whole};
use crate::base::memory::wipe;

/// BLAKE2b: 64-bit words, 128-byte blocks; for 64-bit CPUs.
#[derive(Clone, Copy, Debug)]
pub enum B {}

/// BLAKE2s: 32-bit words, 64-byte blocks.
#[derive(Clone, Copy, Debug)]
pub enum S {}

/// BLAKE2b or BLAKE2s: [`B`] or [`S`]. Sealed.
pub trait Variant: Function {}

impl Variant for B {}
impl Variant for S {}

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
