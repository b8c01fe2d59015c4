//! SHA-256 with the SHA extensions: one message, or two interleaved.
//!
//! `sha256rnds2` computes two rounds in four cycles, and one can start about every two cycles: a single message waits
//! for each result, while two messages use each other's waiting time.
//!
//! The kernels are compiled without AVX: see [`ProvesSha`](crate::base::cpu::sha_extensions).
#![allow(unsafe_code)]

use super::compression::Sha256Compression;
use super::tables::K;
use crate::base::cpu::ShaNi;
use crate::base::cpu::sha_extensions::ProvesSha;
use crate::base::memory::wipe_stack;
use crate::hash::arithmetic::half_words::{BLOCK_LEN, Block, Kernel, PaysFrom, State};
use core::arch::x86_64::*;

// Not by `kernels!`, which would enable all that the token proves, AVX2 too.
impl Kernel<Sha256Compression> for ShaNi {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: PaysFrom::NEVER, x2: 2 };

    #[inline]
    fn compress(self, state: &mut State, blocks: &[Block]) {
        Kernel::<Sha256Compression>::compress_end(self, state, blocks, &[]);
    }

    /// The state stays in registers between the last two blocks of a message.
    fn compress_end(self, state: &mut State, blocks: &[Block], last: &[Block]) {
        #[inline(never)]
        #[target_feature(enable = "sha,sse4.1,ssse3")]
        fn kernel(proof: ShaNi, state: &mut State, blocks: &[Block], last: &[Block]) {
            compress_interleaved(proof, [state], [blocks], [last]);
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(self, state, blocks, last) }
    }

    fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
        #[inline(never)]
        #[target_feature(enable = "sha,sse4.1,ssse3")]
        fn kernel(proof: ShaNi, states: [&mut State; 2], blocks: [&[Block]; 2]) {
            compress_interleaved(proof, states, blocks, [&[]; 2]);
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(self, states, blocks) };
        wipe_stack::<192>();
    }
}

