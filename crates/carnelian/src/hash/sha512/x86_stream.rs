//! One message at a time on x86-64: scalar rounds beside a vector message schedule, FIPS 180-4 Section 6.4.2.
//!
//! Five ideas make it fast.
//!
//! **The a side runs one round behind the e side.** Step 3 of the standard gives e' = d + T₁ and a' = T₁ + T₂. Since
//! T₁ = e' − d, the a side of a round needs only the finished e' from the e side. One round behind, it has that from
//! the start: the two sides of a step do not wait for each other, and neither has more than four operations between
//! one round's result and the next.
//!
//! **The schedule is made for two blocks at once.** A ymm register holds two words of one block and the same two of
//! the next. The second block finds its schedule done.
//!
//! **Scalar and vector operations alternate.** Two rounds have 46 operations and a step of the schedule up to 23. Where
//! the step stands between two rounds, as one clump, it costs nearly as much as alone, since a core takes in six
//! operations a cycle at most. Spread over the scalar operations it fills what the chains of the rounds leave idle.
//!
//! **The order is pinned.** Left to itself, LLVM reassociates the sums, which makes the chains longer, gathers the
//! vector operations in clumps, and takes words that were just stored out of the vector registers again, which costs
//! shuffles. The order within a round comes from hill climbing over about a hundred orders.
//!
//! **Sixteen rounds are a loop.** Unrolled over all eighty they are as fast on a core of their own, and a tenth slower
//! where another thread shares the core's decoded instructions.
#![allow(unsafe_code)]

use super::compression::{BLOCK_LEN, Block, State};
use super::tables::K;
use core::arch::x86_64::*;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// What AVX2 and AVX-512 do differently: a step of the message schedule, as a list of operations.
pub(super) trait Step {
    /// After how many scalar operations a vector operation comes.
    const EVERY: usize;

    /// Does operation `number` of a step, if there are so many. The last one completes [`Schedule::next`].
    ///
    /// # Safety
    /// The CPU must have what the backend is for.
    unsafe fn operation(schedule: &mut Schedule, number: usize);
}

/// The message schedule of two blocks, and what a step of it has in hand.
pub(super) struct Schedule {
    /// The last sixteen words of either block, the oldest first: a register holds words t and t + 1 of the first block,
    /// t even, and then those of the second.
    pub(super) last: [__m256i; 8],
    /// The sum that becomes the next two words.
    pub(super) next: __m256i,
    /// Scratch.
    pub(super) x: __m256i,
    pub(super) y: __m256i,
    pub(super) z: __m256i,
}

/// The words K_t + W_t of two blocks, from when they are made until they are used.
///
/// They stand in the frame of the kernel's caller: in the kernel's own, which is not aligned, they could straddle cache
/// lines. Nothing is written beforehand, and what has been used is overwritten at once.
#[repr(C, align(64))]
pub(super) struct Scheduled([Row; 5]);

/// The words of sixteen rounds.
type Row = [Entry; 8];

/// Words t and t + 1 of the first block, t even, and then those of the second.
type Entry = [[MaybeUninit<u64>; 2]; 2];

/// The block whose words [`Scheduled`] is asked for.
#[derive(Clone, Copy)]
enum Column {
    First,
    Second,
}

/// The round constants, each pair twice, as the vectors have them that they are added to.
#[repr(C, align(64))]
struct Twice([TwiceRow; 5]);

type TwiceRow = [[u64; 4]; 8];

static K_TWICE: Twice = {
    let (mut twice, mut i) = ([[[0; 4]; 8]; 5], 0);
    while i < 40 {
        let (even, odd) = (K.0[2 * i], K.0[2 * i + 1]);
        twice[i / 8][i % 8] = [even, odd, even, odd];
        i += 1;
    }
    Twice(twice)
};

/// The neighbour of a last block that has none. Being public, its words need not be overwritten.
static NO_BLOCK: Block = [0; BLOCK_LEN];

/// # Safety
/// The CPU must have AVX2, BMI1, BMI2 and what `S` is for.
#[inline(always)]
pub(super) unsafe fn compress<S: Step>(state: &mut State, blocks: &[Block], words: &mut Scheduled) {
    for pair in blocks.chunks(2) {
        let second = pair.get(1).unwrap_or(&NO_BLOCK);
        // SAFETY: as the function's own.
        let mut schedule = unsafe { Schedule::start(&pair[0], second, &mut words.0[0]) };
        let mut v = Variables::new(state);
        let (mut rows, mut k) = (&mut words.0[..], &K_TWICE.0[1..]);
        while let ([row, rest @ ..], [next_k, rest_k @ ..]) = (opaque_mut(rows), opaque(k)) {
            let mut ahead = Ahead::<S> { schedule: &mut schedule, row: &mut rest[0], k: next_k, step: PhantomData };
            v = v.sixteen_rounds(row, Column::First, &mut ahead);
            (rows, k) = (rest, rest_k);
        }
        let [earlier @ .., row] = &mut words.0;
        v = v.sixteen_rounds(row, Column::First, &mut Forget { column: Column::First, earlier });
        v.add_to(state);
        if pair.len() == 2 {
            let mut v = Variables::new(state);
            let mut rows = &mut words.0[..];
            while let [row, rest @ ..] = opaque_mut(rows) {
                let mut forget = Forget { column: Column::Second, earlier: &mut [] };
                v = v.sixteen_rounds(row, Column::Second, &mut forget);
                rows = rest;
            }
            v.add_to(state);
        }
    }
}

