//! One or two lanes at a time with the SHA extensions. These functions too are compiled without AVX, and clear the
//! upper halves of the registers first.
#![allow(unsafe_code)]

use crate::base::cpu::ShaNi;
use crate::base::cpu::sha_extensions::ProvesSha;
use crate::base::memory::wipe_stack;
use crate::hash::sha256::kernel::transposed::{Chains, Kernel, PREFIX_LEN, Words};
use crate::hash::sha256::x86_sha_ni::{Variables, schedule};
use core::arch::x86_64::*;
use core::ops::Range;

/// Two by two for any number of lanes. Measured for a step of sixteen lanes with values of 16 bytes, in nanoseconds:
/// 315, and 459 with AVX2.
impl Kernel for ShaNi {
    #[inline]
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
        compress(self, 0..lanes, state, block);
    }

    #[inline]
    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>) {
        iterate(self, 0..lanes, chains, value, kept);
    }
}

/// The kernels of one lane or two, which each token compiles for itself.
pub(super) trait Pairs: ProvesSha {
    /// Absorbs a block in lanes `first` to `first` + `N` − 1.
    fn compress_lanes<const N: usize>(self, first: usize, state: &mut Words<8>, block: &Words<16>);

    /// Takes `steps` steps, the first of which is number `from`, in lanes `first` to `first` + `N` − 1.
    fn iterate_lanes<const N: usize>(
        self,
        first: usize,
        chains: &Chains<'_>,
        from: usize,
        steps: usize,
        value: &mut Words<8>,
    );
}

impl Pairs for ShaNi {
    #[inline(always)]
    fn compress_lanes<const N: usize>(self, first: usize, state: &mut Words<8>, block: &Words<16>) {
        // SAFETY: the token proves that the CPU has the features of this function.
        unsafe { compress_lanes::<N>(self, first, state, block) }
    }

    #[inline(always)]
    fn iterate_lanes<const N: usize>(
        self,
        first: usize,
        chains: &Chains<'_>,
        from: usize,
        steps: usize,
        value: &mut Words<8>,
    ) {
        // SAFETY: the token proves that the CPU has the features of this function.
        unsafe { iterate_lanes::<N>(self, first, chains, from, steps, value) }
    }
}

/// Absorbs a block in each of some lanes.
pub(super) fn compress(proof: impl Pairs, lanes: Range<usize>, state: &mut Words<8>, block: &Words<16>) {
    for lane in lanes.clone().step_by(2) {
        if lane + 1 < lanes.end {
            proof.compress_lanes::<2>(lane, state, block);
        } else {
            proof.compress_lanes::<1>(lane, state, block);
        }
    }
    wipe_stack::<512>();
}

/// Takes the steps of some lanes, in a call from each stop to the next: with SHA-NI a call costs little.
pub(super) fn iterate(
    proof: impl Pairs,
    lanes: Range<usize>,
    chains: &Chains<'_>,
    value: &mut Words<8>,
    mut kept: Option<&mut Words<8>>,
) {
    if let Some(before) = chains.before {
        steps(proof, lanes.clone(), &Chains { prefix: before, ..*chains }, 0..1, value);
    }
    let mut done = 0;
    for stop in chains.stops {
        steps(proof, lanes.clone(), chains, done..stop.step, value);
        done = stop.step;
        let Some(kept) = &mut kept else { continue };
        for lane in lanes.clone().filter(|lane| stop.lanes[*lane] != 0) {
            for (kept, value) in kept.0.iter_mut().zip(&value.0) {
                kept[lane] = value[lane];
            }
        }
    }
    steps(proof, lanes, chains, done..chains.steps, value);
    wipe_stack::<512>();
}

/// Takes some of the steps.
fn steps(proof: impl Pairs, lanes: Range<usize>, chains: &Chains<'_>, steps: Range<usize>, value: &mut Words<8>) {
    if steps.is_empty() {
        return;
    }
    for lane in lanes.clone().step_by(2) {
        if lane + 1 < lanes.end {
            proof.iterate_lanes::<2>(lane, chains, steps.start, steps.len(), value);
        } else {
            proof.iterate_lanes::<1>(lane, chains, steps.start, steps.len(), value);
        }
    }
}

// Not by `kernels!`, which would enable all that the token proves, AVX2 too.

