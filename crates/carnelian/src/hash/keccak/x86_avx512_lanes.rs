//! Keccak-f[1600] on one, four or eight states in the lanes of xmm, ymm or zmm registers, by the rounds in
//! [`x86_avx512_lanes_assembly`](super::x86_avx512_lanes_assembly).
#![allow(unsafe_code)]

use super::kernel::State;
use super::permutation::{Permute, Rows};
use super::tables::ROUND_CONSTANTS;
use super::x86_avx512_lanes_assembly::{permute_x1, permute_x4, permute_x8};
use crate::base::cpu::Avx512;
use crate::base::lanes::u64::{U64x4Avx512, U64x8Avx512};

/// The number of times that the assembly does four rounds.
pub(super) const ITERATIONS: u32 = ROUND_CONSTANTS.len() as u32 / 4;
const _: () = assert!(ROUND_CONSTANTS.len() == 4 * ITERATIONS as usize);

/// The permutation in assembly.
pub(super) enum Assembly {}

impl Permute<4, U64x4Avx512> for Assembly {
    #[inline(always)]
    fn permute(_: Avx512, states: &mut Rows<4>) {
        // SAFETY: the token proves that the CPU has AVX-512; there are four constants for each iteration.
        unsafe { permute_x4(states, ROUND_CONSTANTS.as_ptr(), ITERATIONS) }
    }
}

impl Permute<8, U64x8Avx512> for Assembly {
    #[inline(always)]
    fn permute(_: Avx512, states: &mut Rows<8>) {
        // SAFETY: the token proves that the CPU has AVX-512; there are four constants for each iteration.
        unsafe { permute_x8(states, ROUND_CONSTANTS.as_ptr(), ITERATIONS) }
    }
}

/// The same for one state.
#[inline(always)]
pub(super) fn permute_one(_: Avx512, state: &mut State) {
    // SAFETY: the token proves that the CPU has AVX-512; there are four constants for each iteration.
    unsafe { permute_x1(state, ROUND_CONSTANTS.as_ptr(), ITERATIONS) }
}
