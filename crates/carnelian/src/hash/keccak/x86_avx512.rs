//! Keccak-f[1600] with AVX-512: one state in five registers or in 25, four or eight in the lanes of ymm or zmm
//! registers.
#![allow(unsafe_code)]

use super::kernel::{Kernel, PaysFrom, State, States};
use super::permutation;
#[cfg(not(any(carnelian_msan, miri)))]
use super::x86_avx512_lanes::Assembly;
#[cfg(any(carnelian_msan, miri))]
use super::x86_avx512_lanes_model::Assembly;
use super::{x86_avx512_planes as planes, x86_avx512_words as words};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::{U64x4Avx512, U64x8Avx512};
use crate::base::memory::align_frame;

impl Kernel for Avx512 {
    /// Measured on messages of 1 KiB, as the ratio to one by one: x4 with 2 messages 0.66, x8 with 5 messages 0.41.
    const PAYS_FROM: PaysFrom = PaysFrom { x8: 5, x4: 2 };

    #[inline]
    fn absorb(self, state: &mut State, blocks: &[u8], rate: usize) {
        if self.prefers_words() {
            words::absorb(self, state, blocks, rate);
        } else {
            planes::absorb(self, state, blocks, rate);
        }
    }

    #[inline]
    fn squeeze(self, state: &mut State, blocks: &mut [u8], rate: usize) {
        if self.prefers_words() {
            words::squeeze(self, state, blocks, rate);
        } else {
            planes::squeeze(self, state, blocks, rate);
        }
    }

    kernels! { proof: Avx512;
        fn absorb_x4(self, states: &mut States<4>, blocks: [&[u8]; 4], rate: usize) {
            align_frame();
            permutation::absorb::<Assembly, 4, U64x4Avx512>(proof, &mut states.0, blocks, rate);
        } wipes 1024;

        fn squeeze_x4(self, states: &mut States<4>, blocks: [&mut [u8]; 4], rate: usize) {
            align_frame();
            permutation::squeeze::<Assembly, 4, U64x4Avx512>(proof, &mut states.0, blocks, rate);
        } wipes 1024;

        fn absorb_x8(self, states: &mut States<8>, blocks: [&[u8]; 8], rate: usize) {
            align_frame();
            permutation::absorb::<Assembly, 8, U64x8Avx512>(proof, &mut states.0, blocks, rate);
        } wipes 2560;

        fn squeeze_x8(self, states: &mut States<8>, blocks: [&mut [u8]; 8], rate: usize) {
            align_frame();
            permutation::squeeze::<Assembly, 8, U64x8Avx512>(proof, &mut states.0, blocks, rate);
        } wipes 2560;
    }
}
