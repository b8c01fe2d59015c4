//! The rounds of ChaCha20 on sixteen blocks at once with AVX2, and Poly1305 between them, in assembly.
//!
//! A double round of eight blocks has 128 operations in 32 vectors' worth of cycles, and its quarter rounds form four chains
//! of as many cycles: chains as long as the work keep four execution units busy two thirds of the time. Sixteen blocks
//! give eight chains. Their 32 vectors do not fit into 16 registers, which costs little as long as the right ones do: rows b
//! stay in registers, since a quarter round gives b last and takes it first; the others come from memory as operands and go
//! back to it, which other units do.
//!
//! The order within the text is the one that was fastest: without other work, two quarter rounds in step; with other work,
//! one after the other and one block of Poly1305 after some of them. The compiler keeps neither.
//!
//! Where assembly cannot run, in Miri and under MemorySanitizer, portable code computes the same.
#![allow(unsafe_code)]

use super::kernel::{Group, Multiplied};
use super::rounds::DOUBLE_ROUNDS;
#[cfg(any(test, carnelian_msan, miri))]
use super::rounds::double_round;
use core::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_set1_epi32};
use core::mem::MaybeUninit;
#[cfg(not(any(carnelian_msan, miri)))]
use core::mem::offset_of;

/// A word of the state of eight blocks.
type Word = __m256i;

/// Each stream is eight blocks.
pub(super) const STREAMS: usize = 2;

/// What the rounds work on: word i of the first eight blocks is vector i, that of the others vector 16 + i.
#[repr(C, align(64))]
pub(super) struct Work {
    /// The words before the rounds.
    first: [Word; 16 * STREAMS],
    /// The words after the rounds. Nobody clears them before they are written.
    words: MaybeUninit<[Word; 16 * STREAMS]>,
    /// r₀, r₁ and s₁ of Poly1305.
    multiplier: [u64; 3],
}

/// Byte shuffles that rotate each word to the left by 16 and by 8 bits.
#[cfg(not(any(carnelian_msan, miri)))]
static ROTATIONS: Rotations = Rotations([
    [[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]; 2],
    [[3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14]; 2],
]);

#[cfg(not(any(carnelian_msan, miri)))]
#[repr(C, align(64))]
struct Rotations([[[u8; 16]; 2]; 2]);

/// Quarter rounds in step, RFC 8439 Section 2.1. `$from` refers to the words that are read, `{w}` to those that are written;
/// the shuffles by 16 and by 8 bits follow, and of each quarter round the register of b, the places of a, c and d, and four
/// registers for a, c, d and a shift.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! in_step {
    (
        $from:literal $by_16:literal $by_8:literal
        $([$b:literal $at_a:literal $at_c:literal $at_d:literal: $a:literal $c:literal $d:literal $t:literal])+
    ) => {
        concat!(
            $("vpaddd ", $a, ", ", $b, ", [", $from, " + 32*", $at_a, "]\n",)+
            $("vpxor ", $d, ", ", $a, ", [", $from, " + 32*", $at_d, "]\n",)+
            $("vpshufb ", $d, ", ", $d, ", ", $by_16, "\n",)+
            $("vpaddd ", $c, ", ", $d, ", [", $from, " + 32*", $at_c, "]\n",)+
            $("vpxor ", $b, ", ", $b, ", ", $c, "\n",)+
            $("vpslld ", $t, ", ", $b, ", 12\n",)+
            $("vpsrld ", $b, ", ", $b, ", 20\n",)+
            $("vpor ", $b, ", ", $b, ", ", $t, "\n",)+
            $("vpaddd ", $a, ", ", $a, ", ", $b, "\n",)+
            $("vmovdqa [{w} + 32*", $at_a, "], ", $a, "\n",)+
            $("vpxor ", $d, ", ", $d, ", ", $a, "\n",)+
            $("vpshufb ", $d, ", ", $d, ", ", $by_8, "\n",)+
            $("vmovdqa [{w} + 32*", $at_d, "], ", $d, "\n",)+
            $("vpaddd ", $c, ", ", $c, ", ", $d, "\n",)+
            $("vmovdqa [{w} + 32*", $at_c, "], ", $c, "\n",)+
            $("vpxor ", $b, ", ", $b, ", ", $c, "\n",)+
            $("vpslld ", $t, ", ", $b, ", 7\n",)+
            $("vpsrld ", $b, ", ", $b, ", 25\n",)+
            $("vpor ", $b, ", ", $b, ", ", $t, "\n",)+
        )
    };
}

