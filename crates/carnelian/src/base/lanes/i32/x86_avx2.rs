//! Eight lanes of signed 32-bit words in one AVX2 register.
#![allow(unsafe_code)]

use crate::base::cpu::Avx2;
use crate::base::lanes::i32::{I32Lanes, RejectionLanes};
use core::arch::x86_64::*;

/// Eight words in a ymm register. Only a holder of the [`Avx2`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct I32x8Avx2(__m256i);

/// The products of the even and of the odd lanes. Only a holder of the [`Avx2`] proof can make them.
#[derive(Clone, Copy)]
pub(crate) struct I64x8Avx2(__m256i, __m256i);

impl I32Lanes<8> for I32x8Avx2 {
    type Proof = Avx2;
    type Wide = I64x8Avx2;

    #[inline(always)]
    fn splat(_: Avx2, word: i32) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi32(word) })
    }

    #[inline(always)]
    fn load(_: Avx2, words: &[i32; 8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2; 32 bytes are read from an array of 32.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [i32; 8]) {
        // SAFETY: values of this type exist, so the CPU has AVX2; 32 bytes are written to an array of 32.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn product(self, other: Self) -> I64x8Avx2 {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { I64x8Avx2(_mm256_mul_epi32(self.0, other.0), _mm256_mul_epi32(odd(self.0), odd(other.0))) }
    }

    #[inline(always)]
    fn add_wide(a: I64x8Avx2, b: I64x8Avx2) -> I64x8Avx2 {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { I64x8Avx2(_mm256_add_epi64(a.0, b.0), _mm256_add_epi64(a.1, b.1)) }
    }

    #[inline(always)]
    fn montgomery(sum: I64x8Avx2, q: Self, q_inv: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            let quotients = [_mm256_mul_epi32(sum.0, q_inv.0), _mm256_mul_epi32(sum.1, q_inv.0)];
            Self(upper_difference([sum.0, sum.1], quotients, q.0))
        }
    }

    #[inline(always)]
    fn montgomery_product(self, factor: Self, by_q: Self, q: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self(unsafe { montgomery_product(self.0, [factor.0, odd(factor.0)], [by_q.0, odd(by_q.0)], q.0) })
    }

    #[inline(always)]
    fn montgomery_product_by_one(self, factor: Self, by_q: Self, q: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self(unsafe { montgomery_product(self.0, [factor.0; 2], [by_q.0; 2], q.0) })
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        let (a, b) = unsafe {
            match D {
                4 => halves(a.0, b.0),
                2 => (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0)),
                1 => (shuffle::<0x88>(a.0, b.0), shuffle::<0xdd>(a.0, b.0)),
                _ => unreachable!("a vector has eight lanes"),
            }
        };
        (Self(a), Self(b))
    }

    #[inline(always)]
    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        let (a, b) = unsafe {
            match D {
                4 => halves(a.0, b.0),
                2 => (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0)),
                1 => (_mm256_unpacklo_epi32(a.0, b.0), _mm256_unpackhi_epi32(a.0, b.0)),
                _ => unreachable!("a vector has eight lanes"),
            }
        };
        (Self(a), Self(b))
    }

    #[inline(always)]
    fn exchange_all(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = Self::exchange::<4>(a, b);
        let (a, b) = Self::exchange::<2>(a, b);
        Self::exchange::<1>(a, b)
    }

    #[inline(always)]
    fn unexchange_all(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = Self::unexchange::<1>(a, b);
        let (a, b) = Self::unexchange::<2>(a, b);
        Self::unexchange::<4>(a, b)
    }
}

