//! Lane by lane in plain words.

use super::lanes;
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use crate::hash::sha512::kernel::transposed::{Kernel, Words};

impl Kernel for Portable {
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        #[inline(never)]
        fn kernel(lane: usize, state: &mut Words<8>, block: &Words<16>) {
            lanes::compress::<1, [u64; 1]>((), lane, state, block);
        }
        for lane in 0..lanes {
            kernel(lane, state, block);
        }
        wipe_stack::<768>();
    }
}
