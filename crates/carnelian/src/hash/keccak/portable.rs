//! Keccak-f[1600] in portable Rust: the algorithm over a single lane, which is a plain word.

use super::kernel::{Kernel, PaysFrom, State};
use super::permutation;
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;

/// Lanes are kept complemented: not every CPU has an instruction for a conjunction with a complement, and where one has, this
/// costs five complements a round, which its other instructions take in.
const COMPLEMENTED: bool = true;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom = PaysFrom { x8: PaysFrom::NEVER, x4: PaysFrom::NEVER };

    fn absorb(self, state: &mut State, blocks: &[u8], rate: usize) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &[u8], rate: usize) {
            permutation::absorb::<COMPLEMENTED, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
        }
        kernel(state, blocks, rate);
        wipe_stack::<1024>();
    }

    fn squeeze(self, state: &mut State, blocks: &mut [u8], rate: usize) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &mut [u8], rate: usize) {
            permutation::squeeze::<COMPLEMENTED, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
        }
        kernel(state, blocks, rate);
        wipe_stack::<1024>();
    }
}
