//! The field over lanes: an independent element in each lane, in radix 2⁵¹.
//!
//! An element is *carried*: limbs below 2⁵¹ + 2¹⁷. Products and their sums are *wide*, columns below 2⁶³, and are
//! carried once: sums are formed before the carry, never after. Implementations of [`FieldLanes`] differ in how they
//! compute products. `docs/kernels/curve25519.md` derives the bounds.

use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use crate::curve::curve25519::field::{self, Field, Packed};

const MASK_51: u64 = (1 << 51) - 1;

/// A carried element in each lane. Limbs are below 2⁵¹ + 2¹⁷.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Fe<V>(pub(crate) [V; 5]);

/// A wide element in each lane. Columns of a product are below 2⁵⁶, those of a sum below 2⁶³.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Wide<V>(pub(crate) [V; 5]);

/// The constants of the operations that need no multiplier, in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Common<V> {
    pub(crate) mask: V,
    pub(crate) nineteen: V,
    /// Limb 0 of 2¹⁰·p, and each of its other limbs. All are above every column of a product.
    pub(crate) bias_0: V,
    pub(crate) bias: V,
}

impl<V: WordLanes> Common<V> {
    #[inline(always)]
    pub(crate) fn new(proof: V::Proof) -> Self {
        Self {
            mask: V::splat(proof, MASK_51),
            nineteen: V::splat(proof, 19),
            bias_0: V::splat(proof, BIAS_0),
            bias: V::splat(proof, BIAS),
        }
    }
}

/// Limb 0 of 2¹⁰·p.
pub(crate) const BIAS_0: u64 = (MASK_51 - 18) << 10;
/// Each of its other limbs.
pub(crate) const BIAS: u64 = MASK_51 << 10;

/// The proof that the CPU has the instructions of the field's arithmetic.
pub(crate) type Proof<K> = <<K as FieldLanes>::Word as WordLanes>::Proof;

/// The arithmetic of the field over lanes, with its constants. Every operation takes constant time.
pub(crate) trait FieldLanes: Copy {
    /// The lanes.
    type Word: WordLanes;
    /// An element as the second factor.
    type Folded: Copy;

    /// Returns the constants.
    fn new(proof: Proof<Self>) -> Self;
    /// Returns the constants that do not depend on the multiplier.
    fn common(&self) -> &Common<Self::Word>;

    /// Returns the element as a second factor.
    fn fold(&self, b: &Fe<Self::Word>) -> Self::Folded;
    /// Returns a·b.
    fn mul(&self, a: &Fe<Self::Word>, b: &Self::Folded) -> Wide<Self::Word>;
    /// Returns a·b + 2¹⁰p, from which another product can be subtracted without a negative column.
    fn mul_biased(&self, a: &Fe<Self::Word>, b: &Self::Folded) -> Wide<Self::Word>;
    /// Returns a².
    fn square(&self, a: &Fe<Self::Word>) -> Wide<Self::Word>;
    /// Returns a·`small` for a number below 2²⁰ in every lane.
    fn mul_small(&self, a: &Fe<Self::Word>, small: Self::Word) -> Wide<Self::Word>;

    /// Returns a·b, with a lower latency than [`mul`](Self::mul) if possible.
    #[inline(always)]
    fn mul_short(&self, a: &Fe<Self::Word>, b: &Self::Folded) -> Wide<Self::Word> {
        self.mul(a, b)
    }

    /// Returns a², with a lower latency than [`square`](Self::square) if possible.
    #[inline(always)]
    fn square_short(&self, a: &Fe<Self::Word>) -> Wide<Self::Word> {
        self.square(a)
    }

    /// Returns the carried form of a wide element modulo p: one pass suffices.
    #[inline(always)]
    fn carry(&self, Wide([z0, z1, z2, z3, z4]): Wide<Self::Word>) -> Fe<Self::Word> {
        let Common { mask, nineteen, .. } = *self.common();
        let limb = |column: Self::Word, carry: Self::Word| column.and(mask).add(carry.shift_right::<51>());
        Fe([
            z0.and(mask).add_product(z4.shift_right::<51>(), nineteen),
            limb(z1, z0),
            limb(z2, z1),
            limb(z3, z2),
            limb(z4, z3),
        ])
    }

    /// Returns the limbs of a carried element reduced to a number below p.
    #[inline(always)]
    fn freeze(&self, Fe(a): &Fe<Self::Word>) -> [Self::Word; 5] {
        let Common { mask, nineteen, .. } = *self.common();
        // The number is below 2p, so at most one p is subtracted, if the number plus 19 is 2²⁵⁵ or more.
        let mut reaches = a[0].add(nineteen).shift_right::<51>();
        for limb in &a[1..] {
            reaches = limb.add(reaches).shift_right::<51>();
        }
        let mut number = *a;
        number[0] = a[0].add_product(reaches, nineteen);
        for i in 1..5 {
            number[i] = number[i].add(number[i - 1].shift_right::<51>());
        }
        for limb in &mut number {
            *limb = limb.and(mask);
        }
        number
    }

    /// Returns a mask of the lanes in which an element is 0.
    #[inline(always)]
    fn is_zero(&self, proof: Proof<Self>, element: &Fe<Self::Word>) -> <Self::Word as WordLanes>::Mask {
        let [a0, a1, a2, a3, a4] = self.freeze(element);
        a0.add(a1).add(a2).add(a3.add(a4)).equal(<Self::Word>::splat(proof, 0))
    }

