//! Poly1305 over 64-bit words with the BMI2 multiplier, for data too short for vectors.
#![allow(unsafe_code)]

use super::evaluation::{self, Accumulator};
use super::fe_2x64::Fe2x64;
use super::kernel::{AbsorbingBlocks, Beside, Kernel};
use super::state::{Block, Key, Number, State, Tag};
use crate::base::cpu::Avx2;
use crate::base::memory::wipe_stack;

impl Kernel for Avx2 {
    const BESIDE: Beside = Beside::Blocks;

    fn absorb(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(r: u128, value: &mut Number, blocks: &[Block]) {
            *value = evaluation::absorb_blocks(Fe2x64::new(r, *value), blocks).value();
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(state.r, &mut state.value, blocks) };
        wipe_stack::<256>();
    }

    fn finish(self, state: &mut State, end: &[u8]) -> Tag {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(state: &State, end: &[u8]) -> Tag {
            evaluation::tag(evaluation::absorb_end(Fe2x64::new(state.r, state.value), end).value(), state.s)
        }
        // SAFETY: the token proves that the CPU has these features.
        let tag = unsafe { kernel(state, end) };
        wipe_stack::<256>();
        tag
    }

    fn tag_of_message(self, key: &Key, message: &[u8]) -> Tag {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(key: &Key, message: &[u8]) -> Tag {
            evaluation::tag_of_message::<Fe2x64>(key, message)
        }
        // SAFETY: the token proves that the CPU has these features.
        let tag = unsafe { kernel(key, message) };
        wipe_stack::<256>();
        tag
    }

    fn tag_of_two(self, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(key: &Key, aad: &[u8], text: &[u8]) -> Tag {
            evaluation::tag_of_two::<Fe2x64>(key, aad, text)
        }
        // SAFETY: the token proves that the CPU has these features.
        let tag = unsafe { kernel(key, aad, text) };
        wipe_stack::<256>();
        tag
    }

    /// Inlined, and the kernel takes only what fits in registers: if one function stored words to the stack and the next
    /// loaded them as vectors, the load would stall.
    #[inline(always)]
    fn finish_two(self, state: &mut State, text: &[u8], lengths: u128) -> Tag {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(state: &State, text: &[u8], lengths: u128) -> Tag {
            let a = evaluation::absorb_padded(Fe2x64::new(state.r, state.value), text);
            evaluation::tag(a.absorb(lengths, 1).value(), state.s)
        }
        // SAFETY: the token proves that the CPU has these features.
        let tag = unsafe { kernel(state, text, lengths) };
        wipe_stack::<256>();
        tag
    }

    fn finish_absorbing(self, absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn kernel(absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
            absorbing.finished(key, lengths)
        }
        // SAFETY: the token proves that the CPU has these features.
        let tag = unsafe { kernel(absorbing, key, lengths) };
        wipe_stack::<512>();
        tag
    }
}
