//! The rounds of `x86_avx512_lanes.rs` in generic code, where assembly cannot run.

use super::permutation::{Permute, Plain, Rows};
use crate::base::lanes::U64Lanes;
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
