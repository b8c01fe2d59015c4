//! The rounds of `x86_avx512_lanes.rs` in generic code, where assembly cannot run.

use super::kernel::State;
use super::permutation::{self, Permute, Plain, Rows};
use crate::base::cpu::Avx512;
use crate::base::lanes::u64::U64Lanes;
use crate::base::taint;

/// The permutation of these rounds.
pub(super) enum Assembly {}

impl<const N: usize, V: U64Lanes<N>> Permute<N, V> for Assembly {
    #[inline(always)]
    fn permute(proof: V::Proof, states: &mut Rows<N>) {
        taint::stands_in();
        <Plain as Permute<N, V>>::permute(proof, states);
    }
}

pub(super) fn permute_one(_: Avx512, state: &mut State) {
    <Assembly as Permute<1, [u64; 1]>>::permute((), permutation::rows(state));
}
