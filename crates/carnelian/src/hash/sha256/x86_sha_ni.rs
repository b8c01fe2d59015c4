//! SHA-256 with the SHA extensions: one message, or two side by side.
//!
//! `sha256rnds2` does two rounds in four cycles and starts one in every two or so: a message alone waits for each
//! result, two messages fill each other's waiting time.
//!
//! The SHA instructions have no VEX encoding. Where vector registers hold something in their upper halves, and
//! VEX-encoded instructions stand around them, each takes a hundred nanoseconds. So the kernels are never inlined into
//! code with AVX, have AVX not enabled, and clear the upper halves first; `cargo xtask ct` looks that it stays so.
#![allow(unsafe_code)]

use super::compression::{BLOCK_LEN, Block, State};
use super::kernel::{Kernel, PaysFrom};
use super::tables::K;
use crate::base::cpu::ShaNi;
use crate::base::memory::wipe_stack;
use core::arch::x86_64::*;

impl Kernel for ShaNi {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: PaysFrom::NEVER, x2: 2 };

    fn compress(self, state: &mut State, blocks: &[Block]) {
        #[inline(never)]
        #[target_feature(enable = "sha,sse4.1,ssse3")]
        fn kernel(state: &mut State, blocks: &[Block]) {
            // SAFETY: the features are enabled here, and the proof says that the CPU has AVX.
            unsafe { compress_side_by_side([state], [blocks]) }
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(state, blocks) }
    }

    fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
        #[inline(never)]
        #[target_feature(enable = "sha,sse4.1,ssse3")]
        fn kernel(states: [&mut State; 2], blocks: [&[Block]; 2]) {
            // SAFETY: the features are enabled here, and the proof says that the CPU has AVX.
            unsafe { compress_side_by_side(states, blocks) }
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(states, blocks) };
        wipe_stack::<192>();
    }
}

