//! The field of 2¹²⁸ elements, with the carry-less multiplier: polynomials over GF(2) modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ +
//! x¹²¹ + 1, with the coefficient of xⁱ in bit i, one polynomial per lane.
//!
//! The product of a and h is a · h · x⁻¹²⁸, as in Montgomery multiplication. With a = a₀ + a₁ x⁶⁴ it is (a₀ · (h ·
//! x⁻⁶⁴) + a₁ · h) · x⁻⁶⁴. A factor is stored together with its product with x⁻⁶⁴: then sums of products have 192 bits
//! instead of 256, and a single multiplication reduces them, since the lower half of P is 1.
//!
//! Vectors of these types can only be made with the proof that the CPU has the multiplier.
#![allow(unsafe_code)]

use crate::base::cpu::{Avx2Vpclmul, Clmul, Vpclmul};
use core::arch::x86_64::*;

/// (P + 1) / x⁶⁴ without its highest term.
const REDUCTION: i64 = 0xc200_0000_0000_0000_u64.cast_signed();

/// Polynomials in the lanes of a vector.
pub(crate) trait Polynomials: Copy {
    fn xor(self, other: Self) -> Self;
    /// Returns the product of the half of `self` selected by bit 0 of `HALVES` and the half of `other` selected by bit
    /// 4.
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self;
    /// Swaps the two halves of each lane.
    fn swapped(self) -> Self;
    /// Returns the product of the lower half of each lane and [`REDUCTION`].
    fn times_reduction(self) -> Self;
    /// Reverses the bytes of each lane.
    fn reversed(self) -> Self;
    /// Returns the same vector. A backend that needs it prevents the compiler from computing it before values that were
    /// passed through here earlier, or after values that are passed through here later.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}

/// One polynomial. Only a holder of the [`Clmul`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct X1(__m128i);

/// Two polynomials. Only a holder of the [`Avx2Vpclmul`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct X2(__m256i);

/// Four polynomials. Only a holder of the [`Vpclmul`] proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct X4(__m512i);

/// A multiplier: an element, and the element times x⁻⁶⁴.
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

/// An unreduced sum of products: `low` + `middle` · x⁶⁴, times x⁻⁶⁴.
#[derive(Clone, Copy)]
pub(crate) struct Sum<V> {
    pub(crate) low: V,
    pub(crate) middle: V,
}

/// An unreduced sum of products.
pub(crate) trait Products<V>: Copy {
    /// The second factor of a product.
    type Factor: Copy;
    /// Returns one product.
    fn of(a: V, h: Self::Factor) -> Self;
    fn add(self, other: Self) -> Self;
    /// Returns the reduced element.
    fn reduced(self) -> V;
    /// Like [`Polynomials::in_order`].
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

/// A multiplier for Karatsuba's method: an element, and the sum of its halves in both halves.
#[derive(Clone, Copy)]
pub(crate) struct Folded<V> {
    pub(crate) whole: V,
    pub(crate) folded: V,
}

/// An unreduced sum of products by Karatsuba's method: `low` + (`middle` − `low` − `high`) · x⁶⁴ + `high` · x¹²⁸, times
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
        // Reduces the part below x⁶⁴ first, which leaves a [`Sum`].
        let middle = middle.xor(high).xor(low.xor(low.swapped())).xor(low.times_reduction());
        Sum { low: middle, middle: high }.reduced()
    }
}

impl X1 {
    #[inline(always)]
    pub(crate) fn new(_: Clmul, polynomial: __m128i) -> Self {
        Self(polynomial)
    }

    /// Returns the polynomial of these bytes, lowest first. They come in registers: bytes that were stored in parts and
    /// then loaded as a vector would stall the load.
    #[inline(always)]
    pub(crate) fn of_bytes(_: Clmul, bytes: u128) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Self(unsafe { _mm_set_epi64x((bytes >> 64) as i64, bytes as i64) })
    }

    /// Returns the register.
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

    /// Returns the register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m256i {
        self.0
    }

    /// Returns the sum of the two polynomials.
    #[inline(always)]
    fn sum(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        X1(unsafe { _mm_xor_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)) })
    }

    /// Returns `first` in the first lane, zeros in the other.
    #[inline(always)]
    pub(crate) fn of_one(_: Avx2Vpclmul, first: X1) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
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
    /// Returns the sum of the sums in the two lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> LongSum<X1> {
        LongSum { low: self.low.sum(), middle: self.middle.sum(), high: self.high.sum() }
    }
}

/// Implements [`Polynomials::in_order`]. It is inlined like an intrinsic into kernels with the features that
/// [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_order(x: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions. It is not `pure`, since only side effects keep their order.
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

    /// Returns the register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m512i {
        self.0
    }

    /// Returns the first polynomial.
    #[inline(always)]
    pub(crate) fn first(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        X1(unsafe { _mm512_castsi512_si128(self.0) })
    }

    /// Returns the sum of the four polynomials.
    #[inline(always)]
    pub(crate) fn sum(self) -> X1 {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        X1(unsafe {
            let halves = _mm256_xor_si256(_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0));
            _mm_xor_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves))
        })
    }

    /// Returns `first` in the first lane, zeros in the others.
    #[inline(always)]
    pub(crate) fn of_one(_: Vpclmul, first: X1) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
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
    /// Returns the sum of the sums in the four lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> Sum<X1> {
        Sum { low: self.low.sum(), middle: self.middle.sum() }
    }
}
