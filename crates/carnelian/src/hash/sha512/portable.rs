//! The compression function of SHA-512 in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression::{self, Block, MAX_LANES, State};
use super::kernel::{Kernel, PaysFrom};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom = PaysFrom { x8: MAX_LANES + 1, x4: MAX_LANES + 1 };

    fn compress(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &[Block]) {
            compression::compress::<1, [u64; 1]>((), [state], [blocks]);
        }
        kernel(state, blocks);
        wipe_stack::<1024>();
    }
}