/// Takes `blocks[i]` into `states[i]`. All messages have equally many blocks.
///
/// # Safety
/// The CPU must have the features of the kernels, and AVX, which they do not use.
#[inline(always)]
unsafe fn compress_side_by_side<const N: usize>(states: [&mut State; N], blocks: [&[Block]; N]) {
    // SAFETY: as the function's own.
    unsafe { clear_upper_halves() };
    let count = blocks[0].len();
    assert!(blocks.iter().all(|message| message.len() == count), "messages with unequally many blocks");
    // SAFETY: as the function's own.
    let (mut variables, mut w) = unsafe { ([Variables::load(states[0]); N], [load(&[0; BLOCK_LEN]); N]) };
    for n in 1..N {
        // SAFETY: as the function's own.
        variables[n] = unsafe { Variables::load(states[n]) };
    }
    for index in 0..count {
        let before = variables;
        for (w, blocks) in w.iter_mut().zip(&blocks) {
            // SAFETY: as the function's own.
            *w = unsafe { load(&blocks[index]) };
        }
        // By number, so that every word has its register. Vectors go through no closure: see `base::lanes`.
        macro_rules! four_rounds {
            ($($i:literal)+) => {$(
                for n in 0..N {
                    // SAFETY: as the function's own.
                    unsafe {
                        if $i >= 4 {
                            w[n][$i % 4] = schedule(w[n], $i % 4);
                        }
                        variables[n] = variables[n].four_rounds(w[n][$i % 4], $i);
                    }
                }
            )+};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        for n in 0..N {
            // SAFETY: as the function's own.
            variables[n] = unsafe { variables[n].add(before[n]) };
        }
    }
    for (n, state) in states.into_iter().enumerate() {
        // SAFETY: as the function's own.
        unsafe { variables[n].store(state) };
    }
}

/// The working variables as the instructions want them: from the lowest word up F, E, B, A and H, G, D, C.
#[derive(Clone, Copy)]
struct Variables {
    abef: __m128i,
    cdgh: __m128i,
}

impl Variables {
    /// # Safety
    /// The CPU must have SSSE3 and SSE4.1.
    #[inline(always)]
    unsafe fn load(state: &State) -> Self {
        let halves = state.as_chunks::<4>().0;
        // SAFETY: as the function's own; each load reads half of the state.
        unsafe {
            let dcba = _mm_loadu_si128(halves[0].as_ptr().cast());
            let hgfe = _mm_loadu_si128(halves[1].as_ptr().cast());
            let cdab = _mm_shuffle_epi32::<0b10_11_00_01>(dcba);
            let efgh = _mm_shuffle_epi32::<0b00_01_10_11>(hgfe);
            Self { abef: _mm_alignr_epi8::<8>(cdab, efgh), cdgh: _mm_blend_epi16::<0xf0>(efgh, cdab) }
        }
    }

    /// # Safety
    /// The CPU must have SSSE3 and SSE4.1.
    #[inline(always)]
    unsafe fn store(self, state: &mut State) {
        let halves = state.as_chunks_mut::<4>().0;
        // SAFETY: as the function's own; each store writes half of the state.
        unsafe {
            let feba = _mm_shuffle_epi32::<0b00_01_10_11>(self.abef);
            let dchg = _mm_shuffle_epi32::<0b10_11_00_01>(self.cdgh);
            _mm_storeu_si128(halves[0].as_mut_ptr().cast(), _mm_blend_epi16::<0xf0>(feba, dchg));
            _mm_storeu_si128(halves[1].as_mut_ptr().cast(), _mm_alignr_epi8::<8>(dchg, feba));
        }
    }

    /// 3. Rounds 4i to 4i + 3, of which `words` are W.
    ///
    /// # Safety
    /// The CPU must have the SHA extensions.
    #[inline(always)]
    unsafe fn four_rounds(self, words: __m128i, i: usize) -> Self {
        // SAFETY: as the function's own; 16 bytes are read from an array of 16, which are aligned.
        unsafe {
            let kw = _mm_add_epi32(words, _mm_load_si128(K.0.as_chunks::<4>().0[i].as_ptr().cast()));
            // Two rounds turn A, B, E, F into the next C, D, G, H.
            let cdgh = _mm_sha256rnds2_epu32(self.cdgh, self.abef, kw);
            let abef = _mm_sha256rnds2_epu32(self.abef, cdgh, _mm_shuffle_epi32::<0b00_00_11_10>(kw));
            Self { abef, cdgh }
        }
    }

    /// 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    ///
    /// # Safety
    /// The CPU must have SSE2, as every x86-64 CPU has.
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as the function's own.
        unsafe { Self { abef: _mm_add_epi32(self.abef, other.abef), cdgh: _mm_add_epi32(self.cdgh, other.cdgh) } }
    }
}

/// The sixteen words of a block, four in each vector.
///
/// # Safety
/// The CPU must have SSSE3.
#[inline(always)]
unsafe fn load(block: &Block) -> [__m128i; 4] {
    let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("a block is four times 16 bytes") };
    // SAFETY: as the function's own; each load reads an array of 16 bytes.
    unsafe {
        let reversal = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
        [
            _mm_shuffle_epi8(_mm_loadu_si128(a.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(b.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(c.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(d.as_ptr().cast()), reversal),
        ]
    }
}

/// Step 1: W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}, for the four t that follow those in `w`, the oldest of
/// which are `w[oldest]`.
///
/// # Safety
/// The CPU must have the SHA extensions and SSSE3.
#[inline(always)]
unsafe fn schedule(w: [__m128i; 4], oldest: usize) -> __m128i {
    let [w16, w12, w8, w4] = [w[oldest], w[(oldest + 1) % 4], w[(oldest + 2) % 4], w[(oldest + 3) % 4]];
    // SAFETY: as the function's own.
    unsafe {
        let with_sigma0 = _mm_sha256msg1_epu32(w16, w12);
        _mm_sha256msg2_epu32(_mm_add_epi32(with_sigma0, _mm_alignr_epi8::<4>(w4, w8)), w4)
    }
}

/// Clears the upper halves of the vector registers, which nothing here uses.
///
/// # Safety
/// The CPU must have AVX.
#[inline(always)]
unsafe fn clear_upper_halves() {
    // SAFETY: as the function's own. A function without AVX has nothing in upper halves, and to its callers they are
    // lost in any call.
    unsafe { core::arch::asm!("vzeroupper", options(nomem, nostack, preserves_flags)) };
}
