//! Four or eight states at a time with AVX-512.
#![allow(unsafe_code)]

use super::steps::{Steps, permute_group};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::{U64x4Avx512, U64x8Avx512};
use crate::base::memory::align_frame;
use crate::hash::keccak::kernel::transposed::{Digests, Kernel, States};
use crate::hash::keccak::permutation::Permute;
#[cfg(not(any(carnelian_msan, miri)))]
use crate::hash::keccak::x86_avx512_lanes::Assembly;
#[cfg(any(carnelian_msan, miri))]
use crate::hash::keccak::x86_avx512_lanes_model::Assembly;

impl Kernel for Avx512 {
    fn permute(self, states: &mut States, lanes: usize) {
        if lanes <= 4 {
            permute_four(self, states);
        } else {
            <Assembly as Permute<8, U64x8Avx512>>::permute(self, &mut states.0);
        }
    }

    fn hash(self, states: &States, lanes: usize, words: usize, digests: &mut Digests) {
        if lanes <= 4 {
            <Assembly as Steps<4, U64x4Avx512>>::hash(self, states, 0, words, digests);
        } else {
            <Assembly as Steps<8, U64x8Avx512>>::hash(self, states, 0, words, digests);
        }
    }

    fn iterate(self, states: &mut States, lanes: usize, words: usize, steps: usize) {
        if lanes <= 4 {
            <Assembly as Steps<4, U64x4Avx512>>::iterate(self, states, 0, words, steps);
        } else {
            <Assembly as Steps<8, U64x8Avx512>>::iterate(self, states, 0, words, steps);
        }
    }
}

kernels! { proof: Avx512;
    fn permute_four(proof, states: &mut States) {
        align_frame();
        permute_group::<Assembly, 4, U64x4Avx512>(proof, states, 0);
    } wipes 1536;
}
