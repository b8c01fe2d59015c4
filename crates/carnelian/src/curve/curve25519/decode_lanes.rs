//! Square roots for the decoding of points, sixteen at a time over eight lanes.
//!
//! A chain of squarings waits for each product, so two chains run side by side. What comes after the power is a small
//! part and is done one by one.

use super::fe_5x51_lanes::{Constants, Fe};
use super::field::{Multiplicative, Packed, sqrt_ratio_candidate};
use super::tables;
use crate::base::lanes::U52x8Lanes;

/// How many points are decoded together.
pub(super) const DECODED_TOGETHER: usize = 16;

/// What decoding a point takes from its y: u = y² − 1, the candidate r for √(u/v) with v = dy² + 1, and v·r².
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(super) u: Packed,
    pub(super) r: Packed,
    pub(super) check: Packed,
}

/// The candidates for `ys`, whose limbs are below 2⁵¹ + 2¹⁷. Constant time.
#[inline(always)]
pub(super) fn candidates<V: U52x8Lanes>(
    proof: V::Proof,
    ys: &[Packed; DECODED_TOGETHER],
    candidates: &mut [Candidate; DECODED_TOGETHER],
) {
    let k = Constants::<V>::new(proof);
    let (lower, upper) = ys.split_at(8);
    let y = Pair { k, lower: Fe::load(proof, lower), upper: Fe::load(proof, upper) };
    let (one, d) = (Fe::splat(proof, &[1, 0, 0, 0, 0]), Fe::splat(proof, &tables::D));
    let (one, d) = (Pair { k, lower: one, upper: one }, Pair { k, lower: d, upper: d });
    let yy = y.squared();
    let (u, v) = (yy.minus(&one), yy.product(&d).plus(&one));
    let r = sqrt_ratio_candidate(&u, &v);
    let check = v.product(&r.squared());
    let (u, r, check) = (u.store(), r.store(), check.store());
    for (i, candidate) in candidates.iter_mut().enumerate() {
        *candidate = Candidate { u: u[i], r: r[i], check: check[i] };
    }
}

/// Sixteen elements.
#[derive(Clone, Copy)]
struct Pair<V> {
    k: Constants<V>,
    lower: Fe<V>,
    upper: Fe<V>,
}

impl<V: U52x8Lanes> Multiplicative for Pair<V> {
    #[inline(always)]
    fn product(&self, other: &Self) -> Self {
        let k = self.k;
        let lower = k.carry(k.mul(&self.lower, &k.fold(&other.lower)));
        let upper = k.carry(k.mul(&self.upper, &k.fold(&other.upper)));
        Self { k, lower, upper }
    }

    #[inline(always)]
    fn squared(&self) -> Self {
        let k = self.k;
        Self { k, lower: k.carry(k.square(&self.lower)), upper: k.carry(k.square(&self.upper)) }
    }
}

impl<V: U52x8Lanes> Pair<V> {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let k = self.k;
        let lower = k.carry(self.lower.wide().add(&other.lower.wide()));
        Self { k, lower, upper: k.carry(self.upper.wide().add(&other.upper.wide())) }
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let k = self.k;
        let lower = k.carry(k.biased(&self.lower.wide()).sub(&other.lower.wide()));
        Self { k, lower, upper: k.carry(k.biased(&self.upper.wide()).sub(&other.upper.wide())) }
    }

    #[inline(always)]
    fn store(&self) -> [Packed; DECODED_TOGETHER] {
        let mut elements = [[0; 5]; DECODED_TOGETHER];
        let (lower, upper) = elements.split_at_mut(8);
        self.lower.store(lower);
        self.upper.store(upper);
        elements
    }
}
