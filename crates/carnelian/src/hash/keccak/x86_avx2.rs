//! Keccak-f[1600] with AVX2 and BMI: one state in scalar words, where `andn` and `rorx` shorten χ and ρ, and four in the
//! lanes of ymm registers.
#![allow(unsafe_code)]

use super::kernel::{State, States};
use super::permutation;
use crate::base::cpu::Avx2;
use crate::base::lanes::U64x4Avx2;
use crate::base::memory::{align_frame, wipe_stack};

pub(super) fn absorb(_: Avx2, state: &mut State, blocks: &[u8], rate: usize) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(state: &mut State, blocks: &[u8], rate: usize) {
        permutation::absorb::<false, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(state, blocks, rate) };
    wipe_stack::<1024>();
}

pub(super) fn squeeze(_: Avx2, state: &mut State, blocks: &mut [u8], rate: usize) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(state: &mut State, blocks: &mut [u8], rate: usize) {
        permutation::squeeze::<false, 1, [u64; 1]>((), permutation::rows(state), [blocks], rate);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(state, blocks, rate) };
    wipe_stack::<1024>();
}

pub(super) fn absorb_x4(proof: Avx2, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(proof: Avx2, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
        align_frame();
        permutation::absorb::<false, 4, U64x4Avx2>(proof, &mut states.0, blocks, rate);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks, rate) };
    wipe_stack::<4096>();
}

pub(super) fn squeeze_x4(proof: Avx2, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(proof: Avx2, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
        align_frame();
        permutation::squeeze::<false, 4, U64x4Avx2>(proof, &mut states.0, blocks, rate);
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, states, blocks, rate) };
    wipe_stack::<4096>();
}
