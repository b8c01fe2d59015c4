//! One message at a time on x86-64: scalar rounds beside a vector message schedule, FIPS 180-4 Section 6.4.2.
//!
//! Three ideas make it fast.
//!
//! **The a side runs one round behind the e side.** Step 3 of the standard gives e' = d + T₁ and a' = T₁ + T₂. Since
//! T₁ = e' − d, the a side of a round needs from the e side the finished e' alone. One round behind, it has that from
//! the start: the two sides of a step do not wait for each other, and neither has more than four operations between
//! one round's result and the next.
//!
//! **The schedule is made for two blocks at once.** A ymm register holds two words of one block and the same two of
//! the next. The vector operations stand between the rounds of the first block, whose chains leave the ports idle a
//! third of the time; the second block finds its schedule done.
//!
//! **The order is pinned.** Left alone, LLVM reassociates the sums, which makes the chains longer, and takes words that
//! were just stored out of the vector registers again, which costs shuffles. The order within a round comes from hill
//! climbing over about a hundred orders: 3 % better than the e side and then the a side, 7 % better than the reverse.
#![allow(unsafe_code)]

use super::kernel::{Block, State};
use super::tables::K;
use crate::base::memory::{align_frame, wipe};
use core::arch::x86_64::*;

/// What AVX2 and AVX-512 do differently: Section 4.1.3's σ₀ and σ₁ of four words.
pub(super) trait Sigmas {
    /// # Safety
    /// The CPU must have what the backend is for.
    unsafe fn sigma0(x: __m256i) -> __m256i;

    /// # Safety
    /// The CPU must have what the backend is for.
    unsafe fn sigma1(x: __m256i) -> __m256i;
}

/// K_t + W_t: for every even t, words t and t + 1 of the first block, then those of the second.
#[repr(C, align(64))]
struct Scheduled([[u64; 4]; 40]);

/// Which block's words [`rounds`] takes from [`Scheduled`].
#[derive(Clone, Copy)]
enum Column {
    First = 0,
    Second = 2,
}

/// # Safety
/// The CPU must have AVX2, BMI1, BMI2 and what `S` is for.
#[inline(always)]
pub(super) unsafe fn compress<S: Sigmas>(state: &mut State, blocks: &[Block]) {
    align_frame();
    let mut kw = Scheduled([[0; 4]; 40]);
    publish(&kw);
    for pair in blocks.chunks(2) {
        // A block without a neighbour keeps its own company; nobody looks at the second column then.
        let (first, second) = (pair[0].as_chunks().0, pair[pair.len() - 1].as_chunks().0);
        // SAFETY: the CPU has AVX2.
        let mut schedule = unsafe { Schedule { last: [_mm256_setzero_si256(); 8] } };
        for i in 0..8 {
            // SAFETY: the CPU has AVX2.
            unsafe { schedule.append(load(&first[i], &second[i]), i, &mut kw) };
        }
        // SAFETY: as the function's own.
        unsafe { rounds::<S>(state, &mut kw, Column::First, Some(schedule)) };
        if pair.len() == 2 {
            // SAFETY: as the function's own.
            unsafe { rounds::<S>(state, &mut kw, Column::Second, None) };
        }
    }
    wipe(kw.0.as_flattened_mut());
}

/// Steps 2 to 4 for one block. With a schedule whose first sixteen words are made, makes the others on the way.
///
/// # Safety
/// As for [`compress`].
#[inline(always)]
unsafe fn rounds<S: Sigmas>(state: &mut State, kw: &mut Scheduled, column: Column, mut schedule: Option<Schedule>) {
    let mut v = Variables::new(state).e_side(kw.0[0][column as usize]);
    // By name, so that every index is a constant and the variables stay in registers.
    macro_rules! two_rounds {
        ($($i:literal)+) => {$(
            if $i > 0 {
                v = v.round(kw.0[$i][column as usize]);
            }
            if let Some(schedule) = &mut schedule && $i < 32 {
                // SAFETY: as the function's own.
                unsafe { schedule.append(schedule.next::<S>($i), $i + 8, kw) };
            }
            v = v.round(kw.0[$i][column as usize + 1]);
        )+};
    }
    two_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
    two_rounds!(20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39);
    // 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    for (word, variable) in state.iter_mut().zip(v.a_side()) {
        *word = word.wrapping_add(variable);
    }
}

