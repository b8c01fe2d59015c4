//! Lane by lane in plain words.

use super::lanes;
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use crate::hash::sha256::kernel::transposed::{Chains, Kernel, Words, with_words};

impl Kernel for Portable {
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        #[inline(never)]
        fn kernel(lane: usize, state: &mut Words<8>, block: &Words<16>) {
            lanes::compress::<1, [u32; 1]>((), lane, state, block);
        }
        for lane in 0..lanes {
            kernel(lane, state, block);
        }
        wipe_stack::<768>();
    }

    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, mut kept: Option<&mut Words<8>>) {
        #[inline(never)]
        fn kernel<const WORDS: usize>(
            lane: usize,
            chains: &Chains<'_>,
            value: &mut Words<8>,
            kept: Option<&mut Words<8>>,
        ) {
            lanes::iterate::<WORDS, 1, [u32; 1]>((), lane, chains, value, kept);
        }
        for lane in 0..lanes {
            with_words!(chains, kernel(lane, chains, value, kept.as_deref_mut()));
        }
        wipe_stack::<768>();
    }
}
