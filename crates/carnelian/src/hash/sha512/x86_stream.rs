//! One message at a time on x86-64: scalar rounds interleaved with a vector message schedule, FIPS 180-4 Section 6.4.2.
//!
//! Five ideas make it fast.
//!
//! **The a side runs one round after the e side.** Step 3 of the standard computes e' = d + T₁ and a' = T₁ + T₂. Since
//! T₁ = e' − d, the a side of a round needs only the finished e' from the e side. One round later that is available
//! from the start: the two sides of a step do not wait for each other, and neither has more than four operations
//! between one round's result and the next.
//!
//! **The schedule is computed for two blocks at once.** A ymm register holds two words of one block and the same two of
//! the next, so the schedule of the second block is finished when its rounds start.
//!
//! **Scalar and vector operations alternate.** Two rounds have 46 operations, and a step of the schedule has up to 23.
//! If the step is placed as a whole between two rounds, it costs nearly as much as it does without the rounds, since a
//! core accepts at most six operations a cycle. Spread over the scalar operations it fills the idle slots that the
//! dependency chains of the rounds leave.
//!
//! **The order is pinned.** Otherwise LLVM reassociates the sums, which lengthens the chains, groups the vector
//! operations, and takes words that were just stored from the vector registers, which costs shuffles. The order within
//! a round was found by hill climbing over about a hundred orders.
//!
//! **Sixteen rounds are a loop.** Eighty unrolled rounds are as fast on an otherwise idle core, and a tenth slower if
//! another thread shares the core's decoded instructions.
#![allow(unsafe_code)]

use super::compression::{BLOCK_LEN, Block, State};
use super::tables::K;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// A token that proves AVX2, BMI1 and BMI2 at least, with that backend's step of the message schedule as a list of
/// operations.
pub(super) trait Step: Copy {
    /// The number of scalar operations for each vector operation.
    const EVERY: usize;

    /// Executes operation `number` of a step; the numbers may exceed those of the operations. The last operation
    /// completes [`Schedule::next`].
    fn operation(self, schedule: &mut Schedule, number: usize);
}

/// The message schedule of two blocks, and the intermediate values of a step. Only a holder of a [`Step`] token can
/// make one.
pub(super) struct Schedule {
    /// The last sixteen words of either block, oldest first: a register holds words t and t + 1 of the first block, for
    /// even t, then those of the second.
    pub(super) last: [__m256i; 8],
    /// The sum that becomes the next two words.
    pub(super) next: __m256i,
    /// Scratch.
    pub(super) x: __m256i,
    pub(super) y: __m256i,
    pub(super) z: __m256i,
}

/// The words K_t + W_t of two blocks, from their computation until their use.
///
/// They are in the frame of the kernel's caller: in the kernel's own, which is not aligned, they could straddle cache
/// lines. They are not initialized, and are overwritten as soon as they have been used.
#[repr(C, align(64))]
pub(super) struct Scheduled([Row; 5]);

/// The words of sixteen rounds.
type Row = [Entry; 8];

/// Words t and t + 1 of the first block, for even t, then those of the second.
type Entry = [[MaybeUninit<u64>; 2]; 2];

/// One of the two blocks in [`Scheduled`].
#[derive(Clone, Copy)]
enum Column {
    First,
    Second,
}

/// The round constants, each pair twice, in the layout of the vectors to which they are added.
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

/// The second block of a pair if there is only one. It is public, so its words need not be overwritten.
static NO_BLOCK: Block = [0; BLOCK_LEN];

/// Section 6.4.2: absorbs blocks into the hash value.
#[inline(always)]
pub(super) fn compress<S: Step>(proof: S, state: &mut State, blocks: &[Block], words: &mut Scheduled) {
    for pair in blocks.chunks(2) {
        let second = pair.get(1).unwrap_or(&NO_BLOCK);
        let mut schedule = Schedule::start(proof, &pair[0], second, &mut words.0[0]);
        let mut v = Variables::new(state);
        let (mut rows, mut k) = (&mut words.0[..], &K_TWICE.0[1..]);
        while let ([row, rest @ ..], [next_k, rest_k @ ..]) = (opaque_mut(rows), opaque(k)) {
            let mut ahead = Ahead { proof, schedule: &mut schedule, row: &mut rest[0], k: next_k };
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

/// Work that is interleaved with the rounds.
trait Interleaved {
    /// Runs after each of the 46 scalar operations of two rounds.
    fn after(&mut self, at: usize);

    /// Runs at the end of the two rounds that use entry `i` of a row.
    fn end(&mut self, row: &mut Row, i: usize);

    /// Fixes the position of `x` in the order of computation.
    #[inline(always)]
    fn pin(&mut self, at: usize, x: u64) -> u64 {
        let x = pin(x);
        self.after(at);
        x
    }
}

/// Overwrites the words of the sixteen rounds that have been used, and those of `earlier` rounds.
struct Forget<'w, const N: usize> {
    column: Column,
    earlier: &'w mut [Row; N],
}

impl<const N: usize> Interleaved for Forget<'_, N> {
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

/// Computes the sixteen words of the schedule for the next sixteen rounds, with one step for every two rounds.
struct Ahead<'w, S> {
    proof: S,
    schedule: &'w mut Schedule,
    row: &'w mut Row,
    k: &'w TwiceRow,
}

impl<S: Step> Interleaved for Ahead<'_, S> {
    #[inline(always)]
    fn after(&mut self, at: usize) {
        if (at + 1).is_multiple_of(S::EVERY) {
            self.proof.operation(self.schedule, at / S::EVERY);
        }
    }

    #[inline(always)]
    fn end(&mut self, _: &mut Row, i: usize) {
        self.schedule.put(&mut self.row[i], &self.k[i]);
    }
}