/// Absorbs `blocks[i]`, then `last[i]`, into `states[i]`. All messages have equally many blocks.
#[inline(always)]
pub(super) fn compress_interleaved<P: ProvesSha, const N: usize>(
    proof: P,
    states: [&mut State; N],
    blocks: [&[Block]; N],
    last: [&[Block]; N],
) {
    proof.clear_upper_halves();
    let (count, more) = (blocks[0].len(), last[0].len());
    assert!(blocks.iter().all(|message| message.len() == count), "messages with unequally many blocks");
    assert!(last.iter().all(|message| message.len() == more), "messages with unequally many blocks");
    let (mut variables, mut w) = ([Variables::load(proof, states[0]); N], [load(proof, &[0; BLOCK_LEN]); N]);
    for n in 1..N {
        variables[n] = Variables::load(proof, states[n]);
    }
    for index in 0..count + more {
        // 2. Initialize the working variables.
        let before = variables;
        // 1. Prepare the message schedule: its first sixteen words.
        for (n, w) in w.iter_mut().enumerate() {
            *w = load(proof, if index < count { &blocks[n][index] } else { &last[n][index - count] });
        }
        // 3. Sixty-four rounds, and the other words of step 1. Indices are literals, so that every word has its
        // register. Vectors pass through no closure: see `base::lanes`.
        macro_rules! four_rounds {
            ($($i:literal)+) => {$(
                for n in 0..N {
                    if $i >= 4 {
                        w[n][$i % 4] = schedule(proof, w[n], $i % 4);
                    }
                    variables[n] = variables[n].four_rounds(w[n][$i % 4], $i);
                }
            )+};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        // 4. Compute the hash value.
        for n in 0..N {
            variables[n] = variables[n].add(before[n]);
        }
    }
    for (n, state) in states.into_iter().enumerate() {
        variables[n].store(state);
    }
}

/// The working variables in the order of the instructions: F, E, B, A and H, G, D, C from the lowest word up. Only a
/// holder of a proof of the SHA extensions can make one.
#[derive(Clone, Copy)]
pub(super) struct Variables {
    abef: __m128i,
    cdgh: __m128i,
}

impl Variables {
    #[inline(always)]
    fn load(proof: impl ProvesSha, state: &State) -> Self {
        let halves = state.as_chunks::<4>().0;
        // SAFETY: every x86-64 CPU has SSE2; each load reads half of the state.
        let words = unsafe { [_mm_loadu_si128(halves[0].as_ptr().cast()), _mm_loadu_si128(halves[1].as_ptr().cast())] };
        Self::from_words(proof, words)
    }

    /// Returns the variables A to D, from the lowest word up, and E to H.
    #[inline(always)]
    pub(super) fn from_words(_: impl ProvesSha, [dcba, hgfe]: [__m128i; 2]) -> Self {
        // SAFETY: the token proves that the CPU has SSSE3 and SSE4.1.
        unsafe {
            let cdab = _mm_shuffle_epi32::<0b10_11_00_01>(dcba);
            let efgh = _mm_shuffle_epi32::<0b00_01_10_11>(hgfe);
            Self { abef: _mm_alignr_epi8::<8>(cdab, efgh), cdgh: _mm_blend_epi16::<0xf0>(efgh, cdab) }
        }
    }

    #[inline(always)]
    fn store(self, state: &mut State) {
        let halves = state.as_chunks_mut::<4>().0;
        let words = self.to_words();
        // SAFETY: every x86-64 CPU has SSE2; each store writes half of the state.
        unsafe {
            _mm_storeu_si128(halves[0].as_mut_ptr().cast(), words[0]);
            _mm_storeu_si128(halves[1].as_mut_ptr().cast(), words[1]);
        }
    }

    /// The inverse of [`from_words`](Self::from_words).
    #[inline(always)]
    pub(super) fn to_words(self) -> [__m128i; 2] {
        // SAFETY: a value of this type exists, so the CPU has SSSE3 and SSE4.1.
        unsafe {
            let feba = _mm_shuffle_epi32::<0b00_01_10_11>(self.abef);
            let dchg = _mm_shuffle_epi32::<0b10_11_00_01>(self.cdgh);
            [_mm_blend_epi16::<0xf0>(feba, dchg), _mm_alignr_epi8::<8>(dchg, feba)]
        }
    }

    /// Step 3 for t = 4i to 4i + 3; `words` are W_t.
    #[inline(always)]
    pub(super) fn four_rounds(self, words: __m128i, i: usize) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the SHA extensions; 16 bytes are read from an array of
        // 16, which is aligned to 16.
        unsafe {
            let kw = _mm_add_epi32(words, _mm_load_si128(K.0.as_chunks::<4>().0[i].as_ptr().cast()));
            // Two rounds turn A, B, E, F into the next C, D, G, H.
            let cdgh = _mm_sha256rnds2_epu32(self.cdgh, self.abef, kw);
            let abef = _mm_sha256rnds2_epu32(self.abef, cdgh, _mm_shuffle_epi32::<0b00_00_11_10>(kw));
            Self { abef, cdgh }
        }
    }

    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe { Self { abef: _mm_add_epi32(self.abef, other.abef), cdgh: _mm_add_epi32(self.cdgh, other.cdgh) } }
    }
}

/// Returns the sixteen words of a block, four in each vector.
#[inline(always)]
fn load(_: impl ProvesSha, block: &Block) -> [__m128i; 4] {
    let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("a block is four times 16 bytes") };
    // SAFETY: the token proves that the CPU has SSSE3; each load reads an array of 16 bytes.
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

/// Step 1: W_t = σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16} for the next four t after those in `w`, whose oldest
/// words are in `w[oldest]`.
#[inline(always)]
pub(super) fn schedule(_: impl ProvesSha, w: [__m128i; 4], oldest: usize) -> __m128i {
    let [w16, w12, w8, w4] = [w[oldest], w[(oldest + 1) % 4], w[(oldest + 2) % 4], w[(oldest + 3) % 4]];
    // SAFETY: the token proves that the CPU has the SHA extensions and SSSE3.
    unsafe {
        let with_sigma0 = _mm_sha256msg1_epu32(w16, w12);
        _mm_sha256msg2_epu32(_mm_add_epi32(with_sigma0, _mm_alignr_epi8::<4>(w4, w8)), w4)
    }
}
