//! A model of the assembly in `fe_5x51_avx2` over any lanes: for tests on any machine, and for MemorySanitizer, which
//! cannot follow assembly.

use super::elements_f64::{
    Column, Folded, FoldedHalf, ProductLanes, SQUARE, SquareFactors, factors, halves, join, wide_half,
};
use super::field::{Fe, Wide};
use crate::base::lanes::f64::{F64Half, F64Lanes};
use crate::base::taint;

impl ProductLanes for [u64; 8] {
    fn product(proof: (), a: &Fe<Self>, b: &Folded<Self>, start: &'static [u64; 5]) -> Wide<Self> {
        product(proof, a, b, start)
    }

    fn square(proof: (), factors: &[SquareFactors<[i64; 4]>; 2]) -> Wide<Self> {
        square(proof, factors)
    }
}

impl<H: F64Half> Column<H> {
    fn and(self, a: H::Factor, b: H::Factor) -> Self {
        let Self { low, high } = Self::of(a, b);
        Self { low: self.low.add(low), high: self.high.add(high) }
    }

    fn twice(self) -> Self {
        Self { low: self.low.add(self.low), high: self.high.add(self.high) }
    }
}

/// Returns a·b plus the excess of `start` over the offsets of the words that are summed.
pub(crate) fn product<V: F64Lanes>(proof: V::Proof, a: &Fe<V>, b: &Folded<V>, start: &[u64; 5]) -> Wide<V> {
    let [low, high] = halves(a);
    join([product_half(proof, low, &b.0[0], start), product_half(proof, high, &b.0[1], start)])
}

fn product_half<H: F64Half>(proof: H::Proof, a: [H; 5], b: &FoldedHalf<H::Factor>, start: &[u64; 5]) -> [H; 5] {
    taint::stands_in();
    let [a0, a1, a2, a3, a4] = factors(a);
    let FoldedHalf { b: [b0, b1, b2, b3, b4], n: [n1, n2, n3, n4], c: [c2, c3, c4], p } = *b;
    let z4 = Column::of(a0, b4).and(a1, b3).and(a2, b2).and(a3, b1).and(a4, p);
    let z0 = Column::of(a0, b0).and(a1, n4).and(a2, n3).and(a3, n2).and(a4, n1);
    let z1 = Column::of(a0, b1).and(a1, p).and(a2, c4).and(a3, c3).and(a4, c2);
    let z2 = Column::of(a0, b2).and(a1, b1).and(a2, p).and(a3, c4).and(a4, c3);
    let z3 = Column::of(a0, b3).and(a1, b2).and(a2, b1).and(a3, p).and(a4, c4);
    wide_half(proof, [z0, z1, z2, z3, z4], start)
}

/// Returns a².
pub(crate) fn square<V: F64Lanes>(
    proof: V::Proof,
    [low, high]: &[SquareFactors<<V::Half as F64Half>::Factor>; 2],
) -> Wide<V> {
    join([square_half(proof, low), square_half(proof, high)])
}

/// Squares four lanes. Products of different limbs occur twice: their sums are doubled.
fn square_half<H: F64Half>(proof: H::Proof, factors: &SquareFactors<H::Factor>) -> [H; 5] {
    taint::stands_in();
    let SquareFactors { a: [a0, a1, a2, a3, a4], n3, n4, g3, g4, c4, p } = *factors;
    let z4 = Column::of(a0, a4).and(a1, a3).twice().and(a2, a2).and(a4, g4);
    let z0 = Column::of(a1, n4).and(a2, n3).twice().and(a0, a0);
    let z1 = Column::of(a1, p).and(a2, c4).twice().and(a3, n3);
    let z2 = Column::of(a2, p).and(a3, n4).twice().and(a1, a1).and(a3, g3);
    let z3 = Column::of(a3, p).and(a1, a2).twice().and(a4, n4);
    wide_half(proof, [z0, z1, z2, z3, z4], &SQUARE)
}
