//! Keccak-f[1600] in portable Rust: the algorithm over a single lane, which is a plain word.
//!
//! Some lanes are kept complemented: not every CPU has an instruction for AND with a complement. On one that has it,
//! the five remaining complements in each round are hidden by other instructions.

use super::kernel::{Kernel, PaysFrom, State};
use super::permutation::{self, Complemented};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom = PaysFrom { x8: PaysFrom::NEVER, x4: PaysFrom::NEVER };

    fn absorb(self, state: &mut State, blocks: &[u8], rate: usize) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &[u8], rate: usize) {
            permutation::absorb::<Complemented, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
        }
        kernel(state, blocks, rate);
        wipe_stack::<1024>();
    }

    fn squeeze(self, state: &mut State, blocks: &mut [u8], rate: usize) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &mut [u8], rate: usize) {
            permutation::squeeze::<Complemented, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
        }
        kernel(state, blocks, rate);
        wipe_stack::<1024>();
    }
}