impl Schedule {
    /// Returns the schedule with the words of two blocks.
    #[inline(always)]
    fn start<S: Step>(proof: S, first: &Block, second: &Block, row: &mut Row) -> Self {
        // SAFETY: a token that implements `Step` proves that the CPU has AVX2.
        let zero = unsafe { _mm256_setzero_si256() };
        let mut schedule = Self { last: [zero; 8], next: zero, x: zero, y: zero, z: zero };
        for (i, entry) in row.iter_mut().enumerate() {
            schedule.next = load(proof, &first.as_chunks().0[i], &second.as_chunks().0[i]);
            schedule.put(entry, &K_TWICE.0[0][i]);
        }
        schedule
    }

    /// Appends the next words to the last sixteen, and writes them to the table with K added.
    #[inline(always)]
    fn put(&mut self, entry: &mut Entry, k: &[u64; 4]) {
        let [_, a, b, c, d, e, f, g] = self.last;
        self.last = [a, b, c, d, e, f, g, self.next];
        // SAFETY: a value of this type exists, so the CPU has AVX2; constants and entries are 32 bytes, aligned to 32.
        unsafe {
            let k = _mm256_load_si256(k.as_ptr().cast());
            _mm256_store_si256(entry.as_mut_ptr().cast(), _mm256_add_epi64(self.next, k));
        }
        written();
    }
}

impl Scheduled {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self([[[[MaybeUninit::uninit(); 2]; 2]; 8]; 5])
    }
}

/// Overwrites two words.
#[inline(always)]
fn forget(pair: &mut [MaybeUninit<u64>; 2]) {
    // SAFETY: every x86-64 CPU has SSE2; a pair is 16 bytes, and those of an aligned table are aligned to 16.
    unsafe { _mm_store_si128(pair.as_mut_ptr().cast(), _mm_setzero_si128()) };
    written();
}

/// Loads two big-endian words of each of two blocks.
#[inline(always)]
fn load<S: Step>(_: S, first: &[u8; 16], second: &[u8; 16]) -> __m256i {
    // SAFETY: a token that implements `Step` proves that the CPU has AVX2; 16 bytes are read from each array of 16.
    unsafe {
        let reversal = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607));
        let (first, second) = (_mm_loadu_si128(first.as_ptr().cast()), _mm_loadu_si128(second.as_ptr().cast()));
        _mm256_shuffle_epi8(_mm256_set_m128i(second, first), reversal)
    }
}

/// The working variables. E_t and A_t are the standard's e and a before round t; b, c, d are then A_{t−1}, A_{t−2},
/// A_{t−3}, and f, g, h likewise.
#[derive(Clone, Copy)]
struct Variables {
    /// E_t, E_{t−1}, E_{t−2}, E_{t−3}.
    e: [u64; 4],
    /// A_{t−1}, A_{t−2}, A_{t−3}, A_{t−4}: one round earlier.
    a: [u64; 4],
    /// A_{t−2} ⊕ A_{t−3}, from the previous Maj.
    bc: u64,
}

impl Variables {
    /// Step 2: initializes the variables. A₀ is one round late from the start: A₋₄ is chosen such that the first round
    /// computes A₀.
    #[inline(always)]
    fn new(&[a, b, c, d, e, f, g, h]: &State) -> Self {
        let late = Self { e: [e, f, g, h], a: [b, c, d, 0], bc: c ^ d };
        Self { a: [b, c, d, late.a_side().wrapping_sub(a)], ..late }
    }

    /// 3. Computes sixteen rounds with the words of a row.
    #[inline(always)]
    fn sixteen_rounds(mut self, row: &mut Row, column: Column, interleaved: &mut impl Interleaved) -> Self {
        // Indices are literals, so that the variables stay in registers.
        macro_rules! two_rounds {
            ($($i:literal)+) => {$(
                let pair = &row[$i][column as usize];
                // SAFETY: `put` writes a row before the rounds that use it.
                self = self.round(unsafe { pair[0].assume_init() }, interleaved, 0);
                // SAFETY: `put` writes both words of a pair at once.
                self = self.round(unsafe { pair[1].assume_init() }, interleaved, 23);
                interleaved.end(row, $i);
            )+};
        }
        two_rounds!(0 1 2 3 4 5 6 7);
        self
    }

