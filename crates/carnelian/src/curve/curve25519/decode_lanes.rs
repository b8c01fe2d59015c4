//! The decoding of points, sixteen at a time over eight lanes.
//!
//! A chain of squarings waits for each product, so two chains run side by side. What comes after the power has no such
//! chain and is done eight by eight.

use super::fe_5x51_lanes::{Constants, Fe};
use super::field::{Multiplicative, Packed, sqrt_ratio_candidate};
use super::group::Point;
use super::tables;
use crate::base::ct::Choice;
use crate::base::lanes::U52x8Lanes;

/// How many points are decoded together.
pub(super) const DECODED_TOGETHER: usize = 16;

/// RFC 8032 Section 5.1.3, with y taken modulo p and the sign of x = 0 ignored: the points of `encodings`, and whether
/// there is one. Constant time.
#[inline(always)]
pub(super) fn decode<V: U52x8Lanes>(
    proof: V::Proof,
    encodings: &[[u8; 32]; DECODED_TOGETHER],
    points: &mut [(Point, Choice); DECODED_TOGETHER],
) {
    let k = Constants::<V>::new(proof);
    let (encodings, _) = encodings.as_chunks::<8>();
    let y = Pair { k, lower: ordinates(proof, &encodings[0]), upper: ordinates(proof, &encodings[1]) };
    let (one, d) = (Fe::splat(proof, &[1, 0, 0, 0, 0]), Fe::splat(proof, &tables::D));
    let (one, d) = (Pair { k, lower: one, upper: one }, Pair { k, lower: d, upper: d });
    // 2. x² = u/v = (y² − 1)/(dy² + 1).
    let yy = y.squared();
    let (u, v) = (yy.minus(&one), yy.product(&d).plus(&one));
    let r = sqrt_ratio_candidate(&u, &v);
    let check = v.product(&r.squared());
    let (lower, upper) = points.split_at_mut(8);
    complete(proof, &k, &encodings[0], [&y.lower, &u.lower, &r.lower, &check.lower], lower);
    complete(proof, &k, &encodings[1], [&y.upper, &u.upper, &r.upper, &check.upper], upper);
}

/// The y of each encoding.
#[inline(always)]
fn ordinates<V: U52x8Lanes>(proof: V::Proof, encodings: &[[u8; 32]; 8]) -> Fe<V> {
    const MASK: u64 = (1 << 51) - 1;
    let mut elements: [Packed; 8] = [[0; 5]; 8];
    for (element, encoding) in elements.iter_mut().zip(encodings) {
        let (words, _) = encoding.as_chunks::<8>();
        let word = |i: usize| u64::from_le_bytes(words[i]);
        let limb = |i: usize, shift: usize| (word(i) >> shift | word(i + 1) << (64 - shift)) & MASK;
        *element = [word(0) & MASK, limb(0, 51), limb(1, 38), limb(2, 25), word(3) >> 12 & MASK];
    }
    Fe::load(proof, &elements)
}

/// Steps 3 and 4 for eight encodings: given y, u, the candidate r for √(u/v) and v·r², the points and whether there are
/// any.
#[inline(always)]
fn complete<V: U52x8Lanes>(
    proof: V::Proof,
    k: &Constants<V>,
    encodings: &[[u8; 32]; 8],
    [y, u, r, check]: [&Fe<V>; 4],
    points: &mut [(Point, Choice)],
) {
    let (zero, one) = (V::splat(proof, 0), V::splat(proof, 1));
    // 3. r is a root if vr² = u, and i·r is one if vr² = −u.
    let is_root = k.is_zero(proof, &k.carry(k.biased(&check.wide()).sub(&u.wide())));
    let is_root_of_minus = k.is_zero(proof, &k.carry(check.wide().add(&u.wide())));
    let i_r = k.carry(k.mul(r, &k.fold(&Fe::splat(proof, &tables::SQRT_M1))));
    let root = Fe::select(is_root_of_minus, r, &i_r);
    // For u = 0 both hold.
    let valid = V::select(is_root_of_minus, V::select(is_root, zero, one), one).store();
    // 4. The root of which the lowest bit is the sign of the encoding.
    let signs = V::load(proof, &core::array::from_fn(|lane| u64::from(encodings[lane][31] >> 7)));
    let is_wrong = k.freeze(&root)[0].add(signs).and(one).equal(one);
    let negated = k.carry(k.biased(&Fe::splat(proof, &[0; 5]).wide()).sub(&root.wide()));
    let x = Fe::select(is_wrong, &root, &negated);
    let t = k.carry(k.mul(&x, &k.fold(y)));
    let (mut xs, mut ys, mut ts) = ([[0; 5]; 8], [[0; 5]; 8], [[0; 5]; 8]);
    x.store(&mut xs);
    y.store(&mut ys);
    t.store(&mut ts);
    for (lane, point) in points.iter_mut().enumerate() {
        *point = ([xs[lane], ys[lane], [1, 0, 0, 0, 0], ts[lane]], Choice::from_lsb(valid[lane]));
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
}
