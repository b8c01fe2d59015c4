//! BLAKE2 with AVX2, which rotates by shuffles of bytes where it can and by shifts elsewhere.
#![allow(unsafe_code)]

use super::compression::{self, IV_32, IV_64};
use super::kernel::{Block32, Block64, Kernel, PaysFrom, Run, State32, State64, Whole};
use super::x86_rows::{self, Row, in_memory, places, row};
use crate::base::cpu::Avx2;
use crate::base::lanes::{U32x8Avx2, U64x4Avx2, opaque_256};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

impl Kernel for Avx2 {
    /// Measured on messages of 1 KiB, BLAKE2s in nanoseconds: for one 1 560, x8 3 300.
    const PAYS_FROM: PaysFrom = PaysFrom { b_x8: PaysFrom::NEVER, b_x4: 2, s_x16: PaysFrom::NEVER, s_x8: 3 };

    fn compress_64(self, h: &mut State64, run: Run<'_, Block64>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, h: &mut State64, run: Run<'_, Block64>) {
            x86_rows::compress::<Words64>(proof, h, &IV_64, run);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, run) }
    }

    fn compress_32(self, h: &mut State32, run: Run<'_, Block32>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, h: &mut State32, run: Run<'_, Block32>) {
            x86_rows::compress::<Words32>(proof, h, &IV_32, run);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, run) }
    }

    fn digest_64(self, h: &mut State64, message: Whole<'_, Block64>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, h: &mut State64, message: Whole<'_, Block64>) {
            x86_rows::digest::<Words64>(proof, h, &IV_64, message);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, message) }
    }

    fn digest_32(self, h: &mut State32, message: Whole<'_, Block32>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, h: &mut State32, message: Whole<'_, Block32>) {
            x86_rows::digest::<Words32>(proof, h, &IV_32, message);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, h, message) }
    }

    fn compress_64_x4(self, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, states: [&mut State64; 4], runs: [Run<'_, Block64>; 4]) {
            align_frame();
            compression::compress_lanes::<u64, 4, U64x4Avx2>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<2048>();
    }

    fn compress_32_x8(self, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, states: [&mut State32; 8], runs: [Run<'_, Block32>; 8]) {
            align_frame();
            compression::compress_lanes::<u32, 8, U32x8Avx2>(proof, states, runs);
        }
        // SAFETY: the proof says that the CPU has these features.
        unsafe { kernel(self, states, runs) };
        wipe_stack::<2048>();
    }
}

row! {
    /// Words of BLAKE2b in a ymm register. Only a holder of the [`Avx2`] proof can make one.
    Words64(__m256i), Avx2, u64, Block64, true,
    masks: Rotations64 = Rotations64::new, message: &'m Block64 = in_memory, words_64,
    _mm256_set_epi64x, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_add_epi64, _mm256_xor_si256,
    rotate: [by_32, by_24, by_16, by_63],
    turn: [_mm256_permute4x64_epi64::<0x39>, _mm256_permute4x64_epi64::<0x4e>, _mm256_permute4x64_epi64::<0x93>]
}

row! {
    /// Words of BLAKE2s in an xmm register. Only a holder of the [`Avx2`] proof can make one.
    Words32(__m128i), Avx2, u32, Block32, false,
    masks: Rotations32 = Rotations32::new, message: [__m128i; 4] = quarters_32, words_32,
    _mm_set_epi32, _mm_loadu_si128, _mm_storeu_si128, _mm_add_epi32, _mm_xor_si128,
    rotate: [words_by_16, by_shifts::<12, 20>, words_by_8, by_shifts::<7, 25>],
    turn: [_mm_shuffle_epi32::<0x39>, _mm_shuffle_epi32::<0x4e>, _mm_shuffle_epi32::<0x93>]
}

/// A block of BLAKE2s: words 4i to 4i + 3 in a register.
#[inline(always)]
fn quarters_32(_: Avx2, block: &Block32) -> [__m128i; 4] {
    let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("a block is sixteen words") };
    // SAFETY: the proof says that the CPU has AVX2; 16 bytes are read from as many, four times.
    unsafe {
        let (a, b) = (_mm_loadu_si128(a.as_ptr().cast()), _mm_loadu_si128(b.as_ptr().cast()));
        let (c, d) = (_mm_loadu_si128(c.as_ptr().cast()), _mm_loadu_si128(d.as_ptr().cast()));
        [a, b, c, d]
    }
}

/// The words at the [`places`] of a round of BLAKE2b, in at most three instructions: two words are brought together in
/// the lower half, two in the upper half, and the halves are put together.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn words_64<const ROUND: usize, const WHICH: usize>(_: Rotations64, m: &Block64) -> __m256i {
    let [a, b, c, d] = const { places(ROUND, WHICH) };
    // SAFETY: as the function's own.
    unsafe { _mm256_blend_epi32::<0b1111_0000>(half_64(m, a, b), half_64(m, c, d)) }
}

/// Two words in either half. The compiler does not know that the halves are the same, or it would put them together.
///
/// # Safety
/// The CPU has what [`Avx2`](crate::base::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn twice(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: as the function's own; 16 bytes are read from as many.
    opaque_256(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) })
}

/// Words `a` and `b` in either half.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn half_64(m: &Block64, a: usize, b: usize) -> __m256i {
    let pairs = m.as_chunks().0;
    // SAFETY: as the function's own.
    unsafe {
        let (x, y) = (twice(&pairs[a / 2]), twice(&pairs[b / 2]));
        match (a % 2, b % 2) {
            (0, 0) => _mm256_unpacklo_epi64(x, y),
            (1, 1) => _mm256_unpackhi_epi64(x, y),
            (0, 1) => _mm256_blend_epi32::<0b1100_1100>(x, y),
            _ => _mm256_alignr_epi8::<8>(y, x),
        }
    }
}

