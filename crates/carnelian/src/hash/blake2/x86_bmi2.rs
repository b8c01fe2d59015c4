//! BLAKE2 of one message in general registers, compiled for BMI2: rotations do not overwrite their operand. Several
//! messages are those of the vectors that the CPU also has.
#![allow(unsafe_code)]

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use crate::base::cpu::{Bmi2, FastBmi2};
use crate::base::dispatch::kernels;

impl<V: Kernel> Kernel for (FastBmi2, V) {
    const PAYS_FROM: PaysFrom = V::PAYS_FROM;

    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
        compress_64(self.0.0, h, run);
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        compress_32(self.0.0, h, run);
    }

    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
        digest_64(self.0.0, h, message);
    }

    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
        digest_32(self.0.0, h, message);
    }

    fn compress_64_x4(self, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
        self.1.compress_64_x4(states, runs);
    }

    fn compress_64_x8(self, states: [&mut State64; 8], runs: [Run<'_, Block64>; 8]) {
        self.1.compress_64_x8(states, runs);
    }

    fn compress_32_x8(self, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
        self.1.compress_32_x8(states, runs);
    }

    fn compress_32_x16(self, states: [&mut State32; 16], runs: [Run<'_, Block32>; 16]) {
        self.1.compress_32_x16(states, runs);
    }
}

kernels! { proof: Bmi2;
    fn compress_64(proof, h: &mut State64, run: Run<'_, Block64>) {
        compression::absorb::<u64, [u64; 1]>(h, &[run]);
    } wipes 1024;

    fn compress_32(proof, h: &mut State32, run: Run<'_, Block32>) {
        compression::absorb::<u32, [u32; 1]>(h, &[run]);
    } wipes 512;

    fn digest_64(proof, h: &mut State64, message: Whole<'_, Block64>) {
        *h = IV_64;
        h[0] ^= u64::from(message.parameters);
        compression::absorb::<u64, [u64; 1]>(h, &message.runs());
    } wipes 1024;

    fn digest_32(proof, h: &mut State32, message: Whole<'_, Block32>) {
        *h = IV_32;
        h[0] ^= message.parameters;
        compression::absorb_message::<u32, [u32; 1]>(h, message);
    } wipes 512;
}
