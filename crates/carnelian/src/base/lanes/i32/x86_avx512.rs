//! Sixteen lanes of signed 32-bit words in one AVX-512 register.
#![allow(unsafe_code)]

use crate::base::cpu::Avx512;
use crate::base::lanes::i32::{I32Lanes, RejectionLanes, exchange_source};
#[cfg(carnelian_msan)]
use crate::base::taint;
use core::arch::x86_64::*;

/// Sixteen words in a zmm register. Only a holder of the [`Avx512`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct I32x16Avx512(__m512i);

/// The products of the even and of the odd lanes. Only a holder of the [`Avx512`] proof can make them.
#[derive(Clone, Copy)]
pub(crate) struct I64x16Avx512(__m512i, __m512i);

impl I32Lanes<16> for I32x16Avx512 {
    type Proof = Avx512;
    type Wide = I64x16Avx512;

    #[inline(always)]
    fn splat(_: Avx512, word: i32) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi32(word) })
    }

    #[inline(always)]
    fn load(_: Avx512, words: &[i32; 16]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512; 64 bytes are read from an array of 64.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [i32; 16]) {
        // SAFETY: values of this type exist, so the CPU has AVX-512; 64 bytes are written to an array of 64.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn product(self, other: Self) -> I64x16Avx512 {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe { I64x16Avx512(multiply(self.0, other.0), multiply(odd(self.0), odd(other.0))) }
    }

    #[inline(always)]
    fn add_wide(a: I64x16Avx512, b: I64x16Avx512) -> I64x16Avx512 {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe { I64x16Avx512(_mm512_add_epi64(a.0, b.0), _mm512_add_epi64(a.1, b.1)) }
    }

    #[inline(always)]
    fn montgomery(sum: I64x16Avx512, q: Self, q_inv: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe {
            let quotients = [multiply(sum.0, q_inv.0), multiply(sum.1, q_inv.0)];
            Self(upper_difference([sum.0, sum.1], quotients, q.0))
        }
    }

    #[inline(always)]
    fn montgomery_product(self, factor: Self, by_q: Self, q: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { montgomery_product(self.0, [factor.0, odd(factor.0)], [by_q.0, odd(by_q.0)], q.0) })
    }

    #[inline(always)]
    fn montgomery_product_by_one(self, factor: Self, by_q: Self, q: Self) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self(unsafe { montgomery_product(self.0, [factor.0; 2], [by_q.0; 2], q.0) })
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        let (a, b) = unsafe {
            match D {
                8 => quarters::<0x44, 0xee>(a.0, b.0),
                4 => quarters::<0x88, 0xdd>(a.0, b.0),
                2 => (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0)),
                1 => (shuffle::<0x88>(a.0, b.0), shuffle::<0xdd>(a.0, b.0)),
                _ => unreachable!("a vector has sixteen lanes"),
            }
        };
        (Self(a), Self(b))
    }

    #[inline(always)]
    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        let (a, b) = unsafe {
            match D {
                8 => quarters::<0x44, 0xee>(a.0, b.0),
                4 => {
                    let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
                    let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
                    (_mm512_permutex2var_epi64(a.0, first, b.0), _mm512_permutex2var_epi64(a.0, second, b.0))
                }
                2 => (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0)),
                1 => (_mm512_unpacklo_epi32(a.0, b.0), _mm512_unpackhi_epi32(a.0, b.0)),
                _ => unreachable!("a vector has sixteen lanes"),
            }
        };
        (Self(a), Self(b))
    }

    #[inline(always)]
    fn exchange_all(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe { permute_both(a, b, const { &exchanged_indices() }) }
    }

    #[inline(always)]
    fn unexchange_all(a: Self, b: Self) -> (Self, Self) {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        unsafe { permute_both(a, b, const { &unexchanged_indices() }) }
    }
}

impl RejectionLanes<16> for I32x16Avx512 {
    #[inline(always)]
    fn load_23_bits(_: Avx512, bytes: &[u8]) -> Self {
        let bytes: &[u8; 48] = bytes.first_chunk().expect("sixteen numbers have 48 bytes");
        // SAFETY: the token proves that the CPU has AVX-512; the masked load reads the 48 bytes only.
        unsafe {
            let words = _mm512_maskz_loadu_epi32(0x0fff, bytes.as_ptr().cast());
            // Twelve bytes to each quarter.
            let quarters = _mm512_setr_epi32(0, 1, 2, 15, 3, 4, 5, 15, 6, 7, 8, 15, 9, 10, 11, 15);
            let each = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
            let words = _mm512_permutexvar_epi32(quarters, words);
            let words = _mm512_shuffle_epi8(words, _mm512_broadcast_i32x4(each));
            Self(_mm512_and_si512(words, _mm512_set1_epi32(0x7f_ffff)))
        }
    }

