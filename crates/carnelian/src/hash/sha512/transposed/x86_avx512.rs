//! Four or eight lanes at a time with AVX-512.
#![allow(unsafe_code)]

use super::lanes;
use super::messages::one_by_one;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::{U64x4Avx512, U64x8Avx512};
use crate::base::memory::align_frame;
use crate::hash::sha512::kernel::transposed::{Kernel, Words};

impl Kernel for Avx512 {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        match lanes {
            0..=1 => one_by_one(self, lanes, state, block),
            2..=4 => compress_x4(self, state, block),
            _ => compress_x8(self, state, block),
        }
    }
}

kernels! { proof: Avx512;
    fn compress_x4(proof, state: &mut Words<8>, block: &Words<16>) {
        align_frame();
        lanes::compress::<4, U64x4Avx512>(proof, 0, state, block);
    } wipes 1024;

    fn compress_x8(proof, state: &mut Words<8>, block: &Words<16>) {
        align_frame();
        lanes::compress::<8, U64x8Avx512>(proof, 0, state, block);
    } wipes 1024;
}