/// One quarter round, with the shuffles in registers.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! quarter {
    ($from:literal $b:literal $a:literal $c:literal $d:literal) => {
        in_step!($from "ymm12" "ymm13" [$b $a $c $d: "ymm8" "ymm9" "ymm10" "ymm11"])
    };
}

/// Two of them, with the shuffles in memory.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! two_quarters {
    ($from:literal $b0:literal $a0:literal $c0:literal $d0:literal, $b1:literal $a1:literal $c1:literal $d1:literal) => {
        in_step!(
            $from "[rip + {rotations}]" "[rip + {rotations} + 32]"
            [$b0 $a0 $c0 $d0: "ymm8" "ymm9" "ymm10" "ymm11"]
            [$b1 $a1 $c1 $d1: "ymm12" "ymm13" "ymm14" "ymm15"]
        )
    };
}

/// Section 2.3.1's inner block: the columns of both streams, then the diagonals of both. From then on what has been written
/// is read.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! double_round_alone {
    () => {
        concat!(
            two_quarters!("{from}" "ymm0" 0 8 12, "ymm1" 1 9 13),
            two_quarters!("{from}" "ymm2" 2 10 14, "ymm3" 3 11 15),
            two_quarters!("{from}" "ymm4" 16 24 28, "ymm5" 17 25 29),
            two_quarters!("{from}" "ymm6" 18 26 30, "ymm7" 19 27 31),
            two_quarters!("{w}" "ymm1" 0 10 15, "ymm2" 1 11 12),
            two_quarters!("{w}" "ymm3" 2 8 13, "ymm0" 3 9 14),
            two_quarters!("{w}" "ymm5" 16 26 31, "ymm6" 17 27 28),
            two_quarters!("{w}" "ymm7" 18 24 29, "ymm4" 19 25 30),
            "mov {from}, {w}\n",
        )
    };
}

/// The same with six blocks of Poly1305, half of one after a quarter round.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! double_round_beside {
    () => {
        concat!(
            quarter!("{from}" "ymm0" 0 8 12),
            quarter!("{from}" "ymm1" 1 9 13),
            multiply!(0),
            quarter!("{from}" "ymm2" 2 10 14),
            reduce!(),
            quarter!("{from}" "ymm3" 3 11 15),
            multiply!(1),
            quarter!("{from}" "ymm4" 16 24 28),
            quarter!("{from}" "ymm5" 17 25 29),
            reduce!(),
            quarter!("{from}" "ymm6" 18 26 30),
            multiply!(2),
            quarter!("{from}" "ymm7" 19 27 31),
            reduce!(),
            quarter!("{w}" "ymm1" 0 10 15),
            quarter!("{w}" "ymm2" 1 11 12),
            multiply!(3),
            quarter!("{w}" "ymm3" 2 8 13),
            reduce!(),
            quarter!("{w}" "ymm0" 3 9 14),
            multiply!(4),
            quarter!("{w}" "ymm5" 16 26 31),
            quarter!("{w}" "ymm6" 17 27 28),
            reduce!(),
            quarter!("{w}" "ymm7" 18 24 29),
            multiply!(5),
            quarter!("{w}" "ymm4" 19 25 30),
            reduce!(),
            "mov {from}, {w}\n",
        )
    };
}

