//! ChaCha20 in portable Rust, one block at a time.

use super::kernel::{BLOCK_LEN, HEAD_LEN, Kernel, Key};
use super::rounds::{DOUBLE_ROUNDS, double_round, state};
use crate::base::cpu::Portable;
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wipe_stack};

impl Kernel for Portable {
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        #[inline(never)]
        fn kernel(key: &Key, mut start: u128, mut data: InOut<'_>) {
            let mut stream = [0; BLOCK_LEN];
            while data.len() > 0 {
                block(key, start, &mut stream);
                start = start.wrapping_add(1);
                let len = data.len().min(BLOCK_LEN);
                let (mut first, rest) = data.split_at(len);
                first.xor(&stream);
                data = rest;
            }
            wipe(&mut stream);
        }
        kernel(key, start, data);
        wipe_stack::<512>();
    }

    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        #[inline(never)]
        fn kernel(key: &Key, start: u128, blocks: &mut [[u8; BLOCK_LEN]]) {
            for (at, bytes) in blocks.iter_mut().enumerate() {
                block(key, start.wrapping_add(at as u128), bytes);
            }
        }
        kernel(key, start, &mut stream.as_chunks_mut().0[..blocks]);
        wipe_stack::<512>();
    }

    fn hchacha20(self, key: &Key, input: u128, subkey: &mut Key) {
        #[inline(never)]
        fn kernel(key: &Key, input: u128, subkey: &mut Key) {
            let mut x = state(key, input);
            for _ in 0..DOUBLE_ROUNDS {
                double_round(&mut x);
            }
            let first_and_last = x[..4].iter().chain(&x[12..]);
            for (bytes, word) in subkey.as_chunks_mut().0.iter_mut().zip(first_and_last) {
                *bytes = word.to_le_bytes();
            }
        }
        kernel(key, input, subkey);
        wipe_stack::<512>();
    }

    fn xor_head(self, stream: &[u8], mut data: InOut<'_>) {
        data.xor(stream);
    }
}

/// Section 2.3, the block function.
#[inline(always)]
fn block(key: &Key, start: u128, stream: &mut [u8; BLOCK_LEN]) {
    let initial = state(key, start);
    let mut x = initial;
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut x);
    }
    for ((bytes, word), first) in stream.as_chunks_mut().0.iter_mut().zip(x).zip(initial) {
        *bytes = word.wrapping_add(first).to_le_bytes();
    }
}
