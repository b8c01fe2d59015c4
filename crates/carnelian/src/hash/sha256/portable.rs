//! The compression function of SHA-256 in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression::{self, Block, State};
use super::kernel::{Kernel, PaysFrom};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: PaysFrom::NEVER, x2: PaysFrom::NEVER };

    fn compress(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &[Block]) {
            compression::compress::<1, [u32; 1]>((), [state], [blocks]);
        }
        kernel(state, blocks);
        wipe_stack::<1024>();
    }
}
