//! The field of 2¹²⁸ elements, with the carry-less multiplier: polynomials over GF(2) modulo
//! P = x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1, the coefficient of xⁱ in bit i, one to a lane.
//!
//! The product of a and h is a · h · x⁻¹²⁸, as in Montgomery's multiplication. With a = a₀ + a₁ x⁶⁴ it is
//! (a₀ · (h · x⁻⁶⁴) + a₁ · h) · x⁻⁶⁴. What a factor is multiplied by x⁻⁶⁴ is kept with it: then sums of products have 192
//! bits instead of 256, and a single multiplication reduces them, since the lower half of P is 1.
//!
//! Vectors of this type can only be made with the proof that the CPU has the multiplier.
#![allow(unsafe_code)]

use crate::base::cpu::{Avx2Vpclmul, Clmul, Vpclmul};
use core::arch::x86_64::*;

/// (P + 1) / x⁶⁴ without its highest term.
const REDUCTION: i64 = 0xc200_0000_0000_0000_u64.cast_signed();

/// Polynomials in the lanes of a vector.
pub(crate) trait Polynomials: Copy {
    fn xor(self, other: Self) -> Self;
    /// The product of the half of `self` that bit 0 of `HALVES` tells, and of the half of `other` that bit 4 tells.
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self;
    /// The two halves of each, exchanged.
    fn swapped(self) -> Self;
    /// The product of the lower half of each with [`REDUCTION`].
    fn times_reduction(self) -> Self;
    /// The bytes of each in the reverse order.
    fn reversed(self) -> Self;
    /// Returns the same, which is not computed before what was passed through here earlier, nor after what is passed
    /// through here later, where a backend needs that.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}

/// One polynomial. Only a holder of the [`Clmul`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct X1(__m128i);

/// Two polynomials. Only a holder of the [`Avx2Vpclmul`] proof can make some.
#[derive(Clone, Copy)]
pub(crate) struct X2(__m256i);

/// Four polynomials. Only a holder of the [`Vpclmul`] proof can make some.
#[derive(Clone, Copy)]
pub(crate) struct X4(__m512i);

/// Something to multiply by: an element, and it times x⁻⁶⁴.
#[derive(Clone, Copy)]
pub(crate) struct Factor<V> {
    pub(crate) whole: V,
    pub(crate) shifted: V,
}

impl<V: Polynomials> Factor<V> {
    #[inline(always)]
    pub(crate) fn of(whole: V) -> Self {
        Self { whole, shifted: whole.swapped().xor(whole.times_reduction()) }
    }
}

/// A sum of products, not reduced: `low` + `middle` · x⁶⁴, times x⁻⁶⁴.
#[derive(Clone, Copy)]
pub(crate) struct Sum<V> {
    pub(crate) low: V,
    pub(crate) middle: V,
}

/// A sum of products, not reduced.
pub(crate) trait Products<V>: Copy {
    /// What is multiplied by.
    type Factor: Copy;
    /// One product.
    fn of(a: V, h: Self::Factor) -> Self;
    fn add(self, other: Self) -> Self;
    /// Its element.
    fn reduced(self) -> V;
    /// As [`Polynomials::in_order`].
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}

impl<V: Polynomials> Products<V> for Sum<V> {
    type Factor = Factor<V>;

    #[inline(always)]
    fn of(a: V, h: Factor<V>) -> Self {
        Self {
            low: a.product_of_halves::<0x00>(h.shifted).xor(a.product_of_halves::<0x01>(h.whole)),
            middle: a.product_of_halves::<0x10>(h.shifted).xor(a.product_of_halves::<0x11>(h.whole)),
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { low: self.low.xor(other.low), middle: self.middle.xor(other.middle) }
    }

    #[inline(always)]
    fn reduced(self) -> V {
        self.middle.xor(self.low.swapped()).xor(self.low.times_reduction())
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        Self { low: self.low.in_order(), middle: self.middle.in_order() }
    }
}

/// Something to multiply by as Karatsuba does: an element, and the sum of its halves in either half.
#[derive(Clone, Copy)]
pub(crate) struct Folded<V> {
    pub(crate) whole: V,
    pub(crate) folded: V,
}

/// A sum of products by Karatsuba's method, not reduced: `low` + (`middle` − `low` − `high`) · x⁶⁴ + `high` · x¹²⁸, times
/// x⁻¹²⁸. A product takes three multiplications of halves, and the reduction of a sum two.
#[derive(Clone, Copy)]
pub(crate) struct LongSum<V> {
    low: V,
    middle: V,
    high: V,
}

impl<V: Polynomials> Products<V> for LongSum<V> {
    type Factor = Folded<V>;

