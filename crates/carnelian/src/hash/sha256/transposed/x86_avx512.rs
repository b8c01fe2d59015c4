//! Eight or sixteen lanes at a time with AVX-512.
#![allow(unsafe_code)]

use super::{lanes, x86_sha_ni};
use crate::base::cpu::{Avx2, Avx512, ShaNi};
use crate::base::dispatch::kernels;
use crate::base::lanes::u32::{U32x8Avx512, U32x16Avx512};
use crate::base::memory::align_frame;
use crate::hash::sha256::kernel::transposed::{Chains, Kernel, Words, with_words};

kernels! { proof: Avx512;
    fn compress_x8(proof, state: &mut Words<8>, block: &Words<16>) {
        align_frame();
        lanes::compress::<8, U32x8Avx512>(proof, 0, state, block);
    } wipes 768;

    fn compress_x16(proof, state: &mut Words<8>, block: &Words<16>) {
        align_frame();
        lanes::compress::<16, U32x16Avx512>(proof, 0, state, block);
    } wipes 1024;

    fn iterate_x8[const WORDS: usize][WORDS](proof, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>) {
        align_frame();
        lanes::iterate::<WORDS, 8, U32x8Avx512>(proof, 0, chains, value, kept);
    } wipes 1536;

    fn iterate_x16[const WORDS: usize][WORDS](proof, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>) {
        align_frame();
        lanes::iterate::<WORDS, 16, U32x16Avx512>(proof, 0, chains, value, kept);
    } wipes 2560;
}

/// Measured for a step with values of 16 bytes, in nanoseconds: SHA-NI for one lane 35, for two 39; AVX-512 x8 128, x16
/// 230. On another CPU, for a whole block, 37, 69, 196 and 281.
impl Kernel for (ShaNi, Avx512) {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        match lanes {
            0..=4 => x86_sha_ni::compress(self.0, 0..lanes, state, block),
            5..=8 => compress_x8(self.1, state, block),
            9..=10 => {
                compress_x8(self.1, state, block);
                x86_sha_ni::compress(self.0, 8..lanes, state, block);
            }
            _ => compress_x16(self.1, state, block),
        }
    }

    #[inline]
    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, mut kept: Option<&mut Words<8>>) {
        match lanes {
            0..=4 => x86_sha_ni::iterate(self.0, 0..lanes, chains, value, kept),
            5..=8 => with_words!(chains, iterate_x8(self.1, chains, value, kept)),
            9..=10 => {
                with_words!(chains, iterate_x8(self.1, chains, value, kept.as_deref_mut()));
                x86_sha_ni::iterate(self.0, 8..lanes, chains, value, kept);
            }
            _ => with_words!(chains, iterate_x16(self.1, chains, value, kept)),
        }
    }
}

impl Kernel for (Avx2, Avx512) {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        match lanes {
            0..=8 => compress_x8(self.1, state, block),
            _ => compress_x16(self.1, state, block),
        }
    }

    #[inline]
    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>) {
        match lanes {
            0..=8 => with_words!(chains, iterate_x8(self.1, chains, value, kept)),
            _ => with_words!(chains, iterate_x16(self.1, chains, value, kept)),
        }
    }
}
