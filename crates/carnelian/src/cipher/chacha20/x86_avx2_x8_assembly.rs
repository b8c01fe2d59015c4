//! The rounds of [`x86_avx2_x8`](super::x86_avx2_x8) in assembly.
#![allow(unsafe_code)]

use super::kernel::{BLOCKS_IN_ROUND, MacBlock, Multiplied};
use super::rounds::DOUBLE_ROUNDS;
use super::x86_avx2_x8_memory::Memory;
use crate::base::cpu::Avx2;
use crate::base::lanes::u32::{ArxLanes, U32x8Avx2};
use core::arch::x86_64::__m256i;
use core::mem::{MaybeUninit, offset_of};

/// Byte shuffles that rotate each word to the left by 16 and by 8 bits.
static ROTATIONS: Rotations = Rotations([
    [[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]; 2],
    [[3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14]; 2],
]);

#[repr(C, align(64))]
struct Rotations([[[u8; 16]; 2]; 2]);

/// The second and the fourth line of RFC 8439's Section 2.1 without their rotations, `c += d; b ^= c`, where word 11 is
/// in memory before and after.
macro_rules! add_c_xor_b {
    ("ymm11" $b:literal $d:literal) => {
        concat!("vpaddd ymm11, ", $d, ", [{work}]\n", "vpxor ", $b, ", ", $b, ", ymm11\n", "vmovdqa [{work}], ymm11\n",)
    };
    ($c:literal $b:literal $d:literal) => {
        concat!("vpaddd ", $c, ", ", $c, ", ", $d, "\n", "vpxor ", $b, ", ", $b, ", ", $c, "\n",)
    };
}

/// A rotation by `$left` bits to the left; `$right` is 32 - `$left`.
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

/// [`Memory::rounds`]: double rounds with other work, one for every three blocks, then the others without.
///
/// # Safety
/// The blocks, none or three to thirty-two, can be read.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn rounds(proof: Avx2, memory: &mut Memory, blocks: *const [MacBlock]) -> [U32x8Avx2; 16] {
    let interleaved = blocks.len() / BLOCKS_IN_ROUND;
    let mut x = core::array::from_fn(|i| memory.first[i].register());
    memory.word_11 = memory.first[11];
    // SAFETY: the token proves that the CPU has the features, and the blocks can be read.
    unsafe {
        if interleaved > 0 {
            rounds_interleaved(memory, &mut x, blocks);
        }
        if interleaved < DOUBLE_ROUNDS {
            rounds_alone(memory, &mut x, DOUBLE_ROUNDS - interleaved);
        }
    }
    x[11] = memory.word_11.register();
    core::array::from_fn(|i| U32x8Avx2::from_register(proof, x[i]).add(memory.first[i]))
}

/// Does a double round for every three blocks, and absorbs the remaining blocks after the last.
///
/// # Safety
/// The CPU has what [`Avx2`] proves; there are three blocks at least, which can be read.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn rounds_interleaved(memory: &mut Memory, x: &mut [__m256i; 16], blocks: *const [MacBlock]) {
    const NUMBER: usize = offset_of!(Memory, number) - offset_of!(Memory, word_11);
    const { assert!(BLOCKS_IN_ROUND == 3) };
    let [mut h0, mut h1, mut h2] = memory.number.h;
    debug_assert!(h2 <= 6);
    // SAFETY: the CPU has the instructions; they read and write word 11, and read the number and the
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
            work = in(reg) &raw mut memory.word_11,
            text = inout(reg) blocks.cast::<MacBlock>() => _,
            left = inout(reg) blocks.len() => _,
            R0 = const NUMBER + offset_of!(Multiplied, r),
            R1 = const NUMBER + offset_of!(Multiplied, r) + 8,
            S1 = const NUMBER + offset_of!(Multiplied, s1),
            inout("r8") h0, inout("r9") h1, inout("r10") h2,
            out("rax") _, out("rcx") _, out("rdx") _, out("r12") _, out("r13") _, out("r14") _,
        );
    }
    memory.number.h = [h0, h1, h2];
}

/// Does `n` double rounds, at least one, without other work.
///
/// # Safety
/// The CPU has what [`Avx2`] proves.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn rounds_alone(memory: &mut Memory, x: &mut [__m256i; 16], n: usize) {
    debug_assert!(n > 0);
    // SAFETY: the CPU has the instructions, which read and write word 11.
    unsafe {
        on_words!(x
            ["2:", double_round!({} {} {} {} {} {}), "dec {n}", "jne 2b",]
            work = in(reg) &raw mut memory.word_11,
            n = inout(reg) n => _,
        );
    }
}

/// [`Memory::wipe`]. In assembly, since the compiler would call a function for it, which takes much longer.
#[inline(always)]
pub(super) fn wipe(_: Avx2, memory: &mut MaybeUninit<Memory>) {
    const _: () = assert!(size_of::<Memory>() == 20 * 32);
    // SAFETY: the instructions write the structure; the token proves that the CPU has them.
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
            w = inout(reg) memory.as_mut_ptr() => _,
            n = inout(reg) 5_usize => _,
            out("xmm0") _,
            options(nostack),
        );
    }
}
