//! Poly1305 over 64-bit words with the BMI2 multiplier, for data too short for vectors.
//!
//! The kernels are compiled for BMI2 but not for AVX2: where one function stores words to the stack and the next loads
//! them as a vector, the load stalls.
#![allow(unsafe_code)]

use super::evaluation::{self, Accumulator};
use super::fe_2x64::Fe2x64;
use super::kernel::{AbsorbingBlocks, Interleaves, Kernel};
use super::state::State;
use super::values::{Block, Key, Number, Tag};
use crate::base::cpu::{Avx2, Bmi2};
use crate::base::dispatch::kernels;

impl Kernel for Avx2 {
    const INTERLEAVES: Interleaves = Interleaves::Blocks;

    #[inline]
    fn absorb(self, state: &mut State, blocks: &[Block]) {
        absorb(self.bmi2(), state.r, &mut state.value, blocks);
    }

    #[inline]
    fn finish(self, state: &mut State, end: &[u8]) -> Tag {
        finish(self.bmi2(), state, end)
    }

    #[inline]
    fn tag_of_message(self, key: &Key, message: &[u8]) -> Tag {
        tag_of_message(self.bmi2(), key, message)
    }

    #[inline]
    fn tag_of_two(self, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        tag_of_two(self.bmi2(), key, aad, text)
    }

    /// Inlined, and the kernel takes only what fits in registers, for the same reason.
    #[inline(always)]
    fn finish_two(self, state: &mut State, text: &[u8], lengths: u128) -> Tag {
        finish_two(self.bmi2(), state, text, lengths)
    }

    #[inline]
    fn finish_absorbing(self, absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
        finish_absorbing(self.bmi2(), absorbing, key, lengths)
    }
}

kernels! { proof: Bmi2;
    #[inline]
    fn absorb(proof, r: u128, value: &mut Number, blocks: &[Block]) {
        *value = evaluation::absorb_blocks(Fe2x64::new(r, *value), blocks).value();
    } wipes 256;

    #[inline]
    fn finish(proof, state: &State, end: &[u8]) -> Tag {
        evaluation::tag(evaluation::absorb_end(Fe2x64::new(state.r, state.value), end).value(), state.s)
    } wipes 256;

    #[inline]
    fn tag_of_message(proof, key: &Key, message: &[u8]) -> Tag {
        evaluation::tag_of_message::<Fe2x64>(key, message)
    } wipes 256;

    #[inline]
    fn tag_of_two(proof, key: &Key, aad: &[u8], text: &[u8]) -> Tag {
        evaluation::tag_of_two::<Fe2x64>(key, aad, text)
    } wipes 256;

    #[inline(always)]
    fn finish_two(proof, state: &State, text: &[u8], lengths: u128) -> Tag {
        let a = evaluation::absorb_padded(Fe2x64::new(state.r, state.value), text);
        evaluation::tag(a.absorb(lengths, 1).value(), state.s)
    } wipes 256;

    #[inline]
    fn finish_absorbing(proof, absorbing: &AbsorbingBlocks<'_>, key: &Key, lengths: u128) -> Tag {
        absorbing.finished(key, lengths)
    } wipes 512;
}
