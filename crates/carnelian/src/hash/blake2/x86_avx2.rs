//! BLAKE2 with AVX2, which rotates by byte shuffles where possible, and by shifts elsewhere.
#![allow(unsafe_code)]

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use super::x86_rows::{self, Rows, indices};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::lanes::u32::{U32x4Avx2, U32x8Avx2};
use crate::base::lanes::u64::{U64x4Avx2, opaque_256};
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

impl Kernel for Avx2 {
    /// Measured on messages of 1 KiB, BLAKE2s in nanoseconds: one message 1 560, x8 3 300.
    const PAYS_FROM: PaysFrom = PaysFrom { b_x8: PaysFrom::NEVER, b_x4: 2, s_x16: PaysFrom::NEVER, s_x8: 3 };

    kernels! { proof: Avx2;
        fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
            x86_rows::compress::<Rows64>(proof, h, &IV_64, run);
        }

        fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
            x86_rows::compress::<Rows32>(proof, h, &IV_32, run);
        }

        fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
            x86_rows::digest::<Rows64>(proof, h, &IV_64, message);
        }

        fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
            x86_rows::digest::<Rows32>(proof, h, &IV_32, message);
        }

        fn compress_64_x4(self, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
            align_frame();
            compression::compress_lanes::<u64, 4, U64x4Avx2>(proof, states, runs);
        } wipes 2048;

        fn compress_32_x8(self, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
            align_frame();
            compression::compress_lanes::<u32, 8, U32x8Avx2>(proof, states, runs);
        } wipes 2048;
    }
}

/// The rows of BLAKE2b: for rotations by 24 and by 16 bits, the byte shuffles. They are hidden from the compiler, which
/// would split the second into two shuffles.
#[derive(Clone, Copy)]
struct Rows64 {
    proof: Avx2,
    by_24: __m256i,
    by_16: __m256i,
}

impl Rows for Rows64 {
    type Word = u64;
    type Row = U64x4Avx2;
    type Message<'m> = &'m Block64;

    #[inline(always)]
    fn new(proof: Avx2) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            let by_24 = _mm_set_epi64x(0x0a09_080f_0e0d_0c0b, 0x0201_0007_0605_0403);
            let by_16 = _mm_set_epi64x(0x0908_0f0e_0d0c_0b0a, 0x0100_0706_0504_0302);
            let [by_24, by_16] = [hide(by_24), hide(by_16)];
            Self { proof, by_24: _mm256_broadcastsi128_si256(by_24), by_16: _mm256_broadcastsi128_si256(by_16) }
        }
    }

    /// By 32 bits.
    #[inline(always)]
    fn r1(self, row: U64x4Avx2) -> U64x4Avx2 {
        // SAFETY: the token proves that the CPU has AVX2.
        U64x4Avx2::from_register(self.proof, unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(row.register()) })
    }

    #[inline(always)]
    fn r2(self, row: U64x4Avx2) -> U64x4Avx2 {
        // SAFETY: the token proves that the CPU has AVX2.
        U64x4Avx2::from_register(self.proof, unsafe { _mm256_shuffle_epi8(row.register(), self.by_24) })
    }

    #[inline(always)]
    fn r3(self, row: U64x4Avx2) -> U64x4Avx2 {
        // SAFETY: the token proves that the CPU has AVX2.
        U64x4Avx2::from_register(self.proof, unsafe { _mm256_shuffle_epi8(row.register(), self.by_16) })
    }

    /// By 63 bits: one bit to the left, which is a sum.
    #[inline(always)]
    fn r4(self, row: U64x4Avx2) -> U64x4Avx2 {
        let row = row.register();
        // SAFETY: the token proves that the CPU has AVX2.
        let rotated = unsafe { _mm256_xor_si256(_mm256_add_epi64(row, row), _mm256_srli_epi64::<63>(row)) };
        U64x4Avx2::from_register(self.proof, rotated)
    }

    #[inline(always)]
    fn message(self, block: &Block64) -> &Block64 {
        block
    }

    /// Takes at most three instructions: two words are combined in the lower half, two in the upper half, and the
    /// halves are joined.
    #[inline(always)]
    fn words<const ROUND: usize, const OPERAND: usize>(self, block: &Block64) -> U64x4Avx2 {
        let [a, b, c, d] = const { indices(ROUND, OPERAND) };
        let (low, high) = (both_64(self.proof, block, a, b), both_64(self.proof, block, c, d));
        // SAFETY: the token proves that the CPU has AVX2.
        U64x4Avx2::from_register(self.proof, unsafe { _mm256_blend_epi32::<0b1111_0000>(low, high) })
    }
}

/// Returns words `a` and `b` in either half.
#[inline(always)]
fn both_64(proof: Avx2, block: &Block64, a: usize, b: usize) -> __m256i {
    let pairs = block.as_chunks().0;
    let (x, y) = (twice(proof, &pairs[a / 2]), twice(proof, &pairs[b / 2]));
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        match (a % 2, b % 2) {
            (0, 0) => _mm256_unpacklo_epi64(x, y),
            (1, 1) => _mm256_unpackhi_epi64(x, y),
            (0, 1) => _mm256_blend_epi32::<0b1100_1100>(x, y),
            _ => _mm256_alignr_epi8::<8>(y, x),
        }
    }
}

/// Loads two words into either half. That the halves are equal is hidden from the compiler, which would otherwise
/// combine them.
#[inline(always)]
fn twice(_: Avx2, bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2; 16 bytes are read from an array of 16.
    unsafe { opaque_256(_mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))) }
}

/// The rows of BLAKE2s: for rotations by 16 and by 8 bits, the byte shuffles, hidden as in [`Rows64`].
#[derive(Clone, Copy)]
struct Rows32 {
    proof: Avx2,
    by_16: __m128i,
    by_8: __m128i,
}

