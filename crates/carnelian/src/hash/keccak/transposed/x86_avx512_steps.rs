//! The steps of four or eight states in assembly.
#![allow(unsafe_code)]

use super::steps::{ONE, Steps, value_row};
use crate::base::cpu::Avx512;
use crate::base::lanes::u64::{U64x4Avx512, U64x8Avx512};
use crate::hash::keccak::kernel::transposed::{Digests, States};
use crate::hash::keccak::tables::ROUND_CONSTANTS;
use crate::hash::keccak::x86_avx512_lanes::{Assembly, ITERATIONS};
use crate::hash::keccak::x86_avx512_lanes_assembly::{steps_x4, steps_x8};

/// Generates [`Steps`] for the first `N` lanes by a function in assembly.
macro_rules! steps_by {
    ($function:ident: $N:literal $V:ty) => {
        impl Steps<$N, $V> for Assembly {
            #[inline(always)]
            fn hash(_: Avx512, states: &States, group: usize, words: usize, digests: &mut Digests) {
                debug_assert!(group == 0);
                let (states, output) = (states.0.as_ptr(), digests.0.as_mut_ptr());
                // SAFETY: the token proves that the CPU has AVX-512; there are four constants for each iteration, 25
                // rows of states, four rows of digests, and one step.
                unsafe { $function(states, ROUND_CONSTANTS.as_ptr(), ITERATIONS, output, words as u32, 1) }
            }

            #[inline(always)]
            fn iterate(_: Avx512, states: &mut States, group: usize, words: usize, steps: usize) {
                debug_assert!(group == 0);
                let value = value_row(words);
                assert!(value >= 1 && value + 4 <= states.0.len());
                let rows = states.0.as_mut_ptr();
                let output = rows.wrapping_add(value);
                // SAFETY: the token proves that the CPU has AVX-512; there are four constants for each iteration, 25
                // rows of states, and among them four from `output` on and one before it.
                unsafe { $function(rows, ROUND_CONSTANTS.as_ptr(), ITERATIONS, output, words as u32, steps as u32) }
                for word in &mut states.0[value - 1] {
                    *word = word.wrapping_add(ONE);
                }
            }
        }
    };
}
steps_by!(steps_x4: 4 U64x4Avx512);
steps_by!(steps_x8: 8 U64x8Avx512);
