//! The rounds of ChaCha20 on eight blocks at once with AVX2, interleaved with Poly1305, in assembly.
//!
//! Sixteen words of eight blocks fill all sixteen vector registers, and a rotation needs one more. So word 11 is kept
//! in memory, and its register is scratch for the rotations while that word is not used: this costs four more stores
//! per double round, which has 132 instructions where 128 compute. The compiler does not preserve such an order.
//!
//! The four chains of quarter rounds leave a third of the processor's capacity unused, so scalar multiplications
//! for Poly1305 cost next to nothing there. Sixteen blocks at once, in eight chains, take a seventh less time without
//! these multiplications and a seventh more instructions, so they lose more when another thread runs on the same core.
//!
//! Where assembly cannot run, in Miri and under MemorySanitizer, portable code computes the same results.
#![allow(unsafe_code)]

use super::kernel::{BESIDE_ROUND, MacBlock, Multiplied};
use super::rounds::DOUBLE_ROUNDS;
#[cfg(any(test, carnelian_msan, miri))]
use super::rounds::double_round;
#[cfg(not(any(carnelian_msan, miri)))]
use core::arch::x86_64::_mm256_add_epi32;
use core::arch::x86_64::{__m256i, _mm256_set1_epi32, _mm256_setzero_si256};
use core::mem::MaybeUninit;
#[cfg(not(any(carnelian_msan, miri)))]
use core::mem::offset_of;

/// A word of the state of eight blocks.
type Word = __m256i;

/// The memory of the rounds.
#[repr(C, align(64))]
pub(super) struct Work {
    /// The words before the rounds.
    first: [Word; 16],
    /// The storage of word 11.
    word_11: Word,
    /// The number that Poly1305 multiplies.
    number: Multiplied,
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

/// The second and the fourth line of RFC 8439's Section 2.1 without their rotations, `c += d; b ^= c`, where word 11 is
/// in memory before and after.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! add_c_xor_b {
    ("ymm11" $b:literal $d:literal) => {
        concat!("vpaddd ymm11, ", $d, ", [{work}]\n", "vpxor ", $b, ", ", $b, ", ymm11\n", "vmovdqa [{work}], ymm11\n",)
    };
    ($c:literal $b:literal $d:literal) => {
        concat!("vpaddd ", $c, ", ", $c, ", ", $d, "\n", "vpxor ", $b, ", ", $b, ", ", $c, "\n",)
    };
}

/// A rotation by `$left` bits to the left; `$right` is 32 - `$left`.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! rotate {
    ($b:literal $left:literal $right:literal) => {
        concat!(
            "vpslld ymm11, ",
            $b,
            ", ",
            $left,
            "\n",
            "vpsrld ",
            $b,
            ", ",
            $b,
            ", ",
            $right,
            "\n",
            "vpor ",
            $b,
            ", ",
            $b,
            ", ymm11\n",
        )
    };
}

/// Section 2.1 for four quarter rounds in step, whose words a, b, c and d are in these registers, and the code
/// interleaved with them: after the rotation by 16, before the rotation by 8, and before the rotation by 7.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! quarter_rounds {
    (
        $([$a:literal $b:literal $c:tt $d:literal])+
        {$($one:tt)*} {$($two:tt)*} {$($three:tt)*}
    ) => {
        concat!(
            $("vpaddd ", $a, ", ", $a, ", ", $b, "\n",)+
            $("vpxor ", $d, ", ", $d, ", ", $a, "\n", "vpshufb ", $d, ", ", $d, ", [rip + {rotations}]\n",)+
            $($one)*
            $(add_c_xor_b!($c $b $d),)+
            $(rotate!($b 12 20),)+
            $("vpaddd ", $a, ", ", $a, ", ", $b, "\n",)+
            $($two)*
            $("vpxor ", $d, ", ", $d, ", ", $a, "\n", "vpshufb ", $d, ", ", $d, ", [rip + {rotations} + 32]\n",)+
            $(add_c_xor_b!($c $b $d),)+
            $($three)*
            $(rotate!($b 7 25),)+
        )
    };
}

/// Section 2.3.1's inner block, with word i in register i: the columns, then the diagonals.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! double_round {
    ($one:tt $two:tt $three:tt $four:tt $five:tt $six:tt) => {
        concat!(
            quarter_rounds!(
                ["ymm0" "ymm4" "ymm8" "ymm12"]
                ["ymm1" "ymm5" "ymm9" "ymm13"]
                ["ymm2" "ymm6" "ymm10" "ymm14"]
                ["ymm3" "ymm7" "ymm11" "ymm15"]
                $one $two $three
            ),
            quarter_rounds!(
                ["ymm0" "ymm5" "ymm10" "ymm15"]
                ["ymm1" "ymm6" "ymm11" "ymm12"]
                ["ymm2" "ymm7" "ymm8" "ymm13"]
                ["ymm3" "ymm4" "ymm9" "ymm14"]
                $four $five $six
            ),
        )
    };
}