/// What is done beside the rounds.
trait Beside {
    /// Is called after each of the 46 scalar operations of two rounds.
    fn after(&mut self, at: usize);

    /// Is called at the end of two rounds, those that use entry `i` of a row.
    fn end(&mut self, row: &mut Row, i: usize);

    /// Fixes the place of `x` in the order of computation.
    #[inline(always)]
    fn pin(&mut self, at: usize, x: u64) -> u64 {
        let x = pin(x);
        self.after(at);
        x
    }
}

/// Overwrites the words that have been used: those of the sixteen rounds, and those of `earlier` ones.
struct Forget<'w, const N: usize> {
    column: Column,
    earlier: &'w mut [Row; N],
}

impl<const N: usize> Beside for Forget<'_, N> {
    #[inline(always)]
    fn after(&mut self, _: usize) {}

    #[inline(always)]
    fn end(&mut self, row: &mut Row, i: usize) {
        forget(&mut row[i][self.column as usize]);
        for row in &mut *self.earlier {
            forget(&mut row[i][self.column as usize]);
        }
    }
}

/// Sixteen words of the schedule, ahead of sixteen rounds: a step for every two.
struct Ahead<'w, S> {
    schedule: &'w mut Schedule,
    row: &'w mut Row,
    k: &'w TwiceRow,
    step: PhantomData<S>,
}

impl<S: Step> Beside for Ahead<'_, S> {
    #[inline(always)]
    fn after(&mut self, at: usize) {
        if (at + 1).is_multiple_of(S::EVERY) {
            // SAFETY: a schedule exists where there is what `S` is for.
            unsafe { S::operation(self.schedule, at / S::EVERY) };
        }
    }

    #[inline(always)]
    fn end(&mut self, _: &mut Row, i: usize) {
        // SAFETY: a schedule exists where there is AVX2.
        unsafe { self.schedule.put(&mut self.row[i], &self.k[i]) };
    }
}

impl Schedule {
    /// The schedule with the words of the two blocks in it.
    ///
    /// # Safety
    /// As for [`compress`].
    #[inline(always)]
    unsafe fn start(first: &Block, second: &Block, row: &mut Row) -> Self {
        // SAFETY: as the function's own.
        let zero = unsafe { _mm256_setzero_si256() };
        let mut schedule = Self { last: [zero; 8], next: zero, x: zero, y: zero, z: zero };
        for (i, entry) in row.iter_mut().enumerate() {
            // SAFETY: as the function's own.
            unsafe {
                schedule.next = load(&first.as_chunks().0[i], &second.as_chunks().0[i]);
                schedule.put(entry, &K_TWICE.0[0][i]);
            }
        }
        schedule
    }

    /// Makes the words in hand the last ones, and puts them into the table with K added.
    ///
    /// # Safety
    /// As for [`compress`].
    #[inline(always)]
    unsafe fn put(&mut self, entry: &mut Entry, k: &[u64; 4]) {
        let [_, a, b, c, d, e, f, g] = self.last;
        self.last = [a, b, c, d, e, f, g, self.next];
        // SAFETY: as the function's own; constants and entries are aligned, and 32 bytes of either are as many.
        unsafe {
            let k = _mm256_load_si256(k.as_ptr().cast());
            _mm256_store_si256(entry.as_mut_ptr().cast(), _mm256_add_epi64(self.next, k));
        }
        written();
    }
}

impl Scheduled {
    pub(super) const fn new() -> Self {
        Self([[[[MaybeUninit::uninit(); 2]; 2]; 8]; 5])
    }
}

