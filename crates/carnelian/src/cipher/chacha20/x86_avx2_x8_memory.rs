//! The memory of the rounds of eight blocks with AVX2.
#![allow(unsafe_code)]

use super::kernel::Multiplied;
use crate::base::cpu::Avx2;
use crate::base::lanes::arx::Lanes;
use crate::base::lanes::u32::U32x8Avx2;
use core::mem::MaybeUninit;

/// The memory of the rounds.
#[repr(C, align(64))]
pub(super) struct Memory {
    /// The words before the rounds, each of eight blocks.
    pub(super) first: [U32x8Avx2; 16],
    /// The storage of word 11.
    pub(super) word_11: U32x8Avx2,
    /// The number that Poly1305 multiplies.
    pub(super) number: Multiplied,
}

impl Memory {
    /// Sets all words before the rounds, except the counter.
    #[inline(always)]
    pub(super) fn begin<'m>(proof: Avx2, memory: &'m mut MaybeUninit<Self>, state: &[u32; 16]) -> &'m mut Self {
        let at = memory.as_mut_ptr();
        // SAFETY: the fields are within the structure, and all of them are written, one by one and in place: copying
        // the whole structure would stall.
        unsafe {
            let first = (&raw mut (*at).first).cast::<U32x8Avx2>();
            for (word, value) in state.iter().enumerate() {
                first.add(word).write(U32x8Avx2::splat(proof, *value));
            }
            (&raw mut (*at).word_11).write(U32x8Avx2::splat(proof, 0));
            (&raw mut (*at).number).write(Multiplied::NONE);
            &mut *at
        }
    }

    /// Sets the counters, words 12 and 13.
    #[inline(always)]
    pub(super) fn count(&mut self, counters: [U32x8Avx2; 2]) {
        [self.first[12], self.first[13]] = counters;
    }
}