    #[inline(always)]
    fn load_4_bits(_: Avx512, bytes: &[u8]) -> Self {
        let word = u64::from_le_bytes(*bytes.first_chunk().expect("sixteen numbers have eight bytes"));
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe {
            let low = _mm512_castsi256_si512(_mm256_set1_epi32(word as i32));
            let words = _mm512_inserti64x4::<1>(low, _mm256_set1_epi32((word >> 32) as i32));
            let counts = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28);
            Self(_mm512_and_si512(_mm512_srlv_epi32(words, counts), _mm512_set1_epi32(15)))
        }
    }

    #[inline(always)]
    fn load_bits<const BITS: usize>(_: Avx512, bytes: &[u8]) -> Self {
        const { assert!(16 <= BITS && BITS <= 20 && BITS.is_multiple_of(2)) };
        let bytes = &bytes[..2 * BITS];
        let Spread { words, each, counts } = const { &spread::<BITS>() };
        // SAFETY: the token proves that the CPU has AVX-512. The masked load reads BITS words of 16 bits, the length of
        // `bytes`; the other loads read arrays of 64 bytes.
        unsafe {
            let all = _mm512_maskz_loadu_epi16((1 << BITS) - 1, bytes.as_ptr().cast());
            let quarters = _mm512_permutexvar_epi16(_mm512_loadu_si512(words.as_ptr().cast()), all);
            let numbers = _mm512_shuffle_epi8(quarters, _mm512_loadu_si512(each.as_ptr().cast()));
            let numbers = _mm512_srlv_epi32(numbers, _mm512_loadu_si512(counts.as_ptr().cast()));
            Self(_mm512_and_si512(numbers, _mm512_set1_epi32((1 << BITS) - 1)))
        }
    }

    #[inline(always)]
    fn less_than(self, bound: Self) -> u32 {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        u32::from(unsafe { _mm512_cmplt_epi32_mask(self.0, bound.0) })
    }

    #[inline(always)]
    fn compress(self, lanes: u32) -> Self {
        #[cfg(not(carnelian_msan))]
        {
            // SAFETY: values of this type exist, so the CPU has AVX-512.
            Self(unsafe { _mm512_maskz_compress_epi32(lanes as u16, self.0) })
        }
        // MemorySanitizer has no model of the instruction: it would report any secret word.
        #[cfg(carnelian_msan)]
        {
            taint::stands_in();
            let (mut words, mut compressed, mut count) = ([0; 16], [0; 16], 0);
            self.store(&mut words);
            for (lane, word) in words.into_iter().enumerate() {
                if lanes >> lane & 1 == 1 {
                    compressed[count] = word;
                    count += 1;
                }
            }
            // SAFETY: values of this type exist, so the CPU has AVX-512; the array is read.
            Self(unsafe { _mm512_loadu_si512(compressed.as_ptr().cast()) })
        }
    }
}

/// How packed numbers come into sixteen words: quarter i has four of them, from byte i·BITS/2 on.
struct Spread {
    /// The words of 16 bits of each quarter, numbered in the packed bytes.
    words: [i16; 32],
    /// The bytes of each number, numbered in its quarter.
    each: [u8; 64],
    /// The bits below each number in its lowest byte.
    counts: [i32; 16],
}

/// Gives constants: at -Os, closures over the lanes would be loops that run again for every load.
const fn spread<const BITS: usize>() -> Spread {
    let (mut words, mut each, mut counts, mut i) = ([0; 32], [0; 64], [0; 16], 0);
    while i < 64 {
        let number = i / 4;
        each[i] = (number / 4 * BITS / 2 % 2 + number % 4 * BITS / 8 + i % 4) as u8;
        counts[number] = (number % 4 * BITS % 8) as i32;
        words[i / 2] = ((i / 16 * BITS / 2 / 2 + i / 2 % 8) % 32) as i16;
        i += 1;
    }
    Spread { words, each, counts }
}

/// For each lane of two vectors after all exchanges its number before them, in both vectors together.
const fn exchanged_indices() -> [[i32; 16]; 2] {
    let mut vectors = [[0; 16]; 2];
    let mut i = 0;
    while i < 16 {
        (vectors[0][i], vectors[1][i]) = (i as i32, 16 + i as i32);
        i += 1;
    }
    let mut d = 8;
    while d > 0 {
        let before = vectors;
        i = 0;
        while i < 16 {
            let (is_b, j) = exchange_source(16, d, i);
            (vectors[0][i], vectors[1][i]) = (before[is_b as usize][j], before[is_b as usize][j + d]);
            i += 1;
        }
        d /= 2;
    }
    vectors
}

