//! The field of 2¹²⁸ elements, with the carry-less multiplier: polynomials over GF(2) modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ +
//! x¹²¹ + 1, with the coefficient of xⁱ in bit i, one polynomial per lane.
//!
//! The product of a and h is a · h · x⁻¹²⁸, as in Montgomery multiplication. With a = a₀ + a₁ x⁶⁴ it is (a₀ · (h ·
//! x⁻⁶⁴) + a₁ · h) · x⁻⁶⁴. A factor is stored together with its product with x⁻⁶⁴: then sums of products have 192 bits
//! instead of 256, and a single multiplication reduces them, since the lower half of P is 1.

use super::{CarryLess, U128Lanes};

/// (P + 1) / x⁶⁴ without its highest term.
pub(super) const REDUCTION: i64 = 0xc200_0000_0000_0000_u64.cast_signed();

/// A multiplier: an element, and the element times x⁻⁶⁴.
#[derive(Clone, Copy)]
pub(crate) struct Factor<V> {
    pub(crate) whole: V,
    pub(crate) shifted: V,
}

impl<V: CarryLess> Factor<V> {
    #[inline(always)]
    pub(crate) fn of(whole: V) -> Self {
        Self { whole, shifted: whole.swapped().xor(whole.times_reduction()) }
    }
}

/// An unreduced sum of products: `low` + `middle` · x⁶⁴, times x⁻⁶⁴.
#[derive(Clone, Copy)]
pub(crate) struct Sum<V> {
    low: V,
    middle: V,
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
    /// Like [`U128Lanes::in_order`].
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}

impl<V: CarryLess> Products<V> for Sum<V> {
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

impl<V: U128Lanes> Sum<V> {
    /// Returns the sum of the sums in the lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> Sum<V::One> {
        Sum { low: self.low.sum(), middle: self.middle.sum() }
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

impl<V: CarryLess> Products<V> for LongSum<V> {
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

impl<V: U128Lanes> LongSum<V> {
    /// Returns the sum of the sums in the lanes.
    #[inline(always)]
    pub(crate) fn of_lanes(self) -> LongSum<V::One> {
        LongSum { low: self.low.sum(), middle: self.middle.sum(), high: self.high.sum() }
    }
}
