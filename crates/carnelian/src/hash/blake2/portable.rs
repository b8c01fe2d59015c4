//! BLAKE2's compression functions in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom =
        PaysFrom { b_x8: PaysFrom::NEVER, b_x4: PaysFrom::NEVER, s_x16: PaysFrom::NEVER, s_x8: PaysFrom::NEVER };

    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
        absorb_64(h, [run]);
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        absorb_32(h, [run]);
    }

    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
        *h = IV_64;
        h[0] ^= u64::from(message.parameters);
        absorb_64(h, message.runs());
    }

    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
        *h = IV_32;
        h[0] ^= message.parameters;
        absorb_32(h, message.runs());
    }
}

fn absorb_64<const RUNS: usize>(h: &mut State64, runs: [Run<'_, Block64>; RUNS]) {
    #[inline(never)]
    fn kernel(h: &mut State64, runs: &[Run<'_, Block64>]) {
        compression::absorb::<u64, [u64; 1]>(h, runs);
    }
    kernel(h, &runs);
    wipe_stack::<1024>();
}

fn absorb_32<const RUNS: usize>(h: &mut State32, runs: [Run<'_, Block32>; RUNS]) {
    #[inline(never)]
    fn kernel(h: &mut State32, runs: &[Run<'_, Block32>]) {
        compression::absorb::<u32, [u32; 1]>(h, runs);
    }
    kernel(h, &runs);
    wipe_stack::<512>();
}
