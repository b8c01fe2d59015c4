//! The field over lanes with a multiplier for floating-point numbers.
//!
//! Limbs are stored as integers, and become floating-point numbers only as factors. Each product of two limbs is split,
//! as integers, into the nearest multiple of 2⁵¹ and the rest, at most 2⁵⁰ in magnitude ([`F64Half`]): the former
//! belongs to the next column, the latter to the product's own.

use super::field::{BIAS, BIAS_0, Common, Fe, FieldLanes, Proof, Wide};
use crate::base::lanes::f64::{F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51};

/// An element as the second factor, four lanes of it in each half.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Folded<V: F64Lanes>(pub(crate) [FoldedHalf<<V::Half as F64Half>::Factor>; 2]);

/// The product of limb i of the first factor and limb j belongs to column i + j, or, if that is 5 or more, 19 times to
/// column i + j − 5. 19bⱼ has more than 53 bits: its multiple of 2⁵¹ is added to limb j + 1 in the next column, with
/// the sum in `c` (c₂, c₃ and c₄), or, for j = 4, `p` instead of b₀; the rest is in `n` (n₁ to n₄).
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct FoldedHalf<D> {
    pub(crate) b: [D; 5],
    pub(crate) n: [D; 4],
    pub(crate) c: [D; 3],
    pub(crate) p: D,
}

/// The limbs of an element and the parts of [`FoldedHalf`] that a square needs; `g3` and `g4` are the multiples of 2⁵¹
/// in 19aⱼ.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct SquareFactors<D> {
    pub(crate) a: [D; 5],
    pub(crate) n3: D,
    pub(crate) n4: D,
    pub(crate) g3: D,
    pub(crate) g4: D,
    pub(crate) c4: D,
    pub(crate) p: D,
}

/// Lanes with functions for products.
pub(crate) trait ProductLanes: F64Lanes {
    /// Returns a·b plus the excess of `start` over the offsets of the words that are summed.
    fn product(proof: Self::Proof, a: &Fe<Self>, b: &Folded<Self>, start: &'static [u64; 5]) -> Wide<Self>;
    /// Returns a², given its factors.
    fn square(proof: Self::Proof, factors: &[SquareFactors<<Self::Half as F64Half>::Factor>; 2]) -> Wide<Self>;
}

/// Constants in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Doubles<V: F64Lanes> {
    proof: V::Proof,
    common: Common<V>,
}

impl<V: ProductLanes> FieldLanes for Doubles<V> {
    type Word = V;
    type Folded = Folded<V>;

    #[inline(always)]
    fn new(proof: Proof<Self>) -> Self {
        Self { proof, common: Common::new(proof) }
    }

    #[inline(always)]
    fn common(&self) -> &Common<V> {
        &self.common
    }

    #[inline(always)]
    fn fold(&self, b: &Fe<V>) -> Folded<V> {
        let [low, high] = halves(b);
        Folded([fold_half(self.proof, low), fold_half(self.proof, high)])
    }

    #[inline(always)]
    fn mul(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        V::product(self.proof, a, b, &PLAIN)
    }

    #[inline(always)]
    fn mul_biased(&self, a: &Fe<V>, b: &Folded<V>) -> Wide<V> {
        V::product(self.proof, a, b, &BIASED)
    }

    #[inline(always)]
    fn square(&self, a: &Fe<V>) -> Wide<V> {
        let [low, high] = halves(a);
        V::square(self.proof, &[square_factors(self.proof, low), square_factors(self.proof, high)])
    }

    #[inline(always)]
    fn mul_small(&self, a: &Fe<V>, small: V) -> Wide<V> {
        let ([a_low, a_high], [low, high]) = (halves(a), small.halves());
        join([small_half(self.proof, a_low, low), small_half(self.proof, a_high, high)])
    }
}

/// Returns the initial values of a product's columns: 2⁴p, since rests may be negative, minus the offsets of low and
/// high words, which occur `lows` and `highs` times in each column.
const fn start(bias_0: u64, bias: u64, lows: [u64; 5], highs: [u64; 5]) -> [u64; 5] {
    let mut start = [bias_0, bias, bias, bias, bias];
    let mut i = 0;
    while i < 5 {
        let plain = if i == 0 { BIAS_0 >> 6 } else { BIAS >> 6 };
        let too_large = LOW_ZERO.wrapping_mul(lows[i]).wrapping_add(HIGH_ZERO.wrapping_mul(highs[i]));
        start[i] = start[i].wrapping_add(plain).wrapping_sub(too_large);
        i += 1;
    }
    start
}