/// The message schedule of two blocks. A register holds words 2i and 2i + 1 of the first block, then of the second;
/// `last[i % 8]` is the latest whose number is i.
#[derive(Clone, Copy)]
struct Schedule {
    last: [__m256i; 8],
}

impl Schedule {
    /// 1. W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}, for t = 2i + 16 and 2i + 17.
    ///
    /// # Safety
    /// As for [`compress`].
    #[inline(always)]
    unsafe fn next<S: Sigmas>(&self, i: usize) -> __m256i {
        let pair = |n: usize| &self.last[(i + n) % 8];
        // SAFETY: as the function's own.
        unsafe {
            let w15 = _mm256_alignr_epi8::<8>(*pair(1), *pair(0));
            let w7 = _mm256_alignr_epi8::<8>(*pair(5), *pair(4));
            let sum = _mm256_add_epi64(_mm256_add_epi64(*pair(0), w7), S::sigma0(w15));
            _mm256_add_epi64(sum, S::sigma1(*pair(7)))
        }
    }

    /// Makes `words` words 2i and 2i + 1, and puts them into the table with K added.
    ///
    /// # Safety
    /// The CPU must have AVX2.
    #[inline(always)]
    unsafe fn append(&mut self, words: __m256i, i: usize, kw: &mut Scheduled) {
        self.last[i % 8] = words;
        // SAFETY: as the function's own; 16 bytes are read from an array of 16, 32 are written to one of 32.
        unsafe {
            let k = _mm_loadu_si128(K.0[2 * i..2 * i + 2].as_ptr().cast());
            let sum = _mm256_add_epi64(words, _mm256_broadcastsi128_si256(k));
            _mm256_storeu_si256(kw.0[i].as_mut_ptr().cast(), sum);
        }
        written();
    }
}

/// Two big-endian words of each of two blocks.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn load(first: &[u8; 16], second: &[u8; 16]) -> __m256i {
    // SAFETY: as the function's own; 16 bytes are read from each array of 16.
    unsafe {
        let reversal = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607));
        let (first, second) = (_mm_loadu_si128(first.as_ptr().cast()), _mm_loadu_si128(second.as_ptr().cast()));
        _mm256_shuffle_epi8(_mm256_set_m128i(second, first), reversal)
    }
}

/// The working variables. Write E_t and A_t for what the standard calls e and a before round t; b, c, d are then
/// A_{t−1}, A_{t−2}, A_{t−3}, and f, g, h likewise.
#[derive(Clone, Copy)]
struct Variables {
    /// E_t, E_{t−1}, E_{t−2}, E_{t−3}.
    e: [u64; 4],
    /// One round behind: A_{t−1}, A_{t−2}, A_{t−3}, A_{t−4}.
    a: [u64; 4],
    /// A_{t−2} ⊕ A_{t−3}, left over from the last Maj.
    bc: u64,
}

impl Variables {
    /// 2. The variables before round 0, the a side not yet behind: [`e_side`](Self::e_side) has to follow.
    #[inline(always)]
    fn new(&[a, b, c, d, e, f, g, h]: &State) -> Self {
        Self { e: [e, f, g, h], a: [a, b, c, d], bc: b ^ c }
    }

