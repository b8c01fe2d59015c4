//! BLAKE2's compression functions in portable Rust: the algorithm over a single lane, which is a plain word.

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use core::slice::from_ref;

impl Kernel for Portable {
    const PAYS_FROM: PaysFrom =
        PaysFrom { b_x8: PaysFrom::NEVER, b_x4: PaysFrom::NEVER, s_x16: PaysFrom::NEVER, s_x8: PaysFrom::NEVER };

    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
        #[inline(never)]
        fn kernel(h: &mut State64, run: Run<'_, Block64>) {
            compression::compress_lanes::<u64, 1, [u64; 1]>((), [h], [run]);
        }
        kernel(h, run);
        wipe_stack::<1024>();
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        #[inline(never)]
        fn kernel(h: &mut State32, run: Run<'_, Block32>) {
            compression::compress_lanes::<u32, 1, [u32; 1]>((), [h], [run]);
        }
        kernel(h, run);
        wipe_stack::<512>();
    }

    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
        *h = IV_64;
        h[0] ^= u64::from(message.parameters);
        if !message.body.is_empty() {
            self.compress_64(h, Run { blocks: message.body, counter: size_of::<Block64>() as u64, is_last: false });
        }
        self.compress_64(h, Run { blocks: from_ref(message.last), counter: message.len, is_last: true });
    }

    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
        *h = IV_32;
        h[0] ^= message.parameters;
        if !message.body.is_empty() {
            self.compress_32(h, Run { blocks: message.body, counter: size_of::<Block32>() as u64, is_last: false });
        }
        self.compress_32(h, Run { blocks: from_ref(message.last), counter: message.len, is_last: true });
    }
}
