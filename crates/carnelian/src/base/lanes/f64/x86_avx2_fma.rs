//! Eight lanes in two AVX2 registers, with the floating-point multiplier.
#![allow(unsafe_code)]

use crate::base::cpu::Avx2Fma;
use crate::base::lanes::f64::{F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51};
use crate::base::lanes::u64::x86_avx2::transpose;
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use core::arch::asm;
use core::arch::x86_64::*;

/// Eight words in two ymm registers. Only a holder of the [`Avx2Fma`] proof can make one.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x8Fma([__m256i; 2]);

/// Four words in a ymm register. Only a holder of the [`Avx2Fma`] proof can make one.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x4Fma(pub(in crate::base::lanes) __m256i);

/// Runs `work` in the floating-point mode in which products are exact, whatever the caller's mode is: rounding to
/// nearest, and no traps. The caller's mode is restored afterwards, with its flags. `work` must call a function that is
/// not inlined, so that the compiler moves none of its computation before or after the mode switch.
#[inline(always)]
pub(crate) fn rounding_to_nearest<R>(_: Avx2Fma, work: impl FnOnce() -> R) -> R {
    /// The caller's mode, which is restored even if `work` unwinds.
    struct Before {
        mode: u32,
    }

    impl Drop for Before {
        #[inline(always)]
        fn drop(&mut self) {
            // SAFETY: `mode` was written by `stmxcsr`, so it is a valid value to load.
            unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const self.mode) };
        }
    }

    let (default, mut before) = (0x1f80_u32, Before { mode: 0 });
    // SAFETY: every CPU with AVX2 has the instructions; the first writes `before.mode`, the second reads `default`.
    unsafe { asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &raw mut before.mode, in(reg) &raw const default) };
    work()
}

impl WordLanes for U64x8Fma {
    type Proof = Avx2Fma;
    type Mask = [__m256i; 2];
    type Words = [u64; 8];