    /// Computes the e side of round t and the a side of round t − 1, interleaved:
    ///
    /// E_{t+1} = A_{t−3} + (E_{t−3} + K_t + W_t + Ch(E_t, E_{t−1}, E_{t−2}) + Σ₁(E_t)),
    /// A_t = (E_t − A_{t−4}) + Maj(A_{t−1}, A_{t−2}, A_{t−3}) + Σ₀(A_{t−1}).
    ///
    /// The two terms of Ch have no bit in common, so they can be added one by one, and
    /// Maj(a, b, c) = ((a ⊕ b) ∧ (b ⊕ c)) ⊕ b.
    ///
    /// The operations are numbered from `n`.
    #[inline(always)]
    fn round(self, kw: u64, interleaved: &mut impl Interleaved, n: usize) -> Self {
        let [e, f, g, h] = self.e;
        let [a, b, c, d] = self.a;

        let sum = interleaved.pin(n, h.wrapping_add(kw));
        let r41 = interleaved.pin(n + 1, e.rotate_right(41));
        let sum = interleaved.pin(n + 2, sum.wrapping_add(c));
        let not_e_and_g = interleaved.pin(n + 3, !e & g);
        let r18 = interleaved.pin(n + 4, e.rotate_right(18));
        let sigma1 = interleaved.pin(n + 5, r41 ^ r18);
        let r14 = interleaved.pin(n + 6, e.rotate_right(14));
        let e_and_f = interleaved.pin(n + 7, e & f);
        let sum = interleaved.pin(n + 8, sum.wrapping_add(not_e_and_g));
        let sigma1 = interleaved.pin(n + 9, sigma1 ^ r14);
        let r39 = interleaved.pin(n + 10, a.rotate_right(39));
        let sum = interleaved.pin(n + 11, sum.wrapping_add(e_and_f));
        let next_e = interleaved.pin(n + 12, sum.wrapping_add(sigma1));
        let r34 = interleaved.pin(n + 13, a.rotate_right(34));
        let ab = interleaved.pin(n + 14, a ^ b);
        let maj = interleaved.pin(n + 15, self.bc & ab);
        let sigma0 = interleaved.pin(n + 16, r39 ^ r34);
        let r28 = interleaved.pin(n + 17, a.rotate_right(28));
        let maj = interleaved.pin(n + 18, maj ^ b);
        let sigma0 = interleaved.pin(n + 19, sigma0 ^ r28);
        let minus_t1 = interleaved.pin(n + 20, d.wrapping_sub(e));
        let sum = interleaved.pin(n + 21, maj.wrapping_sub(minus_t1));
        let next_a = interleaved.pin(n + 22, sum.wrapping_add(sigma0));

        Self { e: [next_e, e, f, g], a: [next_a, a, b, c], bc: ab }
    }

    /// Returns A_t.
    #[inline(always)]
    fn a_side(self) -> u64 {
        let [a, b, _, d] = self.a;
        let maj = (self.bc & (a ^ b)) ^ b;
        let sigma0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
        self.e[0].wrapping_sub(d).wrapping_add(maj).wrapping_add(sigma0)
    }

    /// 4. Computes the hash value: H⁽ⁱ⁾ = working variables + H⁽ⁱ⁻¹⁾.
    #[inline(always)]
    fn add_to(self, state: &mut State) {
        let ([e, f, g, h], [b, c, d, _]) = (self.e, self.a);
        for (word, variable) in state.iter_mut().zip([self.a_side(), b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(variable);
        }
    }
}

/// Fixes the position of `x` in the order of computation, without an instruction. MemorySanitizer cannot track `asm!`,
/// so its build leaves the order to LLVM.
#[inline(always)]
fn pin(x: u64) -> u64 {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions. It is not `pure`, because only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// Like [`pin`]. It is inlined like an intrinsic into kernels, which have what [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pin_vector(x: __m256i) -> __m256i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions. It is not `pure`, because only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(ymm_reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// Makes the compiler assume that memory is read and written here, so that later reads of the table load from it, and
/// zeros are really stored.
#[inline(always)]
fn written() {
    #[cfg(not(carnelian_msan))]
    // SAFETY: the block has no instructions.
    unsafe {
        core::arch::asm!("", options(nostack, preserves_flags));
    }
}

/// Returns the same slice, but hides that from the compiler: it would otherwise address everything by an index and two
/// bases, which takes more registers than there are.
#[inline(always)]
fn opaque<T>(slice: &[T]) -> &[T] {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = slice.as_ptr();
        // SAFETY: the block has no instructions, so the pointer is unchanged and valid for the slice.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            core::slice::from_raw_parts(pointer, slice.len())
        }
    }
    #[cfg(carnelian_msan)]
    slice
}

/// Like [`opaque`].
#[inline(always)]
fn opaque_mut<T>(slice: &mut [T]) -> &mut [T] {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = slice.as_mut_ptr();
        // SAFETY: the block has no instructions, so the pointer is unchanged and valid for the slice.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            core::slice::from_raw_parts_mut(pointer, slice.len())
        }
    }
    #[cfg(carnelian_msan)]
    slice
}
