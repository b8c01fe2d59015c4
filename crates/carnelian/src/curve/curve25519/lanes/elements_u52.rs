//! The field over lanes with a multiplier for 52-bit numbers.

use super::field::{BIAS, Common, Fe, FieldLanes, FieldLanes52, Proof, Wide};
use crate::base::lanes::u52::U52Lanes;

/// An element as the second factor, with limbs also multiplied by 19 for the columns that wrap around.
///
/// The product of limb i of the first factor and limb j belongs to column i + j, or, if that is 5 or more, 19 times to
/// column i + j − 5. 19bⱼ has more than 52 bits: its lower 51 are `n[j]`, and the rest is added to limb j + 1 in the
/// next column, with the sum `c[j + 1]`, or, for j = 4, `p` instead of b₀.
#[derive(Clone, Copy)]
pub(crate) struct Folded<V> {
    b: [V; 5],
    n: [V; 5],
    c: [V; 5],
    p: V,
}

/// The parts of [`Folded`] that a square needs; `g[j]` is ⌊19aⱼ/2⁵¹⌋.
struct SquareFold<V> {
    n3: V,
    n4: V,
    g3: V,
    g4: V,
    c4: V,
    p: V,
}

/// The initial values of the columns of a product.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    Zero,
    Bias,
}

/// Constants in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Constants<V> {
    common: Common<V>,
    thirty_eight: V,
    seventy_six: V,
    half_bias: V,
}

impl<V: U52Lanes> FieldLanes for Constants<V> {
    type Word = V;
    type Folded = Folded<V>;

    #[inline(always)]
    fn new(proof: Proof<Self>) -> Self {
        Self {
            common: Common::new(proof),
            thirty_eight: V::splat(proof, 38),
            seventy_six: V::splat(proof, 76),
            half_bias: V::splat(proof, BIAS / 2),
        }
    }

    #[inline(always)]
    fn common(&self) -> &Common<V> {
        &self.common
    }

    /// Returns the element as a second factor.
    #[inline(always)]
    fn fold(&self, Fe(b): &Fe<V>) -> Folded<V> {
        let low = |limb: V| V::mul_lo(limb, self.common.nineteen).and(self.common.mask);
        let n = [b[0], low(b[1]), low(b[2]), low(b[3]), low(b[4])];
        // ⌊19b/2⁵¹⌋ = ⌊38b/2⁵²⌋.
        let plus_high = |sum: V, limb: V| sum.add_hi(limb, self.thirty_eight);
        let c = [b[0], b[1], plus_high(n[2], b[1]), plus_high(n[3], b[2]), plus_high(n[4], b[3])];
        Folded { b: *b, n, c, p: plus_high(b[0], b[4]) }
    }

    #[inline(always)]
    fn mul(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        self.product(Start::Zero, a, b)
    }

    #[inline(always)]
    fn mul_biased(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        self.product(Start::Bias, a, b)
    }

    #[inline(always)]
    fn mul_short(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        self.product_short(Start::Zero, a, b)
    }

    /// Returns a². Products of different limbs occur twice: their sums are doubled, since a doubled limb would be too
    /// long.
    #[inline(always)]
    fn square(&self, Fe([a0, a1, a2, a3, a4]): &Fe<V>) -> Wide<V> {
        let (a0, a1, a2, a3, a4) = (*a0, *a1, *a2, *a3, *a4);
        let SquareFold { n3, n4, g3, g4, c4, p } = self.fold_for_square(a0, a3, a4);
        let twice = |x: V| x.add(x);
        // Upper halves of column 4, of products that occur twice and of those that occur once.
        let wrap_twice = V::mul_hi(a0, a4).add_hi(a1, a3);
        let wrap_once = V::mul_hi(a2, a2).add_hi(a4, g4);
        let h0 = twice(V::mul_hi(a1, n4).add_hi(a2, n3)).add_hi(a0, a0);
        let h0 = h0.add_hi(wrap_twice, self.seventy_six).add_hi(wrap_once, self.thirty_eight);
        let h1 = twice(V::mul_hi(a1, p).add_hi(a2, c4)).add_hi(a3, n3);
        let h2 = twice(V::mul_hi(a2, p).add_hi(a3, n4)).add_hi(a1, a1).add_hi(a3, g3);
        let h3 = twice(V::mul_hi(a3, p).add_hi(a1, a2)).add_hi(a4, n4);
        let z0 = twice(V::mul_lo(a1, n4).add_lo(a2, n3)).add_lo(a0, a0);
        Wide([
            z0.add_lo(wrap_twice, self.seventy_six).add_lo(wrap_once, self.thirty_eight),
            twice(h0.add_lo(a1, p).add_lo(a2, c4)).add_lo(a3, n3),
            twice(h1.add_lo(a2, p).add_lo(a3, n4)).add_lo(a1, a1).add_lo(a3, g3),
            twice(h2.add_lo(a3, p).add_lo(a1, a2)).add_lo(a4, n4),
            twice(h3.add_lo(a0, a4).add_lo(a1, a3)).add_lo(a2, a2).add_lo(a4, g4),
        ])
    }

