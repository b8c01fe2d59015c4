//! The compression function of SHA-256 in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression::{self, Sha256Compression};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use crate::hash::arithmetic::half_words::{Block, Kernel, PaysFrom, State};

impl Kernel<Sha256Compression> for Portable {
    const PAYS_FROM: PaysFrom = PaysFrom::ONE_BY_ONE;

    fn compress(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        fn kernel(state: &mut State, blocks: &[Block]) {
            compression::compress::<1, [u32; 1]>((), [state], [blocks]);
        }
        kernel(state, blocks);
        wipe_stack::<1024>();
    }
}