/// Section 2.5.1 of RFC 8439 from one block to the next: h ← h · r + m + 2¹²⁸ mod p for block `$i` of the text.
///
/// Here h = h₀ + 2⁶⁴ h₁ + 2¹²⁸ h₂ is in r8, r9 and r10. Needs h₂ ≤ 6, r₀, r₁ < 2⁶⁰ and s₁ = 5/4 r₁ < 5/4 · 2⁶⁰; gives
/// h₂ ≤ 4. No sum leaves its registers:
/// * h₂ s₁ ≤ 7.5 · 2⁶⁰ and h₂ r₀ ≤ 6 · 2⁶⁰ are words, as `imul` takes them;
/// * d₀ = h₀ r₀ + h₁ s₁ + m₀, whose upper word in r12 is below 2.25 · 2⁶⁰ + 1, as m₀'s carry goes to d₁ at once;
/// * d₁ = h₀ r₁ + h₁ r₀ + h₂ s₁ + m₁ + d₀'s upper word, and all that leaves its lower word is d₂'s;
/// * d₂ < 2 · 2⁶⁰ from both products' upper words + 6 · 2⁶⁰ from h₂ r₀ + 1 for 2¹²⁸ + 4 carries ≤ 2⁶³ + 5;
/// * 5 ⌊d₂ / 4⌋ ≤ 5 · 2⁶¹ + 5 < 2⁶⁴ is what comes back from above 2¹³⁰, and h₂ = (d₂ mod 4) + a carry ≤ 4.
///
/// The next block is added to the product, and not to h before that is multiplied: one chain of carries instead of two.
/// This is the first half: h₂ s₁, h₂ r₀ and the sums above remain for [`reduce`].
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! multiply {
    ($i:literal) => {
        concat!(
            // h₀ r₀ and h₀ r₁; h₁ s₁ and h₁ r₀.
            "mov rdx, r8\n",
            "mulx r12, r8, [{w} + {R0}]\n",
            "mulx r14, r13, [{w} + {R1}]\n",
            "mov rdx, r9\n",
            "mulx rcx, rax, [{w} + {S1}]\n",
            "mulx rdx, r9, [{w} + {R0}]\n",
            "add r8, [{text} + 16*",
            $i,
            "]\n",
            "adc r13, [{text} + 16*",
            $i,
            " + 8]\n",
            "adc r14, 1\n",
            "add r8, rax\n",
            "adc r12, rcx\n",
            // h₂ s₁ and h₂ r₀.
            "mov rcx, r10\n",
            "imul rcx, [{w} + {S1}]\n",
            "imul r10, [{w} + {R0}]\n",
        )
    };
}

/// The second half: sums, and what is above 2¹³⁰ comes back.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! reduce {
    () => {
        concat!(
            "add r13, r9\n",
            "adc r14, rdx\n",
            "add r12, rcx\n",
            "adc r10, 0\n",
            "add r13, r12\n",
            "adc r14, r10\n",
            // r14 is d₂.
            "mov r10, r14\n",
            "shr r14, 2\n",
            "and r10d, 3\n",
            "lea r14, [r14 + 4*r14]\n",
            "mov r9d, 0\n",
            "add r8, r14\n",
            "adc r9, r13\n",
            "adc r10, 0\n",
        )
    };
}

/// Rows b, words 4 to 7 of both streams, and the registers that they are in between the first and the last double round.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! rows_b {
    (load) => {
        concat!(
            "vmovdqa ymm0, [{from} + 32*4]\nvmovdqa ymm1, [{from} + 32*5]\n",
            "vmovdqa ymm2, [{from} + 32*6]\nvmovdqa ymm3, [{from} + 32*7]\n",
            "vmovdqa ymm4, [{from} + 32*20]\nvmovdqa ymm5, [{from} + 32*21]\n",
            "vmovdqa ymm6, [{from} + 32*22]\nvmovdqa ymm7, [{from} + 32*23]\n",
        )
    };
    (store) => {
        concat!(
            "vmovdqa [{w} + 32*4], ymm0\nvmovdqa [{w} + 32*5], ymm1\n",
            "vmovdqa [{w} + 32*6], ymm2\nvmovdqa [{w} + 32*7], ymm3\n",
            "vmovdqa [{w} + 32*20], ymm4\nvmovdqa [{w} + 32*21], ymm5\n",
            "vmovdqa [{w} + 32*22], ymm6\nvmovdqa [{w} + 32*23], ymm7\n",
        )
    };
}

