//! The steps of `x86_avx512_steps.rs` in generic code, where assembly cannot run.

use super::steps::Steps;
use crate::base::lanes::u64::U64Lanes;
use crate::base::taint;
use crate::hash::keccak::kernel::transposed::{Digests, States};
use crate::hash::keccak::permutation::Plain;
use crate::hash::keccak::x86_avx512_lanes_model::Assembly;

impl<const N: usize, V: U64Lanes<N>> Steps<N, V> for Assembly {
    fn hash(proof: V::Proof, states: &States, group: usize, words: usize, digests: &mut Digests) {
        taint::stands_in();
        <Plain as Steps<N, V>>::hash(proof, states, group, words, digests);
    }

    fn iterate(proof: V::Proof, states: &mut States, group: usize, words: usize, steps: usize) {
        taint::stands_in();
        <Plain as Steps<N, V>>::iterate(proof, states, group, words, steps);
    }
}
