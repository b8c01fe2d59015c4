//! SHA-1 with the SHA extensions: one message, or two interleaved.
//!
//! `sha1rnds4` computes four rounds, and each waits for the one before: a single message waits for each result, while
//! two messages use each other's waiting time.
//!
//! The kernels are compiled without AVX: see [`ProvesSha`](crate::base::cpu::sha_extensions).
#![allow(unsafe_code)]

use super::compression::Sha1Compression;
use crate::base::cpu::ShaNi;
use crate::base::cpu::sha_extensions::ProvesSha;
use crate::base::memory::wipe_stack;
use crate::hash::arithmetic::half_words::{BLOCK_LEN, Block, Kernel, PaysFrom, State};
use core::arch::x86_64::*;

// Not by `kernels!`, which would enable all that the token proves, AVX2 too.
impl Kernel<Sha1Compression> for ShaNi {
    const PAYS_FROM: PaysFrom = PaysFrom { x16: PaysFrom::NEVER, x8: PaysFrom::NEVER, x2: 2 };

    #[inline]
    fn compress(self, state: &mut State, blocks: &[Block]) {
        Kernel::<Sha1Compression>::compress_end(self, state, blocks, &[]);
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
    let (mut h, mut w) = ([HashValue::load(proof, states[0]); N], [load(proof, &[0; BLOCK_LEN]); N]);
    for n in 1..N {
        h[n] = HashValue::load(proof, states[n]);
    }
    for index in 0..count + more {
        // 1. Prepare the message schedule: its first sixteen words.
        for (n, w) in w.iter_mut().enumerate() {
            *w = load(proof, if index < count { &blocks[n][index] } else { &last[n][index - count] });
        }
        // 2. Initialize the working variables; 3. the first four rounds.
        let mut variables = [h[0].first_rounds(w[0][0]); N];
        for n in 1..N {
            variables[n] = h[n].first_rounds(w[n][0]);
        }
        // 3. The other rounds, and the other words of step 1. Indices are literals, so that every word has its
        // register. Vectors pass through no closure: see `base::lanes`.
        macro_rules! four_rounds {
            ($($i:literal)+) => {$(
                for n in 0..N {
                    if $i >= 4 {
                        w[n][$i % 4] = schedule(proof, w[n], $i % 4);
                    }
                    variables[n] = variables[n].four_rounds::<{ $i / 5 }>(w[n][$i % 4]);
                }
            )+};
        }
        four_rounds!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
        // 4. Compute the hash value.
        for n in 0..N {
            h[n] = h[n].add(variables[n]);
        }
    }
    for (n, state) in states.into_iter().enumerate() {
        h[n].store(state);
    }
}

/// H⁽ⁱ⁾: words 3 to 0 from the lowest up, and word 4 in the highest place above zeros. Only a holder of a proof of the
/// SHA extensions can make one.
#[derive(Clone, Copy)]
struct HashValue {
    words: __m128i,
    last: __m128i,
}

/// The working variables: D, C, B, A from the lowest word up, and those of four rounds before. Their A, rotated, is E.
#[derive(Clone, Copy)]
struct Variables {
    dcba: __m128i,
    before: __m128i,
}

impl HashValue {
    #[inline(always)]
    fn load(_: impl ProvesSha, state: &State) -> Self {
        let halves = state.as_chunks::<4>().0;
        // SAFETY: every x86-64 CPU has SSE2; the load reads half of the state.
        unsafe {
            let words = _mm_shuffle_epi32::<0b00_01_10_11>(_mm_loadu_si128(halves[0].as_ptr().cast()));
            Self { words, last: _mm_set_epi32(state[4] as i32, 0, 0, 0) }
        }
    }

    #[inline(always)]
    fn store(self, state: &mut State) {
        let halves = state.as_chunks_mut::<4>().0;
        // SAFETY: every x86-64 CPU has SSE2; each store writes half of the state.
        unsafe {
            _mm_storeu_si128(halves[0].as_mut_ptr().cast(), _mm_shuffle_epi32::<0b00_01_10_11>(self.words));
            _mm_storeu_si128(halves[1].as_mut_ptr().cast(), _mm_bsrli_si128::<12>(self.last));
        }
    }

    /// Steps 2 and 3 for t = 0 to 3; `words` are W_t.
    #[inline(always)]
    fn first_rounds(self, words: __m128i) -> Variables {
        // SAFETY: a value of this type exists, so the CPU has the SHA extensions.
        unsafe {
            let dcba = _mm_sha1rnds4_epu32::<0>(self.words, _mm_add_epi32(self.last, words));
            Variables { dcba, before: self.words }
        }
    }

    /// Step 4.
    #[inline(always)]
    fn add(self, variables: Variables) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the SHA extensions.
        unsafe {
            Self {
                words: _mm_add_epi32(self.words, variables.dcba),
                last: _mm_sha1nexte_epu32(variables.before, self.last),
            }
        }
    }
}

impl Variables {
    /// Step 3 for four t, with f_t and K_t of t = 20·`F`; `words` are W_t.
    #[inline(always)]
    fn four_rounds<const F: i32>(self, words: __m128i) -> Self {
        // SAFETY: a value of this type exists, so the CPU has the SHA extensions.
        unsafe {
            // E = ROTL³⁰ of A four rounds before.
            let e_and_words = _mm_sha1nexte_epu32(self.before, words);
            Self { dcba: _mm_sha1rnds4_epu32::<F>(self.dcba, e_and_words), before: self.dcba }
        }
    }
}

/// Returns the sixteen words of a block, four in each vector, the first in the highest place.
#[inline(always)]
fn load(_: impl ProvesSha, block: &Block) -> [__m128i; 4] {
    let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("a block is four times 16 bytes") };
    // SAFETY: the token proves that the CPU has SSSE3; each load reads an array of 16 bytes.
    unsafe {
        let reversal = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
        [
            _mm_shuffle_epi8(_mm_loadu_si128(a.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(b.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(c.as_ptr().cast()), reversal),
            _mm_shuffle_epi8(_mm_loadu_si128(d.as_ptr().cast()), reversal),
        ]
    }
}

/// Step 1: W_t = ROTL¹(W_{t−3} ⊕ W_{t−8} ⊕ W_{t−14} ⊕ W_{t−16}) for the next four t after those in `w`, whose oldest
/// words are in `w[oldest]`.
#[inline(always)]
fn schedule(_: impl ProvesSha, w: [__m128i; 4], oldest: usize) -> __m128i {
    let [w16, w12, w8, w4] = [w[oldest], w[(oldest + 1) % 4], w[(oldest + 2) % 4], w[(oldest + 3) % 4]];
    // SAFETY: the token proves that the CPU has the SHA extensions.
    unsafe { _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w16, w12), w8), w4) }
}