    /// The e side of round 0 alone, which puts the a side one round behind.
    #[inline(always)]
    fn e_side(self, kw: u64) -> Self {
        let ([e, f, g, h], d) = (self.e, self.a[3]);
        let ch = (e & f).wrapping_add(!e & g);
        let sigma1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
        let next = h.wrapping_add(kw).wrapping_add(d).wrapping_add(ch).wrapping_add(sigma1);
        Self { e: [next, e, f, g], ..self }
    }

    /// 3. The e side of round t and the a side of round t − 1, each step where it has to stand:
    ///
    /// E_{t+1} = A_{t−3} + (E_{t−3} + K_t + W_t + Ch(E_t, E_{t−1}, E_{t−2}) + Σ₁(E_t)),
    /// A_t = (E_t − A_{t−4}) + Maj(A_{t−1}, A_{t−2}, A_{t−3}) + Σ₀(A_{t−1}).
    ///
    /// The two terms of Ch have no bit in common, so that they can be added one by one, and
    /// Maj(a, b, c) = ((a ⊕ b) ∧ (b ⊕ c)) ⊕ b.
    #[inline(always)]
    fn round(self, kw: u64) -> Self {
        let [e, f, g, h] = self.e;
        let [a, b, c, d] = self.a;

        let sum = add(h, kw);
        let r41 = rotate::<41>(e);
        let sum = add(sum, c);
        let not_e_and_g = pin(!e & g);
        let ab = xor(a, b);
        let r18 = rotate::<18>(e);
        let sigma1 = xor(r41, r18);
        let r14 = rotate::<14>(e);
        let e_and_f = pin(e & f);
        let sum = add(sum, not_e_and_g);
        let sigma1 = xor(sigma1, r14);
        let r39 = rotate::<39>(a);
        let sum = add(sum, e_and_f);
        let next_e = add(sum, sigma1);

        let r34 = rotate::<34>(a);
        let maj = pin(self.bc & ab);
        let sigma0 = xor(r39, r34);
        let r28 = rotate::<28>(a);
        let maj = xor(maj, b);
        let sigma0 = xor(sigma0, r28);
        let minus_t1 = pin(d.wrapping_sub(e));
        let sum = pin(maj.wrapping_sub(minus_t1));
        let next_a = add(sum, sigma0);

        Self { e: [next_e, e, f, g], a: [next_a, a, b, c], bc: ab }
    }

    /// The a side of round 79, and with it the variables a to h after the last round.
    #[inline(always)]
    fn a_side(self) -> State {
        let ([e, f, g, h], [a, b, c, d]) = (self.e, self.a);
        let maj = (self.bc & (a ^ b)) ^ b;
        let sigma0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
        [e.wrapping_sub(d).wrapping_add(maj).wrapping_add(sigma0), a, b, c, e, f, g, h]
    }
}

#[inline(always)]
fn add(x: u64, y: u64) -> u64 {
    pin(x.wrapping_add(y))
}

#[inline(always)]
fn xor(x: u64, y: u64) -> u64 {
    pin(x ^ y)
}

#[inline(always)]
fn rotate<const R: u32>(x: u64) -> u64 {
    pin(x.rotate_right(R))
}

/// Fixes the place of `x` in the order of computation; no instruction. MemorySanitizer cannot look through `asm!`, so
/// its build leaves the order to LLVM.
#[inline(always)]
fn pin(x: u64) -> u64 {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: no instruction at all. Not `pure`, because only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// From here on `asm!` may know the table's address, so that [`written`] speaks of it.
#[inline(always)]
fn publish(kw: &Scheduled) {
    #[cfg(not(carnelian_msan))]
    // SAFETY: no instruction at all.
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) kw, options(nostack, preserves_flags));
    }
    #[cfg(carnelian_msan)]
    let _ = kw;
}

/// The table in memory is what counts: words that are read after this come from there.
#[inline(always)]
fn written() {
    #[cfg(not(carnelian_msan))]
    // SAFETY: no instruction at all.
    unsafe {
        core::arch::asm!("", options(nostack, preserves_flags));
    }
}
