//! Keccak-f[1600] of one state with AVX-512, a word in each of 25 registers: for CPUs that are slow at permuting the
//! words of a vector, which the code in `x86_avx512_planes.rs` does ten times in a round.
#![allow(unsafe_code)]

use super::kernel::State;
#[cfg(not(any(carnelian_msan, miri)))]
use super::x86_avx512_lanes::permute_one;
#[cfg(any(carnelian_msan, miri))]
use super::x86_avx512_lanes_model::permute_one;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;

kernels! { proof: Avx512;
    /// [`Kernel::absorb`](super::kernel::Kernel::absorb).
    pub(super) fn absorb(proof, state: &mut State, blocks: &[u8], rate: usize) {
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_checked(rate) {
            rest = following;
            for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
                *word ^= u64::from_le_bytes(*bytes);
            }
            permute_one(proof, state);
        }
    }

    /// [`Kernel::squeeze`](super::kernel::Kernel::squeeze).
    pub(super) fn squeeze(proof, state: &mut State, blocks: &mut [u8], rate: usize) {
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_mut_checked(rate) {
            rest = following;
            permute_one(proof, state);
            for (word, bytes) in state.iter().zip(block.as_chunks_mut().0) {
                *bytes = word.to_le_bytes();
            }
        }
    }
}
