//! Salsa20 with AVX-512: sixteen blocks in parallel, with a word of the state in each vector, for long data; for short
//! data by rows.
#![allow(unsafe_code)]

use super::kernel::{Constants, HEAD_LEN, Kernel, Key};
use super::rounds::{SalsaRounds, hsalsa20_by_rows};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{U32x8Avx512, U32x16Avx512};
use crate::base::memory::align_frame;
use crate::cipher::arithmetic::rounds::write_rows;
use crate::cipher::arithmetic::tiles::{split, xor_short, xor_tiles};

impl Kernel for Avx512 {
    fn xor(self, key: &Key, start: u128, data: InOut<'_>) {
        let (in_tiles, start_of_rest, rest) = split::<U32x16Avx512>(start, data);
        if in_tiles.len() > 0 {
            tiles(self, key, start, in_tiles);
        }
        if rest.len() > 0 {
            short(self, key, start_of_rest, rest);
        }
    }

    #[inline]
    fn head(self, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
        if blocks <= 2 { head_of_two(self, key, start, stream) } else { head_of_four(self, key, start, stream) }
    }

    kernels! { proof: Avx512;
        fn xor_head(self, stream: &[u8], data: InOut<'_>) {
            U32x16Avx512::xor_stream(proof, stream, data);
        }

        fn hsalsa20(self, constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
            hsalsa20_by_rows::<U32x8Avx512>(proof, constants, key, input, subkey);
        }
    }
}

kernels! { proof: Avx512;
    fn tiles(proof, key: &Key, start: u128, data: InOut<'_>) {
        align_frame();
        xor_tiles::<SalsaRounds, U32x16Avx512>(proof, key, start, data);
    } wipes 512;

    fn short(proof, key: &Key, start: u128, data: InOut<'_>) {
        xor_short::<SalsaRounds, U32x8Avx512, U32x16Avx512>(proof, key, start, data);
    }

    fn head_of_two(proof, key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
        write_rows::<SalsaRounds, U32x8Avx512>(proof, key, start, stream);
    }

    fn head_of_four(proof, key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
        write_rows::<SalsaRounds, U32x16Avx512>(proof, key, start, stream);
    }
}