    /// Returns `a` + 2¹⁰p, from which a product can be subtracted without a negative column.
    #[inline(always)]
    fn biased(&self, Wide([z0, z1, z2, z3, z4]): &Wide<Self::Word>) -> Wide<Self::Word> {
        let Common { bias_0, bias, .. } = *self.common();
        let add = |column: &Self::Word| column.add(bias);
        Wide([z0.add(bias_0), add(z1), add(z2), add(z3), add(z4)])
    }
}

/// A field over eight lanes.
pub(crate) trait FieldLanesX8: FieldLanes<Word: WordLanesX8> {}

impl<K: FieldLanes<Word: WordLanesX8>> FieldLanesX8 for K {}

/// A field over lanes with a multiplier for 52-bit numbers, with the operations for formulas over four lanes.
pub(crate) trait FieldLanes52: FieldLanes<Word: U52Lanes> {
    /// Returns the constants with a bias only in the lanes that are set in `LANES`.
    fn biased_in<const LANES: u8>(proof: Proof<Self>) -> Self;
    /// Returns a·b + 2¹⁰p with a lower latency than [`mul_biased`](FieldLanes::mul_biased).
    fn mul_biased_short(&self, a: &Fe<Self::Word>, b: &Self::Folded) -> Wide<Self::Word>;
}

/// A field over four lanes with a multiplier for 52-bit numbers.
pub(crate) trait FieldLanesX4: FieldLanes52<Word: U52Lanes<Words = [u64; 4]>> {}

impl<K: FieldLanes52<Word: U52Lanes<Words = [u64; 4]>>> FieldLanesX4 for K {}

impl<V: WordLanes> Fe<V> {
    /// Returns the element in every lane.
    #[inline(always)]
    pub(crate) fn splat(proof: V::Proof, packed: &Packed) -> Self {
        let [a0, a1, a2, a3, a4] = *packed;
        let limb = |limb| V::splat(proof, limb);
        Self([limb(a0), limb(a1), limb(a2), limb(a3), limb(a4)])
    }

    /// Loads `elements[i]`, whose limbs are below 2⁵¹ + 2¹⁷, into lane `i`.
    #[inline(always)]
    pub(crate) fn load(proof: V::Proof, elements: &[Packed]) -> Self {
        debug_assert!(elements.as_flattened().iter().all(|limb| *limb < (1 << 51) + (1 << 17)));
        Self(Wide::load(proof, elements).0)
    }

    /// Stores the element of each lane.
    #[inline(always)]
    pub(crate) fn store(&self, elements: &mut [Packed]) {
        for (j, limb) in self.0.iter().enumerate() {
            for (element, word) in elements.iter_mut().zip(limb.store().as_ref()) {
                element[j] = *word;
            }
        }
    }

    /// Returns the inverse in each lane, computed in the field `F`, and 0 for 0.
    #[inline(always)]
    pub(crate) fn inverted<F: Field<Proof = ()>>(&self, proof: V::Proof) -> Self {
        let mut elements = [[0; 5]; 8];
        self.store(&mut elements);
        Self::load(proof, &field::invert_eight::<F>((), elements))
    }

    /// Returns the element as a wide one.
    #[inline(always)]
    pub(crate) fn wide(&self) -> Wide<V> {
        Wide(self.0)
    }

    /// Returns `if_set` in the lanes where the mask is set, `if_clear` in the others.
    #[inline(always)]
    pub(crate) fn select(mask: V::Mask, if_clear: &Self, if_set: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (if_clear.0, if_set.0);
        Self([
            V::select(mask, a0, b0),
            V::select(mask, a1, b1),
            V::select(mask, a2, b2),
            V::select(mask, a3, b3),
            V::select(mask, a4, b4),
        ])
    }

    /// [`WordLanes::fill_in`].
    #[inline(always)]
    pub(crate) fn fill_in(&self, mask: V::Mask, element: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, element.0);
        let op = |a: V, b: V| a.fill_in(mask, b);
        Self([op(a0, b0), op(a1, b1), op(a2, b2), op(a3, b3), op(a4, b4)])
    }

    /// [`WordLanes::lookup`].
    #[inline(always)]
    pub(crate) fn lookup(&self, index: V) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        let op = |limb: V| limb.lookup(index);
        Self([op(a0), op(a1), op(a2), op(a3), op(a4)])
    }

    /// [`WordLanes::rotate_lanes`].
    #[inline(always)]
    pub(crate) fn rotate_lanes<const K: i32>(&self) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        let op = |limb: V| limb.rotate_lanes::<K>();
        Self([op(a0), op(a1), op(a2), op(a3), op(a4)])
    }
}

impl<V: WordLanes> Wide<V> {
    /// Loads `elements[i]` into lane `i`.
    #[inline(always)]
    pub(crate) fn load(proof: V::Proof, elements: &[Packed]) -> Self {
        let limb = |j: usize| {
            let mut words = V::splat(proof, 0).store();
            for (word, element) in words.as_mut().iter_mut().zip(elements) {
                *word = element[j];
            }
            V::load(proof, &words)
        };
        Self([limb(0), limb(1), limb(2), limb(3), limb(4)])
    }

    #[inline(always)]
    pub(crate) fn add(&self, other: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, other.0);
        Self([a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3), a4.add(b4)])
    }

    /// Returns the difference. Every column of `self` must be above that of `other`: it has the bias.
    #[inline(always)]
    pub(crate) fn sub(&self, other: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, other.0);
        Self([a0.sub(b0), a1.sub(b1), a2.sub(b2), a3.sub(b3), a4.sub(b4)])
    }
}