/// The words at the [`places`] of a round of BLAKE2s, in at most three instructions: two words come from anywhere in one
/// vector, and two from anywhere in another.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn words_32<const ROUND: usize, const WHICH: usize>(_: Rotations32, m: [__m128i; 4]) -> __m128i {
    // By name, since a shuffle takes a constant that depends on no parameter.
    macro_rules! words {
        ($($n:literal)+) => {
            match const { 4 * ROUND + WHICH } {
                $($n => {
                    const PLACES: [usize; 4] = places($n / 4, $n % 4);
                    const ORDER: i32 = order_32(PLACES);
                    let [a, b, c, d] = PLACES;
                    // SAFETY: as the function's own.
                    unsafe {
                        let (ab, cd) = (both_32(m, a, b), both_32(m, c, d));
                        _mm_castps_si128(_mm_shuffle_ps::<ORDER>(_mm_castsi128_ps(ab), _mm_castsi128_ps(cd)))
                    }
                })+
                _ => unreachable!("ten rounds with four vectors each"),
            }
        };
    }
    words!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39)
}

/// A vector that has words `a` and `b` in it, where [`places_of_both`] says.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn both_32(m: [__m128i; 4], a: usize, b: usize) -> __m128i {
    let (x, y) = (m[a / 4], m[b / 4]);
    // SAFETY: as the function's own.
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

/// Where words `a` and `b` are in [`both_32`].
const fn places_of_both(a: usize, b: usize) -> [usize; 2] {
    if a / 4 != b / 4 && a % 4 == b % 4 { [a % 2 * 2, a % 2 * 2 + 1] } else { [a % 4, b % 4] }
}

/// What makes a shuffle take the words at these places.
const fn order_32([a, b, c, d]: [usize; 4]) -> i32 {
    let ([a, b], [c, d]) = (places_of_both(a, b), places_of_both(c, d));
    (a | b << 2 | c << 4 | d << 6) as i32
}

/// Where the bytes of words of eight come from when they are rotated by 24 bits, and by 16. The compiler does not know
/// that, or it would make two shuffles of the second.
#[derive(Clone, Copy)]
struct Rotations64 {
    by_24: __m256i,
    by_16: __m256i,
}

/// The same of words of four bytes, by 16 bits and by 8.
#[derive(Clone, Copy)]
struct Rotations32 {
    by_16: __m128i,
    by_8: __m128i,
}

impl Rotations64 {
    #[inline(always)]
    fn new(_: Avx2) -> Self {
        // SAFETY: the proof says that the CPU has AVX2.
        unsafe {
            let by_24 = _mm_set_epi64x(0x0a09_080f_0e0d_0c0b, 0x0201_0007_0605_0403);
            let by_16 = _mm_set_epi64x(0x0908_0f0e_0d0c_0b0a, 0x0100_0706_0504_0302);
            let [by_24, by_16] = [hide(by_24), hide(by_16)];
            Self { by_24: _mm256_broadcastsi128_si256(by_24), by_16: _mm256_broadcastsi128_si256(by_16) }
        }
    }
}

impl Rotations32 {
    #[inline(always)]
    fn new(_: Avx2) -> Self {
        // SAFETY: the proof says that the CPU has AVX2.
        unsafe {
            let by_16 = _mm_set_epi64x(0x0d0c_0f0e_0908_0b0a, 0x0504_0706_0100_0302);
            let by_8 = _mm_set_epi64x(0x0c0f_0e0d_080b_0a09, 0x0407_0605_0003_0201);
            Self { by_16: hide(by_16), by_8: hide(by_8) }
        }
    }
}

/// The same vector, of which the compiler does not know what it is.
#[inline(always)]
fn hide(mut x: __m128i) -> __m128i {
    // SAFETY: no instruction at all.
    unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}

/// Words of eight bytes rotated by 32 bits, and so on.
///
/// # Safety
/// All of these: the CPU must have AVX2.
#[inline(always)]
unsafe fn by_32(_: Rotations64, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_shuffle_epi32::<0xb1>(row) }
}

/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn by_24(masks: Rotations64, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_shuffle_epi8(row, masks.by_24) }
}

/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn by_16(masks: Rotations64, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_shuffle_epi8(row, masks.by_16) }
}

/// One place to the left is a sum.
///
/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn by_63(_: Rotations64, row: __m256i) -> __m256i {
    // SAFETY: as the function's own.
    unsafe { _mm256_xor_si256(_mm256_add_epi64(row, row), _mm256_srli_epi64::<63>(row)) }
}

/// Words of four bytes rotated by 16 bits, and by 8.
///
/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn words_by_16(masks: Rotations32, row: __m128i) -> __m128i {
    // SAFETY: as the function's own.
    unsafe { _mm_shuffle_epi8(row, masks.by_16) }
}

/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn words_by_8(masks: Rotations32, row: __m128i) -> __m128i {
    // SAFETY: as the function's own.
    unsafe { _mm_shuffle_epi8(row, masks.by_8) }
}

/// Words of four bytes rotated by `RIGHT` places to the right, which are `LEFT` to the left.
///
/// # Safety
/// As for [`by_32`].
#[inline(always)]
unsafe fn by_shifts<const RIGHT: i32, const LEFT: i32>(_: Rotations32, row: __m128i) -> __m128i {
    const { assert!(RIGHT + LEFT == 32) };
    // SAFETY: as the function's own.
    unsafe { _mm_or_si128(_mm_srli_epi32::<RIGHT>(row), _mm_slli_epi32::<LEFT>(row)) }
}