/// [`compress_each`], compiled without AVX.
///
/// # Safety
/// The CPU must have the features that the token proves.
#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn compress_lanes<const N: usize>(proof: ShaNi, first: usize, state: &mut Words<8>, block: &Words<16>) {
    compress_each::<N>(proof, first, state, block);
}

/// [`iterate_each`], compiled without AVX.
///
/// # Safety
/// The CPU must have the features that the token proves.
#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn iterate_lanes<const N: usize>(
    proof: ShaNi,
    first: usize,
    chains: &Chains<'_>,
    from: usize,
    steps: usize,
    value: &mut Words<8>,
) {
    iterate_each::<N>(proof, first, chains, from, steps, value);
}

/// Absorbs a block in lanes `first` to `first` + `N` − 1.
#[inline(always)]
pub(super) fn compress_each<const N: usize>(
    proof: impl ProvesSha,
    first: usize,
    state: &mut Words<8>,
    block: &Words<16>,
) {
    proof.clear_upper_halves();
    let zero = four_words(proof, [0; 4]);
    let (mut variables, mut w) = ([Variables::from_words(proof, [zero; 2]); N], [[zero; 4]; N]);
    for n in 0..N {
        variables[n] = Variables::from_words(proof, gather(proof, first + n, state));
        w[n] = gather(proof, first + n, block);
    }
    let before = variables;
    rounds(proof, &mut variables, &mut w, 0);
    for n in 0..N {
        scatter(variables[n].add(before[n]).to_words(), first + n, state, 8);
    }
}

/// Takes `steps` steps, the first of which is number `from`, in lanes `first` to `first` + `N` − 1.
#[inline(always)]
pub(super) fn iterate_each<const N: usize>(
    proof: impl ProvesSha,
    first: usize,
    chains: &Chains<'_>,
    from: usize,
    steps: usize,
    value: &mut Words<8>,
) {
    proof.clear_upper_halves();
    let places = Places::new(proof, chains.words);
    let zero = four_words(proof, [0; 4]);
    let (mut midstate, mut w) = ([Variables::from_words(proof, [zero; 2]); N], [[zero; 4]; N]);
    let mut prefix = [[zero; 2]; N];
    let mut words = [[zero; 2]; N];
    for n in 0..N {
        midstate[n] = Variables::from_words(proof, gather(proof, first + n, chains.midstate));
        prefix[n] = gather_prefix(proof, first + n, chains.prefix);
        prefix[n][1] = add(proof, prefix[n][1], four_words(proof, [0, (from as u32) << 16, 0, 0]));
        words[n] = gather(proof, first + n, value);
    }
    // The first four words, and so the first four rounds, are the same in all steps.
    let mut fixed = midstate;
    for n in 0..N {
        fixed[n] = fixed[n].four_rounds(prefix[n][0], 0);
    }
    let one = four_words(proof, [0, 1 << 16, 0, 0]);
    for _ in 0..steps {
        let mut variables = fixed;
        for n in 0..N {
            w[n] = places.message(prefix[n], words[n]);
        }
        rounds(proof, &mut variables, &mut w, 1);
        for n in 0..N {
            words[n] = variables[n].add(midstate[n]).to_words();
            prefix[n][1] = add(proof, prefix[n][1], one);
        }
    }
    for (n, words) in words.into_iter().enumerate() {
        scatter(words, first + n, value, chains.words);
    }
}