const LOW_ZERO: u64 = ROUND_TO_1.to_bits();
const HIGH_ZERO: u64 = ROUND_TO_2_51.to_bits();
static PLAIN: [u64; 5] = start(0, 0, [5; 5], [19 * 5, 5, 5, 5, 5]);
static BIASED: [u64; 5] = start(BIAS_0, BIAS, [5; 5], [19 * 5, 5, 5, 5, 5]);
pub(crate) static SQUARE: [u64; 5] = start(0, 0, [5, 5, 6, 5, 6], [19 * 6, 5, 5, 6, 5]);
static SMALL: [u64; 5] = start(0, 0, [1; 5], [19, 1, 1, 1, 1]);

/// Sums of the two parts of products that belong to one column.
#[derive(Clone, Copy)]
pub(crate) struct Column<H> {
    pub(crate) low: H,
    pub(crate) high: H,
}

impl<H: F64Half> Column<H> {
    #[inline(always)]
    pub(crate) fn of(a: H::Factor, b: H::Factor) -> Self {
        let high = H::high(a, b);
        Self { low: H::low_word(a, b, high), high: H::high_word(high) }
    }
}

/// Adds the upper sum of each column to the next. That of column 4 wraps around.
#[inline(always)]
pub(crate) fn wide_half<H: F64Half>(proof: H::Proof, [z0, z1, z2, z3, z4]: [Column<H>; 5], start: &[u64; 5]) -> [H; 5] {
    let nine = z4.high.times_8().add(z4.high);
    let wrap = nine.add(nine).add(z4.high);
    let from = |i: usize| H::splat(proof, start[i]);
    [
        z0.low.add(from(0)).add(wrap),
        z1.low.add(from(1)).add(z0.high),
        z2.low.add(from(2)).add(z1.high),
        z3.low.add(from(3)).add(z2.high),
        z4.low.add(from(4)).add(z3.high),
    ]
}

#[inline(always)]
pub(crate) fn halves<V: F64Lanes>(Fe([a0, a1, a2, a3, a4]): &Fe<V>) -> [[V::Half; 5]; 2] {
    let ([a0, b0], [a1, b1], [a2, b2]) = (a0.halves(), a1.halves(), a2.halves());
    let ([a3, b3], [a4, b4]) = (a3.halves(), a4.halves());
    [[a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]]
}

#[inline(always)]
pub(crate) fn join<V: F64Lanes>([[a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]]: [[V::Half; 5]; 2]) -> Wide<V> {
    Wide([V::join([a0, b0]), V::join([a1, b1]), V::join([a2, b2]), V::join([a3, b3]), V::join([a4, b4])])
}

/// Returns the limbs as factors.
#[inline(always)]
pub(crate) fn factors<H: F64Half>([a0, a1, a2, a3, a4]: [H; 5]) -> [H::Factor; 5] {
    [a0.factor(), a1.factor(), a2.factor(), a3.factor(), a4.factor()]
}

#[inline(always)]
fn fold_half<H: F64Half>(proof: H::Proof, b: [H; 5]) -> FoldedHalf<H::Factor> {
    let [b0, b1, b2, b3, b4] = factors(b);
    let nineteen = H::number(proof, 19.0);
    let (h1, h2) = (H::high(b1, nineteen), H::high(b2, nineteen));
    let (h3, h4) = (H::high(b3, nineteen), H::high(b4, nineteen));
    let (n1, n2) = (H::low_factor(b1, nineteen, h1), H::low_factor(b2, nineteen, h2));
    let (n3, n4) = (H::low_factor(b3, nineteen, h3), H::low_factor(b4, nineteen, h4));
    let (c2, c3, c4) = (H::plus_high(n2, h1), H::plus_high(n3, h2), H::plus_high(n4, h3));
    FoldedHalf { b: [b0, b1, b2, b3, b4], n: [n1, n2, n3, n4], c: [c2, c3, c4], p: H::plus_high(b0, h4) }
}

#[inline(always)]
fn square_factors<H: F64Half>(proof: H::Proof, a: [H; 5]) -> SquareFactors<H::Factor> {
    let [a0, a1, a2, a3, a4] = factors(a);
    let (nineteen, zero) = (H::number(proof, 19.0), H::number(proof, 0.0));
    let (h3, h4) = (H::high(a3, nineteen), H::high(a4, nineteen));
    let (n3, n4) = (H::low_factor(a3, nineteen, h3), H::low_factor(a4, nineteen, h4));
    let (g3, g4) = (H::plus_high(zero, h3), H::plus_high(zero, h4));
    let (c4, p) = (H::plus_high(n4, h3), H::plus_high(a0, h4));
    SquareFactors { a: [a0, a1, a2, a3, a4], n3, n4, g3, g4, c4, p }
}

#[inline(always)]
fn small_half<H: F64Half>(proof: H::Proof, a: [H; 5], small: H) -> [H; 5] {
    let ([a0, a1, a2, a3, a4], small) = (factors(a), small.factor());
    let column = |limb: H::Factor| Column::of(limb, small);
    wide_half(proof, [column(a0), column(a1), column(a2), column(a3), column(a4)], &SMALL)
}