    /// Returns a² with a lower latency than [`square`](Self::square): lower and upper halves, and products that occur
    /// once and twice, are summed separately, so that no sum waits for more than two products.
    #[inline(always)]
    fn square_short(&self, Fe([a0, a1, a2, a3, a4]): &Fe<V>) -> Wide<V> {
        let (a0, a1, a2, a3, a4) = (*a0, *a1, *a2, *a3, *a4);
        let SquareFold { n3, n4, g3, g4, c4, p } = self.fold_for_square(a0, a3, a4);
        let twice = |x: V| x.add(x);
        let wrap_twice = V::mul_hi(a0, a4).add_hi(a1, a3);
        let wrap_once = V::mul_hi(a2, a2).add_hi(a4, g4);
        let wrap_high = V::mul_hi(wrap_twice, self.seventy_six).add_hi(wrap_once, self.thirty_eight);
        let wrap_low = V::mul_lo(wrap_twice, self.seventy_six).add_lo(wrap_once, self.thirty_eight);
        let h0 = twice(V::mul_hi(a1, n4).add_hi(a2, n3)).add(V::mul_hi(a0, a0)).add(wrap_high);
        let h1 = twice(V::mul_hi(a1, p).add_hi(a2, c4)).add(V::mul_hi(a3, n3));
        let h2 = twice(V::mul_hi(a2, p).add_hi(a3, n4)).add(V::mul_hi(a1, a1).add_hi(a3, g3));
        let h3 = twice(V::mul_hi(a1, a2).add_hi(a3, p)).add(V::mul_hi(a4, n4));
        let z0 = twice(V::mul_lo(a2, n3).add_lo(a1, n4)).add(V::mul_lo(a0, a0));
        Wide([
            z0.add(wrap_low),
            twice(h0.add(V::mul_lo(a1, p).add_lo(a2, c4))).add(V::mul_lo(a3, n3)),
            twice(h1.add(V::mul_lo(a2, p).add_lo(a3, n4))).add(V::mul_lo(a1, a1).add_lo(a3, g3)),
            twice(h2.add(V::mul_lo(a1, a2).add_lo(a3, p))).add(V::mul_lo(a4, n4)),
            twice(h3.add(V::mul_lo(a0, a4).add_lo(a1, a3))).add(V::mul_lo(a2, a2).add_lo(a4, g4)),
        ])
    }

    /// Returns a·`small` for a number below 2²⁰ in every lane.
    #[inline(always)]
    fn mul_small(&self, Fe([a0, a1, a2, a3, a4]): &Fe<V>, small: V) -> Wide<V> {
        let column = |limb: &V, below: &V| {
            let high = V::mul_hi(*below, small);
            high.add(high).add_lo(*limb, small)
        };
        let wrap = V::mul_hi(*a4, small);
        Wide([
            V::mul_lo(*a0, small).add_lo(wrap, self.thirty_eight),
            column(a1, a0),
            column(a2, a1),
            column(a3, a2),
            column(a4, a3),
        ])
    }
}

impl<V: U52Lanes> FieldLanes52 for Constants<V> {
    #[inline(always)]
    fn biased_in<const LANES: u8>(proof: V::Proof) -> Self {
        let Self { common, half_bias, .. } = Self::new(proof);
        let (bias_0, bias) = (common.bias_0.keep::<LANES>(), common.bias.keep::<LANES>());
        Self { common: Common { bias_0, bias, ..common }, half_bias: half_bias.keep::<LANES>(), ..Self::new(proof) }
    }