    #[inline(always)]
    fn splat(_: Avx2Fma, word: u64) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        Self([unsafe { _mm256_set1_epi64x(word.cast_signed()) }; 2])
    }

    #[inline(always)]
    fn load(_: Avx2Fma, words: &[u64; 8]) -> Self {
        let [low, high] = words.as_chunks::<4>().0 else { unreachable!() };
        // SAFETY: the token proves that the CPU has AVX2; each load reads an array of four words.
        unsafe { Self([_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast())]) }
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut words = [0; 8];
        let [low, high] = words.as_chunks_mut::<4>().0 else { unreachable!() };
        // SAFETY: a value of this type exists, so the CPU has AVX2; each store writes an array of four words.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), self.0[0]);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), self.0[1]);
        }
        words
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { Self([_mm256_add_epi64(self.0[0], other.0[0]), _mm256_add_epi64(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { Self([_mm256_sub_epi64(self.0[0], other.0[0]), _mm256_sub_epi64(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { Self([_mm256_and_si256(self.0[0], other.0[0]), _mm256_and_si256(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn shift_right<const S: u32>(self) -> Self {
        // LLVM turns the constant count into an immediate.
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            let count = _mm256_set1_epi64x(i64::from(S));
            Self([_mm256_srlv_epi64(self.0[0], count), _mm256_srlv_epi64(self.0[1], count)])
        }
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        self.add(unsafe { Self([_mm256_mul_epu32(a.0[0], b.0[0]), _mm256_mul_epu32(a.0[1], b.0[1])]) })
    }

    #[inline(always)]
    fn equal(self, other: Self) -> [__m256i; 2] {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { [_mm256_cmpeq_epi64(self.0[0], other.0[0]), _mm256_cmpeq_epi64(self.0[1], other.0[1])] }
    }

    #[inline(always)]
    fn mask_of(proof: Avx2Fma, bits: u8) -> [__m256i; 2] {
        let single = Self::load(proof, &[1, 2, 4, 8, 16, 32, 64, 128]);
        Self::splat(proof, u64::from(bits)).and(single).equal(single)
    }

    #[inline(always)]
    fn select(mask: [__m256i; 2], if_clear: Self, if_set: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            Self([
                _mm256_blendv_epi8(if_clear.0[0], if_set.0[0], mask[0]),
                _mm256_blendv_epi8(if_clear.0[1], if_set.0[1], mask[1]),
            ])
        }
    }

    #[inline(always)]
    fn fill_in(self, mask: [__m256i; 2], word: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            let [low, high] = [_mm256_and_si256(mask[0], word.0[0]), _mm256_and_si256(mask[1], word.0[1])];
            Self([_mm256_or_si256(self.0[0], low), _mm256_or_si256(self.0[1], high)])
        }
    }

    #[inline(always)]
    fn lookup(self, index: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { Self([lookup_half(self.0, index.0[0]), lookup_half(self.0, index.0[1])]) }
    }

    #[inline(always)]
    fn rotate_lanes<const K: i32>(self) -> Self {
        const { assert!(K > 0 && K < 8) };
        let [mut a, mut b] = self.0;
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            if K & 4 != 0 {
                (a, b) = (b, a);
            }
            if K & 2 != 0 {
                (a, b) = (_mm256_permute2x128_si256::<0x21>(a, b), _mm256_permute2x128_si256::<0x21>(b, a));
            }
            if K & 1 != 0 {
                let (next_a, next_b) =
                    (_mm256_permute4x64_epi64::<0b00_11_10_01>(a), _mm256_permute4x64_epi64::<0b00_11_10_01>(b));
                a = _mm256_blend_epi32::<0b1100_0000>(next_a, next_b);
                b = _mm256_blend_epi32::<0b1100_0000>(next_b, next_a);
            }
        }
        Self([a, b])
    }
}

/// Returns in lane `i` the one of eight words whose number is in the three lowest bits of lane `i` of `index`.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn lookup_half(words: [__m256i; 2], index: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        // Both 32-bit halves of a word are looked up; of each index only three bits count.
        let twice = _mm256_add_epi64(index, index);
        let both = _mm256_or_si256(_mm256_shuffle_epi32::<0b10_10_00_00>(twice), _mm256_set1_epi64x(1 << 32));
        let low = _mm256_permutevar8x32_epi32(words[0], both);
        let high = _mm256_permutevar8x32_epi32(words[1], both);
        let is_high = _mm256_slli_epi64::<61>(index);
        _mm256_castpd_si256(_mm256_blendv_pd(
            _mm256_castsi256_pd(low),
            _mm256_castsi256_pd(high),
            _mm256_castsi256_pd(is_high),
        ))
    }
}

impl WordLanesX8 for U64x8Fma {
    #[inline(always)]
    fn load_signed(_: Avx2Fma, bytes: &[i8; 8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2; the load reads the array.
        unsafe {
            let bytes = _mm_loadl_epi64(bytes.as_ptr().cast());
            Self([_mm256_cvtepi8_epi64(bytes), _mm256_cvtepi8_epi64(_mm_srli_si128::<4>(bytes))])
        }
    }

    #[inline(always)]
    fn shift_right_each(self, counts: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { Self([_mm256_srlv_epi64(self.0[0], counts.0[0]), _mm256_srlv_epi64(self.0[1], counts.0[1])]) }
    }

    #[inline(always)]
    fn load_transposed(_: Avx2Fma, [r0, r1, r2, r3, r4, r5, r6, r7]: [&[u64; 4]; 8]) -> [Self; 4] {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            let [a0, a1, a2, a3] = load_four([r0, r1, r2, r3]);
            let [b0, b1, b2, b3] = load_four([r4, r5, r6, r7]);
            [Self([a0, b0]), Self([a1, b1]), Self([a2, b2]), Self([a3, b3])]
        }
    }

    #[inline(always)]
    fn store_transposed([w0, w1, w2, w3]: [Self; 4]) -> [[u64; 4]; 8] {
        let mut rows = [[0; 4]; 8];
        for half in 0..2 {
            // SAFETY: values of this type exist, so the CPU has AVX2; each store writes a row of four words.
            unsafe {
                let columns = transpose([w0.0[half], w1.0[half], w2.0[half], w3.0[half]]);
                for (row, column) in rows[4 * half..].iter_mut().zip(columns) {
                    _mm256_storeu_si256(row.as_mut_ptr().cast(), column);
                }
            }
        }
        rows
    }

    #[inline(always)]
    fn transpose([r0, r1, r2, r3, r4, r5, r6, r7]: [Self; 8]) -> [Self; 8] {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            let [a0, a1, a2, a3] = transpose([r0.0[0], r1.0[0], r2.0[0], r3.0[0]]);
            let [b0, b1, b2, b3] = transpose([r4.0[0], r5.0[0], r6.0[0], r7.0[0]]);
            let [a4, a5, a6, a7] = transpose([r0.0[1], r1.0[1], r2.0[1], r3.0[1]]);
            let [b4, b5, b6, b7] = transpose([r4.0[1], r5.0[1], r6.0[1], r7.0[1]]);
            let low = [Self([a0, b0]), Self([a1, b1]), Self([a2, b2]), Self([a3, b3])];
            let high = [Self([a4, b4]), Self([a5, b5]), Self([a6, b6]), Self([a7, b7])];
            [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]]
        }
    }
}

/// Loads four rows, transposed: result `i` holds word `i` of every row.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn load_four([r0, r1, r2, r3]: [&[u64; 4]; 4]) -> [__m256i; 4] {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        // Each register holds pairs of words of two rows, so that no shuffle crosses its halves.
        let (even, odd) = (two_pairs(r0, r2, 0), two_pairs(r1, r3, 0));
        let (even_too, odd_too) = (two_pairs(r0, r2, 1), two_pairs(r1, r3, 1));
        [
            _mm256_unpacklo_epi64(even, odd),
            _mm256_unpackhi_epi64(even, odd),
            _mm256_unpacklo_epi64(even_too, odd_too),
            _mm256_unpackhi_epi64(even_too, odd_too),
        ]
    }
}

/// Loads two adjacent words of one row, followed by those of another.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn two_pairs(first: &[u64; 4], second: &[u64; 4], pair: usize) -> __m256i {
    let (first, second) = (&first.as_chunks::<2>().0[pair], &second.as_chunks::<2>().0[pair]);
    // SAFETY: the caller guarantees AVX2; each load reads an array of two words.
    unsafe {
        let first = _mm256_castsi128_si256(_mm_loadu_si128(first.as_ptr().cast()));
        _mm256_inserti128_si256::<1>(first, _mm_loadu_si128(second.as_ptr().cast()))
    }
}