/// Section 2.5.1 of RFC 8439 from one block to the next: h ← h · r + m + 2¹²⁸ mod p for block `$i` of the text.
///
/// On entry h = h₀ + 2⁶⁴ h₁ + 2¹²⁸ h₂ is in r8, `$h1` and r10, and on exit in r8, `$d1` and r10: h₁ alternates between
/// two registers. Needs h₂ ≤ 6, r₀, r₁ < 2⁶⁰ and s₁ = 5/4 r₁ < 5/4 · 2⁶⁰; ensures h₂ ≤ 4. No sum overflows its
/// registers:
/// * h₂ s₁ ≤ 7.5 · 2⁶⁰ and h₂ r₀ ≤ 6 · 2⁶⁰ are words, as `imul` requires;
/// * d₀ = h₀ r₀ + h₁ s₁ + m₀, whose upper word in r12 is below 2.25 · 2⁶⁰ + 1, as the carry of m₀ is added to d₁
///   immediately: its sum with h₂ s₁ is a word;
/// * d₁ = h₀ r₁ + h₁ r₀ + h₂ s₁ + m₁ + the upper word of d₀, and all above its lower word belongs to d₂;
/// * d₂ < 2 · 2⁶⁰ from the upper words of both products + 6 · 2⁶⁰ from h₂ r₀ + 1 for 2¹²⁸ + 3 carries ≤ 2⁶³ + 4;
/// * 5 ⌊d₂ / 4⌋ ≤ 5 · 2⁶¹ + 5 < 2⁶⁴ is folded from above 2¹³⁰, and h₂ = (d₂ mod 4) + a carry ≤ 4.
///
/// The next block is added to the product, not to h before the multiplication: one carry chain instead of two. This is
/// the first half: adding h₂ s₁, h₂ r₀ and the upper words remains for [`reduce`].
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! multiply {
    ($i:literal, $h1:literal to $d1:literal) => {
        concat!(
            // h₀ r₀ and h₀ r₁; h₁ s₁ and h₁ r₀.
            "mov rdx, r8\n",
            "mulx r12, r8, [{work} + {R0}]\n",
            "mulx r14, ",
            $d1,
            ", [{work} + {R1}]\n",
            "mov rdx, ",
            $h1,
            "\n",
            "mulx rcx, rax, [{work} + {S1}]\n",
            "mulx rdx, ",
            $h1,
            ", [{work} + {R0}]\n",
            "add r8, [{text} + 16*",
            $i,
            "]\n",
            "adc ",
            $d1,
            ", [{text} + 16*",
            $i,
            " + 8]\n",
            "adc r14, 1\n",
            "add r8, rax\n",
            "adc r12, rcx\n",
            // h₂ s₁ and h₂ r₀.
            "mov rcx, r10\n",
            "imul rcx, [{work} + {S1}]\n",
            "imul r10, [{work} + {R0}]\n",
        )
    };
}

/// The second half: the remaining sums, and folding what is above 2¹³⁰.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! reduce {
    ($h1:literal to $d1:literal) => {
        concat!(
            "add ",
            $d1,
            ", ",
            $h1,
            "\n",
            "adc r14, rdx\n",
            "add r12, rcx\n",
            "add ",
            $d1,
            ", r12\n",
            "adc r14, r10\n",
            // r14 is d₂.
            "mov r10, r14\n",
            "shr r14, 2\n",
            "and r10d, 3\n",
            "lea r14, [r14 + 4*r14]\n",
            "add r8, r14\n",
            "adc ",
            $d1,
            ", 0\n",
            "adc r10, 0\n",
        )
    };
}

/// Assembly with word i of the state in register i, except word 11.
#[cfg(not(any(carnelian_msan, miri)))]
macro_rules! on_words {
    ($x:ident [$($text:expr,)+] $($operand:tt)*) => {
        core::arch::asm!(
            $($text,)+
            $($operand)*
            rotations = sym ROTATIONS,
            inout("ymm0") $x[0], inout("ymm1") $x[1], inout("ymm2") $x[2], inout("ymm3") $x[3],
            inout("ymm4") $x[4], inout("ymm5") $x[5], inout("ymm6") $x[6], inout("ymm7") $x[7],
            inout("ymm8") $x[8], inout("ymm9") $x[9], inout("ymm10") $x[10], out("ymm11") _,
            inout("ymm12") $x[12], inout("ymm13") $x[13], inout("ymm14") $x[14], inout("ymm15") $x[15],
            options(nostack),
        )
    };
}

