//! State by state in plain words.

use super::steps::{Steps, permute_group};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use crate::hash::keccak::kernel::transposed::{Digests, Kernel, States};
use crate::hash::keccak::permutation::Complemented;

impl Kernel for Portable {
    fn permute(self, states: &mut States, lanes: usize) {
        #[inline(never)]
        fn kernel(states: &mut States, lanes: usize) {
            for lane in 0..lanes {
                permute_group::<Complemented, 1, [u64; 1]>((), states, lane);
            }
        }
        kernel(states, lanes);
        wipe_stack::<1024>();
    }

    fn hash(self, states: &States, lanes: usize, words: usize, digests: &mut Digests) {
        #[inline(never)]
        fn kernel(states: &States, lanes: usize, words: usize, digests: &mut Digests) {
            for lane in 0..lanes {
                <Complemented as Steps<1, [u64; 1]>>::hash((), states, lane, words, digests);
            }
        }
        kernel(states, lanes, words, digests);
        wipe_stack::<1024>();
    }

    fn iterate(self, states: &mut States, lanes: usize, words: usize, steps: usize) {
        #[inline(never)]
        fn kernel(states: &mut States, lanes: usize, words: usize, steps: usize) {
            for lane in 0..lanes {
                <Complemented as Steps<1, [u64; 1]>>::iterate((), states, lane, words, steps);
            }
        }
        kernel(states, lanes, words, steps);
        wipe_stack::<1024>();
    }
}