/// Assembly with every vector register.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! on_vectors {
    ([$($text:expr,)+] $($operand:tt)*) => {
        core::arch::asm!(
            $($text,)+
            $($operand)*
            out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _,
            out("ymm4") _, out("ymm5") _, out("ymm6") _, out("ymm7") _,
            out("ymm8") _, out("ymm9") _, out("ymm10") _, out("ymm11") _,
            out("ymm12") _, out("ymm13") _, out("ymm14") _, out("ymm15") _,
            options(nostack),
        )
    };
}

/// As many double rounds as there are groups of blocks, which `h` takes in beside them: from words to words of [`Work`],
/// behind which the multiplier lies.
///
/// # Safety
/// `from` and `words` must be those of one `Work`, and the CPU has what [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[cfg(not(any(carnelian_msan, miri)))]
unsafe fn rounds_beside(from: *const Word, words: *mut Word, h: &mut [u64; 3], groups: &[Group]) {
    const R: usize = offset_of!(Work, multiplier) - offset_of!(Work, words);
    let [h0, h1, h2] = h;
    debug_assert!(*h2 <= 6 && !groups.is_empty());
    // SAFETY: the instructions, which are enabled here, read and write the structure; they read one group of blocks in each
    // of as many double rounds.
    unsafe {
        on_vectors!(
            [
                rows_b!(load),
                "vmovdqa ymm12, [rip + {rotations}]\nvmovdqa ymm13, [rip + {rotations} + 32]",
                "2:",
                double_round_beside!(),
                "add {text}, {GROUP_LEN}",
                "dec {n}",
                "jne 2b",
                rows_b!(store),
            ]
            w = in(reg) words,
            from = inout(reg) from => _,
            text = inout(reg) groups.as_ptr() => _,
            n = inout(reg) groups.len() => _,
            rotations = sym ROTATIONS,
            GROUP_LEN = const size_of::<Group>(),
            R0 = const R,
            R1 = const R + 8,
            S1 = const R + 16,
            inout("r8") *h0, inout("r9") *h1, inout("r10") *h2,
            out("rax") _, out("rcx") _, out("rdx") _, out("r12") _, out("r13") _, out("r14") _,
        );
    }
}

/// `n` double rounds, one at least, with nothing beside them.
///
/// # Safety
/// `from` and `words` must be those of one `Work`, and the CPU has what [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[cfg(not(any(carnelian_msan, miri)))]
unsafe fn rounds_alone(from: *const Word, words: *mut Word, n: usize) {
    debug_assert!(n > 0);
    // SAFETY: the instructions, which are enabled here, read and write the structure.
    unsafe {
        on_vectors!(
            [rows_b!(load), "2:", double_round_alone!(), "dec {n}", "jne 2b", rows_b!(store),]
            w = in(reg) words,
            from = inout(reg) from => _,
            n = inout(reg) n => _,
            rotations = sym ROTATIONS,
        );
    }
}