    #[inline(always)]
    fn mul_biased_short(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        self.product_short(Start::Bias, a, b)
    }
}

impl<V: U52Lanes> Constants<V> {
    /// Returns a·b, for code with many independent products: the lower halves are added to the doubled upper ones.
    ///
    /// Upper halves belong to the next column, doubled, since 2⁵² = 2·2⁵¹; those of column 4 wrap around to column 0 as
    /// 38 times their sum.
    #[inline(always)]
    fn product(&self, start: Start, Fe(a): &Fe<V>, b: &Folded<V>) -> Wide<V> {
        let [a0, a1, a2, a3, a4] = *a;
        let Folded { b: [b0, b1, b2, b3, b4], n: [_, n1, n2, n3, n4], c: [_, _, c2, c3, c4], p } = *b;
        let biased = start == Start::Bias;
        let high = |b: V| if biased { self.half_bias.add_hi(a0, b) } else { V::mul_hi(a0, b) };
        // Two sums, so that each is below 2⁵² and can be a factor.
        let wrap = V::mul_hi(a0, b4).add_hi(a1, b3).add_hi(a2, b2);
        let wrap_too = V::mul_hi(a3, b1).add_hi(a4, p);
        let h3 = high(b3).add_hi(a1, b2).add_hi(a2, b1).add_hi(a3, p).add_hi(a4, c4);
        let h2 = high(b2).add_hi(a1, b1).add_hi(a2, p).add_hi(a3, c4).add_hi(a4, c3);
        let h1 = high(b1).add_hi(a1, p).add_hi(a2, c4).add_hi(a3, c3).add_hi(a4, c2);
        let h0 = high(b0).add_hi(a1, n4).add_hi(a2, n3).add_hi(a3, n2).add_hi(a4, n1);
        let h0 = h0.add_hi(wrap, self.thirty_eight).add_hi(wrap_too, self.thirty_eight);
        let z0 = if biased { self.common.bias_0.add_lo(a0, b0) } else { V::mul_lo(a0, b0) };
        let z0 = z0.add_lo(a1, n4).add_lo(a2, n3).add_lo(a3, n2).add_lo(a4, n1);
        Wide([
            z0.add_lo(wrap, self.thirty_eight).add_lo(wrap_too, self.thirty_eight),
            column(h0, a, [b1, p, c4, c3, c2]),
            column(h1, a, [b2, b1, p, c4, c3]),
            column(h2, a, [b3, b2, b1, p, c4]),
            column(h3, a, [b4, b3, b2, b1, p]),
        ])
    }

    /// Returns a·b with a lower latency than [`product`](Self::product): upper halves, lower halves and the halves that
    /// wrap around are summed separately. Of some hundreds of orders of the sums and of their terms, the compiler
    /// produces the fastest ladder from this one.
    #[inline(always)]
    fn product_short(&self, start: Start, Fe(a): &Fe<V>, b: &Folded<V>) -> Wide<V> {
        let [a0, a1, a2, a3, a4] = *a;
        let Folded { b: [b0, b1, b2, b3, b4], n: [_, n1, n2, n3, n4], c: [_, _, c2, c3, c4], p } = *b;
        let biased = start == Start::Bias;
        let high = |a: V, b: V| if biased { self.half_bias.add_hi(a, b) } else { V::mul_hi(a, b) };
        let low = |a: V, b: V| if biased { self.common.bias_0.add_lo(a, b) } else { V::mul_lo(a, b) };
        let h0 = high(a1, n4).add_hi(a2, n3).add_hi(a0, b0).add_hi(a4, n1).add_hi(a3, n2);
        let wrap_too = V::mul_hi(a4, p).add_hi(a0, b4);
        let h2 = high(a1, b1).add_hi(a0, b2).add_hi(a4, c3).add_hi(a3, c4).add_hi(a2, p);
        let h3 = high(a1, b2).add_hi(a2, b1).add_hi(a0, b3).add_hi(a4, c4).add_hi(a3, p);
        let h1 = high(a2, c4).add_hi(a3, c3).add_hi(a4, c2).add_hi(a0, b1).add_hi(a1, p);
        let wrap = V::mul_hi(a1, b3).add_hi(a2, b2).add_hi(a3, b1);
        let hw = V::mul_hi(wrap, self.thirty_eight).add_hi(wrap_too, self.thirty_eight);
        let l4 = V::mul_lo(a1, b3).add_lo(a2, b2).add_lo(a3, b1).add_lo(a0, b4).add_lo(a4, p);
        let z0 = low(a0, b0).add_lo(a2, n3).add_lo(a3, n2).add_lo(a4, n1).add_lo(a1, n4);
        let l3 = V::mul_lo(a1, b2).add_lo(a2, b1).add_lo(a4, c4).add_lo(a0, b3).add_lo(a3, p);
        let l2 = V::mul_lo(a1, b1).add_lo(a3, c4).add_lo(a4, c3).add_lo(a2, p).add_lo(a0, b2);
        let l1 = V::mul_lo(a2, c4).add_lo(a3, c3).add_lo(a4, c2).add_lo(a0, b1).add_lo(a1, p);
        let h0 = h0.add(hw);
        let z0 = z0.add_lo(wrap, self.thirty_eight).add_lo(wrap_too, self.thirty_eight);
        let column = |h: V, l: V| h.add(h).add(l);
        Wide([z0, column(h0, l1), column(h1, l2), column(h2, l3), column(h3, l4)])
    }

