//! One or two lanes at a time with the SHA extensions on CPUs without AVX2.
#![allow(unsafe_code)]

use super::x86_sha_ni::{self, Pairs, compress_each, iterate_each};
use crate::base::cpu::SseShaNi;
use crate::base::dispatch::kernels;
use crate::hash::sha256::kernel::transposed::{Chains, Kernel, Words};

impl Kernel for SseShaNi {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        x86_sha_ni::compress(self, 0..lanes, state, block);
    }

    #[inline]
    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>) {
        x86_sha_ni::iterate(self, 0..lanes, chains, value, kept);
    }
}

impl Pairs for SseShaNi {
    kernels! { proof: SseShaNi;
        fn compress_lanes[const N: usize][N](self, first: usize, state: &mut Words<8>, block: &Words<16>) {
            compress_each::<N>(proof, first, state, block);
        }

        fn iterate_lanes[const N: usize][N](
            self,
            first: usize,
            chains: &Chains<'_>,
            from: usize,
            steps: usize,
            value: &mut Words<8>,
        ) {
            iterate_each::<N>(proof, first, chains, from, steps, value);
        }
    }
}