/// Step 3 of Section 6.2.2 from round 4·`from` on, and the other words of step 1. `from` is 0 or 1.
#[inline(always)]
fn rounds<const N: usize>(
    proof: impl ProvesSha,
    variables: &mut [Variables; N],
    w: &mut [[__m128i; 4]; N],
    from: usize,
) {
    // Indices are literals, so that every word has its register. Vectors pass through no closure: see `base::lanes`.
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
    if from == 0 {
        four_rounds!(0);
    }
    four_rounds!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// The places of a value and of the padding in a block, for the instruction that shuffles bytes.
#[derive(Clone, Copy)]
struct Places {
    /// The value's first four words in W₄ to W₇.
    first_in_second: __m128i,
    /// The value's first four words in W₈ to W₁₁.
    first_in_third: __m128i,
    /// The value's last four words in W₈ to W₁₁.
    last_in_third: __m128i,
    /// The value's last four words in W₁₂ to W₁₅.
    last_in_fourth: __m128i,
    /// The padding in W₈ to W₁₁ and in W₁₂ to W₁₅.
    padding: [__m128i; 2],
}

impl Places {
    /// Returns the places for values of `words` words.
    ///
    /// Words are in native order: the upper half of word i is bytes 4i + 2 and 4i + 3, and becomes the lower half of a
    /// word of the block.
    #[inline(always)]
    fn new(proof: impl ProvesSha, words: usize) -> Self {
        /// Gives zeros.
        const NONE: u32 = 0x8080_8080;
        let length = 8 * (64 + PREFIX_LEN as u32 + 4 * words as u32);
        let (last_in_third, last_in_fourth, padding) = match words {
            4 => ([NONE; 4], [NONE; 4], [[0, 0x8000, 0, 0], [0, 0, 0, length]]),
            6 => ([NONE, 0x8080_0302, 0x0100_0706, 0x0504_8080], [NONE; 4], [[0, 0, 0, 0x8000], [0, 0, 0, length]]),
            _ => (
                [NONE, 0x8080_0302, 0x0100_0706, 0x0504_0b0a],
                [0x0908_0f0e, 0x0d0c_8080, NONE, NONE],
                [[0; 4], [0, 0x8000, 0, length]],
            ),
        };
        Self {
            first_in_second: four_words(proof, [NONE, 0x8080_0302, 0x0100_0706, 0x0504_0b0a]),
            first_in_third: four_words(proof, [0x0908_0f0e, 0x0d0c_8080, NONE, NONE]),
            last_in_third: four_words(proof, last_in_third),
            last_in_fourth: four_words(proof, last_in_fourth),
            padding: [four_words(proof, padding[0]), four_words(proof, padding[1])],
        }
    }

    /// Returns the block of a step.
    #[inline(always)]
    fn message(&self, prefix: [__m128i; 2], value: [__m128i; 2]) -> [__m128i; 4] {
        // SAFETY: a value of this type exists, so the CPU has SSSE3.
        unsafe {
            let second = _mm_or_si128(prefix[1], _mm_shuffle_epi8(value[0], self.first_in_second));
            let third = _mm_or_si128(self.padding[0], _mm_shuffle_epi8(value[0], self.first_in_third));
            let third = _mm_or_si128(third, _mm_shuffle_epi8(value[1], self.last_in_third));
            let fourth = _mm_or_si128(self.padding[1], _mm_shuffle_epi8(value[1], self.last_in_fourth));
            [prefix[0], second, third, fourth]
        }
    }
}

/// Returns a vector of four words.
#[inline(always)]
fn four_words(_: impl ProvesSha, [a, b, c, d]: [u32; 4]) -> __m128i {
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { _mm_setr_epi32(a.cast_signed(), b.cast_signed(), c.cast_signed(), d.cast_signed()) }
}

/// Returns the sums of words.
#[inline(always)]
fn add(_: impl ProvesSha, a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { _mm_add_epi32(a, b) }
}

/// Returns the words of a lane, four in each vector.
#[inline(always)]
fn gather<const VECTORS: usize, const ROWS: usize>(
    proof: impl ProvesSha,
    lane: usize,
    rows: &Words<ROWS>,
) -> [__m128i; VECTORS] {
    let mut vectors = [four_words(proof, [0; 4]); VECTORS];
    for (vector, [a, b, c, d]) in vectors.iter_mut().zip(rows.0.as_chunks().0) {
        *vector = four_words(proof, [a[lane], b[lane], c[lane], d[lane]]);
    }
    vectors
}

/// Returns the words of a prefix, with zeros after them.
#[inline(always)]
fn gather_prefix(proof: impl ProvesSha, lane: usize, prefix: &Words<6>) -> [__m128i; 2] {
    let [a, b, c, d, e, f] = &prefix.0;
    [four_words(proof, [a[lane], b[lane], c[lane], d[lane]]), four_words(proof, [e[lane], f[lane], 0, 0])]
}

/// Writes the first `words` of eight words of a lane.
#[inline(always)]
fn scatter(vectors: [__m128i; 2], lane: usize, rows: &mut Words<8>, words: usize) {
    let mut row = [[0; 4]; 2];
    // SAFETY: every x86-64 CPU has SSE2; each store writes four words.
    unsafe {
        _mm_storeu_si128(row[0].as_mut_ptr().cast(), vectors[0]);
        _mm_storeu_si128(row[1].as_mut_ptr().cast(), vectors[1]);
    }
    for (word, row) in row.as_flattened().iter().zip(&mut rows.0[..words]) {
        row[lane] = *word;
    }
}