impl Rows for Rows32 {
    type Word = u32;
    type Row = U32x4Avx2;
    /// Words 4i to 4i + 3 in each register.
    type Message<'m> = [__m128i; 4];

    #[inline(always)]
    fn new(proof: Avx2) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe {
            let by_16 = _mm_set_epi64x(0x0d0c_0f0e_0908_0b0a, 0x0504_0706_0100_0302);
            let by_8 = _mm_set_epi64x(0x0c0f_0e0d_080b_0a09, 0x0407_0605_0003_0201);
            Self { proof, by_16: hide(by_16), by_8: hide(by_8) }
        }
    }

    #[inline(always)]
    fn r1(self, row: U32x4Avx2) -> U32x4Avx2 {
        // SAFETY: the token proves that the CPU has AVX2.
        U32x4Avx2::from_register(self.proof, unsafe { _mm_shuffle_epi8(row.register(), self.by_16) })
    }

    #[inline(always)]
    fn r2(self, row: U32x4Avx2) -> U32x4Avx2 {
        rotate_right::<12, 20>(self.proof, row)
    }

    #[inline(always)]
    fn r3(self, row: U32x4Avx2) -> U32x4Avx2 {
        // SAFETY: the token proves that the CPU has AVX2.
        U32x4Avx2::from_register(self.proof, unsafe { _mm_shuffle_epi8(row.register(), self.by_8) })
    }

    #[inline(always)]
    fn r4(self, row: U32x4Avx2) -> U32x4Avx2 {
        rotate_right::<7, 25>(self.proof, row)
    }

    #[inline(always)]
    fn message(self, block: &Block32) -> [__m128i; 4] {
        let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("a block is sixteen words") };
        // SAFETY: every x86-64 CPU has SSE2; 16 bytes are read from each array of 16.
        unsafe {
            let (a, b) = (_mm_loadu_si128(a.as_ptr().cast()), _mm_loadu_si128(b.as_ptr().cast()));
            let (c, d) = (_mm_loadu_si128(c.as_ptr().cast()), _mm_loadu_si128(d.as_ptr().cast()));
            [a, b, c, d]
        }
    }

    /// Takes at most three instructions: each of two vectors supplies two words from any of its lanes.
    #[inline(always)]
    fn words<const ROUND: usize, const OPERAND: usize>(self, m: [__m128i; 4]) -> U32x4Avx2 {
        // Numbers are literals, since the constant of a shuffle cannot depend on a generic parameter.
        macro_rules! words {
            ($($n:literal)+) => {
                match const { 4 * ROUND + OPERAND } {
                    $($n => {
                        const INDICES: [usize; 4] = indices($n / 4, $n % 4);
                        const ORDER: i32 = order_32(INDICES);
                        let [a, b, c, d] = INDICES;
                        let (ab, cd) = (both_32(self.proof, m, a, b), both_32(self.proof, m, c, d));
                        // SAFETY: every x86-64 CPU has SSE2.
                        unsafe {
                            _mm_castps_si128(_mm_shuffle_ps::<ORDER>(_mm_castsi128_ps(ab), _mm_castsi128_ps(cd)))
                        }
                    })+
                    _ => unreachable!("ten rounds with four vectors each"),
                }
            };
        }
        let words = words!(
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
        );
        U32x4Avx2::from_register(self.proof, words)
    }
}

/// Returns a vector that contains words `a` and `b`, in the lanes that [`lanes_of_both`] returns.
#[inline(always)]
fn both_32(_: Avx2, m: [__m128i; 4], a: usize, b: usize) -> __m128i {
    let (x, y) = (m[a / 4], m[b / 4]);
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        match (a % 4, b % 4) {
            _ if a / 4 == b / 4 => x,
            (0, 0) | (1, 1) => _mm_unpacklo_epi32(x, y),
            (2, 2) | (3, 3) => _mm_unpackhi_epi32(x, y),
            (_, 0) => _mm_blend_epi32::<0b0001>(x, y),
            (_, 1) => _mm_blend_epi32::<0b0010>(x, y),
            (_, 2) => _mm_blend_epi32::<0b0100>(x, y),
            _ => _mm_blend_epi32::<0b1000>(x, y),
        }
    }
}

/// Returns the lanes of words `a` and `b` in the result of [`both_32`].
const fn lanes_of_both(a: usize, b: usize) -> [usize; 2] {
    if a / 4 != b / 4 && a % 4 == b % 4 { [a % 2 * 2, a % 2 * 2 + 1] } else { [a % 4, b % 4] }
}

/// Returns the constant of the shuffle that selects the words at these indices.
const fn order_32([a, b, c, d]: [usize; 4]) -> i32 {
    let ([a, b], [c, d]) = (lanes_of_both(a, b), lanes_of_both(c, d));
    (a | b << 2 | c << 4 | d << 6) as i32
}

/// Rotates each word right by `RIGHT` bits, which is left by `LEFT`.
#[inline(always)]
fn rotate_right<const RIGHT: i32, const LEFT: i32>(proof: Avx2, row: U32x4Avx2) -> U32x4Avx2 {
    const { assert!(RIGHT + LEFT == 32) };
    let row = row.register();
    // SAFETY: every x86-64 CPU has SSE2.
    let rotated = unsafe { _mm_or_si128(_mm_srli_epi32::<RIGHT>(row), _mm_slli_epi32::<LEFT>(row)) };
    U32x4Avx2::from_register(proof, rotated)
}

/// Returns the same vector, but hides its value from the compiler.
#[inline(always)]
fn hide(mut x: __m128i) -> __m128i {
    // SAFETY: the block has no instructions.
    unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}
