//! The rounds of ChaCha20 on eight blocks at once with AVX2, interleaved with Poly1305, in assembly.
//!
//! Sixteen words of eight blocks fill all sixteen vector registers, and a rotation needs one more. So word 11 is kept
//! in memory, and its register is scratch for the rotations while that word is not used: this costs four more stores
//! per double round, which has 132 instructions where 128 compute. The compiler does not preserve such an order.
//!
//! The four chains of quarter rounds leave a third of the processor's capacity unused, so scalar multiplications
//! for Poly1305 cost next to nothing there. Sixteen blocks at once, in eight chains, take a seventh less time without
//! these multiplications and a seventh more instructions, so they lose more when another thread runs on the same core.
//!
//! Where assembly cannot run, in Miri and under MemorySanitizer, the model computes the same results in portable code.
#![allow(unsafe_code)]

use super::kernel::{BLOCKS_IN_ROUND, MacBlock};
use super::rounds::DOUBLE_ROUNDS;
#[cfg(not(any(carnelian_msan, miri)))]
use super::x86_avx2_x8_assembly::{rounds, wipe};
pub(super) use super::x86_avx2_x8_memory::Memory;
#[cfg(any(carnelian_msan, miri))]
use super::x86_avx2_x8_model::{rounds, wipe};
use crate::base::cpu::Avx2;
use crate::base::lanes::u32::U32x8Avx2;
use core::mem::MaybeUninit;

impl Memory {
    /// Overwrites everything.
    #[inline(always)]
    pub(super) fn wipe(proof: Avx2, memory: &mut MaybeUninit<Self>) {
        wipe(proof, memory);
    }

    /// Sections 2.1 to 2.3: returns the words after the rounds and the final sum. Between the rounds, the number
    /// absorbs blocks, none or three to thirty-two: for each, it is multiplied by r, and the block is added.
    ///
    /// # Safety
    /// The blocks can be read.
    #[inline(always)]
    pub(super) unsafe fn rounds(&mut self, proof: Avx2, blocks: *const [MacBlock]) -> [U32x8Avx2; 16] {
        let interleaved = blocks.len() / BLOCKS_IN_ROUND;
        assert!(
            interleaved <= DOUBLE_ROUNDS && (interleaved > 0 || blocks.len() == 0),
            "more or fewer blocks than the rounds take"
        );
        // SAFETY: the token proves that the CPU has the features; there are as many blocks as the rounds take, and
        // they can be read.
        unsafe { rounds(proof, self, blocks) }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::base::cpu::Avx2;
    use crate::base::lanes::arx::Lanes as _;
    use crate::base::random::TestRandom;
    use crate::cipher::chacha20::kernel::Multiplied;
    use crate::cipher::chacha20::x86_avx2_x8_model;
    use crate::cipher::poly1305::evaluation::tag;
    use std::vec::Vec;

    fn lanes(words: [U32x8Avx2; 16]) -> [[u32; 8]; 16] {
        let mut lanes = [[0; 8]; 16];
        words.iter().zip(&mut lanes).for_each(|(word, lanes)| word.store_words(lanes));
        lanes
    }

    /// Compares the assembly with the model, on numbers that include the largest and smallest within its bounds.
    #[test]
    fn eight_blocks_and_interleaved_products_agree() {
        let Some(proof) = Avx2::get() else { return };
        let random = &mut TestRandom::new(10);
        let clamp = [0x0fff_fffc_0fff_ffff, 0x0fff_fffc_0fff_fffc];
        for case in 0..2000 {
            let mut word = |bit: usize| [random.next_u64(), [0, u64::MAX][case >> bit & 1]][case >> 8 & 1];
            let h = [word(0), word(1), [word(2) % 7, word(2) & 6][case >> 8 & 1]];
            let r = [word(3) & clamp[0], word(4) & clamp[1]];
            let number = Multiplied { h, r, s1: r[1] + r[1] / 4 };
            let blocks: Vec<MacBlock> = (0..[0, 3, 4, 5, 30, 31, 32, 3 + case % 30][case % 8])
                .map(|i| [word(5 + i % 3).to_le_bytes(), word(5).to_le_bytes()].concat().try_into().unwrap())
                .collect();
            let state = core::array::from_fn(|_| word(6) as u32);
            let [mut memory, mut of_model] = [MaybeUninit::uninit(), MaybeUninit::uninit()];
            let memory = Memory::begin(proof, &mut memory, &state);
            let of_model = Memory::begin(proof, &mut of_model, &state);
            (memory.number, of_model.number) = (number, number);
            // SAFETY: the blocks can be read.
            let words = unsafe { memory.rounds(proof, &raw const *blocks) };
            // SAFETY: the same.
            let of_the_model = unsafe { x86_avx2_x8_model::rounds(proof, of_model, &raw const *blocks) };
            assert_eq!(lanes(words), lanes(of_the_model), "case {case}");
            let (found, expected) = (memory.number, of_model.number);
            assert!(blocks.is_empty() || found.h[2] <= 4, "case {case}");
            // The two may differ by p.
            assert_eq!(tag(found.h, 0), tag(expected.h, 0), "case {case}");
        }
    }
}
