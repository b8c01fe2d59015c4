//! Points over lanes: an independent point of edwards25519 in each.
//!
//! The formulas are those of [`group`](super::group). Sums and differences are formed on wide elements and carried
//! once, and a point is kept as (Y − X, Y + X, Z, T), so that no operation starts with a sum.

use super::field::{Fe, FieldLanes, Wide};
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use crate::curve::curve25519::group::{IDENTITY, Point};
use crate::curve::curve25519::tables;

/// A point in each lane: Y − X, Y + X, Z, T.
#[derive(Clone, Copy)]
pub(crate) struct Points<V> {
    pub(crate) minus: Fe<V>,
    pub(crate) plus: Fe<V>,
    pub(crate) z: Fe<V>,
    pub(crate) t: Fe<V>,
}

/// Points as second operands: Y − X, Y + X, 2Z, 2dT.
#[derive(Clone, Copy)]
pub(crate) struct CachedPoints<V> {
    pub(crate) minus: Fe<V>,
    pub(crate) plus: Fe<V>,
    pub(crate) z2: Fe<V>,
    pub(crate) t2d: Fe<V>,
}

/// Points with Z = 1 as second operands: y − x, y + x, 2dxy.
#[derive(Clone, Copy)]
pub(crate) struct NielsPoints<V> {
    pub(crate) minus: Fe<V>,
    pub(crate) plus: Fe<V>,
    pub(crate) xy2d: Fe<V>,
}

impl<V: WordLanes> Points<V> {
    #[inline(always)]
    pub(crate) fn cached(&self, proof: V::Proof, k: &impl FieldLanes<Word = V>) -> CachedPoints<V> {
        let d2 = k.fold(&Fe::splat(proof, &tables::D2));
        CachedPoints {
            minus: self.minus,
            plus: self.plus,
            z2: k.carry(self.z.wide().add(&self.z.wide())),
            t2d: k.carry(k.mul(&self.t, &d2)),
        }
    }

    /// Returns `self` + `other`: 8M.
    #[inline(always)]
    pub(crate) fn add(&self, k: &impl FieldLanes<Word = V>, other: &CachedPoints<V>) -> Self {
        let d = k.mul_biased(&self.z, &k.fold(&other.z2));
        let (f, g) = self.f_and_g(k, d, &other.t2d);
        self.add_with(k, &other.minus, &other.plus, &f, &g)
    }

    /// Returns `self` + `other`, and `self` − `other` in the lanes where the mask is set.
    #[inline(always)]
    pub(crate) fn add_signed(&self, k: &impl FieldLanes<Word = V>, other: &CachedPoints<V>, negative: V::Mask) -> Self {
        let d = k.mul_biased(&self.z, &k.fold(&other.z2));
        let (f, g) = self.f_and_g(k, d, &other.t2d);
        self.add_with_signed(k, &other.minus, &other.plus, &f, &g, negative)
    }

    /// Returns `self` + `other`, and `self` − `other` in the lanes where the mask is set: 7M.
    #[inline(always)]
    pub(crate) fn add_niels_signed(
        &self,
        k: &impl FieldLanes<Word = V>,
        other: &NielsPoints<V>,
        negative: V::Mask,
    ) -> Self {
        let d = k.biased(&self.z.wide()).add(&self.z.wide());
        let (f, g) = self.f_and_g(k, d, &other.xy2d);
        self.add_with_signed(k, &other.minus, &other.plus, &f, &g, negative)
    }

    /// Returns the points as first operands, negated in the lanes where the mask is set.
    #[inline(always)]
    pub(crate) fn from_niels(
        proof: V::Proof,
        k: &impl FieldLanes<Word = V>,
        points: &NielsPoints<V>,
        negative: V::Mask,
    ) -> Self {
        let one = Fe::splat(proof, &[1, 0, 0, 0, 0]);
        // T = xy = 2dxy/2d.
        let t = k.mul(&points.xy2d, &k.fold(&Fe::splat(proof, &tables::D2_INVERSE)));
        let minus_t = k.biased(&Fe::splat(proof, &[0; 5]).wide()).sub(&t);
        Self {
            minus: Fe::select(negative, &points.minus, &points.plus),
            plus: Fe::select(negative, &points.plus, &points.minus),
            z: one,
            t: Fe::select(negative, &k.carry(t), &k.carry(minus_t)),
        }
    }

    /// Returns the sum of the points in all eight lanes, in lane 0.
    #[inline(always)]
    pub(crate) fn sum_of_lanes(&self, proof: V::Proof, k: &impl FieldLanes<Word = V>) -> Point
    where
        V: WordLanesX8,
    {
        let mut sum = self.add(k, &self.rotate::<4>().cached(proof, k));
        sum = sum.add(k, &sum.rotate::<2>().cached(proof, k));
        sum = sum.add(k, &sum.rotate::<1>().cached(proof, k));
        let mut point = [[[0; 5]; 4]];
        sum.store(k, &mut point);
        let [point] = point;
        point
    }

    /// Returns F = D − C and G = D + C, given D and the second operand's 2dT.
    #[inline(always)]
    fn f_and_g(&self, k: &impl FieldLanes<Word = V>, d: Wide<V>, t2d: &Fe<V>) -> (Fe<V>, Fe<V>) {
        let c = k.mul(&self.t, &k.fold(t2d));
        (k.carry(d.sub(&c)), k.carry(d.add(&c)))
    }