impl F64Lanes for U64x8Fma {
    type Half = U64x4Fma;

    #[inline(always)]
    fn halves(self) -> [U64x4Fma; 2] {
        [U64x4Fma(self.0[0]), U64x4Fma(self.0[1])]
    }

    #[inline(always)]
    fn join([low, high]: [U64x4Fma; 2]) -> Self {
        Self([low.0, high.0])
    }
}

/// Floating-point numbers in a ymm register. They are made only from a [`U64x4Fma`] or with a proof.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct F64x4Fma(pub(in crate::base::lanes) __m256d);

/// The bits of 2^52, which leave the lowest 52 bits of the word free.
pub(in crate::base::lanes) const BITS_OF_2_52: i64 = 0x433 << 52;
pub(in crate::base::lanes) const TWO_TO_52: f64 = (1_u64 << 52) as f64;
const ONE_OVER_2_51: f64 = 1.0 / (1_u64 << 51) as f64;

impl F64Half for U64x4Fma {
    type Proof = Avx2Fma;
    type Factor = F64x4Fma;
    type High = F64x4Fma;

    #[inline(always)]
    fn splat(_: Avx2Fma, word: u64) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn times_8(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_slli_epi64::<3>(self.0) })
    }

    #[inline(always)]
    fn factor(self) -> F64x4Fma {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            let above = _mm256_or_si256(self.0, _mm256_set1_epi64x(BITS_OF_2_52));
            F64x4Fma(_mm256_sub_pd(_mm256_castsi256_pd(above), _mm256_set1_pd(TWO_TO_52)))
        }
    }

    #[inline(always)]
    fn high(a: F64x4Fma, b: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        F64x4Fma(unsafe { _mm256_fmadd_pd(a.0, b.0, _mm256_set1_pd(ROUND_TO_2_51)) })
    }

    #[inline(always)]
    fn high_word(high: F64x4Fma) -> Self {
        // SAFETY: `high` was computed from factors, so the CPU has AVX2.
        Self(unsafe { _mm256_castpd_si256(high.0) })
    }

    #[inline(always)]
    fn low_word(a: F64x4Fma, b: F64x4Fma, high: F64x4Fma) -> Self {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        unsafe {
            let minus_high = _mm256_sub_pd(_mm256_set1_pd(ROUND_TO_2_51 + ROUND_TO_1), high.0);
            Self(_mm256_castpd_si256(_mm256_fmadd_pd(a.0, b.0, minus_high)))
        }
    }

    #[inline(always)]
    fn low_factor(a: F64x4Fma, b: F64x4Fma, high: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        unsafe {
            let minus_high = _mm256_sub_pd(_mm256_set1_pd(ROUND_TO_2_51), high.0);
            F64x4Fma(_mm256_fmadd_pd(a.0, b.0, minus_high))
        }
    }

    #[inline(always)]
    fn plus_high(factor: F64x4Fma, high: F64x4Fma) -> F64x4Fma {
        // SAFETY: factors come from values of this type, which prove that the CPU has FMA.
        unsafe {
            let minus_high = _mm256_sub_pd(_mm256_set1_pd(ROUND_TO_2_51), high.0);
            F64x4Fma(_mm256_fnmadd_pd(minus_high, _mm256_set1_pd(ONE_OVER_2_51), factor.0))
        }
    }

    #[inline(always)]
    fn number(_: Avx2Fma, number: f64) -> F64x4Fma {
        // SAFETY: the token proves that the CPU has AVX2.
        F64x4Fma(unsafe { _mm256_set1_pd(number) })
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    /// Returns the control and status register, MXCSR.
    fn mode() -> u32 {
        let mut mode = 0_u32;
        // SAFETY: the instruction writes `mode`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mode) };
        mode
    }

    #[test]
    fn the_callers_mode_comes_back_even_from_a_panic() {
        let Some(proof) = Avx2Fma::get() else { return };
        let (before, towards_zero) = (mode(), mode() | 0x6000);
        // SAFETY: the instruction reads `towards_zero`, which differs from the current mode only in the rounding
        // direction.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const towards_zero) };
        let inside = rounding_to_nearest(proof, mode);
        let after = mode();
        let unwound = std::panic::catch_unwind(|| rounding_to_nearest(proof, || panic!("as the test wants it")));
        let after_a_panic = mode();
        // SAFETY: the instruction reads `before`, the mode that was in force at the start.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const before) };
        assert!(unwound.is_err());
        assert_eq!((inside & 0x6000, after & 0x6000, after_a_panic & 0x6000), (0, 0x6000, 0x6000));
    }
}
