//! Four lanes at a time with AVX2.
#![allow(unsafe_code)]

use super::lanes;
use super::messages::one_by_one;
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::U64x4Avx2;
use crate::base::memory::align_frame;
use crate::hash::sha512::kernel::transposed::{Kernel, Words};

impl Kernel for Avx2 {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        match lanes {
            0..=2 => one_by_one(self, lanes, state, block),
            _ => compress(self, lanes, state, block),
        }
    }
}

kernels! { proof: Avx2;
    fn compress(proof, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        align_frame();
        for part in 0..lanes.div_ceil(4) {
            lanes::compress::<4, U64x4Avx2>(proof, part, state, block);
        }
    } wipes 1280;
}