impl RejectionLanes<8> for I32x8Avx2 {
    #[inline(always)]
    fn load_23_bits(_: Avx2, bytes: &[u8]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            // The upper half holds bytes 8 to 23, and uses those from 12 on.
            let each = _mm256_setr_epi8(
                0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, //
                4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1,
            );
            let words = _mm256_shuffle_epi8(ends(bytes, 24), each);
            Self(_mm256_and_si256(words, _mm256_set1_epi32(0x7f_ffff)))
        }
    }

    #[inline(always)]
    fn load_4_bits(_: Avx2, bytes: &[u8]) -> Self {
        let word = i32::from_le_bytes(*bytes.first_chunk().expect("eight numbers have four bytes"));
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            let counts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
            Self(_mm256_and_si256(_mm256_srlv_epi32(_mm256_set1_epi32(word), counts), _mm256_set1_epi32(15)))
        }
    }

    #[inline(always)]
    fn load_bits<const BITS: usize>(_: Avx2, bytes: &[u8]) -> Self {
        const { assert!(16 <= BITS && BITS <= 20 && BITS.is_multiple_of(2)) };
        let (each, counts) = const { &spread::<BITS>() };
        // SAFETY: the token proves that the CPU has AVX2; each load reads an array of 32 bytes.
        unsafe {
            let words = _mm256_shuffle_epi8(ends(bytes, BITS), _mm256_loadu_si256(each.as_ptr().cast()));
            let words = _mm256_srlv_epi32(words, _mm256_loadu_si256(counts.as_ptr().cast()));
            Self(_mm256_and_si256(words, _mm256_set1_epi32((1 << BITS) - 1)))
        }
    }

    #[inline(always)]
    fn less_than(self, bound: Self) -> u32 {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(bound.0, self.0))).cast_unsigned() }
    }

    #[inline(always)]
    fn compress(self, lanes: u32) -> Self {
        let order = &FRONT[lanes as usize & 0xff];
        // SAFETY: values of this type exist, so the CPU has AVX2; eight bytes are read from an array of eight.
        unsafe {
            let order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(order.as_ptr().cast()));
            Self(_mm256_permutevar8x32_epi32(self.0, order))
        }
    }
}

/// Returns the bytes of each of eight packed numbers, numbered in its half, and the bits below it in its lowest byte. Four
/// numbers are in each half: they begin with the lower half, and BITS/2 bytes later in the upper half, which holds the
/// last 16 bytes. Gives constants: at -Os, closures over the lanes would be loops that run again for every load.
const fn spread<const BITS: usize>() -> ([u8; 32], [i32; 8]) {
    let (mut each, mut counts, mut i) = ([0; 32], [0; 8], 0);
    while i < 32 {
        let number = i / 4;
        let half = if number < 4 { 0 } else { 16 - BITS / 2 };
        each[i] = (half + number % 4 * BITS / 8 + i % 4) as u8;
        counts[number] = (number % 4 * BITS % 8) as i32;
        i += 1;
    }
    (each, counts)
}

/// For each set of lanes the numbers of its lanes.
static FRONT: [[u8; 8]; 256] = {
    let (mut front, mut lanes) = ([[0; 8]; 256], 0);
    while lanes < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < 8 {
            if lanes >> lane & 1 == 1 {
                front[lanes][count] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    front
};

/// Loads the first 16 of `len` bytes to the lower half and the last 16 to the upper one.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn ends(bytes: &[u8], len: usize) -> __m256i {
    let (first, last): (&[u8; 16], &[u8; 16]) = (
        bytes.first_chunk().expect("the first of at least 16 bytes"),
        bytes[..len].last_chunk().expect("the last of at least 16 bytes"),
    );
    // SAFETY: the caller guarantees AVX2; 16 bytes are read from each array of 16.
    unsafe { _mm256_loadu2_m128i(last.as_ptr().cast(), first.as_ptr().cast()) }
}

/// Returns the odd lanes in the places of the even ones.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn odd(x: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_srli_epi64::<32>(x) }
}

/// Returns the lower halves of both, and the upper halves of both.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn halves(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller guarantees AVX2.
    unsafe { (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)) }
}

/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn shuffle<const LANES: i32>(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_castps_si256(_mm256_shuffle_ps::<LANES>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b))) }
}

/// Returns the Montgomery product, given the factor and its product with q⁻¹ for the even and for the odd lanes.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn montgomery_product(a: __m256i, factor: [__m256i; 2], by_q: [__m256i; 2], q: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let a = [a, odd(a)];
        let products = [_mm256_mul_epi32(a[0], factor[0]), _mm256_mul_epi32(a[1], factor[1])];
        let quotients = [_mm256_mul_epi32(a[0], by_q[0]), _mm256_mul_epi32(a[1], by_q[1])];
        upper_difference(products, quotients, q)
    }
}

/// Returns the upper halves of the differences between products and the lower halves of quotients times q, of the even
/// and of the odd lanes.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn upper_difference(products: [__m256i; 2], quotients: [__m256i; 2], q: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let even = _mm256_sub_epi64(products[0], _mm256_mul_epi32(quotients[0], q));
        let odd_lanes = _mm256_sub_epi64(products[1], _mm256_mul_epi32(quotients[1], q));
        _mm256_blend_epi32::<0xaa>(odd(even), odd_lanes)
    }
}
