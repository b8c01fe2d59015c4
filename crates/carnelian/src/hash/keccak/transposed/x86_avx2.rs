//! Four states at a time with AVX2, and one in scalar words.
#![allow(unsafe_code)]

use super::steps::{Steps, permute_group};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::U64x4Avx2;
use crate::base::memory::align_frame;
use crate::hash::keccak::kernel::transposed::{Digests, Kernel, States};
use crate::hash::keccak::permutation::Plain;
use core::ops::Range;

impl Kernel for Avx2 {
    fn permute(self, states: &mut States, lanes: usize) {
        for group in groups_of_four(lanes) {
            permute_four(self, states, group);
        }
        if let Some(lane) = single_lane(lanes) {
            permute_one(self, states, lane);
        }
    }

    fn hash(self, states: &States, lanes: usize, words: usize, digests: &mut Digests) {
        for group in groups_of_four(lanes) {
            hash_four(self, states, group, words, digests);
        }
        if let Some(lane) = single_lane(lanes) {
            hash_one(self, states, lane, words, digests);
        }
    }

    fn iterate(self, states: &mut States, lanes: usize, words: usize, steps: usize) {
        for group in groups_of_four(lanes) {
            iterate_four(self, states, group, words, steps);
        }
        if let Some(lane) = single_lane(lanes) {
            iterate_one(self, states, lane, words, steps);
        }
    }
}

/// Returns the groups of four lanes that are computed together: a group of two takes less time than one state after the
/// other. A lane that is left alone is [`single_lane`]'s.
fn groups_of_four(lanes: usize) -> Range<usize> {
    0..(lanes + 2) / 4
}

/// Returns the lane that is left alone, if there is one.
fn single_lane(lanes: usize) -> Option<usize> {
    (lanes % 4 == 1).then_some(lanes - 1)
}

kernels! { proof: Avx2;
    fn permute_four(proof, states: &mut States, group: usize) {
        align_frame();
        permute_group::<Plain, 4, U64x4Avx2>(proof, states, group);
    } wipes 2560;

    fn permute_one(proof, states: &mut States, lane: usize) {
        align_frame();
        permute_group::<Plain, 1, [u64; 1]>((), states, lane);
    } wipes 1024;

    fn hash_four(proof, states: &States, group: usize, words: usize, digests: &mut Digests) {
        align_frame();
        <Plain as Steps<4, U64x4Avx2>>::hash(proof, states, group, words, digests);
    } wipes 1536;

    fn hash_one(proof, states: &States, lane: usize, words: usize, digests: &mut Digests) {
        align_frame();
        <Plain as Steps<1, [u64; 1]>>::hash((), states, lane, words, digests);
    } wipes 1024;

    fn iterate_four(proof, states: &mut States, group: usize, words: usize, steps: usize) {
        align_frame();
        <Plain as Steps<4, U64x4Avx2>>::iterate(proof, states, group, words, steps);
    } wipes 1536;

    fn iterate_one(proof, states: &mut States, lane: usize, words: usize, steps: usize) {
        align_frame();
        <Plain as Steps<1, [u64; 1]>>::iterate((), states, lane, words, steps);
    } wipes 1024;
}