    /// Returns the parts of [`Folded`] that a square needs, given limbs 0, 3 and 4.
    #[inline(always)]
    fn fold_for_square(&self, a0: V, a3: V, a4: V) -> SquareFold<V> {
        let n3 = V::mul_lo(a3, self.common.nineteen).and(self.common.mask);
        let n4 = V::mul_lo(a4, self.common.nineteen).and(self.common.mask);
        let (g3, g4) = (V::mul_hi(a3, self.thirty_eight), V::mul_hi(a4, self.thirty_eight));
        SquareFold { n3, n4, g3, g4, c4: n4.add(g3), p: a0.add(g4) }
    }

    /// Returns a² + 2t in the lanes where b = a, and 2·(a·b + t) in the lanes set in `SMALL`, where b is a number below
    /// 2²⁰. (Where b = 0 the two are the same.) Of the two equal products of different limbs in a square, it computes
    /// and doubles the one whose factor from b is limb 0 or folded.
    #[inline(always)]
    pub(crate) fn square_or_scale<const SMALL: u8>(&self, Fe(a): &Fe<V>, Fe(b): &Fe<V>, Wide(t): &Wide<V>) -> Wide<V> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4], [t0, t1, t2, t3, t4]) = (*a, *b, *t);
        let diagonal = b0.add(b0.keep::<SMALL>());
        let SquareFold { n3, n4, g3, g4, c4, p } = self.fold_for_square(b0, b3, b4);
        let twice = |x: V| x.add(x);
        // Products in sums named `_twice` occur twice, those in sums named `_once` once.
        let l1_twice = t1.add_lo(a2, c4).add_lo(a1, p);
        let wrap_twice = V::mul_hi(a4, b0).add_hi(a1, b3);
        let wrap_once = V::mul_hi(a2, b2).add_hi(a4, g4);
        let h0_once = V::mul_hi(a0, diagonal).add_hi(wrap_once, self.thirty_eight).add_hi(wrap_twice, self.seventy_six);
        let l0_once = V::mul_lo(wrap_twice, self.seventy_six).add_lo(wrap_once, self.thirty_eight).add_lo(a0, diagonal);
        let h0_twice = V::mul_hi(a1, n4).add_hi(a2, n3);
        let l0_twice = t0.add_lo(a1, n4).add_lo(a2, n3);
        let h1_twice = V::mul_hi(a2, c4).add_hi(a1, p);
        let l4_once = V::mul_lo(a2, b2).add_lo(a4, g4);
        let h3_twice = V::mul_hi(a1, b2).add_hi(a3, p);
        let h1_once = V::mul_hi(a3, n3);
        let h2_once = V::mul_hi(a1, b1).add_hi(a3, g3);
        let h2_twice = V::mul_hi(a3, n4).add_hi(a2, p);
        let l4_twice = t4.add_lo(a1, b3).add_lo(a4, b0);
        let h3_once = V::mul_hi(a4, n4);
        let l2_twice = t2.add_lo(a3, n4).add_lo(a2, p);
        let l3_twice = t3.add_lo(a1, b2).add_lo(a3, p);
        let l1_once = V::mul_lo(a3, n3);
        let l2_once = V::mul_lo(a1, b1).add_lo(a3, g3);
        let l3_once = V::mul_lo(a4, n4);
        let h0 = twice(h0_twice).add(h0_once);
        let h1 = twice(h1_twice).add(h1_once);
        let h2 = twice(h2_twice).add(h2_once);
        let h3 = twice(h3_twice).add(h3_once);
        Wide([
            twice(l0_twice).add(l0_once),
            twice(h0.add(l1_twice)).add(l1_once),
            twice(h1.add(l2_twice)).add(l2_once),
            twice(h2.add(l3_twice)).add(l3_once),
            twice(h3.add(l4_twice)).add(l4_once),
        ])
    }
}