impl Work {
    /// Fills in all words before the rounds but the counter.
    ///
    /// # Safety
    /// The CPU must have AVX2 and BMI2.
    #[inline(always)]
    pub(super) unsafe fn begin<'w>(work: &'w mut MaybeUninit<Self>, state: &[u32; 16]) -> &'w mut Self {
        let at = work.as_mut_ptr();
        // SAFETY: as the function's own; the fields are within the structure, and any words are words of it.
        unsafe {
            let first = (&raw mut (*at).first).cast::<Word>();
            for (word, value) in state.iter().enumerate() {
                let value = _mm256_set1_epi32(value.cast_signed());
                first.add(word).write(value);
                first.add(16 + word).write(value);
            }
            (&raw mut (*at).multiplier).write([0; 3]);
            &mut *at
        }
    }

    /// Overwrites everything. In assembly, since the compiler would call a function for that, which takes a lot longer.
    #[inline(always)]
    pub(super) fn wipe(work: &mut MaybeUninit<Self>) {
        const _: () = assert!(size_of::<Work>() == 65 * 32 + 32);
        #[cfg(not(any(carnelian_msan, miri)))]
        // SAFETY: the instructions, which the CPU has, as whoever makes such work has the proof of that, write the structure.
        unsafe {
            core::arch::asm!(
                "vpxor xmm0, xmm0, xmm0",
                "vmovdqa [{w} + 32*64], ymm0",
                "2:",
                "vmovdqa [{w}], ymm0",
                "vmovdqa [{w} + 32], ymm0",
                "vmovdqa [{w} + 64], ymm0",
                "vmovdqa [{w} + 96], ymm0",
                "add {w}, 128",
                "dec {n}",
                "jne 2b",
                "vzeroupper",
                w = inout(reg) work.as_mut_ptr() => _,
                n = inout(reg) 16_usize => _,
                out("xmm0") _,
                options(nostack),
            );
        }
        #[cfg(any(carnelian_msan, miri))]
        // SAFETY: any bytes can be written.
        crate::base::memory::wipe(unsafe {
            core::slice::from_raw_parts_mut(work.as_mut_ptr().cast::<u64>(), size_of::<Self>() / 8)
        });
    }

    /// Sets the counters of both streams, words 12 and 13.
    #[inline(always)]
    pub(super) fn count(&mut self, [first, second]: [[Word; 2]; STREAMS]) {
        [self.first[12], self.first[13]] = first;
        [self.first[16 + 12], self.first[16 + 13]] = second;
    }

    /// The sum of a vector before the rounds and after them, which must have been done.
    ///
    /// # Safety
    /// The CPU must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn sum(&self, vector: usize) -> Word {
        assert!(vector < 16 * STREAMS);
        // SAFETY: as the function's own; the rounds have written so many vectors.
        unsafe { _mm256_add_epi32(self.words.as_ptr().cast::<Word>().add(vector).read(), self.first[vector]) }
    }

    /// Sections 2.1 to 2.3 from `first` to `words`, without the final sum. Beside the first double rounds, `h` takes in one
    /// group of blocks each, and has been multiplied by r once for each block, before that is added.
    ///
    /// # Safety
    /// The CPU has what [`Avx2`](crate::base::cpu::Avx2) proves.
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn rounds(&mut self, h: &mut Multiplied, groups: &[Group]) {
        assert!(groups.len() <= DOUBLE_ROUNDS, "more groups than double rounds");
        #[cfg(any(carnelian_msan, miri))]
        self.in_portable_code(h, groups);
        #[cfg(not(any(carnelian_msan, miri)))]
        {
            self.multiplier = [h.r[0], h.r[1], h.s1];
            let at = &raw mut *self;
            // SAFETY: the fields are within the structure, and the CPU has the features by contract.
            unsafe {
                let (first, words) = ((&raw const (*at).first).cast(), (&raw mut (*at).words).cast::<Word>());
                if !groups.is_empty() {
                    rounds_beside(first, words, &mut h.h, groups);
                }
                if groups.len() < DOUBLE_ROUNDS {
                    rounds_alone(if groups.is_empty() { first } else { words }, words, DOUBLE_ROUNDS - groups.len());
                }
            }
        }
    }

    /// [`rounds`](Self::rounds) in portable code.
    #[cfg(any(test, carnelian_msan, miri))]
    pub(super) fn in_portable_code(&mut self, h: &mut Multiplied, groups: &[Group]) {
        crate::base::taint::stands_in();
        let (first, words) = ((&raw const self.first).cast::<u32>(), self.words.as_mut_ptr().cast::<u32>());
        for (stream, lane) in (0..STREAMS).flat_map(|stream| (0..8).map(move |lane| (stream, lane))) {
            // SAFETY: there are eight lanes in each of thirty-two words.
            unsafe {
                let mut x = core::array::from_fn(|word| *first.add(8 * (16 * stream + word) + lane));
                (0..DOUBLE_ROUNDS).for_each(|_| double_round(&mut x));
                (0..16).for_each(|word| *words.add(8 * (16 * stream + word) + lane) = x[word]);
            }
        }
        for block in groups.as_flattened() {
            *h = multiplied_plus(*h, block);
        }
    }
}