impl Work {
    /// Sets all words before the rounds, except the counter.
    ///
    /// # Safety
    /// The CPU must have AVX2 and BMI2.
    #[inline(always)]
    pub(super) unsafe fn begin<'w>(work: &'w mut MaybeUninit<Self>, state: &[u32; 16]) -> &'w mut Self {
        let at = work.as_mut_ptr();
        // SAFETY: the caller guarantees AVX2; the fields are within the structure, and any words are valid. They are
        // written one by one, in place: copying the whole structure would stall.
        unsafe {
            let first = (&raw mut (*at).first).cast::<Word>();
            for (word, value) in state.iter().enumerate() {
                first.add(word).write(_mm256_set1_epi32(value.cast_signed()));
            }
            (&raw mut (*at).word_11).write(_mm256_setzero_si256());
            (&raw mut (*at).number).write(Multiplied::NONE);
            &mut *at
        }
    }

    /// Overwrites everything. In assembly, since the compiler would call a function for it, which takes much longer.
    #[inline(always)]
    pub(super) fn wipe(work: &mut MaybeUninit<Self>) {
        const _: () = assert!(size_of::<Work>() == 20 * 32);
        #[cfg(not(any(carnelian_msan, miri)))]
        // SAFETY: the instructions write the structure; the CPU has them, since such work exists only where a token
        // proves AVX2.
        unsafe {
            core::arch::asm!(
                "vpxor xmm0, xmm0, xmm0",
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
                n = inout(reg) 5_usize => _,
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

    /// Sets the counters, words 12 and 13.
    #[inline(always)]
    pub(super) fn count(&mut self, counters: [Word; 2]) {
        [self.first[12], self.first[13]] = counters;
    }

    /// Sections 2.1 to 2.3: returns the words after the rounds and the final sum. Between the rounds, the number
    /// absorbs blocks, none or three to thirty-two: for each, it is multiplied by r, and the block is added.
    ///
    /// # Safety
    /// The CPU has what [`Avx2`](crate::base::cpu::Avx2) proves, and the blocks can be read.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn rounds(&mut self, blocks: *const [MacBlock]) -> [Word; 16] {
        let beside = blocks.len() / BESIDE_ROUND;
        assert!(
            beside <= DOUBLE_ROUNDS && (beside > 0 || blocks.len() == 0),
            "more or fewer blocks than the rounds take"
        );
        // SAFETY: the caller guarantees that the blocks can be read.
        #[cfg(any(carnelian_msan, miri))]
        return self.in_portable_code(unsafe { &*blocks });
        #[cfg(not(any(carnelian_msan, miri)))]
        {
            let mut x = self.first;
            self.word_11 = x[11];
            // SAFETY: the caller guarantees the features of `Avx2`, and that the blocks can be read.
            unsafe {
                if beside > 0 {
                    self.rounds_beside(&mut x, blocks);
                }
                if beside < DOUBLE_ROUNDS {
                    self.rounds_alone(&mut x, DOUBLE_ROUNDS - beside);
                }
                x[11] = self.word_11;
                core::array::from_fn(|i| _mm256_add_epi32(x[i], self.first[i]))
            }
        }
    }

    /// Does a double round for every three blocks, and absorbs the remaining blocks after the last.
    ///
    /// # Safety
    /// The CPU has what [`Avx2`](crate::base::cpu::Avx2) proves; there are three blocks at least, which can be read.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[cfg(not(any(carnelian_msan, miri)))]
    unsafe fn rounds_beside(&mut self, x: &mut [Word; 16], blocks: *const [MacBlock]) {
        const NUMBER: usize = offset_of!(Work, number) - offset_of!(Work, word_11);
        const { assert!(BESIDE_ROUND == 3) };
        let [mut h0, mut h1, mut h2] = self.number.h;
        debug_assert!(h2 <= 6);
        // SAFETY: the caller guarantees the instructions; they read and write word 11, and read the number and the
        // blocks.
        unsafe {
            on_words!(x
                [
                    "2:",
                    double_round!(
                        {multiply!(0, "r9" to "r13"),} {reduce!("r9" to "r13"),} {multiply!(1, "r13" to "r9"),}
                        {reduce!("r13" to "r9"),} {multiply!(2, "r9" to "r13"),} {reduce!("r9" to "r13"),}
                    ),
                    "mov r9, r13",
                    "add {text}, 48",
                    "sub {left}, 3",
                    "cmp {left}, 3",
                    "jae 2b",
                    "test {left}, {left}",
                    "je 4f",
                    "3:",
                    multiply!(0, "r9" to "r13"),
                    reduce!("r9" to "r13"),
                    "mov r9, r13",
                    "add {text}, 16",
                    "dec {left}",
                    "jne 3b",
                    "4:",
                ]
                work = in(reg) &raw mut self.word_11,
                text = inout(reg) blocks.cast::<MacBlock>() => _,
                left = inout(reg) blocks.len() => _,
                R0 = const NUMBER + offset_of!(Multiplied, r),
                R1 = const NUMBER + offset_of!(Multiplied, r) + 8,
                S1 = const NUMBER + offset_of!(Multiplied, s1),
                inout("r8") h0, inout("r9") h1, inout("r10") h2,
                out("rax") _, out("rcx") _, out("rdx") _, out("r12") _, out("r13") _, out("r14") _,
            );
        }
        self.number.h = [h0, h1, h2];
    }

    /// Does `n` double rounds, at least one, without other work.
    ///
    /// # Safety
    /// The CPU has what [`Avx2`](crate::base::cpu::Avx2) proves.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[cfg(not(any(carnelian_msan, miri)))]
    unsafe fn rounds_alone(&mut self, x: &mut [Word; 16], n: usize) {
        debug_assert!(n > 0);
        // SAFETY: the caller guarantees the instructions, which read and write word 11.
        unsafe {
            on_words!(x
                ["2:", double_round!({} {} {} {} {} {}), "dec {n}", "jne 2b",]
                work = in(reg) &raw mut self.word_11,
                n = inout(reg) n => _,
            );
        }
    }

    /// Computes [`rounds`](Self::rounds) in portable code.
    #[cfg(any(test, carnelian_msan, miri))]
    pub(super) fn in_portable_code(&mut self, blocks: &[MacBlock]) -> [Word; 16] {
        crate::base::taint::stands_in();
        // SAFETY: any vector is eight words, and any words are a vector.
        let first = self.first.map(|word| unsafe { core::mem::transmute::<Word, [u32; 8]>(word) });
        let mut sums = first;
        for lane in 0..8 {
            let mut x = first.map(|word| word[lane]);
            (0..DOUBLE_ROUNDS).for_each(|_| double_round(&mut x));
            (0..16).for_each(|word| sums[word][lane] = sums[word][lane].wrapping_add(x[word]));
        }
        for block in blocks {
            self.number = multiplied_plus(self.number, block);
        }
        // SAFETY: any words are a vector.
        sums.map(|word| unsafe { core::mem::transmute::<[u32; 8], Word>(word) })
    }

    /// Returns the number that absorbs blocks.
    #[inline(always)]
    pub(super) const fn number(&mut self) -> &mut Multiplied {
        &mut self.number
    }
}

/// Returns h · r + block + 2¹²⁸, by the sums that [`multiply`] and [`reduce`] compute.
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

    /// Compares the assembly with portable code, on numbers that include the largest and smallest within its bounds.
    #[test]
    fn eight_blocks_and_products_beside_them_agree() {
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
            let blocks: Vec<MacBlock> = (0..[0, 3, 4, 5, 30, 31, 32, 3 + case % 30][case % 8])
                .map(|i| [word(5 + i % 3).to_le_bytes(), word(5).to_le_bytes()].concat().try_into().unwrap())
                .collect();
            let state = core::array::from_fn(|_| word(6) as u32);
            // SAFETY: the CPU has AVX2 and what comes with it; any vectors are words.
            let [found, expected] = unsafe {
                let (mut work, mut portable) = (MaybeUninit::uninit(), MaybeUninit::uninit());
                let (work, portable) = (Work::begin(&mut work, &state), Work::begin(&mut portable, &state));
                (*work.number(), *portable.number()) = (number, number);
                let words = [work.rounds(&raw const *blocks), portable.in_portable_code(&blocks)];
                let words = words.map(|words| core::mem::transmute::<[Word; 16], [[u32; 8]; 16]>(words));
                assert_eq!(words[0], words[1], "case {case}");
                [*work.number(), *portable.number()]
            };
            assert!(blocks.is_empty() || found.h[2] <= 4, "case {case}");
            // The two may differ by p.
            assert_eq!(tag(found.h, 0), tag(expected.h, 0), "case {case}");
        }
    }
}
