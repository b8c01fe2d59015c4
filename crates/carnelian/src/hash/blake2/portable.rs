//! BLAKE2's compression functions in portable Rust: the rounds over plain words.

use super::compression::{IV_32, IV_64, Word, ten_rounds, twelve_rounds};
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
            let mut t = run.counter;
            for block in run.blocks {
                let m = core::array::from_fn(|i| u64::from_le_bytes(block.as_chunks().0[i]));
                let f = if run.is_last { u64::MAX } else { 0 };
                finish(h, &twelve_rounds(start(h, &IV_64, [t, 0, f, 0]), &m));
                t = t.wrapping_add(size_of::<Block64>() as u64);
            }
        }
        kernel(h, run);
        wipe_stack::<1024>();
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        #[inline(never)]
        fn kernel(h: &mut State32, run: Run<'_, Block32>) {
            let mut t = run.counter;
            for block in run.blocks {
                let m = core::array::from_fn(|i| u32::from_le_bytes(block.as_chunks().0[i]));
                let f = if run.is_last { u32::MAX } else { 0 };
                finish(h, &ten_rounds(start(h, &IV_32, [t as u32, (t >> 32) as u32, f, 0]), &m));
                t = t.wrapping_add(size_of::<Block32>() as u64);
            }
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

/// Section 3.2: the work vector v. `flags` are the two words of t, f, and what is 0 without tree hashing.
#[inline(always)]
fn start<W: Word>(h: &[W; 8], iv: &[W; 8], flags: [W; 4]) -> [[W; 4]; 4] {
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *h;
    let [i0, i1, i2, i3, i4, i5, i6, i7] = *iv;
    let [t0, t1, f0, f1] = flags;
    [[h0, h1, h2, h3], [h4, h5, h6, h7], [i0, i1, i2, i3], [i4.xor(t0), i5.xor(t1), i6.xor(f0), i7.xor(f1)]]
}

/// h ← h ⊕ v₀..₇ ⊕ v₈..₁₅
#[inline(always)]
fn finish<W: Word>(h: &mut [W; 8], v: &[[W; 4]; 4]) {
    for (i, word) in h.iter_mut().enumerate() {
        *word = word.xor(v[i / 4][i % 4]).xor(v[i / 4 + 2][i % 4]);
    }
}