    #[inline(always)]
    fn of(a: V, h: Folded<V>) -> Self {
        Self {
            low: a.product_of_halves::<0x00>(h.whole),
            middle: a.xor(a.swapped()).product_of_halves::<0x00>(h.folded),
            high: a.product_of_halves::<0x11>(h.whole),
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { low: self.low.xor(other.low), middle: self.middle.xor(other.middle), high: self.high.xor(other.high) }
    }

    #[inline(always)]
    fn reduced(self) -> V {
        let Self { low, middle, high } = self;
        // What is below x⁶⁴ first: it leaves a sum of the other kind.
        let middle = middle.xor(high).xor(low.xor(low.swapped())).xor(low.times_reduction());
        Sum { low: middle, middle: high }.reduced()
    }
}

impl X1 {
    #[inline(always)]
    pub(crate) fn new(_: Clmul, polynomial: __m128i) -> Self {
        Self(polynomial)
    }

    /// These bytes, first the lowest, which come in registers: stored in parts and loaded as a vector they would be waited
    /// for.
    #[inline(always)]
    pub(crate) fn of_bytes(_: Clmul, bytes: u128) -> Self {
        // SAFETY: every x86-64 has SSE2.
        Self(unsafe { _mm_set_epi64x((bytes >> 64) as i64, bytes as i64) })
    }

    /// The register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m128i {
        self.0
    }
}

impl Polynomials for X1 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has PCLMULQDQ.
        Self(unsafe { _mm_clmulepi64_si128::<HALVES>(self.0, other.0) })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has PCLMULQDQ.
        Self(unsafe { _mm_clmulepi64_si128::<0x00>(self.0, _mm_set_epi64x(0, REDUCTION)) })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm_shuffle_epi8(self.0, _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f)) })
    }
}

impl X2 {
    #[inline(always)]
    pub(crate) fn new(_: Avx2Vpclmul, polynomials: __m256i) -> Self {
        Self(polynomials)
    }

    /// The register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m256i {
        self.0
    }

    /// The sum of the two.
    #[inline(always)]
    fn sum(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        X1(unsafe { _mm_xor_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)) })
    }

    /// `first` in the first lane, zeros in the others.
    #[inline(always)]
    pub(crate) fn of_one(_: Avx2Vpclmul, first: X1) -> Self {
        // SAFETY: the proof says that the CPU has AVX2.
        Self(unsafe { _mm256_zextsi128_si256(first.0) })
    }
}

impl Polynomials for X2 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self(unsafe { _mm256_clmulepi64_epi128::<HALVES>(self.0, other.0) })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self(unsafe {
            let reduction = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, REDUCTION));
            _mm256_clmulepi64_epi128::<0x00>(self.0, reduction)
        })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe {
            let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }
}

impl LongSum<X2> {
    /// The sum of the sums in the two lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> LongSum<X1> {
        LongSum { low: self.low.sum(), middle: self.middle.sum(), high: self.high.sum() }
    }
}

/// [`Polynomials::in_order`]. It is inlined like an intrinsic into kernels, which have what
/// [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_order(x: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: no instruction at all. Not `pure`, since only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(zmm_reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

impl X4 {
    #[inline(always)]
    pub(crate) fn new(_: Vpclmul, polynomials: __m512i) -> Self {
        Self(polynomials)
    }

    /// The register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m512i {
        self.0
    }

    /// The first.
    #[inline(always)]
    pub(crate) fn first(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        X1(unsafe { _mm512_castsi512_si128(self.0) })
    }

    /// The sum of the four.
    #[inline(always)]
    pub(crate) fn sum(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        X1(unsafe {
            let halves = _mm256_xor_si256(_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0));
            _mm_xor_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves))
        })
    }

    /// `first` in the first lane, zeros in the others.
    #[inline(always)]
    pub(crate) fn of_one(_: Vpclmul, first: X1) -> Self {
        // SAFETY: the proof says that the CPU has AVX-512.
        Self(unsafe { _mm512_zextsi128_si512(first.0) })
    }
}

impl Polynomials for X4 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self(unsafe { _mm512_clmulepi64_epi128::<HALVES>(self.0, other.0) })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self(unsafe {
            let reduction = _mm512_broadcast_i32x4(_mm_set_epi64x(0, REDUCTION));
            _mm512_clmulepi64_epi128::<0x00>(self.0, reduction)
        })
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe { in_order(self.0) })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self(unsafe {
            let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
}

impl Sum<X4> {
    /// The sum of the sums in the four lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> Sum<X1> {
        Sum { low: self.low.sum(), middle: self.middle.sum() }
    }
}