/// h · r + block + 2¹²⁸ by the sums that [`multiply`] and [`reduce`] make.
#[cfg(any(test, carnelian_msan, miri))]
fn multiplied_plus(Multiplied { h: [h0, h1, h2], r: [r0, r1], s1 }: Multiplied, block: &[u8; 16]) -> Multiplied {
    let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let [m0, m1] = [&block[..8], &block[8..]].map(|half| u64::from_le_bytes(half.try_into().expect("eight bytes")));
    let d0 = product(h0, r0) + product(h1, s1) + u128::from(m0);
    let d1 = product(h0, r1) + product(h1, r0) + product(h2, s1) + u128::from(m1) + (d0 >> 64);
    let d2 = h2 * r0 + 1 + (d1 >> 64) as u64;
    let low = u128::from(d0 as u64) + u128::from(d2 / 4 * 5);
    let middle = u128::from(d1 as u64) + (low >> 64);
    Multiplied { h: [low as u64, middle as u64, d2 % 4 + (middle >> 64) as u64], r: [r0, r1], s1 }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::base::cpu::Avx2;
    use crate::base::random::TestRandom;
    use crate::cipher::poly1305::evaluation::tag;
    use std::vec::Vec;

    /// The assembly against portable code, with the largest and the smallest numbers that its bounds allow among others.
    #[test]
    fn sixteen_blocks_and_products_beside_them_agree() {
        if Avx2::get().is_none() {
            return;
        }
        let random = &mut TestRandom::new(10);
        let clamp = [0x0fff_fffc_0fff_ffff, 0x0fff_fffc_0fff_fffc];
        for case in 0..2000 {
            let mut word = |bit: usize| [random.next_u64(), [0, u64::MAX][case >> bit & 1]][case >> 8 & 1];
            let h = [word(0), word(1), [word(2) % 7, word(2) & 6][case >> 8 & 1]];
            let r = [word(3) & clamp[0], word(4) & clamp[1]];
            let number = Multiplied { h, r, s1: r[1] + r[1] / 4 };
            let groups: Vec<Group> = (0..case % 11)
                .map(|group| {
                    core::array::from_fn(|i| {
                        [word(5 + (group + i) % 3).to_le_bytes(), word(5).to_le_bytes()].concat().try_into().unwrap()
                    })
                })
                .collect();
            let state = core::array::from_fn(|_| word(6) as u32);
            let [mut found, mut expected] = [number; 2];
            // SAFETY: the CPU has AVX2 and what comes with it.
            unsafe {
                let (mut work, mut portable) = (MaybeUninit::uninit(), MaybeUninit::uninit());
                let (work, portable) = (Work::begin(&mut work, &state), Work::begin(&mut portable, &state));
                work.rounds(&mut found, &groups);
                portable.in_portable_code(&mut expected, &groups);
                for i in 0..32 {
                    let bytes = [&*work, &*portable].map(|work| core::mem::transmute::<_, [u8; 32]>(work.sum(i)));
                    assert_eq!(bytes[0], bytes[1], "case {case}, vector {i}");
                }
            }
            assert!(groups.is_empty() || found.h[2] <= 4, "case {case}");
            // Either may exceed the other by p.
            assert_eq!(tag(found.h, 0), tag(expected.h, 0), "case {case}");
        }
    }
}
