//! SHA-256's compression function in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression;
use super::kernel::{Block, State};
use crate::base::memory::wipe_stack;

pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    #[inline(never)]
    fn kernel(state: &mut State, blocks: &[Block]) {
        compression::compress::<1, [u32; 1]>((), [state], [blocks]);
    }
    kernel(state, blocks);
    wipe_stack::<1024>();
}