    /// Returns the sum, given the second operand's Y − X and Y + X, and F and G.
    #[inline(always)]
    fn add_with(&self, k: &impl FieldLanes<Word = V>, minus: &Fe<V>, plus: &Fe<V>, f: &Fe<V>, g: &Fe<V>) -> Self {
        let a = k.mul(&self.minus, &k.fold(minus));
        let b = k.mul_biased(&self.plus, &k.fold(plus));
        Self::complete(k, &k.carry(b.sub(&a)), f, g, &k.carry(b.add(&a)))
    }

    /// Computes [`add_with`](Self::add_with), and the difference in the lanes where the mask is set. −(x, y) = (−x, y):
    /// Y − X and Y + X are exchanged, and C changes its sign.
    #[inline(always)]
    fn add_with_signed(
        &self,
        k: &impl FieldLanes<Word = V>,
        minus: &Fe<V>,
        plus: &Fe<V>,
        f: &Fe<V>,
        g: &Fe<V>,
        negative: V::Mask,
    ) -> Self {
        let (f, g) = (Fe::select(negative, f, g), Fe::select(negative, g, f));
        let (minus, plus) = (Fe::select(negative, minus, plus), Fe::select(negative, plus, minus));
        self.add_with(k, &minus, &plus, &f, &g)
    }

    /// Computes X = EF, Y = GH, Z = FG, T = EH.
    #[inline(always)]
    fn complete(k: &impl FieldLanes<Word = V>, e: &Fe<V>, f: &Fe<V>, g: &Fe<V>, h: &Fe<V>) -> Self {
        let (e, g) = (k.fold(e), k.fold(g));
        let (x, y) = (k.mul(f, &e), k.mul_biased(h, &g));
        Self { minus: k.carry(y.sub(&x)), plus: k.carry(y.add(&x)), z: k.carry(k.mul(f, &g)), t: k.carry(k.mul(h, &e)) }
    }

    /// Returns 2·`self`: 5M + 3S. With m = Y − X and p = Y + X, and everything doubled, E = p² − m², H = p² + m², G =
    /// 2mp and F = 4Z² − G.
    #[inline(always)]
    pub(crate) fn double(&self, k: &impl FieldLanes<Word = V>) -> Self {
        let (pp, mm) = (k.biased(&k.square(&self.plus)), k.square(&self.minus));
        let mp = k.mul(&self.minus, &k.fold(&self.plus));
        let g = mp.add(&mp);
        let zz = k.square(&self.z);
        let zz2 = zz.add(&zz);
        let f = k.biased(&zz2.add(&zz2)).sub(&g);
        Self::complete(k, &k.carry(pp.sub(&mm)), &k.carry(f), &k.carry(g), &k.carry(pp.add(&mm)))
    }

    /// Loads `points[i]`, whose limbs are below 2⁵², into lane `i`, and the identity element into the others.
    #[inline(always)]
    pub(crate) fn load(proof: V::Proof, k: &impl FieldLanes<Word = V>, points: &[Point]) -> Self {
        let x = coordinate(proof, points, 0);
        let y = coordinate(proof, points, 1);
        let z = coordinate(proof, points, 2);
        let t = coordinate(proof, points, 3);
        Self { minus: k.carry(k.biased(&y).sub(&x)), plus: k.carry(y.add(&x)), z: k.carry(z), t: k.carry(t) }
    }

    /// Stores the point of each lane as (2X, 2Y, 2Z, 2T).
    #[inline(always)]
    pub(crate) fn store(&self, k: &impl FieldLanes<Word = V>, points: &mut [Point]) {
        let x = k.carry(k.biased(&self.plus.wide()).sub(&self.minus.wide()));
        let y = k.carry(self.plus.wide().add(&self.minus.wide()));
        let z = k.carry(self.z.wide().add(&self.z.wide()));
        let t = k.carry(self.t.wide().add(&self.t.wide()));
        for (coordinate, lanes) in [x, y, z, t].into_iter().enumerate() {
            let mut elements = [[0; 5]; 8];
            lanes.store(&mut elements);
            for (point, element) in points.iter_mut().zip(elements) {
                point[coordinate] = element;
            }
        }
    }

    /// Returns in lane `i` the point of lane `i` + `K` modulo the number of lanes.
    #[inline(always)]
    pub(crate) fn rotate<const K: i32>(&self) -> Self {
        Self {
            minus: self.minus.rotate_lanes::<K>(),
            plus: self.plus.rotate_lanes::<K>(),
            z: self.z.rotate_lanes::<K>(),
            t: self.t.rotate_lanes::<K>(),
        }
    }
}

/// Loads a coordinate of each point, and of the identity element into the other lanes.
#[inline(always)]
fn coordinate<V: WordLanes>(proof: V::Proof, points: &[Point], number: usize) -> Wide<V> {
    let mut lanes = [IDENTITY[number]; 8];
    for (lane, point) in lanes.iter_mut().zip(points) {
        *lane = point[number];
    }
    Wide::load(proof, &lanes)
}
