//! Points over lanes: an independent point of edwards25519 in each.
//!
//! The formulas are those of [`group`](super::group). Sums and differences are formed on wide elements and carried once,
//! and a point is kept as (Y − X, Y + X, Z, T), so that no operation starts with a sum.

use super::fe_5x51_lanes::{Constants, Fe, Wide};
use super::field::Packed;
use super::tables;
use crate::base::lanes::U52Lanes;

/// A point in each lane: Y − X, Y + X, Z, T.
#[derive(Clone, Copy)]
pub(super) struct Points<V> {
    pub(super) minus: Fe<V>,
    pub(super) plus: Fe<V>,
    pub(super) z: Fe<V>,
    pub(super) t: Fe<V>,
}

/// Points as second operands: Y − X, Y + X, 2Z, 2dT.
#[derive(Clone, Copy)]
pub(super) struct CachedPoints<V> {
    minus: Fe<V>,
    plus: Fe<V>,
    z2: Fe<V>,
    t2d: Fe<V>,
}

/// Points with Z = 1 as second operands: y − x, y + x, 2dxy.
#[derive(Clone, Copy)]
pub(super) struct NielsPoints<V> {
    pub(super) minus: Fe<V>,
    pub(super) plus: Fe<V>,
    pub(super) xy2d: Fe<V>,
}

impl<V: U52Lanes> Points<V> {
    #[inline(always)]
    pub(super) fn cached(&self, proof: V::Proof, k: &Constants<V>) -> CachedPoints<V> {
        let d2 = k.fold(&Fe::splat(proof, &tables::D2));
        CachedPoints {
            minus: self.minus,
            plus: self.plus,
            z2: k.carry(self.z.wide().add(&self.z.wide())),
            t2d: k.carry(k.mul(&self.t, &d2)),
        }
    }

    /// `self` + `other`: 8M.
    #[inline(always)]
    pub(super) fn add(&self, k: &Constants<V>, other: &CachedPoints<V>) -> Self {
        let d = k.mul_biased(&self.z, &k.fold(&other.z2));
        self.add_with(k, &other.minus, &other.plus, &other.t2d, d)
    }

    /// `self` + `other`: 7M.
    #[inline(always)]
    pub(super) fn add_niels(&self, k: &Constants<V>, other: &NielsPoints<V>) -> Self {
        let d = k.biased(&self.z.wide()).add(&self.z.wide());
        self.add_with(k, &other.minus, &other.plus, &other.xy2d, d)
    }

    #[inline(always)]
    fn add_with(&self, k: &Constants<V>, minus: &Fe<V>, plus: &Fe<V>, t2d: &Fe<V>, d: Wide<V>) -> Self {
        let a = k.mul(&self.minus, &k.fold(minus));
        let b = k.mul_biased(&self.plus, &k.fold(plus));
        let (e, h) = (k.fold(&k.carry(b.sub(&a))), k.carry(b.add(&a)));
        let c = k.mul(&self.t, &k.fold(t2d));
        let (f, g) = (k.carry(d.sub(&c)), k.fold(&k.carry(d.add(&c))));
        let (x, y) = (k.mul(&f, &e), k.mul_biased(&h, &g));
        Self {
            minus: k.carry(y.sub(&x)),
            plus: k.carry(y.add(&x)),
            z: k.carry(k.mul(&f, &g)),
            t: k.carry(k.mul(&h, &e)),
        }
    }

    /// Lane `i` of the result is lane `i` + `K`, counted round.
    #[inline(always)]
    pub(super) fn rotate<const K: i32>(&self) -> Self {
        Self {
            minus: self.minus.rotate_lanes::<K>(),
            plus: self.plus.rotate_lanes::<K>(),
            z: self.z.rotate_lanes::<K>(),
            t: self.t.rotate_lanes::<K>(),
        }
    }

    /// The point in the first lane, as (2X, 2Y, 2Z, 2T).
    #[inline(always)]
    pub(super) fn first(&self, k: &Constants<V>) -> [Packed; 4] {
        let x = k.carry(k.biased(&self.plus.wide()).sub(&self.minus.wide()));
        let y = k.carry(self.plus.wide().add(&self.minus.wide()));
        let z = k.carry(self.z.wide().add(&self.z.wide()));
        let t = k.carry(self.t.wide().add(&self.t.wide()));
        let mut point = [[0; 5]; 4];
        for (coordinate, lanes) in point.iter_mut().zip([x, y, z, t]) {
            lanes.store(core::slice::from_mut(coordinate));
        }
        point
    }
}