/// The inverse of the permutation [`exchanged_indices`].
const fn unexchanged_indices() -> [[i32; 16]; 2] {
    let (exchanged, mut inverse, mut i) = (exchanged_indices(), [[0; 16]; 2], 0);
    while i < 32 {
        let from = exchanged[i / 16][i % 16] as usize;
        inverse[from / 16][from % 16] = i as i32;
        i += 1;
    }
    inverse
}

/// Returns two vectors of lanes of `a` and `b`, given their numbers, where those of `b` follow those of `a`.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn permute_both(a: I32x16Avx512, b: I32x16Avx512, lanes: &[[i32; 16]; 2]) -> (I32x16Avx512, I32x16Avx512) {
    // SAFETY: the caller guarantees AVX-512; each load reads an array of 64 bytes.
    unsafe {
        let [first, second] = [lanes[0].as_ptr(), lanes[1].as_ptr()].map(|lanes| _mm512_loadu_si512(lanes.cast()));
        (
            I32x16Avx512(_mm512_permutex2var_epi32(a.0, first, b.0)),
            I32x16Avx512(_mm512_permutex2var_epi32(a.0, second, b.0)),
        )
    }
}

/// Returns the products of the even lanes, `vpmuldq`. LLVM turns the intrinsic into `vpmullq`, three operations, where
/// another product follows.
///
/// # Safety
/// The CPU must have what [`Avx512`] proves.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn multiply(a: __m512i, b: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let product;
        // SAFETY: the caller guarantees AVX-512; the instruction only reads and writes registers.
        unsafe {
            core::arch::asm!(
                "vpmuldq {0}, {1}, {2}", out(zmm_reg) product, in(zmm_reg) a, in(zmm_reg) b,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        product
    }
    #[cfg(carnelian_msan)]
    _mm512_mul_epi32(a, b)
}

/// Returns the odd lanes in the places of the even ones.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn odd(x: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_srli_epi64::<32>(x) }
}

/// Returns the quarters of `a` and `b` by two patterns.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn quarters<const FIRST: i32, const SECOND: i32>(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { (_mm512_shuffle_i64x2::<FIRST>(a, b), _mm512_shuffle_i64x2::<SECOND>(a, b)) }
}

/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn shuffle<const LANES: i32>(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe { _mm512_castps_si512(_mm512_shuffle_ps::<LANES>(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b))) }
}

/// Returns the Montgomery product, given the factor and its product with q⁻¹ for the even and for the odd lanes.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn montgomery_product(a: __m512i, factor: [__m512i; 2], by_q: [__m512i; 2], q: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let a = [a, odd(a)];
        let products = [multiply(a[0], factor[0]), multiply(a[1], factor[1])];
        let quotients = [multiply(a[0], by_q[0]), multiply(a[1], by_q[1])];
        upper_difference(products, quotients, q)
    }
}

/// Returns the upper halves of the differences between products and the lower halves of quotients times q, of the even
/// and of the odd lanes.
///
/// # Safety
/// The CPU must have AVX-512.
#[inline(always)]
unsafe fn upper_difference(products: [__m512i; 2], quotients: [__m512i; 2], q: __m512i) -> __m512i {
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        let even = _mm512_sub_epi64(products[0], multiply(quotients[0], q));
        let odd_lanes = _mm512_sub_epi64(products[1], multiply(quotients[1], q));
        merge_upper(odd_lanes, even)
    }
}

/// Returns the odd lanes of `odd_lanes`, and in the even lanes the odd lanes of `even`: `vmovshdup` under a mask, which
/// LLVM would turn into two instructions.
///
/// # Safety
/// The CPU must have what [`Avx512`] proves.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn merge_upper(odd_lanes: __m512i, even: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let mut merged = odd_lanes;
        // SAFETY: the caller guarantees AVX-512; the instruction only reads and writes registers.
        unsafe {
            core::arch::asm!(
                "vmovshdup {0} {{{2}}}, {1}", inout(zmm_reg) merged, in(zmm_reg) even, in(kreg) 0x5555u16,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        merged
    }
    #[cfg(carnelian_msan)]
    // SAFETY: the caller guarantees AVX-512.
    unsafe {
        _mm512_mask_blend_epi32(0xaaaa, odd(even), odd_lanes)
    }
}