/// Returns 2·`high` plus the lower halves of a column's products.
#[inline(always)]
fn column<V: U52Lanes>(high: V, [a0, a1, a2, a3, a4]: &[V; 5], b: [V; 5]) -> V {
    let [b0, b1, b2, b3, b4] = b;
    high.add(high).add_lo(*a0, b0).add_lo(*a1, b1).add_lo(*a2, b2).add_lo(*a3, b3).add_lo(*a4, b4)
}

impl<V: U52Lanes> Fe<V> {
    /// [`U52Lanes::permute`].
    #[inline(always)]
    pub(crate) fn permute<const LANES: i32>(&self) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        let op = |limb: V| limb.permute::<LANES>();
        Self([op(a0), op(a1), op(a2), op(a3), op(a4)])
    }

    /// [`U52Lanes::swap_pairs`].
    #[inline(always)]
    pub(crate) fn swap_pairs(&self) -> Self {
        Self(self.wide().swap_pairs().0)
    }

    /// [`U52Lanes::merge`].
    #[inline(always)]
    pub(crate) fn merge<const LANES: u8>(&self, other: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, other.0);
        let op = |a: V, b: V| a.merge::<LANES>(b);
        Self([op(a0, b0), op(a1, b1), op(a2, b2), op(a3, b3), op(a4, b4)])
    }
}

impl<V: U52Lanes> Wide<V> {
    /// [`U52Lanes::add_sub`].
    #[inline(always)]
    pub(crate) fn add_sub<const LANES: u8>(&self, other: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, other.0);
        let op = |a: V, b: V| a.add_sub::<LANES>(b);
        Self([op(a0, b0), op(a1, b1), op(a2, b2), op(a3, b3), op(a4, b4)])
    }

    /// [`U52Lanes::add_sub_by`].
    #[inline(always)]
    pub(crate) fn add_sub_by(&self, mask: V::Mask, other: &Self) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, other.0);
        let op = |a: V, b: V| a.add_sub_by(mask, b);
        Self([op(a0, b0), op(a1, b1), op(a2, b2), op(a3, b3), op(a4, b4)])
    }

    /// [`U52Lanes::keep`].
    #[inline(always)]
    pub(crate) fn keep<const LANES: u8>(&self) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        let op = |column: V| column.keep::<LANES>();
        Self([op(a0), op(a1), op(a2), op(a3), op(a4)])
    }

    /// [`U52Lanes::swap_pairs`].
    #[inline(always)]
    pub(crate) fn swap_pairs(&self) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        Self([a0.swap_pairs(), a1.swap_pairs(), a2.swap_pairs(), a3.swap_pairs(), a4.swap_pairs()])
    }

    /// [`U52Lanes::swap_pairs_by`].
    #[inline(always)]
    pub(crate) fn swap_pairs_by(&self, mask: V::Mask) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        let op = |column: V| column.swap_pairs_by(mask);
        Self([op(a0), op(a1), op(a2), op(a3), op(a4)])
    }

    /// [`U52Lanes::permute`].
    #[inline(always)]
    pub(crate) fn permute<const LANES: i32>(&self) -> Self {
        Self(Fe(self.0).permute::<LANES>().0)
    }
}