/// Overwrites two words that have been used.
#[inline(always)]
fn forget(pair: &mut [MaybeUninit<u64>; 2]) {
    // SAFETY: x86-64 has SSE2; 16 bytes are written to as many, and pairs of an aligned table are aligned.
    unsafe { _mm_store_si128(pair.as_mut_ptr().cast(), _mm_setzero_si128()) };
    written();
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
    /// 2. The variables before round 0. A₀ is behind already: A₋₄ is chosen so that the first round makes it.
    #[inline(always)]
    fn new(&[a, b, c, d, e, f, g, h]: &State) -> Self {
        let behind = Self { e: [e, f, g, h], a: [b, c, d, 0], bc: c ^ d };
        Self { a: [b, c, d, behind.a_side().wrapping_sub(a)], ..behind }
    }

    /// 3. Sixteen rounds, whose words are those of a row.
    #[inline(always)]
    fn sixteen_rounds(mut self, row: &mut Row, column: Column, beside: &mut impl Beside) -> Self {
        // By name, so that every index is a constant and the variables stay in registers.
        macro_rules! two_rounds {
            ($($i:literal)+) => {$(
                let pair = &row[$i][column as usize];
                // SAFETY: a row is written before its rounds.
                self = self.round(unsafe { pair[0].assume_init() }, beside, 0);
                // SAFETY: as above.
                self = self.round(unsafe { pair[1].assume_init() }, beside, 23);
                beside.end(row, $i);
            )+};
        }
        two_rounds!(0 1 2 3 4 5 6 7);
        self
    }

    /// The e side of round t and the a side of round t − 1, each step where it has to stand:
    ///
    /// E_{t+1} = A_{t−3} + (E_{t−3} + K_t + W_t + Ch(E_t, E_{t−1}, E_{t−2}) + Σ₁(E_t)),
    /// A_t = (E_t − A_{t−4}) + Maj(A_{t−1}, A_{t−2}, A_{t−3}) + Σ₀(A_{t−1}).
    ///
    /// The two terms of Ch have no bit in common, so that they can be added one by one, and
    /// Maj(a, b, c) = ((a ⊕ b) ∧ (b ⊕ c)) ⊕ b.
    ///
    /// The operations count from `n`.
    #[inline(always)]
    fn round(self, kw: u64, beside: &mut impl Beside, n: usize) -> Self {
        let [e, f, g, h] = self.e;
        let [a, b, c, d] = self.a;

        let sum = beside.pin(n, h.wrapping_add(kw));
        let r41 = beside.pin(n + 1, e.rotate_right(41));
        let sum = beside.pin(n + 2, sum.wrapping_add(c));
        let not_e_and_g = beside.pin(n + 3, !e & g);
        let r18 = beside.pin(n + 4, e.rotate_right(18));
        let sigma1 = beside.pin(n + 5, r41 ^ r18);
        let r14 = beside.pin(n + 6, e.rotate_right(14));
        let e_and_f = beside.pin(n + 7, e & f);
        let sum = beside.pin(n + 8, sum.wrapping_add(not_e_and_g));
        let sigma1 = beside.pin(n + 9, sigma1 ^ r14);
        let r39 = beside.pin(n + 10, a.rotate_right(39));
        let sum = beside.pin(n + 11, sum.wrapping_add(e_and_f));
        let next_e = beside.pin(n + 12, sum.wrapping_add(sigma1));
        let r34 = beside.pin(n + 13, a.rotate_right(34));
        let ab = beside.pin(n + 14, a ^ b);
        let maj = beside.pin(n + 15, self.bc & ab);
        let sigma0 = beside.pin(n + 16, r39 ^ r34);
        let r28 = beside.pin(n + 17, a.rotate_right(28));
        let maj = beside.pin(n + 18, maj ^ b);
        let sigma0 = beside.pin(n + 19, sigma0 ^ r28);
        let minus_t1 = beside.pin(n + 20, d.wrapping_sub(e));
        let sum = beside.pin(n + 21, maj.wrapping_sub(minus_t1));
        let next_a = beside.pin(n + 22, sum.wrapping_add(sigma0));

        Self { e: [next_e, e, f, g], a: [next_a, a, b, c], bc: ab }
    }

    /// A_t.
    #[inline(always)]
    fn a_side(self) -> u64 {
        let [a, b, _, d] = self.a;
        let maj = (self.bc & (a ^ b)) ^ b;
        let sigma0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
        self.e[0].wrapping_sub(d).wrapping_add(maj).wrapping_add(sigma0)
    }

    /// 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    #[inline(always)]
    fn add_to(self, state: &mut State) {
        let ([e, f, g, h], [b, c, d, _]) = (self.e, self.a);
        for (word, variable) in state.iter_mut().zip([self.a_side(), b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(variable);
        }
    }
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

/// As [`pin`]. It is inlined like an intrinsic into kernels, which have what [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pin_vector(x: __m256i) -> __m256i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: no instruction at all. Not `pure`, because only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(ymm_reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// The table in memory is what counts: words that are read after this come from there, and zeros are written.
#[inline(always)]
fn written() {
    #[cfg(not(carnelian_msan))]
    // SAFETY: no instruction at all.
    unsafe {
        core::arch::asm!("", options(nostack, preserves_flags));
    }
}

/// The same slice, of which the compiler does not know that it is the same: it would address everything by an index and
/// two bases, which are more registers than there are.
#[inline(always)]
fn opaque<T>(slice: &[T]) -> &[T] {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = slice.as_ptr();
        // SAFETY: no instruction at all; the pointer stays what it is.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            core::slice::from_raw_parts(pointer, slice.len())
        }
    }
    #[cfg(carnelian_msan)]
    slice
}

/// As [`opaque`].
#[inline(always)]
fn opaque_mut<T>(slice: &mut [T]) -> &mut [T] {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = slice.as_mut_ptr();
        // SAFETY: no instruction at all; the pointer stays what it is.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            core::slice::from_raw_parts_mut(pointer, slice.len())
        }
    }
    #[cfg(carnelian_msan)]
    slice
}
