//! ChaCha20 in portable Rust, one block at a time.

use super::kernel::{BLOCK_LEN, HEAD_LEN, Kernel, Key};
use super::rounds::ChaChaRounds;
use crate::base::cpu::Portable;
use crate::base::in_out::InOut;
use crate::base::memory::wipe_stack;
use crate::cipher::arithmetic::rounds::{write_blocks, xor_by_blocks};

impl Kernel for Portable {
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        #[inline(never)]
        fn kernel(key: &Key, start: u128, data: InOut<'_>) {
            xor_by_blocks::<ChaChaRounds>(key, start, data);
        }
        kernel(key, start, data);
        wipe_stack::<512>();
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        #[inline(never)]
        fn kernel(key: &Key, start: u128, blocks: &mut [[u8; BLOCK_LEN]]) {
            write_blocks::<ChaChaRounds>(key, start, blocks);
        }
        kernel(key, start, &mut stream.as_chunks_mut().0[..blocks]);
        wipe_stack::<512>();
    }

    fn xor_head(self, stream: &[u8], mut data: InOut<'_>) {
        data.xor(stream);
    }
}
